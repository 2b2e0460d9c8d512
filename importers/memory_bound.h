// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace importers {

/// What the system would still give this process, in bytes: the least of what is free on the machine, in its control
/// group and below its own limit of addresses. UINT64_MAX where nobody says.
std::uint64_t freeMemory();

/// What reading may take: a small file that is packed well can hold more rows than there is memory for. Rows take up to
/// twice as much again while they are put into lanes, so reading ends at a third of what is free.
class MemoryBound {
public:
    /// Counts from now on. `most` bytes; 0 = a third of what is free now.
    explicit MemoryBound(std::uint64_t most = 0);

    /// Whether the process has grown by more than it may.
    bool isReached() const;

private:
    std::uint64_t m_most, m_before;
};

}  // namespace importers
