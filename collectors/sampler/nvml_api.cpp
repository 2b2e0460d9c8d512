// SPDX-License-Identifier: Apache-2.0
#include "collectors/sampler/nvml_api.h"

#include <dlfcn.h>

namespace collectors {

Phrase NvmlApi::load() {
    void* library = ::dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) return Phrase::NoNvml;
    const auto find = [library](auto& function, const char* name) {
        function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(::dlsym(library, name));
    };
#define F(name) find(name, #name)
    F(nvmlInit_v2);
    F(nvmlDeviceGetCount_v2);
    F(nvmlDeviceGetHandleByIndex_v2);
    F(nvmlDeviceGetName);
    F(nvmlDeviceGetUUID);
    F(nvmlDeviceGetTemperature);
    F(nvmlDeviceGetPowerUsage);
    F(nvmlDeviceGetClockInfo);
    F(nvmlDeviceGetUtilizationRates);
    F(nvmlDeviceGetMemoryInfo);
    F(nvmlDeviceGetCurrentClocksEventReasons);
#undef F
    if (!nvmlDeviceGetCurrentClocksEventReasons)
        find(nvmlDeviceGetCurrentClocksEventReasons, "nvmlDeviceGetCurrentClocksThrottleReasons");
    if (!nvmlInit_v2 || !nvmlDeviceGetCount_v2 || !nvmlDeviceGetHandleByIndex_v2 || !nvmlDeviceGetUUID ||
        !nvmlDeviceGetName)
        return Phrase::NvmlLacksFunctions;
    const int result = nvmlInit_v2();
    return result == 0 ? Phrase() : Phrase(Phrase::NvmlDidNotStart, result);
}

}  // namespace collectors
