// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/rules/rule.h"

#include <algorithm>

#include "model/rules/clocks.h"
#include "model/rules/gpu_gaps.h"
#include "model/rules/kernels.h"
#include "model/rules/measurement.h"
#include "model/rules/memory_calls.h"
#include "model/rules/products.h"
#include "model/rules/profiler.h"
#include "model/rules/ranks.h"
#include "model/rules/transfers.h"
#include "model/rules/waiting.h"

namespace model::rules {
namespace {

constexpr const Rule* kRules[]{
    // Asked first.
    &kMeasurement,
    // Those of `nsys analyze`, with its criteria.
    &kMemcpyAsync,
    &kMemcpySync,
    &kMemsetSync,
    &kApiSync,
    &kGpuGaps,
    &kGpuTimeUtil,
    &kDataLoading,
    &kHostBound,
    &kSmallKernels,
    &kNeedlessSync,
    &kPageableCopies,
    &kAllocatorChurn,
    &kExposedCommunication,
    &kSlowRank,
    &kClockThrottling,
    &kKernelOverlap,
    &kFp32Products,
    &kProfilerRules,
};

}  // namespace

std::span<const Rule* const> all() { return kRules; }

const Rule* find(std::string_view key) {
    for (const Rule* r : kRules)
        if (r->table.key == key) return r;
    return nullptr;
}

double gainOf(const Rule& rule, const reports::Table& found) {
    double out = 0;
    for (std::size_t row = 0; rule.estimates() && row < found.rows; ++row) {
        const reports::Cell gain = found.cell(row, 0);
        if (const auto* ns = std::get_if<std::int64_t>(&gain)) out = std::max(out, static_cast<double>(*ns));
        else if (const auto* real = std::get_if<double>(&gain)) out = std::max(out, *real);
    }
    return out;
}

}  // namespace model::rules
