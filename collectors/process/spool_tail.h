// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace collectors {

/// The end of a file, mapped as memory. Data put there is in the file at once, and stays there however the process
/// ends. A forked child does not share it. For one thread at a time.
class SpoolTail {
public:
    /// Room for `bytes` at the end of the file, which is at `end`. The file grows ahead of it, with zeros. Null and
    /// errno if the disk is full, or if this file system cannot reserve room (EOPNOTSUPP).
    unsigned char* room(int file, std::uint64_t end, std::size_t bytes);
    /// The same if that memory is mapped already; otherwise null.
    unsigned char* there(std::uint64_t end, std::size_t bytes) const {
        return m_memory && end + bytes <= m_begin + m_bytes ? m_memory + (end - m_begin) : nullptr;
    }
    void close();

private:
    static constexpr std::size_t kAhead = 256 << 10;
    unsigned char* m_memory = nullptr;
    std::uint64_t m_begin = 0;  // in the file
    std::size_t m_bytes = 0;
};

}  // namespace collectors
