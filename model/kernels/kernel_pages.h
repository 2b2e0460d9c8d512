// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/store/event_store.h"

namespace model {

// Pages of a profiled kernel as rows, shared by tables of statistics and SQL.

/// Unit of a metric as the report states it, else by its name; empty = a bare number or unknown.
std::string_view metricUnit(const Snapshot& snapshot, const MetricList::Entry& metric);

/// The section in which the profiler shows each metric of one kernel.
class MetricSections {
public:
    explicit MetricSections(const KernelProfile& profile);
    /// The title of the first section with the metric; 0 = none.
    StringId titleOf(StringId metric) const;

private:
    std::unordered_map<StringId, StringId> m_titles;
};

/// A remark of one of the profiler's rules about a kernel.
struct KernelRemark {
    const ProfileRule* rule = nullptr;
    const ProfileRule::Item* item = nullptr;
    /// Whether it estimates a speed-up.
    bool promises() const { return item->speedup != ProfileRule::Speedup::None; }
    /// Whether it is information only.
    bool onlyTells() const {
        return !promises() && (item->kind == ProfileRule::Kind::None || item->kind == ProfileRule::Kind::Information);
    }
    /// Its own heading, else that of the rule.
    StringId title() const { return item->title ? item->title : rule->title ? rule->title : rule->id; }
};
/// In the order of the report.
std::vector<KernelRemark> remarksOf(const KernelProfile& profile);
/// By the estimated speed-up, of equals that of the whole kernel before that of a part of it; then errors, warnings and
/// the rest, in the report's order.
std::vector<KernelRemark> remarksByGain(const KernelProfile& profile);
/// "information", "warning", "error", "optimization"; empty = it has no kind.
std::string_view remarkKind(ProfileRule::Kind kind);
/// "kernel": of the whole; "part"; empty = it estimates nothing.
std::string_view speedupScope(ProfileRule::Speedup speedup);

/// A value that was measured at an instruction.
struct InstructionValue {
    std::uint64_t offset = 0;  ///< bytes from the start of the function
    const ProfileFunction* function = nullptr;
    std::string_view text;  ///< the instruction, if known; lives as long as the store
    StringId metric = 0;
    double value = 0;
};
/// By instruction in the order of the code, then by metric. Values that were not measured have no row.
std::vector<InstructionValue> instructionValues(const Snapshot& snapshot, ProfileId profile);

}  // namespace model
