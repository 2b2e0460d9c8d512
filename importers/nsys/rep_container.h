// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "importers/nsys/rep_facts.h"
#include "model/base/error.h"

namespace importers::nsys {

/// A problem of a report that is worth reporting, but does not stop it from opening.
struct RepWarning {
    enum class Code : std::uint8_t {
        NoEndMark,       ///< the file was cut off; what was found up to there is shown
        BadDirectory,    ///< the table of contents at the end cannot be read
        BadHeader,       ///< a header is damaged; facts may be missing
        ChunksEndEarly,  ///< the chain of chunks breaks off before the strings
        NoStrings,       ///< the string list was not found: numbers are shown instead of names
        StringCount,     ///< the actual and the stated count differ
        ThreadNameCount,
        BadTrailer,  ///< thread names, GPUs or payload descriptions after the strings are damaged
        EventCount,  ///< see countWarnings() of rep_events.h
        GenericEventCount,
        DamagedEvents,
    };
    Code code;
    std::int64_t offset = -1;  ///< byte offset in the file, -1 if there is none
    std::uint64_t found = 0;
    std::uint64_t promised = 0;  ///< the stated count
    friend bool operator==(const RepWarning&, const RepWarning&) = default;
};

/// Stable text id of a warning, e.g. "no-end-mark".
std::string_view warningId(RepWarning::Code code);

/// One LZ4 block of events.
struct RepChunk {
    std::uint64_t fileOffset = 0;  ///< of the compressed bytes
    std::uint32_t compressedSize = 0;
    std::uint32_t rawSize = 0;
};

/// Scratch memory for RepContainer::readChunk; one for each thread, kept between chunks.
struct ChunkBuffer {
    std::vector<char> compressed;
    std::vector<char> raw;
};

/// A `.nsys-rep` or `.qdrep` file. Headers, strings and facts are read when it is opened, events chunk by chunk.
/// Reading chunks and strings is safe from several threads at once.
///
/// Reports hold the environment of the profiled processes in the capture options, in a copy of those in the header, and
/// in the string list. None of the facts refers to them. Only strings that a row uses may be kept.
class RepContainer {
public:
    /// Opens a report. Errors: CannotOpen, NotAFile, EmptyFile, UnknownFormat, GitLfsPointer, RawCapture, Truncated,
    /// Damaged, UnsupportedFeature (another compression), TooLarge (a length that the file cannot hold).
    static model::Result<RepContainer> open(const std::string& path);

    RepContainer(RepContainer&&) noexcept;
    RepContainer& operator=(RepContainer&&) noexcept;
    ~RepContainer();

    const SessionFacts& facts() const { return m_facts; }
    const std::vector<RepWarning>& warnings() const { return m_warnings; }
    std::span<const RepChunk> chunks() const { return m_chunks; }

    /// Decodes an event chunk into the buffer; the view lives until the buffer is used again. Errors: Damaged,
    /// Truncated, CannotOpen (reading failed).
    model::Result<std::string_view> readChunk(std::size_t index, ChunkBuffer& buffer) const;

    /// Strings are numbered without gaps, as in the StringIds table of an export.
    std::size_t stringCount() const { return m_strings.size(); }

    /// The string of that id, or nothing if the id is outside the list. Not checked for UTF-8.
    std::optional<std::string_view> string(std::int64_t id) const {
        if (id < 0 || static_cast<std::uint64_t>(id) >= m_strings.size()) return std::nullopt;
        return m_strings[static_cast<std::size_t>(id)];
    }

private:
    class File;
    class Opener;
    RepContainer();

    std::unique_ptr<File> m_file;
    std::vector<RepChunk> m_chunks;
    std::vector<std::vector<char>> m_stringBlocks;  ///< decoded once; m_strings points into them
    std::vector<std::string_view> m_strings;
    SessionFacts m_facts;
    std::vector<RepWarning> m_warnings;
};

}  // namespace importers::nsys
