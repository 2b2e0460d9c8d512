// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <unistd.h>
#include <utility>

namespace model {

/// A file descriptor that closes itself.
class Handle {
public:
    Handle() = default;
    explicit Handle(int fd) : m_fd(fd) {}
    Handle(Handle&& o) noexcept : m_fd(o.release()) {}
    Handle& operator=(Handle&& o) noexcept {
        std::swap(m_fd, o.m_fd);
        return *this;
    }
    ~Handle() {
        if (m_fd >= 0) ::close(m_fd);
    }
    int get() const { return m_fd; }
    bool valid() const { return m_fd >= 0; }
    /// The caller closes it from now on.
    int release() { return std::exchange(m_fd, -1); }

private:
    int m_fd = -1;
};

}  // namespace model
