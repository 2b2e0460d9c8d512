// SPDX-License-Identifier: GPL-3.0-or-later
// Ranges as the CPU saw them.
#include "model/reports/nvtx.h"

#include <fmt/format.h>
#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

#include "model/base/messages.h"
#include "model/base/translate_noop.h"
#include "model/reports/contents.h"
#include "model/reports/samples.h"
#include "model/reports/trace.h"
#include "model/workload/summary.h"

namespace model::reports {

namespace {

constexpr MessageCode kNoRanges = MessageCode::NoRangesInTime;

/// A range while those of its row are put in order: the times stand beside it, so that nothing else is read.
struct Placed {
    TimeNs start, end;
    EventRef event;
};

/// Lists that follow each other, each in order of start, as one; of equals that of the earlier list comes first.
HugeVector<Placed> merged(HugeVector<Placed> lists, std::vector<std::size_t> borders) {
    const auto byStart = [](const Placed& a, const Placed& b) { return a.start < b.start; };
    HugeVector<Placed> to(borders.size() > 2 ? lists.size() : 0);
    const auto at = [&](std::size_t border) { return lists.cbegin() + static_cast<std::ptrdiff_t>(border); };
    while (borders.size() > 2) {
        std::vector<std::size_t> fewer{0};
        for (std::size_t i = 0; i + 1 < borders.size(); i += 2) {
            const std::size_t middle = borders[i + 1], last = borders[std::min(i + 2, borders.size() - 1)];
            std::merge(at(borders[i]), at(middle), at(middle), at(last),
                       to.begin() + static_cast<std::ptrdiff_t>(borders[i]), byStart);
            fewer.push_back(last);
        }
        std::swap(lists, to);
        borders = std::move(fewer);
    }
    return lists;
}

/// Ranges of one row of the timeline, in order of start.
HugeVector<Placed> rangesOf(const Request& r, const Track& t) {
    HugeVector<Placed> out;
    std::vector<std::size_t> borders{0};
    for (const auto* lanes : {&t.lanes, &t.overflow})
        for (const LaneId id : *lanes) {
            const LaneView lane = r.report.lane(id);
            const RowRange rows = rowsOverlapping(lane, r.range);
            for (std::size_t i = rows.first; i < rows.last;) {
                const auto starts = lane.lane->start().run(i, rows.last), ends = lane.lane->end().run(i, rows.last);
                for (std::size_t k = 0; k < starts.size(); ++k, ++i)
                    if (ends[k] > starts[k])
                        out.push_back({starts[k], ends[k], {id, static_cast<std::uint32_t>(i)}});  // marks are none
            }
            if (out.size() > borders.back()) borders.push_back(out.size());
        }
    return merged(std::move(out), std::move(borders));
}

/// Adds the ranges of one row; where they nest, with what stands around and in them.
void addRanges(const HugeVector<Placed>& ranges, bool nested, HugeVector<NvtxRange>& to) {
    struct Open {
        TimeNs end;
        std::uint32_t index;
    };
    std::vector<Open> open;
    for (const Placed& p : ranges) {
        NvtxRange range{p.event, NvtxRange::kNoParent, 0, 0, 0};
        if (nested) {
            while (!open.empty() && open.back().end <= p.start) open.pop_back();
            range.level = static_cast<std::uint32_t>(open.size());
            if (!open.empty() && p.end <= open.back().end) {
                NvtxRange& parent = to[range.parent = open.back().index];
                ++parent.children;
                parent.inChildren += p.end - p.start;
            }
            open.push_back({p.end, static_cast<std::uint32_t>(to.size())});
        }
        to.push_back(range);
    }
}

/// Ranges of one name in a domain. Its text is made when it is asked for: programs give a name to each step if they
/// like.
struct RangeSum {
    std::uint32_t group;
    StringId name;  // of several with one base the first
    Summary summary;
};
/// Rows of the timeline of one domain, on which ranges are made in one way with one tool.
struct RangeGroup {
    std::string_view style, kind;
    StringId domain;
    std::vector<TrackId> tracks;
};
struct RangeSums {
    std::vector<RangeGroup> groups;
    HugeVector<RangeSum> sums;
    std::shared_ptr<BaseNames> names;  // null: each name is a row
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
        const std::string_view style = rangeStyle(t.kind), kind = rangeKind(s, t);
        auto at = std::find_if(out.begin(), out.end(), [&](const RangeGroup& g) {
            return g.domain == t.name && g.style == style && g.kind == kind;
        });
        if (at == out.end()) at = out.insert(at, {style, kind, t.name, {}});
        at->tracks.push_back(id);
    }
    return out;
}

void addRows(const Request& r, std::uint32_t group, RangeSums& to) {
    const DurationsByName durations(r, to.groups[group].tracks);
    to.sums.reserve(to.sums.size() + durations.names().size());
    const auto add = [&](StringId name, std::span<std::int64_t> values) {
        const auto marks = std::remove(values.begin(), values.end(), 0);  // are no ranges
        if (marks == values.begin()) return;
        to.sums.push_back({group, name, summarise(values.first(static_cast<std::size_t>(marks - values.begin())))});
        to.total = saturatingAdd(to.total, to.sums.back().summary.total);
    };
    std::map<StringId, std::vector<std::int64_t>> byBase;
    for (const NamedDurations& n : durations.names()) {
        if (!to.names) add(n.name, n.values);
        else if (auto& values = byBase[to.names->first(n.name)]; true)
            values.insert(values.end(), n.values.begin(), n.values.end());
    }
    for (auto& [name, values] : byBase) add(name, values);
}

Table sumOf(const Request& r, std::initializer_list<TrackKind> kinds, bool style) {
    const auto sums = std::make_shared<RangeSums>();
    const Snapshot& s = r.report;
    sums->groups = rangeGroups(s, kinds);
    sums->names = baseNamesFor(r);
    for (std::uint32_t g = 0; g < sums->groups.size(); ++g) addRows(r, g, *sums);
    const auto textOf = [&s, sums](const RangeSum& sum) {
        const Track& row = s.track(sums->groups[sum.group].tracks.front());
        return sums->names ? rangeLabel(s, row, sums->names->text(sum.name)) : rangeLabel(s, row, sum.name);
    };
    sums->rows.reserve(sums->sums.size());
    for (std::uint32_t i = 0; i < sums->sums.size(); ++i) sums->rows.push_back({sums->sums[i].summary.total, i});
    std::sort(sums->rows.begin(), sums->rows.end(), [&](const RangeSums::Row& x, const RangeSums::Row& y) {
        if (x.total != y.total) return x.total > y.total;
        const RangeSum &a = sums->sums[x.sum], &b = sums->sums[y.sum];
        if (a.group == b.group) return s.text(a.name) < s.text(b.name);
        if (sums->style(a) != sums->style(b)) return sums->style(a) < sums->style(b);
        const std::string textA = textOf(a), textB = textOf(b);
        return std::tie(textA, sums->groups[a.group].kind) < std::tie(textB, sums->groups[b.group].kind);
    });
    Table t;
    t.rows = sums->rows.size();
    t.cell = [sums, textOf, style](std::size_t row, std::size_t column) -> Cell {
        const RangeSum& sum = sums->at(row);
        if (column < kTimeColumns) return timeCell(sum.summary, sums->total, column);
        if (style && column == kTimeColumns) return std::string(sums->style(sum));
        return column == kTimeColumns + style ? textOf(sum) : std::string(sums->groups[sum.group].kind);
    };
    t.evidence = [sums, r](std::size_t row) {
        const RangeSum& sum = sums->at(row);
        return evidenceOf(r.report, eventsNamed(r, sums->groups[sum.group].tracks,
                                                sums->names ? sums->names->all(sum.name) : std::vector{sum.name}));
    };
    if (t.rows == 0) t.why = kNoRanges;
    return t;
}

Table nvtxSum(const Request& r) { return sumOf(r, kRangeRows, true); }
Table pushPopSum(const Request& r) { return sumOf(r, kThreadRangeRows, false); }
Table startEndSum(const Request& r) { return sumOf(r, {TrackKind::ProcessNvtx}, false); }

/// ":1:5:7": the ids of the ranges around one, outermost first, and its own.
std::string stackText(const HugeVector<NvtxRange>& ranges, std::uint32_t i) {
    std::vector<std::uint32_t> ids;
    for (; i != NvtxRange::kNoParent; i = ranges[i].parent) ids.push_back(i + 1);
    std::string out;
    for (auto id = ids.rbegin(); id != ids.rend(); ++id) out += fmt::format(":{}", *id);
    return out;
}

Table pushPopTrace(const Request& r) {
    auto ranges = std::make_shared<HugeVector<NvtxRange>>(nvtxRanges(r, kThreadRangeRows));
    const Snapshot& s = r.report;
    // Shown in order of start, whatever the thread; ids stay those of `ranges`.
    auto order = std::make_shared<std::vector<std::uint32_t>>(ranges->size());
    std::iota(order->begin(), order->end(), 0u);
    const auto startOf = [&](std::uint32_t i) { return s.lane((*ranges)[i].event.lane).start((*ranges)[i].event.row); };
    std::stable_sort(order->begin(), order->end(),
                     [&](std::uint32_t a, std::uint32_t b) { return startOf(a) < startOf(b); });
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
        case 6: return cellOfProcess(s, track.key);
        case 7: return cellOfKey(track.key.tid);
        case 8: return std::int64_t{n.level};
        case 9: return std::int64_t{n.children};
        case 10: return std::int64_t{i} + 1;
        case 11: return n.parent == NvtxRange::kNoParent ? Cell() : Cell(std::int64_t{n.parent} + 1);
        case 12: return stackText(*ranges, i);
        case 13: return std::string(2 * n.level, ' ') + rangeLabel(s, track, e.name);
        default: return std::string(rangeKind(s, track));
        }
    };
    t.evidence = [ranges, order, &s](std::size_t row) { return evidenceOf(s, {(*ranges)[(*order)[row]].event}); };
    if (t.rows == 0) t.why = kNoRanges;
    return t;
}

constexpr auto kNvtxSumColumns =
    timeColumns(QT_TRANSLATE_NOOP("Reports", "Instances"), {kStyleColumn, kRangeColumn, kRangeKindColumn});
constexpr auto kOneStyleColumns =
    timeColumns(QT_TRANSLATE_NOOP("Reports", "Instances"), {kRangeColumn, kRangeKindColumn});
constexpr ColumnInfo kNvtxTraceColumns[] = {
    {QT_TRANSLATE_NOOP("Reports", "Start (ns)"), Unit::Instant, QT_TRANSLATE_NOOP("Reports", "When it was pushed")},
    {QT_TRANSLATE_NOOP("Reports", "End (ns)"), Unit::Instant, QT_TRANSLATE_NOOP("Reports", "When it was popped")},
    {QT_TRANSLATE_NOOP("Reports", "Duration (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "The time between")},
    {QT_TRANSLATE_NOOP("Reports", "DurChild (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "Time of the ranges directly inside it")},
    {QT_TRANSLATE_NOOP("Reports", "DurNonChild (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "The rest of its duration")},
    {QT_TRANSLATE_NOOP("Reports", "Name"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Domain and name"), Role::Name},
    {QT_TRANSLATE_NOOP("Reports", "PID"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Process")},
    {QT_TRANSLATE_NOOP("Reports", "TID"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Thread")},
    {QT_TRANSLATE_NOOP("Reports", "Lvl"), Unit::Number,
     QT_TRANSLATE_NOOP("Reports", "Ranges around it, of the same thread and domain")},
    {QT_TRANSLATE_NOOP("Reports", "NumChild"), Unit::Count, QT_TRANSLATE_NOOP("Reports", "Ranges directly inside it")},
    {QT_TRANSLATE_NOOP("Reports", "RangeId"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Its number in this table")},
    {QT_TRANSLATE_NOOP("Reports", "ParentId"), Unit::Number,
     QT_TRANSLATE_NOOP("Reports", "Number of the range around it")},
    {QT_TRANSLATE_NOOP("Reports", "RangeStack"), Unit::Text,
     QT_TRANSLATE_NOOP("Reports", "Numbers of the ranges around it, outermost first")},
    {QT_TRANSLATE_NOOP("Reports", "NameTree"), Unit::Text,
     QT_TRANSLATE_NOOP("Reports", "Its name, indented by its level"), Role::Name},
    kRangeKindColumn,
};

constexpr Wanted kRanges = Wanted::of(kRangeRows);

}  // namespace

HugeVector<NvtxRange> nvtxRanges(const Request& r, std::initializer_list<TrackKind> kinds) {
    const std::vector<TrackId> tracks = tracksOf(r.report, kinds);
    std::size_t most = 0;
    for (const TrackId id : tracks)
        for (const auto* lanes : {&r.report.track(id).lanes, &r.report.track(id).overflow})
            for (const LaneId lane : *lanes) most += rowsOverlapping(r.report.lane(lane), r.range).count();
    HugeVector<NvtxRange> out;
    out.reserve(most);
    for (const TrackId id : tracks)
        addRanges(rangesOf(r, r.report.track(id)), isThreadRangeRow(r.report.track(id).kind), out);
    return out;
}

constinit const Report kNvtxSum{
    "nvtx_sum",
    QT_TRANSLATE_NOOP("Reports", "NVTX Range Summary"),
    QT_TRANSLATE_NOOP(
        "Reports",
        "Ranges by name, as the CPU saw them: of NVTX and roctx, and annotations of frameworks. Marks are not counted."),
    kNvtxSumColumns,
    nvtxSum,
    Subject::Nvtx,
    withoutRanges,
    true,
    kRanges};
constinit const Report kNvtxPushPopSum{"nvtx_pushpop_sum",
                                       QT_TRANSLATE_NOOP("Reports", "NVTX Push/Pop Range Summary"),
                                       QT_TRANSLATE_NOOP("Reports", "Ranges of threads by name."),
                                       kOneStyleColumns,
                                       pushPopSum,
                                       Subject::Nvtx,
                                       withoutRanges,
                                       false,
                                       kRanges};
constinit const Report kNvtxStartEndSum{"nvtx_startend_sum",
                                        QT_TRANSLATE_NOOP("Reports", "NVTX Start/End Range Summary"),
                                        QT_TRANSLATE_NOOP("Reports", "Ranges of processes by name."),
                                        kOneStyleColumns,
                                        startEndSum,
                                        Subject::Nvtx,
                                        without<MessageCode::NoRanges, TrackKind::ProcessNvtx>,
                                        false,
                                        kRanges};
constinit const Report kNvtxPushPopTrace{
    "nvtx_pushpop_trace",
    QT_TRANSLATE_NOOP("Reports", "NVTX Push/Pop Range Trace"),
    QT_TRANSLATE_NOOP("Reports", "Each range of a thread, with what stands around and in it."),
    kNvtxTraceColumns,
    pushPopTrace,
    Subject::Nvtx,
    withoutRanges,
    false,
    kRanges};

}  // namespace model::reports
