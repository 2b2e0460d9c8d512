// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/rules/rule.h"

#include <algorithm>
#include <array>

#include "model/rules/kernels.h"
#include "model/rules/memory_calls.h"
#include "model/rules/ranks.h"
#include "model/rules/starvation.h"
#include "model/rules/transfers.h"
#include "model/rules/waiting.h"

namespace model::rules {
namespace {

/// Rules are about when things happened.
template <class... R>
std::array<Rule, sizeof...(R)> aboutTimes(const R&... rules) {
    std::array<Rule, sizeof...(R)> out{rules...};
    for (Rule& r : out) r.table.needsTimes = true;
    return out;
}

// First those of `nsys analyze`, with its criteria.
const auto kRules = aboutTimes(
    kMemcpyAsync, kMemcpySync, kMemsetSync, kApiSync, kGpuGaps, kGpuTimeUtil,
    kDataLoading, kHostBound, kSmallKernels, kNeedlessSync, kPageableCopies, kAllocatorChurn, kExposedCommunication, kSlowRank, kClockThrottling, kKernelOverlap);

}  // namespace

std::span<const Rule> all() { return kRules; }

const Rule* find(std::string_view key) {
    for (const Rule& r : kRules)
        if (r.table.key == key) return &r;
    return nullptr;
}

double gainOf(const Rule& rule, const reports::Table& found) {
    double out = 0;
    for (std::size_t row = 0; !rule.formula.empty() && row < found.rows; ++row) {
        const reports::Cell gain = found.cell(row, 0);
        if (const auto* ns = std::get_if<std::int64_t>(&gain)) out = std::max(out, static_cast<double>(*ns));
        else if (const auto* real = std::get_if<double>(&gain)) out = std::max(out, *real);
    }
    return out;
}

}  // namespace model::rules
