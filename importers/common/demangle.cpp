// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/common/demangle.h"

#include <cxxabi.h>
#include <cstdlib>

namespace importers {

std::string demangled(std::string_view mangled) {
    constexpr std::size_t kLongest = 16 << 10;  // demangling longer names is not worth its time
    if (!mangled.starts_with("_Z") || mangled.size() > kLongest) return std::string(mangled);
    int status = 0;
    char* text = abi::__cxa_demangle(std::string(mangled).c_str(), nullptr, nullptr, &status);
    std::string out = status == 0 && text ? text : std::string(mangled);
    std::free(text);
    return out;
}

}  // namespace importers
