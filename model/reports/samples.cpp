// SPDX-License-Identifier: GPL-3.0-or-later
// Functions: where CPU samples hit, and Python functions.
#include "model/reports/samples.h"

#include <memory>

#include "model/base/messages.h"
#include "model/base/translate_noop.h"
#include "model/reports/contents.h"
#include "model/reports/gpu.h"
#include "model/workload/call_tree.h"
#include "model/workload/summary.h"

namespace model::reports {
namespace {

Cell percentOfSamples(std::int64_t part, std::int64_t whole) {
    return static_cast<double>(part) * 100 / static_cast<double>(std::max<std::int64_t>(1, whole));
}

}  // namespace

std::vector<std::uint8_t> chainsWith(const Snapshot& s, const Function& function) {
    const CallchainTable& chains = s.store().callchains();
    FrameFunctions functions(s);
    std::vector<std::uint8_t> has(chains.nodeCount() + 1, 0);  // outer ones come first
    for (ChainId c = 1; c < has.size(); ++c) has[c] = has[chains.nodes()[c - 1].parent] || functions.at(c) == function;
    return has;
}

std::vector<EventRef> samplesOf(const Request& r, CallSource source, const Function& function) {
    const std::vector<std::uint8_t> has = chainsWith(r.report, function);
    std::vector<EventRef> out;
    forEvents(r, kindsOf(source), [&](const Track&, EventRef e, const LaneView& lane) {
        if (out.size() >= kMostEvidence) return;
        const ChainId chain = lane.lane->columns() & kPayloadColumn ? lane.lane->payloadColumn()[e.row] : 0;
        if (chain ? chain < has.size() && has[chain] : lane.name(e.row) == function.name) out.push_back(e);
    });
    return out;
}

namespace {

template <CallSource source>
Table sampleSum(const Request& r) {
    const CallTree tree = callTree(source, {r.report, r.range, {}, r.stop});
    const auto rows = std::make_shared<const std::vector<FlatRow>>(flat(tree));
    Table t;
    t.rows = rows->size();
    t.cell = [rows, &s = r.report, all = tree.total()](std::size_t row, std::size_t column) -> Cell {
        const FlatRow& f = (*rows)[row];
        switch (column) {
        case 0: return percentOfSamples(f.self, all);
        case 1: return f.self;
        case 2: return percentOfSamples(f.total, all);
        case 3: return f.total;
        case 4: return std::string(frameText(s, f.name));
        default: return f.module ? Cell(std::string(moduleText(s, f.module))) : Cell();
        }
    };
    t.evidence = [rows, r](std::size_t row) { return evidenceOf(r.report, samplesOf(r, source, (*rows)[row])); };
    if (t.rows == 0)
        t.why = source == CallSource::Samples ? MessageCode::NoCpuSamplesInTime : MessageCode::NoPythonSamplesInTime;
    return t;
}

}  // namespace

std::shared_ptr<BaseNames> baseNamesFor(const Request& r) {
    return r.names == KernelNames::Base ? std::make_shared<BaseNames>(r.report) : nullptr;
}

Table flatTimes(const Request& r, CallSource source, MessageCode why) {
    const auto names = baseNamesFor(r);
    const CallTree tree = callTree(source, {r.report, r.range, {}, r.stop, names.get()});
    const auto rows = std::make_shared<const std::vector<FlatRow>>(flat(tree));
    Table t;
    t.rows = rows->size();
    t.cell = [rows, names, &s = r.report, all = tree.total()](std::size_t row, std::size_t column) -> Cell {
        const FlatRow& f = (*rows)[row];
        switch (column) {
        case 0: return percentOfSamples(f.self, all);
        case 1: return f.self;
        case 2: return percentOfSamples(f.total, all);
        case 3: return f.total;
        case 4: return f.count;
        default: return names ? names->text(f.name) : std::string(frameText(s, f.name));
        }
    };
    t.evidence = [rows, names, r, tracks = tracksOf(r.report, kindsOf(source))](std::size_t row) {
        const StringId name = (*rows)[row].name;
        return evidenceOf(r.report, eventsNamed(r, tracks, names ? names->all(name) : std::vector{name}));
    };
    if (t.rows == 0) t.why = why;
    return t;
}

namespace {

Table pythonSum(const Request& r) { return flatTimes(r, CallSource::Python, MessageCode::NoPythonFunctionsInTime); }

constexpr ColumnInfo kSampleColumns[] = {
    {QT_TRANSLATE_NOOP("Reports", "Self (%)"), Unit::Percent,
     QT_TRANSLATE_NOOP("Reports", "Self samples as a share of all"), Role::Self},
    {QT_TRANSLATE_NOOP("Reports", "Self Samples"), Unit::Count,
     QT_TRANSLATE_NOOP("Reports", "Samples in which the thread was in this function itself"), Role::Self},
    {QT_TRANSLATE_NOOP("Reports", "Total (%)"), Unit::Percent,
     QT_TRANSLATE_NOOP("Reports", "Total samples as a share of all")},
    {QT_TRANSLATE_NOOP("Reports", "Total Samples"), Unit::Count,
     QT_TRANSLATE_NOOP("Reports", "Samples in which the thread was in this function or in what it called"), Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "Function"), Unit::Text,
     QT_TRANSLATE_NOOP("Reports", "Its name; the module, where it has none"), Role::Name},
    {QT_TRANSLATE_NOOP("Reports", "Module"), Unit::Text,
     QT_TRANSLATE_NOOP("Reports", "Library or program that it is in")},
};

}  // namespace

constinit const Report kCpuSampleSum{
    "cpu_sample_sum",
    QT_TRANSLATE_NOOP("Reports", "Functions by CPU Samples"),
    QT_TRANSLATE_NOOP(
        "Reports",
        "Functions in which threads were when they were sampled, themselves and with what they called; all threads together."),
    kSampleColumns,
    sampleSum<CallSource::Samples>,
    Subject::Functions,
    lacks<CallSource::Samples>};
constinit const Report kPythonSampleSum{
    "python_sample_sum",
    QT_TRANSLATE_NOOP("Reports", "Functions by Python Samples"),
    QT_TRANSLATE_NOOP(
        "Reports",
        "Functions of Python in which threads were when they were sampled, themselves and with what they called; all threads together."),
    kSampleColumns,
    sampleSum<CallSource::PythonSamples>,
    Subject::Functions,
    lacks<CallSource::PythonSamples>};
constinit const Report kPythonSum{
    "python_sum",
    QT_TRANSLATE_NOOP("Reports", "Python Functions"),
    QT_TRANSLATE_NOOP("Reports",
                      "Time in Python functions, themselves and with what they called; all threads together."),
    kNameTimes,
    pythonSum,
    Subject::Functions,
    lacks<CallSource::Python>};

}  // namespace model::reports
