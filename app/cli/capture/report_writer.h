// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <csignal>
#include <functional>

#include <sys/types.h>

namespace app::capture {

/// The process that writes reports: the session goes on meanwhile, and answers.
class ReportWriter {
public:
    /// Does the work in a process of its own, which ends with whether it went well. `held`: signals that are blocked
    /// here; they stay so in the writer until it looks for them itself, so that none ends it without a word. False
    /// where there can be no process, and errno set.
    bool start(const sigset_t& held, const std::function<bool()>& write);
    void ended() { m_pid = 0; }
    bool runs() const { return m_pid != 0; }
    pid_t pid() const { return m_pid; }  ///< 0 = none
    /// Somebody wants it to end.
    void interrupt() const {
        if (runs()) ::kill(m_pid, SIGTERM);
    }

private:
    pid_t m_pid = 0;
};

}  // namespace app::capture
