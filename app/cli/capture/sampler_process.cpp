// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/capture/sampler_process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cstdlib>
#include <ctime>

#include "app/cli/capture/steady_clock.h"
#include "app/cli/capture/target.h"
#include "model/base/messages.h"

namespace app::capture {
namespace {

constexpr std::int64_t kEndsWithin = 10 * kSecond;

/// In the child.
[[noreturn]] void becomeSampler(const std::string& program, const std::string& folder) {
    // Keys are for the program, also one that is pending here.
    for (const int s : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) ::signal(s, SIG_IGN);
    ::setpgid(0, 0);
    sigset_t none;
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    const int nowhere = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nowhere, fd);
    ::setenv("SIGHTLINE_SESSION", folder.c_str(), 1);
    ::execl(program.c_str(), program.c_str(), nullptr);
    ::_exit(127);
}

}  // namespace

void SamplerProcess::start(const std::filesystem::path& session) {
    if (runs()) return;
    const std::string program = samplerProgram().string();
    if (program.empty()) {
        m_missing = {model::MessageCode::FileOfSightlineMissing, {model::Argument::file("sightline-sampler")}};
        return;
    }
    m_pid = ::fork();
    if (m_pid == 0) becomeSampler(program, session.string());
    if (m_pid < 0) m_pid = 0, m_missing = model::MessageCode::ProcessNotStarted;
}

void SamplerProcess::noteEnd(bool early) {
    m_pid = 0;
    if (early) m_missing = model::MessageCode::ProcessEnded;
}

void SamplerProcess::noteSilence() { m_missing = model::MessageCode::NoAnswerInTime; }

void SamplerProcess::end() {
    if (!runs()) return;
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    for (const std::int64_t until = monotonicNow() + kEndsWithin; ::waitpid(m_pid, nullptr, WNOHANG) == 0;) {
        const std::int64_t left = until - monotonicNow();
        if (left <= 0) {
            ::kill(m_pid, SIGKILL);
            ::waitpid(m_pid, nullptr, 0);
            break;
        }
        const timespec timeout{left / kSecond, left % kSecond};
        ::sigtimedwait(&child, nullptr, &timeout);
    }
    m_pid = 0;
}

}  // namespace app::capture
