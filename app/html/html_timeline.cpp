// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/html/html_timeline.h"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>

#include "model/base/places.h"
#include "model/base/time_units.h"
#include "model/base/translate_noop.h"
#include "model/query/query.h"
#include "model/query/statistics.h"
#include "model/reports/cuda.h"
#include "model/workload/collective.h"
#include "model/workload/collectives.h"

namespace app {

using model::LaneView;
using model::TimeNs;
using model::TimeRange;
using model::Track;
using model::TrackKind;

namespace {

// In units of the picture.
constexpr double kLeft = 210, kWidth = 980, kRight = 10, kTop = 24, kRow = 18, kGap = 4;
constexpr double kGlyph = 6.2;         // of a label, about
constexpr std::size_t kColumns = 700;  // as many places in time are told apart
constexpr std::size_t kDepths = 2;     // of nested rows

enum class Group : std::uint8_t { Gpu, Ranges, Operators, Calls, Other, Count };
constexpr std::array<std::size_t, static_cast<std::size_t>(Group::Count)> kMost{14, 6, 4, 6, 6};  // rows of each

struct Row {
    const Track* track = nullptr;
    Group group = Group::Other;
    std::vector<std::vector<model::LaneId>> depths;  // lanes of one depth are drawn over each other
    TimeNs busy = 0;
};

std::optional<Group> groupOf(TrackKind kind) {
    switch (kind) {
    case TrackKind::StreamKernels:
    case TrackKind::StreamMemory:
    case TrackKind::StreamGraphs: return Group::Gpu;
    case TrackKind::Nvtx:
    case TrackKind::Annotations: return Group::Ranges;
    case TrackKind::Operators: return Group::Operators;
    case TrackKind::CudaApi: return Group::Calls;
    case TrackKind::Slices:
    case TrackKind::Async: return Group::Other;
    default: return {};
    }
}

Row rowOf(const model::Snapshot& s, const Track& t, Group group, TimeRange range) {
    Row row{&t, group, {}, 0};
    const bool nested = model::trackKindInfo(t.kind).shape == model::Shape::Nested;
    for (std::size_t i = 0; i < t.lanes.size(); ++i) {
        const LaneView lane = s.lane(t.lanes[i]);
        if (lane.isEmpty() || model::rowsOverlapping(lane, range).count() == 0) continue;
        if (nested && i >= kDepths) break;
        if (row.depths.empty() || nested) row.depths.emplace_back();
        row.depths.back().push_back(t.lanes[i]);
        row.busy = std::max(row.busy, model::busyTime(lane, range));
    }
    return row;
}

/// The busiest rows of each group, in the order of the tree.
std::vector<Row> rowsOf(const model::Snapshot& s, TimeRange range) {
    std::array<std::vector<Row>, static_cast<std::size_t>(Group::Count)> groups;
    const auto visit = [&](const auto& self, model::TrackId id) -> void {
        const Track& t = s.track(id);
        if (const auto group = groupOf(t.kind))
            if (Row row = rowOf(s, t, *group, range); !row.depths.empty())
                groups[static_cast<std::size_t>(*group)].push_back(std::move(row));
        for (const model::TrackId child : t.children) self(self, child);
    };
    for (const model::TrackId root : s.tree().roots) visit(visit, root);
    std::vector<Row> out;
    for (std::size_t g = 0; g < groups.size(); ++g) {
        auto& rows = groups[g];
        if (rows.size() > kMost[g]) {
            std::vector<TimeNs> busy;
            for (const Row& r : rows) busy.push_back(r.busy);
            std::nth_element(busy.begin(), busy.begin() + static_cast<std::ptrdiff_t>(kMost[g]) - 1, busy.end(),
                             std::greater<>());
            const TimeNs least = busy[kMost[g] - 1];
            std::erase_if(rows, [&](const Row& r) { return r.busy < least; });
            rows.resize(std::min(rows.size(), kMost[g]));
        }
        std::move(rows.begin(), rows.end(), std::back_inserter(out));
    }
    return out;
}

std::string titleOf(const model::Snapshot& s, const Track& t, const HtmlWords& words) {
    const auto of = [&](const char* form, const std::string& what) {
        return model::withValues(words("Html", form), {what});
    };
    std::string_view name;
    for (const Track* up = &t; up && name.empty(); up = up->parent == model::kNoTrack ? nullptr : &s.track(up->parent))
        if (up->kind == TrackKind::Thread || up->kind == TrackKind::Process) name = s.text(up->name);
    const std::string thread = name.empty() ? std::to_string(t.key.tid)
                               : model::isTextId(t.key.tid) || t.key.tid == model::TrackKey::kNone
                                   ? std::string(name)
                                   : fmt::format("{} {}", name, t.key.tid);
    const auto stream = [&] {
        return fmt::format("GPU {} · {}", t.key.device, t.key.stream == model::TrackKey::kNone ? 0 : t.key.stream);
    };
    switch (t.kind) {
    case TrackKind::StreamKernels: return of(QT_TRANSLATE_NOOP("Html", "%1 kernels"), stream());
    case TrackKind::StreamMemory: return of(QT_TRANSLATE_NOOP("Html", "%1 copies"), stream());
    case TrackKind::StreamGraphs: return of(QT_TRANSLATE_NOOP("Html", "%1 graphs"), stream());
    case TrackKind::Nvtx:
    case TrackKind::Annotations:
        return of(QT_TRANSLATE_NOOP("Html", "%1 ranges"),
                  t.name ? fmt::format("{} · {}", thread, s.text(t.name)) : thread);
    case TrackKind::Operators: return of(QT_TRANSLATE_NOOP("Html", "%1 operators"), thread);
    case TrackKind::CudaApi: return of(QT_TRANSLATE_NOOP("Html", "%1 calls"), thread);
    default: return thread;
    }
}

class Picture {
public:
    Picture(const model::Snapshot& s, TimeRange range, TimeNs length, const HtmlWords& words)
        : m_s(s), m_range(range), m_scale(kWidth / static_cast<double>(std::max<TimeNs>(1, length))), m_words(words) {
        while ((std::max<TimeNs>(1, length) >> m_shift) > static_cast<TimeNs>(kColumns)) ++m_shift;
    }

    std::string draw() {
        const std::vector<Row> rows = rowsOf(m_s, m_range);
        if (rows.empty()) return {};
        double height = kTop;
        for (const Row& r : rows) height += kRow * static_cast<double>(r.depths.size()) + kGap;
        m_out = fmt::format("<svg class=\"timeline\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">\n",
                            kLeft + kWidth + kRight, height + 4,
                            htmlText(m_words("Html", QT_TRANSLATE_NOOP("Html", "Timeline"))));
        axis(height);
        m_y = kTop;
        for (const Row& r : rows) row(r);
        return m_out + "</svg>\n";
    }

private:
    double x(TimeNs t) const {
        return kLeft + static_cast<double>(std::clamp(t, m_range.begin, m_range.end) - m_range.begin) * m_scale;
    }

    void axis(double height) {
        double step = 1;
        for (int i = 0; step * m_scale < 90; ++i) step *= i % 3 == 1 ? 2.5 : 2;
        const double first = std::ceil(static_cast<double>(m_range.begin) / step) * step;
        for (double t = first; t <= static_cast<double>(m_range.end); t += step) {
            const double at = kLeft + (t - static_cast<double>(m_range.begin)) * m_scale;
            m_out += fmt::format(
                "<line class=\"grid\" x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"16\" y2=\"{1:.0f}\"/><text class=\"tick\" x=\"{0:.1f}\" y=\"12\">{2}</text>\n",
                at, height, label(t, step));
        }
    }

    static std::string label(double ns, double step) {
        const model::TimeUnit& unit = model::unitFor(step);
        return fmt::format("{} {}", htmlCountOf(unit.of(ns)), unit.name);
    }
    static std::string htmlCountOf(double value) {
        const auto whole = static_cast<std::int64_t>(std::llround(value));
        return (whole < 0 ? "−" : "") + htmlCount(static_cast<std::uint64_t>(std::abs(whole)));
    }

    void row(const Row& r) {
        const double height = kRow * static_cast<double>(r.depths.size());
        const std::string title = titleOf(m_s, *r.track, m_words);
        constexpr std::size_t kChars = 32;
        m_out += fmt::format("<g><title>{}</title><text class=\"row\" x=\"{:.0f}\" y=\"{:.1f}\">{}</text></g>\n",
                             htmlText(title), kLeft - 8, m_y + height / 2 + 4, htmlText(title, kChars));
        m_out += fmt::format("<rect class=\"back\" x=\"{}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/>\n", kLeft,
                             m_y, x(m_range.end) - kLeft, height);
        for (std::size_t depth = 0; depth < r.depths.size(); ++depth) {
            m_paths.clear();
            m_labels.clear();
            for (const model::LaneId id : r.depths[depth]) lane(id, r.track->kind);
            for (const auto& [colour, path] : m_paths)
                m_out += fmt::format("<path class=\"{}\" d=\"{}\"/>\n", colour, path);
            m_out += m_labels;
            m_y += kRow;
        }
        m_y += kGap;
    }

    // Rectangles where few rows are visible, else how busy each piece of time is and with what.
    void lane(model::LaneId id, TrackKind kind) {
        const LaneView lane = m_s.lane(id);
        const std::int64_t first = m_range.begin >> m_shift, last = (m_range.end >> m_shift) + 1;
        std::vector<model::Ink> ink(static_cast<std::size_t>(last - first));
        if (!model::inkBuckets(lane, first, m_shift, ink)) {
            std::vector<std::uint32_t> rows;
            model::visibleRows(lane, m_range, TimeNs{1} << m_shift, rows);
            for (const std::uint32_t i : rows)
                bar(kind, lane.name(i), isCommunication(kind, lane.name(i), {id, i}), lane.start(i), lane.end(i), 1);
            return;
        }
        for (std::size_t i = 0; i < ink.size();) {
            std::size_t end = i + 1;
            if (ink[i].busy == 0) {
                ++i;
                continue;
            }
            // Neighbours of one name and about the same ink are one rectangle.
            while (end < ink.size() && ink[end].name == ink[i].name && ink[end].busy / 32 == ink[i].busy / 32) ++end;
            bar(kind, ink[i].name, isCommunication(kind, ink[i].name),
                (first + static_cast<std::int64_t>(i)) << m_shift, (first + static_cast<std::int64_t>(end)) << m_shift,
                ink[i].busy / 255.0);
            i = end;
        }
    }

    static bool isWork(TrackKind kind) { return kind == TrackKind::StreamKernels || kind == TrackKind::StreamGraphs; }
    /// Of most work of that name.
    bool isCommunication(TrackKind kind, model::StringId name) const {
        if (!isWork(kind)) return false;
        const std::optional<bool> most = m_communication ? m_communication->mostOf(name) : std::nullopt;
        return most ? *most : model::isCommunicationKernel(m_s.text(name));
    }
    bool isCommunication(TrackKind kind, model::StringId name, model::EventRef event) const {
        const bool asks = isWork(kind) && m_communication && m_communication->isMixed(name);
        return asks ? (*m_communication)(name, event) : isCommunication(kind, name);
    }

    void bar(TrackKind kind, model::StringId name, bool communication, TimeNs start, TimeNs end, double share) {
        const double left = x(start), wide = std::max(0.7, x(end) - left), high = std::max(2.0, (kRow - 2) * share);
        m_paths[colourOf(kind, name, communication)] +=
            fmt::format("M{:.1f} {:.1f}h{:.1f}v{:.1f}h-{:.1f}z", left, m_y + kRow - 1 - high, wide, high, wide);
        const auto chars = static_cast<std::size_t>((wide - 6) / kGlyph);
        if (wide < 34 || share < 0.9) return;
        const std::string_view text = m_s.text(name);
        m_labels += fmt::format("<g><title>{}</title><text class=\"bar\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text></g>\n",
                                htmlText(text), left + 3, m_y + kRow - 5, htmlText(text, chars));
    }

    /// Family by letter, shade by name.
    const std::string& colourOf(TrackKind kind, model::StringId name, bool communication) {
        static const std::string kCommunication = "c0";
        if (communication) return kCommunication;
        std::string& out = m_colours[{kind, name}];
        if (!out.empty()) return out;
        const std::string_view text = m_s.text(name);
        std::uint32_t hash = 2166136261u;
        for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
        const unsigned shade = hash / 7 % 4;
        switch (kind) {
        case TrackKind::StreamKernels:
        case TrackKind::StreamGraphs: return out = fmt::format("k{}", shade);
        case TrackKind::StreamMemory: return out = "m0";
        case TrackKind::CudaApi: return out = text.find("ynchronize") != text.npos ? "w0" : "a0";
        default: return out = fmt::format("r{}", shade);
        }
    }

    const model::Snapshot& m_s;
    std::shared_ptr<const model::reports::CommunicationWork> m_communication =
        model::reports::CommunicationWork::of(m_s);
    TimeRange m_range;
    double m_scale;
    int m_shift = 0;
    const HtmlWords& m_words;
    double m_y = 0;
    std::string m_out, m_labels;
    std::map<std::string, std::string> m_paths;  // by colour, of one lane
    std::map<std::pair<TrackKind, model::StringId>, std::string> m_colours;
};

}  // namespace

model::TimeRange htmlTimelineRange(const model::Snapshot& report) {
    const TimeRange all = report.range();
    TimeRange work{model::kTimeMax, model::kTimeMin};
    for (const Track& t : report.tree().tracks) {
        if (groupOf(t.kind) != Group::Gpu) continue;
        for (const model::LaneId id : t.lanes)
            if (const LaneView lane = report.lane(id); !lane.isEmpty())
                work = work.united({lane.start(0), lane.end(lane.rows - 1)});
    }
    if (work.begin >= work.end) return all;
    const TimeNs margin = work.length() / 50;
    const TimeRange out = TimeRange{work.begin - margin, work.end + margin}.intersected(all);
    constexpr TimeNs kMuch = 2;  // of the report that its work leaves empty
    return out.isEmpty() || out.length() > all.length() / kMuch ? all : out;
}

std::string htmlTimeline(const model::Snapshot& report, TimeRange range, TimeNs length, const HtmlWords& words) {
    if (range.isEmpty()) return {};
    return Picture(report, range, length, words).draw();
}

}  // namespace app
