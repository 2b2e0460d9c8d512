// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

#include "model/query/query.h"

namespace model {

// PyTorch numbers the operators of a forward pass; the autograd thread runs the backward operator of each under the
// same number. NVTX ranges have it in their names ("aten::mm, seq = 42", "MmBackward0, seq = 42, op_id = 7"), operators
// of its own profiler as arguments ("Sequence number", "Fwd thread id").

/// The number in the name of a range, or nothing.
std::optional<std::int64_t> sequenceNumberIn(std::string_view name);

/// The name without the numbers and shapes behind it: "aten::mm, seq = 42, op_id = 3" is "aten::mm".
std::string_view operatorNameIn(std::string_view name);

/// Whether that is what a backward operator is called: "autograd::engine::evaluate_function: …", "MmBackward0", or a
/// range with a "stashed seq".
bool isBackwardName(std::string_view name);

/// A backward operator and the forward operator that it is of.
struct BackwardLink {
    EventRef backward, forward;
    bool operator==(const BackwardLink&) const = default;
};

/// All backward operators whose forward operator the report holds, by row and then by time. Of operators with one
/// number the one that began last before the backward one made it: those before it only stand around, or had read the
/// number earlier. Numbers count in each thread for itself; where several threads of a process run forward passes, the
/// last one to use the number counts. O(n log n) in the events with numbers.
std::vector<BackwardLink> backwardLinks(const Snapshot& s, std::stop_token stop = {});

}  // namespace model
