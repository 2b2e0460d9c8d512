// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace collectors::calls {

/// Number of stack words that hold arguments of a function of osrt_functions.inc, besides six registers. A test
/// compares it with the functions' parameters.
constexpr std::size_t osrtWords(std::string_view symbol) {
    return symbol == "getnameinfo" || symbol == "__recvfrom_chk" ? 1 : 0;
}

}  // namespace collectors::calls
