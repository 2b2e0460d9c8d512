// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/capture/session_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <set>
#include <sstream>

#include "importers/capture/capture.h"
#include "model/base/messages.h"

namespace app::capture {
namespace fs = std::filesystem;
using model::ErrorCode;

namespace {

constexpr std::uint64_t kLongestList = 16u << 20;  // bytes of `reports`

std::vector<std::string> linesOf(const model::Folder& folder, const char* name) {
    std::vector<std::string> out;
    std::istringstream list(folder.read(name, kLongestList).value_or(std::string()));
    for (std::string line; std::getline(list, line);) out.push_back(line);
    return out;
}

bool holdsOptions(const fs::path& folder) {
    const auto opened = model::Folder::open(folder);
    return opened && opened->holds("options");
}

/// What lies in the folder of a session and is its own, with what is left where one of its texts was half written.
bool isOwn(const std::string& name) {
    if (name.ends_with(".spool")) return true;
    for (const std::string_view own : {"options", "session", "socket", "control", "reports"})
        if (name == own || (name.starts_with(fmt::format(".{}.", own)) && name.ends_with(".part"))) return true;
    return false;
}

using FileIds = std::set<std::pair<dev_t, ino_t>>;

FileIds idsOfSpools(const model::Folder& folder) {
    FileIds out;
    struct stat s {};
    for (const std::string& name : importers::capture::spoolsIn(folder))
        if (::fstatat(folder.fd(), name.c_str(), &s, AT_SYMLINK_NOFOLLOW) == 0) out.emplace(s.st_dev, s.st_ino);
    return out;
}

/// A process may have closed its spool, and its environment may have been written over; hardly both.
bool belongsTo(const fs::path& process, const model::Folder& folder, const FileIds& spools) {
    constexpr std::string_view kVariable = "SIGHTLINE_SESSION=";
    std::error_code ignored;
    struct stat s {
    }, own{};
    const auto isFolder = [&](const std::string& path) {
        return ::stat(path.c_str(), &s) == 0 && ::fstat(folder.fd(), &own) == 0 && s.st_dev == own.st_dev &&
               s.st_ino == own.st_ino;
    };
    std::ifstream in(process / "environ", std::ios::binary);
    for (std::string line; std::getline(in, line, '\0');)
        if (line.starts_with(kVariable) && isFolder(line.substr(kVariable.size()))) return true;
    for (fs::directory_iterator it(process / "fd", ignored), end; it != end; it.increment(ignored))
        if (::stat(it->path().c_str(), &s) == 0 && spools.contains({s.st_dev, s.st_ino})) return true;
    return false;
}

}  // namespace

model::Result<fs::path> sessionsFolder() {
    const char* temporary = std::getenv("TMPDIR");
    std::error_code error;
    const fs::path parent = fs::absolute(temporary && *temporary ? temporary : "/tmp", error);
    fs::path folder = parent / fmt::format("sightline-{}", ::getuid());
    auto made = model::makePrivateFolder(folder);
    if (made) return folder;
    made.error().detail = {model::MessageCode::SetTmpdirWritable, {made.error().detail}};
    return tl::unexpected(made.error());
}

model::Result<fs::path> createSessionFolder(std::string_view name) {
    const auto parent = sessionsFolder();
    if (!parent) return parent;
    std::string pattern = (*parent / (std::string(name) + "-XXXXXX")).string();
    if (pattern.size() + std::strlen("/control") >= sizeof sockaddr_un::sun_path)
        return model::fail(ErrorCode::CannotWrite, pattern, model::MessageCode::PathTooLong);
    if (!::mkdtemp(pattern.data())) return model::fail(ErrorCode::CannotWrite, parent->string(), std::strerror(errno));
    return fs::path(pattern);
}

model::Result<void> writeOptions(const fs::path& folder, const collectors::Options& options) {
    const auto opened = model::Folder::open(folder);
    if (!opened) return tl::unexpected(opened.error());
    return opened->replace("options", collectors::asText(options));
}

model::Result<void> writeFacts(const fs::path& folder, const SessionFacts& facts) {
    const auto opened = model::Folder::open(folder);
    if (!opened) return tl::unexpected(opened.error());
    return writeFacts(*opened, facts);
}

model::Result<void> writeFacts(const model::Folder& folder, const SessionFacts& facts) {
    std::string text;
    for (const auto& [key, value] : facts) {
        text.append(key) += '\0';
        text.append(value) += '\0';
    }
    return folder.replace("session", text);
}

std::vector<std::string> reportsOf(const fs::path& folder) {
    const auto opened = model::Folder::open(folder);
    return opened ? linesOf(*opened, "reports") : std::vector<std::string>();
}

model::Result<void> addReport(const model::Folder& folder, const fs::path& report) {
    std::error_code ignored;
    std::string text;
    for (const std::string& before : linesOf(folder, "reports")) text += before + '\n';
    return folder.replace("reports", text + fs::absolute(report, ignored).string() + '\n');
}

SpoolSizes spoolSizes(const model::Folder& folder) {
    SpoolSizes out;
    for (const std::string& name : importers::capture::spoolsIn(folder)) {
        const auto spool = folder.file(name);
        struct stat s {};
        if (!spool || ::fstat(spool->handle.get(), &s) != 0) continue;
        ++out.files;
        out.bytes += std::min(spool->bytes, static_cast<std::uint64_t>(s.st_blocks) * 512);
    }
    return out;
}

SpoolSizes spoolSizes(const fs::path& folder) {
    const auto opened = model::Folder::open(folder);
    return opened ? spoolSizes(*opened) : SpoolSizes();
}

bool removeSession(const model::Folder& folder) {
    for (const std::string& name : folder.names())
        if (isOwn(name)) folder.remove(name);
    return folder.removeItself();
}

bool removeSession(const fs::path& folder) {
    const auto opened = model::Folder::open(folder);
    return opened && removeSession(*opened);
}

std::vector<pid_t> livingProcesses(const fs::path& folder) {
    const auto opened = model::Folder::open(folder);
    return opened ? livingProcesses(*opened) : std::vector<pid_t>();
}

std::vector<pid_t> livingProcesses(const model::Folder& folder) {
    std::error_code ignored;
    const FileIds spools = idsOfSpools(folder);
    std::vector<pid_t> out;
    for (fs::directory_iterator it("/proc", ignored), end; it != end; it.increment(ignored))
        if (const pid_t pid = std::atoi(it->path().filename().c_str());
            pid > 0 && pid != ::getpid() && belongsTo(it->path(), folder, spools))
            out.push_back(pid);
    return out;
}

std::string sessionName(const fs::path& folder) {
    const std::string name = (folder.has_filename() ? folder : folder.parent_path()).filename().string();
    const std::size_t dash = name.rfind('-');
    return dash == name.npos ? name : name.substr(0, dash);
}

bool isRunning(const fs::path& folder) {
    return connectTo(folder / "control").valid() || errno == EAGAIN || errno == EPERM;
}

bool isRunning(const model::Folder& folder) { return isRunning(fmt::format("/proc/self/fd/{}", folder.fd())); }

Handle lockSessions() {
    const auto parent = sessionsFolder();
    Handle file(parent ? ::open(parent->c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1);
    while (file.valid() && ::flock(file.get(), LOCK_EX) != 0)
        if (errno != EINTR) return {};
    return file;
}

std::vector<FoundSession> findSessions() {
    std::vector<FoundSession> out;
    const auto parent = sessionsFolder();
    std::error_code ignored;
    if (!parent) return out;
    for (fs::directory_iterator it(*parent, ignored), end; it != end; it.increment(ignored))
        if (!it->is_symlink(ignored) && holdsOptions(it->path()))
            out.push_back({it->path(), sessionName(it->path()), isRunning(it->path())});
    return out;
}

}  // namespace app::capture
