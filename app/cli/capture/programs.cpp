// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/capture/programs.h"

#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace app::capture {

bool Guest::runs() const {
    pollfd p{end.get(), POLLIN, 0};
    return end.valid() && ::poll(&p, 1, 0) == 0;
}

Guest Guest::calledBy(pid_t client, pid_t number) {
    const pid_t pid = childCalled(client, number);
    return {pid, pid > 0 ? model::Handle(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0))) : model::Handle()};
}

void Programs::noteEnd(pid_t pid, int status) {
    std::erase(m_strangers, pid);
    m_own.noteEnd(pid, status);
}

bool Programs::nothingLeft(bool childrenLeft, bool all, const std::vector<pid_t>& others) {
    const bool none = !childrenLeft || ((!others.empty() || !m_strangers.empty()) && children(others).empty());
    const bool waited = runsOwn() && (all ? none : m_own.ended());
    if (waited) m_ownChildren = false;
    return waited;
}

std::vector<pid_t> Programs::children(const std::vector<pid_t>& others) const {
    std::vector<pid_t> except = m_strangers;
    except.insert(except.end(), others.begin(), others.end());
    return descendants(except);
}

void Programs::forgetEnded() {
    std::erase_if(m_guests, [](const Guest& g) { return !g.runs(); });
}

}  // namespace app::capture
