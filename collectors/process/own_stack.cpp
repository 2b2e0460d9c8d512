// SPDX-License-Identifier: Apache-2.0
#include "collectors/process/own_stack.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include <atomic>
#include <cstring>

#include "collectors/process/raw_syscall.h"
#include "collectors/process/uncancelled.h"

#if defined(__SANITIZE_ADDRESS__)
extern "C" void __sanitizer_start_switch_fiber(void** fake, const void* bottom, std::size_t size);
extern "C" void __sanitizer_finish_switch_fiber(void* fake, const void** bottom, std::size_t* size);
#endif

// void sightlineCallOn(void* top, void (*work)(void*), void* argument). The frame is found by its pointer, so that
// tables for unwinding lead from one stack to the other.
#if defined(__x86_64__)
asm(R"(
    .pushsection .text
    .p2align 4
    .type sightlineCallOn, @function
    .hidden sightlineCallOn
    .globl sightlineCallOn
sightlineCallOn:
    .cfi_startproc
    endbr64
    push %rbp
    .cfi_def_cfa_offset 16
    .cfi_offset %rbp, -16
    mov %rsp, %rbp
    .cfi_def_cfa_register %rbp
    mov %rdi, %rsp
    mov %rdx, %rdi
    call *%rsi
    mov %rbp, %rsp
    pop %rbp
    .cfi_def_cfa %rsp, 8
    ret
    .cfi_endproc
    .size sightlineCallOn, . - sightlineCallOn
    .popsection
)");
#elif defined(__aarch64__)
asm(R"(
    .pushsection .text
    .p2align 4
    .type sightlineCallOn, @function
    .hidden sightlineCallOn
    .globl sightlineCallOn
sightlineCallOn:
    .cfi_startproc
    hint #34
    stp x29, x30, [sp, #-16]!
    .cfi_def_cfa_offset 16
    .cfi_offset 29, -16
    .cfi_offset 30, -8
    mov x29, sp
    .cfi_def_cfa_register 29
    mov sp, x0
    mov x0, x2
    blr x1
    mov sp, x29
    .cfi_def_cfa_register 31
    ldp x29, x30, [sp], #16
    .cfi_def_cfa_offset 0
    .cfi_restore 29
    .cfi_restore 30
    ret
    .cfi_endproc
    .size sightlineCallOn, . - sightlineCallOn
    .popsection
)");
#endif
extern "C" __attribute__((visibility("hidden"))) void sightlineCallOn(void* top, void (*work)(void*), void* argument);

namespace collectors {
namespace {

constexpr std::size_t kGuardBytes = 64 << 10;       // a page of any machine, beneath each
constexpr std::size_t kUsed = kOwnStackBytes - 64;  // above that stands what signals were blocked

/// Stacks that nobody uses at the moment; each place has at most one. A thread looks where it has looked before, so
/// that threads do not meet.
struct alignas(64) Place {
    std::atomic<unsigned char*> stack{nullptr};
};
constexpr std::size_t kPlaces = 64;
constinit Place g_places[kPlaces];

[[gnu::noinline]] unsigned char* made() {
    constexpr std::size_t kWhole = 2 * kOwnStackBytes;  // one that begins where its address says so is in it
    const long memory = rawSyscall(SYS_mmap, 0, kWhole, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (isError(memory)) return nullptr;
    const auto begin = static_cast<std::uintptr_t>(memory), at = (begin + kOwnStackBytes - 1) & ~(kOwnStackBytes - 1);
    if (at > begin) rawSyscall(SYS_munmap, memory, static_cast<long>(at - begin));
    if (at + kOwnStackBytes < begin + kWhole)
        rawSyscall(SYS_munmap, static_cast<long>(at + kOwnStackBytes),
                   static_cast<long>(begin + kWhole - at - kOwnStackBytes));
    if (!isError(rawSyscall(SYS_mprotect, static_cast<long>(at + kGuardBytes), kOwnStackBytes - kGuardBytes,
                            PROT_READ | PROT_WRITE)))
        return reinterpret_cast<unsigned char*>(at);
    rawSyscall(SYS_munmap, static_cast<long>(at), kOwnStackBytes);
    return nullptr;
}

std::size_t placeOfThread() {
    const auto self = reinterpret_cast<std::uintptr_t>(::pthread_self());
    return static_cast<std::size_t>((self >> 12) * 0x9e3779b97f4a7c15u >> 58);
}
static_assert(kPlaces == 1 << (64 - 58));

[[gnu::noinline]] unsigned char* borrowed() {
    const std::size_t first = placeOfThread();
    for (std::size_t i = 0; i < kPlaces; ++i) {
        std::atomic<unsigned char*>& place = g_places[(first + i) % kPlaces].stack;
        if (!place.load(std::memory_order_relaxed)) continue;
        if (unsigned char* const stack = place.exchange(nullptr, std::memory_order_acquire)) return stack;
    }
    return made();
}

[[gnu::noinline]] void giveBack(unsigned char* stack) {
    const std::size_t first = placeOfThread();
    for (std::size_t i = 0; i < kPlaces; ++i) {
        unsigned char* nobody = nullptr;
        if (g_places[(first + i) % kPlaces].stack.compare_exchange_strong(nobody, stack, std::memory_order_release,
                                                                          std::memory_order_relaxed))
            return;
    }
    rawSyscall(SYS_munmap, reinterpret_cast<long>(stack), kOwnStackBytes);
}

#if defined(__SANITIZE_ADDRESS__)
struct Switch {
    void (*work)(void*);
    void* argument;
};
void callSwitched(void* data) {
    const Switch s = *static_cast<Switch*>(data);
    const void* bottom = nullptr;
    std::size_t size = 0;
    __sanitizer_finish_switch_fiber(nullptr, &bottom, &size);
    s.work(s.argument);
    __sanitizer_start_switch_fiber(nullptr, bottom, size);
}
void callOn(unsigned char* stack, void (*work)(void*), void* argument) {
    Switch s{work, argument};
    void* fake = nullptr;
    __sanitizer_start_switch_fiber(&fake, stack, kOwnStackBytes);
    sightlineCallOn(stack + kUsed, callSwitched, &s);
    __sanitizer_finish_switch_fiber(fake, nullptr, nullptr);
}
#else
void callOn(unsigned char* stack, void (*work)(void*), void* argument) {
    sightlineCallOn(stack + kUsed, work, argument);
}
#endif

}  // namespace

bool callOnOwnStack(void (*work)(void*), void* argument) {
    const std::uint64_t heldOff = kHeldOff;
    std::uint64_t was = 0;
    rawSyscall(SYS_rt_sigprocmask, SIG_BLOCK, reinterpret_cast<long>(&heldOff), reinterpret_cast<long>(&was),
               sizeof was);
    const Cancelling cancelling = forbidCancelling();
    unsigned char* const stack = borrowed();
    if (stack) {
        std::memcpy(stack + kUsed, &was, sizeof was);
        callOn(stack, work, argument);
        giveBack(stack);
    }
    rawSyscall(SYS_rt_sigprocmask, SIG_SETMASK, reinterpret_cast<long>(&was), 0, sizeof was);
    allowCancelling(cancelling);
    return stack != nullptr;
}

OwnStack ownStackAround(const void* address) {
    const std::uintptr_t begin = reinterpret_cast<std::uintptr_t>(address) & ~(kOwnStackBytes - 1);
    return {begin, begin + kOwnStackBytes, *reinterpret_cast<const std::uint64_t*>(begin + kUsed)};
}

}  // namespace collectors
