// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace collectors {

/// A call that makes a rank of a communicator, or several, has ended. Where a process has several of one, its calls
/// have no number: they come in any order.
void rankWasMade(const void* payload, std::size_t bytes, bool several) noexcept;

/// The number of a call of NCCL among its communicator's, from 1: what ranks have in common about it. It is to be asked
/// for at every call, also while nothing is traced. 0 = no collective, a communicator that the call does not name, or
/// too many of them. `payload` is what the range of the call carries: NCCL puts the communicator first. No locks and no
/// allocations; safe behind a fork.
std::uint64_t numberOfCall(std::string_view range, const void* payload, std::size_t bytes) noexcept;

}  // namespace collectors
