// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/ncu/csv_reader.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "model/base/time_units.h"

namespace importers::ncu {
namespace {

bool isDigits(std::string_view s) {
    return !s.empty() && std::all_of(s.begin(), s.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// Whether `mark` stands before groups of three digits only, as a thousands separator does. No number of thousands
/// begins with 0.
bool separatesThousands(std::string_view number, char mark) {
    std::size_t at = number.find(mark);
    if (at == 0 || at > 3 || number.starts_with('0')) return false;
    while (at != std::string_view::npos) {
        const std::size_t next = number.find(mark, at + 1);
        const std::string_view group = number.substr(at + 1, std::min(next, number.size()) - at - 1);
        if (group.size() != 3 || !isDigits(group)) return false;
        at = next;
    }
    return true;
}

/// The decimal mark of a number, also where nothing stands behind it; 0 where its only mark could be either.
char decimalMarkOf(std::string_view number) {
    const std::size_t comma = number.rfind(','), dot = number.rfind('.');
    constexpr auto kNone = std::string_view::npos;
    if (comma == kNone && dot == kNone) return 0;
    if (comma != kNone && dot != kNone) return comma > dot ? ',' : '.';
    const char mark = comma != kNone ? ',' : '.', other = mark == ',' ? '.' : ',';
    if (!separatesThousands(number, mark)) return mark;
    return number.find(mark) != number.rfind(mark) ? other : 0;
}

std::string withoutSpaces(std::string_view cell) {
    std::string s;
    for (std::size_t i = 0; i < cell.size(); ++i) {
        // Some locales separate with a no-break space (C2 A0) or a narrow one (E2 80 AF).
        if (cell.substr(i).starts_with("\xc2\xa0")) i += 1;
        else if (cell.substr(i).starts_with("\xe2\x80\xaf")) i += 2;
        else s += cell[i];
    }
    return s;
}

/// A number in the form that from_chars reads; empty if it is none.
std::string plainNumber(std::string_view cell, DecimalMark decimal) {
    const std::string s = withoutSpaces(cell);
    const bool minus = s.starts_with('-');
    const std::string_view digits = std::string_view(s).substr(minus ? 1 : 0);
    const char own = decimalMarkOf(digits);
    const char point = own ? own : decimal.mark == ',' ? ',' : '.';
    std::string out = minus ? "-" : "";
    for (const char c : digits) {
        if (c == point) out += '.';
        else if (c != ',' && c != '.') out += c;
    }
    return out;
}

struct Prefix {
    std::string_view word;
    double scale;
    std::string_view base;
};

// A unit of its own, wherever it stands.
constexpr Prefix kWords[] = {
    {"hz", 1, "Hz"},    {"Hz", 1, "Hz"},     {"Khz", 1e3, "Hz"},       {"Mhz", 1e6, "Hz"},
    {"Ghz", 1e9, "Hz"}, {"Thz", 1e12, "Hz"}, {"sectors", 1, "sector"}, {"branches", 1, "branch"},
};
constexpr Prefix kPrefixes[] = {{"K", 1e3, ""}, {"M", 1e6, ""}, {"G", 1e9, ""}, {"T", 1e12, ""}, {"P", 1e15, ""}};
constexpr std::string_view kPrefixed[] = {"byte", "bit", "inst", "cycle", "sector", "request", "thread", "warp"};

/// "ms", and "msecond".
const model::TimeUnit* timeUnitOf(std::string_view word) {
    constexpr std::string_view kLong = "econd";
    if (word.ends_with(kLong)) word.remove_suffix(kLong.size());
    return model::timeUnit(word, model::kShownTimeUnits);
}

CsvUnit wordUnit(std::string_view word) {
    if (const model::TimeUnit* time = timeUnitOf(word)) return {static_cast<double>(time->ns), "ns"};
    for (const Prefix& w : kWords)
        if (w.word == word) return {w.scale, std::string(w.base)};
    for (const Prefix& p : kPrefixes)
        if (word.starts_with(p.word))
            for (const std::string_view base : kPrefixed)
                if (word.substr(1) == base) return {p.scale, std::string(base)};
    return {1, std::string(word)};
}

}  // namespace

void DecimalMark::learn(std::string_view cell) {
    const std::string s = withoutSpaces(cell);
    const std::string_view digits = std::string_view(s).substr(s.starts_with('-') ? 1 : 0);
    if (mark || digits.find_first_not_of("0123456789,.") != std::string_view::npos) return;
    const char own = decimalMarkOf(digits);
    if (std::count(digits.begin(), digits.end(), own) <= 1) mark = own;
}

model::MetricValue csvValue(std::string_view cell, double scale, model::StringTable& strings, DecimalMark decimal) {
    while (cell.starts_with(' ')) cell.remove_prefix(1);
    while (cell.ends_with(' ')) cell.remove_suffix(1);
    if (cell.empty() || cell == "n/a" || cell == "N/A" || cell == "no data") return {};
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN(), kInf = std::numeric_limits<double>::infinity();
    if (cell == "nan" || cell == "-nan" || cell == "NaN") return model::MetricValue::ofReal(kNan);
    if (cell == "inf" || cell == "-inf") return model::MetricValue::ofReal(cell[0] == '-' ? -kInf : kInf);
    const std::string number = plainNumber(cell, decimal);
    const char* end = number.data() + number.size();
    std::uint64_t whole = 0;
    if (scale == 1)
        if (const auto r = std::from_chars(number.data(), end, whole); r.ec == std::errc() && r.ptr == end)
            return model::MetricValue::ofInt(whole);
    double real = 0;
    if (const auto r = std::from_chars(number.data(), end, real);
        r.ec == std::errc() && r.ptr == end && std::isfinite(real))
        return model::MetricValue::ofReal(real * scale);
    return model::MetricValue::ofText(strings.intern(cell));
}

CsvUnit csvUnit(std::string_view printed) {
    const std::size_t slash = printed.find('/');
    CsvUnit out = wordUnit(printed.substr(0, slash));
    if (slash == std::string_view::npos) return out;
    const std::string_view below = printed.substr(slash + 1);
    CsvUnit per = wordUnit(below);
    if (per.base == "ns") {  // rates are kept per second
        out.scale *= 1e9 / per.scale;
        per.base = "s";
    } else if (per.base == "byte") {
        // ncu takes the prefix of a byte below the line for one of the whole: "%/Kbyte" stands for a thousand of
        // "%/byte".
        out.scale *= per.scale;
    } else {
        out.scale /= per.scale;
    }
    if (out.base == "cycle" && per.base == "s") out.base = "Hz";
    else out.base += '/' + per.base;
    return out;
}

}  // namespace importers::ncu
