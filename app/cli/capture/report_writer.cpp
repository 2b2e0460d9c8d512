// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/capture/report_writer.h"

#include <unistd.h>
#include <cstdio>
#include <ctime>

namespace app::capture {

bool ReportWriter::start(const sigset_t& held, const std::function<bool()>& write) {
    std::fflush(nullptr);
    m_pid = ::fork();
    if (m_pid < 0) {
        m_pid = 0;
        return false;
    }
    if (m_pid > 0) {
        ::setpgid(m_pid, m_pid);  // Ctrl+C is for the program, which goes on
        return true;
    }
    // What was typed while it still was in the foreground was for the program.
    ::setpgid(0, 0);
    const timespec noWait{0, 0};
    while (::sigtimedwait(&held, nullptr, &noWait) > 0) {}
    const bool fine = write();
    std::fflush(nullptr);
    ::_exit(fine ? 0 : 1);
}

}  // namespace app::capture
