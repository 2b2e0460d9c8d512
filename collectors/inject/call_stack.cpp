// SPDX-License-Identifier: Apache-2.0
#include "collectors/inject/call_stack.h"

#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <unwind.h>

extern "C" void* __libc_stack_end;  // of the first thread; the dynamic linker knows

namespace collectors {
namespace {

constexpr int kMostOwn = 16;  // frames of ours, below the caller's

struct Walk {
    std::span<std::uint64_t> frames;
    std::size_t count;
    std::uintptr_t caller;
    std::uintptr_t last = 0, top;   // of the stack
    int own = 0;
    bool atCaller = false;
};

/// Where the stack of this thread ends: threads have what describes them above it.
std::uintptr_t topOfStack() {
    const bool isFirst = ::syscall(SYS_gettid) == ::getpid();
    return isFirst ? reinterpret_cast<std::uintptr_t>(__libc_stack_end) : static_cast<std::uintptr_t>(::pthread_self());
}

// The frames of a stack lie one above the other and beneath its end; where tables are wrong, what they lead to does not.
_Unwind_Reason_Code step(_Unwind_Context* context, void* data) {
    Walk& w = *static_cast<Walk*>(data);
    const std::uintptr_t ip = _Unwind_GetIP(context), frame = _Unwind_GetCFA(context);
    if (ip == 0 || frame < w.last || frame > w.top) return _URC_END_OF_STACK;
    w.last = frame;
    if (!w.atCaller) w.atCaller = ip == w.caller;
    else if (w.count < w.frames.size()) w.frames[w.count++] = ip;
    if (!w.atCaller && ++w.own > kMostOwn) return _URC_END_OF_STACK;
    return w.count < w.frames.size() ? _URC_NO_REASON : _URC_END_OF_STACK;
}

}  // namespace

std::size_t stackOfCall(const void* function, const void* caller, std::span<std::uint64_t> frames) {
    if (frames.size() < 2) {
        if (!frames.empty()) frames[0] = reinterpret_cast<std::uintptr_t>(function);
        return frames.size();
    }
    frames[0] = reinterpret_cast<std::uintptr_t>(function);
    frames[1] = reinterpret_cast<std::uintptr_t>(caller);
    Walk w{.frames = frames, .count = 2, .caller = reinterpret_cast<std::uintptr_t>(caller), .top = topOfStack()};
    // Stacks that a program has made itself lie elsewhere: nobody knows where they end.
    const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    if (w.top > here && w.top - here < (std::uintptr_t{64} << 20)) _Unwind_Backtrace(step, &w);
    return w.count;
}

}  // namespace collectors
