// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>

#include "collectors/process/raw_syscall.h"

namespace collectors {

/// A descriptor of ours in another program's process. Programs close descriptors that are not theirs, and open others
/// under the same number. So we check before each use that it is still the same file. It has a high number, out of the
/// way.
class OwnFd {
public:
    /// Takes ownership of the descriptor.
    void adopt(int fd) {
        constexpr int kHigh = 700;
        struct stat s {
        }, low{};
        ::fstat(fd, &s);
        if (const int high = ::fcntl(fd, F_DUPFD_CLOEXEC, kHigh); high >= 0) {
            if (::fstat(fd, &low) == 0 && low.st_dev == s.st_dev && low.st_ino == s.st_ino) ::close(fd);
            fd = high;
        }
        m_device = s.st_dev;
        m_inode = s.st_ino;
        m_fd.store(fd, std::memory_order_release);
    }
    /// Adopts the same file, opened again after get() found it gone. False if it is another file; then it is closed.
    bool adoptAgain(int fd) {
        struct stat s {};
        if (::fstat(fd, &s) == 0 && s.st_dev == m_device && s.st_ino == m_inode) return adopt(fd), true;
        ::close(fd);
        return false;
    }
    bool isOpen() const { return m_fd.load(std::memory_order_acquire) >= 0; }
    /// The descriptor, or -1 if there is none. Also -1 if the number has become another file's: then it is forgotten,
    /// but not closed.
    int get() {
        const int fd = m_fd.load(std::memory_order_acquire);
        if (fd < 0) return -1;
        struct stat s {};
        const long failed = rawSyscall(SYS_fstat, fd, reinterpret_cast<long>(&s));
        if (failed == 0 && s.st_dev == m_device && s.st_ino == m_inode) return fd;
        m_fd = -1;
        return -1;
    }
    /// Closes without the C library: each page of code that a forked child has to map anew makes forks slower.
    void close() {
        if (const int fd = get(); fd >= 0) rawSyscall(SYS_close, fd);
        m_fd = -1;
    }

private:
    std::atomic<int> m_fd{-1};
    dev_t m_device = 0;
    ino_t m_inode = 0;
};

}  // namespace collectors
