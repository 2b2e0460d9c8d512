// SPDX-License-Identifier: Apache-2.0
#include "collectors/process/own_threads.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <vector>

#include "collectors/process/uncancelled.h"

namespace collectors {
namespace {

constexpr time_t kEndWithin = 2;  // seconds

struct Start {
    void* (*run)(void*);
    void* argument;
};

struct Live {
    pthread_t thread;
    void* (*run)(void*);
    pid_t ended = 0;  // its number, once its function has returned: the system may still count it
};
std::mutex g_threads;
std::vector<Live>* g_live = nullptr;  // that nobody waits for, those that ended included; under g_threads
bool g_ending = false;                // … and there are no others
std::atomic<pid_t> g_process{0};      // which has them
std::atomic<unsigned> g_running{0};   // never more than the system has

/// glibc's count of threads; the thread that makes it zero calls exit(). Null where another C library, or a later one,
/// does not show it.
unsigned* threadsThatKeepAlive() {
    static auto* const count = static_cast<unsigned*>(::dlsym(RTLD_DEFAULT, "__nptl_nthreads"));
    return count;
}

/// Zero: the program's last thread has ended and calls exit(), or has called it.
unsigned counted() {
    const unsigned* const count = threadsThatKeepAlive();
    return count ? __atomic_load_n(count, __ATOMIC_ACQUIRE) : 1;
}

/// A thread that is there already does not count any more; `before` is what counted then. Where it was the last one,
/// the program's own ended meanwhile, and would have called exit().
void leaveCount(unsigned before) {
    unsigned* const count = threadsThatKeepAlive();
    if (count && __atomic_sub_fetch(count, 1, __ATOMIC_ACQ_REL) == 0 && before != 0) std::exit(0);
}

/// The C library takes a thread that ends out of the count. Where that is zero already, exit() must not be called
/// twice: this thread waits for the end.
void returnToCount() {
    unsigned* const count = threadsThatKeepAlive();
    if (!count) return;
    unsigned n = counted();
    do {
        while (n == 0) ::pause();
    } while (!__atomic_compare_exchange_n(count, &n, n + 1, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE));
}

void* runOwn(void* start) {
    const std::unique_ptr<Start> mine(static_cast<Start*>(start));
    const auto number = static_cast<pid_t>(::syscall(SYS_gettid));
    ++g_running;
    ::pthread_setname_np(::pthread_self(), "sightline");
    mine->run(mine->argument);
    {
        const std::lock_guard guard(g_threads);
        for (Live& l : *g_live)
            if (!l.ended && ::pthread_equal(l.thread, ::pthread_self()))
                l.ended = number, ::pthread_detach(::pthread_self());
    }
    --g_running;
    returnToCount();
    return reinterpret_cast<void*>(static_cast<long>(number));
}

bool create(pthread_t& thread, Start* start) {
    pthread_attr_t attributes;
    ::pthread_attr_init(&attributes);
    ::pthread_attr_setstacksize(&attributes, 256 << 10);
    sigset_t all, was;  // signals are for the program's own threads
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_BLOCK, &all, &was);
    const bool created = ::pthread_create(&thread, &attributes, runOwn, start) == 0;
    ::pthread_sigmask(SIG_SETMASK, &was, nullptr);
    ::pthread_attr_destroy(&attributes);
    return created;
}

bool isKnown(pid_t thread) { return ::syscall(SYS_tgkill, ::getpid(), thread, 0) == 0; }

/// Early, because numbers of threads come back. g_threads is held.
void forgetGone() {
    std::erase_if(*g_live, [](const Live& l) { return l.ended && !isKnown(l.ended); });
}

/// The C library hears of the end of a thread before the system has taken it out of the process. After the deadline the
/// number is another thread's.
void waitUntilGone(pid_t thread, const timespec& deadline) {
    for (timespec now{}; isKnown(thread) && now.tv_sec <= deadline.tv_sec; ::clock_gettime(CLOCK_REALTIME, &now))
        ::sched_yield();
}

/// Waits until those are gone that `which` says, and those that ended by themselves, but no longer than kEndWithin.
template <class Which>
bool waitForEnd(Which which) {
    const Uncancelled whole;
    const auto ends = [&which](const Live& l) { return l.ended || which(l); };
    std::vector<Live> those;
    {
        const std::lock_guard guard(g_threads);
        for (const Live& l : g_live ? *g_live : those)
            if (ends(l)) those.push_back(l);
        if (g_live) std::erase_if(*g_live, ends);
    }
    timespec until{};
    ::clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += kEndWithin;
    const auto isGone = [&](const Live& l) {
        void* number = nullptr;
        if (!l.ended && ::pthread_timedjoin_np(l.thread, &number, &until) != 0) return false;
        waitUntilGone(l.ended ? l.ended : static_cast<pid_t>(reinterpret_cast<long>(number)), until);
        return true;
    };
    return std::all_of(those.begin(), those.end(), isGone);
}

/// Threads of the process, this library's and one that has ended as the first among them; 0 = not said. Without a
/// descriptor, which the program may close.
unsigned threadsOfProcess() {
    struct stat s {};
    return ::stat("/proc/self/task", &s) == 0 && s.st_nlink > 2 ? static_cast<unsigned>(s.st_nlink - 2) : 0;
}

/// As filters (seccomp) end a single thread.
void endBySignal(int number) {
    ::signal(number, SIG_DFL);
    sigset_t one;
    ::sigemptyset(&one);
    ::sigaddset(&one, number);
    ::pthread_sigmask(SIG_UNBLOCK, &one, nullptr);
    ::syscall(SYS_tgkill, ::getpid(), ::syscall(SYS_gettid), number);
}

}  // namespace

bool startThread(void* (*run)(void*), void* argument) {
    const unsigned before = counted();
    {
        auto start = std::make_unique<Start>(Start{run, argument});
        const std::lock_guard guard(g_threads);
        if (!g_live) g_live = new std::vector<Live>;
        forgetGone();
        g_live->reserve(g_live->size() + 1);
        pthread_t thread;
        if (g_ending || !create(thread, start.get())) return false;
        start.release();
        g_live->push_back({thread, run});
        g_process = ::getpid();
    }
    leaveCount(before);
    return true;
}

// A child of vfork() has the memory of its parent, and none of these threads.
bool ownThreadsRun() {
    if (g_process != ::getpid()) return false;
    const std::lock_guard guard(g_threads);
    if (g_live) forgetGone();
    return g_live && !g_live->empty();
}

bool endThreads(void* (*run)(void*)) {
    return waitForEnd([run](const Live& l) { return l.run == run; });
}

bool endOwnThreads() {
    {
        const std::lock_guard guard(g_threads);
        g_ending = true;
    }
    return waitForEnd([](const Live&) { return true; });
}

void admitOwnThreads() {
    const std::lock_guard guard(g_threads);
    g_ending = false;
}

// What a thread runs is gone as soon as it can do nothing any more.
bool firstThreadEnded() {
    char none;
    return ::readlink("/proc/self/exe", &none, 1) < 0 && errno == ENOENT;
}

bool programHasOneThread() { return threadsOfProcess() == g_running + 1; }

bool onlyOwnThreadsLeft() { return firstThreadEnded() && threadsOfProcess() == g_running + 1; }

void endAsFirstThreadDid() {
    char path[64], text[1024] = {};
    std::snprintf(path, sizeof path, "/proc/self/task/%d/stat", static_cast<int>(::getpid()));
    if (const int file = ::open(path, O_RDONLY | O_CLOEXEC); file >= 0) {
        if (::read(file, text, sizeof text - 1) < 0) text[0] = 0;
        ::close(file);
    }
    const char* const last = std::strrchr(text, ' ');
    const int status = last ? std::atoi(last) : 0;  // as wait() has it
    if (WIFSIGNALED(status)) endBySignal(WTERMSIG(status));
    for (;;) ::syscall(SYS_exit_group, WEXITSTATUS(status));
}

void forgetOwnThreads() {
    new (&g_threads) std::mutex;
    g_live = nullptr;
    g_ending = false;
    g_process = 0;
    g_running = 0;
}

}  // namespace collectors
