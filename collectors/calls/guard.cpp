// SPDX-License-Identifier: Apache-2.0
// libsightline-guard.so: stands before the two functions by which a program takes calls of the system (seccomp) or
// the processor's clock from itself. Before that comes true, what traces the process writes what it has and ends for
// good: a call that the filter does not know, or a look at the clock, would end the program. Who makes such calls
// without the C library is not seen.
#include <dlfcn.h>
#include <linux/prctl.h>
#include <linux/seccomp.h>
#include <sys/syscall.h>

namespace {

using Prctl = int (*)(int, unsigned long, unsigned long, unsigned long, unsigned long);
using Syscall = long (*)(long, long, long, long, long, long, long);

template <class F>
F next(const char* name) {
    return reinterpret_cast<F>(::dlsym(RTLD_NEXT, name));
}

/// The library that traces, where it is loaded: others are not touched, and nothing is loaded.
void endTracing(const char* why) {
    void* const inject = ::dlopen("libsightline-inject.so", RTLD_LAZY | RTLD_NOLOAD);
    if (!inject) return;
    if (void* const end = ::dlsym(inject, "sightlineEndTracing")) reinterpret_cast<void (*)(const char*)>(end)(why);
    ::dlclose(inject);
}

constexpr const char* kFilter = "the program forbade itself calls of the system (seccomp), which tracing needs";
constexpr const char* kNoClock = "the program forbade itself the processor's clock (PR_SET_TSC), which tracing needs";

// Programs ask whether there are filters by calls that cannot succeed: without a filter, or with flags that nobody has.
void prctlComes(int option, unsigned long a, unsigned long b) {
    if (option == PR_SET_SECCOMP && (a == SECCOMP_MODE_STRICT || (a == SECCOMP_MODE_FILTER && b))) endTracing(kFilter);
    if (option == PR_SET_TSC && a == PR_TSC_SIGSEGV) endTracing(kNoClock);
}
void seccompComes(unsigned long operation, unsigned long flags, unsigned long argument) {
    const bool strict = operation == SECCOMP_SET_MODE_STRICT && flags == 0 && !argument;
    if (strict || (operation == SECCOMP_SET_MODE_FILTER && argument)) endTracing(kFilter);
}

}  // namespace

extern "C" {

// syscall() has no frame of its own here, since some calls return twice: those that matter go to the first function,
// all others where the slot says.
#define SIGHTLINE_HIDDEN __attribute__((visibility("hidden"), used))
SIGHTLINE_HIDDEN long sightlineGuardedCall(long number, long a, long b, long c, long d, long e, long f);
SIGHTLINE_HIDDEN long sightlineFirstCall(long number, long a, long b, long c, long d, long e, long f);
SIGHTLINE_HIDDEN Syscall sightlineNextSyscall = sightlineFirstCall;
static Prctl g_nextPrctl = nullptr;

long sightlineFirstCall(long number, long a, long b, long c, long d, long e, long f) {
    sightlineNextSyscall = next<Syscall>("syscall");
    return sightlineNextSyscall(number, a, b, c, d, e, f);
}

long sightlineGuardedCall(long number, long a, long b, long c, long d, long e, long f) {
    const auto word = [](long value) { return static_cast<unsigned long>(value); };
    if (number == SYS_prctl) prctlComes(static_cast<int>(a), word(b), word(c));
    else seccompComes(word(a), word(b), word(c));
    return sightlineNextSyscall(number, a, b, c, d, e, f);
}

__attribute__((visibility("default")))
int prctl(int option, unsigned long a, unsigned long b, unsigned long c, unsigned long d) {
    prctlComes(option, a, b);
    if (!g_nextPrctl) g_nextPrctl = next<Prctl>("prctl");  // before the constructor
    return g_nextPrctl(option, a, b, c, d);
}

}  // extern "C"

#define SIGHTLINE_TEXT_OF(number) #number
#define SIGHTLINE_NUMBER(number) SIGHTLINE_TEXT_OF(number)
#if defined(__x86_64__)
#define SIGHTLINE_IF_CALL(number) " cmp $" SIGHTLINE_NUMBER(number) ", %edi\n je sightlineGuardedCall\n"
#define SIGHTLINE_NEXT " jmp *sightlineNextSyscall(%rip)\n"
#define SIGHTLINE_ENTRY " endbr64\n"
#elif defined(__aarch64__)
#define SIGHTLINE_IF_CALL(number) " cmp w0, #" SIGHTLINE_NUMBER(number) "\n b.eq sightlineGuardedCall\n"
#define SIGHTLINE_NEXT " adrp x16, sightlineNextSyscall\n ldr x16, [x16, :lo12:sightlineNextSyscall]\n br x16\n"
#define SIGHTLINE_ENTRY " bti c\n"
#endif
asm(".pushsection .text\n .p2align 4\n .globl syscall\n .type syscall, @function\nsyscall:\n .cfi_startproc\n"
        SIGHTLINE_ENTRY SIGHTLINE_IF_CALL(__NR_seccomp) SIGHTLINE_IF_CALL(__NR_prctl) SIGHTLINE_NEXT
        " .cfi_endproc\n .size syscall, .-syscall\n .popsection\n");

__attribute__((constructor)) static void loaded() {
    sightlineNextSyscall = next<Syscall>("syscall");
    g_nextPrctl = next<Prctl>("prctl");
}
