// SPDX-License-Identifier: Apache-2.0
// libsightline-guard.so: stands before the functions after which our threads would harm the program. Who makes such
// calls without the C library is not seen.
//
// A program takes calls of the system (seccomp) or the processor's clock from itself: a call that the filter does not
// know, or a look at the clock, would end it. Before that comes true, what traces the process writes what it has and
// ends for good.
//
// A program changes its rights or its namespaces. Some of that the system does for the calling thread alone: the C
// library, which gives all threads another user one by one, ends the program where a thread may not do what another one
// may. And some of it only processes with one thread may do. So our threads are away for the moment of the call, and
// those that come later have what their creator has.
#include <dlfcn.h>
#include <linux/prctl.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/types.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>

#include "collectors/calls/guard.h"
#include "collectors/process/own_stack.h"
#include "collectors/process/raw_syscall.h"
#include "collectors/process/uncancelled.h"

extern "C" {
__attribute__((visibility("default"))) const collectors::calls::Guarded* sightlineGuardedBy = nullptr;
}

namespace {

using collectors::Phrase;
using Prctl = int (*)(int, unsigned long, unsigned long, unsigned long, unsigned long);
using Syscall = long (*)(long, long, long, long, long, long, long);

template <class F>
F next(const char* name) {
    return reinterpret_cast<F>(::dlsym(RTLD_NEXT, name));
}

const collectors::calls::Guarded* guarded() { return __atomic_load_n(&sightlineGuardedBy, __ATOMIC_ACQUIRE); }

void endTracing(Phrase::Key why) {
    if (guarded()) guarded()->endForGood(why);
}

/// While this lives no thread of ours runs in the process, the thread cannot be cancelled, and no signal comes: its
/// handler may make such a call, too.
class Alone {
public:
    Alone() : m_guarded(guarded()) {
        if (!m_guarded) return;
        const int error = errno;
        setMask(SIG_BLOCK, &collectors::kHeldOff, &m_signals);
        m_cancelling = collectors::forbidCancelling();
        m_paused = m_guarded->pauseThreads();
        if (!m_paused) letCome();
        errno = error;
    }
    ~Alone() {
        if (!m_paused) return;
        const int error = errno;
        m_guarded->resumeThreads();
        letCome();
        errno = error;
    }
    Alone(const Alone&) = delete;
    Alone& operator=(const Alone&) = delete;

private:
    static void setMask(int how, const std::uint64_t* mask, std::uint64_t* was) {
        const auto word = [](const std::uint64_t* at) { return reinterpret_cast<long>(at); };
        collectors::rawSyscall(SYS_rt_sigprocmask, how, word(mask), word(was), sizeof *mask);
    }
    void letCome() {
        setMask(SIG_SETMASK, &m_signals, nullptr);
        collectors::allowCancelling(m_cancelling);
    }
    const collectors::calls::Guarded* m_guarded;
    std::uint64_t m_signals = 0;
    collectors::Cancelling m_cancelling;
    bool m_paused = false;
};

// Programs ask whether there are filters by calls that cannot succeed: without a filter, or with flags that nobody has.
void prctlComes(int option, unsigned long a, unsigned long b) {
    if (option == PR_SET_SECCOMP && (a == SECCOMP_MODE_STRICT || (a == SECCOMP_MODE_FILTER && b)))
        endTracing(Phrase::Seccomp);
    if (option == PR_SET_TSC && a == PR_TSC_SIGSEGV) endTracing(Phrase::NoClock);
}
void seccompComes(unsigned long operation, unsigned long flags, unsigned long argument) {
    const bool strict = operation == SECCOMP_SET_MODE_STRICT && flags == 0 && !argument;
    if (strict || (operation == SECCOMP_SET_MODE_FILTER && argument)) endTracing(Phrase::Seccomp);
}

bool isOfRights(int option) {
    return option == PR_SET_KEEPCAPS || option == PR_SET_SECUREBITS || option == PR_CAPBSET_DROP ||
           option == PR_CAP_AMBIENT;
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
    const int option = static_cast<int>(a);
    if (number == SYS_prctl) prctlComes(option, word(b), word(c));
    if (number == SYS_seccomp) seccompComes(word(a), word(b), word(c));
    if (number == SYS_seccomp || (number == SYS_prctl && !isOfRights(option)))
        return sightlineNextSyscall(number, a, b, c, d, e, f);
    const Alone alone;
    return sightlineNextSyscall(number, a, b, c, d, e, f);
}

__attribute__((visibility("default"))) int prctl(int option, unsigned long a, unsigned long b, unsigned long c,
                                                 unsigned long d) {
    prctlComes(option, a, b);
    if (!g_nextPrctl) g_nextPrctl = next<Prctl>("prctl");  // before the constructor
    if (!isOfRights(option)) return g_nextPrctl(option, a, b, c, d);
    const Alone alone;
    return g_nextPrctl(option, a, b, c, d);
}

// Functions of the C library, and their parameters.
// clang-format off
#define SIGHTLINE_RIGHTS(X)                               \
    X(setuid, (uid_t a), (a))                             \
    X(seteuid, (uid_t a), (a))                            \
    X(setreuid, (uid_t a, uid_t b), (a, b))               \
    X(setresuid, (uid_t a, uid_t b, uid_t c), (a, b, c))  \
    X(setgid, (gid_t a), (a))                             \
    X(setegid, (gid_t a), (a))                            \
    X(setregid, (gid_t a, gid_t b), (a, b))               \
    X(setresgid, (gid_t a, gid_t b, gid_t c), (a, b, c))  \
    X(setgroups, (std::size_t a, const gid_t* b), (a, b)) \
    X(initgroups, (const char* a, gid_t b), (a, b))       \
    X(capset, (void* a, const void* b), (a, b))           \
    X(unshare, (int a), (a))                              \
    X(setns, (int a, int b), (a, b))
// clang-format on

#define SIGHTLINE_ALONE(name, parameters, arguments)                        \
    static int(*g_next_##name) parameters = nullptr;                        \
    __attribute__((visibility("default"))) int name parameters {            \
        if (!g_next_##name) g_next_##name = next<int(*) parameters>(#name); \
        if (!g_next_##name) return errno = ENOSYS, -1;                      \
        const Alone alone;                                                  \
        return g_next_##name arguments;                                     \
    }
SIGHTLINE_RIGHTS(SIGHTLINE_ALONE)

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
// clang-format off
asm(".pushsection .text\n .p2align 4\n .globl syscall\n .type syscall, @function\nsyscall:\n .cfi_startproc\n"
    SIGHTLINE_ENTRY
    SIGHTLINE_IF_CALL(__NR_seccomp)
    SIGHTLINE_IF_CALL(__NR_prctl)
    SIGHTLINE_IF_CALL(__NR_setuid)
    SIGHTLINE_IF_CALL(__NR_setreuid)
    SIGHTLINE_IF_CALL(__NR_setresuid)
    SIGHTLINE_IF_CALL(__NR_setgid)
    SIGHTLINE_IF_CALL(__NR_setregid)
    SIGHTLINE_IF_CALL(__NR_setresgid)
    SIGHTLINE_IF_CALL(__NR_setgroups)
    SIGHTLINE_IF_CALL(__NR_capset)
    SIGHTLINE_IF_CALL(__NR_unshare)
    SIGHTLINE_IF_CALL(__NR_setns)
    SIGHTLINE_NEXT " .cfi_endproc\n .size syscall, .-syscall\n .popsection\n");
// clang-format on

__attribute__((constructor)) static void loaded() {
    sightlineNextSyscall = next<Syscall>("syscall");
    g_nextPrctl = next<Prctl>("prctl");
#define SIGHTLINE_FIND(name, parameters, arguments) g_next_##name = next<int(*) parameters>(#name);
    SIGHTLINE_RIGHTS(SIGHTLINE_FIND)
}
