// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <span>
#include <string>

#include "collectors/protocol/spool.h"
#include "model/base/error.h"
#include "model/base/time.h"
#include "model/rep/beside.h"

namespace importers::capture {

/// A block of a spool. `bytes` lies on an 8 byte boundary and lives as long as the call that hands it over.
struct SpoolBlock {
    collectors::spool::Block type{};
    std::uint32_t recordBytes = 0;
    std::uint32_t rows = 0;
    std::span<const unsigned char> bytes;
    std::uint64_t offset = 0;  ///< in the file
};

/// Times that no clock can have are the last one that a report can hold.
inline model::TimeNs spoolTime(std::uint64_t ns) {
    return ns > static_cast<std::uint64_t>(model::kTimeLimit) ? model::kTimeLimit : static_cast<model::TimeNs>(ns);
}

/// Calls use(const T&) for each record of a block. False where they are too short to be of that kind.
template <class T, class F>
bool eachRecord(const SpoolBlock& block, F&& use) {
    constexpr std::uint32_t kShortest = 16;  // no kind of record is shorter, but those of two numbers
    if (block.recordBytes < std::min<std::size_t>(sizeof(T), kShortest)) return false;
    const std::size_t n = std::min<std::size_t>(block.rows, block.bytes.size() / block.recordBytes);
    for (std::size_t i = 0; i < n; ++i)
        use(collectors::spool::read<T>(block.bytes.data() + i * block.recordBytes, block.recordBytes));
    return true;
}

/// What is wrong with a spool behind its last good block.
struct SpoolEnd {
    std::uint64_t good = 0;     ///< bytes up to there
    std::uint64_t bytes = 0;    ///< of the file
    std::uint64_t damaged = 0;  ///< blocks whose content is not what was written; they were passed over
};

/// Whether a block is to be read, by its type and where it lies; those that are not are passed over without a look at
/// their bytes.
using SpoolFilter = std::function<bool(collectors::spool::Block, std::uint64_t offset)>;

/// Calls use(block) for each whole block, in order, until it says false. The end tells how far the file is good: what
/// is not whole was being written when the process ended; zeros behind it are room that nobody needed. `name` is that
/// of the file, for messages. Errors: EmptyFile, Truncated, Damaged; UnknownFormat where it is no spool; NewerVersion.
model::Result<SpoolEnd> readSpool(const model::InputFile& file, const std::string& name,
                                  const std::function<bool(const SpoolBlock&)>& use, const SpoolFilter& wanted = {});

/// The process that a spool is of, by its header. Errors as above.
model::Result<collectors::spool::FileHeader> spoolHeader(const model::InputFile& file, const std::string& name);

}  // namespace importers::capture
