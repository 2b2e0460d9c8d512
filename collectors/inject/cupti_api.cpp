// SPDX-License-Identifier: Apache-2.0
#include "collectors/inject/cupti_api.h"

#include <dlfcn.h>

#include <array>
#include <cstdlib>

namespace collectors {

CuptiApi& cupti() {
    static auto* one = new CuptiApi;
    return *one;
}

bool CuptiApi::load() {
    static constexpr std::array kNames{"libcupti.so.13", "libcupti.so.12", "libcupti.so.11.8", "libcupti.so"};
    static constexpr std::array kFolders{"/usr/local/cuda/lib64/", "/usr/local/cuda/extras/CUPTI/lib64/"};
    void* library = nullptr;
    if (const char* own = std::getenv("SIGHTLINE_CUPTI"); own && *own) library = ::dlopen(own, RTLD_NOW | RTLD_LOCAL);
    for (const char* name : kNames)
        if (!library) library = ::dlopen(name, RTLD_NOW | RTLD_NOLOAD);
    for (const char* name : kNames)
        if (!library) library = ::dlopen(name, RTLD_NOW | RTLD_LOCAL);
    for (const char* folder : kFolders)
        for (const char* name : kNames)
            if (!library) library = ::dlopen((std::string(folder) + name).c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        path = "libcupti was not found beside the program, in the system, or in /usr/local/cuda";
        return false;
    }
#define F(name) name = reinterpret_cast<decltype(name)>(::dlsym(library, #name));
    SIGHTLINE_CUPTI_FUNCTIONS(F)
#undef F
    Dl_info where{};
    if (cuptiGetVersion && ::dladdr(reinterpret_cast<void*>(cuptiGetVersion), &where) && where.dli_fname) path = where.dli_fname;
    if (!cuptiGetVersion || !cuptiSubscribe || !cuptiActivityEnable || !cuptiActivityRegisterCallbacks || !cuptiActivityGetNextRecord || !cuptiActivityFlushAll) {
        path += " lacks functions of CUPTI";
        return false;
    }
    cuptiGetVersion(&version);
    return true;
}

const char* CuptiApi::text(CUptiResult result) const {
    const char* out = nullptr;
    if (cuptiGetResultString) cuptiGetResultString(result, &out);
    return out ? out : "unknown error";
}

}  // namespace collectors
