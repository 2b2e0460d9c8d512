// SPDX-License-Identifier: Apache-2.0
#include "collectors/cupti/cupti_library.h"

#include <dlfcn.h>

#include <array>
#include <cstdlib>
#include <string>

namespace collectors {

void* openCupti() {
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
    return library;
}

}  // namespace collectors
