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
    const std::string wrong = complaintAboutLibrary();
    if (wrong.empty()) return {"collector", Fine, injectedLibrary().string(), {}};
    return {"collector", Prevents, "not found", wrong};
}

Check driver() {
    const std::string version = firstLine("/proc/driver/nvidia/version");
    if (!version.empty()) return {"NVIDIA driver", Fine, version, {}};
    if (hasCudaDriver()) return {"NVIDIA driver", Fine, "libcuda.so.1", {}};  // as in the Linux of Windows
    return {
        "NVIDIA driver", Limits, "none",
        "CUDA cannot be traced on this machine, NVTX can. Install the driver; in a container, give it the GPU (docker run --gpus all)."};
}

Check cupti() {
    for (const char* name : {"libcupti.so.13", "libcupti.so.12", "libcupti.so.11.8", "libcupti.so",
                             "/usr/local/cuda/lib64/libcupti.so", "/usr/local/cuda/extras/CUPTI/lib64/libcupti.so"}) {
        void* handle = ::dlopen(name, RTLD_LAZY | RTLD_LOCAL);
        if (!handle) continue;
        ::dlclose(handle);
        return {"CUPTI", Fine, name, {}};
    }
    return {
        "CUPTI", Limits, "not among the system's libraries",
        "Programs that bring their own, as PyTorch does, are traced all the same. For others install CUDA's CUPTI, or put its folder into LD_LIBRARY_PATH."};
}

Check counters() {
    std::ifstream in("/proc/driver/nvidia/params");
    for (std::string line; std::getline(in, line);) {
        if (!line.starts_with("RmProfilingAdminOnly:")) continue;
        if (line.ends_with("0") || ::geteuid() == 0) return {"GPU counters", Fine, "open to you", {}};
        return {
            "GPU counters", Limits, "for administrators only",
            "Tracing does not need them. To open them: options nvidia NVreg_RestrictProfilingToAdminUsers=0 in /etc/modprobe.d, then load the driver again."};
    }
    return {"GPU counters", Limits, "no NVIDIA driver says anything about them", "See the driver."};
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
    const std::string level = firstLine("/proc/sys/kernel/perf_event_paranoid"),
                      found = level.empty() ? "the kernel has none" : fmt::format("perf_event_paranoid is {}", level);
    if (!opens(false, false))
        return {
            "CPU sampling", Limits, found,
            "-s and --cpuctxsw have nothing to say. To allow them: sysctl kernel.perf_event_paranoid=2; in a container, docker run --cap-add PERFMON and a seccomp profile that knows perf_event_open."};
    if (!opens(true, false))
        return {
            "CPU sampling", Limits, found,
            "Samples hold the program's own part of the time, none in the kernel. To see both: sysctl kernel.perf_event_paranoid=1"};
    if (!opens(true, true))
        return {
            "CPU sampling", Limits, found,
            "Your own programs are sampled, others' are not (system-wide). To allow that: sysctl kernel.perf_event_paranoid=0"};
    return {"CPU sampling", Fine, found, {}};
}

Check python() {
    int from = 1, to = 0;
    const iovec mine{&to, sizeof to}, theirs{&from, sizeof from};
    const bool reads =
        ::process_vm_readv(::getpid(), &mine, 1, &theirs, 1, 0) == static_cast<ssize_t>(sizeof to) && to == 1;
    if (reads) return {"Python samples", Fine, "CPython 3.9 to 3.14, with a GIL", {}};
    return {
        "Python samples", Limits, "processes may not read their own memory safely",
        "Stacks at CUDA launches are not affected. In a container, allow process_vm_readv (docker run --cap-add SYS_PTRACE)."};
}

Check space() {
    const auto folder = sessionsFolder();
    if (!folder)
        return {"space for captures", Prevents, folder.error().subject + ": " + model::english(folder.error().detail),
                "Set TMPDIR to a folder that is yours."};
    struct statvfs s {};
    struct statfs kind {};
    if (::statvfs(folder->c_str(), &s) != 0 || ::statfs(folder->c_str(), &kind) != 0)
        return {"space for captures", Limits, folder->string(), "Its free space is not known."};
    const std::uint64_t free = std::uint64_t{s.f_bavail} * s.f_frsize;
    const bool memory = kind.f_type == TMPFS_MAGIC;
    const std::string found = fmt::format("{:.1f} GB in {}{}", static_cast<double>(free) / 1e9, folder->string(),
                                          memory ? ", which is memory" : "");
    if (free >= kLittleSpace && !memory) return {"space for captures", Fine, found, {}};
    return {"space for captures", Limits, found,
            "A busy program writes some 50 MB a second while it is captured: set TMPDIR to a folder on a larger disk."};
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
    for (const Check& c : checks)
        json.beginObject()
            .key("what")
            .value(std::string_view(c.what))
            .key("state")
            .value(wordOf(c.state))
            .key("found")
            .value(std::string_view(c.found))
            .key("fix")
            .value(std::string_view(c.fix))
            .endObject();
    return json.endArray().take() + '\n';
}

std::string checksAsText(const std::vector<Check>& checks) {
    std::string out;
    for (const Check& c : checks) {
        out += fmt::format("{:8} {:20} {}\n", wordOf(c.state), c.what, c.found);
        if (!c.fix.empty()) out += fmt::format("{:29} {}\n", "", c.fix);
    }
    return out;
}

}  // namespace app::capture
