// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "collectors/protocol/spool.h"
#include "model/base/handle.h"
#include "model/rep/beside.h"
#include "model/rep/rep_format.h"

namespace app::recorder {

/// A block of a spool: where it lies, and what its header says.
struct SpoolFrame {
    std::uint64_t offset = 0;
    model::rep::FrameHeader head;

    collectors::spool::Block type() const { return static_cast<collectors::spool::Block>(head.type); }
    std::uint64_t bytes() const { return head.frameBytes(); }  ///< with its header
    std::uint64_t end() const { return offset + bytes(); }
};

/// A spool that a process may be appending to, open for reading and writing.
class SpoolFrames {
public:
    /// Nothing where it is no regular file of the folder, or cannot be written.
    static std::optional<SpoolFrames> open(const model::Folder& folder, const std::string& name);

    std::uint64_t bytes() const { return m_bytes; }  ///< of the file when it was opened
    /// Where the first block lies.
    static constexpr std::uint64_t begin() { return sizeof(collectors::spool::FileHeader); }
    /// The block at an offset; nothing where it is not there as a whole.
    std::optional<SpoolFrame> at(std::uint64_t offset) const;
    /// The records of a block. Empty where they cannot be read, or are damaged.
    std::vector<unsigned char> payload(const SpoolFrame& frame) const;

    /// Writes a header, and records behind it where there are any. False where that fails.
    bool write(std::uint64_t offset, const model::rep::FrameHeader& head, std::span<const unsigned char> payload = {});
    /// Turns the bytes [begin, end) into one block that readers skip. At least a header fits into them.
    bool discard(std::uint64_t begin, std::uint64_t end);
    /// Gives the room behind the header of a discarded block back to the file system.
    void free(std::uint64_t begin, std::uint64_t end);

private:
    model::Handle m_file;
    std::uint64_t m_bytes = 0;
};

/// Whether the file system of a folder gives back parts of files.
bool canFreeParts(const model::Folder& folder);

}  // namespace app::recorder
