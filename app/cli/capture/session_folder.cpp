// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/capture/session_folder.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <set>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "model/rep_output.h"

namespace app::capture {
namespace fs = std::filesystem;
using model::ErrorCode;

namespace {

model::Result<void> writeWhole(const fs::path& path, std::string_view text) {
    auto file = model::OutputFile::create(path);
    if (!file) return tl::unexpected(file.error());
    if (const auto done = file->write({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}); !done) return done;
    return file->commit();
}

/// What lies in the folder of a session and is its own, with what is left where one of its texts was half written.
bool isOwn(const std::string& name) {
    if (name.ends_with(".spool")) return true;
    for (const std::string_view own : {"options", "session", "socket", "control", "reports"})
        if (name == own || (name.starts_with(fmt::format(".{}.", own)) && name.ends_with(".part"))) return true;
    return false;
}

using FileIds = std::set<std::pair<dev_t, ino_t>>;

FileIds idsOfSpools(const fs::path& folder) {
    FileIds out;
    std::error_code ignored;
    struct stat s {};
    for (fs::directory_iterator it(folder, ignored), end; it != end; it.increment(ignored))
        if (it->path().extension() == ".spool" && ::lstat(it->path().c_str(), &s) == 0) out.emplace(s.st_dev, s.st_ino);
    return out;
}

/// A process may have closed its spool, and its environment may have been written over; hardly both.
bool belongsTo(const fs::path& process, const fs::path& folder, const FileIds& spools) {
    constexpr std::string_view kVariable = "SIGHTLINE_SESSION=";
    std::error_code ignored;
    std::ifstream in(process / "environ", std::ios::binary);
    for (std::string line; std::getline(in, line, '\0');)
        if (line.starts_with(kVariable) && fs::equivalent(line.substr(kVariable.size()), folder, ignored)) return true;
    struct stat s {};
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
    if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST)
        return model::fail(ErrorCode::CannotWrite, folder.string(), fmt::format("{}; set TMPDIR to a folder that is there and that you may write to", std::strerror(errno)));
    struct stat s {};
    if (::lstat(folder.c_str(), &s) != 0) return model::fail(ErrorCode::CannotWrite, folder.string(), std::strerror(errno));
    if (!S_ISDIR(s.st_mode) || s.st_uid != ::getuid() || (s.st_mode & 077) != 0)
        return model::fail(ErrorCode::CannotWrite, folder.string(), "it is not a folder of yours alone; set TMPDIR to one, or remove it");
    return folder;
}

model::Result<fs::path> createSessionFolder(std::string_view name) {
    const auto parent = sessionsFolder();
    if (!parent) return parent;
    std::string pattern = (*parent / (std::string(name) + "-XXXXXX")).string();
    if (pattern.size() + std::strlen("/control") >= sizeof sockaddr_un::sun_path)
        return model::fail(ErrorCode::CannotWrite, pattern, "the path is too long for a socket; set TMPDIR to a shorter one, such as /tmp");
    if (!::mkdtemp(pattern.data())) return model::fail(ErrorCode::CannotWrite, parent->string(), std::strerror(errno));
    return fs::path(pattern);
}

model::Result<void> writeOptions(const fs::path& folder, const collectors::Options& options) { return writeWhole(folder / "options", collectors::asText(options)); }

model::Result<void> writeFacts(const fs::path& folder, const SessionFacts& facts) {
    std::string text;
    for (const auto& [key, value] : facts) {
        text.append(key) += '\0';
        text.append(value) += '\0';
    }
    return writeWhole(folder / "session", text);
}

SpoolSizes spoolSizes(const fs::path& folder) {
    SpoolSizes out;
    std::error_code ignored;
    for (fs::directory_iterator it(folder, ignored), end; it != end; it.increment(ignored)) {
        if (it->path().extension() != ".spool" || !it->is_regular_file(ignored)) continue;
        ++out.files;
        out.bytes += it->file_size(ignored);
    }
    return out;
}

bool removeSession(const fs::path& folder) {
    std::error_code ignored;
    std::vector<fs::path> own;
    for (fs::directory_iterator it(folder, ignored), end; it != end; it.increment(ignored))
        if (isOwn(it->path().filename().string())) own.push_back(it->path());
    for (const fs::path& path : own) ::unlink(path.c_str());
    return ::rmdir(folder.c_str()) == 0;
}

std::vector<pid_t> livingProcesses(const fs::path& folder) {
    std::error_code ignored;
    const FileIds spools = idsOfSpools(folder);
    std::vector<pid_t> out;
    for (fs::directory_iterator it("/proc", ignored), end; it != end; it.increment(ignored))
        if (const pid_t pid = std::atoi(it->path().filename().c_str()); pid > 0 && pid != ::getpid() && belongsTo(it->path(), folder, spools)) out.push_back(pid);
    return out;
}

std::string sessionName(const fs::path& folder) {
    const std::string name = (folder.has_filename() ? folder : folder.parent_path()).filename().string();
    const std::size_t dash = name.rfind('-');
    return dash == name.npos ? name : name.substr(0, dash);
}

bool isRunning(const fs::path& folder) { return connectTo(folder / "control").valid() || errno == EAGAIN; }

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
        if (it->is_directory(ignored) && fs::exists(it->path() / "options", ignored)) out.push_back({it->path(), sessionName(it->path()), isRunning(it->path())});
    return out;
}

}  // namespace app::capture
