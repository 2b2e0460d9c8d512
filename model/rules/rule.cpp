// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/rules/rule.h"

#include <array>

#include "model/rules/memory_calls.h"
#include "model/rules/starvation.h"

namespace model::rules {
namespace {

const std::array kRules{kMemcpyAsync, kMemcpySync, kMemsetSync, kApiSync, kGpuGaps, kGpuTimeUtil};

}  // namespace

std::span<const Rule> all() { return kRules; }

const Rule* find(std::string_view key) {
    for (const Rule& r : kRules)
        if (r.table.key == key) return &r;
    return nullptr;
}

}  // namespace model::rules
