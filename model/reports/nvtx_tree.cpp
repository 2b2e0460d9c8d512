// SPDX-License-Identifier: GPL-3.0-or-later
// Ranges of threads by how they nest.
#include <map>
#include <memory>
#include <unordered_map>

#include "model/base/messages.h"
#include "model/base/translate_noop.h"
#include "model/reports/contents.h"
#include "model/reports/functions.h"
#include "model/reports/nvtx.h"
#include "model/reports/samples.h"
#include "model/workload/summary.h"

namespace model::reports {
namespace {

/// Events of those names; where one stands in several places of the tree, all of them.
Evidence named(const Request& r, std::vector<StringId> names) {
    return evidenceOf(r.report, eventsNamed(r, tracksOf(r.report, kindsOf(CallSource::Nvtx)), std::move(names)));
}

/// How the ranges of each name were made: where several tools use one, all of them.
std::unordered_map<StringId, std::string> kindsByName(const Request& r) {
    std::map<std::string_view, std::vector<TrackId>> rows;
    for (const TrackId id : tracksOf(r.report, kThreadRangeRows))
        rows[rangeKind(r.report, r.report.track(id))].push_back(id);
    std::unordered_map<StringId, std::string> out;
    for (const auto& [kind, tracks] : rows) {
        const DurationsByName ranges(r, tracks);
        for (const NamedDurations& n : ranges.names()) {
            std::string& text = out[n.name];
            text.append(text.empty() ? "" : "; ").append(kind);
        }
    }
    return out;
}

Table nvtxTree(const Request& r) {
    const auto names = baseNamesFor(r);
    const auto tree =
        std::make_shared<const CallTree>(callTree(CallSource::Nvtx, {r.report, r.range, {}, r.stop, names.get()}));
    const auto lines = std::make_shared<const std::vector<TreeLine>>(treeLines(*tree, r.limit));
    const auto kinds = std::make_shared<const std::unordered_map<StringId, std::string>>(kindsByName(r));
    Table t;
    t.rows = lines->size();
    t.cell = [tree, lines, kinds, &s = r.report](std::size_t row, std::size_t column) -> Cell {
        const TreeLine line = (*lines)[row];
        const CallTree::Node& n = tree->nodes()[line.node];
        switch (column) {
        case 0:
            return static_cast<double>(n.total) * 100 / static_cast<double>(std::max<std::int64_t>(1, tree->total()));
        case 1: return n.total;
        case 2: return n.self;
        case 3: return n.count;
        case 4: return n.count ? Cell(static_cast<double>(n.total) / static_cast<double>(n.count)) : Cell();
        case 5: return std::int64_t{line.level};
        case 6: return indentedName(s, *tree, line);
        default: {
            const auto kind = kinds->find(n.name);
            return kind == kinds->end() ? Cell() : Cell(kind->second);
        }
        }
    };
    t.evidence = [tree, lines, names, r](std::size_t row) {
        const StringId name = tree->nodes()[(*lines)[row].node].name;
        return named(r, names ? names->all(name) : std::vector{name});
    };
    if (t.rows == 0) t.why = MessageCode::NoThreadRangesInTime;
    return t;
}

constexpr ColumnInfo kTreeColumns[] = {
    {QT_TRANSLATE_NOOP("Reports", "Time (%)"), Unit::Percent,
     QT_TRANSLATE_NOOP("Reports", "Share of the time of all outermost ranges"), Role::Sum},
    {QT_TRANSLATE_NOOP("Reports", "Total Time (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "Sum of their durations, inside the selected time")},
    {QT_TRANSLATE_NOOP("Reports", "Self Time (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "The same without the ranges inside"), Role::Self},
    {QT_TRANSLATE_NOOP("Reports", "Instances"), Unit::Count, QT_TRANSLATE_NOOP("Reports", "How many there are")},
    {QT_TRANSLATE_NOOP("Reports", "Avg (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Mean duration"), Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "Lvl"), Unit::Count, QT_TRANSLATE_NOOP("Reports", "Ranges around it"), Role::Level},
    {QT_TRANSLATE_NOOP("Reports", "NameTree"), Unit::Text,
     QT_TRANSLATE_NOOP("Reports", "Its name, indented by its level"), Role::Name},
    kRangeKindColumn};

}  // namespace

constinit const Report kNvtxTree{
    "nvtx_tree",
    QT_TRANSLATE_NOOP("Reports", "NVTX Range Tree"),
    QT_TRANSLATE_NOOP(
        "Reports",
        "Ranges of threads (NVTX, roctx, annotations of frameworks) by how they nest: those of one name in one place are one row. All threads together."),
    kTreeColumns,
    nvtxTree,
    Subject::Nvtx,
    [](const Contents& c) { return c.hasThreadRanges() ? MessageCode::Nothing : MessageCode::NoThreadRanges; }};

}  // namespace model::reports
