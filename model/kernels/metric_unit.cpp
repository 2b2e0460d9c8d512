// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include "model/store/kernel_profiles.h"

namespace model {
namespace {

struct Rule {
    std::string_view part;  ///< of the counter's name
    std::string_view unit;
};

/// Units of counters whose name says so nowhere else.
constexpr Rule kLaunch[] = {
    {"launch__registers_per_thread", "register"},
    {"launch__shared_mem_", "byte"},
    {"launch__persisting_l2_cache", "byte"},
    {"launch__block_dim", "thread"},
    {"launch__block_size", "thread"},
    {"launch__grid_dim", "block"},
    {"launch__grid_size", "block"},
    {"launch__occupancy_limit", "block"},
    {"launch__thread_count", "thread"},
    {"launch__sm_count", "SM"},
    {"launch__cluster_max_active", "cluster"},
};

/// The first part that a counter's name holds gives its unit.
constexpr Rule kQuantities[] = {
    {"_bytes", "byte"},           {"sectors", "sector"},         {"requests", "request"}, {"cycles", "cycle"},
    {"inst_executed", "inst"},    {"inst_issued", "inst"},       {"warps", "warp"},       {"ctas", "block"},
    {"branch_targets", "branch"}, {"writeback_active", "cycle"},
};

struct Rate {
    std::string_view quantity, perSecond, perCycle;
};
constexpr Rate kRates[] = {
    {"byte", "byte/s", "byte/cycle"},          {"sector", "sector/s", "sector/cycle"},
    {"request", "request/s", "request/cycle"}, {"cycle", "Hz", ""},
    {"inst", "inst/s", "inst/cycle"},          {"warp", "warp/s", "warp"},
    {"block", "block/s", "block/cycle"},       {"branch", "branch/s", "branch/cycle"},
};

std::string_view quantityOf(std::string_view counter) {
    for (const Rule& r : kQuantities)
        if (counter.find(r.part) != std::string_view::npos) return r.unit;
    return {};
}

}  // namespace

std::string_view metricUnit(std::string_view name) {
    if (name.find(':') != std::string_view::npos) return {};  // "breakdown:…": a list of names
    // Sampled metrics have the name of their pass before them: "TPC.TriageCompute.sm__cycles_active.avg".
    if (const auto triage = name.find("Triage"); triage != std::string_view::npos)
        if (const auto dot = name.find('.', triage); dot != std::string_view::npos) name.remove_prefix(dot + 1);
    const auto dot = std::min(name.find('.'), name.size());
    const std::string_view counter = name.substr(0, dot), rest = name.substr(dot);
    const std::string_view last = rest.empty() ? rest : rest.substr(rest.rfind('.') + 1);
    if (rest.find("pct") != std::string_view::npos || counter.find("_pct") != std::string_view::npos) return "%";
    if (counter.find("time_duration") != std::string_view::npos || counter.ends_with("interval_time")) return "ns";
    for (const Rule& r : kLaunch)
        if (counter.starts_with(r.part)) return r.unit;
    if (counter.starts_with("device__") || counter.starts_with("launch__")) return {};
    if (last == "ratio" || last == "max_rate")
        return counter.find("bytes_per_sector") != std::string_view::npos ? "byte/sector" : "";
    if (counter.find("per_inst") != std::string_view::npos || counter.find("per_opcode") != std::string_view::npos)
        return {};
    const std::string_view quantity = quantityOf(counter);
    const bool perSecond = last == "per_second", perCycle = last.starts_with("per_cycle") || last == "peak_sustained";
    if (!perSecond && !perCycle) return quantity;
    for (const Rate& r : kRates)
        if (r.quantity == quantity) return perSecond ? r.perSecond : r.perCycle;
    return {};
}

}  // namespace model
