// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace collectors::calls {

/// Words of the stack in which a function of osrt_functions.inc has arguments, beside six registers. A test compares it
/// with what they take.
constexpr std::size_t osrtWords(std::string_view symbol) {
    return symbol == "getnameinfo" || symbol == "__recvfrom_chk" ? 1 : 0;
}

}  // namespace collectors::calls
