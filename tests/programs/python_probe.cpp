// SPDX-License-Identifier: GPL-3.0-or-later
// What reads the frames of Python, as a library that scripts call through ctypes: see tests/python/.
#include <unistd.h>
#include <cstring>
#include <ctime>
#include <string>

#include "collectors/inject/python/python_frames.h"
#include "collectors/inject/python/python_interpreter.h"
#include "collectors/inject/python/python_names.h"
#include "collectors/process/process.h"

namespace collectors {
std::span<const Source* const> sources() { return {}; }
}  // namespace collectors

namespace {

using namespace collectors::python;

template <class Memory>
std::string stackOf(Memory memory) {
    collectors::Phrase why;
    const Interpreter* python = interpreter(&why);
    if (!python) return "!" + why.written();
    const auto state = reinterpret_cast<std::uint64_t>(python->threadState());
    if (!state) return "!no Python in this thread";
    static thread_local RawFrame frames[kMostFrames];
    std::size_t count = 0;
    std::uint64_t frame = 0;
    if (!innermost(python->layout, memory, state, frame)) return "!no frame";
    const Walked walked = walk(python->layout, memory, frame, python->codeType, frames, count);
    if (walked == Walked::Torn) return "!torn";
    std::string out;
    for (std::size_t i = 0; i < count; ++i) {
        Named named;
        if (!nameOf(python->layout, memory, frames[i], named)) return "!name";
        out += named.name + '\t' + named.place + '\n';
    }
    return walked == Walked::Deeper ? out + "deeper" : out;
}

std::uint64_t cpuNs() {  // others have the machine, too
    timespec t{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<std::uint64_t>(t.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(t.tv_nsec);
}

std::size_t give(const std::string& text, char* out, std::size_t room) {
    const std::size_t n = std::min(text.size(), room);
    std::memcpy(out, text.data(), n);
    return text.size();
}

}  // namespace

extern "C" {

/// The stack of the calling thread, a line each frame: name, tab, place. Gives its bytes.
__attribute__((visibility("default"))) std::size_t probeStack(char* out, std::size_t room) {
    return give(stackOf(DirectMemory()), out, room);
}
/// … through the system.
__attribute__((visibility("default"))) std::size_t probeStackSafely(char* out, std::size_t room) {
    return give(stackOf(SafeMemory(::getpid())), out, room);
}
/// Calls back, as libraries that call Python do.
__attribute__((visibility("default"))) void probeCall(void (*call)()) { call(); }

/// ns for one stack whose frames are known: read where they are, or through the system.
__attribute__((visibility("default"))) double probeCost(unsigned rounds, int safely) {
    const Interpreter* python = interpreter();
    if (!python) return -1;
    static thread_local RawFrame frames[kMostFrames];
    DirectMemory direct;
    SafeMemory safe(::getpid());
    std::uint64_t sum = 0;
    const std::uint64_t begin = cpuNs();
    for (unsigned i = 0; i < rounds; ++i) {
        const auto state = reinterpret_cast<std::uint64_t>(python->threadState());
        std::size_t count = 0;
        std::uint64_t frame = 0;
        if (safely)
            innermost(python->layout, safe, state, frame),
                walk(python->layout, safe, frame, python->codeType, frames, count);
        else
            innermost(python->layout, direct, state, frame),
                walk(python->layout, direct, frame, python->codeType, frames, count);
        sum += hashOf({frames, count});
    }
    const std::uint64_t took = cpuNs() - begin;
    return sum == 1 ? 0 : static_cast<double>(took) / rounds;
}
}
