// SPDX-License-Identifier: GPL-3.0-or-later
// A program that ends, waits and forbids itself things in ways that tools are apt to break; the first word says which.
// It uses NVTX where it was built with it, and prints only what is the same in every run.
#include <fcntl.h>
#include <grp.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#if SIGHTLINE_HAS_NVTX
#include <nvtx3/nvToolsExt.h>
#else
inline void nvtxMarkA(const char*) {}
#endif

namespace {

void nap(long ms) {
    const timespec t{ms / 1000, ms % 1000 * 1'000'000};
    ::nanosleep(&t, nullptr);
}
void say(const char* text) { (void)!::write(STDOUT_FILENO, text, std::strlen(text)); }

pthread_t start(void* (*run)(void*)) {
    pthread_t thread{};
    if (::pthread_create(&thread, nullptr, run, nullptr) != 0) std::_Exit(90);
    return thread;
}
/// Printed into a buffer that only exit() empties.
void* worksOn(void*) {
    nap(30);
    nvtxMarkA("later");
    std::printf("buffered by the last thread\n");
    return nullptr;
}

void mainEnds() {
    start(worksOn);
    ::pthread_exit(nullptr);
}
void mainEndsDetached() {
    ::pthread_detach(start(worksOn));
    ::pthread_exit(nullptr);
}
void mainEndsAlone() {
    std::printf("buffered\n");
    ::pthread_exit(nullptr);
}
void rawEnd() {
    nap(5);
    ::syscall(SYS_exit, 7);
}
void rawEndAfterThread() {
    ::pthread_join(start(worksOn), nullptr);
    ::syscall(SYS_exit, 0);
}
void killedAfterMain() {
    start([](void*) -> void* {
        nap(20);
        ::kill(::getpid(), SIGTERM);
        for (;;) ::pause();
    });
    ::pthread_exit(nullptr);
}

void childEnds(const char* name, void (*end)()) {
    const pid_t child = ::fork();
    if (child == 0) {
        nvtxMarkA("child");
        nap(2);
        end();
        std::_Exit(91);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    std::printf("%s: %x\n", name, status);
    std::fflush(stdout);
}
void childrenEnd() {
    std::fflush(stdout);
    childEnds("_exit", [] { ::_exit(3); });
    childEnds("exit", [] { std::exit(4); });
    childEnds("raw", [] { ::syscall(SYS_exit, 5); });
    childEnds("pthread_exit", [] { ::pthread_exit(nullptr); });
    childEnds("killed", [] { ::raise(SIGKILL); });
    childEnds("aborted", [] { ::signal(SIGABRT, SIG_DFL), std::abort(); });
    childEnds("not run", [] {
        ::execl("/nowhere/at/all", "x", nullptr);
        ::_exit(6);
    });
    childEnds("run", [] { ::execl("/bin/sh", "sh", "-c", "exit 8", nullptr); });
}

std::atomic<int> g_handled{0};
void signalsOfItsOwn() {
    // SIGUSR2 is blocked everywhere and waited for, SIGUSR1 has a handler in any thread that lets it come.
    sigset_t two;
    ::sigemptyset(&two);
    ::sigaddset(&two, SIGUSR2);
    ::pthread_sigmask(SIG_BLOCK, &two, nullptr);
    struct sigaction act {};
    act.sa_handler = [](int) { ++g_handled; };
    ::sigaction(SIGUSR1, &act, nullptr);
    start([](void*) -> void* {
        for (;;) ::pause();
    });
    for (int i = 1; i <= 50; ++i) {
        ::kill(::getpid(), SIGUSR1);
        while (g_handled < i) ::sched_yield();
        ::kill(::getpid(), SIGUSR2);
        int got = 0;
        ::sigwait(&two, &got);
        if (got != SIGUSR2) std::_Exit(92);
    }
    std::printf("handled %d\n", g_handled.load());
}

/// What daemons do. The files that are opened then have the numbers that others had.
void closesAll() {
    nvtxMarkA("before");
    ::syscall(SYS_close_range, 3u, ~0u, 0u);
    int wrong = 0;
    for (int i = 0; i < 40; ++i) {
        int ends[2];
        if (::pipe(ends) != 0) std::_Exit(93);
        const char byte = static_cast<char>(i);
        char back = 0;
        nvtxMarkA("between");
        nap(10);  // others have time to write where they must not
        const bool through = ::write(ends[1], &byte, 1) == 1 && ::read(ends[0], &back, 1) == 1 && back == byte;
        const bool closed = ::close(ends[0]) == 0 && ::close(ends[1]) == 0;
        wrong += !through || !closed;
    }
    std::printf("wrong %d\n", wrong);
}

void cancels() {
    int lost = 0;
    for (int i = 0; i < 20; ++i) {
        const pthread_t thread = start([](void*) -> void* {
            int ends[2];
            if (::pipe(ends) != 0) std::_Exit(94);
            char c;
            (void)!::read(ends[0], &c, 1);
            return nullptr;
        });
        nap(1);
        ::pthread_cancel(thread);
        void* result = nullptr;
        ::pthread_join(thread, &result);
        lost += result != PTHREAD_CANCELED;
    }
    std::printf("not cancelled: %d\n", lost);
}

void waitsLong() {
    for (int i = 0; i < 100; ++i) nap(1), nvtxMarkA("waits");
}

/// Only read, write and the end of a thread are left, and no clock of the processor's.
void strict() {
    std::fflush(stdout);
    if (::prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT) != 0) ::_exit(95);
    for (int i = 0; i < 1000; ++i) (void)!::write(STDOUT_FILENO, "", 0);
    nvtxMarkA("strict");
    say("under strict rules\n");
    ::syscall(SYS_exit, 9);
}

sock_filter kFew[] = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
#define ALLOW(call) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##call, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
                      ALLOW(read),
                      ALLOW(write),
                      ALLOW(exit),
                      ALLOW(exit_group),
                      ALLOW(clock_nanosleep),
                      ALLOW(fstat),
                      ALLOW(newfstatat),
                      ALLOW(brk),
                      ALLOW(getrandom),
#undef ALLOW
                      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS)};
const sock_fprog kProgram{std::size(kFew), kFew};

/// The C library, a thread among others, all threads at once; then what the program does of its own, its end included.
void filtered(bool (*forbid)()) {
    std::fflush(stdout);
    ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    // Whether there are filters, as programs ask.
    if (::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, nullptr) != -1 || errno != EFAULT) std::_Exit(96);
    if (::syscall(SYS_seccomp, SECCOMP_SET_MODE_STRICT, 1u, nullptr) != -1 || errno != EINVAL) std::_Exit(97);
    nap(5);
    if (!forbid()) std::_Exit(98);
    waitsLong();
    std::printf("under a filter\n");
}
bool byPrctl() { return ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &kProgram) == 0; }
bool byCall() { return ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0u, &kProgram) == 0; }
bool forAllThreads() {
    return ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &kProgram) == 0;
}

/// What launchers of sandboxes do: a program that runs under a filter from its beginning, and calls nothing of this.
void filteredBefore() {
    static sock_filter others[] = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
#define FORBID(call) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##call, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS)
                                   FORBID(socket),
                                   FORBID(connect),
                                   FORBID(sendto),
                                   FORBID(clone),
                                   FORBID(clone3),
                                   FORBID(fcntl),
                                   FORBID(ftruncate),
                                   FORBID(fallocate),
                                   FORBID(gettid),
                                   FORBID(unlinkat),
                                   FORBID(shutdown),
                                   FORBID(prctl),
                                   FORBID(getdents64),
#undef FORBID
                                   BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
    const sock_fprog program{std::size(others), others};
    std::fflush(stdout);
    ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    nap(5);
    if (::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) std::_Exit(98);
    ::execl("/proc/self/exe", "promises_program", "waits", nullptr);
    std::_Exit(97);
}

void filteredChild() {
    std::fflush(stdout);
    childEnds("child under a filter", [] {
        ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
        if (!byCall()) ::_exit(98);
        waitsLong();
        ::_exit(10);
    });
    nap(5);
    std::printf("the parent goes on\n");
}

/// Says what a call returned, and errno where it failed.
void tell(const char* what, long result) {
    std::printf("%s: %ld%s%s\n", what, result, result < 0 ? ", " : "", result < 0 ? std::strerror(errno) : "");
    std::fflush(stdout);
}
constexpr unsigned kNobody = 65534;

struct Capabilities {
    __user_cap_header_struct head{_LINUX_CAPABILITY_VERSION_3, 0};
    __user_cap_data_struct sets[2]{};
};
/// What this thread may do at most, it does; else nothing.
long setCapabilities(bool most) {
    Capabilities c;
    if (most) ::syscall(SYS_capget, &c.head, c.sets);
    for (auto& set : c.sets) set.effective = set.permitted, set.inheritable = 0;
    return ::syscall(SYS_capset, &c.head, c.sets);
}
/// What daemons do: another user, but with the capabilities that are left, then another group, then no capabilities.
void keepsCapabilities() {
    tell("keep", ::prctl(PR_SET_KEEPCAPS, 1, 0, 0, 0));
    tell("groups", ::setgroups(0, nullptr));
    tell("user", ::setresuid(kNobody, kNobody, kNobody));
    tell("capabilities", setCapabilities(true));
    tell("group", ::setresgid(kNobody, kNobody, kNobody));
    tell("none", setCapabilities(false));
    tell("back", ::setuid(0));
}
/// Of a thread alone, as the system has them.
void dropsOwn() {
    tell("bounds", ::prctl(PR_CAPBSET_DROP, CAP_SYS_BOOT, 0, 0, 0));
    tell("none", setCapabilities(false));
    tell("user", ::setuid(12345));
    tell("group", ::setgid(12345));
}
void dropsByCall() {
    tell("group", ::syscall(SYS_setresgid, kNobody, kNobody, kNobody));
    tell("user", ::syscall(SYS_setresuid, kNobody, kNobody, kNobody));
    tell("back", ::setuid(0));
    tell("group back", ::setgid(0));
}
/// By turns, while others begin and end: notes go on between.
void changesOften() {
    int wrong = 0;
    for (int i = 0; i < 50; ++i) {
        wrong += ::seteuid(kNobody) != ::seteuid(0);
        wrong += ::prctl(PR_SET_KEEPCAPS, i % 2, 0, 0, 0) != 0;
        nvtxMarkA("between");
        nap(1);
    }
    std::printf("wrong %d\n", wrong);
}
/// Children of a process that has threads of others, which note something and are themselves at once.
void rights() {
    std::fflush(stdout);
    for (const bool waits : {false, true}) {
        for (const auto change : {keepsCapabilities, dropsOwn, dropsByCall, changesOften}) {
            const pid_t child = ::fork();
            if (child == 0) {
                nap(1);
                if (waits) nvtxMarkA("child"), nap(15);
                change();
                nvtxMarkA("changed");
                std::printf("is %u %u\n", ::getuid(), ::getgid());
                std::exit(3);
            }
            int status = 0;
            ::waitpid(child, &status, 0);
            std::printf("ended: %x\n", status);
            std::fflush(stdout);
        }
    }
    keepsCapabilities();
}

/// Only processes with one thread may do some of that.
void namespaces() {
    for (int i = 0; i < 20; ++i) {
        nap(1);
        const int own = ::open("/proc/self/ns/mnt", O_RDONLY | O_CLOEXEC);
        const int result = ::setns(own, 0);
        if (i == 0 || result != 0) tell("mounts", result);
        ::close(own);
    }
    tell("call", ::syscall(SYS_unshare, CLONE_NEWUTS | CLONE_FS));
    tell("users", ::unshare(CLONE_NEWUSER));
    nvtxMarkA("in it");
    waitsLong();
    tell("processes", ::unshare(CLONE_NEWPID));  // no thread can be made now, but children
    waitsLong();
    childEnds("first", [] { ::_exit(::getpid()); });
}

#if defined(__x86_64__)
/// The clock of the processor is forbidden to this thread, and with it what the C library makes of it.
void clockless() {
    std::fflush(stdout);
    if (::prctl(PR_SET_TSC, PR_TSC_SIGSEGV) != 0) ::_exit(99);
    waitsLong();
    say("without a clock\n");
    ::_exit(11);
}
#else
void clockless() { ::_exit(11); }
#endif

/// No handler of fork() hears of these children. They end as fast as others.
void strays() {
    std::fflush(stdout);
    timespec begin, end;
    ::clock_gettime(CLOCK_MONOTONIC, &begin);
    for (int i = 0; i < 4; ++i) {
        const auto child = static_cast<pid_t>(::syscall(SYS_clone, SIGCHLD, nullptr, nullptr, nullptr, nullptr));
        if (child == 0) {
            nap(3);
            nvtxMarkA("stray");
            std::_Exit(i % 2 ? 3 : (std::exit(3), 0));
        }
        int status = 0;
        ::waitpid(child, &status, 0);
        if (status != 3 << 8) std::printf("status %x\n", status);
    }
    ::clock_gettime(CLOCK_MONOTONIC, &end);
    std::printf("%s\n", end.tv_sec - begin.tv_sec < 3 ? "in time" : "too late");
}

/// Forks while another thread makes the program's first call of NVTX, which children make, too. One child may come
/// from the moment in which NVTX has begun and looks for its tool: that is NVTX's own.
void forksAtFirst() {
    start([](void*) -> void* {
        nvtxMarkA("first");
        return nullptr;
    });
    int stuck = 0;
    for (int i = 0; i < 200; ++i) {
        const pid_t child = ::fork();
        if (child == 0) {
            ::alarm(6);
            nvtxMarkA("child");
            ::_exit(3);
        }
        int status = 0;
        ::waitpid(child, &status, 0);
        stuck += status != 3 << 8;
    }
    std::printf("%s\n", stuck > 1 ? "children are stuck" : "children went on");
}

/// There is no memory left when threads that are there make their first calls.
void withoutMemory() {
    static std::atomic<bool> go{false};
    const pthread_t thread = start([](void*) -> void* {
        while (!go) ::sched_yield();
        for (int i = 0; i < 50; ++i) nap(1), nvtxMarkA("in need");
        return nullptr;
    });
    long pages = 0;
    if (std::FILE* const f = std::fopen("/proc/self/statm", "re")) {
        if (std::fscanf(f, "%ld", &pages) != 1) std::_Exit(87);
        std::fclose(f);
    }
    const rlim_t bytes = static_cast<rlim_t>(pages) * 4096 + (8 << 20);
    const rlimit most{bytes, bytes};
    ::setrlimit(RLIMIT_AS, &most);
    for (std::size_t size = 1 << 20; size >= 16; size /= 2)
        while (std::malloc(size)) {}
    go = true;
    ::pthread_join(thread, nullptr);
    say("without memory\n");
    ::_exit(12);
}

/// No file may grow, from before this program began.
void withoutFiles() {
    std::fflush(stdout);
    const rlimit none{0, 0};
    ::setrlimit(RLIMIT_FSIZE, &none);
    ::execl("/proc/self/exe", "again", "goes-on", nullptr);
}
void goesOn() {
    waitsLong();
    ::_exit(13);
}

/// One after the other; what each does: nothing, or waits, which is noted. The program has as much memory as Python has
/// that has loaded NumPy.
void forks(int count, bool notes, bool exits) {
    constexpr std::size_t kBytes = 32 << 20;
    auto* const memory = static_cast<volatile char*>(std::malloc(kBytes));
    if (!memory) std::_Exit(88);
    for (std::size_t i = 0; i < kBytes; i += 4096) memory[i] = 1;
    timespec begin, end;
    ::clock_gettime(CLOCK_MONOTONIC, &begin);
    for (int i = 0; i < count; ++i) {
        const pid_t child = ::fork();
        if (child == 0) {
            if (notes) nap(1);
            if (exits) std::exit(5);
            ::_exit(5);
        }
        int status = 0;
        ::waitpid(child, &status, 0);
        if (status != 5 << 8) std::_Exit(89);
    }
    ::clock_gettime(CLOCK_MONOTONIC, &end);
    const long us = (end.tv_sec - begin.tv_sec) * 1'000'000 + (end.tv_nsec - begin.tv_nsec) / 1000;
    std::fprintf(stderr, "took %ld us\n", us);
}

/// What whoever started the program had it begin with.
void begins() {
    sigset_t blocked;
    ::pthread_sigmask(SIG_BLOCK, nullptr, &blocked);
    for (int s = 1; s < 65; ++s)
        if (::sigismember(&blocked, s) == 1) std::printf("blocked: %d\n", s);
    for (int s = 1; s < 32; ++s) {
        struct sigaction act {};
        if (::sigaction(s, nullptr, &act) == 0 && act.sa_handler == SIG_IGN) std::printf("ignored: %d\n", s);
    }
}

struct Way {
    const char* name;
    void (*go)();
};
constexpr Way kWays[] = {
    {"main-ends", mainEnds},
    {"main-ends-detached", mainEndsDetached},
    {"main-ends-alone", mainEndsAlone},
    {"raw-end", rawEnd},
    {"raw-end-after-thread", rawEndAfterThread},
    {"killed-after-main", killedAfterMain},
    {"children-end", childrenEnd},
    {"signals", signalsOfItsOwn},
    {"closes-all", closesAll},
    {"cancels", cancels},
    {"strict", strict},
    {"filter-prctl", [] { filtered(byPrctl); }},
    {"filter-call", [] { filtered(byCall); }},
    {"filter-all-threads", [] { filtered(forAllThreads); }},
    {"filter-child", filteredChild},
    {"filter-before", filteredBefore},
    {"waits", waitsLong},
    {"begins", begins},
    {"clockless", clockless},
    {"strays", strays},
    {"forks-at-first", forksAtFirst},
    {"without-memory", withoutMemory},
    {"without-files", withoutFiles},
    {"goes-on", goesOn},
    {"rights", rights},
    {"namespaces", namespaces},
    {"forks-_exit", [] { forks(300, false, false); }},
    {"forks-noted", [] { forks(300, true, false); }},
    {"forks-noted-exit", [] { forks(300, true, true); }},
};

}  // namespace

int main(int count, char** words) {
    if (count < 2 || std::strcmp(words[1], "forks-at-first") != 0) nvtxMarkA("begin");
    std::atexit([] { std::printf("exit handler\n"); });
    for (const Way& way : kWays)
        if (count > 1 && std::strcmp(way.name, words[1]) == 0) return way.go(), 0;
    return 88;
}
