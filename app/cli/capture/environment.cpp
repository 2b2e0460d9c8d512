// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/capture/environment.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <linux/magic.h>
#include <linux/perf_event.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>
#include <cstdlib>
#include <fstream>
#include <string_view>

#include "app/cli/capture/session_folder.h"
#include "app/cli/capture/target.h"
#include "app/text/json.h"
#include "model/base/messages.h"

namespace app::capture {
namespace {

using enum Check::State;

constexpr std::uint64_t kLittleSpace = std::uint64_t{2} << 30;

std::string firstLine(const char* path) {
    std::ifstream in(path);
    std::string line;
    std::getline(in, line);
    return line;
}

Check library() {
    const model::Message wrong = complaintAboutLibrary();
    if (wrong.empty()) return {"collector", Fine, injectedLibrary().string(), {}};
    return {"collector", Prevents, model::MessageCode::NotFound, wrong};
}

Check driver() {
    const std::string version = firstLine("/proc/driver/nvidia/version");
    if (!version.empty()) return {"NVIDIA driver", Fine, version, {}};
    if (hasCudaDriver()) return {"NVIDIA driver", Fine, "libcuda.so.1", {}};  // as in the Linux of Windows
    return {"NVIDIA driver", Limits, model::MessageCode::None, model::MessageCode::CudaCannotBeTraced};
}

Check cupti() {
    for (const char* name : {"libcupti.so.13", "libcupti.so.12", "libcupti.so.11.8", "libcupti.so",
                             "/usr/local/cuda/lib64/libcupti.so", "/usr/local/cuda/extras/CUPTI/lib64/libcupti.so"}) {
        void* handle = ::dlopen(name, RTLD_LAZY | RTLD_LOCAL);
        if (!handle) continue;
        ::dlclose(handle);
        return {"CUPTI", Fine, name, {}};
    }
    return {"CUPTI", Limits, model::MessageCode::NotAmongLibraries, model::MessageCode::OwnCuptiIsTraced};
}

Check counters() {
    std::ifstream in("/proc/driver/nvidia/params");
    for (std::string line; std::getline(in, line);) {
        if (!line.starts_with("RmProfilingAdminOnly:")) continue;
        if (line.ends_with("0") || ::geteuid() == 0) return {"GPU counters", Fine, model::MessageCode::OpenToYou, {}};
        return {"GPU counters", Limits, model::MessageCode::ForAdministratorsOnly, model::MessageCode::OpenCounters};
    }
    return {"GPU counters", Limits, model::MessageCode::NoDriverSays, model::MessageCode::SeeTheDriver};
}

/// What perf_event_open(2) lets this user do, by trying it.
bool opens(bool kernel, bool everybody) {
    perf_event_attr a{};
    a.size = sizeof a;
    a.type = PERF_TYPE_SOFTWARE;
    a.config = PERF_COUNT_SW_CPU_CLOCK;
    a.disabled = 1;
    a.exclude_kernel = a.exclude_hv = !kernel;
    const auto file = static_cast<int>(
        ::syscall(SYS_perf_event_open, &a, everybody ? -1 : 0, everybody ? 0 : -1, -1, PERF_FLAG_FD_CLOEXEC));
    if (file >= 0) ::close(file);
    return file >= 0;
}

Check sampling() {
    const std::string level = firstLine("/proc/sys/kernel/perf_event_paranoid");
    const model::Message found = level.empty() ? model::Message(model::MessageCode::KernelHasNone)
                                               : model::Message(model::MessageCode::PerfEventParanoid, {level});
    if (!opens(false, false)) return {"CPU sampling", Limits, found, model::MessageCode::AllowSampling};
    if (!opens(true, false)) return {"CPU sampling", Limits, found, model::MessageCode::SampleKernelToo};
    if (!opens(true, true)) return {"CPU sampling", Limits, found, model::MessageCode::SampleSystemToo};
    return {"CPU sampling", Fine, found, {}};
}

Check python() {
    int from = 1, to = 0;
    const iovec mine{&to, sizeof to}, theirs{&from, sizeof from};
    const bool reads =
        ::process_vm_readv(::getpid(), &mine, 1, &theirs, 1, 0) == static_cast<ssize_t>(sizeof to) && to == 1;
    if (reads) return {"Python samples", Fine, model::MessageCode::PythonVersionsKnown, {}};
    return {"Python samples", Limits, model::MessageCode::OwnMemoryNotSafe, model::MessageCode::AllowOwnMemory};
}

Check space() {
    const auto folder = sessionsFolder();
    if (!folder)
        return {"space for captures", Prevents,
                model::Message(model::MessageCode::WithReason, {folder.error().subject, folder.error().detail}),
                model::MessageCode::SetTmpdir};
    struct statvfs s {};
    struct statfs kind {};
    if (::statvfs(folder->c_str(), &s) != 0 || ::statfs(folder->c_str(), &kind) != 0)
        return {"space for captures", Limits, folder->string(), model::MessageCode::FreeSpaceUnknown};
    const std::uint64_t free = std::uint64_t{s.f_bavail} * s.f_frsize;
    const bool memory = kind.f_type == TMPFS_MAGIC;
    const model::Message found(
        memory ? model::MessageCode::SpaceInMemory : model::MessageCode::SpaceInFolder,
        {fmt::format("{:.1f}", static_cast<double>(free) / 1e9), model::Argument::file(folder->string())});
    if (free >= kLittleSpace && !memory) return {"space for captures", Fine, found, {}};
    return {"space for captures", Limits, found, model::MessageCode::SetTmpdirLarger};
}

}  // namespace

bool hasCudaDriver() {
    static const bool has = [] {
        if (!firstLine("/proc/driver/nvidia/version").empty()) return true;
        void* driver = ::dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL);
        if (driver) ::dlclose(driver);
        return driver != nullptr;
    }();
    return has;
}

std::vector<Check> checkMachine() { return {library(), driver(), cupti(), counters(), sampling(), python(), space()}; }

namespace {
std::string_view wordOf(Check::State state) { return state == Fine ? "ok" : state == Limits ? "limited" : "missing"; }
}  // namespace

std::string checksAsJson(const std::vector<Check>& checks) {
    JsonWriter json;
    json.beginArray();
    for (const Check& c : checks) {
        json.beginObject().key("what").value(std::string_view(c.what)).key("state").value(wordOf(c.state));
        json.key("found").value(model::english(c.found)).key("fix").value(model::english(c.fix));
        json.key("messages").beginObject().key("found");
        writeMessage(c.found, json);
        json.key("fix");
        writeMessage(c.fix, json);
        json.endObject().endObject();
    }
    return json.endArray().take() + '\n';
}

std::string checksAsText(const std::vector<Check>& checks) {
    std::string out;
    for (const Check& c : checks) {
        out += fmt::format("{:8} {:20} {}\n", wordOf(c.state), c.what, model::english(c.found));
        if (!c.fix.empty()) out += fmt::format("{:29} {}\n", "", model::english(c.fix));
    }
    return out;
}

}  // namespace app::capture
