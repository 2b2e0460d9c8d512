// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cstdlib>
#include <span>

#include "model/roofline/roofline.h"

namespace model::roofline {
namespace {

/// What a report calls the number of multiprocessors, and the bytes of a device's memory.
constexpr std::string_view kSmFacts[] = {"numSms", "multiprocessor_count", "SM Count", "smCount", "numMultiprocessors"};
constexpr std::string_view kMemoryFacts[] = {"totalGlobalMem", "total_memory", "global_memory_size", "Total Memory",
                                             "totalMemory"};

double factOf(const Entity& e, std::span<const std::string_view> keys) {
    for (const auto& [key, value] : e.facts)
        if (std::find(keys.begin(), keys.end(), key) != keys.end()) return std::strtod(value.c_str(), nullptr);
    return 0;
}

/// ROCm counts agents where its list counts GPUs: where all GPUs of a host are alike, it is one of them.
const Entity* deviceOf(const Snapshot& s, std::int64_t host, std::int64_t device) {
    const Entity* any = nullptr;
    bool alike = true;
    for (const Entity& e : s.info().entities) {
        if (e.type != Entity::Type::Device || e.key.host != host) continue;
        if (e.key.device == device) return &e;
        alike &= !any || any->name == e.name;
        any = &e;
    }
    return alike ? any : nullptr;
}

}  // namespace

Chip chipOf(const reports::Request& r, std::int64_t host, std::int64_t device) {
    Chip chip;
    double memory = 0;
    if (const Entity* e = deviceOf(r.report, host, device)) {
        chip.name = e->name;
        chip.sms = static_cast<std::int64_t>(std::clamp(factOf(*e, kSmFacts), 0.0, 1e6));
        memory = factOf(*e, kMemoryFacts);
    }
    if (r.peaks) chip.peaks = r.peaks->find(chip.name, chip.sms, memory);
    return chip;
}

}  // namespace model::roofline
