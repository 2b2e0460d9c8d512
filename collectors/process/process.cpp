// SPDX-License-Identifier: Apache-2.0
#include "collectors/process/process.h"

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <mutex>
#include <new>
#include <string>

#include "collectors/process/options.h"
#include "collectors/process/own_stack.h"
#include "collectors/process/own_threads.h"
#include "collectors/process/peer.h"
#include "collectors/process/raw_syscall.h"
#include "collectors/process/spool_writer.h"
#include "collectors/process/thread_names.h"
#include "collectors/process/uncancelled.h"

#include "sightline_version.h"

namespace collectors {

OfThisProcess g_ofThis;

namespace {

constexpr std::uint64_t kClocksEveryNs = 1'000'000'000;
constexpr unsigned kLastOnesMs = 20;  // after the first thread's end: how often to look whether the others have ended

std::mutex g_state;       // of tracing on or off
unsigned g_triggers = 0;  // sent to the session; under g_state
/// What of the program's own ranges counts: both ends, the begins, or nothing; under g_state.
enum class Heeded : unsigned char { All, Begins, Nothing };
Heeded g_heeded = Heeded::All;
std::mutex g_send;
OwnFd g_link;                       // to the session
std::atomic<bool> g_linked{false};  // … there was one
std::atomic<bool> g_sessionGone{false};
std::atomic<std::uint64_t> g_lostSaid{0};  // what the session knows of records that are in no file
std::atomic<bool> g_joined{false};         // fork() takes it back in the child
std::atomic<bool> g_hasJoined{false};  // … this, too; where g_ofThis.is says no, a child came into being without it
std::atomic<bool> g_brief{false};      // … for a moment, see Stay
std::uint64_t g_forkedAt = 0;          // ns; 0 = it was not
std::atomic<bool> g_finished{false};
std::atomic<bool> g_over{false};              // endForGood(); stays so in forked children
std::mutex g_threadsGo;                       // held by who ends our threads, until there may be others
std::atomic<bool> g_flushes{false};           // the flushing thread goes on
OwnFd g_wake;                                 // shutdown() of it wakes that thread
bool g_paused = false, g_pausedWell = false;  // our threads are away, and all of them are; under g_state
bool g_wanted = false;                        // … whether tracing is to be on afterwards
bool g_forkHandled = false;
std::uint64_t g_blockedAtFork = 0;  // signals
std::mutex g_joining;
constexpr std::uint64_t kOrphanBytes = 256 << 20;  // that are still traced when the session has died
std::uint64_t g_orphanLimit = 0;                   // of the flushing thread; 0 = the session is there

template <class... A>
void each(void (*Source::*what)(A...), A... arguments) {
    for (const Source* s : sources())
        if (s->*what) (s->*what)(arguments...);
}

/// Those that have threads.
void eachThreaded(void (*Source::*what)()) {
    for (const Source* s : sources())
        if (s->quit && s->*what) (s->*what)();
}

/// A lock that nobody holds, whatever it was.
void renew(std::mutex& m) { new (&m) std::mutex; }

std::string linkOf(const char* path) {
    char target[4096];
    const ssize_t n = ::readlink(path, target, sizeof target);
    return n > 0 ? std::string(target, static_cast<std::size_t>(n)) : std::string();
}

std::string contentOf(const char* path) {
    std::string out;
    if (std::FILE* f = std::fopen(path, "re")) {
        char buffer[4096];
        const std::size_t n = std::fread(buffer, 1, sizeof buffer, f);
        out.assign(buffer, n);
        std::fclose(f);
    }
    return out;
}

void send(std::string_view line) {
    const std::lock_guard guard(g_send);
    const int link = g_link.get();
    if (link < 0) return;
    // A session that does not listen must not stop the program.
    if (::send(link, line.data(), line.size(), MSG_NOSIGNAL | MSG_DONTWAIT) < 0 &&
        (errno == EPIPE || errno == ECONNRESET))
        ::shutdown(link, SHUT_RDWR);
}

/// `patient`: waits where the session is slow to answer.
bool connectToSession(bool tracing, bool patient) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string path = options().folder + "/socket";
    if (path.size() >= sizeof address.sun_path) return false;
    std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
    const int s = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | (patient ? 0 : SOCK_NONBLOCK), 0);
    if (s < 0) return false;
    const timeval patience{2, 0};  // signals are held off meanwhile
    ::setsockopt(s, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    if (::connect(s, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
        const bool gone = errno == ECONNREFUSED || errno == ENOENT;
        ::close(s);
        if (gone && g_linked) {
            g_sessionGone = true;
            g_sessionGone.notify_all();
        }
        return false;
    }
    if (!isSession(s, options().folder.c_str())) {
        ::close(s);
        return false;
    }
    {
        const std::lock_guard guard(g_send);
        g_link.adopt(s);
        g_linked = true;
    }
    send("hello " + std::to_string(::getpid()) + (tracing ? " tracing " : " paused ") + spoolWriter().name() + '\n');
    return true;
}

/// Where the program has closed the connection: another one. True where that was done.
bool connectAgain() {
    {
        const std::lock_guard guard(g_send);
        if (!g_linked || g_sessionGone || g_link.get() >= 0) return false;
    }
    const std::lock_guard guard(g_state);
    g_triggers = 0;      // as the session counts those of a new connection
    g_lostSaid = ~0ull;  // it may not have heard that
    return connectToSession(isTracing(), false);
}

/// A disk that is full, or a limit on the size of files, keeps the number of what is lost out of the spool, too.
void reportLost() {
    const std::uint64_t lost = spoolWriter().unwritten();
    if (g_lostSaid.exchange(lost) != lost) send("lost " + std::to_string(lost) + '\n');
}

/// g_state is held.
void switchTracing(bool on) {
    if (g_paused) {
        g_wanted = on;
        return;
    }
    if (on == isTracing()) return;
    if (on) {
        each(&Source::begin);
        g_ofThis.tracing = true;
    } else {
        g_ofThis.tracing = false;
        each(&Source::end);
        spoolWriter().writeClocks();
    }
    spoolWriter().facts({on ? "tracing.begin" : "tracing.end", std::to_string(monotonicNs())});
}

void setTracing(bool on) {
    const std::lock_guard guard(g_state);
    switchTracing(on);
}

/// "start 3 all", "stop 3 nothing": the session knew of three triggers of this process when it said so. Where the
/// program has begun or ended a range since, the session does not know it yet, and will speak again; what the program
/// did last counts. The last word says what its own ranges mean from now on: once a capture is over, a program that
/// runs through its range again and again neither traces nor tells of it.
void obey(std::string_view line) {
    const std::size_t blank = line.find(' ');
    const std::string_view command = line.substr(0, blank);
    if (command == "start" || command == "stop") {
        const std::lock_guard guard(g_state);
        const bool knows =
            blank == line.npos || std::strtoul(std::string(line.substr(blank + 1)).c_str(), nullptr, 10) == g_triggers;
        if (line.ends_with(" all")) g_heeded = Heeded::All;
        if (line.ends_with(" begins")) g_heeded = Heeded::Begins;
        if (line.ends_with(" nothing")) g_heeded = Heeded::Nothing;
        if (knows) switchTracing(command == "start");
    }
    if (command == "attach" && blank != line.npos)
        each(&Source::attach, std::atoi(std::string(line.substr(blank + 1)).c_str()));
    if (command == "flush") {
        each(&Source::flush);
        readThreadNames();
        reportLost();
    }
    send("done " + std::string(command) + "\n");
}

/// Where the program's last thread has ended by a call of the system that nobody hears: the system would have ended the
/// process then.
void endWithLastThread() {
    if (!onlyOwnThreadsLeft()) return;
    finish();
    endAsFirstThreadDid();
}

/// One round of the flushing thread; false: the process is ending.
bool flushOnce(std::string& pending, std::uint64_t& clocks) {
    const bool leaderless = firstThreadEnded();
    if (leaderless) endWithLastThread();
    if (connectAgain()) pending.clear();
    pollfd both[] = {{g_link.get(), POLLIN, 0}, {g_wake.get(), POLLIN, 0}};
    const pollfd& p = both[0];
    const unsigned timeout = leaderless ? std::min(kLastOnesMs, options().flushMs) : options().flushMs;
    const int ready = ::poll(both, std::size(both), static_cast<int>(timeout));
    if (g_finished.load() || !g_flushes.load()) return false;
    if (ready > 0 && p.revents != 0 && g_link.get() == p.fd) {
        char buffer[512];
        const ssize_t n = ::recv(p.fd, buffer, sizeof buffer, 0);
        if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR)) {
            const std::lock_guard guard(g_send);
            g_link.close();
            g_sessionGone = true;
            g_sessionGone.notify_all();
        } else if (n > 0) {
            pending.append(buffer, static_cast<std::size_t>(n));
            for (std::size_t end; (end = pending.find('\n')) != pending.npos; pending.erase(0, end + 1))
                obey(std::string_view(pending).substr(0, end));
            if (pending.size() > 4096) pending.clear();
        }
    }
    each(&Source::flush);
    if (g_sessionGone && !g_orphanLimit) {
        g_orphanLimit = spoolWriter().bytes() + kOrphanBytes;  // what is traced stays in the spool
        spoolWriter().facts({"orphaned", std::to_string(monotonicNs())});
    }
    if (g_orphanLimit && spoolWriter().bytes() > g_orphanLimit && isTracing()) {
        cannotTrace(Phrase::TheRest, Phrase::SessionGone);
        setTracing(false);
    }
    if (const std::uint64_t t = monotonicNs(); t - clocks > kClocksEveryNs) {
        clocks = t;
        spoolWriter().writeClocks();
        if (isTracing()) readThreadNames();
        reportLost();
    }
    return true;
}

void* flushForever(void*) {
    std::string pending;
    std::uint64_t clocks = monotonicNs();
    for (bool goesOn = true; goesOn;) {
        try {
            goesOn = flushOnce(pending, clocks);
        } catch (...) {  // it goes on: no other thread sees the end of the program
            gaveUp();
        }
    }
    return nullptr;
}

void startFlushing() {
    g_flushes = true;
    g_wake.adopt(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    if (!startThread(flushForever, nullptr)) cannotTrace(Phrase::Control, Phrase::NoThreadToStop);
}

/// It ends soon.
void stopFlushing() {
    g_flushes = false;
    if (const int wake = g_wake.get(); wake >= 0) ::shutdown(wake, SHUT_RDWR);
}

/// The flushing thread first: it may be about to begin what the others do.
bool pauseNow() noexcept try {
    std::unique_lock going(g_threadsGo);
    if (g_over || !ownThreadsRun()) return false;
    joinSession();  // one of them may be about to
    stopFlushing();
    const bool flushed = endThreads(flushForever);
    g_wake.close();
    {
        const std::lock_guard guard(g_state);
        if (isTracing()) eachThreaded(&Source::end);
        g_wanted = isTracing();
        g_paused = true;
    }
    eachThreaded(&Source::quit);
    g_pausedWell = endOwnThreads() && flushed;
    going.release();
    return true;
} catch (...) {
    gaveUp();
    return false;
}

void resumeNow() noexcept try {
    const std::lock_guard going(g_threadsGo, std::adopt_lock);
    admitOwnThreads();
    const bool goesOn = g_joined.load() && !g_finished.load() && spoolWriter().isOpen();
    if (goesOn && g_pausedWell) startFlushing();
    const std::lock_guard guard(g_state);
    g_paused = false;
    if (goesOn && !g_pausedWell) {
        cannotTrace(Phrase::TheRest, Phrase::ThreadsDidNotEnd);
        g_wanted = false;
    }
    if (isTracing() && g_wanted) eachThreaded(&Source::begin);
    switchTracing(g_wanted);
} catch (...) {
    gaveUp();
}

void beforeFork() {
    if (!isOver()) each(&Source::beforeFork);
}
void afterFork() {
    if (!isOver()) each(&Source::afterFork);
}

// The child is another process: it joins the session itself when it first does something that is traced. Other threads
// of the parent may have held any lock: nothing that they used is locked or freed here, all of it is made anew.
void becomeChild() noexcept {
    g_ofThis.tracing = false;
    g_ofThis.is = g_hasJoined = false;
    g_joined = g_brief = false;
    g_forkedAt = monotonicNs();
    g_triggers = 0;
    g_orphanLimit = 0;
    g_linked = g_sessionGone = false;
    g_lostSaid = 0;
    g_paused = false;
    renew(g_state), renew(g_send), renew(g_joining), renew(g_threadsGo);
    forgetThreadNames();
    forgetOwnThreads();
    each(&Source::forget);
    SpoolWriter::abandon();
    g_link.close();
    g_wake.close();
    each(&Source::forked);
}

void inChild() {
    if (g_over) return;  // a call of the system could be its end
    g_blockedAtFork = blockedSignals();
    if (!onOwnStack(becomeChild)) becomeChild();
}

/// Whether this process was forked from another one and runs the same program on. Such ones often end by _exit(), of
/// which nobody is told: workers of Python's multiprocessing do.
bool isForked() {
    constexpr unsigned long kForkedNoExec = 0x40;  // PF_FORKNOEXEC, in the 9th field
    const std::string text = contentOf("/proc/self/stat");
    std::size_t at = text.rfind(')');  // behind the name, which may hold anything
    for (int field = 2; at != text.npos && field < 9; ++field) at = text.find(' ', at + 1);
    return at != text.npos && (std::strtoul(text.c_str() + at, nullptr, 10) & kForkedNoExec) != 0;
}

void introduceProcess() {
    SpoolWriter& spool = spoolWriter();
    char host[256] = {};
    ::gethostname(host, sizeof host - 1);
    std::string name = contentOf("/proc/self/comm");
    while (!name.empty() && name.back() == '\n') name.pop_back();
    spool.facts({"pid", std::to_string(::getpid()), "parent", std::to_string(::getppid()), "name", name, "executable",
                 linkOf("/proc/thread-self/exe"), "host", host, "collector", SIGHTLINE_VERSION});
    if (spool.isDirect()) spool.facts({"direct", "1"});
    spool.writeClocks();
    noteThreadName();
    each(&Source::joined);
}

/// Two stay open. A program that allows itself no more than it needs would lack them.
bool hasRoomForDescriptors() {
    constexpr rlim_t kFew = 32;
    rlimit most{};
    return ::getrlimit(RLIMIT_NOFILE, &most) != 0 || most.rlim_cur >= kFew;
}

/// Where pages are larger than thought the system refuses; then such children are not told from their parents.
void claimProcess() {
    ::madvise(&g_ofThis, sizeof g_ofThis, MADV_WIPEONFORK);
    g_ofThis.is = true;
    g_hasJoined = true;
}

bool isStray() { return g_hasJoined.load(std::memory_order_relaxed) && !g_ofThis.is.load(std::memory_order_relaxed); }

/// g_joining is held. False where there is no session, or no file.
bool openSpool(Stay stay) {
    const bool brief = stay == Stay::Brief;
    g_finished = false;
    if (!hasRoomForDescriptors()) return false;
    claimProcess();
    if (!options().read() || !spoolWriter().open(options().folder.c_str(), !brief && isForked())) return false;
    g_heeded = options().rangeEnds ? Heeded::All : Heeded::Begins;
    introduceProcess();
    if (brief) spoolWriter().facts({"tracing.begin", std::to_string(g_forkedAt)});
    connectToSession(brief || !options().startPaused, true);
    return true;
}

/// g_joining is held: what a process has that stays.
void settleIn() {
    if (!g_forkHandled) {
        g_forkHandled = true;
        ::pthread_atfork(beforeFork, afterFork, inChild);
        std::atexit(finish);
    }
    startFlushing();
    if (!options().startPaused) setTracing(true);
}

void join(Stay stay) noexcept try {
    const std::lock_guard guard(g_joining);
    if (g_joined.load()) return;
    const bool open = spoolWriter().isOpen() || openSpool(stay);
    g_brief = open && stay == Stay::Brief;
    if (g_brief) return;
    if (open) settleIn();
    g_joined.store(true, std::memory_order_release);
} catch (...) {
    gaveUp();
}

}  // namespace

// Opens files, connects, starts a thread: not on the stack of a thread that calls something for the first time.
bool joinSession(Stay stay) {
    if (isStray()) return false;
    if (!g_joined.load(std::memory_order_acquire)) onOwnStack([stay]() noexcept { join(stay); });
    return (g_joined.load(std::memory_order_acquire) || g_brief) && spoolWriter().isOpen();
}

// What the C library makes of them is longer than what the system knows.
std::uint64_t blockedSignals() {
    std::uint64_t mask = 0;
    rawSyscall(SYS_rt_sigprocmask, SIG_BLOCK, 0, reinterpret_cast<long>(&mask), sizeof mask);
    return mask;
}
std::uint64_t blockedAtFork() { return g_blockedAtFork; }

void gaveUp() noexcept {
    // Whatever failed, most likely memory: the program goes on without being traced. The spool holds what was written.
    g_ofThis.tracing = false;
}

void triggered(bool begin) try {
    if (isOver()) return;
    const Uncancelled whole;
    const std::string time = std::to_string(monotonicNs());
    const std::lock_guard guard(g_state);
    if (g_heeded == Heeded::Nothing || (g_heeded == Heeded::Begins && !begin)) return;
    switchTracing(begin);
    ++g_triggers;
    send((begin ? "trigger start " : "trigger stop ") + time + "\n");
} catch (...) {
    gaveUp();
}

bool isOver() { return g_over.load(std::memory_order_relaxed) || isStray(); }

void cannotTrace(const Phrase& what, const Phrase& why) {
    spoolWriter().facts({"untraced." + what.written(), why.written()});
}

void waitForSession() {
    if (g_linked) g_sessionGone.wait(false);
}

void leaving(const Source& asking, const ThreadName& who) {
    const bool brief = g_brief;
    if (isStray() || !(brief || g_joined.load()) || g_finished.load()) return;
    for (const Source* s : sources()) {
        void (*const write)() = s == &asking ? nullptr : s->leaving ? s->leaving : s->flush;
        if (write) write();
    }
    if (programHasOneThread()) noteThreadName(who);
    else readThreadNames();
    if (brief) spoolWriter().facts({"tracing.end", std::to_string(monotonicNs())});
    spoolWriter().facts({"finished", "1"});
    reportLost();
    if (brief) send("bye\n");
}

void stayed() { spoolWriter().facts({"finished", "0"}); }

void endForGood(Phrase::Key why) noexcept try {
    if (isOver()) return;
    const Uncancelled whole;
    const std::lock_guard going(g_threadsGo);
    if (g_over || !joinSession()) return;
    cannotTrace(Phrase::TheRest, why);
    finish();
    stopFlushing();
    endThreads(flushForever);
    each(&Source::quit);
    endOwnThreads();
    g_wake.close();
    spoolWriter().close();
    {
        const std::lock_guard sends(g_send);
        g_link.close();
    }
    g_over = true;
} catch (...) {
    gaveUp();
}

bool pauseThreads() noexcept {
    bool paused = false;
    if (!g_over && ownThreadsRun()) onOwnStack([&paused]() noexcept { paused = pauseNow(); });
    return paused;
}

void resumeThreads() noexcept {
    if (!onOwnStack(resumeNow)) resumeNow();
}

void finish() try {
    if (isStray()) return;
    if (!g_joined.load() && !g_over) each(&Source::unjoined);
    if (!g_joined.load() || g_finished.exchange(true)) return;
    const Uncancelled whole;
    setTracing(false);
    each(&Source::flush);
    readThreadNames();
    spoolWriter().facts({"finished", "1"});
    spoolWriter().settle();
    connectAgain();
    reportLost();
    send("bye\n");
} catch (...) {
    gaveUp();
}

}  // namespace collectors
