// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/html/html_text.h"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>

#include "app/text/table_text.h"
#include "model/base/own_labels.h"
#include "model/base/places.h"
#include "model/base/safe_text.h"
#include "model/base/time_units.h"
#include "model/base/translate_noop.h"
#include "model/base/utf8.h"
#include "model/diff/wording.h"
#include "model/store/vendor_words.h"

namespace app {

using model::reports::Cell;
using model::reports::Report;
using model::reports::Role;
using model::reports::Table;
using model::reports::Unit;

namespace {

constexpr std::string_view kThin = "\u202f";

std::string_view entity(char c) {
    switch (c) {
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '&': return "&amp;";
    case '"': return "&quot;";
    case '\'': return "&#39;";
    default: return {};
    }
}

std::string grouped(std::string digits) {
    const std::size_t first = digits.starts_with('-') ? 1 : 0, point = std::min(digits.find('.'), digits.size());
    for (std::size_t at = point + 4; at < digits.size(); at += 3 + kThin.size()) digits.insert(at, kThin);
    for (std::size_t end = point; end > first + 3;) digits.insert(end -= 3, kThin);
    return digits;
}

std::optional<double> numberOf(const Cell& cell) {
    if (const auto* i = std::get_if<std::int64_t>(&cell)) return static_cast<double>(*i);
    if (const auto* d = std::get_if<double>(&cell)) return *d;
    return {};
}

/// How a column is written.
struct Column {
    std::string title;
    const model::reports::ColumnInfo& info;
    const model::TimeUnit* time = nullptr;  // of lengths
};

Column columnOf(const Report& report, const Table& table, std::size_t c, std::size_t rows, const HtmlWords& words) {
    Column out{words("Reports", report.columns[c].title), report.columns[c]};
    if (!isTime(out.info.unit)) return out;
    out.title = std::string(model::reports::withoutNs(out.title));
    if (out.info.unit == Unit::Instant) return out;
    double largest = 0;
    for (std::size_t r = 0; r < rows; ++r)
        largest = std::max(largest, std::abs(numberOf(table.cell(r, c)).value_or(0)));
    out.time = &model::unitFor(largest);
    out.title += fmt::format(" ({})", out.time->name);
    return out;
}

/// In the largest of these units that is not larger, each `step` of the one before.
std::string scaled(double value, double step, std::span<const std::string_view> units) {
    std::size_t unit = 0;
    for (; std::abs(value) >= step && unit + 1 < units.size(); ++unit) value /= step;
    const int decimals = unit == 0 ? 0 : step == 1024 && std::abs(value) < 10 ? 2 : 1;
    return fmt::format("{} {}", grouped(fmt::format("{:.{}f}", value, decimals)), units[unit]);
}

/// About four digits that mean something.
std::string significant(double value) {
    const double size = std::abs(value);
    if (!std::isfinite(value) || size >= 1e15 || (size > 0 && size < 1e-3)) return fmt::format("{:.3e}", value);
    const int decimals = size >= 1000 || size == 0 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : size >= 1 ? 3 : 4;
    std::string out = fmt::format("{:.{}f}", value, decimals);
    if (out.find('.') != out.npos) {
        while (out.ends_with('0')) out.pop_back();
        if (out.ends_with('.')) out.pop_back();
    }
    return grouped(std::move(out));
}

/// A number as the window writes it.
std::string shownNumber(const Column& column, double number, const Cell& cell) {
    constexpr std::array<std::string_view, 6> kSizes{"B", "KiB", "MiB", "GiB", "TiB", "PiB"},
        kRates{"B/s", "kB/s", "MB/s", "GB/s", "TB/s", "PB/s"};
    const std::string plain = plainCell(cell, column.info.unit);
    if (column.info.role == Role::Change && number >= 900)
        return model::valueText(model::diff::changeOf(100, 100 + number));
    switch (column.info.unit) {
    case Unit::Ns: return grouped(fixedText(column.time->of(number), std::min(3, column.time->decimals)));
    case Unit::Instant: return grouped(fixedText(model::kSeconds.of(number), model::kSeconds.decimals)) + " s";
    case Unit::Bytes: return scaled(number, 1024, kSizes);
    case Unit::BytesPerSecond: return scaled(number, 1000, kRates);
    case Unit::Megabytes: return grouped(number > 0 && number < 0.001 ? fmt::format("{:.6f}", number) : plain);
    case Unit::Percent: return number > 0 && number < 0.1 ? "<0.1" : grouped(plain);
    case Unit::Number: return std::holds_alternative<double>(cell) ? significant(number) : plain;
    default: return grouped(plain);
    }
}

/// Words of ours in the language of the page; names as they are.
std::string shownText(const Column& column, std::string text, const HtmlWords& words) {
    if (const std::string_view label = model::ownLabelOf(text); !label.empty())
        return text.substr(0, text.size() - label.size()) + words("Labels", label);
    if (column.info.role != Role::Words) return text;
    constexpr std::string_view kBetween = "; ";
    std::string out;
    for (std::string_view rest = text;;) {
        const std::string_view part = rest.substr(0, rest.find(kBetween));
        out += words("Reports", part);
        if (part.size() == rest.size()) return out;
        out += kBetween;
        rest.remove_prefix(part.size() + kBetween.size());
    }
}

std::string cellText(const Column& column, const Cell& cell, const HtmlWords& words) {
    const auto number = numberOf(cell);
    if (!number) {
        constexpr std::size_t kShort = 40, kLong = 60;
        const auto* message = std::get_if<model::Message>(&cell);
        const std::string text = message ? words(*message) : shownText(column, plainCell(cell, Unit::Text), words);
        const std::string_view how = column.info.unit != Unit::Text ? " class=\"n\" data-v=\"\""
                                     : text.size() > kLong          ? " class=\"t\""
                                     : text.size() < kShort         ? " class=\"w\""
                                                                    : "";
        return fmt::format("<td{}>{}</td>", how, htmlText(text));
    }
    return fmt::format("<td class=\"n\" data-v=\"{}\">{}</td>", plainCell(cell, column.info.unit),
                       htmlText(shownNumber(column, *number, cell)));
}

}  // namespace

HtmlWords wordsAbout(const model::Snapshot& report, HtmlWords words) {
    if (words.vendor == model::Vendor::Nvidia) words.vendor = model::vendorOf(report);
    return words;
}

std::string HtmlWords::operator()(const char* context, std::string_view english) const {
    std::string out = translate ? translate(context, english, -1) : std::string(english);
    return model::inWordsOf(vendor, out);
}

std::string HtmlWords::operator()(const model::Message& message, const model::NumberText& numbers) const {
    const auto inContext = [this](const char* text, std::int64_t count) { return translate("Messages", text, count); };
    const std::string out =
        translate ? model::translated(message, inContext, numbers) : model::english(message, numbers);
    return model::inWordsOf(vendor, out);
}

std::string HtmlWords::value(const model::Argument& argument) const {
    return argument.message() ? (*this)(*argument.message()) : model::valueText(argument);
}

std::string htmlText(std::string_view text, std::size_t most) {
    if (!model::isSafeText(text)) return htmlText(model::safeText(text), most);
    std::string out;
    for (std::size_t used = 0; used < text.size();) {
        if (used >= most) return out + "…";
        const std::string_view rest = text.substr(used), c = rest.substr(0, model::utf8Bytes(rest));
        const std::string_view escaped = entity(c[0]);
        out += escaped.empty() ? c : escaped;
        used += c.size();
    }
    return out;
}

std::string htmlCount(std::uint64_t n) { return grouped(std::to_string(n)); }

std::string htmlDuration(double ns) {
    const model::TimeUnit& unit = model::unitFor(ns);
    const double value = unit.of(ns);
    const int decimals = unit.decimals == 0 ? 0 : std::abs(value) >= 1000 ? 1 : 3;
    return fmt::format("{} {}", grouped(fmt::format("{:.{}f}", value, decimals)), unit.name);
}

std::string htmlTable(const Report& report, const Table& table, std::size_t most, const HtmlWords& words) {
    const std::size_t rows = std::min(most, table.rows);
    std::string out =
        fmt::format("<div class=\"wide\"><table class=\"s\" data-key=\"{}\"><thead><tr>", htmlText(report.key));
    std::vector<Column> columns;
    for (std::size_t c = 0; c < report.columns.size(); ++c) {
        columns.push_back(columnOf(report, table, c, rows, words));
        const std::string meaning =
            report.columns[c].meaning.empty()
                ? std::string()
                : fmt::format(" title=\"{}\"", htmlText(words("Reports", report.columns[c].meaning)));
        out += fmt::format("<th scope=\"col\"{}{}>{}</th>", columns[c].info.unit == Unit::Text ? "" : " class=\"n\"",
                           meaning, htmlText(columns[c].title));
    }
    out += "</tr></thead><tbody>\n";
    for (std::size_t r = 0; r < rows; ++r) {
        out += "<tr>";
        for (std::size_t c = 0; c < columns.size(); ++c) out += cellText(columns[c], table.cell(r, c), words);
        out += "</tr>\n";
    }
    out += "</tbody></table></div>\n";
    if (rows < table.rows) {
        const std::string left = words("Html", QT_TRANSLATE_NOOP("Html", "The first %1 of %2 rows."));
        out += fmt::format("<p class=\"note\">{}</p>\n",
                           htmlText(model::withValues(left, {htmlCount(rows), htmlCount(table.rows)})));
    }
    return out;
}

std::string htmlFacts(const std::vector<std::pair<std::string, std::string>>& facts) {
    std::string out = "<table class=\"facts\"><tbody>\n";
    for (const auto& [fact, value] : facts)
        out += fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td></tr>\n", htmlText(fact), htmlText(value));
    return out + "</tbody></table>\n";
}

}  // namespace app
