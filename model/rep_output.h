// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "model/error.h"

namespace model {

/// Whether a report may be written to `target`. A .rep that is there, or an empty file, may be replaced, but nothing else:
/// a person who forgets to name the target would lose a trace. Errors: WouldReplaceSource where the target is one of
/// `sources`, by whatever name; WouldReplaceOther.
Result<void> checkTarget(const std::filesystem::path& target, const std::vector<std::filesystem::path>& sources);

/// A file that appears as a whole or not at all: bytes go to a new file beside the target, which takes its name at
/// commit(). Destroyed without commit() it leaves nothing behind. What is not a regular file (a pipe, a device) is
/// written to directly.
class OutputFile {
public:
    static Result<OutputFile> create(const std::filesystem::path& target);
    OutputFile(OutputFile&& o) noexcept;
    OutputFile& operator=(OutputFile&&) = delete;
    ~OutputFile();

    /// Errors: CannotWrite with the system's reason.
    Result<void> write(std::span<const std::uint8_t> bytes);
    std::uint64_t position() const { return m_position; }
    /// Waits until the bytes are on the disk and gives the file its name.
    Result<void> commit();

private:
    OutputFile() = default;
    Result<void> failed() const;

    std::filesystem::path m_target;
    std::filesystem::path m_temporary;  // empty = written directly
    int m_file = -1;
    std::uint64_t m_position = 0;
};

}  // namespace model
