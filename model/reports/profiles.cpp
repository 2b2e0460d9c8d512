// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/reports/profiles.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "model/base/messages.h"
#include "model/base/translate_noop.h"
#include "model/kernels/kernel_match.h"
#include "model/kernels/kernel_pages.h"
#include "model/kernels/kernel_summary.h"
#include "model/reports/contents.h"
#include "model/workload/summary.h"

namespace model::reports {
namespace {

Cell realCell(double v) {
    if (std::isfinite(v)) return v;
    return {};
}
Cell wholeCell(double v) {
    if (std::isfinite(v) && std::abs(v) < 9e18) return static_cast<std::int64_t>(std::llround(v));
    return {};
}
Cell extent(const std::array<std::uint32_t, 3>& e) {
    if (e[0] == 0) return {};
    return "(" + std::to_string(e[0]) + ", " + std::to_string(e[1]) + ", " + std::to_string(e[2]) + ")";
}

/// Profiles are named by arguments of kernels.
constexpr Wanted kProfiles = Wanted::of({TrackKind::StreamKernels}, kArgsColumn);

struct Row {
    KernelSummary summary;
    EventRef event;
};

StringId nameOf(const KernelProfile& p, KernelNames names) {
    if (names == KernelNames::Base && p.function) return p.function;
    return names == KernelNames::Mangled && p.mangled ? p.mangled : p.name;
}

Cell realCell(const Snapshot& s, KernelNames names, const KernelSummary& k, std::size_t column) {
    const KernelProfile& p = s.kernelProfiles().at(k.profile);
    switch (column) {
    case 0: return static_cast<std::int64_t>(k.profile);
    case 1: return realCell(k.speedup);
    case 2: return wholeCell(k.ns);
    case 3: return wholeCell(k.gainNs());
    case 4: return realCell(k.compute);
    case 5: return realCell(k.memory);
    case 6: return wholeCell(k.registers);
    case 7: return extent(p.grid);
    case 8: return extent(p.block);
    case 9: return wholeCell(k.cycles);
    case 10: return std::string(s.text(nameOf(p, names)));
    case 11: return k.rule ? Cell(std::string(s.text(k.rule->title ? k.rule->title : k.rule->id))) : Cell();
    default: return {};
    }
}

constexpr MessageCode kNoProfiles = MessageCode::NoKernelMetricsInTime;

/// A profiled kernel and its event.
struct Profiled {
    ProfileId profile;
    EventRef event;
};

/// Those in the range, in the order of the report.
std::vector<Profiled> profilesIn(const Request& r) {
    std::vector<Profiled> out;
    const Snapshot& s = r.report;
    for (LaneId l = 0; l < s.laneCount() && s.profileCount() > 0; ++l) {
        const LaneView lane = s.lane(l);
        if (lane.lane->kind() != EventKind::Kernel) continue;
        for (std::uint32_t row = 0; row < lane.rows; ++row) {
            const Event e = eventAt(s, {l, row});
            const bool isWanted = e.start < r.range.end && (e.end > r.range.begin || e.start >= r.range.begin);
            if (const auto profile = isWanted ? profileOf(s, {l, row}) : std::nullopt)
                out.push_back({*profile, {l, row}});
        }
    }
    std::stable_sort(out.begin(), out.end(),
                     [](const Profiled& a, const Profiled& b) { return a.profile < b.profile; });
    return out;
}

Table profileTable(const Request& r) {
    auto rows = std::make_shared<std::vector<Row>>();
    const Snapshot& s = r.report;
    for (const Profiled& p : profilesIn(r)) rows->push_back({summaryOf(s, p.profile), p.event});
    Table out;
    out.rows = rows->size();
    out.cell = [rows, &s, names = r.names](std::size_t row, std::size_t column) {
        return realCell(s, names, (*rows)[row].summary, column);
    };
    out.evidence = [rows, &s](std::size_t row) { return evidenceOf(s, {(*rows)[row].event}); };
    if (out.rows == 0) out.why = kNoProfiles;
    return out;
}

std::string kernelName(const Request& r, ProfileId profile) {
    return std::string(r.report.text(nameOf(r.report.kernelProfiles().at(profile), r.names)));
}

Cell metricCell(const Snapshot& s, const MetricValue& v) {
    if (v.type == MetricValue::Type::Text) return std::string(s.text(v.text()));
    if (v.type == MetricValue::Type::Int && v.bits <= static_cast<std::uint64_t>(INT64_MAX))
        return static_cast<std::int64_t>(v.bits);
    return realCell(v.number());
}

/// Rows of several kernels one after another, of each as many as it has.
struct Pages {
    std::vector<Profiled> kernels;
    std::vector<std::size_t> first;  ///< row of each kernel; and the number of all
    std::size_t kernelOf(std::size_t row) const {
        return static_cast<std::size_t>(std::upper_bound(first.begin(), first.end(), row) - first.begin()) - 1;
    }
};

/// `count(profile)` rows of each kernel; `cell(page, place, row of the kernel, column)`, where the first two columns
/// are number and name of the kernel.
template <class Count, class MakeCell>
Table pagesTable(const Request& r, MessageCode nothing, Count&& count, MakeCell&& cell) {
    auto pages = std::make_shared<Pages>();
    pages->kernels = profilesIn(r);
    pages->first.push_back(0);
    for (const Profiled& p : pages->kernels) pages->first.push_back(pages->first.back() + count(p.profile));
    Table out;
    out.rows = pages->first.back();
    out.cell = [pages, r, cell](std::size_t row, std::size_t column) -> Cell {
        const std::size_t k = pages->kernelOf(row);
        const ProfileId profile = pages->kernels[k].profile;
        if (column == 0) return static_cast<std::int64_t>(profile);
        if (column == 1) return kernelName(r, profile);
        return cell(profile, row - pages->first[k], column);
    };
    out.evidence = [pages, &s = r.report](std::size_t row) {
        return evidenceOf(s, {pages->kernels[pages->kernelOf(row)].event});
    };
    if (out.rows == 0) out.why = pages->kernels.empty() ? kNoProfiles : nothing;
    return out;
}

/// What was computed of the kernel whose rows are asked for one after another.
template <class T>
struct OfKernel {
    ProfileId profile = 0;
    std::optional<T> of;
    template <class Make>
    const T& at(ProfileId wanted, Make&& make) {
        if (!of || profile != wanted) of.emplace(make()), profile = wanted;
        return *of;
    }
};

Table metricsTable(const Request& r) {
    const Snapshot& s = r.report;
    const auto sections = std::make_shared<OfKernel<MetricSections>>();
    return pagesTable(
        r, kNoProfiles, [&](ProfileId p) { return s.kernelProfiles().at(p).metricCount(); },
        [&s, sections](ProfileId id, std::size_t row, std::size_t column) -> Cell {
            const KernelProfile& p = s.kernelProfiles().at(id);
            const MetricList::Entry& metric = p.list->entries[row];
            if (column == 2)
                return std::string(s.text(sections->at(id, [&] { return MetricSections(p); }).titleOf(metric.name)));
            if (column == 3) return std::string(s.text(metric.name));
            if (column == 4) return metricCell(s, p.value(row));
            return std::string(metricUnit(s, metric));
        });
}

Table rulesTable(const Request& r) {
    const Snapshot& s = r.report;
    const auto remarks = std::make_shared<OfKernel<std::vector<KernelRemark>>>();
    return pagesTable(
        r, MessageCode::NoRuleFindings, [&](ProfileId p) { return remarksOf(s.kernelProfiles().at(p)).size(); },
        [&s, remarks](ProfileId id, std::size_t row, std::size_t column) -> Cell {
            const KernelProfile& p = s.kernelProfiles().at(id);
            const KernelRemark& remark = remarks->at(id, [&] { return remarksOf(p); })[row];
            const ProfileSection* section = p.section(remark.rule->section);
            switch (column) {
            case 2: return section ? std::string(s.text(section->title ? section->title : section->id)) : std::string();
            case 3: return std::string(s.text(remark.title()));
            case 4: return std::string(remarkKind(remark.item->kind));
            case 5: return remark.promises() ? Cell(remark.item->percent) : Cell();
            case 6: return std::string(speedupScope(remark.item->speedup));
            default: return plainRuleText(s.text(remark.item->text));
            }
        });
}

Table sourceTable(const Request& r) {
    const Snapshot& s = r.report;
    const auto values = std::make_shared<OfKernel<std::vector<InstructionValue>>>();
    return pagesTable(
        r, MessageCode::NothingByInstruction, [&](ProfileId p) { return instructionValues(s, p).size(); },
        [&s, values](ProfileId id, std::size_t row, std::size_t column) -> Cell {
            const InstructionValue& v = values->at(id, [&] { return instructionValues(s, id); })[row];
            const ProfileFunction::Line* line = v.function ? v.function->lineAt(v.offset) : nullptr;
            switch (column) {
            case 2: return line && line->line ? std::string(s.text(line->file)) : std::string();
            case 3: return line && line->line ? Cell(static_cast<std::int64_t>(line->line)) : Cell();
            case 4: return static_cast<std::int64_t>(v.offset);
            case 5: return std::string(v.text);
            case 6: return std::string(s.text(v.metric));
            default:
                return std::abs(v.value) < 9e15 && v.value == std::trunc(v.value)
                           ? Cell(static_cast<std::int64_t>(v.value))
                           : Cell(v.value);
            }
        });
}

constexpr ColumnInfo kMetricColumns[] = {
    {QT_TRANSLATE_NOOP("Reports", "ID"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Place in the report, from 0")},
    {QT_TRANSLATE_NOOP("Reports", "Kernel Name"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Kernel"), Role::Name},
    {QT_TRANSLATE_NOOP("Reports", "Section"), Unit::Text,
     QT_TRANSLATE_NOOP("Reports", "First section of the profiler that shows it")},
    {QT_TRANSLATE_NOOP("Reports", "Metric"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Name of the metric")},
    {QT_TRANSLATE_NOOP("Reports", "Value"), Unit::Number,
     QT_TRANSLATE_NOOP("Reports", "In base units: byte, ns, Hz; empty where it was not measured")},
    {QT_TRANSLATE_NOOP("Reports", "Unit"), Unit::Text,
     QT_TRANSLATE_NOOP("Reports", "Unit of the value; empty: a bare number, or unknown")},
};
constexpr ColumnInfo kRuleColumns[] = {
    {QT_TRANSLATE_NOOP("Reports", "ID"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Place in the report, from 0")},
    {QT_TRANSLATE_NOOP("Reports", "Kernel Name"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Kernel"), Role::Name},
    {QT_TRANSLATE_NOOP("Reports", "Section"), Unit::Text,
     QT_TRANSLATE_NOOP("Reports", "Section of the profiler that the rule belongs to")},
    {QT_TRANSLATE_NOOP("Reports", "Rule"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "What the rule calls it")},
    {QT_TRANSLATE_NOOP("Reports", "Kind"), Unit::Text,
     QT_TRANSLATE_NOOP("Reports", "information, warning, error, or optimization"), Role::Words},
    {QT_TRANSLATE_NOOP("Reports", "Est. Speedup (%)"), Unit::Percent,
     QT_TRANSLATE_NOOP("Reports",
                       "Share of the time that the rule thinks can be saved; empty where it estimates none")},
    {QT_TRANSLATE_NOOP("Reports", "Of"), Unit::Text,
     QT_TRANSLATE_NOOP("Reports", "Of what: the whole kernel, or a part of it"), Role::Words},
    {QT_TRANSLATE_NOOP("Reports", "Message"), Unit::Text,
     QT_TRANSLATE_NOOP("Reports", "What it says, in the profiler's words"), Role::Sentence},
};
constexpr ColumnInfo kSourceColumns[] = {
    {QT_TRANSLATE_NOOP("Reports", "ID"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Place in the report, from 0")},
    {QT_TRANSLATE_NOOP("Reports", "Kernel Name"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Kernel"), Role::Name},
    {QT_TRANSLATE_NOOP("Reports", "File"), Unit::Text,
     QT_TRANSLATE_NOOP("Reports", "Source file of the instruction, where the report knows it")},
    {QT_TRANSLATE_NOOP("Reports", "Line"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Line in that file")},
    {QT_TRANSLATE_NOOP("Reports", "Offset"), Unit::Number,
     QT_TRANSLATE_NOOP("Reports", "Bytes from the start of the function")},
    {QT_TRANSLATE_NOOP("Reports", "Instruction"), Unit::Text,
     QT_TRANSLATE_NOOP("Reports", "Text of the instruction, where the report holds it")},
    {QT_TRANSLATE_NOOP("Reports", "Metric"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Name of the metric")},
    {QT_TRANSLATE_NOOP("Reports", "Value"), Unit::Number,
     QT_TRANSLATE_NOOP("Reports", "What was measured at that instruction; what was not has no row")},
};

constexpr ColumnInfo kProfileColumns[] = {
    {QT_TRANSLATE_NOOP("Reports", "ID"), Unit::Count, QT_TRANSLATE_NOOP("Reports", "Place in the report, from 0"),
     Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "Est. Speedup (%)"), Unit::Percent,
     QT_TRANSLATE_NOOP(
         "Reports",
         "Greatest share of the duration that one rule of the profiler thinks can be saved; estimates for a part of the kernel do not count")},
    {QT_TRANSLATE_NOOP("Reports", "Duration (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "On the device, as the profiler measured it")},
    {QT_TRANSLATE_NOOP("Reports", "Runtime Improvement (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "Duration × estimated speed-up: where work pays most")},
    {QT_TRANSLATE_NOOP("Reports", "Compute (%)"), Unit::Percent,
     QT_TRANSLATE_NOOP("Reports", "Throughput of the multiprocessors, of what they could do")},
    {QT_TRANSLATE_NOOP("Reports", "Memory (%)"), Unit::Percent,
     QT_TRANSLATE_NOOP("Reports", "Throughput of the memory system, of what it could do")},
    {QT_TRANSLATE_NOOP("Reports", "Registers"), Unit::Count, QT_TRANSLATE_NOOP("Reports", "Of a thread"), Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "Grid"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Blocks of the launch")},
    {QT_TRANSLATE_NOOP("Reports", "Block"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Threads of a block")},
    {QT_TRANSLATE_NOOP("Reports", "Cycles"), Unit::Count,
     QT_TRANSLATE_NOOP("Reports", "Elapsed cycles of the multiprocessors")},
    {QT_TRANSLATE_NOOP("Reports", "Name"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Kernel"), Role::Name},
    {QT_TRANSLATE_NOOP("Reports", "Rule"), Unit::Text,
     QT_TRANSLATE_NOOP("Reports", "The rule that estimates the speed-up")},
};

}  // namespace

constinit const Report kKernelProfiles{
    "kernel_profiles",
    QT_TRANSLATE_NOOP("Reports", "Profiled Kernels"),
    QT_TRANSLATE_NOOP("Reports", "What Nsight Compute measured of each kernel, a line a launch."),
    kProfileColumns,
    profileTable,
    Subject::Profiles,
    withoutProfiles,
    false,
    kProfiles};
constinit const Report kKernelMetrics{
    "kernel_metrics",
    QT_TRANSLATE_NOOP("Reports", "Metrics of Profiled Kernels"),
    QT_TRANSLATE_NOOP("Reports", "Every metric that Nsight Compute measured of each kernel, as its raw page has them."),
    kMetricColumns,
    metricsTable,
    Subject::Profiles,
    withoutProfiles,
    false,
    kProfiles};
constinit const Report kKernelRules{
    "kernel_rules",
    QT_TRANSLATE_NOOP("Reports", "Rules of the Profiler"),
    QT_TRANSLATE_NOOP("Reports", "What the rules of Nsight Compute say of each kernel, as its details page has it."),
    kRuleColumns,
    rulesTable,
    Subject::Profiles,
    withoutProfiles,
    false,
    kProfiles};
constinit const Report kKernelSource{
    "kernel_source",
    QT_TRANSLATE_NOOP("Reports", "Profiled Kernels by Instruction"),
    QT_TRANSLATE_NOOP(
        "Reports",
        "What Nsight Compute measured at each instruction of each kernel, a row a metric; sums by line are those of the source page."),
    kSourceColumns,
    sourceTable,
    Subject::Profiles,
    withoutProfiles,
    false,
    kProfiles};

}  // namespace model::reports
