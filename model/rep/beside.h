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

    /// Reads exactly `n` bytes from offset `at`; false if there are not so many.
    bool read(void* to, std::size_t n, std::uint64_t at) const;
    /// Reads everything. Errors: TooLarge if there are more than `most` bytes, CannotOpen if it cannot be read.
    Result<std::string> readAll(std::uint64_t most, std::string_view subject) const;
};

/// Opens what a user names: follows links. Never waits for the writer of a pipe. Errors: CannotOpen, NotAFile.
Result<InputFile> openNamed(const std::filesystem::path& path);

/// A folder for files that Sightline finds by itself: beside a report, or in the folder of a session. Whoever made the
/// report or unpacked it from an archive may have put anything there. So the folder is held by its descriptor, and only
/// regular files are read, of this account, of root, or of the owner of the folder. No link is followed, nothing is
/// waited for, and nothing but such a file is replaced.
class Folder {
public:
    /// Follows links in the path, because a user named it. Errors: CannotOpen.
    static Result<Folder> open(const std::filesystem::path& folder);
    /// As open(), but follows only links of this account or of root, anywhere in the path: other accounts can redirect
    /// theirs at any moment. path() is where the folder is. Errors: CannotOpen.
    static Result<Folder> openTrusted(const std::filesystem::path& folder);
    /// The folder of a file.
    static Result<Folder> around(const std::filesystem::path& file);

    const std::filesystem::path& path() const { return m_path; }
    int fd() const { return m_handle.get(); }
    /// The owning account.
    uid_t owner() const { return m_owner; }
    /// Names of all entries, in no order, without "." and "..".
    std::vector<std::string> names() const;
    /// Whether a file of that name would be opened.
    bool holds(const std::string& name) const;
    /// Errors: CannotOpen; NotAFile for links, pipes, devices and folders.
    Result<InputFile> file(const std::string& name) const;
    /// The content of a file. Errors: as file(); TooLarge if it has more than `most` bytes.
    Result<std::string> read(const std::string& name, std::uint64_t most) const;
    /// Creates or replaces a file with that content: complete or not at all. If root does that in another account's
    /// folder, the file belongs to that account. Errors: NotAFile if something else has the name; CannotWrite, also if
    /// a file has the name that would not be read.
    Result<void> replace(const std::string& name, std::string_view content) const;
    /// Removes a file, a link or a socket, unless it belongs to another account, so that file() would not read it.
    /// False if the name still exists.
    bool remove(const std::string& name) const;
    /// Removes the folder itself, wherever it is by now. False if it is not empty.
    bool removeItself() const;

private:
    friend class OutputFile;
    /// Whether an entry of that status, in a folder of that owner, is a file to be read and replaced.
    static Result<void> check(const std::filesystem::path& file, const struct stat& status, uid_t owner);

    std::filesystem::path m_path;
    Handle m_handle;
    uid_t m_owner = 0;
};

/// Makes a folder for this account alone, unless it exists. Errors: CannotWrite, also if it is a link, another
/// account's, or open to others.
Result<void> makePrivateFolder(const std::filesystem::path& folder);

/// The account of the peer of a connected local socket; nothing if the system does not tell.
std::optional<uid_t> peerOf(int socket);

}  // namespace model
