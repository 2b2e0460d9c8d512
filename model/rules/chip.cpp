// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/rules/chip.h"

#include <algorithm>
#include <charconv>

namespace model::rules {

const Entity* deviceEntity(const Snapshot& s, const reports::DeviceId& id) {
    for (const Entity& e : s.info().entities) {
        const bool sameHost = e.key.host == id.host || e.key.host == TrackKey::kNone;
        if (e.type == Entity::Type::Device && e.key.device == id.device && sameHost) return &e;
    }
    return nullptr;
}

std::int64_t numberOf(const Entity& device, std::initializer_list<std::string_view> keys) {
    for (const auto& [key, value] : device.facts) {
        if (std::find(keys.begin(), keys.end(), key) == keys.end()) continue;
        std::int64_t n = 0;
        std::from_chars(value.data(), value.data() + value.size(), n);
        return n;
    }
    return 0;
}

const roofline::ChipPeaks* dataSheetOf(const reports::Request& r, const Entity& device) {
    if (!r.peaks) return nullptr;
    const std::int64_t sms = numberOf(device, {"numSms", "smCount", "multiprocessor_count", "SM Count"});
    const std::int64_t memory = numberOf(device, {"totalGlobalMem", "totalMemory", "total_memory"});
    return r.peaks->find(device.name, sms, static_cast<double>(memory));
}

}  // namespace model::rules
