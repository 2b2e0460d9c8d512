// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>

#include "collectors/calls/ticks.h"
#include "collectors/protocol/interface.h"

/// How a library interposes another one: its functions have the names of the other's. Each is a jump to forward(),
/// which passes on the registers and the stack words that may hold arguments unchanged. So nobody needs to know the
/// parameters of a function. Not for functions that return floating point or structures by value, nor for those with
/// more words than are passed on.
///
/// Exceptions and thread cancellation pass through: these frames have nothing to clean up, and have unwind tables.
namespace collectors::calls {

enum class Kind : std::uint8_t {
    Plain,
    Through,  ///< may call another function of these; then that one is recorded, and this one is not
    Lock,     ///< another function first tries whether there is nothing to wait for: then no clock is read
    Fork,     ///< returns twice; recorded in the parent
    Leave,    ///< does not return
    Exec,     ///< returns only if it fails
    Lookup,   ///< returns the address of a function by its name, the first argument
};
enum class Returns : std::uint8_t { Nothing, Int, Word };
/// The file that a call uses.
enum class File : std::uint8_t {
    None,
    Open0,
    Open1,  ///< the descriptor that it returns; if there is none, the path in this argument
    Path0,
    Path1,
    Fd0,
};

struct Function {
    const char* symbol;
    const char* name;    ///< as shown
    const char* detail;  ///< "count $1, to ^3, comm @5, new *3": the first ten arguments by number, as an int, the int
                         ///< that one points to, a communicator, or the place of a new one; null = none
    std::int32_t first;  ///< Lock: row of the function that tries first
    Kind kind;
    Returns returns;
    File file;
    bool isSignalSafe;  ///< in the list of POSIX, or one of some Linux functions
};

using Address = void (*)();

/// One library. `Names`: how it is found.
struct Library {
    const char* key;    ///< "cublas"
    const char* name;   ///< "cuBLAS"
    const char* files;  ///< prefixes of its file names, separated by blanks; null = the next libraries in order have it
    long missing;       ///< what a call returns if there is no such library
    const Function* functions;
    const Address* stubs;
    std::size_t count;
    std::atomic<Address>* real;
    Tracing* tracing;                          ///< never null
    std::atomic<std::uint64_t> leastTicks{0};  ///< shorter calls are not examined any further
};

extern Tracing g_nothing;  ///< nothing is traced
// A library that is loaded later has no place in the initial thread-local memory. Its functions are not called in
// signal handlers.
#if SIGHTLINE_LOADED_LATER
#define SIGHTLINE_TLS
#else
#define SIGHTLINE_TLS __attribute__((tls_model("initial-exec")))
#endif
extern thread_local Thread t_thread SIGHTLINE_TLS;

/// The function behind a stub, found as the calling program would find it; null if there is none.
[[gnu::cold]] Address findReal(Library& library, std::size_t function, const void* caller);
/// Finds all of them before main, as the whole program would find them. Runs on the caller's stack.
void findAll(Library& library);
/// What a call returns if its function does not exist.
long missing(const Library& library, std::size_t function);
/// Called after a call that was not short.
void ended(Library& library, std::size_t function, const void* caller, std::uint64_t start, std::uint64_t end,
           long result, const long* arguments);
/// What a program gets that looks up a function by name.
Address lookedUp(const char* name, Address found);

/// Asks the tracing library beside this one; null if this is not to be traced.
Tracing* tracingOf(const char* key);
/// Before main: asks whether and what to trace.
void attach(Library* const* libraries, std::size_t count);

#if defined(__x86_64__)
inline constexpr std::size_t kRegisters = 6;
#define SIGHTLINE_JUMP(symbol) "endbr64\n jmp *sightline_slot_" #symbol "(%rip)\n"
#elif defined(__aarch64__)
inline constexpr std::size_t kRegisters = 8;
#define SIGHTLINE_JUMP(symbol) \
    "bti c\n adrp x16, sightline_slot_" #symbol "\n ldr x16, [x16, :lo12:sightline_slot_" #symbol "]\n br x16\n"
#else
#error "the registers of arguments are not known for this processor"
#endif

/// The number of leading arguments that a note needs. Those that are not in registers are on the stack.
constexpr std::size_t wordsAsked(const Function& f) {
    std::size_t out = f.kind == Kind::Lookup ? 1 : f.file != File::None ? 2 : 0;
    for (const char* p = f.detail; p && *p; ++p)
        if (*p == '$' || *p == '^' || *p == '@' || *p == '*')
            out = std::max(out, static_cast<std::size_t>(p[1] - '0') + 1);
    return out;
}

template <std::size_t>
using Word = long;

template <class T, std::size_t I, class Registers = std::make_index_sequence<kRegisters>,
          class Stack = std::make_index_sequence<T::stackWords(I)>>
struct Forward;

/// T: `library`, `stackWords()` of a function, `kFloats`, kFunctions[].
template <class T, std::size_t I, std::size_t... R, std::size_t... S>
struct Forward<T, I, std::index_sequence<R...>, std::index_sequence<S...>> {
    static constexpr const Function& kFunction = T::kFunctions[I];

    // Words of the stack stay where the caller has put them until they are passed on. Copies would double the stack use
    // of a call.
    static long words(Word<R>... r, Word<S>... s) {
        (inPlace(s), ...);
        return pass<long (*)(Word<R>..., Word<S>...)>(__builtin_return_address(0), asked(kFirst, r..., s...), r...,
                                                      s...);
    }
    static long floats(Word<R>... r, double a, double b, double c, double d, double e, double f, double g, double h,
                       Word<S>... s) {
        using Real = long (*)(Word<R>..., double, double, double, double, double, double, double, double, Word<S>...);
        (inPlace(s), ...);
        return pass<Real>(__builtin_return_address(0), asked(kFirst, r..., s...), r..., a, b, c, d, e, f, g, h, s...);
    }
    [[gnu::always_inline]] static void inPlace(long& word) { asm volatile("" : "+m"(word)); }

    /// The arguments that a note may need; no more are kept during the call.
    static constexpr std::size_t kAsked = wordsAsked(kFunction);
    static constexpr std::make_index_sequence<kAsked> kFirst{};
    struct Asked {
        long words[kAsked + 1];
    };
    template <std::size_t... K, class... A>
    [[gnu::always_inline]] static Asked asked(std::index_sequence<K...>, A&... all) {
        [[maybe_unused]] const std::tuple<A&...> each(all...);
        return {{std::get<K>(each)..., 0}};
    }

    template <class Real, class... A>
    [[gnu::always_inline]] static long pass(const void* caller, const Asked& asked, A&... arguments) {
        const auto real = reinterpret_cast<Real>(realOf(I, caller));
        if (!real) [[unlikely]]
            return missing(T::library, I);
        if constexpr (kFunction.kind == Kind::Leave) {
            if (T::library.tracing->live.load(std::memory_order_relaxed)) T::library.tracing->leave();
            return real(arguments...);
        } else if constexpr (kFunction.kind == Kind::Lookup) {
            return reinterpret_cast<long>(
                lookedUp(reinterpret_cast<const char*>(asked.words[0]), reinterpret_cast<Address>(real(arguments...))));
        } else {
            const bool live = T::library.tracing->live.load(std::memory_order_relaxed);
            if constexpr (kFunction.kind == Kind::Lock) {
                const auto tries =
                    live ? reinterpret_cast<Real>(realOf(static_cast<std::size_t>(kFunction.first), caller)) : nullptr;
                if (!tries) return real(arguments...);
                if (const long taken = tries(arguments...); static_cast<int>(taken) != EBUSY) return taken;
            }
            if (kFunction.kind == Kind::Exec && live) T::library.tracing->leave();
            const std::uint64_t start = live ? ticks() : 0;
            const long result = real(arguments...);
            if (!live) return result;
            if (kFunction.kind == Kind::Exec) T::library.tracing->stay();
            const std::uint64_t end = ticks();
            if (kFunction.kind == Kind::Fork && static_cast<int>(result) == 0) return result;
            if (end - start >= T::library.leastTicks.load(std::memory_order_relaxed)) [[unlikely]]
                note(caller, asked, start, end, result);
            return result;
        }
    }

    [[gnu::always_inline]] static Address realOf(std::size_t function, const void* caller) {
        const Address known = T::library.real[function].load(std::memory_order_relaxed);
        return known ? known : findReal(T::library, function, caller);
    }

    [[gnu::always_inline]] static void note(const void* caller, const Asked& asked, std::uint64_t start,
                                            std::uint64_t end, long result) {
        ended(T::library, I, caller, start, end, result, kAsked > 0 ? asked.words : nullptr);
    }
};

template <class T, std::size_t I>
constexpr auto forward() {
    if constexpr (T::kFloats) return &Forward<T, I>::floats;
    else return &Forward<T, I>::words;
}

}  // namespace collectors::calls

/// Defines the function `symbol`, which jumps to the address in its slot, and a local name for it.
#define SIGHTLINE_STUB(symbol)                                                                                       \
    asm(".pushsection .text\n .p2align 4\n .globl " #symbol "\n .type " #symbol                                      \
        ", @function\n .hidden sightline_stub_" #symbol "\n .globl sightline_stub_" #symbol "\n" #symbol             \
        ":\nsightline_stub_" #symbol ":\n .cfi_startproc\n " SIGHTLINE_JUMP(symbol) " .cfi_endproc\n .size " #symbol \
                                                                                    ", .-" #symbol                   \
                                                                                    "\n .popsection\n");             \
    extern "C" __attribute__((visibility("hidden"))) void sightline_stub_##symbol();
