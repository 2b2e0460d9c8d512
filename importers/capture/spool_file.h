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

/// A block of a spool. `bytes` is aligned to 8 bytes and lives as long as the call that passes it.
struct SpoolBlock {
    collectors::spool::Block type{};
    std::uint32_t recordBytes = 0;
    std::uint32_t rows = 0;
    std::span<const unsigned char> bytes;
    std::uint64_t offset = 0;  ///< in the file
};

/// A time that no clock can have becomes the last one that a report can hold.
inline model::TimeNs spoolTime(std::uint64_t ns) {
    return ns > static_cast<std::uint64_t>(model::kTimeLimit) ? model::kTimeLimit : static_cast<model::TimeNs>(ns);
}

/// Calls use(const T&) for each record of a block. False if the records are too short for that kind.
template <class T, class F>
bool eachRecord(const SpoolBlock& block, F&& use) {
    constexpr std::uint32_t kShortest = 16;  // only records of two numbers are shorter
    if (block.recordBytes < std::min<std::size_t>(sizeof(T), kShortest)) return false;
    const std::size_t n = std::min<std::size_t>(block.rows, block.bytes.size() / block.recordBytes);
    for (std::size_t i = 0; i < n; ++i)
        use(collectors::spool::read<T>(block.bytes.data() + i * block.recordBytes, block.recordBytes));
    return true;
}

/// What is wrong with a spool after its last good block.
struct SpoolEnd {
    std::uint64_t good = 0;     ///< bytes up to there
    std::uint64_t bytes = 0;    ///< of the file
    std::uint64_t damaged = 0;  ///< blocks with damaged content, which were skipped
};

/// Whether a block is to be read, by its type and offset. Others are skipped without reading their bytes.
using SpoolFilter = std::function<bool(collectors::spool::Block, std::uint64_t offset)>;

/// Calls use(block) for each complete block, in order, until it returns false. The result tells how far the file is
/// good. An incomplete block was being written when the process ended; zeros after it are unused room. `name` is that
/// of the file, for messages. Errors: EmptyFile, Truncated, Damaged; UnknownFormat if it is not a spool; NewerVersion.
model::Result<SpoolEnd> readSpool(const model::InputFile& file, const std::string& name,
                                  const std::function<bool(const SpoolBlock&)>& use, const SpoolFilter& wanted = {});

/// The end of the last complete block of a spool that may still grow, in bytes of the file: what lies before it never
/// changes. `known` = an earlier result for the same file, or 0. 0 if the file has no header yet, or is no spool.
std::uint64_t completeBytes(const model::InputFile& file, std::uint64_t known);

/// The process of a spool, by its header. Errors as above.
model::Result<collectors::spool::FileHeader> spoolHeader(const model::InputFile& file, const std::string& name);

}  // namespace importers::capture
