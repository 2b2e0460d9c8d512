// SPDX-License-Identifier: GPL-3.0-or-later
// A program whose calls and shares of time are known, for tests of what looks at CPUs. It does what its words say, one
// after the other.
#include <pthread.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <thread>

#define APART __attribute__((noinline, noclone, noipa))

namespace {

double seconds(clockid_t clock) {
    timespec t{};
    ::clock_gettime(clock, &t);
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) / 1e9;
}

/// What lies behind a call keeps it from being a jump.
void stay() { asm volatile("" ::: "memory"); }

}  // namespace

extern "C" {

APART void spin(unsigned units) {
    asm volatile(
        ""
        :
        : "r"(__builtin_frame_address(
            0)));  // a function that calls nobody needs no frame, and then its caller is not seen by frame pointers
    for (unsigned i = 0; i < units * 20'000; ++i) asm volatile("" ::: "memory");
}
APART void descend(unsigned depth, unsigned units) {
    if (depth == 0) spin(units);
    else descend(depth - 1, units);
    stay();
}
APART void alpha() { descend(9, 60), stay(); }
APART void beta() { descend(4, 30), stay(); }
APART void gamma_() { spin(10), stay(); }
std::atomic<unsigned long> turns{0};
APART void turn() { alpha(), beta(), gamma_(), ++turns, stay(); }
/// 60, 30 and 10 % of so many seconds of the CPU.
APART void work(double cpuSeconds) {
    for (const double end = seconds(CLOCK_THREAD_CPUTIME_ID) + cpuSeconds; seconds(CLOCK_THREAD_CPUTIME_ID) < end;)
        turn();
    stay();
}
/// So many frames for half a second.
APART void deep(unsigned depth) {
    for (const double end = seconds(CLOCK_THREAD_CPUTIME_ID) + 0.5; seconds(CLOCK_THREAD_CPUTIME_ID) < end;)
        descend(depth, 60);
    stay();
}
/// A stack of more than 8 KiB.
APART void wide(double cpuSeconds) {
    volatile char room[16'000];
    room[0] = 1;
    work(cpuSeconds);
    room[15'999] = room[0];
}

}  // extern "C"

namespace {

void napping(double wallSeconds) {
    ::pthread_setname_np(::pthread_self(), "napper");
    for (const double end = seconds(CLOCK_MONOTONIC) + wallSeconds; seconds(CLOCK_MONOTONIC) < end;) {
        const timespec nap{0, 20'000'000};
        ::nanosleep(&nap, nullptr);
    }
}

/// Code that is in no file, as interpreters make it; what it is called stands in /tmp/perf-<process>.map.
void compiled(double cpuSeconds) {
#if defined(__x86_64__)
    //  push rbp; mov rbp, rsp; mov ecx, 20 000 000; dec ecx; jnz -4; pop rbp; ret
    constexpr unsigned char kCode[] = {0x55, 0x48, 0x89, 0xe5, 0xb9, 0x00, 0x2d, 0x31,
                                       0x01, 0xff, 0xc9, 0x75, 0xfc, 0x5d, 0xc3};
    void* code = ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    std::memcpy(code, kCode, sizeof kCode);
    std::FILE* map = std::fopen(("/tmp/perf-" + std::to_string(::getpid()) + ".map").c_str(), "w");
    std::fprintf(map, "%lx %zx py::train step\n", reinterpret_cast<unsigned long>(code), sizeof kCode);
    std::fclose(map);
    for (const double end = seconds(CLOCK_THREAD_CPUTIME_ID) + cpuSeconds; seconds(CLOCK_THREAD_CPUTIME_ID) < end;)
        reinterpret_cast<void (*)()>(code)();
#else
    work(cpuSeconds);
#endif
}

void another(char* program, const char* word, const char* argument) {
    const pid_t child = ::fork();
    if (child == 0) {
        ::execl(program, program, word, argument, nullptr);
        ::_exit(9);
    }
    int status = 0;
    if (::waitpid(child, &status, 0) != child || status != 0) std::exit(9);
}

}  // namespace

int main(int count, char** words) {
    for (int i = 1; i + 1 < count; i += 2) {
        const std::string word = words[i];
        const double number = std::atof(words[i + 1]);
        if (word == "work") work(number);
        if (word == "wide") wide(number);
        if (word == "deep") deep(static_cast<unsigned>(number));
        if (word == "jit") compiled(number);
        if (word == "exec") another(words[0], "work", words[i + 1]);
        if (word == "nap") std::thread(napping, number).join();
        if (word == "both") {  // one thread works, one sleeps
            std::thread sleeper(napping, number), worker([number] {
                ::pthread_setname_np(::pthread_self(), "worker");
                work(number);
            });
            sleeper.join(), worker.join();
        }
        if (word == "threads")  // many that live for a moment
            for (int n = 0; n < number; ++n) std::thread([] { work(0.002); }).join();
        if (word == "ready") std::printf("ready %d\n", ::getpid()), std::fflush(stdout), std::getchar();
    }
    std::printf("turns %lu cpu %.6f\n", turns.load(), seconds(CLOCK_PROCESS_CPUTIME_ID));
    return 0;
}
