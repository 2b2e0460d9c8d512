// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "importers/common/cell.h"
#include "importers/common/json_scan.h"
#include "importers/common/text_source.h"
#include "importers/nsys/schema.h"

namespace importers::nsys {

/// Whole lines of a text. Each line is followed by a zero, so that it can be scanned in place.
struct LineBlock {
    struct Line {
        const char* begin;
        std::uint32_t size;
        std::uint64_t number;  ///< from 1
    };
    std::string text;
    std::vector<Line> lines;    ///< without empty ones
    std::uint64_t tooLong = 0;  ///< number of lines that were left out
    bool endsInLine = false;    ///< the last line of the file does not end with a newline
};

/// Cuts a text into blocks of lines.
class LineReader {
public:
    static constexpr std::size_t kBlockBytes = 4 << 20;
    static constexpr std::size_t kMaxLine = 256 << 20;

    explicit LineReader(TextSource& source) : m_source(source) {}
    /// False at the end.
    bool next(LineBlock& block);

private:
    TextSource& m_source;
    std::string m_rest;  // beginning of an incomplete line
    std::uint64_t m_number = 0;
    bool m_skipping = false, m_ended = false;
};

/// One line: the name of a table and the values of a row. Values point into the line.
class JsonRow {
public:
    struct Field {
        std::string_view key;
        json::Value value;
    };
    /// False if the line is not a JSON object.
    bool parse(const LineBlock::Line& line);
    std::string_view table() const { return m_table; }  ///< empty = the line names none
    const std::vector<Field>& fields() const { return m_fields; }

    /// A value as a cell; its text lives until the next parse(). `isNumber`: text that contains a whole number becomes
    /// one.
    Cell cell(const json::Value& value, bool isNumber);
    /// The cell of a column, Null if the row lacks it.
    Cell cell(std::string_view key, bool isNumber = true);

private:
    std::string_view m_table;
    std::vector<Field> m_fields;
    std::deque<std::string> m_texts;  // of values with escapes
};

/// The table of a line, as far as that can be seen without parsing the line: empty = parse it.
std::string_view tableOfLine(const LineBlock::Line& line);

}  // namespace importers::nsys
