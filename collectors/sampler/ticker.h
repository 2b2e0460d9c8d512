// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace collectors {

/// A thread that repeats one action until it is stopped. A round that takes longer than the period delays the next
/// ones; missed rounds are not made up for.
class Ticker {
public:
    ~Ticker() { stop(); }
    void start(std::chrono::nanoseconds period, std::function<void()> round) {
        stop();
        m_stop = false;
        m_thread = std::thread([this, period, round = std::move(round)] {
            auto next = std::chrono::steady_clock::now();
            for (std::unique_lock lock(m_mutex); !m_stop;) {
                lock.unlock();
                round();
                const auto now = std::chrono::steady_clock::now();
                next = now > next + period ? now + period : next + period;
                lock.lock();
                m_wake.wait_until(lock, next, [this] { return m_stop; });
            }
        });
    }
    /// Waits for the current round.
    void stop() {
        {
            const std::lock_guard guard(m_mutex);
            m_stop = true;
        }
        m_wake.notify_all();
        if (m_thread.joinable()) m_thread.join();
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_wake;
    bool m_stop = true;
    std::thread m_thread;
};

}  // namespace collectors
