// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include <sys/types.h>

#include "model/base/handle.h"

namespace app::capture {

using model::Handle;

/// A socket that is listened to at a path; what was there before goes. Invalid and errno set where that fails.
Handle listenAt(const std::filesystem::path& path);
/// Whether words may be sent to whoever has the other end: this user, or root.
bool isTrustedPeer(int socket);
/// Never waits: invalid and EAGAIN where somebody listens who has not answered any of the last callers, EPERM where
/// another account listens.
Handle connectTo(const std::filesystem::path& path);
/// The next one who calls, if he is this user or root: others are turned away. `peer` = his process, 0 where it lies in
/// a container that this one cannot see into. Invalid where nobody waits, and errno set.
Handle acceptFrom(const Handle& listener, pid_t& peer);

/// A connection that carries lines.
class LineSocket {
public:
    LineSocket() = default;
    explicit LineSocket(Handle handle) : m_handle(std::move(handle)) {}
    int fd() const { return m_handle.get(); }
    bool open() const { return m_handle.valid(); }
    void close() { m_handle = Handle(); }

    /// Reads what is there without waiting; false when the other side is gone, or sends what cannot be a line.
    bool receive();
    /// The next whole line, without its end. False when there is none.
    bool next(std::string& line);
    /// Waits for a line, so many ms at most (-1 = for ever). False when the other side is gone, or the time is over:
    /// `open()` tells which.
    bool wait(std::string& line, int atMost = -1);
    /// Never waits: a reader who lets its line fill up loses the connection.
    void send(std::string_view line);

private:
    static constexpr std::size_t kLongestLine = 1u << 20;
    Handle m_handle;
    std::string m_pending;
};

}  // namespace app::capture
