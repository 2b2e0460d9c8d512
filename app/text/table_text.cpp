// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/text/table_text.h"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cmath>

#include "app/text/terminal.h"
#include "importers/export/output.h"
#include "model/base/ascii.h"
#include "model/base/utf8.h"

namespace app {

using model::isDigit;
using model::reports::Cell;
using model::reports::Report;
using model::reports::Role;
using model::reports::Table;
using model::reports::Unit;

namespace {

constexpr std::array<std::string_view, 5> kFormats{"table", "csv", "tsv", "json", "markdown"};
/// Longer texts are cut in tables for people.
constexpr std::size_t kWidest = 100, kWidestSentence = 600;
std::size_t widest(const model::reports::ColumnInfo& column) {
    return column.role == Role::Words || column.role == Role::Sentence ? kWidestSentence : kWidest;
}

int decimals(Unit unit) { return unit == Unit::Megabytes ? 3 : 1; }

/// Columns of a terminal.
std::size_t widthOf(std::string_view text) {
    std::size_t out = 0;
    while (!text.empty()) out += columnsOf(model::decodeUtf8(text));
    return out;
}

std::string cutTo(std::string text, std::size_t width) {
    if (widthOf(text) <= width) return text;
    std::string_view rest = text;
    for (std::size_t seen = 0;;) {
        std::string_view after = rest;
        seen += columnsOf(model::decodeUtf8(after));
        if (seen > width - 1) break;
        rest = after;
    }
    return text.substr(0, text.size() - rest.size()) + "…";
}

std::string tsvField(std::string text) {
    for (char& c : text)
        if (c == '\t' || c == '\n' || c == '\r') c = ' ';
    return text;
}

bool isLetterOrDigit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || (c & 0x80) != 0;
}

/// Whether no reader of Markdown makes anything else of it: words and numbers. No signs, as "a.b" may become a link and
/// "#1" an issue.
bool isPlain(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i], before = i > 0 ? text[i - 1] : ' ', after = i + 1 < text.size() ? text[i + 1] : ' ';
        const bool inNumber = (c == '.' || c == ',') && isDigit(before) && isDigit(after),
                   between = (c == '/' || c == ',' || c == ':') && after == ' ';
        const bool sign = (c == '+' || c == '-') && isDigit(after) && !isLetterOrDigit(before);
        if (!isLetterOrDigit(c) && !inNumber && !between && !sign &&
            std::string_view(" ()%").find(c) == std::string_view::npos)
            return false;
    }
    return true;
}

/// A span of code, whatever is in it: its fence is longer than any in the text.
std::string codeSpan(std::string_view text) {
    if (text.empty()) return {};
    std::size_t longest = 0, run = 0;
    for (const char c : text) longest = std::max(longest, run = c == '`' ? run + 1 : 0);
    const std::string fence(longest + 1, '`');
    const auto isEdge = [](char c) { return c == '`' || c == ' '; };  // a blank beside them is taken away by readers
    const std::string gap(isEdge(text.front()) || isEdge(text.back()) ? " " : "");
    return fmt::format("{0}{1}{2}{1}{0}", fence, gap, text);
}

/// In a table a bar ends the cell, in code as well.
std::string withoutBars(std::string cell) {
    for (std::size_t at = 0; (at = cell.find('|', at)) != cell.npos; at += 2) cell.insert(at, "\\");
    return cell;
}

/// Columns of names are code where one of their names is more than words; so are words elsewhere.
void makeMarkdown(const Report& report, std::vector<std::vector<std::string>>& lines) {
    for (std::size_t c = 0; c < report.columns.size(); ++c) {
        std::string& title = lines[0][c];
        if (title.find_first_of("`<>*@#|[]\\~&!") != title.npos) title = codeSpan(title);  // of a statement
        const bool isNames =
            report.columns[c].unit == Unit::Text &&
            std::any_of(lines.begin() + 1, lines.end(), [c](const auto& line) { return !isPlain(line[c]); });
        for (auto line = lines.begin() + 1; line != lines.end(); ++line)
            if (isNames || !isPlain((*line)[c])) (*line)[c] = codeSpan((*line)[c]);
        for (auto& line : lines) line[c] = withoutBars(std::move(line[c]));
    }
}

/// For programs: numbers without a unit of their own, such as FLOP for each byte, with all digits that mean something.
std::string exactCell(const Cell& cell, Unit unit) {
    const auto* number = std::get_if<double>(&cell);
    const bool loses =
        number && unit == Unit::Number && std::abs(*number * 10 - std::round(*number * 10)) > 1e-9 * std::abs(*number);
    return loses ? fmt::format("{:.10g}", *number) : plainCell(cell, unit);
}

std::string separated(const Report& report, const Table& table, TableFormat format) {
    const std::string by(1, format == TableFormat::Tsv ? '\t' : ',');
    std::string out;
    for (std::size_t c = 0; c < report.columns.size(); ++c)
        (out += c ? by : "") += separatedField(std::string(report.columns[c].title), format);
    out += '\n';
    for (std::size_t r = 0; r < table.rows; ++r) {
        for (std::size_t c = 0; c < report.columns.size(); ++c)
            (out += c ? by : "") += separatedField(exactCell(table.cell(r, c), report.columns[c].unit), format);
        out += '\n';
    }
    return out;
}

std::string padded(const std::string& text, std::size_t width, bool right) {
    const std::string space(width - std::min(width, widthOf(text)), ' ');
    return right ? space + text : text + space;
}

/// Lines of cells under each other; `edge` stands before, between and behind them.
std::string aligned(const Report& report, const Table& table, bool markdown) {
    const std::size_t columns = report.columns.size();
    std::vector<std::vector<std::string>> lines(table.rows + 1);
    std::vector<std::size_t> widths(columns);
    for (std::size_t c = 0; c < columns; ++c) lines[0].emplace_back(report.columns[c].title);
    for (std::size_t r = 0; r < table.rows; ++r)
        for (std::size_t c = 0; c < columns; ++c)
            lines[r + 1].push_back(
                cutTo(tsvField(shownCell(table.cell(r, c), report.columns[c].unit)), widest(report.columns[c])));
    if (markdown) makeMarkdown(report, lines);
    for (const auto& line : lines)
        for (std::size_t c = 0; c < columns; ++c) widths[c] = std::max(widths[c], widthOf(line[c]));
    std::string out;
    for (std::size_t l = 0; l < lines.size(); ++l) {
        out += markdown ? "|" : "";
        for (std::size_t c = 0; c < columns; ++c) {
            const bool right = report.columns[c].unit != Unit::Text;
            out += ' ' + padded(lines[l][c], widths[c], right) + (markdown ? " |" : " ");
        }
        while (out.ends_with(' ')) out.pop_back();
        out += '\n';
        if (l > 0) continue;
        out += markdown ? "|" : "";
        for (std::size_t c = 0; c < columns; ++c) {
            const bool right = report.columns[c].unit != Unit::Text;
            if (markdown)
                out += (right ? std::string(widths[c] + 1, '-') + ":|" : ' ' + std::string(widths[c], '-') + " |");
            else out += ' ' + std::string(widths[c], '-') + ' ';
        }
        while (out.ends_with(' ')) out.pop_back();
        out += '\n';
    }
    return out;
}

}  // namespace

std::optional<TableFormat> tableFormat(std::string_view name) {
    for (std::size_t i = 0; i < kFormats.size(); ++i)
        if (kFormats[i] == name) return static_cast<TableFormat>(i);
    return name == "column" ? std::optional(TableFormat::Table) : std::nullopt;
}

std::string fixedText(double value, int decimals) {
    std::string out = fmt::format("{:.{}f}", value, decimals);
    return out.starts_with('-') && out.find_first_of("123456789") == out.npos ? out.substr(1) : out;
}

std::string plainCell(const Cell& cell, Unit unit) {
    if (const auto* i = std::get_if<std::int64_t>(&cell)) return std::to_string(*i);
    if (const auto* d = std::get_if<double>(&cell)) return fixedText(*d, decimals(unit));
    if (const auto* s = std::get_if<std::string>(&cell)) return *s;
    if (const auto* message = std::get_if<model::Message>(&cell)) return english(*message);
    return {};
}

std::string withSeparators(std::string digits) {
    std::size_t end = digits.find('.');
    if (end == digits.npos) end = digits.size();
    const std::size_t first = digits.starts_with('-') ? 1 : 0;
    for (std::size_t at = end; at > first + 3;) digits.insert(at -= 3, 1, ',');
    return digits;
}

std::string shownCell(const Cell& cell, Unit unit) {
    const auto* size = std::get_if<double>(&cell);
    std::string text = unit == Unit::Megabytes && size && *size > 0 && *size < 0.001
                           ? fmt::format("{:.6f}", *size)
                           : plainCell(cell, unit);  // down to a byte
    const bool grouped = isTime(unit) || unit == Unit::Count || unit == Unit::Bytes || unit == Unit::Megabytes;
    const bool isText = std::holds_alternative<std::string>(cell) || std::holds_alternative<model::Message>(cell);
    return grouped && !isText ? withSeparators(std::move(text)) : text;
}

std::string markdownText(std::string text) {
    text = tsvField(std::move(text));
    return isPlain(text) ? text : codeSpan(text);
}

std::string separatedField(std::string text, TableFormat format) {
    if (format == TableFormat::Tsv) return tsvField(std::move(text));
    std::string out;
    importers::exporting::appendCsv(out, text, format == TableFormat::Spreadsheet);
    return out;
}

std::string tableText(const Report& report, const Table& table, TableFormat format) {
    return isForPeople(format) ? aligned(report, table, format == TableFormat::Markdown)
                               : separated(report, table, format);
}

void tableJson(const Report& report, const Table& table, JsonWriter& out) {
    out.beginArray();
    for (std::size_t r = 0; r < table.rows; ++r) {
        out.beginObject();
        for (std::size_t c = 0; c < report.columns.size(); ++c) {
            out.key(report.columns[c].title);
            const Cell cell = table.cell(r, c);
            if (const auto* i = std::get_if<std::int64_t>(&cell)) out.value(*i);
            else if (const auto* d = std::get_if<double>(&cell)) out.value(*d);
            else if (const auto* s = std::get_if<std::string>(&cell)) out.value(std::string_view(*s));
            else if (const auto* message = std::get_if<model::Message>(&cell)) writeMessage(*message, out);
            else out.null();
        }
        out.endObject();
    }
    out.endArray();
}

}  // namespace app
