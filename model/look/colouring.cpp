// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/look/colouring.h"

#include <algorithm>
#include <tuple>

#include "model/base/places.h"
#include "model/base/translate_noop.h"
#include "model/base/utf8.h"
#include "model/query/event_order.h"
#include "model/store/rank.h"

namespace model::look {
namespace {

constexpr std::array<std::string_view, static_cast<std::size_t>(ColourBy::Count)> kIds{
    "kind", "name", "stream", "duration", "process", "category"};

constexpr std::array kFamilyTexts{
    QT_TRANSLATE_NOOP("timeline", "Kernels"),
    QT_TRANSLATE_NOOP("timeline", "Copies to the GPU"),
    QT_TRANSLATE_NOOP("timeline", "Copies to the host"),
    QT_TRANSLATE_NOOP("timeline", "Copies on GPUs"),
    QT_TRANSLATE_NOOP("timeline", "Memset"),
    QT_TRANSLATE_NOOP("timeline", "Communication"),
    QT_TRANSLATE_NOOP("timeline", "API calls"),
    QT_TRANSLATE_NOOP("timeline", "Synchronization"),
    QT_TRANSLATE_NOOP("timeline", "OS runtime"),
    QT_TRANSLATE_NOOP("timeline", "Overhead"),
    QT_TRANSLATE_NOOP("timeline", "NVTX"),
    QT_TRANSLATE_NOOP("timeline", "Python"),
    QT_TRANSLATE_NOOP("timeline", "Thread states"),
    QT_TRANSLATE_NOOP("timeline", "CPU samples"),
    QT_TRANSLATE_NOOP("timeline", "CUDA graphs"),
    QT_TRANSLATE_NOOP("timeline", "Other"),
};
static_assert(kFamilyTexts.size() == static_cast<std::size_t>(Family::Other) + 1);

constexpr std::array<TimeNs, 6> kDurations{1'000, 10'000, 100'000, 1'000'000, 10'000'000, 100'000'000};
constexpr std::array kDurationTexts{"1 µs", "10 µs", "100 µs", "1 ms", "10 ms", "100 ms"};
constexpr std::size_t kMostGroups = 4096;  // of categories, which a report may have any number of
constexpr std::size_t kLongestCategory = 80;

/// What a track has in common with others: host, process, device, context, stream; kNone where that does not matter.
using Common = std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t, std::int64_t>;

/// The nearest track, from here upwards, whose key has that number; null = none.
const Track* withKey(const Snapshot& s, const Track& track, std::int64_t TrackKey::*field) {
    for (const Track* t = &track;; t = &s.track(t->parent)) {
        if (t->key.*field != TrackKey::kNone) return t;
        if (t->parent >= s.trackCount()) return nullptr;
    }
}

const Track* trackOfKind(const Snapshot& s, TrackKind kind, auto matches) {
    for (const Track& t : s.tree().tracks)
        if (t.kind == kind && matches(t)) return &t;
    return nullptr;
}

/// At most so many bytes, and no part of a character at the end.
std::string shortened(std::string_view text) {
    if (text.size() <= kLongestCategory) return std::string(text);
    std::size_t end = kLongestCategory;
    while (end > 0 && isUtf8Continuation(text[end])) --end;
    return std::string(text.substr(0, end));
}

}  // namespace

std::string_view colourById(ColourBy by) { return kIds[static_cast<std::size_t>(by)]; }

std::optional<ColourBy> colourByFromId(std::string_view id) {
    const auto found = std::find(kIds.begin(), kIds.end(), id);
    if (found == kIds.end()) return {};
    return static_cast<ColourBy>(found - kIds.begin());
}

const char* familyText(Family family) { return kFamilyTexts[static_cast<std::size_t>(family)]; }

Colouring::Colouring(ColourBy by, const Snapshot* snapshot, Words words)
    : m_by(by), m_snapshot(snapshot), m_words(std::move(words)) {
    if (by == ColourBy::Duration) groupByDuration();
    if (by == ColourBy::Stream || by == ColourBy::Process) groupTracks();
}

void Colouring::groupByDuration() {
    const std::size_t last = kDurations.size();
    for (std::size_t i = 0; i <= last; ++i) {
        std::string text;
        if (i == 0) text = withValues(m_words(QT_TRANSLATE_NOOP("timeline", "Under %1")), {kDurationTexts[0]});
        else if (i == last)
            text = withValues(m_words(QT_TRANSLATE_NOOP("timeline", "%1 and more")), {kDurationTexts[last - 1]});
        else
            text = withValues(m_words(QT_TRANSLATE_NOOP("timeline", "%1 to %2")),
                              {kDurationTexts[i - 1], kDurationTexts[i]});
        addGroup([&](Theme theme) { return lookOfStep(i, last + 1, theme); }, std::move(text));
    }
}

std::string Colouring::gpuText(std::int64_t host, std::int64_t device) const {
    const Track* gpu = trackOfKind(*m_snapshot, TrackKind::Gpu,
                                   [&](const Track& t) { return t.key.host == host && t.key.device == device; });
    return gpu ? trackTitle(*m_snapshot, *gpu, m_words)
               : withValues(m_words(QT_TRANSLATE_NOOP("timeline", "GPU %1")), {std::to_string(device)});
}

/// As its row is called, with its GPU.
std::string Colouring::streamText(const TrackKey& key) const {
    const Track* stream = trackOfKind(*m_snapshot, TrackKind::Stream, [&](const Track& t) {
        return t.key.host == key.host && t.key.device == key.device && t.key.context == key.context &&
               t.key.stream == key.stream;
    });
    const std::string title =
        stream ? trackTitle(*m_snapshot, *stream, m_words)
               : withValues(m_words(QT_TRANSLATE_NOOP("timeline", "Stream %1")), {std::to_string(key.stream)});
    return withValues(m_words(QT_TRANSLATE_NOOP("timeline", "%1, %2")), {title, gpuText(key.host, key.device)});
}

std::string Colouring::processText(std::int64_t host, std::int64_t pid) const {
    const Track* process = trackOfKind(*m_snapshot, TrackKind::Process,
                                       [&](const Track& t) { return t.key.host == host && t.key.pid == pid; });
    const std::string title =
        process ? trackTitle(*m_snapshot, *process, m_words)
                : withValues(m_words(QT_TRANSLATE_NOOP("timeline", "Process %1")), {std::to_string(pid)});
    const auto rank = rankOf(m_snapshot->info(), host, pid);
    return rank ? withValues(m_words(QT_TRANSLATE_NOOP("timeline", "Rank %1: %2")), {std::to_string(*rank), title})
                : title;
}

// Numbered in the order of their keys, whatever the order in which a report was read.
void Colouring::groupTracks() {
    const Snapshot& s = *m_snapshot;
    constexpr auto kNone = TrackKey::kNone;
    std::vector<std::optional<Common>> common(s.trackCount());
    std::map<Common, Group> groups;
    for (TrackId i = 0; i < s.trackCount(); ++i) {
        const Track& t = s.track(i);
        const auto* of = withKey(s, t, m_by == ColourBy::Stream ? &TrackKey::stream : &TrackKey::pid);
        const auto* device = withKey(s, t, &TrackKey::device);
        if (of && m_by == ColourBy::Stream)
            common[i] = Common{of->key.host, kNone, of->key.device, of->key.context, of->key.stream};
        else if (of) common[i] = Common{of->key.host, of->key.pid, kNone, kNone, kNone};
        else if (device && m_by == ColourBy::Process)
            common[i] = Common{device->key.host, kNone, device->key.device, kNone, kNone};
        if (common[i]) groups.emplace(*common[i], Group{0});
    }
    for (auto& [key, group] : groups) {
        const auto [host, pid, device, context, stream] = key;
        std::string text;
        if (m_by == ColourBy::Stream) {
            TrackKey named;
            named.host = host, named.device = device, named.context = context, named.stream = stream;
            text = streamText(named);
        } else text = pid == kNone ? gpuText(host, device) : processText(host, pid);
        addGroup([n = m_groups.size()](Theme theme) { return lookOfNumber(n, theme); }, std::move(text));
        group = static_cast<Group>(std::min<std::size_t>(m_groups.size(), 0xffff));
    }
    // What belongs to none, such as calls of the host among streams, keeps quiet.
    addGroup(lookOfNone, m_words(m_by == ColourBy::Stream ? QT_TRANSLATE_NOOP("timeline", "On no stream")
                                                          : QT_TRANSLATE_NOOP("timeline", "Of no process")));
    const auto none = static_cast<Group>(std::min<std::size_t>(m_groups.size(), 0xffff));
    for (const auto& key : common) m_ofTrack.push_back(key ? groups[*key] : none);
}

Colouring::Category Colouring::categoryOf(EventRef event) const {
    const Snapshot& s = *m_snapshot;
    const LaneView lane = s.lane(event.lane);
    const Track& track = s.track(lane.lane->track());
    for (const char* key : {"category", "cat"}) {
        const StringId id = s.store().strings().find(key);
        const auto arg = id ? argumentOf(s, lane, event.row, id) : std::nullopt;
        if (!arg) continue;
        if (arg->type == Arg::Type::String) {
            const std::string text = shortened(s.text(static_cast<StringId>(arg->value)));
            if (!text.empty()) return {text, text};
        } else if (arg->type == Arg::Type::Int && arg->value != 0) {
            // NVTX numbers its categories, and may name them.
            for (const ReportInfo::Category& c : s.info().categories)
                if (c.id == arg->value && c.domain == track.key.domain) return {c.name, shortened(c.name)};
            const std::string number = std::to_string(arg->value);
            return {number, withValues(m_words(QT_TRANSLATE_NOOP("timeline", "Category %1")), {number})};
        }
    }
    return {std::string(trackKindInfo(track.kind).key), kindLabel(track.kind, m_words)};
}

Colouring::Group Colouring::groupOfCategory(EventRef event) {
    Category category = categoryOf(event);
    const auto [entry, isNew] = m_named.try_emplace(category.key, Group{0});
    if (!isNew) return entry->second;
    if (m_groups.size() >= kMostGroups) {
        m_named.erase(entry);
        return 0;
    }
    addGroup([&](Theme theme) { return lookOf(Family::Other, category.key, theme); }, std::move(category.text));
    return entry->second = static_cast<Group>(m_groups.size());
}

Colouring::Group Colouring::groupOf(EventRef event, TimeNs duration) {
    if (m_by == ColourBy::Duration)
        return static_cast<Group>(std::upper_bound(kDurations.begin(), kDurations.end(), duration) -
                                  kDurations.begin() + 1);
    if (!isGrouped() || !event.isValid() || event.lane >= m_snapshot->laneCount() ||
        event.row >= m_snapshot->lane(event.lane).rows)
        return 0;
    if (m_by == ColourBy::Category) return groupOfCategory(event);
    const TrackId track = m_snapshot->lane(event.lane).lane->track();
    return track < m_ofTrack.size() ? m_ofTrack[track] : Group{0};
}

const std::string& Colouring::text(Group group) const {
    static const std::string none;
    return group > 0 && group <= m_groups.size() ? m_groups[group - std::size_t{1}].text : none;
}

}  // namespace model::look
