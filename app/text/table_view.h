// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/text/table_text.h"
#include "model/base/error.h"
#include "model/store/vendor_words.h"

namespace app {

/// How tables are shown: the options that commands with tables share.
struct TableView {
    std::string
        sort;  ///< a column, or a part of its title, and the order: "max", "Max (ns):asc"; empty = as the table stands
    std::optional<std::size_t> rows;  ///< at most; 0 = all. Not given: as many as the command shows by itself
    bool totals = false;              ///< a last row with the sums of all rows, also of those that are not shown
    std::string timeUnit;             ///< ns, us, ms, s; empty = ns
};

/// Whether the options can be understood. Needs no table.
model::Result<void> checkView(const TableView& view);

/// The column that `--sort` means: by its title or a part of it, whatever the case of letters, with its unit or
/// without.
std::optional<std::size_t> columnCalled(std::string_view name, const model::reports::Report& report);
/// That none of the tables has such a column, and which may have been meant.
model::Message noSuchColumn(const TableView& view, const std::vector<const model::reports::Report*>& reports);

/// A table as a view shows it. What it was made of must outlive it.
class ShownTable {
public:
    /// Times of other units than ns are texts with all their digits, or, in Json, numbers.
    ShownTable(const model::reports::Report& report, const model::reports::Table& table, const TableView& view,
               TableFormat format);

    /// Titles of columns in the words of a vendor; for people, as programs know columns by one name.
    void titleInWordsOf(model::Vendor vendor);
    const model::reports::Report& report() const { return m_report; }
    const model::reports::Table& table() const { return m_table; }
    std::size_t allRows() const { return m_rows; }
    /// "The first 10 of 53 rows; --rows 0 shows all." with a line break, or nothing.
    std::string cutText() const;

private:
    void sort(std::string_view by);
    void cut(std::size_t most);
    void addTotals(std::size_t rows);
    void convert(std::string_view unit, TableFormat format);

    std::vector<std::string> m_titles, m_vendorTitles;
    std::vector<model::reports::ColumnInfo> m_columns;
    model::reports::Report m_report;
    model::reports::Table m_table;
    std::size_t m_rows = 0, m_shown = 0;
};

/// Whether the values of a column may be added up over the rows of a report: no means, no times of day, nothing that
/// holds other rows.
bool addsUp(const model::reports::Report& report, std::size_t column);

}  // namespace app
