// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace collectors {

// What calls of CUDA are, by the names that CUPTI has for them ("cudaLaunchKernel_v7000", "cuMemAlloc_v2").

/// What a call is about, as the options for its stack (--cudabacktrace) tell calls apart.
enum class CallKind : std::uint8_t { Kernel, Memory, Sync, Other };
inline constexpr std::size_t kCallKinds = 4;
CallKind kindOfCall(std::string_view name);

/// Whether a call has a record where not all are asked for: not those that only ask something and take less time than
/// it takes to note them.
bool isWorthRecording(std::string_view name);

/// Launches, copies, sets and waits: those that have the stack of Python.
bool hasPythonStack(std::string_view name);

}  // namespace collectors
