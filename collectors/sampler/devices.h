// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace collectors {

using Uuid = std::array<unsigned char, 16>;

/// The number of a GPU in this spool; writes once which GPU it is. It is the caller's own `index`, unless another GPU
/// has that. Any thread.
std::uint32_t deviceNumber(std::uint32_t index, const Uuid& uuid, std::string_view name, std::uint64_t memoryBytes);

/// "GPU-8b3c…" as bytes; zeros for any other text.
Uuid uuidOf(std::string_view text);

}  // namespace collectors
