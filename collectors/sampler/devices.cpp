// SPDX-License-Identifier: Apache-2.0
#include "collectors/sampler/devices.h"

#include <algorithm>
#include <map>
#include <mutex>

#include "collectors/process/spool_writer.h"

namespace collectors {

std::uint32_t deviceNumber(std::uint32_t index, const Uuid& uuid, std::string_view name, std::uint64_t memoryBytes) {
    static std::mutex mutex;
    static std::map<std::uint32_t, Uuid> known;
    const std::lock_guard guard(mutex);
    for (const auto& [number, of] : known)
        if (of == uuid && uuid != Uuid{}) return number;
    // CUDA and NVML count for themselves: CUDA_VISIBLE_DEVICES and CUDA_DEVICE_ORDER are nothing to NVML.
    const std::uint32_t number = known.contains(index) ? known.rbegin()->first + 1 : index;
    known[number] = uuid;
    spool::Device device{};
    device.number = number;
    device.name = spoolWriter().string(name);
    device.memory = memoryBytes;
    std::copy(uuid.begin(), uuid.end(), device.uuid);
    spoolWriter().write(spool::Block::Devices, &device, 1);
    return number;
}

Uuid uuidOf(std::string_view text) {
    Uuid out{};
    std::size_t digits = 0;
    if (text.starts_with("GPU-") || text.starts_with("MIG-")) text.remove_prefix(4);
    for (const char c : text) {
        if (c == '-') continue;
        const int value = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
        if (value < 0 || digits >= 32) return {};
        out[digits / 2] = static_cast<unsigned char>(out[digits / 2] << 4 | value);
        ++digits;
    }
    return digits == 32 ? out : Uuid{};
}

}  // namespace collectors
