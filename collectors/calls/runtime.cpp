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
#include "collectors/own_stack.h"
#include "collectors/raw_syscall.h"

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

/// The text that stands behind a descriptor, as the system knows it: a path, "socket:[123]", "pipe:[4]". Costs a call of the system, and cannot be wrong
/// about files that were opened, renumbered or inherited elsewhere.
std::size_t nameOfFile(long fd, char* to, std::size_t room) {
    char link[32];
    Text text(link, sizeof link - 1);
    text << "/proc/self/fd/" << static_cast<int>(fd);
    link[text.size()] = 0;
    const long n = rawSyscall(SYS_readlinkat, AT_FDCWD, reinterpret_cast<long>(link), reinterpret_cast<long>(to), static_cast<long>(room));
    return n > 0 ? static_cast<std::size_t>(n) : 0;
}

std::size_t copied(long path, int error, char* to, std::size_t room) {
    if (path == 0 || error == EFAULT) return 0;
    const std::size_t n = ::strnlen(reinterpret_cast<const char*>(path), room);
    std::memcpy(to, reinterpret_cast<const char*>(path), n);
    return n;
}

/// A call that is described: what it got and what came of it.
struct Call {
    const Function& function;
    const long* arguments;
    long result;
    int error;
    Address real;
};

std::size_t fileOf(const void* about, char* to, std::size_t room) {
    const Call& c = *static_cast<const Call*>(about);
    const bool opened = static_cast<int>(c.result) >= 0;
    switch (c.function.file) {
    case File::None: return 0;
    case File::Fd0: return nameOfFile(c.arguments[0], to, room);
    case File::Open0:
    case File::Open1:
        if (opened) return nameOfFile(static_cast<int>(c.result), to, room);
        return copied(c.arguments[c.function.file == File::Open1], c.error, to, room);
    case File::Path0:
    case File::Path1: return copied(c.arguments[c.function.file == File::Path1], c.error, to, room);
    }
    return 0;
}

/// Of a communicator, where one that was made lies at the address `word`. False: nothing can be said.
bool addCommunicator(Text& text, const Call& c, long word, bool isMade) {
    const bool succeeded = static_cast<int>(c.result) == 0;
    if (isMade && !(succeeded && word)) return false;
    long handle = word;
    if (isMade) std::memcpy(&handle, reinterpret_cast<const void*>(word), sizeOfCommunicator(c.real));
    return addNameOfCommunicator(text, c.real, handle, isMade, succeeded);
}

/// "count $1, to $3, comm @5" with the arguments in their places. Of communicators of which nothing can be said, nothing is.
std::size_t written(const void* about, char* to, std::size_t room) {
    const Call& c = *static_cast<const Call*>(about);
    Text text(to, room);
    std::size_t part = 0;  // where the text behind the last comma begins
    for (const char* p = c.function.detail; *p; ++p) {
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
            if (text.size() > 0 || (*p != ',' && *p != ' ')) text << std::string_view(p, 1);  // what stood before the first comma may not be there
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

void ended(Library& library, std::size_t function, const void* caller, std::uint64_t start, std::uint64_t end, long result, const long* arguments) {
    const int error = errno;
    Tracing& tracing = *library.tracing;
    if (reinterpret_cast<std::uintptr_t>(caller) - tracing.ownBegin < tracing.ownSize) return;
    const Times t = timesOf(start, end);
    if (t.end - t.start < tracing.thresholdNs) {
        if (library.leastTicks.load(std::memory_order_relaxed) == 0) library.leastTicks.store(ticksBelow(tracing.thresholdNs), std::memory_order_relaxed);
        errno = error;
        return;
    }
    const Function& f = library.functions[function];
    if (f.kind == Kind::Through && t_thread.lastEnd > t.start) return void(errno = error);
    const Address real = library.real[function].load(std::memory_order_relaxed);
    const Call call{f, arguments, result, error, real};
    const Describe describe = !arguments ? nullptr : f.detail ? written : tracing.files ? fileOf : nullptr;
    tracing.note(t_thread, {f.name, library.name, t.start, t.end, valueOf(f, result), caller, reinterpret_cast<const void*>(real), describe, &call,
                            t.end - t.start >= tracing.stackNs, f.isSignalSafe});
    errno = error;
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
    if (!session || !*session || ::dladdr(reinterpret_cast<const void*>(&g_nothing), &self) == 0 || !self.dli_fname) return nullptr;
    const char* slash = std::strrchr(self.dli_fname, '/');
    char path[4096];
    const int n = std::snprintf(path, sizeof path, "%.*slibsightline-inject.so", slash ? static_cast<int>(slash + 1 - self.dli_fname) : 0, self.dli_fname);
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
