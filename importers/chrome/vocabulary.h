// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

#include "model/store/track.h"

namespace importers::chrome {

/// What a category of PyTorch's profiler (Kineto) means: the row that its events go to.
struct Category {
    std::string_view name;  ///< in lower case
    model::TrackKind track;
    model::EventKind kind;
    bool onStream;  ///< pid is a device and tid a stream
    std::string_view platform =
        {};  ///< whose devices they are, where nobody else has that category (model/base/platforms.h)
};
/// The category of that name, current or old, without regard to case; nullptr for those of other programs.
const Category* category(std::string_view name);

/// Whether events of that category may be ranges of record_function as well as operators: until 1.11 PyTorch's profiler
/// had one category for both.
bool mayBeRange(std::string_view category);
/// Whether such an event is a range, by its name ("ProfilerStep#3", "Optimizer.step#SGD.step", "forward pass"):
/// operators have a namespace, what autograd adds is numbered or called after what it is the backward of.
bool isRangeName(std::string_view name);

/// What an argument means to us; everything else is kept under its own name.
enum class ArgRole : std::uint8_t {
    Plain,
    Correlation,    ///< of a call and the GPU work it launched
    ExternalId,     ///< of the operator that caused it
    RunningNumber,  ///< different for each event
    Device,
    Context,
    Stream,
    Grid,
    Block,  ///< three numbers
    Registers,
    CallStack,  ///< texts with semicolons, innermost first
    Finished,   ///< false for operators that were still running at the end
    Sequence,   ///< numbers what autograd knows: no range that somebody named
};
struct ArgName {
    std::string_view key;
    ArgRole role;
    std::string_view stored;  ///< name under which it is kept; empty = its own
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

/// Kinds of memory (kMemoryKinds) that the name of a copy or memset tells: "Memcpy HtoD (Pageable -> Device)", "Memset
/// (Device)". -1 where it tells none; of a memset only `to`.
struct MemoryKinds {
    std::int64_t from = -1, to = -1;
};
MemoryKinds memoryKindsIn(std::string_view name);

/// ARGB of a reserved colour name of the format, or 0.
std::uint32_t reservedColour(std::string_view name);

}  // namespace importers::chrome
