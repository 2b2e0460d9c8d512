// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>

#include "collectors/process/raw_syscall.h"

namespace collectors {

/// A descriptor inside of another program's process. Programs close descriptors that are not theirs and open others
/// under the number: before each use we check that it still is the same file. It lies high, out of the way.
class OwnFd {
public:
    /// Becomes the owner of the descriptor.
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
    /// The same file, opened again after get() found that it was gone. False where it is another one; then it is
    /// closed.
    bool adoptAgain(int fd) {
        struct stat s {};
        if (::fstat(fd, &s) == 0 && s.st_dev == m_device && s.st_ino == m_inode) return adopt(fd), true;
        ::close(fd);
        return false;
    }
    bool isOpen() const { return m_fd.load(std::memory_order_acquire) >= 0; }
    /// The descriptor, or -1 when there is none, or it is another file's by now: then it is forgotten and not closed.
    int get() {
        const int fd = m_fd.load(std::memory_order_acquire);
        if (fd < 0) return -1;
        struct stat s {};
        const long failed = rawSyscall(SYS_fstat, fd, reinterpret_cast<long>(&s));
        if (failed == 0 && s.st_dev == m_device && s.st_ino == m_inode) return fd;
        m_fd = -1;
        return -1;
    }
    /// Not by the C library: each page of code that a forked child needs anew makes forks slower.
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
