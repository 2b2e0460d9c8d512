// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/capture/preload.h"

#include <elf.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "app/cli/capture/option_values.h"
#include "app/cli/capture/target.h"
#include "model/base/messages.h"
#include "model/rep/beside.h"

namespace app::capture {
namespace fs = std::filesystem;

namespace {

constexpr const char *kOsRuntimeLibrary = "libsightline-osrt.so", *kLibraries = "libsightline-calls.so";
constexpr const char *kItself = "libsightline-inject.so", *kGuard = "libsightline-guard.so";

/// Those without which nothing is seen of what was asked for.
std::vector<const char*> needed(const CaptureOptions& o) {
    std::vector<const char*> out;
    if (o.collect.osRuntime) out.push_back(kOsRuntimeLibrary);
    const bool openMp = o.collect.wantsLibrary("openmp");
    if (!o.collect.libraries.empty() && o.collect.libraries != "openmp") out.push_back(kLibraries);
    if (o.collect.pythonSampling || openMp) out.push_back(kItself);  // nothing of CUDA may ever load it
    return out;
}

bool canBePreloaded(const std::string& path) { return !path.empty() && path.find_first_of(" :") == path.npos; }

/// As execvp() finds it; empty where it does not.
fs::path fileOf(const std::string& program) {
    if (program.find('/') != program.npos) return program;
    const char* path = std::getenv("PATH");
    for (const std::string& folder : splitAt(path ? path : "/usr/local/bin:/bin:/usr/bin", ':'))
        if (const fs::path file = fs::path(folder.empty() ? "." : folder) / program; ::access(file.c_str(), X_OK) == 0)
            return file;
    return {};
}

/// Programs that no dynamic linker starts load nothing beside themselves.
bool isStatic(const fs::path& file) {
    const auto in = model::openNamed(file);
    Elf64_Ehdr head{};
    if (!in || !in->read(&head, sizeof head, 0) ||
        std::string_view(reinterpret_cast<char*>(head.e_ident), 4) != ELFMAG || head.e_ident[EI_CLASS] != ELFCLASS64)
        return false;
    if (head.e_phentsize != sizeof(Elf64_Phdr)) return false;
    Elf64_Phdr part{};
    for (std::uint64_t i = 0; i < head.e_phnum; ++i)
        if (!in->read(&part, sizeof part, head.e_phoff + i * sizeof part) || part.p_type == PT_INTERP) return false;
    return true;
}

/// The dynamic linker takes nothing from the environment then.
bool hasOtherRights(const fs::path& file) {
    struct stat s {};
    if (::stat(file.c_str(), &s) != 0) return false;
    return ((s.st_mode & S_ISUID) && s.st_uid != ::geteuid()) || ((s.st_mode & S_ISGID) && s.st_gid != ::getegid());
}

}  // namespace

std::string preloadOf(const CaptureOptions& o, std::string_view users) {
    std::vector<const char*> wanted = needed(o);
    if (o.collect.tracesCalls()) wanted.insert(wanted.begin(), kGuard);
    std::string out;
    for (const char* name : wanted)
        if (const std::string path = besides(name).string(); canBePreloaded(path)) out += path + ':';
    if (out.empty()) return {};
    out += users;
    while (out.ends_with(':')) out.pop_back();
    return out;
}

model::Message whyNotPreloaded(const CaptureOptions& o) {
    const std::vector<const char*> libraries = needed(o);
    for (const char* name : libraries) {
        const std::string path = besides(name).string();
        if (path.empty()) return {model::MessageCode::FileOfSightlineMissing, {model::Argument::file(name)}};
        if (!canBePreloaded(path)) return {model::MessageCode::PreloadFolderName, {model::Argument::file(name)}};
    }
    const fs::path file = libraries.empty() || o.program.empty() ? fs::path() : fileOf(o.program[0]);
    if (file.empty()) return {};
    if (isStatic(file)) return {model::MessageCode::LinkedStatically, {model::Argument::file(file.string())}};
    if (hasOtherRights(file)) return {model::MessageCode::OtherUsersRights, {model::Argument::file(file.string())}};
    return {};
}

}  // namespace app::capture
