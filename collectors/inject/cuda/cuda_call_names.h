// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace collectors {

// What a CUDA call does, by CUPTI's name for it ("cudaLaunchKernel_v7000", "cuMemAlloc_v2").

/// The kind of a call, as the option for stacks (--cudabacktrace) distinguishes calls.
enum class CallKind : std::uint8_t { Kernel, Memory, Sync, Other };
inline constexpr std::size_t kCallKinds = 4;
CallKind kindOfCall(std::string_view name);

/// Whether a call is recorded unless all are requested. Queries are not that take less time than recording them.
bool isWorthRecording(std::string_view name);

/// Whether a call gets the stack of Python: launches, copies, sets and waits.
bool hasPythonStack(std::string_view name);

}  // namespace collectors
