// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/remote/poller.h"

#include <poll.h>
#include <algorithm>
#include <cerrno>
#include <vector>

namespace app::remote {

Poller::Ready Poller::wait(int fd, short events, Clock::time_point until) {
    constexpr std::int64_t kLongest = 3'600'000;  // ms
    while (!m_stopped) {
        std::vector<pollfd> all{{fd, events, 0}};
        for (const auto& [served, handle] : m_served) all.push_back({served, POLLIN, 0});
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
        const int count = ::poll(all.data(), all.size(), static_cast<int>(std::clamp<std::int64_t>(left, 0, kLongest)));
        if (count < 0 && errno != EINTR) return Ready::TimeOver;
        if (count < 0) continue;
        for (std::size_t i = 1; i < all.size(); ++i) {
            // One handler may forget the descriptor of another.
            const auto at = all[i].revents ? m_served.find(all[i].fd) : m_served.end();
            if (at == m_served.end()) continue;
            const std::function<void()> handle = at->second;
            handle();
        }
        if (m_stopped) break;
        if (all[0].revents) return Ready::Yes;
        if (left <= 0) return Ready::TimeOver;
    }
    return Ready::Stopped;
}

}  // namespace app::remote
