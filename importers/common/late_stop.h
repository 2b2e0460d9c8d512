// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

namespace importers {

/// A stop that follows another one after a delay. Costs nothing without a stop to follow.
class LateStop {
public:
    LateStop(const std::stop_token& first, std::chrono::milliseconds later) {
        if (!first.stop_possible()) return;
        m_thread = std::jthread([this, first, later](const std::stop_token& over) {
            std::mutex mutex;
            std::condition_variable_any wake;
            const std::stop_callback atEnd(over, [&] {
                std::lock_guard woken(mutex);
                wake.notify_all();
            });
            std::unique_lock lock(mutex);
            wake.wait(lock, first, [&] { return over.stop_requested(); });
            wake.wait_for(lock, later, [&] { return over.stop_requested(); });
            m_late.request_stop();
        });
    }
    std::stop_token token() const { return m_late.get_token(); }

private:
    std::stop_source m_late;
    std::jthread m_thread;  // last member: ends before the others are destroyed
};

}  // namespace importers
