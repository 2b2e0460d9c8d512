// SPDX-License-Identifier: GPL-3.0-or-later
// NVTX ranges by how they nest.
#include <memory>

#include "model/call_tree.h"
#include "model/reports/nvtx.h"
#include "model/reports/summary.h"
#include "model/translate_noop.h"

namespace model::reports {
namespace {

/// A node of the tree and how deep it lies.
struct Line {
    std::uint32_t node = 0;
    std::uint32_t level = 0;
};

/// From the top, a node before what is inside it, the one with most time first.
std::vector<Line> linesOf(const CallTree& tree) {
    std::vector<Line> out, open;
    const auto push = [&](std::uint32_t node, std::uint32_t level) {
        const auto children = tree.children(node);
        for (std::size_t i = children.size(); i-- > 0;) open.push_back({children[i], level});
    };
    push(CallTree::kNone, 0);
    while (!open.empty()) {
        const Line line = open.back();
        open.pop_back();
        out.push_back(line);
        push(line.node, line.level + 1);
    }
    return out;
}

/// Events of that name; where one stands in several places of the tree, all of them.
Evidence named(const Request& r, StringId name) {
    std::vector<TrackId> tracks;
    for (const Track& t : r.report.tree().tracks)
        if (isNvtxThread(t.kind) || t.kind == TrackKind::Annotations) tracks.push_back(t.id);
    return evidenceOf(r.report, eventsNamed(r, tracks, {name}));
}

Table nvtxTree(const Request& r) {
    const auto tree = std::make_shared<const CallTree>(nestedTree({r.report, r.range, {}, r.stop}, {TrackKind::Nvtx, TrackKind::Nccl, TrackKind::Annotations}));
    const auto lines = std::make_shared<const std::vector<Line>>(linesOf(*tree));
    Table t;
    t.rows = lines->size();
    t.cell = [tree, lines, &s = r.report](std::size_t row, std::size_t column) -> Cell {
        const Line& line = (*lines)[row];
        const CallTree::Node& n = tree->nodes()[line.node];
        switch (column) {
        case 0: return static_cast<double>(n.total) * 100 / static_cast<double>(std::max<std::int64_t>(1, tree->total()));
        case 1: return n.total;
        case 2: return n.self;
        case 3: return n.count;
        case 4: return n.count ? Cell(static_cast<double>(n.total) / static_cast<double>(n.count)) : Cell();
        case 5: return std::int64_t{line.level};
        default: return std::string(2 * std::min<std::size_t>(line.level, 40), ' ') + std::string(frameText(s, n.name));
        }
    };
    t.evidence = [tree, lines, r](std::size_t row) { return named(r, tree->nodes()[(*lines)[row].node].name); };
    if (t.rows == 0) t.why = QT_TRANSLATE_NOOP("Reports", "The report holds no NVTX ranges or annotations of threads in that time.");
    return t;
}

constexpr ColumnInfo kColumns[] = {
    {QT_TRANSLATE_NOOP("Reports", "Time (%)"), Unit::Percent, QT_TRANSLATE_NOOP("Reports", "Share of the time of all outermost ranges")},
    {QT_TRANSLATE_NOOP("Reports", "Total Time (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Sum of their durations, inside the selected time")},
    {QT_TRANSLATE_NOOP("Reports", "Self Time (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "The same without the ranges inside")},
    {QT_TRANSLATE_NOOP("Reports", "Instances"), Unit::Count, QT_TRANSLATE_NOOP("Reports", "How many there are")},
    {QT_TRANSLATE_NOOP("Reports", "Avg (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Mean duration")},
    {QT_TRANSLATE_NOOP("Reports", "Lvl"), Unit::Count, QT_TRANSLATE_NOOP("Reports", "Ranges around it")},
    {QT_TRANSLATE_NOOP("Reports", "NameTree"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Its name, indented by its level")}};

}  // namespace

const Report kNvtxTree{"nvtx_tree", QT_TRANSLATE_NOOP("Reports", "NVTX Range Tree"),
                       QT_TRANSLATE_NOOP("Reports", "Ranges and annotations of threads by how they nest: those of one name in one place are one row. All threads together."), kColumns, nvtxTree};

}  // namespace model::reports
