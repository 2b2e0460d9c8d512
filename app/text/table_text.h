// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/text/json.h"
#include "model/reports/report.h"

namespace app {

enum class TableFormat : std::uint8_t {
    Table,
    Csv,
    Tsv,
    Json,
    Markdown,
    Spreadsheet,  ///< Csv whose texts no spreadsheet reads as formulas: importers::exporting::appendCsv()
};
/// By its name; not Spreadsheet, which is an option of its own.
std::optional<TableFormat> tableFormat(std::string_view name);
inline bool isForPeople(TableFormat f) { return f == TableFormat::Table || f == TableFormat::Markdown; }

/// With that many decimals; what is rounded to nothing has no sign.
std::string fixedText(double value, int decimals);
/// A cell as programs read it: whole numbers as they are, others with the decimals that `nsys stats` prints (one, sizes
/// three), nothing where the report says nothing.
std::string plainCell(const model::reports::Cell& cell, model::reports::Unit unit);
/// "1234567.8" as "1,234,567.8".
std::string withSeparators(std::string digits);
/// The same for people: with separators between thousands.
std::string shownCell(const model::reports::Cell& cell, model::reports::Unit unit);

/// A text as a field of a line of Csv, Spreadsheet or Tsv.
std::string separatedField(std::string text, TableFormat format);

/// A text as a part of a line of Markdown: words and numbers as they are, everything else as code, whatever is in it.
std::string markdownText(std::string text);

/// The table as text, with a line break at its end. Not for Json.
std::string tableText(const model::reports::Report& report, const model::reports::Table& table, TableFormat format);
/// An array with an object a row, by the titles of the columns; numbers in full.
void tableJson(const model::reports::Report& report, const model::reports::Table& table, JsonWriter& out);

}  // namespace app
