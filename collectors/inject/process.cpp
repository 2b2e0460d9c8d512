// SPDX-License-Identifier: Apache-2.0
#include "collectors/inject/process.h"

#include <poll.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>
#include <string>

#include "collectors/inject/options.h"
#include "collectors/inject/peer.h"
#include "collectors/inject/spool_writer.h"
#include "collectors/inject/thread_names.h"
#include "collectors/inject/uncancelled.h"

namespace collectors {

std::atomic<bool> g_tracing{false};

namespace {

constexpr std::uint64_t kClocksEveryNs = 1'000'000'000;

std::mutex g_state;            // of tracing on or off
unsigned g_triggers = 0;       // sent to the session; under g_state
std::mutex g_send;
OwnFd g_link;                  // to the session
std::atomic<bool> g_linked{false};         // … there was one
std::atomic<bool> g_sessionGone{false};
std::atomic<std::uint64_t> g_lostSaid{0};  // what the session knows of records that are in no file
std::atomic<bool> g_joined{false};  // fork() takes it back in the child
std::atomic<bool> g_finished{false};
bool g_forkHandled = false;
std::mutex g_joining;
constexpr std::uint64_t kOrphanBytes = 256 << 20;  // that are still traced when the session has died
std::uint64_t g_orphanLimit = 0;                   // of the flushing thread; 0 = the session is there

template <class... A>
void each(void (*Source::*what)(A...), A... arguments) {
    for (const Source* s : sources())
        if (s->*what) (s->*what)(arguments...);
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
    if (::send(link, line.data(), line.size(), MSG_NOSIGNAL | MSG_DONTWAIT) < 0 && (errno == EPIPE || errno == ECONNRESET)) ::shutdown(link, SHUT_RDWR);
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
void sayLost() {
    const std::uint64_t lost = spoolWriter().unwritten();
    if (g_lostSaid.exchange(lost) != lost) send("lost " + std::to_string(lost) + '\n');
}

/// g_state is held.
void switchTracing(bool on) {
    if (on == isTracing()) return;
    if (on) {
        each(&Source::begin);
        g_tracing = true;
    } else {
        g_tracing = false;
        each(&Source::end);
        spoolWriter().writeClocks();
    }
    spoolWriter().facts({on ? "tracing.begin" : "tracing.end", std::to_string(monotonicNs())});
}

void setTracing(bool on) {
    const std::lock_guard guard(g_state);
    switchTracing(on);
}

/// "start 3", "stop 3": the session knew of three triggers of this process when it said so. Where the program has begun or ended a range
/// since, the session does not know it yet, and will speak again; what the program did last counts.
void obey(std::string_view line) {
    const std::size_t blank = line.find(' ');
    const std::string_view command = line.substr(0, blank);
    if (command == "start" || command == "stop") {
        const std::lock_guard guard(g_state);
        const bool knows = blank == line.npos || std::strtoul(std::string(line.substr(blank + 1)).c_str(), nullptr, 10) == g_triggers;
        if (knows) switchTracing(command == "start");
    }
    if (command == "attach" && blank != line.npos) each(&Source::attach, std::atoi(std::string(line.substr(blank + 1)).c_str()));
    if (command == "flush") {
        each(&Source::flush);
        readThreadNames();
        sayLost();
    }
    send("done " + std::string(command) + "\n");
}

/// One round of the flushing thread; false: the process is ending.
bool flushOnce(std::string& pending, std::uint64_t& clocks) {
    if (connectAgain()) pending.clear();
    pollfd p{g_link.get(), POLLIN, 0};
    const int ready = ::poll(&p, 1, static_cast<int>(options().flushMs));
    if (g_finished.load()) return false;
    if (ready > 0 && g_link.get() == p.fd) {
        char buffer[512];
        const ssize_t n = ::recv(p.fd, buffer, sizeof buffer, 0);
        if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR)) {
            const std::lock_guard guard(g_send);
            g_link.close();
            g_sessionGone = true;
            g_sessionGone.notify_all();
        } else if (n > 0) {
            pending.append(buffer, static_cast<std::size_t>(n));
            for (std::size_t end; (end = pending.find('\n')) != pending.npos; pending.erase(0, end + 1)) obey(std::string_view(pending).substr(0, end));
            if (pending.size() > 4096) pending.clear();
        }
    }
    each(&Source::flush);
    if (g_sessionGone && !g_orphanLimit) g_orphanLimit = spoolWriter().bytes() + kOrphanBytes;  // what is traced stays in the spool
    if (g_orphanLimit && spoolWriter().bytes() > g_orphanLimit && isTracing()) {
        cannotTrace("the rest", "the session was gone, and nobody was there to end the capture");
        setTracing(false);
    }
    if (const std::uint64_t t = monotonicNs(); t - clocks > kClocksEveryNs) {
        clocks = t;
        spoolWriter().writeClocks();
        if (isTracing()) readThreadNames();
        sayLost();
    }
    return true;
}

void* flushForever(void*) {
    ::pthread_setname_np(::pthread_self(), "sightline");
    std::string pending;
    std::uint64_t clocks = monotonicNs();
    try {
        while (flushOnce(pending, clocks)) {
        }
    } catch (...) {
        gaveUp();
    }
    return nullptr;
}

// The child is another process: it joins the session itself when it first does something that is traced. Other threads of the parent may
// have held any lock: nothing that they used is locked or freed here, all of it is made anew.
void inChild() {
    g_tracing = false;
    g_joined = false;
    g_triggers = 0;
    g_orphanLimit = 0;
    g_linked = g_sessionGone = false;
    g_lostSaid = 0;
    renew(g_state), renew(g_send), renew(g_joining);
    forgetThreadNames();
    each(&Source::forget);
    SpoolWriter::abandon();
    g_link.close();
    each(&Source::forked);
}

/// Whether this process was forked from another one and runs the same program on. Such ones often end by _exit(), of which nobody is told: workers of
/// Python's multiprocessing do.
bool isForked() {
    constexpr unsigned long kForkedNoExec = 0x40;  // PF_FORKNOEXEC, in the 9th field
    const std::string text = contentOf("/proc/self/stat");
    std::size_t at = text.rfind(')');  // behind the name, which may hold anything
    for (int field = 2; at != text.npos && field < 9; ++field) at = text.find(' ', at + 1);
    return at != text.npos && (std::strtoul(text.c_str() + at, nullptr, 10) & kForkedNoExec) != 0;
}

void sayWhoIsThere() {
    SpoolWriter& spool = spoolWriter();
    char host[256] = {};
    ::gethostname(host, sizeof host - 1);
    std::string name = contentOf("/proc/self/comm");
    while (!name.empty() && name.back() == '\n') name.pop_back();
    spool.facts({"pid", std::to_string(::getpid()), "parent", std::to_string(::getppid()), "name", name, "executable", linkOf("/proc/self/exe"), "host", host, "collector", SIGHTLINE_VERSION});
    if (spool.isDirect()) spool.facts({"direct", "1"});
    spool.writeClocks();
    noteThreadName();
    each(&Source::joined);
}

}  // namespace

bool joinSession() try {
    if (g_joined.load(std::memory_order_acquire)) return spoolWriter().isOpen();
    const Uncancelled whole;
    const std::lock_guard guard(g_joining);
    if (g_joined.load()) return spoolWriter().isOpen();
    g_finished = false;
    const bool open = options().read() && spoolWriter().open(options().folder.c_str(), isForked());
    if (open) {
        sayWhoIsThere();
        connectToSession(!options().startPaused, true);
        if (!g_forkHandled) {
            g_forkHandled = true;
            ::pthread_atfork([] { each(&Source::beforeFork); }, [] { each(&Source::afterFork); }, inChild);
            std::atexit(finish);
        }
        pthread_t thread;
        if (startThread(thread, flushForever, nullptr)) ::pthread_detach(thread);
        else cannotTrace("control", "no thread could be created: the capture cannot be stopped before the program ends");
        if (!options().startPaused) setTracing(true);
    }
    g_joined.store(true, std::memory_order_release);
    return open;
} catch (...) {
    gaveUp();
    return false;
}

void gaveUp() noexcept {
    // Whatever failed, most likely memory: the program goes on without being traced. The spool holds what was written.
    g_tracing = false;
}

void triggered(bool begin) try {
    const Uncancelled whole;
    const std::string time = std::to_string(monotonicNs());
    const std::lock_guard guard(g_state);
    switchTracing(begin);
    ++g_triggers;
    send((begin ? "trigger start " : "trigger stop ") + time + "\n");
} catch (...) {
    gaveUp();
}

void cannotTrace(std::string_view what, std::string_view why) { spoolWriter().facts({"untraced." + std::string(what), why}); }

void waitForSession() {
    if (g_linked) g_sessionGone.wait(false);
}

void leaving(const Source& asking) {
    if (!g_joined.load() || g_finished.load()) return;
    for (const Source* s : sources()) {
        void (*const write)() = s == &asking ? nullptr : s->leaving ? s->leaving : s->flush;
        if (write) write();
    }
    readThreadNames();
    spoolWriter().facts({"finished", "1"});
    sayLost();
}

void stayed() { spoolWriter().facts({"finished", "0"}); }

void finish() try {
    if (!g_joined.load() || g_finished.exchange(true)) return;
    const Uncancelled whole;
    setTracing(false);
    each(&Source::flush);
    readThreadNames();
    spoolWriter().facts({"finished", "1"});
    spoolWriter().settle();
    connectAgain();
    sayLost();
    send("bye\n");
} catch (...) {
    gaveUp();
}

}  // namespace collectors
