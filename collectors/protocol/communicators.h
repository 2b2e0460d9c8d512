// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <iterator>
#include <string_view>

namespace collectors {

/// Whether a range of NCCL says what a communicator is: its name is that of a call that makes one. Collectors keep such
/// ranges whenever they come, because most do before a capture begins; readers take communicators from them.
inline bool makesCommunicator(std::string_view range) {
    constexpr std::string_view kMakers[] = {"ncclCommInit", "ncclCommSplit", "ncclCommShrink", "ncclCommGrow"};
    return std::any_of(std::begin(kMakers), std::end(kMakers),
                       [range](std::string_view maker) { return range.starts_with(maker); });
}

}  // namespace collectors
