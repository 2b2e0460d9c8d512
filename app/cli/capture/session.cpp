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
#include "model/base/messages.h"

namespace app::capture {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kFlushWithin = 5 * kSecond;  // the longest one seen on a GPU took 0.4 s
constexpr std::int64_t kEndWithin = 10 * kSecond;   // of the program, after a signal that ends it
constexpr std::int64_t kLookAtMost = 16 * kSecond;
constexpr std::int64_t kComesBackWithin = 2 * kSecond;  // a process that has closed its descriptors
constexpr std::size_t kMostSeen = 10'000;
constexpr int kInterrupted = 128 + SIGINT;  // as shells have it

std::int64_t clockNow(clockid_t clock) {
    timespec t{};
    ::clock_gettime(clock, &t);
    return static_cast<std::int64_t>(t.tv_sec) * kSecond + t.tv_nsec;
}

/// "trigger start TIME": when the process says that it was; never later than now.
std::int64_t timeIn(std::string_view line) {
    return std::min<std::int64_t>(std::strtoll(std::string(line.substr(line.rfind(' ') + 1)).c_str(), nullptr, 10),
                                  monotonicNow());
}

constexpr int kPassed[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2};

}  // namespace

std::int64_t monotonicNow() { return clockNow(CLOCK_MONOTONIC); }

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
    endSampler();
    m_clients.clear();
    m_control = {};
    ::unlink((m_folder / "socket").c_str());
    ::unlink((m_folder / "control").c_str());
}

std::string Session::open() {
    sigemptyset(&m_blocked);
    for (const int s : kPassed) sigaddset(&m_blocked, s);
    sigaddset(&m_blocked, SIGCHLD);
    ::sigprocmask(SIG_BLOCK, &m_blocked, &m_before);
    m_options.collect.startPaused = true;
    m_strangers = descendants({});
    m_signals = Handle(::signalfd(-1, &m_blocked, SFD_CLOEXEC | SFD_NONBLOCK));
    m_listener = listenAt(m_folder / "socket");
    m_control = listenAt(m_folder / "control");
    if (!m_signals.valid() || !m_listener.valid() || !m_control.valid())
        return fmt::format("No session can be opened in {}: {}.", m_folder.string(), std::strerror(errno));
    if (const auto done = tellOptions(); !done)
        return fmt::format("No session can be opened in {}: {}.", m_folder.string(),
                           model::english(done.error().detail));
    startSampler();
    waitForSampler([this] { return m_sampler == 0 || sampler(); });
    noteFacts();
    return {};
}

std::string Session::startProgram(int& exitCode) {
    readSignals();
    if (m_phase != Phase::Running) {
        exitCode = kInterrupted;
        return "The program was not run: the session was interrupted before.";
    }
    const auto beforeRun = [this] {
        if (attach(m_target.pid())) waitForSampler([this] { return !sampler() || sampler()->attaches == 0; });
        readSignals();
    };
    m_keptOut = keptOut(m_options);
    m_startsProgram = true;
    std::string wrong = m_target.start(m_options, m_folder, exitCode, beforeRun);
    m_startsProgram = false;
    if (!wrong.empty()) return wrong;
    m_ranProgram = true;
    m_lookEveryNs = kSecond / 4;
    m_due[Due::Look] = monotonicNow() + m_lookEveryNs;
    noteFacts();
    return {};
}

void Session::arm() {
    m_armed = true;
    m_firstAsked = m_captures.size();
    for (Process& p : m_processes) p.ranges = 0, p.ranged = p.inRange = false, tellState(p);
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
    while (m_phase != Phase::Over || m_writer != 0) poll();
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
    for (const Guest& g : m_guests) all.push_back({g.end.get(), POLLIN, 0});
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
        if (m_writer != 0 && ends) ::kill(m_writer, SIGTERM);  // nothing else is left to be ended
    } else if (!runsOwn()) {
        if (ends) endAll();
    } else if (!m_target.ended()) {
        // Before it runs it holds all signals back, so that one that it has twice is one.
        if (!typed || m_startsProgram) ::kill(m_target.pid(), number);
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
        if (pid == m_writer) {
            m_writer = 0;
            writerEnded(status);
            continue;
        }
        if (pid == m_sampler) samplerEnded();
        std::erase(m_strangers, pid);
        primaryEnded |= pid == m_target.pid();
        m_target.noteEnd(pid, status);
    }
    const bool others = m_writer != 0 || m_sampler != 0 || !m_strangers.empty();
    const bool none = !left || (others && children().empty());
    const bool waited = runsOwn() && (m_options.waitForAll ? none : m_target.ended());
    if (waited) m_ownChildren = false;
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
        if (what == Due::SayWaiting) sayWaiting();
        if (what == Due::Space) checkSpace();
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
    if (!m_target.started()) return;
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
        process.ranges = rangesBegun();
        const auto before =
            std::find_if(m_left.begin(), m_left.end(), [&](const Process& p) { return p.spool == process.spool; });
        if (before != m_left.end()) {  // it has closed its descriptors, and goes on where it was
            process.ranges = before->ranges, process.capture = before->capture;
            process.ranged = before->ranged, process.inRange = before->inRange && m_capturing;
            m_left.erase(before);
            m_unheard.erase(process.pid);
        }
        if (m_joined.size() < kMostSeen && process.pid > 0 && process.pid != m_sampler) {
            m_joined.insert(process.pid);
            m_seen[process.pid] = processName(process.pid);
        }
        process.joined = true;
        if (process.pid == m_sampler)  // programs that run already
            for (const pid_t pid : guests()) attach(pid);
        if (process.pid == m_sampler && m_target.started()) attach(m_target.pid());
        const bool isTracing = words.size() > 2 && words[2] == "tracing";
        if (isTracing != m_capturing || m_options.rangeBy != RangeBy::None) tellState(process);
    } else if (line.starts_with("trigger start ")) {
        ++process.triggers;
        if (m_options.rangeBy != RangeBy::None) rangeBegan(process, timeIn(line));
        tellState(process);  // where no capture is to begin, what it has switched on itself is switched off again
    } else if (line.starts_with("trigger stop ")) {
        ++process.triggers;
        if (process.inRange) rangeEnded(process, timeIn(line));
        tellState(process);
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
        if (process.pid == m_sampler && process.attaches == 0) attached();
        answersCame();
    } else if (line == "done attach") {
        process.attaches -= process.attaches > 0;
        if (!process.starts && process.attaches == 0) attached();
    } else if (line == "bye") {
        process.ended = true;
        process.line.close();
    }
}

void Session::tellState(Process& process) {
    const bool wanted = isWanted(process);
    process.starts |= wanted;
    process.line.send(fmt::format("{} {} {}\n", wanted ? "start" : "stop", process.triggers, heeded(process)));
}

void Session::answersCame() {
    if (m_flushing && std::none_of(m_processes.begin(), m_processes.end(), [](const Process& p) { return p.flushes; }))
        flushed();
    if (m_due.contains(Due::Started) &&
        std::none_of(m_processes.begin(), m_processes.end(), [](const Process& p) { return p.starts; }))
        started();
}

/// Waits until every process has written what it holds.
void Session::flushThen(bool over) {
    m_overAfterFlush |= over;
    bool any = false;
    for (Process& p : m_processes) {
        any |= p.flushes = p.line.open() && p.joined;
        p.line.send("flush\n");
    }
    m_flushing = true;
    m_due[Due::Flushed] = monotonicNow() + kFlushWithin;
    if (!any) flushed();
}

void Session::flushed() {
    for (Process& p : m_processes) m_silentFlushes += p.flushes, p.flushes = false;
    m_due.erase(Due::Flushed);
    m_flushing = false;
    if (m_overAfterFlush) return kill();
    noteFacts();
    startWriter();
}

void Session::kill() {
    const std::vector<pid_t> left = runsOwn() ? children() : std::vector<pid_t>();
    if (left.empty() || m_options.killSignal == 0) return over();
    m_killed = !m_target.ended();
    m_phase = Phase::Killing;
    m_due[Due::Killed] = monotonicNow() + kEndWithin;
    for (const pid_t pid : left) ::kill(pid, m_options.killSignal);
}

void Session::over() {
    m_due.clear();
    m_phase = Phase::Over;
    const std::uint64_t bytes = m_options.maxBytes ? spoolSizes(m_folder).bytes : 0;
    if (bytes > m_options.maxBytes && m_noSpace.empty())
        say(fmt::format(
                "What was captured has {:.2f} GB, more than --max-size allows: it was over before that was seen.",
                static_cast<double>(bytes) / 1e9),
            kFine);
    noteFacts();
    startWriter();
}

bool Session::anyUnwritten() const {
    return std::any_of(m_captures.begin() + static_cast<std::ptrdiff_t>(std::min(m_written, m_captures.size())),
                       m_captures.end(), [](const CaptureTime& c) { return !c.dropped; });
}

void Session::startWriter() {
    if (m_writer != 0 || !anyUnwritten()) return;
    m_writing = m_captures.size();
    std::fflush(nullptr);
    m_writer = ::fork();
    if (m_writer > 0) return void(::setpgid(m_writer, m_writer));  // Ctrl+C is for the program, which goes on
    if (m_writer < 0) {
        m_writer = 0;
        say(fmt::format("No process for writing the report could be started: {}.\n{}", std::strerror(errno),
                        whereKept(m_folder)),
            kFailed);
        return reportsWritten(false);
    }
    // Signals stay blocked, as here, until the writer looks for them itself: none ends it without a word.
    // What was typed while it still was in the foreground was for the program.
    ::setpgid(0, 0);
    const timespec noWait{0, 0};
    while (::sigtimedwait(&m_blocked, nullptr, &noWait) > 0) {}
    const bool fine = m_write(*this, m_written);
    std::fflush(nullptr);
    ::_exit(fine ? 0 : 1);
}

void Session::writerEnded(int status) {
    if (WIFSIGNALED(status))
        say(fmt::format("Writing the report was ended by signal {}.\n{}", WTERMSIG(status), whereKept(m_folder)),
            kFailed);
    reportsWritten(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

void Session::reportsWritten(bool fine) {
    m_written = m_writing;
    m_writingFailed |= !fine;
    if (!m_capturing && anyUnwritten()) return startWriter();
    answerAwaiting(fine);
    // Without a program a session ends with its capture.
    if (m_phase == Phase::Running && !runsProgram() && !m_capturing) endAll();
}

// ------------------------------------------------------------------------------------------------------------- facts

/// What processes are asked, for those that come from now on.
model::Result<void> Session::tellOptions() {
    m_options.collect.rangeEnds = m_options.rangeEnd != RangeEnd::None;
    m_options.collect.seccompFilters = collectors::seccompFilters();
    return writeOptions(m_folder, m_options.collect);
}

/// What the program has started, and it: never what was here before it or belongs to the session.
std::vector<pid_t> Session::children() const {
    std::vector<pid_t> others = m_strangers;
    others.insert(others.end(), {m_writer, m_sampler});
    return descendants(others);
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
    if (const std::string file = m_armed ? claimedFile(m_options) : std::string(); !file.empty())
        out.emplace_back("output", file);
    out.emplace_back("started.monotonic", std::to_string(m_startedMonotonic));
    out.emplace_back("started.realtime", std::to_string(m_startedReal));
    if (!m_noSpace.empty()) out.emplace_back("untraced.the rest", m_noSpace);
    for (const pid_t pid : m_unheard)
        out.emplace_back(fmt::format("untraced.{}", pid), model::english(model::MessageCode::ConnectionEnded));
    if (!m_noSampler.empty()) out.emplace_back("untraced.what is looked at from outside of the program", m_noSampler);
    for (const KeptOut& kept : m_keptOut)
        out.emplace_back("untraced." + model::english(kept.what), model::english(kept.why));
    for (const std::string& what : m_options.untraced)
        out.emplace_back("untraced." + what, model::english(model::MessageCode::NotInThisVersion));
    if (m_target.started()) out.emplace_back("pid", std::to_string(m_target.pid()));
    if (m_target.ended() && WIFEXITED(m_target.status()))
        out.emplace_back("exit.code", std::to_string(WEXITSTATUS(m_target.status())));
    if (m_target.ended() && WIFSIGNALED(m_target.status()))
        out.emplace_back("exit.signal", std::to_string(WTERMSIG(m_target.status())));
    if (m_killed) out.emplace_back("ended.by", "session");
    importers::capture::addFacts(m_captures, out);
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
