// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/rules/rule.h"

#include <array>

#include "model/rules/kernels.h"
#include "model/rules/memory_calls.h"
#include "model/rules/ranks.h"
#include "model/rules/starvation.h"
#include "model/rules/transfers.h"
#include "model/rules/waiting.h"

namespace model::rules {
namespace {

// First those of `nsys analyze`, with its criteria.
const std::array kRules{
    kMemcpyAsync, kMemcpySync, kMemsetSync, kApiSync, kGpuGaps, kGpuTimeUtil,
    kDataLoading, kHostBound, kSmallKernels, kNeedlessSync, kPageableCopies, kAllocatorChurn, kExposedCommunication, kSlowRank, kClockThrottling, kKernelOverlap,
};

}  // namespace

std::span<const Rule> all() { return kRules; }

const Rule* find(std::string_view key) {
    for (const Rule& r : kRules)
        if (r.table.key == key) return &r;
    return nullptr;
}

}  // namespace model::rules
