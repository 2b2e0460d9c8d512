// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/text/table_view.h"

#include <fmt/format.h>
#include <algorithm>
#include <numeric>

#include "app/text/near_names.h"
#include "app/text/words.h"
#include "model/base/ascii.h"
#include "model/base/messages.h"
#include "model/base/time_units.h"
#include "model/store/vendor_words.h"

namespace app {

using model::english;
using model::reports::Cell;
using model::reports::ColumnInfo;
using model::reports::Report;
using model::reports::Role;
using model::reports::Table;
using model::reports::Unit;

namespace {

/// By its key, or as Nsight Systems calls it: "nsec", "milliseconds".
const model::TimeUnit* timeUnit(std::string_view text) {
    for (const model::TimeUnit& u : model::kShownTimeUnits)
        if (text == u.key || (text.size() > 1 && (u.word.starts_with(text) || text == std::string(u.key) + "ec")))
            return &u;
    return nullptr;
}

std::string_view sortColumn(std::string_view sort) {
    for (const std::string_view order : {":asc", ":desc"})
        if (sort.ends_with(order)) sort.remove_suffix(order.size());
    return sort;
}

std::string withoutUnit(std::string_view title) {
    return std::string(title.substr(0, std::min(title.rfind(" ("), title.size())));
}

/// Numbers before texts; nothing last, whatever the order.
int rankOf(const Cell& c) {
    const bool isText = std::holds_alternative<std::string>(c) || std::holds_alternative<model::Message>(c);
    return std::holds_alternative<std::monostate>(c) ? 2 : isText ? 1 : 0;
}
double numberOf(const Cell& c) {
    return std::holds_alternative<std::int64_t>(c) ? static_cast<double>(std::get<std::int64_t>(c))
           : std::holds_alternative<double>(c)     ? std::get<double>(c)
                                                   : 0;
}

bool isBefore(const Cell& a, const Cell& b, bool ascending) {
    if (rankOf(a) != rankOf(b)) return rankOf(a) < rankOf(b);
    if (rankOf(a) == 2) return false;
    if (rankOf(a) == 1)
        return ascending ? plainCell(a, Unit::Text) < plainCell(b, Unit::Text)
                         : plainCell(b, Unit::Text) < plainCell(a, Unit::Text);
    const auto *x = std::get_if<std::int64_t>(&a), *y = std::get_if<std::int64_t>(&b);
    if (x && y) return ascending ? *x < *y : *y < *x;
    return ascending ? numberOf(a) < numberOf(b) : numberOf(b) < numberOf(a);
}

}  // namespace

model::Result<void> checkView(const TableView& view) {
    if (!view.timeUnit.empty() && !timeUnit(view.timeUnit))
        return model::refused({model::MessageCode::NotAnUnitOfTime, {view.timeUnit}});
    return {};
}

std::optional<std::size_t> columnCalled(std::string_view name, const Report& report) {
    const std::string typed = model::lower(sortColumn(name));
    if (typed.empty()) return {};
    const auto find = [&](auto&& fits) -> std::optional<std::size_t> {
        for (std::size_t c = 0; c < report.columns.size(); ++c)
            if (fits(model::lower(report.columns[c].title))) return c;
        return {};
    };
    if (const auto whole = find([&](const std::string& title) { return title == typed; })) return whole;
    if (const auto word = find([&](const std::string& title) { return withoutUnit(title) == typed; })) return word;
    if (const auto begin = find([&](const std::string& title) { return title.starts_with(typed); })) return begin;
    return find([&](const std::string& title) { return title.find(typed) != title.npos; });
}

model::Message noSuchColumn(const TableView& view, const std::vector<const Report*>& reports) {
    constexpr std::size_t kMostTitles = 30;  // more of them are not read
    std::vector<std::string_view> titles;
    std::string all;
    for (const Report* report : reports)
        for (const ColumnInfo& c : report->columns)
            if (std::find(titles.begin(), titles.end(), c.title) == titles.end())
                all.append(all.empty() ? "" : ", ").append(titles.emplace_back(c.title));
    const std::string_view typed = sortColumn(view.sort);
    const bool many = titles.size() > kMostTitles;
    const model::Message wrong = many ? model::Message(model::MessageCode::NoSuchColumnInTables, {typed})
                                      : model::Message(model::MessageCode::NoSuchColumn, {typed, all});
    return withNear(wrong, typed, titles);
}

bool addsUp(const Report& report, std::size_t column) {
    const auto has = [&](Role role) {
        return std::any_of(report.columns.begin(), report.columns.end(),
                           [role](const ColumnInfo& c) { return c.role == role; });
    };
    const ColumnInfo& c = report.columns[column];
    if (has(Role::Callers)) return false;
    if (c.role == Role::Self || has(Role::Level)) return c.role == Role::Self;
    return c.role == Role::Sum ||
           (c.role == Role::Value && (c.unit == Unit::Count || c.unit == Unit::Ns || c.unit == Unit::Megabytes));
}

ShownTable::ShownTable(const Report& report, const Table& table, const TableView& view, TableFormat format)
    : m_columns(report.columns.begin(), report.columns.end()), m_report(report), m_table(table), m_rows(table.rows) {
    sort(view.sort);
    cut(view.rows.value_or(0));
    if (view.totals) addTotals(m_rows);
    convert(view.timeUnit, format);
    m_report.columns = m_columns;
}

void ShownTable::sort(std::string_view by) {
    const auto column = columnCalled(by, m_report);
    if (!column) return;
    const bool ascending =
        by.ends_with(":asc") || (m_report.columns[*column].unit == Unit::Text && !by.ends_with(":desc"));
    std::vector<Cell> keys(m_table.rows);
    for (std::size_t r = 0; r < keys.size(); ++r) keys[r] = m_table.cell(r, *column);
    std::vector<std::size_t> order(keys.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return isBefore(keys[a], keys[b], ascending); });
    m_table.cell = [inner = m_table.cell, order = std::move(order)](std::size_t row, std::size_t c) {
        return inner(order[row], c);
    };
}

void ShownTable::cut(std::size_t most) {
    if (most > 0) m_table.rows = std::min(m_table.rows, most);
    m_shown = m_table.rows;
}

void ShownTable::addTotals(std::size_t rows) {
    if (rows == 0) return;
    std::vector<Cell> sums(m_columns.size());
    for (std::size_t c = 0; c < sums.size(); ++c) {
        if (!addsUp(m_report, c)) continue;
        std::int64_t whole = 0;
        double broken = 0;
        bool any = false, isWhole = true;
        for (std::size_t r = 0; r < rows; ++r) {
            const Cell cell = m_table.cell(r, c);
            if (const auto* i = std::get_if<std::int64_t>(&cell)) whole = model::saturatingAdd(whole, *i);
            else if (const auto* d = std::get_if<double>(&cell)) broken += *d, isWhole = false;
            else continue;
            any = true;
        }
        if (any) sums[c] = isWhole ? Cell(whole) : Cell(broken + static_cast<double>(whole));
    }
    const auto name =
        std::find_if(m_columns.rbegin(), m_columns.rend(), [](const ColumnInfo& c) { return c.unit == Unit::Text; });
    if (name != m_columns.rend()) sums[static_cast<std::size_t>(m_columns.rend() - name) - 1] = std::string("Total");
    m_table.cell = [inner = m_table.cell, at = m_table.rows++, sums = std::move(sums)](std::size_t row, std::size_t c) {
        return row == at ? sums[c] : inner(row, c);
    };
}

void ShownTable::convert(std::string_view text, TableFormat format) {
    const model::TimeUnit* unit = timeUnit(text);
    if (!unit || unit->decimals == 0) return;
    std::vector<bool> times;
    m_titles.reserve(m_columns.size());
    for (ColumnInfo& c : m_columns) {
        times.push_back(isTime(c.unit));
        if (!times.back()) continue;
        m_titles.push_back(fmt::format("{} ({})", model::reports::withoutNs(c.title), unit->key));
        c.title = m_titles.back();
        c.unit = Unit::Number;
    }
    m_table.cell = [inner = m_table.cell, times = std::move(times), unit, format](std::size_t row,
                                                                                  std::size_t c) -> Cell {
        Cell cell = inner(row, c);
        if (!times[c] || rankOf(cell) != 0) return cell;
        const double value = unit->of(numberOf(cell));
        if (format == TableFormat::Json) return value;
        return isForPeople(format) ? withSeparators(fixedText(value, unit->decimals))
                                   : fixedText(value, unit->decimals);
    };
}

void ShownTable::titleInWordsOf(model::Vendor vendor) {
    m_vendorTitles.reserve(m_columns.size());
    for (ColumnInfo& c : m_columns)
        c.title = m_vendorTitles.emplace_back(model::inWordsOf(vendor, std::string(c.title)));
}

std::string ShownTable::cutText() const {
    if (m_shown == m_rows) return {};
    return english({model::MessageCode::FirstRowsOfAll, {m_shown, m_rows}}) + '\n';
}

}  // namespace app
