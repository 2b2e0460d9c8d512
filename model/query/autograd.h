// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

#include "model/query/query.h"

namespace model {

// PyTorch numbers the operators of a forward pass. The autograd thread runs the backward operator of each under the
// same number. In NVTX ranges it is part of the name ("aten::mm, seq = 42", "MmBackward0, seq = 42, op_id = 7"). In
// operators of PyTorch's profiler it is an argument ("Sequence number", "Fwd thread id").

/// The number in the name of a range, or nothing.
std::optional<std::int64_t> sequenceNumberIn(std::string_view name);

/// The name without the numbers and shapes after it: "aten::mm, seq = 42, op_id = 3" is "aten::mm".
std::string_view operatorNameIn(std::string_view name);

/// Whether a backward operator has such a name: "autograd::engine::evaluate_function: …", "MmBackward0", or a range
/// with a "stashed seq".
bool isBackwardName(std::string_view name);

/// A backward operator and its forward operator.
struct BackwardLink {
    EventRef backward, forward;
    bool operator==(const BackwardLink&) const = default;
};

/// All backward operators whose forward operator is in the report, by row and then by time. Of several operators with
/// one number, the one counts that began last before the backward one. Earlier ones only surround it, or had read the
/// number before. Each thread counts its own numbers. If several threads of a process run forward passes, the last one
/// to use the number counts. O(n log n) in the events with numbers.
std::vector<BackwardLink> backwardLinks(const Snapshot& s, std::stop_token stop = {});

}  // namespace model
