// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/signalfd.h>
#include <csignal>
#include <functional>
#include <utility>

#include "app/cli/remote/poller.h"
#include "model/base/handle.h"

namespace app::remote {

/// Signals that people send come as numbers while a poller waits, as long as this lives. `typed` at the terminal: all
/// processes in its foreground have it.
class Signals {
public:
    Signals(Poller& poller, std::function<void(int, bool typed)> handle) : m_poller(poller) {
        sigemptyset(&m_passed);
        for (const int s : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2}) sigaddset(&m_passed, s);
        ::sigprocmask(SIG_BLOCK, &m_passed, &m_before);
        std::signal(SIGPIPE, SIG_IGN);  // output that nobody reads, and connections that break, are no end
        m_signals = model::Handle(::signalfd(-1, &m_passed, SFD_CLOEXEC | SFD_NONBLOCK));
        m_poller.serve(m_signals.get(), [this, handle = std::move(handle)] {
            signalfd_siginfo info{};
            while (::read(m_signals.get(), &info, sizeof info) == sizeof info)
                handle(static_cast<int>(info.ssi_signo), info.ssi_code == SI_KERNEL);
        });
    }
    ~Signals() {
        m_poller.forget(m_signals.get());
        ::sigprocmask(SIG_SETMASK, &m_before, nullptr);
    }
    Signals(const Signals&) = delete;
    Signals& operator=(const Signals&) = delete;

private:
    Poller& m_poller;
    sigset_t m_passed{}, m_before{};
    model::Handle m_signals;
};

}  // namespace app::remote
