// SPDX-License-Identifier: Apache-2.0
#include "collectors/inject/python/python_interpreter.h"

#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "collectors/inject/python/python_memory.h"

namespace collectors::python {
namespace {

constexpr const char* kThreadState = "PyGILState_GetThisThreadState";

std::atomic<const Interpreter*> g_found{nullptr};

int recordPython(dl_phdr_info* info, std::size_t, void* data) {
    const std::string_view path = info->dlpi_name ? info->dlpi_name : "";
    if (path.substr(path.rfind('/') + 1).starts_with("libpython3.")) *static_cast<const char**>(data) = info->dlpi_name;
    return *static_cast<const char**>(data) != nullptr;
}

/// What has the symbols: the program with all that it was started with, or a library of Python's that something loaded
/// for itself.
struct Library {
    bool isThere = false;
    void* handle = RTLD_DEFAULT;
};
Library library() {
    if (::dlsym(RTLD_DEFAULT, kThreadState)) return {true};
    const char* path = nullptr;
    ::dl_iterate_phdr(recordPython, &path);
    void* const handle = path ? ::dlopen(path, RTLD_LAZY | RTLD_NOLOAD) : nullptr;
    return {handle != nullptr, handle};
}

bool find(const char* name, std::uint64_t& out, void* in) {
    out = reinterpret_cast<std::uint64_t>(::dlsym(in, name));
    return out != 0;
}

/// The interpreter stays in memory, even when it is unloaded.
void keep(std::uint64_t symbol) {
    Dl_info where{};
    if (::dladdr(reinterpret_cast<void*>(symbol), &where) && where.dli_fname)
        ::dlopen(where.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
}

/// As PY_VERSION_HEX has it; its text is "3.11.2 (main, …".
std::uint32_t numberOf(std::string_view text) {
    std::uint32_t out = 0;
    for (int part = 0; part < 3; ++part) {
        out = out << 8 | (static_cast<std::uint32_t>(std::strtoul(std::string(text).c_str(), nullptr, 10)) & 0xff);
        const std::size_t dot = text.find('.');
        text = dot == text.npos ? std::string_view() : text.substr(dot + 1);
    }
    return out << 8;
}

}  // namespace

const Interpreter* knownInterpreter() { return g_found.load(std::memory_order_acquire); }

bool hasInterpreter() { return ::dlsym(RTLD_DEFAULT, kThreadState) != nullptr; }

const Interpreter* interpreter(Phrase* why) {
    if (const Interpreter* known = knownInterpreter()) return known;
    const auto [isThere, in] = library();
    std::uint64_t threadState = 0, version = 0;
    if (!isThere || !find(kThreadState, threadState, in)) return nullptr;
    auto fresh = new Interpreter;  // never freed: threads may have it in their hands
    fresh->threadState = reinterpret_cast<void* (*)()>(threadState);
    Phrase wrong;
    if (!find("_PyRuntime", fresh->runtime, in) || !find("PyCode_Type", fresh->codeType, in) ||
        !find("Py_GetVersion", version, in)) {
        wrong = Phrase::FramesNotExported;
    } else {
        const std::string_view text = reinterpret_cast<const char* (*)()>(version)();
        fresh->version = text.substr(0, text.find(' '));
        unsigned char runtime[512];
        const SafeMemory memory(::getpid());
        wrong = memory.bytes(fresh->runtime, runtime, sizeof runtime) ? layoutOf(numberOf(text), runtime, fresh->layout)
                                                                      : Phrase::OwnMemoryNotReadable;
    }
    if (wrong.empty()) {
        const Interpreter* none = nullptr;
        if (g_found.compare_exchange_strong(none, fresh, std::memory_order_acq_rel)) return keep(fresh->runtime), fresh;
        delete fresh;
        return none;
    }
    if (why) *why = fresh->version.empty() ? wrong : Phrase(Phrase::PythonVersion, fresh->version, wrong);
    delete fresh;
    return nullptr;
}

bool isEnding(const Interpreter& python) {
    const auto* ending = reinterpret_cast<const std::atomic<std::uint64_t>*>(python.runtime + python.layout.finalizing);
    return ending->load(std::memory_order_relaxed) != 0;
}

}  // namespace collectors::python
