// SPDX-License-Identifier: GPL-3.0-or-later
// NVTX ranges as the CPU saw them.
#include "model/reports/nvtx.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

#include "model/reports/summary.h"
#include "model/reports/trace.h"
#include "model/translate_noop.h"

namespace model::reports {

std::string rangeLabel(const Snapshot& s, StringId domain, StringId name) {
    std::string out(s.text(domain));
    out += ':';
    return out += s.text(name);
}

std::string rangeLabel(const Snapshot& s, const Track& track, StringId name) { return rangeLabel(s, track.name, name); }

namespace {

constexpr const char* kWhy = QT_TRANSLATE_NOOP("Reports", "The report holds no such NVTX ranges in that time.");

bool isRange(const LaneView& lane, std::size_t row) { return lane.end(row) > lane.start(row); }

/// Ranges of one row of the timeline.
std::vector<NvtxRange> rangesOf(const Request& r, const Track& t) {
    std::vector<NvtxRange> out;
    const auto add = [&](LaneId id, std::uint32_t level) {
        const LaneView lane = r.report.lane(id);
        const RowRange rows = rowsOverlapping(lane, r.range);
        for (std::size_t i = rows.first; i < rows.last; ++i)
            if (isRange(lane, i)) out.push_back({{id, static_cast<std::uint32_t>(i)}, NvtxRange::kNoParent, level, 0, 0});
    };
    const bool nested = isNvtxThread(t.kind);
    for (std::size_t depth = 0; depth < t.lanes.size(); ++depth) add(t.lanes[depth], nested ? static_cast<std::uint32_t>(depth) : 0);
    for (const LaneId id : t.overflow) add(id, 0);
    const auto startOf = [&](const NvtxRange& n) { return r.report.lane(n.event.lane).start(n.event.row); };
    const auto endOf = [&](const NvtxRange& n) { return r.report.lane(n.event.lane).end(n.event.row); };
    std::stable_sort(out.begin(), out.end(), [&](const NvtxRange& a, const NvtxRange& b) { return startOf(a) < startOf(b); });
    if (!nested) return out;
    std::vector<std::uint32_t> open;
    for (std::uint32_t i = 0; i < out.size(); ++i) {
        while (!open.empty() && endOf(out[open.back()]) <= startOf(out[i])) open.pop_back();
        out[i].level = static_cast<std::uint32_t>(open.size());
        if (!open.empty() && endOf(out[i]) <= endOf(out[open.back()])) {
            NvtxRange& parent = out[open.back()];
            out[i].parent = open.back();
            ++parent.children;
            parent.inChildren += endOf(out[i]) - startOf(out[i]);
        }
        open.push_back(i);
    }
    return out;
}

/// Ranges of one name in a domain. Its text is made when it is asked for: programs give a name to each step if they like.
struct RangeSum {
    std::uint32_t group;
    StringId name;
    Summary summary;
};
/// Rows of the timeline of one domain, on which ranges are made in one way.
struct RangeGroup {
    std::string_view style;
    StringId domain;
    std::vector<TrackId> tracks;
};
struct RangeSums {
    std::vector<RangeGroup> groups;
    HugeVector<RangeSum> sums;
    std::int64_t total = 0;
    /// Rows of the table: most time first. The time stands beside them, so that sorting reads nothing else.
    struct Row {
        std::int64_t total;
        std::uint32_t sum;
    };
    HugeVector<Row> rows;
    const RangeSum& at(std::size_t row) const { return sums[rows[row].sum]; }
    std::string_view style(const RangeSum& s) const { return groups[s.group].style; }
};

std::vector<RangeGroup> rangeGroups(const Snapshot& s, std::initializer_list<TrackKind> kinds) {
    std::vector<RangeGroup> out;
    for (const TrackId id : tracksOf(s, kinds)) {
        const Track& t = s.track(id);
        const std::string_view style = nvtxStyle(t.kind);
        auto at = std::find_if(out.begin(), out.end(), [&](const RangeGroup& g) { return g.domain == t.name && g.style == style; });
        if (at == out.end()) at = out.insert(at, {style, t.name, {}});
        at->tracks.push_back(id);
    }
    return out;
}

void addRows(const Request& r, std::uint32_t group, RangeSums& to) {
    const DurationsByName durations(r, to.groups[group].tracks);
    to.sums.reserve(to.sums.size() + durations.names().size());
    for (const NamedDurations& n : durations.names()) {
        const auto marks = std::remove(n.values.begin(), n.values.end(), 0);  // are no ranges
        if (marks == n.values.begin()) continue;
        to.sums.push_back({group, n.name, summarise(n.values.first(static_cast<std::size_t>(marks - n.values.begin())))});
        to.total = saturatingAdd(to.total, to.sums.back().summary.total);
    }
}

Table sumOf(const Request& r, std::initializer_list<TrackKind> kinds, bool style) {
    const auto sums = std::make_shared<RangeSums>();
    const Snapshot& s = r.report;
    sums->groups = rangeGroups(s, kinds);
    for (std::uint32_t g = 0; g < sums->groups.size(); ++g) addRows(r, g, *sums);
    const auto textOf = [&s, sums](const RangeSum& sum) { return rangeLabel(s, sums->groups[sum.group].domain, sum.name); };
    sums->rows.reserve(sums->sums.size());
    for (std::uint32_t i = 0; i < sums->sums.size(); ++i) sums->rows.push_back({sums->sums[i].summary.total, i});
    std::sort(sums->rows.begin(), sums->rows.end(), [&](const RangeSums::Row& x, const RangeSums::Row& y) {
        if (x.total != y.total) return x.total > y.total;
        const RangeSum &a = sums->sums[x.sum], &b = sums->sums[y.sum];
        if (a.group == b.group) return s.text(a.name) < s.text(b.name);
        return sums->style(a) != sums->style(b) ? sums->style(a) < sums->style(b) : textOf(a) < textOf(b);
    });
    Table t;
    t.rows = sums->rows.size();
    t.cell = [sums, textOf, style](std::size_t row, std::size_t column) -> Cell {
        const RangeSum& sum = sums->at(row);
        if (column < kTimeColumns) return timeCell(sum.summary, sums->total, column);
        return style && column == kTimeColumns ? std::string(sums->style(sum)) : textOf(sum);
    };
    t.evidence = [sums, r](std::size_t row) {
        const RangeSum& sum = sums->at(row);
        return evidenceOf(r.report, eventsNamed(r, sums->groups[sum.group].tracks, {sum.name}));
    };
    if (t.rows == 0) t.why = kWhy;
    return t;
}

Table nvtxSum(const Request& r) { return sumOf(r, {TrackKind::Nvtx, TrackKind::Nccl, TrackKind::ProcessNvtx}, true); }
Table pushPopSum(const Request& r) { return sumOf(r, {TrackKind::Nvtx, TrackKind::Nccl}, false); }
Table startEndSum(const Request& r) { return sumOf(r, {TrackKind::ProcessNvtx}, false); }

/// ":1:5:7": the ids of the ranges around one, outermost first, and its own.
std::string stackText(const std::vector<NvtxRange>& ranges, std::uint32_t i) {
    std::vector<std::uint32_t> ids;
    for (; i != NvtxRange::kNoParent; i = ranges[i].parent) ids.push_back(i + 1);
    std::string out;
    for (auto id = ids.rbegin(); id != ids.rend(); ++id) out += fmt::format(":{}", *id);
    return out;
}

Table pushPopTrace(const Request& r) {
    auto ranges = std::make_shared<std::vector<NvtxRange>>(nvtxRanges(r, {TrackKind::Nvtx, TrackKind::Nccl}));
    const Snapshot& s = r.report;
    // Shown in order of start, whatever the thread; ids stay those of `ranges`.
    auto order = std::make_shared<std::vector<std::uint32_t>>(ranges->size());
    std::iota(order->begin(), order->end(), 0u);
    const auto startOf = [&](std::uint32_t i) { return s.lane((*ranges)[i].event.lane).start((*ranges)[i].event.row); };
    std::stable_sort(order->begin(), order->end(), [&](std::uint32_t a, std::uint32_t b) { return startOf(a) < startOf(b); });
    Table t;
    t.rows = ranges->size();
    t.cell = [ranges, order, &s](std::size_t row, std::size_t column) -> Cell {
        const std::uint32_t i = (*order)[row];
        const NvtxRange& n = (*ranges)[i];
        const Event e = eventAt(s, n.event);
        const Track& track = s.track(trackOf(s, n.event));
        switch (column) {
        case 0: return e.start;
        case 1: return e.end;
        case 2: return e.duration();
        case 3: return n.inChildren;
        case 4: return e.duration() - n.inChildren;
        case 5: return rangeLabel(s, track, e.name);
        case 6: return cellOfKey(track.key.pid);
        case 7: return cellOfKey(track.key.tid);
        case 8: return std::int64_t{n.level};
        case 9: return std::int64_t{n.children};
        case 10: return std::int64_t{i} + 1;
        case 11: return n.parent == NvtxRange::kNoParent ? Cell() : Cell(std::int64_t{n.parent} + 1);
        case 12: return stackText(*ranges, i);
        default: return std::string(2 * n.level, ' ') + rangeLabel(s, track, e.name);
        }
    };
    t.evidence = [ranges, order, &s](std::size_t row) { return evidenceOf(s, {(*ranges)[(*order)[row]].event}); };
    if (t.rows == 0) t.why = kWhy;
    return t;
}

constexpr ColumnInfo kStyle{QT_TRANSLATE_NOOP("Reports", "Style"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "PushPop: of a thread, nested; StartEnd: of a process")};
constexpr ColumnInfo kRange{QT_TRANSLATE_NOOP("Reports", "Range"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Domain and name; nothing stands before the colon in the default domain")};
constexpr auto kSumColumns = timeColumns(QT_TRANSLATE_NOOP("Reports", "Instances"), {kStyle, kRange});
constexpr auto kOneStyleColumns = timeColumns(QT_TRANSLATE_NOOP("Reports", "Instances"), {kRange});
constexpr ColumnInfo kTraceColumns[] = {
    {QT_TRANSLATE_NOOP("Reports", "Start (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "When it was pushed")},
    {QT_TRANSLATE_NOOP("Reports", "End (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "When it was popped")},
    {QT_TRANSLATE_NOOP("Reports", "Duration (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "The time between")},
    {QT_TRANSLATE_NOOP("Reports", "DurChild (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Time of the ranges directly inside it")},
    {QT_TRANSLATE_NOOP("Reports", "DurNonChild (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "The rest of its duration")},
    {QT_TRANSLATE_NOOP("Reports", "Name"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Domain and name")},
    {QT_TRANSLATE_NOOP("Reports", "PID"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Process")},
    {QT_TRANSLATE_NOOP("Reports", "TID"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Thread")},
    {QT_TRANSLATE_NOOP("Reports", "Lvl"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Ranges around it, of the same thread and domain")},
    {QT_TRANSLATE_NOOP("Reports", "NumChild"), Unit::Count, QT_TRANSLATE_NOOP("Reports", "Ranges directly inside it")},
    {QT_TRANSLATE_NOOP("Reports", "RangeId"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Its number in this table")},
    {QT_TRANSLATE_NOOP("Reports", "ParentId"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Number of the range around it")},
    {QT_TRANSLATE_NOOP("Reports", "RangeStack"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Numbers of the ranges around it, outermost first")},
    {QT_TRANSLATE_NOOP("Reports", "NameTree"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Its name, indented by its level")},
};

constexpr Wanted kRanges = Wanted::of({TrackKind::Nvtx, TrackKind::Nccl, TrackKind::ProcessNvtx});

}  // namespace

std::vector<NvtxRange> nvtxRanges(const Request& r, std::initializer_list<TrackKind> kinds) {
    std::vector<NvtxRange> out;
    for (const Track& t : r.report.tree().tracks) {
        if (std::find(kinds.begin(), kinds.end(), t.kind) == kinds.end()) continue;
        const auto first = static_cast<std::uint32_t>(out.size());
        for (NvtxRange n : rangesOf(r, t)) {
            if (n.parent != NvtxRange::kNoParent) n.parent += first;
            out.push_back(n);
        }
    }
    return out;
}

const Report kNvtxSum{"nvtx_sum", QT_TRANSLATE_NOOP("Reports", "NVTX Range Summary"), QT_TRANSLATE_NOOP("Reports", "NVTX ranges by name, as the CPU saw them. Marks are not counted."), kSumColumns, nvtxSum, true, kRanges};
const Report kNvtxPushPopSum{"nvtx_pushpop_sum", QT_TRANSLATE_NOOP("Reports", "NVTX Push/Pop Range Summary"), QT_TRANSLATE_NOOP("Reports", "Ranges of threads by name."), kOneStyleColumns, pushPopSum, false, kRanges};
const Report kNvtxStartEndSum{"nvtx_startend_sum", QT_TRANSLATE_NOOP("Reports", "NVTX Start/End Range Summary"), QT_TRANSLATE_NOOP("Reports", "Ranges of processes by name."), kOneStyleColumns, startEndSum, false, kRanges};
const Report kNvtxPushPopTrace{"nvtx_pushpop_trace", QT_TRANSLATE_NOOP("Reports", "NVTX Push/Pop Range Trace"), QT_TRANSLATE_NOOP("Reports", "Each range of a thread, with what stands around and in it."), kTraceColumns, pushPopTrace, false, kRanges};

}  // namespace model::reports
