// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace collectors {

/// A call has ended that makes one rank of a communicator, or several. If a process has several ranks of one
/// communicator, its calls have no number, because they come in any order.
void rankWasMade(const void* payload, std::size_t bytes, bool several) noexcept;

/// The number of an NCCL call within its communicator, from 1. It is what ranks have in common about the call. Must be
/// called for every call, also while nothing is traced. 0 = no collective, a communicator that the call does not name,
/// or too many of them. `payload`: that of the call's range, in which NCCL puts the communicator first. No locks and no
/// allocations; safe after a fork.
std::uint64_t numberOfCall(std::string_view range, const void* payload, std::size_t bytes) noexcept;

}  // namespace collectors
