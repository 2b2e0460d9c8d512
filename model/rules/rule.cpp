// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/rules/rule.h"

#include <algorithm>
#include <array>

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

/// Most rules are about when things happened.
Rule aboutTimes(Rule rule) {
    rule.table.needsTimes = true;
    return rule;
}

const std::array kRules{// Asked first.
                        aboutTimes(kMeasurement),
                        // Those of `nsys analyze`, with its criteria.
                        aboutTimes(kMemcpyAsync), aboutTimes(kMemcpySync), aboutTimes(kMemsetSync),
                        aboutTimes(kApiSync), aboutTimes(kGpuGaps), aboutTimes(kGpuTimeUtil), aboutTimes(kDataLoading),
                        aboutTimes(kHostBound), aboutTimes(kSmallKernels), aboutTimes(kNeedlessSync),
                        aboutTimes(kPageableCopies), aboutTimes(kAllocatorChurn), aboutTimes(kExposedCommunication),
                        aboutTimes(kSlowRank), aboutTimes(kClockThrottling), aboutTimes(kKernelOverlap),
                        aboutTimes(kFp32Products), kProfilerRules};

}  // namespace

std::span<const Rule> all() { return kRules; }

const Rule* find(std::string_view key) {
    for (const Rule& r : kRules)
        if (r.table.key == key) return &r;
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
