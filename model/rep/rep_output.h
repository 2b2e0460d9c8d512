// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/types.h>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/base/error.h"
#include "model/base/handle.h"

namespace model {

class Folder;

/// Whether a report may be written to `target`. An existing .rep or an empty file may be replaced, but nothing else: a
/// user who forgets to name the target would lose a trace. Errors: WouldReplaceSource if the target is one of
/// `sources`, by whatever name; WouldReplaceOther.
Result<void> checkTarget(const std::filesystem::path& target, const std::vector<std::filesystem::path>& sources);

/// The name of an incomplete file. The file is removed with this object and, after removeUnfinishedOnSignals(), also by
/// signals that end the process.
class PartName {
public:
    PartName() = default;
    /// ".NAME.<process>-<number>.part"
    static std::string of(const std::string& name, int number);
    /// Makes an empty file of such a name in an open folder, which must outlive the object. `mode` is that of the file;
    /// the umask applies. Errors: the system's reason.
    static Result<PartName> create(int folder, const std::string& name, unsigned mode);
    PartName(PartName&& o) noexcept;
    PartName& operator=(PartName&& o) noexcept;
    ~PartName();
    bool isEmpty() const { return m_name.empty(); }
    const std::string& name() const { return m_name; }
    /// The file is gone, or has become something else.
    void forget();

private:
    friend class OutputFile;
    /// Tries names until `make(name)` does not fail with EEXIST. Empty, with errno set, if it fails.
    template <class Make>
    static PartName find(int folder, const std::string& name, Make&& make);
    int m_folder = -1;
    std::string m_name;
};

/// Makes signals that end this process, except SIGKILL, remove incomplete files. Existing handlers stay.
void removeUnfinishedOnSignals();

/// A file that appears complete or not at all. Bytes go to a file without a name in the folder of the target, which
/// gets its name at commit(). If the file system has no such files, it has a PartName. If it is destroyed without
/// commit(), it leaves nothing behind.
class OutputFile {
public:
    /// For a path that a user names: a link to it is followed and stays. What is not a regular file (a pipe, a device)
    /// is written to directly.
    static Result<OutputFile> create(const std::filesystem::path& target);
    /// See Folder::replace().
    static Result<OutputFile> createIn(const Folder& folder, const std::string& name);
    OutputFile(OutputFile&&) noexcept = default;
    OutputFile& operator=(OutputFile&&) = delete;
    ~OutputFile() = default;

    /// Errors: CannotWrite with the system's reason.
    Result<void> write(std::span<const std::uint8_t> bytes);
    std::uint64_t position() const { return m_position; }
    /// Waits until the bytes are on the disk, then gives the file its name.
    Result<void> commit();

private:
    OutputFile() = default;
    Result<void> open(unsigned mode);
    bool linkAs(const std::string& name) const;
    bool giveName();
    Result<void> failed() const;

    std::filesystem::path m_target;  // for messages, and its name
    Handle m_folder;                 // not valid = written directly
    Handle m_file;
    PartName m_part;               // empty = the file has no name
    std::optional<uid_t> m_owner;  // of the folder: replaces nothing that Folder::file() would not read
    std::uint64_t m_position = 0;
};

}  // namespace model
