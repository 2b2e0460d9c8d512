// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/remote/connection.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

#include "app/text/json.h"
#include "app/text/terminal.h"
#include "model/base/messages.h"

extern char** environ;

namespace app::remote {
namespace {

using model::Handle;
using std::chrono::seconds;

constexpr seconds kAcceptsWithin{60};
constexpr std::size_t kLongestTextLine = 4096;

struct Pipe {
    Handle read, write;
    bool open() {
        int both[2];
        if (::pipe2(both, O_CLOEXEC) != 0) return false;
        read = Handle(both[0]), write = Handle(both[1]);
        return true;
    }
};

/// Signals of the terminal go to everybody in its foreground: those are for this process, which passes them on.
int spawn(const std::vector<std::string>& words, const Pipe& in, const Pipe& out, const Pipe& err, pid_t& pid) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, in.read.get(), STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, out.write.get(), STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, err.write.get(), STDERR_FILENO);
    ::posix_spawnattr_init(&attributes);
    sigset_t held, usual;
    sigemptyset(&held);
    for (const int s : {SIGINT, SIGQUIT}) sigaddset(&held, s);
    sigemptyset(&usual);
    for (const int s : {SIGPIPE, SIGCHLD}) sigaddset(&usual, s);
    ::posix_spawnattr_setsigmask(&attributes, &held);
    ::posix_spawnattr_setsigdefault(&attributes, &usual);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    std::vector<char*> argv;
    for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    const int error = ::posix_spawnp(&pid, argv[0], &actions, &attributes, argv.data(), environ);
    ::posix_spawnattr_destroy(&attributes);
    ::posix_spawn_file_actions_destroy(&actions);
    return error;
}

/// Waits so long for the end of a child; false where it goes on.
bool endsWithin(pid_t pid, int ms, int& status) {
    const Handle end(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
    pollfd p{end.get(), POLLIN, 0};
    if (end.valid()) ::poll(&p, 1, ms);
    return ::waitpid(pid, &status, WNOHANG) == pid;
}

}  // namespace

tl::unexpected<Failure> refusal(model::Message why) {
    return tl::unexpected(Failure{Failure::Kind::Refused, std::move(why)});
}

Outcome<void> Connection::open(const std::vector<std::string>& command) {
    close();
    Pipe in, out, err;
    if (!in.open() || !out.open() || !err.open()) return refusal(std::strerror(errno));
    if (const int error = spawn(command, in, out, err, m_pid); error != 0) {
        m_pid = 0;
        return refusal({model::MessageCode::WithReason, {command.front(), std::strerror(error)}});
    }
    m_in = std::move(in.write), m_out = std::move(out.read), m_err = std::move(err.read);
    for (const Handle* h : {&m_in, &m_out, &m_err}) ::fcntl(h->get(), F_SETFL, O_NONBLOCK);
    m_text.clear(), m_lastError.clear(), m_frames = {};
    m_poller.serve(m_err.get(), [this] { passOnErrors(); });
    return {};
}

void Connection::close() {
    if (m_pid <= 0) return;
    passOnErrors();
    if (m_err.valid()) m_poller.forget(m_err.get());
    m_in = {}, m_out = {};
    int status = 0;
    // The end of its input is the end of what it runs; only what does not see that is ended.
    for (const int signal : {0, SIGTERM, SIGKILL}) {
        if (signal != 0) ::kill(m_pid, signal);
        if (endsWithin(m_pid, 1000, status)) break;
        if (signal == SIGKILL) ::waitpid(m_pid, &status, 0);
    }
    m_pid = 0;
    m_err = {};
}

void Connection::passOnErrors() {
    char buffer[4096];
    ssize_t n = 0;
    std::string text;
    while ((n = ::read(m_err.get(), buffer, sizeof buffer)) > 0) text.append(buffer, static_cast<std::size_t>(n));
    if (n == 0) m_poller.forget(m_err.get());
    if (text.empty()) return;
    app::print(text, stderr);
    std::fflush(stderr);
    while (text.ends_with('\n') || text.ends_with('\r')) text.pop_back();
    if (const std::size_t line = text.find_last_of('\n'); line != text.npos) text.erase(0, line + 1);
    if (!text.empty()) m_lastError = text.substr(0, kLongestTextLine);
}

/// What ended the connection: the last that the process said of it, or how it ended.
tl::unexpected<Failure> Connection::broken() {
    int status = 0;
    const bool ended = endsWithin(m_pid, 1000, status);
    passOnErrors();
    model::Message why = model::MessageCode::TransportClosed;
    if (!m_lastError.empty()) why = m_lastError;
    else if (ended && WIFSIGNALED(status)) why = {model::MessageCode::TransportKilled, {WTERMSIG(status)}};
    else if (ended && WEXITSTATUS(status) != 0) why = {model::MessageCode::TransportEnded, {WEXITSTATUS(status)}};
    if (ended) {
        m_poller.forget(m_err.get());
        m_pid = 0, m_in = {}, m_out = {}, m_err = {};
    } else close();
    return tl::unexpected(Failure{Failure::Kind::Broken, why});
}

tl::unexpected<Failure> Connection::silent(Poller::Ready ready, Poller::Clock::duration within) const {
    if (ready == Poller::Ready::Stopped)
        return tl::unexpected(Failure{Failure::Kind::Stopped, model::MessageCode::TransportCancelled});
    const auto ns = std::chrono::duration_cast<std::chrono::nanoseconds>(within).count();
    return tl::unexpected(
        Failure{Failure::Kind::Broken,
                {model::MessageCode::TransportSilent, {model::Argument::duration(static_cast<double>(ns))}}});
}

Outcome<void> Connection::send(std::string_view bytes, const Progress& progress) {
    if (!isOpen()) return tl::unexpected(Failure{Failure::Kind::Broken, model::MessageCode::TransportClosed});
    for (std::size_t done = 0; done < bytes.size();) {
        const ssize_t n =
            ::write(m_in.get(), bytes.data() + done, std::min<std::size_t>(bytes.size() - done, 64 << 10));
        if (n > 0) {
            done += static_cast<std::size_t>(n), m_sent += static_cast<std::uint64_t>(n);
            if (progress) progress(done);
            continue;
        }
        if (errno == EINTR) continue;
        if (errno != EAGAIN) return broken();
        const Poller::Ready ready = m_poller.wait(m_in.get(), POLLOUT, Poller::Clock::now() + kAcceptsWithin);
        if (ready != Poller::Ready::Yes) return silent(ready, kAcceptsWithin);
    }
    return {};
}

Outcome<std::string> Connection::receive(Poller::Clock::time_point until) {
    if (!isOpen()) return tl::unexpected(Failure{Failure::Kind::Broken, model::MessageCode::TransportClosed});
    std::string out(64 << 10, '\0');
    for (const auto from = Poller::Clock::now();;) {
        const ssize_t n = ::read(m_out.get(), out.data(), out.size());
        if (n > 0) {
            m_received += static_cast<std::uint64_t>(n);
            out.resize(static_cast<std::size_t>(n));
            return out;
        }
        if (n == 0) return broken();
        if (errno == EINTR) continue;
        if (errno != EAGAIN) return broken();
        const Poller::Ready ready = m_poller.wait(m_out.get(), POLLIN, until);
        if (ready != Poller::Ready::Yes) return silent(ready, Poller::Clock::now() - from);
    }
}

Outcome<std::string> Connection::readLine(seconds within) {
    const auto until = Poller::Clock::now() + within;
    for (;;) {
        const std::size_t end = m_text.find('\n');
        if (end != m_text.npos || m_text.size() >= kLongestTextLine) {
            const std::size_t size = std::min(end, kLongestTextLine);
            std::string line = m_text.substr(0, size);
            m_text.erase(0, size == end ? size + 1 : size);
            return line;
        }
        const auto more = receive(until);
        if (!more) return tl::unexpected(more.error());
        m_text += *more;
    }
}

Outcome<Words> Connection::ask(const Words& request, seconds within) {
    if (const auto sent = send(frameOf(request)); !sent) return tl::unexpected(sent.error());
    m_frames.add(std::exchange(m_text, {}));
    for (;;) {
        if (auto answer = m_frames.next()) {
            if (answer->size() == 2 && answer->front() == "failed") return refusal(messageFromJson((*answer)[1]));
            return std::move(*answer);
        }
        if (m_frames.isBroken()) {
            close();
            return tl::unexpected(Failure{Failure::Kind::Broken, model::MessageCode::TransportGarbage});
        }
        // As long as something comes, the answer is on its way.
        const auto more = receive(Poller::Clock::now() + within);
        if (!more) return tl::unexpected(more.error());
        m_frames.add(*more);
    }
}

}  // namespace app::remote
