// SPDX-License-Identifier: Apache-2.0
#include "collectors/inject/calls/openmp_source.h"

#include <dlfcn.h>
#include <link.h>

#include <cstdlib>
#include <string_view>

#include "collectors/inject/calls/call_source.h"
#include "collectors/process/options.h"

namespace collectors {
namespace {

/// Runtimes of OpenMP in the process.
struct Runtimes {
    bool gnu = false;  ///< tells tools nothing
    bool telling = false;
};

std::string_view fileOf(std::string_view path) { return path.substr(path.rfind('/') + 1); }
bool isGnu(std::string_view file) {
    return file.starts_with("libgomp");
}  // also as packages of Python have it, libgomp-a34b3233.so.1

bool isTelling(std::string_view file) {
    for (const char* name : {"libomp.so", "libomp-", "libomp5", "libiomp5", "libnvomp"})
        if (file.starts_with(name)) return true;
    return false;
}

int look(dl_phdr_info* info, std::size_t, void* data) {
    Runtimes& found = *static_cast<Runtimes*>(data);
    const std::string_view file = fileOf(info->dlpi_name ? info->dlpi_name : "");
    found.gnu |= isGnu(file);
    found.telling |= isTelling(file);
    return 0;
}

Runtimes runtimes() {
    Runtimes out;
    ::dl_iterate_phdr(look, &out);
    return out;
}

/// Where another runtime stands in its place, libgomp is loaded all the same, and nothing calls it.
bool gnuIsCalled() {
    Dl_info of{};
    void* const called = ::dlsym(RTLD_DEFAULT, "GOMP_parallel");
    if (!called || ::dladdr(called, &of) == 0 || !of.dli_fname) return true;
    return isGnu(fileOf(of.dli_fname));
}

std::string_view variable(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}
bool forbidsTools() { return variable("OMP_TOOL") == "disabled"; }

/// Runtimes have a function of this name themselves, which another one replaces.
bool hasOwnTool() {
    Dl_info of{};
    void* const tool = ::dlsym(RTLD_DEFAULT, "ompt_start_tool");
    return tool && ::dladdr(tool, &of) && of.dli_fname && !isTelling(fileOf(of.dli_fname));
}

/// Why a runtime that would tell did not.
Phrase::Key whySilent() {
    const std::string_view libraries = variable("OMP_TOOL_LIBRARIES");
    if (forbidsTools()) return Phrase::OpenMpToolsDisabled;
    if (hasOwnTool()) return Phrase::OwnOpenMpTool;
    if (!fileOf(libraries.substr(0, libraries.find(':'))).starts_with("libsightline-")) return Phrase::OtherOpenMpTool;
    return Phrase::OpenMpNotBegun;
}

std::atomic<bool> g_said{false};

void end() {
    if (!options().wantsLibrary("openmp") || g_said.exchange(true)) return;
    const Runtimes found = runtimes();
    if (found.gnu && gnuIsCalled()) cannotTrace(Phrase::GnuOpenMp, Phrase::GnuOpenMpTellsNothing);
    if (found.telling && !seesCallsOf("openmp")) cannotTrace(Phrase::OpenMp, whySilent());
}

void forget() { g_said = false; }

}  // namespace

constinit const Source kOpenMpSource{.key = "openmp", .begin = nullptr, .end = end, .flush = nullptr, .forget = forget};

void openMpLoaded() try {
    if (!std::getenv("SIGHTLINE_SESSION")) return;
    if (const Runtimes found = runtimes(); !found.gnu && !(found.telling && forbidsTools())) return;
    Options asked;
    if (asked.read() && asked.wantsLibrary("openmp")) joinSession();
} catch (...) {
    gaveUp();
}

}  // namespace collectors
