// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/uio.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>

namespace collectors::python {

/// Whether an object or frame can have this address.
constexpr bool isAddress(std::uint64_t at) { return at >= 0x10000 && at < (std::uint64_t{1} << 56) && at % 8 == 0; }

/// Reads as the program does; for memory that stands still.
struct DirectMemory {
    bool bytes(std::uint64_t at, void* to, std::size_t n) const {
        std::memcpy(to, reinterpret_cast<const void*>(at), n);
        return true;
    }
    template <class T>
    bool get(std::uint64_t at, T& to) const {
        return bytes(at, &to, sizeof to);
    }
};

/// Reads through the kernel, which reports unmapped memory; for memory that other threads change and free meanwhile.
/// Uses parts that were read ahead. For one thread.
class SafeMemory {
public:
    explicit SafeMemory(int process) : m_process(process) {}

    bool bytes(std::uint64_t at, void* to, std::size_t n) const {
        if (isAhead(at, n)) return std::memcpy(to, m_ahead + (at - m_begin), n), true;
        const iovec mine{to, n}, theirs{reinterpret_cast<void*>(at), n};
        return ::process_vm_readv(m_process, &mine, 1, &theirs, 1, 0) == static_cast<ssize_t>(n);
    }
    template <class T>
    bool get(std::uint64_t at, T& to) const {
        return bytes(at, &to, sizeof to);
    }
    /// Reads the same number of bytes at several places, one after the other, in one system call. False if one of them
    /// is unmapped.
    bool pieces(std::span<const std::uint64_t> places, void* to, std::size_t each) const {
        constexpr std::size_t kAtOnce = 64;
        for (auto* bytes = static_cast<unsigned char*>(to); !places.empty();
             bytes += kAtOnce * each, places = places.subspan(std::min(places.size(), kAtOnce))) {
            const std::size_t n = std::min(places.size(), kAtOnce);
            iovec theirs[kAtOnce];
            for (std::size_t i = 0; i < n; ++i) theirs[i] = {reinterpret_cast<void*>(places[i]), each};
            const iovec mine{bytes, n * each};
            if (::process_vm_readv(m_process, &mine, 1, theirs, n, 0) != static_cast<ssize_t>(n * each)) return false;
        }
        return true;
    }
    /// Reads `n` bytes ahead, as many as there is room for: later reads see them as they are now.
    void readAhead(std::uint64_t at, std::size_t n) {
        m_size = 0;
        const iovec mine{m_ahead, n < sizeof m_ahead ? n : sizeof m_ahead},
            theirs{reinterpret_cast<void*>(at), mine.iov_len};
        const ssize_t read = ::process_vm_readv(m_process, &mine, 1, &theirs, 1, 0);
        if (read > 0) m_begin = at, m_size = static_cast<std::size_t>(read);
    }
    bool isAhead(std::uint64_t at, std::size_t n) const {
        return at >= m_begin && n <= m_size && at - m_begin <= m_size - n;
    }
    void forgetAhead() { m_size = 0; }

private:
    int m_process;
    std::uint64_t m_begin = 0;
    std::size_t m_size = 0;
    unsigned char m_ahead[16 << 10];
};

}  // namespace collectors::python
