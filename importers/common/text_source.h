// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "model/base/error.h"
#include "model/base/memory_bound.h"
#include "model/store/event_store.h"

namespace importers {

/// How a file is packed.
enum class Packing : std::uint8_t { None, Gzip, Zstd, Zip };
Packing packingOf(std::string_view head);

/// More unpacked bytes for each packed one (beyond the first 64 MiB) are an attack and not a report.
inline constexpr std::uint64_t kMaxUnpackRatio = 1000;

/// Limits that end a stream before its file ends.
struct StreamBounds {
    std::stop_token stop;
    std::uint64_t memory =
        0;  ///< bytes that the process may grow by meanwhile; 0 = a third of what is free (MemoryBound)
};

/// The unpacked bytes of a file, from its beginning to its end: plain, gzip (several members are one stream), zstd, or
/// the largest file in a zip archive (problems() names the others). Data that cannot be unpacked ends the stream early,
/// and is in problems().
class ByteSource {
public:
    /// Errors: CannotOpen, UnsupportedFeature (an encrypted zip …), Damaged.
    static model::Result<std::unique_ptr<ByteSource>> open(const std::filesystem::path& path, StreamBounds bounds = {});
    virtual ~ByteSource() = default;

    /// Reads up to n bytes; fewer only at the end, 0 at the end. The stream ends within milliseconds of a stop.
    std::size_t read(char* to, std::size_t n);
    /// Passes over up to n bytes without reading them; returns how many. 0 where that cannot be done, as in packed
    /// files.
    virtual std::uint64_t pass(std::uint64_t /*n*/) { return 0; }
    /// Whether it ended before its file, because of a stop or for want of memory (reported in problems()).
    bool endedEarly() const { return m_endedEarly; }
    /// Bytes of the file read so far, for progress.
    virtual std::uint64_t fileBytesDone() const = 0;

    struct Problem {
        model::Note note;
        model::Message subject;
        model::Message example;
        std::int64_t offset = -1;  ///< in the file
        /// Whether a part of the stream itself is missing.
        bool isLoss() const { return note != model::Note::ChecksumMismatch && note != model::Note::FileLeftOut; }
    };
    const std::vector<Problem>& problems() const { return m_problems; }
    Packing packing() const { return m_packing; }

protected:
    /// The same as read(), for a few bytes at a time.
    virtual std::size_t readSome(char* to, std::size_t n) = 0;

    std::vector<Problem> m_problems;
    Packing m_packing = Packing::None;

private:
    bool goesOn();

    StreamBounds m_bounds;
    std::optional<model::MemoryBound> m_memory;  // for streams that are longer than a step
    std::uint64_t m_unpacked = 0, m_nextLook = 1 << 20;
    bool m_endedEarly = false;
};

/// Notes the problems of a stream in the report that was read from it. Marks it as partial if something is missing.
void noteProblems(const std::vector<ByteSource::Problem>& problems, model::EventStore& store);

/// The same as UTF-8 text: removes a byte order mark and converts UTF-16.
class TextSource {
public:
    static model::Result<TextSource> open(const std::filesystem::path& path, StreamBounds bounds = {});

    std::size_t read(char* to, std::size_t n);
    std::uint64_t fileBytesDone() const { return m_bytes->fileBytesDone(); }
    const std::vector<ByteSource::Problem>& problems() const { return m_bytes->problems(); }
    bool endedEarly() const { return m_bytes->endedEarly(); }
    Packing packing() const { return m_bytes->packing(); }

private:
    std::size_t take(char* to, std::size_t n);
    void convert();

    std::unique_ptr<ByteSource> m_bytes;
    std::string m_ahead;  // bytes that were read to look for a mark
    std::size_t m_aheadAt = 0;
    int m_utf16 = 0;  // 1 = little endian, 2 = big endian
    std::string m_converted;
    std::size_t m_convertedAt = 0;
    std::uint32_t m_high = 0;  // a high surrogate that waits for its low one
    bool m_ended = false;
};

/// The first bytes of a file, unpacked, at most `bytes`; empty if that fails.
std::string unpackedHead(const std::filesystem::path& path, std::size_t bytes);
/// Bytes as UTF-8 text: without a byte order mark, converted from UTF-16.
std::string asText(std::string_view bytes);

}  // namespace importers
