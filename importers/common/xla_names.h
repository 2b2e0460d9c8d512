// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "model/store/event_store.h"

namespace importers::xla {

// Names and texts of XLA's profiler, in XSpaces and in the trace events that its tools make of them.

/// Adds the arguments in the description of a launch, a copy, a fill or an allocation, "regs:32 grid:96,1,1
/// block:128,1,1 occ_pct:100" or "kind_src:device kind_dst:pinned size:4096", under the names that other reports have
/// for them. Values that are unknown to the writer are left out.
void addDetails(std::string_view text, model::EventStore& store, std::vector<model::Arg>& to);

/// The number behind a beginning: 118 of "Stream #118(Compute)" after "Stream #", 0 of "/device:GPU:0" after
/// "/device:GPU:". Nothing if the text does not begin so, or if it goes on with another word.
std::optional<std::int64_t> numberAfter(std::string_view text, std::string_view beginning);

/// CUPTI's number of a copy by its name in XSpaces ("MemcpyD2H"): 0 for a copy of unknown kind, -1 for what is no copy.
int copyKindOf(std::string_view name);

/// What a piece of GPU work is.
struct Work {
    model::TrackKind row;
    model::EventKind kind;
};
/// Which descriptions it has beside its name.
struct Described {
    bool launch = false, copy = false, fill = false, allocation = false, graph = false;
};
Work workOf(std::string_view name, Described by);

/// Whether the name is that of a call of CUDA's or HIP's programming interface.
bool isApiName(std::string_view name);

/// Whether the name is that of an operator of TensorFlow, "model/dense/MatMul:MatMul": its place in the graph and its
/// type.
bool isTensorFlowOp(std::string_view name);

/// The collective that an instruction of XLA is ("all-reduce.3", "all-gather-start"); empty for any other.
std::string_view hloCollective(std::string_view instruction);

}  // namespace importers::xla
