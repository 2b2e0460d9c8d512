// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace collectors {

/// The end of a file as memory: what is put there is in the file at once, and stays there whatever becomes of the
/// process. A forked child has no part in it. Not for several threads.
class SpoolTail {
public:
    /// Room for `bytes` at the end, which is at `end`; the file grows ahead of that, by zeros. Null and errno where the
    /// disk is full, or where this file system cannot promise room (EOPNOTSUPP).
    unsigned char* room(int file, std::uint64_t end, std::size_t bytes);
    /// The same where the memory is there already; else null.
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
