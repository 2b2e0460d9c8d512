// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>

namespace app::remote {

/// Where this process waits: for one descriptor at a time, so that requests and answers read one after the other, while
/// it serves others (signals, a control socket).
class Poller {
public:
    using Clock = std::chrono::steady_clock;
    enum class Ready : std::uint8_t {
        Yes,
        TimeOver,
        Stopped,  ///< by stop()
    };

    /// Calls `handle` whenever the descriptor can be read, while this waits. It must not wait itself.
    void serve(int fd, std::function<void()> handle) { m_served[fd] = std::move(handle); }
    void forget(int fd) { m_served.erase(fd); }

    /// Waits until `events` (POLLIN, POLLOUT) of a descriptor, or for the time alone where it is -1.
    Ready wait(int fd, short events, Clock::time_point until);

    /// Whoever waits, or does next, gives up.
    void stop() { m_stopped = true; }
    bool isStopped() const { return m_stopped; }
    void goOn() { m_stopped = false; }

private:
    std::map<int, std::function<void()>> m_served;
    bool m_stopped = false;
};

}  // namespace app::remote
