// SPDX-License-Identifier: GPL-3.0-or-later
// Which programs a session has: its own, and guests that `sightline launch` runs in it. It lasts until all of them
// have ended, and signals its own alone.
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <algorithm>

#include <fmt/format.h>

#include "app/cli/capture/run.h"
#include "app/cli/capture/session.h"

namespace app::capture {
namespace {

constexpr std::int64_t kSayWaitingAfter = 2'000'000'000;

}  // namespace

bool Session::Guest::runs() const {
    pollfd p{end.get(), POLLIN, 0};
    return end.valid() && ::poll(&p, 1, 0) == 0;
}

bool Session::runsProgram() const {
    const bool brought = std::any_of(m_clients.begin(), m_clients.end(), [](const Client& c) { return c.brings; });
    return runsOwn() || brought || !m_guests.empty();
}

/// A client has started his program. In a container it has another number there than here.
void Session::guestCame(Client& client, pid_t number) {
    const pid_t pid = childCalled(client.pid, number);
    client.brings = m_ranProgram = true;
    client.guest = {pid, pid > 0 ? Handle(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0))) : Handle()};
    m_guestPid = pid > 0 ? pid : number;
    client.awaitsAttached = (pid > 0 && attach(pid)) || awaitsSampler();
}

/// Whoever runs a program here says when it has ended. One who leaves without that was killed, and his program goes on.
void Session::clientsLeft() {
    for (Client& c : m_clients)
        if (!c.line.open() && c.brings && c.guest.runs()) m_guests.push_back(std::move(c.guest));
    std::erase_if(m_clients, [](const Client& c) { return !c.line.open(); });
    std::erase_if(m_guests, [](const Guest& g) { return !g.runs(); });
}

/// Those that this process can see.
std::vector<pid_t> Session::guests() const {
    std::vector<pid_t> out;
    for (const Client& c : m_clients)
        if (c.guest.pid > 0) out.push_back(c.guest.pid);
    for (const Guest& g : m_guests) out.push_back(g.pid);
    return out;
}

/// That a process ended may be known before what it said.
void Session::hearLast() {
    acceptProcesses();
    for (Process& p : m_processes) hear(p);
}

/// The session's own program has ended, and also what it left where runsOwn() says no.
void Session::ownProgramEnded() {
    hearLast();
    if (m_phase == Phase::Killing && !runsOwn()) return over();
    m_due[Due::SayWaiting] = monotonicNow() + kSayWaitingAfter;
}

/// Asked once in each round, so that of a program that ends and another one that comes both are known.
void Session::lookForEndOfPrograms() {
    if (!m_ranProgram || runsProgram()) return;
    m_ranProgram = false;
    programsEnded();
}

void Session::programsEnded() {
    hearLast();
    if (m_phase != Phase::Running) return;
    const bool goesOn = !m_options.stopOnExit && (m_capturing || m_due.contains(Due::Begin));
    if (!goesOn) endAll();
}

/// The program has ended and others go on: whoever looks at the terminal should know why nothing happens.
void Session::sayWaiting() const {
    if (m_phase != Phase::Running || !m_target.ended()) return;
    const std::string left = runsOwn() ? namesOf(children()) : std::string(), others = namesOf(guests());
    if (!left.empty())
        say(fmt::format("The program has ended; its children go on and are waited for ({}). "
                        "--wait=primary does not wait; Ctrl+C ends them.",
                        left),
            kFine);
    else if (!runsOwn() && runsProgram())
        say(fmt::format("The program has ended; the session goes on with what sightline launch runs in it{}. "
                        "Ctrl+C ends the session alone.",
                        others.empty() ? "" : " (" + others + ')'),
            kFine);
}

}  // namespace app::capture
