// SPDX-License-Identifier: GPL-3.0-or-later
// The program that looks from outside: at processors, GPUs, the machine. It is a process of the session like those of
// the program, but nobody waits for its end.
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <ctime>

#include <fmt/format.h>

#include "app/cli/capture/session.h"

namespace app::capture {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kSamplerWithin = 10 * kSecond;  // setting GPU counters up takes about one

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

/// Where one is wanted and there is none. It calls the session when it is ready.
void Session::startSampler() {
    if (m_sampler != 0 || !m_options.collect.needsSampler()) return;
    const std::string program = samplerProgram().string();
    if (program.empty()) {
        m_noSampler = "sightline-sampler is neither beside this program nor in ../lib/sightline";
        return;
    }
    m_sampler = ::fork();
    if (m_sampler == 0) becomeSampler(program, m_folder.string());
    if (m_sampler < 0) m_sampler = 0, m_noSampler = "its process could not be started";
}

Session::Process* Session::sampler() {
    const auto at = std::find_if(m_processes.begin(), m_processes.end(),
                                 [this](const Process& p) { return m_sampler != 0 && p.pid == m_sampler && p.joined; });
    return at == m_processes.end() ? nullptr : &*at;
}

/// Looks at a program from now on; false where nobody does.
bool Session::attach(pid_t program) {
    Process* const process = sampler();
    if (!process) return false;
    ++process->attaches;
    process->line.send(fmt::format("attach {}\n", program));
    return true;
}

void Session::attached() {
    m_due.erase(Due::Sampler);
    for (Client& c : m_clients) {
        if (!c.awaitsAttached) continue;
        c.awaitsAttached = false;
        if (!c.awaitsStart) c.line.send("done\n");
    }
}

/// Whether one was started that has not called yet, and looks at a program then which runs already, or waits to. That
/// is waited for, but not for ever.
bool Session::awaitsSampler() {
    if (m_sampler == 0 || sampler() || programPid() <= 0) return false;
    m_due[Due::Sampler] = monotonicNow() + kSamplerWithin;
    return true;
}

/// Goes on with everything else meanwhile. Not from within poll().
void Session::waitForSampler(const std::function<bool()>& done) {
    m_due[Due::Sampler] = monotonicNow() + kSamplerWithin;
    while (m_due.contains(Due::Sampler) && !done()) poll();
    if (!done()) m_noSampler = "it did not answer within ten seconds";
    m_due.erase(Due::Sampler);
}

void Session::samplerEnded() {
    m_sampler = 0;
    if (m_phase != Phase::Over) m_noSampler = "its process ended";
    attached();
    noteFacts();
}

/// Its connection is closed: it writes what it holds and ends.
void Session::endSampler() {
    if (m_sampler == 0) return;
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    for (const std::int64_t until = monotonicNow() + kSamplerWithin; ::waitpid(m_sampler, nullptr, WNOHANG) == 0;) {
        const std::int64_t left = until - monotonicNow();
        if (left <= 0) {
            ::kill(m_sampler, SIGKILL);
            ::waitpid(m_sampler, nullptr, 0);
            break;
        }
        const timespec timeout{left / kSecond, left % kSecond};
        ::sigtimedwait(&child, nullptr, &timeout);
    }
    m_sampler = 0;
}

}  // namespace app::capture
