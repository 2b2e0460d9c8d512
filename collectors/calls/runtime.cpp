// SPDX-License-Identifier: Apache-2.0
// What the libraries that stand before others have in common.
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "collectors/calls/communicators.h"
#include "collectors/calls/text.h"
#include "collectors/process/own_stack.h"
#include "collectors/process/raw_syscall.h"

namespace collectors::calls {

Tracing g_nothing;
thread_local Thread t_thread SIGHTLINE_TLS = {};

namespace {

Library* const* g_libraries = nullptr;
std::size_t g_count = 0;

bool startsWith(const char* text, const char* begin) { return std::strncmp(text, begin, std::strlen(begin)) == 0; }

std::int64_t valueOf(const Function& f, long result) {
    if (f.returns == Returns::Nothing) return 0;
    return f.returns == Returns::Int ? static_cast<int>(result) : result;
}

/// The text that stands behind a descriptor, as the system knows it: a path, "socket:[123]", "pipe:[4]". Costs a call
/// of the system, and cannot be wrong about files that were opened, renumbered or inherited elsewhere.
std::size_t nameOfFile(long fd, char* to, std::size_t room) {
    char link[40];
    Text text(link, sizeof link - 1);
    text << "/proc/thread-self/fd/"
         << static_cast<int>(fd);  // the main thread may be gone, and its descriptors with it
    link[text.size()] = 0;
    const long n = rawSyscall(SYS_readlinkat, AT_FDCWD, reinterpret_cast<long>(link), reinterpret_cast<long>(to),
                              static_cast<long>(room));
    return n > 0 ? static_cast<std::size_t>(n) : 0;
}

std::size_t copied(long path, int error, char* to, std::size_t room) {
    if (path == 0 || error == EFAULT) return 0;
    const std::size_t n = ::strnlen(reinterpret_cast<const char*>(path), room);
    std::memcpy(to, reinterpret_cast<const char*>(path), n);
    return n;
}

/// A call that is described: what it got and what came of it.
struct Call : Note {
    const Function& row;
    const long* arguments;
    int error;
    Address real() const { return reinterpret_cast<Address>(const_cast<void*>(function)); }
};

std::size_t fileOf(const Note& note, char* to, std::size_t room) {
    const Call& c = static_cast<const Call&>(note);
    const bool opened = static_cast<int>(c.result) >= 0;
    switch (c.row.file) {
    case File::None: return 0;
    case File::Fd0: return nameOfFile(c.arguments[0], to, room);
    case File::Open0:
    case File::Open1:
        if (opened) return nameOfFile(static_cast<int>(c.result), to, room);
        return copied(c.arguments[c.row.file == File::Open1], c.error, to, room);
    case File::Path0:
    case File::Path1: return copied(c.arguments[c.row.file == File::Path1], c.error, to, room);
    }
    return 0;
}

/// Of a communicator, where one that was made lies at the address `word`. False: nothing can be said.
bool addCommunicator(Text& text, const Call& c, long word, bool isMade) {
    const bool succeeded = static_cast<int>(c.result) == 0;
    if (isMade && !(succeeded && word)) return false;
    long handle = word;
    if (isMade) std::memcpy(&handle, reinterpret_cast<const void*>(word), sizeOfCommunicator(c.real()));
    return addNameOfCommunicator(text, c.real(), handle, isMade, succeeded);
}

/// "count $1, to $3, comm @5" with the arguments in their places. Of communicators of which nothing can be said,
/// nothing is.
std::size_t written(const Note& note, char* to, std::size_t room) {
    const Call& c = static_cast<const Call&>(note);
    Text text(to, room);
    std::size_t part = 0;  // where the text behind the last comma begins
    for (const char* p = c.row.detail; *p; ++p) {
        if (*p == '$') {
            text << static_cast<int>(c.arguments[*++p - '0']);
        } else if (*p == '^') {
            const long word = c.arguments[*++p - '0'];
            text << (word ? *reinterpret_cast<const int*>(word) : 0);
        } else if (*p == '@' || *p == '*') {
            const bool isMade = *p == '*';
            if (!addCommunicator(text, c, c.arguments[*++p - '0'], isMade)) text.cut(part);
        } else {
            if (*p == ',') part = text.size();
            if (text.size() > 0 || (*p != ',' && *p != ' '))
                text << std::string_view(p, 1);  // what stood before the first comma may not be there
        }
    }
    return text.size();
}

}  // namespace

long missing(const Library& library, std::size_t function) {
    const Function& f = library.functions[function];
    if (f.returns == Returns::Nothing) return 0;
    if (startsWith(f.symbol, "pthread_")) return ENOSYS;
    errno = ENOSYS;
    return library.missing;
}

namespace {

/// On the program's stack.
[[gnu::noinline]] void noteHere(Library& library, std::size_t function, const void* caller, Times t, long result) {
    const int error = errno;
    const Function& f = library.functions[function];
    const auto* const real = reinterpret_cast<const void*>(library.real[function].load(std::memory_order_relaxed));
    library.tracing->note(t_thread, {f.name, library.name, t.start, t.end, valueOf(f, result), caller, real, nullptr,
                                     false, f.isSignalSafe, false});
    errno = error;
}

[[gnu::noinline]] void noteWithRoom(Library& library, std::size_t function, const void* caller, Times t, long result,
                                    const long* arguments) {
    const int error = errno;
    const auto note = [&, error] {
        const Function& f = library.functions[function];
        const Tracing& tracing = *library.tracing;
        const auto* const real = reinterpret_cast<const void*>(library.real[function].load(std::memory_order_relaxed));
        const Describe describe = !arguments ? nullptr : f.detail ? written : tracing.files ? fileOf : nullptr;
        const bool wantsStack = t.end - t.start >= tracing.stackNs;
        tracing.note(t_thread, Call{{f.name, library.name, t.start, t.end, valueOf(f, result), caller, real, describe,
                                     wantsStack, f.isSignalSafe, true},
                                    f,
                                    arguments,
                                    error});
    };
    if (!onOwnStack(note)) library.tracing->lose(Lost::NoMemory);
    errno = error;
}

/// Whether the note takes more than some words of the stack.
bool needsRoom(const Tracing& tracing, const Function& f, const long* arguments, std::uint64_t ns) {
    const bool isFirst = !t_thread.ring || t_thread.generation != tracing.generation->load(std::memory_order_relaxed);
    return isFirst || ns >= tracing.stackNs || (arguments && (f.detail || tracing.files));
}

}  // namespace

// Each of the two that note takes the place of this one on the stack.
void ended(Library& library, std::size_t function, const void* caller, std::uint64_t start, std::uint64_t end,
           long result, const long* arguments) {
    Tracing& tracing = *library.tracing;
    if (reinterpret_cast<std::uintptr_t>(caller) - tracing.ownBegin < tracing.ownSize) return;
    const Times t = timesOf(start, end);
    if (t.end - t.start < tracing.thresholdNs) {
        if (library.leastTicks.load(std::memory_order_relaxed) == 0)
            library.leastTicks.store(ticksBelow(tracing.thresholdNs), std::memory_order_relaxed);
        return;
    }
    const Function& f = library.functions[function];
    if (f.kind == Kind::Through && t_thread.lastEnd > t.start) return;
    if (needsRoom(tracing, f, arguments, t.end - t.start))
        return noteWithRoom(library, function, caller, t, result, arguments);
    noteHere(library, function, caller, t, result);
}

Address lookedUp(const char* name, Address found) {
    for (std::size_t l = 0; name && found && l < g_count; ++l) {
        Library& library = *g_libraries[l];
        if (library.tracing == &g_nothing) continue;
        for (std::size_t i = 0; i < library.count; ++i) {
            if (std::strcmp(library.functions[i].symbol, name) != 0) continue;
            Address none = nullptr;
            library.real[i].compare_exchange_strong(none, found == library.stubs[i] ? nullptr : found);
            return library.stubs[i];
        }
    }
    return found;
}

namespace {

Attach whoTraces() {
    const char* session = std::getenv("SIGHTLINE_SESSION");
    Dl_info self{};
    if (!session || !*session || ::dladdr(reinterpret_cast<const void*>(&g_nothing), &self) == 0 || !self.dli_fname)
        return nullptr;
    const char* slash = std::strrchr(self.dli_fname, '/');
    char path[4096];
    const int n = std::snprintf(path, sizeof path, "%.*slibsightline-inject.so",
                                slash ? static_cast<int>(slash + 1 - self.dli_fname) : 0, self.dli_fname);
    void* inject = n > 0 && static_cast<std::size_t>(n) < sizeof path ? ::dlopen(path, RTLD_NOW | RTLD_LOCAL) : nullptr;
    return inject ? reinterpret_cast<Attach>(::dlsym(inject, kAttach)) : nullptr;
}

}  // namespace

Tracing* tracingOf(const char* key) {
    Tracing* out = nullptr;
    onOwnStack([&] {
        static const Attach ask = whoTraces();
        if (ask) out = ask(key);
    });
    return out;
}

void attach(Library* const* libraries, std::size_t count) {
    g_libraries = libraries;
    g_count = count;
    chooseClock();
    for (std::size_t i = 0; i < count; ++i)
        if (Tracing* t = tracingOf(libraries[i]->key)) libraries[i]->tracing = t;
}

}  // namespace collectors::calls
