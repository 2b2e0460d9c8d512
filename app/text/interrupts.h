// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <pthread.h>
#include <csignal>
#include <ctime>
#include <stop_token>
#include <thread>

namespace app {

/// Turns Ctrl+C into a request to stop, so that nothing half written is left. To be made before any other thread.
class Interrupts {
public:
    Interrupts() {
        sigemptyset(&m_signals);
        sigaddset(&m_signals, SIGINT);
        sigaddset(&m_signals, SIGTERM);
        sigaddset(&m_signals, SIGHUP);  // the terminal was closed
        std::signal(SIGXFSZ, SIG_IGN);  // a file that gets too large fails like a full disk
        pthread_sigmask(SIG_BLOCK, &m_signals, &m_before);
        m_thread = std::jthread([this](const std::stop_token& done) {
            const timespec often{0, 50'000'000};
            while (!done.stop_requested())
                if (sigtimedwait(&m_signals, nullptr, &often) > 0) m_stop.request_stop();
        });
    }
    ~Interrupts() {
        m_thread = {};
        pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
    }
    /// Asked to stop once one came.
    std::stop_token token() const { return m_stop.get_token(); }

private:
    sigset_t m_signals{}, m_before{};
    std::stop_source m_stop;
    std::jthread m_thread;
};

}  // namespace app
