// SPDX-License-Identifier: Apache-2.0
#include "collectors/calls/ticks.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <cstring>

namespace collectors::calls {

bool g_processorClock = false;

namespace {

constexpr std::uint64_t kKnownWell = 10'000'000, kFixed = 1'000'000'000;  // ns

std::uint64_t g_baseTicks, g_baseNs;
std::atomic<double> g_nsPerTick{0};  // once it is measured over a second

/// Clocks of the kernel that are the processor's.
bool isTrusted(const char* name, std::size_t n) {
    for (const char* known : {"tsc", "kvm-clock", "hyperv_clocksource_tsc_page", "arch_sys_counter"})
        if (n == std::strlen(known) && std::memcmp(name, known, n) == 0) return true;
    return false;
}

/// As measured since the library was loaded, which is before any call: however short that is, no call that it is used
/// for was longer.
double nsPerTick(std::uint64_t nowTicks, std::uint64_t nowNs) {
    if (const double fixed = g_nsPerTick.load(std::memory_order_relaxed); fixed > 0) return fixed;
    if (nowTicks <= g_baseTicks || nowNs <= g_baseNs) return 1;
    const double ratio = static_cast<double>(nowNs - g_baseNs) / static_cast<double>(nowTicks - g_baseTicks);
    if (nowNs - g_baseNs > kFixed) g_nsPerTick.store(ratio, std::memory_order_relaxed);
    return ratio;
}

}  // namespace

std::uint64_t clockNs() {
    timespec t;
    ::clock_gettime(CLOCK_MONOTONIC, &t);
    return static_cast<std::uint64_t>(t.tv_sec) * 1'000'000'000u + static_cast<std::uint64_t>(t.tv_nsec);
}

// By calls of the system: this library stands before open() and read().
void chooseClock() {
    const long file = ::syscall(
        SYS_openat, AT_FDCWD, "/sys/devices/system/clocksource/clocksource0/current_clocksource", O_RDONLY | O_CLOEXEC);
    char name[64];
    long n = file >= 0 ? ::syscall(SYS_read, file, name, sizeof name) : 0;
    if (file >= 0) ::syscall(SYS_close, file);
    while (n > 0 && name[n - 1] == '\n') --n;
    g_processorClock = n > 0 && isTrusted(name, static_cast<std::size_t>(n));
    g_baseTicks = ticks();
    g_baseNs = clockNs();
}

Times timesOf(std::uint64_t startTicks, std::uint64_t endTicks) {
    if (!g_processorClock) return {startTicks, endTicks};
    const std::uint64_t nowTicks = ticks(), now = clockNs();
    const double ratio = nsPerTick(nowTicks, now);
    const auto before = [&](std::uint64_t t) {
        const auto ns = t < nowTicks ? static_cast<std::uint64_t>(static_cast<double>(nowTicks - t) * ratio) : 0;
        return now - (ns < now ? ns : now);
    };
    return {before(startTicks), before(endTicks)};
}

std::uint64_t ticksBelow(std::uint64_t ns) {
    if (!g_processorClock) return ns;
    const std::uint64_t nowTicks = ticks(), now = clockNs();
    if (now - g_baseNs < kKnownWell) return 0;
    return static_cast<std::uint64_t>(static_cast<double>(ns) / nsPerTick(nowTicks, now) * 0.98);
}

}  // namespace collectors::calls
