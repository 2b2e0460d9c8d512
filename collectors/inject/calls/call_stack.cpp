// SPDX-License-Identifier: Apache-2.0
#include "collectors/inject/calls/call_stack.h"

#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <unwind.h>

#include <algorithm>
#include <iterator>

#include "collectors/process/own_stack.h"

extern "C" void* __libc_stack_end;  // of the first thread; the dynamic linker knows

namespace collectors {
namespace {

constexpr int kMostOwn = 32;  // frames below the first one that counts

struct Walk {
    std::span<std::uint64_t> frames;
    std::size_t count = 0;
    std::uintptr_t caller = 0;             // the frame behind which the others count, or:
    std::span<const CodeRange> without{};  // the first that is in none of these counts
    OwnStack here{};                       // frames on it are ours
    std::uintptr_t last = 0, top = 0;      // of the program's stack
    int own = 0;
    bool counts = false;

    bool take(std::uintptr_t ip);
};

/// False: that was the last one.
bool Walk::take(std::uintptr_t ip) {
    if (!counts && caller) {
        counts = ip == caller;
        return counts || ++own <= kMostOwn;
    }
    counts = counts || std::none_of(without.begin(), without.end(), [ip](const CodeRange& r) { return r.has(ip); });
    if (!counts) return ++own <= kMostOwn;
    frames[count++] = ip;
    return count < frames.size();
}

/// Where the stack of this thread ends: threads have what describes them above it.
std::uintptr_t topOfStack() {
    const bool isFirst = ::syscall(SYS_gettid) == ::getpid();
    return isFirst ? reinterpret_cast<std::uintptr_t>(__libc_stack_end) : static_cast<std::uintptr_t>(::pthread_self());
}

constexpr std::uintptr_t kMostBytes = std::uintptr_t{64} << 20;  // of a stack whose end is known

/// Whether a frame can be one of the program's stack: they lie one above the other and beneath its end. Where tables
/// are wrong, what they lead to does not; and of stacks that a program has made itself nobody knows where they end.
bool fits(Walk& w, std::uintptr_t frame) {
    if (frame < w.last || frame > w.top || w.top - frame > kMostBytes) return false;
    w.last = frame;
    return true;
}

_Unwind_Reason_Code step(_Unwind_Context* context, void* data) {
    Walk& w = *static_cast<Walk*>(data);
    const std::uintptr_t ip = _Unwind_GetIP(context), frame = _Unwind_GetCFA(context);
    const bool isOurs = w.last == 0 && frame > w.here.begin && frame <= w.here.end;
    if (ip == 0 || !(isOurs || fits(w, frame))) return _URC_END_OF_STACK;
    return w.take(ip) ? _URC_NO_REASON : _URC_END_OF_STACK;
}

std::size_t walked(Walk w) {
    w.top = topOfStack();
    w.here = ownStackAround(__builtin_frame_address(0));
    if (w.count < w.frames.size()) _Unwind_Backtrace(step, &w);
    return w.count;
}

}  // namespace

std::size_t stackOfCall(const void* function, const void* caller, std::span<std::uint64_t> frames) {
    const std::uint64_t known[] = {reinterpret_cast<std::uintptr_t>(function),
                                   reinterpret_cast<std::uintptr_t>(caller)};
    const std::size_t count = std::min(std::size(known), frames.size());
    std::copy_n(known, count, frames.begin());
    return walked({.frames = frames, .count = count, .caller = reinterpret_cast<std::uintptr_t>(caller)});
}

std::size_t stackAbove(std::span<const CodeRange> without, std::span<std::uint64_t> frames) {
    return walked({.frames = frames, .without = without});
}

}  // namespace collectors
