// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/reports/functions.h"

#include <memory>

#include "model/base/messages.h"
#include "model/base/translate_noop.h"
#include "model/reports/contents.h"
#include "model/reports/samples.h"
#include "model/workload/launches.h"
#include "model/workload/summary.h"

namespace model::reports {

std::vector<TreeLine> treeLines(const CallTree& tree, std::int64_t levels) {
    std::vector<TreeLine> out, open;
    const auto push = [&](std::uint32_t node, std::uint32_t level) {
        if (levels > 0 && level >= levels) return;
        const auto children = tree.children(node);
        for (std::size_t i = children.size(); i-- > 0;) open.push_back({children[i], level});
    };
    push(CallTree::kNone, 0);
    while (!open.empty()) {
        const TreeLine line = open.back();
        open.pop_back();
        out.push_back(line);
        push(line.node, line.level + 1);
    }
    return out;
}

std::string indentedName(const Snapshot& s, const CallTree& tree, TreeLine line) {
    return std::string(2 * std::min<std::size_t>(line.level, 40), ' ').append(tree.text(s, tree.nodes()[line.node]));
}

namespace {

MessageCode whyNone(CallSource source) {
    switch (source) {
    case CallSource::Samples: return MessageCode::NoCpuSamplesInTime;
    case CallSource::PythonSamples: return MessageCode::NoPythonSamplesInTime;
    case CallSource::Python: return MessageCode::NoPythonFunctionsInTime;
    case CallSource::Launches: return MessageCode::NoGpuWorkInTime;
    default: return MessageCode::NoThreadSlicesInTime;
    }
}

/// GPU work of that name, or launched with that function in its stack.
std::vector<EventRef> launchedBy(const Request& r, const Function& function) {
    const std::vector<std::uint8_t> has = chainsWith(r.report, function);
    const CallIndex calls(r.report);
    std::vector<EventRef> out;
    forEvents(r, kindsOf(CallSource::Launches), [&](const Track& t, EventRef work, const LaneView& lane) {
        if (out.size() >= kMostEvidence) return;
        const std::uint32_t correlation = lane.lane->correlation(work.row);
        const EventRef call = correlation ? calls.find(t.key, correlation) : EventRef{};
        const ChainId chain = stackOf(r.report, call);
        if (Function{lane.name(work.row)} == function ||
            (chain < has.size() && (chain ? has[chain] != 0 : function.name == 0)))
            out.push_back(work);
    });
    return out;
}

/// Events of that function, wherever they are in the tree. `names`: where it stands for all of one base.
Evidence eventsOf(const Request& r, CallSource source, const Function& function, const BaseNames* names) {
    if (isSampled(source)) return evidenceOf(r.report, samplesOf(r, source, function));
    if (source == CallSource::Launches) return evidenceOf(r.report, launchedBy(r, function));
    return evidenceOf(r.report, eventsNamed(r, tracksOf(r.report, kindsOf(source)),
                                            names ? names->all(function.name) : std::vector{function.name}));
}

Cell percentOfTree(std::int64_t part, std::int64_t whole) {
    return static_cast<double>(part) * 100 / static_cast<double>(std::max<std::int64_t>(1, whole));
}

template <CallSource source, bool up>
Table treeTable(const Request& r) {
    const auto names = baseNamesFor(r);
    CallTree top = callTree(source, {r.report, r.range, {}, r.stop, names.get()});
    const auto tree = std::make_shared<const CallTree>(up ? bottomUp(top) : std::move(top));
    const auto lines = std::make_shared<const std::vector<TreeLine>>(treeLines(*tree, r.limit));
    Table t;
    t.rows = lines->size();
    t.cell = [tree, lines, &s = r.report](std::size_t row, std::size_t column) -> Cell {
        const TreeLine line = (*lines)[row];
        const CallTree::Node& n = tree->nodes()[line.node];
        switch (column) {
        case 0: return percentOfTree(n.total, tree->total());
        case 1: return n.total;
        case 2: return percentOfTree(n.self, tree->total());
        case 3: return n.self;
        case 4: return n.count;
        case 5: return std::int64_t{line.level};
        default: return indentedName(s, *tree, line);
        }
    };
    t.evidence = [tree, lines, names, r](std::size_t row) {
        return eventsOf(r, source, tree->nodes()[(*lines)[row].node], names.get());
    };
    if (t.rows == 0) t.why = whyNone(source);
    return t;
}

Table sliceSum(const Request& r) { return flatTimes(r, CallSource::Slices, MessageCode::NoThreadSlicesInTime); }

template <Role level>
constexpr ColumnInfo kLevel{QT_TRANSLATE_NOOP("Reports", "Lvl"), Unit::Count,
                            QT_TRANSLATE_NOOP("Reports", "Rows around it"), level};
constexpr ColumnInfo kTree{QT_TRANSLATE_NOOP("Reports", "NameTree"), Unit::Text,
                           QT_TRANSLATE_NOOP("Reports", "Its name, indented by its level"), Role::Name};
template <Role level>
constexpr ColumnInfo kSampleTree[] = {
    {QT_TRANSLATE_NOOP("Reports", "Total (%)"), Unit::Percent,
     QT_TRANSLATE_NOOP("Reports", "Total samples as a share of all")},
    {QT_TRANSLATE_NOOP("Reports", "Total Samples"), Unit::Count,
     QT_TRANSLATE_NOOP("Reports", "Samples of this row and of the rows below it"), Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "Self (%)"), Unit::Percent,
     QT_TRANSLATE_NOOP("Reports", "Self samples as a share of all"), Role::Self},
    {QT_TRANSLATE_NOOP("Reports", "Self Samples"), Unit::Count,
     QT_TRANSLATE_NOOP("Reports", "Samples that end with this row"), Role::Self},
    {QT_TRANSLATE_NOOP("Reports", "Count"), Unit::Count, QT_TRANSLATE_NOOP("Reports", "How many there are")},
    kLevel<level>,
    kTree,
};
template <Role level>
constexpr ColumnInfo kTimeTree[] = {
    {QT_TRANSLATE_NOOP("Reports", "Total (%)"), Unit::Percent,
     QT_TRANSLATE_NOOP("Reports", "Total time as a share of all")},
    {QT_TRANSLATE_NOOP("Reports", "Total (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "Time of this row and of the rows below it, within the selected time"), Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "Self (%)"), Unit::Percent,
     QT_TRANSLATE_NOOP("Reports", "Self time as a share of all"), Role::Self},
    {QT_TRANSLATE_NOOP("Reports", "Self (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "Time of this row without the rows below it"), Role::Self},
    {QT_TRANSLATE_NOOP("Reports", "Count"), Unit::Count, QT_TRANSLATE_NOOP("Reports", "How many there are")},
    kLevel<level>,
    kTree,
};

}  // namespace

constinit const Report kCpuTopDown{
    "cpu_top_down",
    QT_TRANSLATE_NOOP("Reports", "CPU Samples, Top-Down"),
    QT_TRANSLATE_NOOP(
        "Reports",
        "CPU samples by call chain, from the outermost function down; all threads together. A number limits the levels."),
    kSampleTree<Role::Level>,
    treeTable<CallSource::Samples, false>,
    Subject::Functions,
    lacks<CallSource::Samples>};
constinit const Report kCpuBottomUp{
    "cpu_bottom_up",
    QT_TRANSLATE_NOOP("Reports", "CPU Samples, Bottom-Up"),
    QT_TRANSLATE_NOOP(
        "Reports",
        "CPU samples by the function that was running, below each its callers; all threads together. A number limits the levels."),
    kSampleTree<Role::Callers>,
    treeTable<CallSource::Samples, true>,
    Subject::Functions,
    lacks<CallSource::Samples>};
constinit const Report kPythonSampleTopDown{
    "python_sample_top_down",
    QT_TRANSLATE_NOOP("Reports", "Python Samples, Top-Down"),
    QT_TRANSLATE_NOOP(
        "Reports",
        "Samples of Python by call chain, from the outermost function down; all threads together. A number limits the levels."),
    kSampleTree<Role::Level>,
    treeTable<CallSource::PythonSamples, false>,
    Subject::Functions,
    lacks<CallSource::PythonSamples>};
constinit const Report kPythonSampleBottomUp{
    "python_sample_bottom_up",
    QT_TRANSLATE_NOOP("Reports", "Python Samples, Bottom-Up"),
    QT_TRANSLATE_NOOP(
        "Reports",
        "Samples of Python by the function that was running, below each its callers; all threads together. A number limits the levels."),
    kSampleTree<Role::Callers>,
    treeTable<CallSource::PythonSamples, true>,
    Subject::Functions,
    lacks<CallSource::PythonSamples>};
constinit const Report kPythonTopDown{
    "python_top_down",
    QT_TRANSLATE_NOOP("Reports", "Python Functions, Top-Down"),
    QT_TRANSLATE_NOOP(
        "Reports",
        "Time in Python functions by who called them, from the outermost down; all threads together. A number limits the levels."),
    kTimeTree<Role::Level>,
    treeTable<CallSource::Python, false>,
    Subject::Functions,
    lacks<CallSource::Python>};
constinit const Report kPythonBottomUp{
    "python_bottom_up",
    QT_TRANSLATE_NOOP("Reports", "Python Functions, Bottom-Up"),
    QT_TRANSLATE_NOOP(
        "Reports",
        "Time in Python functions themselves, below each its callers; all threads together. A number limits the levels."),
    kTimeTree<Role::Callers>,
    treeTable<CallSource::Python, true>,
    Subject::Functions,
    lacks<CallSource::Python>};
constinit const Report kLaunchTopDown{
    "launch_top_down",
    QT_TRANSLATE_NOOP("Reports", "GPU Work by Stack of Launch, Top-Down"),
    QT_TRANSLATE_NOOP(
        "Reports",
        "Time of kernels and copies by the stack of the call that launched them, from the outermost function down (--python-backtrace=cuda, --cudabacktrace). A number limits the levels."),
    kTimeTree<Role::Level>,
    treeTable<CallSource::Launches, false>,
    Subject::Functions,
    lacks<CallSource::Launches>};
constinit const Report kLaunchBottomUp{
    "launch_bottom_up",
    QT_TRANSLATE_NOOP("Reports", "GPU Work by Stack of Launch, Bottom-Up"),
    QT_TRANSLATE_NOOP(
        "Reports",
        "Time of kernels and copies, below each the functions that launched it, the innermost first (--python-backtrace=cuda, --cudabacktrace). A number limits the levels."),
    kTimeTree<Role::Callers>,
    treeTable<CallSource::Launches, true>,
    Subject::Functions,
    lacks<CallSource::Launches>};
constinit const Report kSliceTopDown{
    "slice_top_down",
    QT_TRANSLATE_NOOP("Reports", "Slices, Top-Down"),
    QT_TRANSLATE_NOOP(
        "Reports",
        "Slices of threads in trace events by how they nest; all threads together. A number limits the levels."),
    kTimeTree<Role::Level>,
    treeTable<CallSource::Slices, false>,
    Subject::Functions,
    lacks<CallSource::Slices>};
constinit const Report kSliceBottomUp{
    "slice_bottom_up",
    QT_TRANSLATE_NOOP("Reports", "Slices, Bottom-Up"),
    QT_TRANSLATE_NOOP(
        "Reports",
        "Time in slices themselves, below each the slices around it; all threads together. A number limits the levels."),
    kTimeTree<Role::Callers>,
    treeTable<CallSource::Slices, true>,
    Subject::Functions,
    lacks<CallSource::Slices>};
constinit const Report kSliceSum{
    "slice_sum",
    QT_TRANSLATE_NOOP("Reports", "Slices"),
    QT_TRANSLATE_NOOP(
        "Reports",
        "Time in slices of threads, themselves and with what they hold; all threads together. With :base names that differ in shapes or numbers are one."),
    kNameTimes,
    sliceSum,
    Subject::Functions,
    lacks<CallSource::Slices>,
    false,
    Wanted::of({TrackKind::Slices})};

}  // namespace model::reports
