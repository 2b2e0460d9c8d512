// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collectors/protocol/phrase.h"

namespace collectors {

/// The part of NVML that we use; NVML comes with the driver. Declared here after its documentation
/// (docs.nvidia.com/deploy/nvml-api), because no package of our build has its header.
struct NvmlApi {
    using Device = void*;
    struct Utilization {
        unsigned gpu, memory;  ///< per cent
    };
    struct Memory {
        unsigned long long total, free, used;  ///< bytes
    };
    enum Clock : int { GraphicsClock = 0, SmClock = 1, MemoryClock = 2 };
    enum Reason : unsigned long long {  // why clocks are below their maximum
        Idle = 0x1,
        ApplicationClocks = 0x2,
        PowerCap = 0x4,
        HardwareSlowdown = 0x8,
        SyncBoost = 0x10,
        SoftwareThermal = 0x20,
        HardwareThermal = 0x40,
        PowerBrake = 0x80,
        DisplayClock = 0x100
    };

    int (*nvmlInit_v2)() = nullptr;
    int (*nvmlDeviceGetCount_v2)(unsigned*) = nullptr;
    int (*nvmlDeviceGetHandleByIndex_v2)(unsigned, Device*) = nullptr;
    int (*nvmlDeviceGetName)(Device, char*, unsigned) = nullptr;
    int (*nvmlDeviceGetUUID)(Device, char*, unsigned) = nullptr;
    int (*nvmlDeviceGetTemperature)(Device, int sensor, unsigned* celsius) = nullptr;
    int (*nvmlDeviceGetPowerUsage)(Device, unsigned* milliwatts) = nullptr;
    int (*nvmlDeviceGetClockInfo)(Device, int clock, unsigned* megahertz) = nullptr;
    int (*nvmlDeviceGetUtilizationRates)(Device, Utilization*) = nullptr;
    int (*nvmlDeviceGetMemoryInfo)(Device, Memory*) = nullptr;
    int (*nvmlDeviceGetCurrentClocksEventReasons)(Device, unsigned long long*) =
        nullptr;  ///< in older drivers: …ThrottleReasons

    /// Loads and initializes the library. Returns the reason if that fails.
    Phrase load();
};

}  // namespace collectors
