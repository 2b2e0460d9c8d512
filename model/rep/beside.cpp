// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/rep/beside.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cerrno>
#include <climits>
#include <cstring>
#include <iterator>

#include "model/base/messages.h"
#include "model/rep/rep_output.h"

namespace model {
namespace fs = std::filesystem;

namespace {

constexpr int kReading = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;

constexpr int kHolding = O_PATH | O_CLOEXEC;
constexpr int kMostLinks = 40;  // as many as the system follows
constexpr MessageCode kOfAnother = MessageCode::OfAnotherAccount;

tl::unexpected<Error> cannotOpen(const fs::path& path, int reason) {
    return fail(ErrorCode::CannotOpen, path.string(), std::strerror(reason));
}

bool isTrusted(uid_t account) { return account == ::geteuid() || account == 0; }

/// Where an open folder is; empty where the system does not say.
fs::path placeOf(int fd) {
    std::error_code ignored;
    return fs::read_symlink("/proc/self/fd/" + std::to_string(fd), ignored);
}

/// What an open link leads to; empty where that cannot be had.
fs::path targetOf(int link) {
    char target[PATH_MAX];
    const ssize_t n = ::readlinkat(link, "", target, sizeof target);
    return n > 0 ? fs::path(std::string(target, static_cast<std::size_t>(n))) : fs::path();
}

}  // namespace

bool InputFile::read(void* to, std::size_t n, std::uint64_t at) const {
    for (auto* p = static_cast<char*>(to); n > 0;) {
        const ssize_t got = ::pread(handle.get(), p, n, static_cast<off_t>(at));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        p += got, n -= static_cast<std::size_t>(got), at += static_cast<std::uint64_t>(got);
    }
    return true;
}

Result<std::string> InputFile::readAll(std::uint64_t most, std::string_view subject) const {
    if (bytes > most)
        return fail(ErrorCode::TooLarge, std::string(subject), {MessageCode::NumberOfBytes, {Argument::count(bytes)}});
    std::string out(bytes, '\0');
    if (!read(out.data(), out.size(), 0)) return cannotOpen(subject, EIO);
    return out;
}

Result<InputFile> openNamed(const fs::path& path) {
    InputFile out{Handle(::open(path.c_str(), kReading))};
    struct stat s {};
    if (!out.handle.valid() && errno == ENXIO) return fail(ErrorCode::NotAFile, path.string());  // a socket
    if (!out.handle.valid() || ::fstat(out.handle.get(), &s) != 0) return cannotOpen(path, errno);
    if (!S_ISREG(s.st_mode)) return fail(ErrorCode::NotAFile, path.string());
    out.bytes = static_cast<std::uint64_t>(s.st_size);
    return out;
}

Result<Folder> Folder::open(const fs::path& folder) {
    Folder out;
    out.m_path = folder.empty() ? fs::path(".") : folder;
    out.m_handle = Handle(::open(out.m_path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    struct stat s {};
    if (!out.m_handle.valid() || ::fstat(out.fd(), &s) != 0) return cannotOpen(folder, errno);
    out.m_owner = s.st_uid;
    return out;
}

Result<Folder> Folder::openTrusted(const fs::path& folder) {
    std::error_code ignored;
    fs::path rest = fs::absolute(folder, ignored).relative_path();
    Handle at(::open("/", kHolding | O_DIRECTORY));
    for (int links = 0; !rest.empty();) {
        const fs::path name = *rest.begin();
        fs::path behind;
        for (auto it = std::next(rest.begin()); it != rest.end(); ++it) behind /= *it;
        Handle next(::openat(at.get(), name.empty() ? "." : name.c_str(), kHolding | O_NOFOLLOW));
        struct stat s {};
        if (!next.valid() || ::fstat(next.get(), &s) != 0) return cannotOpen(folder, errno);
        rest = behind;
        if (!S_ISLNK(s.st_mode)) {
            at = std::move(next);
            continue;
        }
        if (!isTrusted(s.st_uid)) return fail(ErrorCode::CannotOpen, folder.string(), kOfAnother);
        const fs::path target = targetOf(next.get());
        if (target.empty() || ++links > kMostLinks) return cannotOpen(folder, ELOOP);
        if (target.is_absolute()) at = Handle(::open("/", kHolding | O_DIRECTORY));
        rest = behind.empty() ? target.relative_path() : target.relative_path() / behind;
    }
    Folder out;
    struct stat s {};
    if (!at.valid() || ::fstat(at.get(), &s) != 0) return cannotOpen(folder, errno);
    if (!S_ISDIR(s.st_mode)) return cannotOpen(folder, ENOTDIR);
    out.m_path = placeOf(at.get());
    if (out.m_path.empty()) out.m_path = folder;
    out.m_owner = s.st_uid;
    out.m_handle = std::move(at);
    return out;
}

Result<Folder> Folder::around(const fs::path& file) { return open(file.parent_path()); }

std::vector<std::string> Folder::names() const {
    std::vector<std::string> out;
    Handle own(::openat(fd(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));  // a place to read from of its own
    DIR* const list = own.valid() ? ::fdopendir(own.get()) : nullptr;
    if (!list) return out;
    (void)own.release();
    while (const dirent* entry = ::readdir(list))
        if (const std::string_view name = entry->d_name; name != "." && name != "..") out.emplace_back(name);
    ::closedir(list);
    return out;
}

Result<void> Folder::check(const fs::path& file, const struct stat& s, uid_t owner) {
    if (!S_ISREG(s.st_mode)) return fail(ErrorCode::NotAFile, file.string());
    if (isTrusted(s.st_uid) || s.st_uid == owner) return {};
    return fail(ErrorCode::CannotOpen, file.string(), kOfAnother);
}

bool Folder::holds(const std::string& name) const {
    struct stat s {};
    return ::fstatat(fd(), name.c_str(), &s, AT_SYMLINK_NOFOLLOW) == 0 && check(m_path / name, s, m_owner).has_value();
}

Result<InputFile> Folder::file(const std::string& name) const {
    struct stat s {};
    // Asked first: even to open a device can do something.
    if (::fstatat(fd(), name.c_str(), &s, AT_SYMLINK_NOFOLLOW) != 0) return cannotOpen(m_path / name, errno);
    if (const auto good = check(m_path / name, s, m_owner); !good) return tl::unexpected(good.error());
    InputFile out{Handle(::openat(fd(), name.c_str(), kReading | O_NOFOLLOW))};
    if (!out.handle.valid() || ::fstat(out.handle.get(), &s) != 0) return cannotOpen(m_path / name, errno);
    if (const auto good = check(m_path / name, s, m_owner); !good) return tl::unexpected(good.error());
    out.bytes = static_cast<std::uint64_t>(s.st_size);
    return out;
}

Result<std::string> Folder::read(const std::string& name, std::uint64_t most) const {
    const auto in = file(name);
    if (!in) return tl::unexpected(in.error());
    return in->readAll(most, (m_path / name).string());
}

Result<void> Folder::replace(const std::string& name, std::string_view content) const {
    auto out = OutputFile::createIn(*this, name);
    if (!out) return tl::unexpected(out.error());
    if (const auto done = out->write({reinterpret_cast<const std::uint8_t*>(content.data()), content.size()}); !done)
        return done;
    return out->commit();
}

bool Folder::remove(const std::string& name) const {
    struct stat s {};
    if (::fstatat(fd(), name.c_str(), &s, AT_SYMLINK_NOFOLLOW) != 0) return errno == ENOENT;
    return (isTrusted(s.st_uid) || s.st_uid == m_owner) && ::unlinkat(fd(), name.c_str(), 0) == 0;
}

bool Folder::removeItself() const {
    const std::string name = placeOf(fd()).filename();
    const Handle parent(::openat(fd(), "..", kHolding | O_DIRECTORY));
    struct stat own {
    }, named{};
    return parent.valid() && ::fstat(fd(), &own) == 0 &&
           ::fstatat(parent.get(), name.c_str(), &named, AT_SYMLINK_NOFOLLOW) == 0 && own.st_dev == named.st_dev &&
           own.st_ino == named.st_ino && ::unlinkat(parent.get(), name.c_str(), AT_REMOVEDIR) == 0;
}

Result<void> makePrivateFolder(const fs::path& folder) {
    const auto failed = [&](Message why) { return fail(ErrorCode::CannotWrite, folder.string(), std::move(why)); };
    struct stat s {};
    if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) return failed(std::strerror(errno));
    if (::lstat(folder.c_str(), &s) != 0) return failed(std::strerror(errno));
    if (!S_ISDIR(s.st_mode) || s.st_uid != ::geteuid() || (s.st_mode & 077) != 0)
        return failed(MessageCode::NotYoursAlone);
    return {};
}

std::optional<uid_t> peerOf(int socket) {
    ucred who{};
    socklen_t size = sizeof who;
    if (::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &who, &size) != 0) return {};
    return who.uid;
}

}  // namespace model
