// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/stat.h>
#include <sys/types.h>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/base/error.h"
#include "model/base/handle.h"

namespace model {

/// A regular file that is open for reading.
struct InputFile {
    Handle handle;
    std::uint64_t bytes = 0;  ///< its size when it was opened

    /// Exactly `n` bytes from offset `at`; false where there are not so many.
    bool read(void* to, std::size_t n, std::uint64_t at) const;
    /// All of it. Errors: TooLarge where it has more than `most` bytes, CannotOpen where it cannot be read.
    Result<std::string> readAll(std::uint64_t most, std::string_view subject) const;
};

/// What a person names: links lead to it. Never waits for the writer of a pipe. Errors: CannotOpen, NotAFile.
Result<InputFile> openNamed(const std::filesystem::path& path);

/// What Sightline finds by itself: beside a report, or in the folder of a session. The one who made the report or
/// unpacked it from an archive may have put anything there. So the folder is held by its descriptor, and of what lies
/// in it only regular files are read, of this account, of root or of the owner of the folder. No link is followed,
/// nothing is waited for, and nothing but such a file is replaced.
class Folder {
public:
    /// Links in the path are followed: a person named it. Errors: CannotOpen.
    static Result<Folder> open(const std::filesystem::path& folder);
    /// As open(), but follows only links of this account or of root, wherever in the path: what others point at changes
    /// when they like. path() is where the folder is. Errors: CannotOpen.
    static Result<Folder> openTrusted(const std::filesystem::path& folder);
    /// The folder that a file lies in.
    static Result<Folder> around(const std::filesystem::path& file);

    const std::filesystem::path& path() const { return m_path; }
    int fd() const { return m_handle.get(); }
    /// The account that owns it.
    uid_t owner() const { return m_owner; }
    /// Names of all that lies in it, in no order, without "." and "..".
    std::vector<std::string> names() const;
    /// Whether a file of that name would be opened.
    bool holds(const std::string& name) const;
    /// Errors: CannotOpen; NotAFile for links, pipes, devices and folders.
    Result<InputFile> file(const std::string& name) const;
    /// The content of a file. Errors: as file(); TooLarge where it has more than `most` bytes.
    Result<std::string> read(const std::string& name, std::uint64_t most) const;
    /// Puts a file of that content in the place of the one before, or of none: whole or not at all. Where root does
    /// that in another account's folder, the file is that account's. Errors: NotAFile where something else has the
    /// name, CannotWrite, also where a file has it that would not be read.
    Result<void> replace(const std::string& name, std::string_view content) const;
    /// Removes a file, a link or a socket, but not what belongs to another account: those that file() does not read.
    /// False where the name is still there.
    bool remove(const std::string& name) const;
    /// Removes the folder itself, wherever it is by now. False where something lies in it.
    bool removeItself() const;

private:
    friend class OutputFile;
    /// Whether something of that status, in a folder of that owner, is a file to be read and replaced.
    static Result<void> check(const std::filesystem::path& file, const struct stat& status, uid_t owner);

    std::filesystem::path m_path;
    Handle m_handle;
    uid_t m_owner = 0;
};

/// Makes a folder for this account alone, where it is not there. Errors: CannotWrite; also where it is a link, another
/// account's, or open to others.
Result<void> makePrivateFolder(const std::filesystem::path& folder);

/// The account that made the other end of a connected local socket; nothing where the system does not tell.
std::optional<uid_t> peerOf(int socket);

}  // namespace model
