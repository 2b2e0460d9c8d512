// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "importers/common/text_source.h"

namespace importers {

/// Reads records of comma-separated text with quotes, one after another.
class CsvReader {
public:
    explicit CsvReader(TextSource source) : m_source(std::move(source)) {}

    /// The next line without its end; false at the end of the file.
    bool line(std::string_view& out);
    /// The cells of the next record. A cell in quotes may contain line breaks and commas. If the quotes of a record are
    /// not closed within a reasonable length, the record is the line alone, and broken() is true.
    bool record(std::vector<std::string>& cells);
    bool broken() const { return m_broken; }
    /// The beginning of the next line, up to `n` bytes.
    std::string_view peek(std::size_t n);

    std::uint64_t lineNumber() const { return m_line; }  ///< of the last line that was read, from 1
    /// Whether the last line of the file, if it was read, has no end.
    bool endsWithinLine() const { return m_lastByte != '\n'; }
    const TextSource& source() const { return m_source; }

private:
    bool fill();
    std::string_view rest() const { return std::string_view(m_buffer).substr(m_at); }
    std::size_t recordEnd(std::size_t& lines);

    TextSource m_source;
    std::string m_buffer;
    std::size_t m_at = 0;
    std::uint64_t m_line = 0;
    char m_lastByte = '\n';
    bool m_ended = false;
    bool m_broken = false;
};

/// The cells of one line of comma-separated text.
std::vector<std::string> splitCsv(std::string_view line);

}  // namespace importers
