// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace collectors {

/// Opens libcupti: the one that this process has loaded, or the one that the system finds. Null if there is none; then
/// this sentence explains it.
void* openCupti();
inline constexpr const char* kNoCupti =
    "libcupti was not found beside the program, in the system, or in /usr/local/cuda";

}  // namespace collectors
