// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/reports/profiles.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "model/kernel_match.h"
#include "model/kernel_summary.h"
#include "model/reports/summary.h"
#include "model/translate_noop.h"

namespace model::reports {
namespace {

Cell number(double v) {
    if (std::isfinite(v)) return v;
    return {};
}
Cell whole(double v) {
    if (std::isfinite(v) && std::abs(v) < 9e18) return static_cast<std::int64_t>(std::llround(v));
    return {};
}
Cell extent(const std::array<std::uint32_t, 3>& e) {
    if (e[0] == 0) return {};
    return "(" + std::to_string(e[0]) + ", " + std::to_string(e[1]) + ", " + std::to_string(e[2]) + ")";
}

struct Row {
    KernelSummary summary;
    EventRef event;
};

StringId nameOf(const KernelProfile& p, KernelNames names) {
    if (names == KernelNames::Base && p.function) return p.function;
    return names == KernelNames::Mangled && p.mangled ? p.mangled : p.name;
}

Cell cellOf(const Snapshot& s, KernelNames names, const KernelSummary& k, std::size_t column) {
    const KernelProfile& p = s.kernelProfiles().at(k.profile);
    switch (column) {
    case 0: return static_cast<std::int64_t>(k.profile);
    case 1: return number(k.speedup);
    case 2: return whole(k.ns);
    case 3: return whole(k.gainNs());
    case 4: return number(k.compute);
    case 5: return number(k.memory);
    case 6: return whole(k.registers);
    case 7: return extent(p.grid);
    case 8: return extent(p.block);
    case 9: return whole(k.cycles);
    case 10: return std::string(s.text(nameOf(p, names)));
    case 11: return k.rule ? Cell(std::string(s.text(k.rule->title ? k.rule->title : k.rule->id))) : Cell();
    default: return {};
    }
}

Table table(const Request& r) {
    auto rows = std::make_shared<std::vector<Row>>();
    const Snapshot& s = r.report;
    for (LaneId l = 0; l < s.laneCount() && s.profileCount() > 0; ++l) {
        const LaneView lane = s.lane(l);
        if (lane.lane->kind() != EventKind::Kernel) continue;
        for (std::uint32_t row = 0; row < lane.rows; ++row) {
            const Event e = eventAt(s, {l, row});
            const bool isWanted = e.start < r.range.end && (e.end > r.range.begin || e.start >= r.range.begin);
            if (const auto profile = isWanted ? profileOf(s, {l, row}) : std::nullopt) rows->push_back({summaryOf(s, *profile), {l, row}});
        }
    }
    std::stable_sort(rows->begin(), rows->end(), [](const Row& a, const Row& b) { return a.summary.profile < b.summary.profile; });
    Table out;
    out.rows = rows->size();
    out.cell = [rows, &s, names = r.names](std::size_t row, std::size_t column) { return cellOf(s, names, (*rows)[row].summary, column); };
    out.evidence = [rows, &s](std::size_t row) { return evidenceOf(s, {(*rows)[row].event}); };
    if (out.rows == 0) out.why = QT_TRANSLATE_NOOP("Reports", "The report holds no metrics of kernels in that time; Nsight Compute measures them: “ncu --set full -o NAME PROGRAM”.");
    return out;
}

constexpr ColumnInfo kColumns[] = {
    {QT_TRANSLATE_NOOP("Reports", "ID"), Unit::Count, QT_TRANSLATE_NOOP("Reports", "Place in the report, from 0")},
    {QT_TRANSLATE_NOOP("Reports", "Est. Speedup (%)"), Unit::Percent, QT_TRANSLATE_NOOP("Reports", "Greatest share of the duration that one rule of the profiler thinks can be saved; estimates for a part of the kernel do not count")},
    {QT_TRANSLATE_NOOP("Reports", "Duration (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "On the device, as the profiler measured it")},
    {QT_TRANSLATE_NOOP("Reports", "Runtime Improvement (ns)"), Unit::Ns, QT_TRANSLATE_NOOP("Reports", "Duration × estimated speed-up: where work pays most")},
    {QT_TRANSLATE_NOOP("Reports", "Compute (%)"), Unit::Percent, QT_TRANSLATE_NOOP("Reports", "Throughput of the multiprocessors, of what they could do")},
    {QT_TRANSLATE_NOOP("Reports", "Memory (%)"), Unit::Percent, QT_TRANSLATE_NOOP("Reports", "Throughput of the memory system, of what it could do")},
    {QT_TRANSLATE_NOOP("Reports", "Registers"), Unit::Count, QT_TRANSLATE_NOOP("Reports", "Of a thread")},
    {QT_TRANSLATE_NOOP("Reports", "Grid"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Blocks of the launch")},
    {QT_TRANSLATE_NOOP("Reports", "Block"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Threads of a block")},
    {QT_TRANSLATE_NOOP("Reports", "Cycles"), Unit::Count, QT_TRANSLATE_NOOP("Reports", "Elapsed cycles of the multiprocessors")},
    {QT_TRANSLATE_NOOP("Reports", "Name"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Kernel")},
    {QT_TRANSLATE_NOOP("Reports", "Rule"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "The rule that estimates the speed-up")},
};

}  // namespace

const Report kKernelProfiles{"kernel_profiles", QT_TRANSLATE_NOOP("Reports", "Profiled Kernels"),
                             QT_TRANSLATE_NOOP("Reports", "What Nsight Compute measured of each kernel, a line a launch."), kColumns, table};

}  // namespace model::reports
