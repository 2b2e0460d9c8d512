// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/rows/colouring.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <tuple>

#include "model/query/event_order.h"
#include "model/store/rank.h"
#include "timeline/rows/row_list.h"

namespace timeline {
namespace {

using model::Track;
using model::TrackKey;

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(timeline::Colouring)
};

constexpr std::array<TimeNs, 6> kDurations{1'000, 10'000, 100'000, 1'000'000, 10'000'000, 100'000'000};
constexpr std::array kDurationTexts{"1 µs", "10 µs", "100 µs", "1 ms", "10 ms", "100 ms"};
constexpr std::size_t kMostGroups = 4096;  // of categories, which a report may have any number of
constexpr std::size_t kLongestCategory = 80;

/// What a track has in common with others: host, process, device, context, stream; kNone where that does not matter.
using Common = std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t, std::int64_t>;

/// The nearest track, from here upwards, whose key has that number; null = none.
const Track* withKey(const model::Snapshot& s, const Track& track, std::int64_t TrackKey::*field) {
    for (const Track* t = &track;; t = &s.track(t->parent)) {
        if (t->key.*field != TrackKey::kNone) return t;
        if (t->parent >= s.trackCount()) return nullptr;
    }
}

const Track* trackOfKind(const model::Snapshot& s, TrackKind kind, auto matches) {
    for (const Track& t : s.tree().tracks)
        if (t.kind == kind && matches(t)) return &t;
    return nullptr;
}

QString gpuText(const model::Snapshot& s, std::int64_t host, std::int64_t device) {
    const Track* gpu =
        trackOfKind(s, TrackKind::Gpu, [&](const Track& t) { return t.key.host == host && t.key.device == device; });
    return gpu ? trackTitle(s, *gpu) : Texts::tr("GPU %1").arg(device);
}

QString processText(const model::Snapshot& s, std::int64_t host, std::int64_t pid) {
    const Track* process =
        trackOfKind(s, TrackKind::Process, [&](const Track& t) { return t.key.host == host && t.key.pid == pid; });
    const QString title = process ? trackTitle(s, *process) : Texts::tr("Process %1").arg(pid);
    const auto rank = model::rankOf(s.info(), host, pid);
    return rank ? Texts::tr("Rank %1: %2", "rank and its process").arg(*rank).arg(title) : title;
}

}  // namespace

Colouring::Colouring(ColourBy by, Theme theme, model::SnapshotPtr snapshot)
    : m_by(by), m_theme(theme), m_snapshot(std::move(snapshot)) {
    if (by == ColourBy::Duration) groupByDuration();
    if (by == ColourBy::Stream || by == ColourBy::Process) groupTracks();
}

void Colouring::groupByDuration() {
    const auto limit = [](std::size_t i) { return QString::fromUtf8(kDurationTexts[i]); };
    const std::size_t last = kDurations.size();
    for (std::size_t i = 0; i <= last; ++i) {
        QString text;
        if (i == 0) text = Texts::tr("Under %1", "a duration").arg(limit(0));
        else if (i == last) text = Texts::tr("%1 and more", "a duration").arg(limit(last - 1));
        else text = Texts::tr("%1 to %2", "durations").arg(limit(i - 1), limit(i));
        m_groups.push_back({lookOfStep(i, last + 1, m_theme), text});
    }
}

// Numbered in the order of their keys, whatever the order in which a report was read.
void Colouring::groupTracks() {
    const model::Snapshot& s = *m_snapshot;
    constexpr auto kNone = TrackKey::kNone;
    std::vector<std::optional<Common>> common(s.trackCount());
    std::map<Common, Group> groups;
    for (model::TrackId i = 0; i < s.trackCount(); ++i) {
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
        QString text;
        if (m_by == ColourBy::Stream)
            text = Texts::tr("Stream %1, %2", "number, GPU").arg(stream).arg(gpuText(s, host, device));
        else text = pid == kNone ? gpuText(s, host, device) : processText(s, host, pid);
        m_groups.push_back({lookOfNumber(m_groups.size(), m_theme), text});
        group = static_cast<Group>(std::min<std::size_t>(m_groups.size(), 0xffff));
    }
    // What belongs to none, such as calls of the host among streams, keeps quiet.
    m_groups.push_back(
        {lookOfNone(m_theme), m_by == ColourBy::Stream ? Texts::tr("On no stream") : Texts::tr("Of no process")});
    const auto none = static_cast<Group>(std::min<std::size_t>(m_groups.size(), 0xffff));
    for (const auto& key : common) m_ofTrack.push_back(key ? groups[*key] : none);
}

Colouring::Category Colouring::categoryOf(model::EventRef event) const {
    const model::Snapshot& s = *m_snapshot;
    const model::LaneView lane = s.lane(event.lane);
    const Track& track = s.track(lane.lane->track());
    for (const char* key : {"category", "cat"}) {
        const StringId id = s.store().strings().find(key);
        const auto arg = id ? model::argumentOf(s, lane, event.row, id) : std::nullopt;
        if (!arg) continue;
        if (arg->type == model::Arg::Type::String) {
            const std::string_view text = s.text(static_cast<StringId>(arg->value)).substr(0, kLongestCategory);
            if (!text.empty())
                return {std::string(text), QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()))};
        } else if (arg->type == model::Arg::Type::Int && arg->value != 0) {
            // NVTX numbers its categories, and may name them.
            for (const model::ReportInfo::Category& c : s.info().categories)
                if (c.id == arg->value && c.domain == track.key.domain)
                    return {c.name, QString::fromStdString(c.name).left(kLongestCategory)};
            return {std::to_string(arg->value), Texts::tr("Category %1").arg(arg->value)};
        }
    }
    return {std::string(model::trackKindInfo(track.kind).key), kindLabel(track.kind)};
}

Colouring::Group Colouring::groupOfCategory(model::EventRef event) {
    const Category category = categoryOf(event);
    const auto [entry, isNew] = m_named.try_emplace(category.key, Group{0});
    if (!isNew) return entry->second;
    if (m_groups.size() >= kMostGroups) {
        m_named.erase(entry);
        return 0;
    }
    m_groups.push_back({lookOf(Family::Other, category.key, m_theme), category.text});
    return entry->second = static_cast<Group>(m_groups.size());
}

Colouring::Group Colouring::groupOf(model::EventRef event, TimeNs duration) {
    if (m_by == ColourBy::Duration)
        return static_cast<Group>(std::upper_bound(kDurations.begin(), kDurations.end(), duration) -
                                  kDurations.begin() + 1);
    if (!isGrouped() || !has(*m_snapshot, event)) return 0;
    if (m_by == ColourBy::Category) return groupOfCategory(event);
    const model::TrackId track = m_snapshot->lane(event.lane).lane->track();
    return track < m_ofTrack.size() ? m_ofTrack[track] : Group{0};
}

QString Colouring::text(Group group) const {
    return group > 0 && group <= m_groups.size() ? m_groups[group - std::size_t{1}].text : QString();
}

}  // namespace timeline
