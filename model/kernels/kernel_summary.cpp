// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/kernels/kernel_summary.h"

#include <algorithm>
#include <cmath>

namespace model {
namespace {

/// The first of several metrics that is a number and a per cent: a page of CSV has the label "Memory Throughput" for
/// bytes per second, too.
double percentOf(const Snapshot& s, const KernelProfile& p, std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names) {
        const auto at = p.list->find(s.store().strings().find(name));
        if (!at || !p.value(*at).isNumber()) continue;
        const StringId unit = p.list->entries[*at].unit;
        if ((unit ? s.text(unit) : metricUnit(name)) == "%") return p.value(*at).number();
    }
    return KernelSummary::kNone;
}

}  // namespace

double ProfileValues::number(std::initializer_list<std::string_view> names) const {
    for (const std::string_view name : names)
        if (const double v = number(name); !std::isnan(v)) return v;
    return KernelSummary::kNone;
}

std::uint64_t volumeOf(const std::array<std::uint32_t, 3>& e) {
    if (e[0] == 0) return 0;
    const std::uint64_t plane = std::uint64_t{e[0]} * std::max(e[1], 1u), depth = std::max(e[2], 1u);
    return plane > UINT64_MAX / depth ? UINT64_MAX : plane * depth;
}

KernelSummary summaryOf(const Snapshot& s, ProfileId id) {
    const KernelProfile& p = s.kernelProfiles().at(id);
    const ProfileValues values(s, p);
    KernelSummary out;
    out.profile = id;
    out.ns = values.number({"gpu__time_duration.sum", "gpu__time_duration.avg", "gpu__time_duration.max", "Duration",
                            "Wavefront Runtime Stats: Kernel Time, Avg"});
    out.compute = percentOf(
        s, p,
        {"sm__throughput.avg.pct_of_peak_sustained_elapsed", "Compute (SM) Throughput", "Compute (SM) [%]", "SOL SM"});
    out.memory = percentOf(s, p,
                           {"gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed", "Memory Throughput",
                            "Memory [%]", "SOL Memory"});
    out.registers =
        values.number({"launch__registers_per_thread", "Registers Per Thread", "Wavefront Launch Stats: VGPRs, Avg"});
    out.cycles = values.number({"gpc__cycles_elapsed.max", "sm__cycles_elapsed.max", "Elapsed Cycles",
                                "Wavefront Runtime Stats: Kernel Time (Cycles), Avg"});
    for (const ProfileRule& rule : p.rules)
        for (const ProfileRule::Item& item : rule.items)
            if (item.speedup == ProfileRule::Speedup::Global && !(item.percent <= out.speedup)) {
                out.speedup = item.percent;
                out.rule = &rule;
            }
    return out;
}

std::vector<KernelSummary> kernelSummaries(const Snapshot& s) {
    std::vector<KernelSummary> out;
    for (std::size_t i = 0; i < s.profileCount(); ++i) out.push_back(summaryOf(s, static_cast<ProfileId>(i)));
    return out;
}

}  // namespace model
