// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/base/error.h"

namespace importers::ncu {

/// Sizes and facts before the content of a block.
struct BlockHeader {
    std::uint64_t sources = 0;
    std::uint64_t results = 0;
    std::uint64_t rangeResults = 0;
    std::uint64_t payloadBytes = 0;
    std::string_view session;               ///< SessionDetails; empty = none
    std::string_view process;               ///< of the profiled process
    std::vector<std::string_view> strings;  ///< names of metrics; empty = those of an earlier block continue
    std::uint64_t unknownFields = 0;
};

/// A fault and its place.
struct BlockFault {
    enum class Kind : std::uint8_t { None, Header, CutOff, Content };
    Kind kind = Kind::None;
    std::uint64_t offset = 0;
};

/// A block with its content. All views live until the next block is read.
struct Block {
    std::uint64_t offset = 0;  ///< of the block in the file
    BlockHeader header;
    std::vector<std::string_view> sources, results, rangeResults;  ///< messages
    std::vector<std::uint64_t> resultOffsets;
    BlockFault fault;  ///< the data after it is missing
};

/// Reads an .ncu-rep file block by block, with one block at a time in memory. Allocates nothing that the file cannot
/// contain.
class BlockReader {
public:
    BlockReader() = default;
    BlockReader(BlockReader&& other) noexcept;
    BlockReader& operator=(BlockReader&&) = delete;
    ~BlockReader();

    /// Errors: CannotOpen, UnknownFormat, Truncated (nothing but a header), Damaged.
    static model::Result<BlockReader> open(const std::string& path);

    /// The next block; false at the end of the file. A block with a fault is the last one, unless the fault is in its
    /// content.
    bool next(Block& block);

    std::uint64_t position() const { return m_at; }
    std::uint64_t size() const { return m_size; }
    std::uint64_t version() const { return m_version; }

private:
    bool read(std::uint64_t offset, std::vector<char>& into, std::uint64_t bytes);
    bool stop(Block& block, BlockFault::Kind kind, std::uint64_t offset);
    void split(Block& block) const;

    int m_file = -1;
    std::uint64_t m_size = 0, m_at = 0, m_version = 0;
    std::vector<char> m_header, m_payload;
};

}  // namespace importers::ncu
