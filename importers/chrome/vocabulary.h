// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

#include "model/store/track.h"

namespace importers::chrome {

/// The meaning of a category of PyTorch's profiler (Kineto): the row for its events.
struct Category {
    std::string_view name;  ///< in lower case
    model::TrackKind track;
    model::EventKind kind;
    bool onStream;  ///< pid is a device and tid a stream
    std::string_view platform =
        {};  ///< the platform of the devices, if no other platform has that category (model/base/platforms.h)
};
/// The category of that name, current or old, ignoring case; nullptr for those of other programs.
const Category* category(std::string_view name);

/// Intel's unitrace has calls of Level Zero and OpenCL among operators: zeMemAllocDevice, clFinish.
bool isDriverCall(std::string_view name);
/// It names a command of the GPU after the call that made it. Its category; empty for a kernel.
std::string_view categoryOfCommand(std::string_view name);
/// Whether events of that category may be ranges of record_function as well as operators: up to 1.11, PyTorch's
/// profiler had one category for both.
bool mayBeRange(std::string_view category);
/// Whether such an event is a range, by its name ("ProfilerStep#3", "Optimizer.step#SGD.step", "forward pass").
/// Operators have a namespace. Autograd's additions are numbered, or named after their forward operator.
bool isRangeName(std::string_view name);

/// The role of an argument; all others are kept under their own names.
enum class ArgRole : std::uint8_t {
    Plain,
    Correlation,    ///< of a call and the GPU work it launched
    ExternalId,     ///< of the operator that caused the event
    RunningNumber,  ///< different for each event
    Device,
    Context,
    Stream,
    Grid,
    Block,  ///< three numbers
    Registers,
    CallStack,  ///< texts with semicolons, innermost first
    Finished,   ///< false for operators that were still running at the end
    Sequence,   ///< autograd's numbers: not a range that somebody named
};
struct ArgName {
    std::string_view key;
    ArgRole role;
    std::string_view stored;  ///< the name in the store; empty = its own
};
/// All arguments with a role.
inline constexpr ArgName kArgNames[] = {
    {"correlation", ArgRole::Correlation, {}},
    {"External id", ArgRole::ExternalId, {}},
    {"external id", ArgRole::ExternalId, "External id"},
    {"Ev Idx", ArgRole::RunningNumber, {}},
    {"Profiler Event Index", ArgRole::RunningNumber, {}},
    {"Python id", ArgRole::RunningNumber, {}},
    {"Addr", ArgRole::RunningNumber, {}},
    {"device", ArgRole::Device, {}},
    {"context", ArgRole::Context, {}},
    {"stream", ArgRole::Stream, {}},
    {"grid", ArgRole::Grid, {}},
    {"block", ArgRole::Block, {}},
    {"registers per thread", ArgRole::Registers, "registersPerThread"},
    {"Call stack", ArgRole::CallStack, {}},
    {"finished", ArgRole::Finished, {}},
    {"Sequence number", ArgRole::Sequence, {}},
};

/// Kinds of memory (kMemoryKinds) in the name of a copy or memset: "Memcpy HtoD (Pageable -> Device)", "Memset
/// (Device)". -1 if the name has none; a memset has only `to`.
struct MemoryKinds {
    std::int64_t from = -1, to = -1;
};
MemoryKinds memoryKindsIn(std::string_view name);

/// ARGB of a reserved colour name of the format, or 0.
std::uint32_t reservedColour(std::string_view name);

}  // namespace importers::chrome
