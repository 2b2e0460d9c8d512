// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/beside.h"

#include <cerrno>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include "model/rep_output.h"

namespace model {
namespace fs = std::filesystem;

namespace {

constexpr int kReading = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;

tl::unexpected<Error> cannotOpen(const fs::path& path, int reason) {
    return fail(ErrorCode::CannotOpen, path.string(), std::strerror(reason));
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
    if (bytes > most) return fail(ErrorCode::TooLarge, std::string(subject), std::to_string(bytes) + " bytes");
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

Result<void> Folder::check(const std::string& name, const struct stat& s) const {
    if (!S_ISREG(s.st_mode)) return fail(ErrorCode::NotAFile, (m_path / name).string());
    if (s.st_uid == ::geteuid() || s.st_uid == 0 || s.st_uid == m_owner) return {};
    return fail(ErrorCode::CannotOpen, (m_path / name).string(), "it belongs to another account");
}

bool Folder::holds(const std::string& name) const {
    struct stat s {};
    return ::fstatat(fd(), name.c_str(), &s, AT_SYMLINK_NOFOLLOW) == 0 && check(name, s).has_value();
}

Result<InputFile> Folder::file(const std::string& name) const {
    struct stat s {};
    // Asked first: even to open a device can do something.
    if (::fstatat(fd(), name.c_str(), &s, AT_SYMLINK_NOFOLLOW) != 0) return cannotOpen(m_path / name, errno);
    if (const auto good = check(name, s); !good) return tl::unexpected(good.error());
    InputFile out{Handle(::openat(fd(), name.c_str(), kReading | O_NOFOLLOW))};
    if (!out.handle.valid() || ::fstat(out.handle.get(), &s) != 0) return cannotOpen(m_path / name, errno);
    if (const auto good = check(name, s); !good) return tl::unexpected(good.error());
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

Result<void> makePrivateFolder(const fs::path& folder) {
    const auto failed = [&](std::string why) { return fail(ErrorCode::CannotWrite, folder.string(), std::move(why)); };
    struct stat s {};
    if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) return failed(std::strerror(errno));
    if (::lstat(folder.c_str(), &s) != 0) return failed(std::strerror(errno));
    if (!S_ISDIR(s.st_mode) || s.st_uid != ::geteuid() || (s.st_mode & 077) != 0)
        return failed("it is not a folder of yours alone");
    return {};
}

std::optional<uid_t> peerOf(int socket) {
    ucred who{};
    socklen_t size = sizeof who;
    if (::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &who, &size) != 0) return {};
    return who.uid;
}

}  // namespace model
