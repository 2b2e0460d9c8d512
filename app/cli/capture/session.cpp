// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/capture/session.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>

#include "app/cli/capture/environment.h"
#include "app/cli/capture/option_values.h"
#include "app/cli/capture/output_name.h"
#include "app/cli/capture/run.h"
#include "importers/capture/nothing_seen.h"
#include "importers/capture/traced_kinds.h"
#include "model/base/messages.h"
#include "model/base/time_units.h"
#include "model/store/wall_clock.h"

#include "sightline_version.h"

namespace app::capture {
namespace {

constexpr std::int64_t kSamplerWithin = 10 * kSecond;  // setting GPU counters up takes about one
constexpr std::int64_t kSayWaitingAfter = 2 * kSecond;
constexpr std::int64_t kLookAtMost = 16 * kSecond;
constexpr std::int64_t kComesBackWithin = 2 * kSecond;  // a process that has closed its descriptors
constexpr std::size_t kMostSeen = 10'000;
constexpr int kInterrupted = 128 + SIGINT;  // as shells have it

/// "trigger start TIME": when the process says that it was; never later than now.
std::int64_t timeIn(std::string_view line) {
    return std::min<std::int64_t>(std::strtoll(std::string(line.substr(line.rfind(' ') + 1)).c_str(), nullptr, 10),
                                  monotonicNow());
}

constexpr int kPassed[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2};

}  // namespace

Session::Session(CaptureOptions options, std::filesystem::path folder, std::string typed, Write write)
    : m_options(std::move(options)), m_folder(std::move(folder)), m_typed(std::move(typed)), m_write(std::move(write)),
      m_startedMonotonic(monotonicNow()), m_startedReal(clockNow(CLOCK_REALTIME)) {}

Session::~Session() {
    close();
    if (m_signals.valid()) ::sigprocmask(SIG_SETMASK, &m_before, nullptr);
}

void Session::close() {
    m_processes.clear();
    m_listener = {};
    m_sampler.end();
    m_clients.clear();
    m_control = {};
    ::unlink((m_folder / "socket").c_str());
    ::unlink((m_folder / "control").c_str());
}

model::Message Session::open() {
    sigemptyset(&m_blocked);
    for (const int s : kPassed) sigaddset(&m_blocked, s);
    sigaddset(&m_blocked, SIGCHLD);
    ::sigprocmask(SIG_BLOCK, &m_blocked, &m_before);
    m_options.collect.startPaused = true;
    m_programs.begin();
    m_signals = Handle(::signalfd(-1, &m_blocked, SFD_CLOEXEC | SFD_NONBLOCK));
    m_listener = listenAt(m_folder / "socket");
    m_control = listenAt(m_folder / "control");
    if (!m_signals.valid() || !m_listener.valid() || !m_control.valid())
        return {model::MessageCode::SessionCannotOpen,
                {model::Argument::file(m_folder.string()), std::strerror(errno)}};
    if (const auto done = reportOptions(); !done)
        return {model::MessageCode::SessionCannotOpen, {model::Argument::file(m_folder.string()), done.error().detail}};
    if (m_options.keepNs > 0) {
        const auto folder = model::Folder::open(m_folder);
        if (!folder || !recorder::canFreeParts(*folder))
            return {model::MessageCode::RecorderNeedsHoles, {model::Argument::file(m_folder.string())}};
        m_recorder.emplace(m_options.keepNs, m_options.triggers);
    }
    startSampler();
    waitForSampler([this] { return !m_sampler.runs() || sampler(); });
    noteFacts();
    return {};
}

model::Message Session::startProgram(int& exitCode) {
    readSignals();
    if (m_phase != Phase::Running) {
        exitCode = kInterrupted;
        return model::MessageCode::InterruptedBeforeRun;
    }
    const auto beforeRun = [this] {
        if (attach(target().pid())) waitForSampler([this] { return !sampler() || sampler()->attaches == 0; });
        readSignals();
    };
    m_keptOut = keptOut(m_options);
    m_startsProgram = true;
    model::Message wrong = m_programs.own().start(m_options, m_folder, exitCode, beforeRun);
    m_startsProgram = false;
    if (!wrong.empty()) return wrong;
    m_programs.ran();
    m_lookEveryNs = kSecond / 4;
    m_due[Due::Look] = monotonicNow() + m_lookEveryNs;
    noteFacts();
    return {};
}

void Session::arm() {
    m_captures.arm();
    for (Process& p : m_processes) p.ranges = 0, p.ranged = p.inRange = false, reportState(p);
    noteFacts();
    if (m_options.rangeBy != RangeBy::None) return;
    if (m_options.delayNs > 0) m_due[Due::Begin] = monotonicNow() + m_options.delayNs;
    else begin(monotonicNow());
}

void Session::run() {
    rlimit files{};
    if (::getrlimit(RLIMIT_NOFILE, &files) == 0)
        files.rlim_cur = files.rlim_max, ::setrlimit(RLIMIT_NOFILE, &files);  // a socket a process
    ::signal(SIGPIPE, SIG_IGN);  // the report is written even where nobody reads what is said
    while (m_phase != Phase::Over || m_writer.runs()) poll();
    close();
}

// ------------------------------------------------------------------------------------------------------------ the loop

void Session::poll() {
    const bool listens = !m_due.contains(Due::Listen);
    std::vector<pollfd> all{{m_signals.get(), POLLIN, 0},
                            {listens ? m_listener.get() : -1, POLLIN, 0},
                            {listens ? m_control.get() : -1, POLLIN, 0}};
    for (const Process& p : m_processes) all.push_back({p.line.fd(), POLLIN, 0});
    for (const Client& c : m_clients) all.push_back({c.line.fd(), POLLIN, 0});
    for (const Guest& g : m_programs.guests()) all.push_back({g.end.get(), POLLIN, 0});
    std::int64_t until = -1;
    for (const auto& [what, when] : m_due) until = until < 0 ? when : std::min(until, when);
    const std::int64_t left = std::max<std::int64_t>(0, until - monotonicNow());
    const timespec timeout{left / kSecond, left % kSecond};
    if (::ppoll(all.data(), all.size(), until < 0 ? nullptr : &timeout, nullptr) < 0 && errno != EINTR) return;

    std::size_t at = 3;
    for (Process& p : m_processes)
        if (all[at++].revents != 0) hear(p);
    for (Client& c : m_clients) {
        if (all[at++].revents == 0) continue;
        const bool there = c.line.receive();
        for (std::string line; c.line.next(line);) obeyClient(c, line);
        if (!there) c.line.close();
    }
    processesLeft();
    clientsLeft();
    if (all[1].revents) acceptProcesses();
    if (all[2].revents) {
        pid_t peer = 0;
        for (Handle h; (h = acceptFrom(m_control, peer)).valid();)
            m_clients.push_back({LineSocket(std::move(h)), peer});
        waitForDescriptors(errno);
    }
    if (all[0].revents) readSignals();
    lookForEndOfPrograms();
    onDue();
}

void Session::acceptProcesses() {
    pid_t peer = 0;
    for (Handle h; (h = acceptFrom(m_listener, peer)).valid();) m_processes.push_back({LineSocket(std::move(h)), peer});
    waitForDescriptors(errno);
}

/// A range that cannot end any more ends with the next one of others.
void Session::processesLeft() {
    bool any = false;
    for (auto p = m_processes.begin(); p != m_processes.end();) {
        const auto next = std::next(p);
        if (!p->line.open()) {
            any = true;
            p->gone = monotonicNow();
            if (p->joined && !p->ended && m_left.size() < kMostSeen) {
                m_left.splice(m_left.end(), m_processes, p);
                m_due.try_emplace(Due::Unheard, p->gone + kComesBackWithin);
            } else {
                m_processes.erase(p);
            }
        }
        p = next;
    }
    if (any) answersCame();
}

/// Of those that left without a word: who lives, holds the library still, and has not come back. The others are
/// forgotten.
void Session::noteUnheard() {
    const std::int64_t now = monotonicNow();
    std::erase_if(m_left, [&](const Process& left) {
        if (now - left.gone < kComesBackWithin)
            return m_due.try_emplace(Due::Unheard, left.gone + kComesBackWithin), false;
        const bool isBack =
            std::any_of(m_processes.begin(), m_processes.end(), [&](const Process& p) { return p.pid == left.pid; });
        const bool lives = left.pid > 0 && !isBack && isInjected(left.pid);
        if (lives && m_unheard.insert(left.pid).second) noteFacts();
        return !lives;
    });
}

/// What a process has said.
void Session::hear(Process& process) {
    const bool there = process.line.receive();
    for (std::string line; process.line.next(line);) obeyProcess(process, line);
    if (!there) process.line.close();
}

/// Whoever calls while no descriptor is free waits, and so does this: asking again at once would never end.
void Session::waitForDescriptors(int error) {
    if (error == EMFILE || error == ENFILE || error == ENOMEM || error == ENOBUFS)
        m_due[Due::Listen] = monotonicNow() + kSecond / 2;
}

void Session::readSignals() {
    signalfd_siginfo info{};
    while (::read(m_signals.get(), &info, sizeof info) == sizeof info) {
        if (info.ssi_signo != SIGCHLD) passSignal(static_cast<int>(info.ssi_signo), info.ssi_code == SI_KERNEL);
    }
    reap();
}

/// `typed` at the terminal: whoever runs in its foreground has it already, as this process does.
void Session::passSignal(int number, bool typed) {
    const bool ends = number != SIGUSR1 && number != SIGUSR2;
    if (m_phase == Phase::Over) {
        if (ends) m_writer.interrupt();  // nothing else is left to be ended
    } else if (m_recorder && number == SIGUSR2) {
        if (const model::Message wrong = snapshotNow(); !wrong.empty()) printMessage(wrong, kFine);
    } else if (!m_programs.runsOwn()) {
        if (ends) endAll();
    } else if (!target().ended()) {
        // Before it runs it holds all signals back, so that one that it has twice is one.
        if (!typed || m_startsProgram) ::kill(target().pid(), number);
    } else {
        for (const pid_t pid : children())
            if (!typed || ::getpgid(pid) != ::getpgrp()) ::kill(pid, number);
    }
}

void Session::reap() {
    bool primaryEnded = false, left = true;
    for (;;) {
        int status = 0;
        const pid_t pid = ::waitpid(-1, &status, WNOHANG);
        if (pid < 0 && errno == EINTR) continue;
        if (pid < 0) left = false;
        if (pid <= 0) break;
        if (pid == m_writer.pid()) {
            m_writer.ended();
            writerEnded(status);
            continue;
        }
        if (m_sampler.is(pid)) samplerEnded();
        primaryEnded |= pid == target().pid();
        m_programs.noteEnd(pid, status);
    }
    const bool waited = m_programs.nothingLeft(left, m_options.waitForAll, ownProcesses());
    if (primaryEnded) noteFacts();
    if (primaryEnded || waited) ownProgramEnded();
}

void Session::onDue() {
    const std::int64_t now = monotonicNow();
    std::vector<Due> due;
    for (const auto& [what, when] : m_due)
        if (when <= now) due.push_back(what);
    for (const Due what : due) {
        m_due.erase(what);
        if (what == Due::Begin) begin(now);
        if (what == Due::End) endAll();
        if (what == Due::Started) started();
        if (what == Due::Flushed) flushed();
        if (what == Due::Killed) over();
        if (what == Due::SayWaiting) reportWaiting();
        if (what == Due::Space) checkSpace();
        if (what == Due::Record) record();
        if (what == Due::Unheard) noteUnheard();
        if (what == Due::RangesOver) rangesOver();
        if (what == Due::Sampler) attached();
        if (what == Due::Look) {
            look();
            m_lookEveryNs = std::min(m_lookEveryNs * 2, kLookAtMost);
            m_due[Due::Look] = now + m_lookEveryNs;
        }
    }
}

/// Which processes there are: some never say hello, and the report should tell.
void Session::look() {
    noteUnheard();
    if (!target().started()) return;
    for (const pid_t pid : children()) {
        if (m_seen.size() >= kMostSeen) return;
        if (std::string name = processName(pid); !name.empty()) m_seen[pid] = std::move(name);
    }
}

// ------------------------------------------------------------------------------------------------------- the processes

void Session::obeyProcess(Process& process, std::string_view line) {
    if (line.starts_with("hello ")) {
        const std::vector<std::string> words =
            splitAt(line, ' ');  // its number where it lives, which may be a container; its state; its spool
        if (words.size() > 3) process.number = words[1], process.spool = words[3];
        process.ranges = m_captures.rangesBegun();
        const auto before =
            std::find_if(m_left.begin(), m_left.end(), [&](const Process& p) { return p.spool == process.spool; });
        if (before != m_left.end()) {  // it has closed its descriptors, and goes on where it was
            process.ranges = before->ranges, process.capture = before->capture;
            process.ranged = before->ranged, process.inRange = before->inRange && m_captures.isRunning();
            m_left.erase(before);
            m_unheard.erase(process.pid);
        }
        if (m_joined.size() < kMostSeen && process.pid > 0 && !m_sampler.is(process.pid)) {
            m_joined.insert(process.pid);
            m_seen[process.pid] = processName(process.pid);
        }
        process.joined = true;
        if (m_sampler.is(process.pid)) {  // programs that run already
            for (const pid_t pid : guests()) attach(pid);
            if (target().started()) attach(target().pid());
        }
        const bool isTracing = words.size() > 2 && words[2] == "tracing";
        if (isTracing != m_captures.isRunning() || m_options.rangeBy != RangeBy::None) reportState(process);
    } else if (line.starts_with("trigger start ")) {
        ++process.triggers;
        if (m_options.rangeBy != RangeBy::None) rangeBegan(process, timeIn(line));
        reportState(process);  // where no capture is to begin, what it has switched on itself is switched off again
    } else if (line.starts_with("trigger stop ")) {
        ++process.triggers;
        if (process.inRange) rangeEnded(process, timeIn(line));
        reportState(process);
    } else if (line.starts_with("lost ")) {
        const std::uint64_t records = std::strtoull(std::string(line.substr(5)).c_str(), nullptr, 10);
        if (records == 0) m_lost.erase(process.spool);
        else if (m_lost.size() < kMostSeen) m_lost[process.spool] = {process.number, records};
    } else if (line == "done flush") {
        if (process.flushes && m_flushed.size() < kMostSeen) m_flushed[process.number] = monotonicNow();
        process.flushes = false;
        answersCame();
    } else if (line == "done start") {
        process.starts = false;
        if (m_sampler.is(process.pid) && process.attaches == 0) attached();
        answersCame();
    } else if (line == "done attach") {
        process.attaches -= process.attaches > 0;
        if (!process.starts && process.attaches == 0) attached();
    } else if (line == "bye") {
        process.ended = true;
        process.line.close();
    }
}

void Session::reportState(Process& process) {
    const bool wanted = m_captures.isWanted(process);
    process.starts |= wanted;
    process.line.send(
        fmt::format("{} {} {}\n", wanted ? "start" : "stop", process.triggers, m_captures.heeded(process)));
}

void Session::answersCame() {
    if (m_flushing && std::none_of(m_processes.begin(), m_processes.end(), [](const Process& p) { return p.flushes; }))
        flushed();
    if (m_due.contains(Due::Started) &&
        std::none_of(m_processes.begin(), m_processes.end(), [](const Process& p) { return p.starts; }))
        started();
}

// -------------------------------------------------------------------------------------------------------- the programs

bool Session::runsProgram() const {
    const bool brought = std::any_of(m_clients.begin(), m_clients.end(), [](const Client& c) { return c.brings; });
    return m_programs.runsOwn() || brought || !m_programs.guests().empty();
}

/// A client has started his program.
void Session::guestCame(Client& client, pid_t number) {
    client.brings = true;
    m_programs.ran();
    client.guest = Guest::calledBy(client.pid, number);
    const pid_t pid = client.guest.pid;
    m_programs.setLastGuest(pid > 0 ? pid : number);
    client.awaitsAttached = (pid > 0 && attach(pid)) || awaitsSampler();
}

/// Whoever runs a program here says when it has ended. One who leaves without that was killed, and his program goes on.
void Session::clientsLeft() {
    for (Client& c : m_clients)
        if (!c.line.open() && c.brings && c.guest.runs()) m_programs.keep(std::move(c.guest));
    std::erase_if(m_clients, [](const Client& c) { return !c.line.open(); });
    m_programs.forgetEnded();
}

/// Those that this process can see.
std::vector<pid_t> Session::guests() const {
    std::vector<pid_t> out;
    for (const Client& c : m_clients)
        if (c.guest.pid > 0) out.push_back(c.guest.pid);
    for (const Guest& g : m_programs.guests()) out.push_back(g.pid);
    return out;
}

/// That a process ended may be known before what it said.
void Session::hearLast() {
    acceptProcesses();
    for (Process& p : m_processes) hear(p);
}

/// The session's own program has ended, and also what it left where none of that is waited for.
void Session::ownProgramEnded() {
    hearLast();
    if (m_phase == Phase::Killing && !m_programs.runsOwn()) return over();
    m_due[Due::SayWaiting] = monotonicNow() + kSayWaitingAfter;
}

void Session::lookForEndOfPrograms() {
    if (!runsProgram() && m_programs.parseRan()) programsEnded();
}

void Session::programsEnded() {
    hearLast();
    if (m_phase != Phase::Running) return;
    const bool goesOn = !m_options.stopOnExit && (m_captures.isRunning() || m_due.contains(Due::Begin));
    if (!goesOn) endAll();
}

/// The program has ended and others go on: whoever looks at the terminal should know why nothing happens.
void Session::reportWaiting() const {
    if (m_phase != Phase::Running || !target().ended()) return;
    const std::string left = m_programs.runsOwn() ? namesOf(children()) : std::string(), others = namesOf(guests());
    if (!left.empty()) printMessage({model::MessageCode::ChildrenGoOn, {left}}, kFine);
    else if (!m_programs.runsOwn() && runsProgram()) printMessage({model::MessageCode::GuestsGoOn, {others}}, kFine);
}

// --------------------------------------------------------------------------------------------- what looks from outside

void Session::startSampler() {
    if (m_options.collect.needsSampler()) m_sampler.start(m_folder);
}

Process* Session::sampler() {
    const auto at = std::find_if(m_processes.begin(), m_processes.end(),
                                 [this](const Process& p) { return m_sampler.is(p.pid) && p.joined; });
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
    if (!m_sampler.runs() || sampler() || programPid() <= 0) return false;
    m_due[Due::Sampler] = monotonicNow() + kSamplerWithin;
    return true;
}

/// Goes on with everything else meanwhile. Not from within poll().
void Session::waitForSampler(const std::function<bool()>& done) {
    m_due[Due::Sampler] = monotonicNow() + kSamplerWithin;
    while (m_due.contains(Due::Sampler) && !done()) poll();
    if (!done()) m_sampler.noteSilence();
    m_due.erase(Due::Sampler);
}

void Session::samplerEnded() {
    m_sampler.noteEnd(m_phase != Phase::Over);
    attached();
    noteFacts();
}

// ------------------------------------------------------------------------------------------------------------- facts

/// What processes are asked, for those that come from now on.
model::Result<void> Session::reportOptions() {
    m_options.collect.rangeEnds = m_options.rangeEnd != RangeEnd::None;
    m_options.collect.seccompFilters = collectors::seccompFilters();
    return writeOptions(m_folder, m_options.collect);
}

/// Processes of the session that are none of the program's.
std::vector<pid_t> Session::ownProcesses() const {
    std::vector<pid_t> out;
    for (const pid_t pid : {m_writer.pid(), m_sampler.pid()})
        if (pid != 0) out.push_back(pid);
    return out;
}

/// What could not be traced, as far as the session knows.
std::vector<model::Message> Session::untraced() const {
    using enum model::MessageCode;
    std::vector<model::Message> out;
    if (!m_noSpace.empty()) out.push_back({NotTraced, {TheRest, m_noSpace}});
    for (const pid_t pid : m_unheard) out.push_back({NotTraced, {model::Argument::process(pid), ConnectionEnded}});
    if (!m_sampler.missing().empty()) out.push_back({NotTraced, {LookedAtFromOutside, m_sampler.missing()}});
    for (const KeptOut& kept : m_keptOut) out.push_back({NotTraced, {kept.what, kept.why}});
    for (const std::string& what : m_options.untraced)
        out.push_back({NotTraced, {model::Argument::name(what), NotInThisVersion}});
    if (m_recorder)
        out.push_back({RecorderKept, {model::Argument::duration(static_cast<double>(m_recorder->keepNs()))}});
    if (!m_recorded.empty()) out.push_back(m_recorded);
    return out;
}

SessionFacts Session::facts() const {
    char host[256] = {};
    ::gethostname(host, sizeof host - 1);
    SessionFacts out{{"version", "1"},
                     {"collector", SIGHTLINE_VERSION},
                     {"name", sessionName(m_folder)},
                     {"host", host},
                     {"typed", m_typed}};
    std::string program;
    for (const std::string& word : m_options.program) program += (program.empty() ? "" : " ") + word;
    out.emplace_back("program", program);
    std::string traced;
    for (const importers::capture::TracedKind& kind : importers::capture::tracedKinds())
        if (isTraced(m_options.collect, kind.key)) traced += (traced.empty() ? "" : ",") + std::string(kind.key);
    if (!m_options.pythonFunctions.empty() || !m_options.pytorch.empty()) out.emplace_back("ranges", "Python");
    if (m_options.collect.kernelMetrics.empty()) out.emplace_back("traced", traced);
    if (!hasCudaDriver()) out.emplace_back(importers::capture::kCudaDriver, "none");
    if (const std::string file = armed() ? claimedFile(m_options) : std::string(); !file.empty())
        out.emplace_back("output", file);
    out.emplace_back("started.monotonic", std::to_string(m_startedMonotonic));
    out.emplace_back("started.realtime", std::to_string(m_startedReal));
    const std::time_t second = m_startedReal / model::kSeconds.ns;
    if (std::tm here{}; ::localtime_r(&second, &here) && model::isUtcOffset(here.tm_gmtoff))
        out.emplace_back(model::kUtcOffsetFact, std::to_string(here.tm_gmtoff));
    importers::capture::addMessages(untraced(), out);
    if (target().started()) out.emplace_back("pid", std::to_string(target().pid()));
    if (target().ended() && WIFEXITED(target().status()))
        out.emplace_back("exit.code", std::to_string(WEXITSTATUS(target().status())));
    if (target().ended() && WIFSIGNALED(target().status()))
        out.emplace_back("exit.signal", std::to_string(WTERMSIG(target().status())));
    if (m_killed) out.emplace_back("ended.by", "session");
    importers::capture::addFacts(m_captures.all(), out);
    for (const auto& [pid, name] : m_seen)
        out.emplace_back(fmt::format("{}.{}", m_joined.contains(pid) ? "joined" : "silent", pid), name);
    for (const auto& [spool, lost] : m_lost) out.emplace_back("lost." + lost.first, std::to_string(lost.second));
    for (const auto& [number, at] : m_flushed) out.emplace_back("flushed." + number, std::to_string(at));
    if (m_silentFlushes) out.emplace_back("flush.unanswered", std::to_string(m_silentFlushes));
    if (m_phase == Phase::Over) out.emplace_back("ended.monotonic", std::to_string(monotonicNow()));
    return out;
}

// A disk that is full is said when the report is written; the capture goes on.
void Session::noteFacts() const { (void)writeFacts(m_folder, facts()); }

}  // namespace app::capture
