// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/workload/events.h"

namespace model::rules {

/// Reads what is known of a copy or memset. PyTorch's profiler writes the kinds of memory into the name.
struct CopyFacts {
    reports::ArgReader source, target, memory, copy, bytes;
    explicit CopyFacts(const Snapshot& s)
        : source(s, "srcKind"), target(s, "dstKind"), memory(s, "memKind"), copy(s, "copyKind"), bytes(s, "bytes") {}

    // As CUPTI numbers them.
    static constexpr std::int64_t kPageable = 0, kPinned = 1, kManaged = 4;
    static constexpr std::int64_t kHostToDevice = 1, kDeviceToHost = 2, kDeviceToDevice = 8;

    bool touchesPageable(ArgsId args, std::string_view name) const {
        return source.number(args) == kPageable || target.number(args) == kPageable ||
               name.find("Pageable") != name.npos;
    }
    bool touchesPinned(ArgsId args, std::string_view name) const {
        return source.number(args) == kPinned || target.number(args) == kPinned || name.find("Pinned") != name.npos;
    }
    bool is(std::int64_t kind, std::string_view word, ArgsId args, std::string_view name) const {
        constexpr std::string_view kHip[] = {"HostToDevice", "DeviceToHost", "DeviceToDevice"},
                                   kRocprof[] = {"HOST_TO_DEVICE", "DEVICE_TO_HOST", "DEVICE_TO_DEVICE"};
        const std::size_t i = kind == kHostToDevice ? 0 : kind == kDeviceToHost ? 1 : 2;
        return copy.number(args) == kind || name.find(word) != name.npos || name.find(kHip[i]) != name.npos ||
               name.find(kRocprof[i]) != name.npos;
    }
};

/// Whether a memory operation is a copy, not a memset: "Memcpy HtoD", "CopyHostToDevice" of HIP,
/// "MEMORY_COPY_HOST_TO_DEVICE" of rocprofv3, the runtime's own kernel that copies.
inline bool isCopy(std::string_view name) {
    return name.find("emcpy") != name.npos || name.starts_with("Copy") || name.starts_with("MEMORY_COPY") ||
           name.find("copyBuffer") != name.npos;
}

/// Whether it is a memset: "Memset", "FillBuffer" of HIP, the runtime's own kernel that fills.
inline bool isMemset(std::string_view name) {
    return name.find("emset") != name.npos || name.find("illBuffer") != name.npos;
}

}  // namespace model::rules
