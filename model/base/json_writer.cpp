// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/base/json_writer.h"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <iterator>

#include "model/base/safe_text.h"
#include "model/base/utf8.h"

namespace model {
namespace {

bool isPlain(char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; }

void appendEscape(std::string& out, char32_t unit) {
    fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<std::uint32_t>(unit));
}

void appendQuoted(std::string& out, std::string_view text) {
    out += '"';
    while (!text.empty()) {
        const auto plain = std::find_if_not(text.begin(), text.end(), isPlain);
        out.append(text.begin(), plain);
        text.remove_prefix(static_cast<std::size_t>(plain - text.begin()));
        if (text.empty()) break;
        const char32_t c = decodeUtf8(text);
        if (c == '"' || c == '\\') (out += '\\') += static_cast<char>(c);
        else if (c == '\n') out += "\\n";
        else if (c == '\t') out += "\\t";
        else if (!isObeyed(c)) appendUtf8(out, c);
        else if (c < 0x10000) appendEscape(out, c);
        else appendEscape(out, highSurrogateOf(c)), appendEscape(out, lowSurrogateOf(c));
    }
    out += '"';
}

}  // namespace

void JsonWriter::newLine() {
    m_out += '\n';
    if (m_layout == Layout::Indented) m_out.append(2 * m_filled.size(), ' ');
}

void JsonWriter::separate() {
    if (std::exchange(m_afterKey, false) || m_filled.empty()) return;
    if (m_filled.back()) m_out += ',';
    m_filled.back() = true;
    if (m_layout == Layout::Indented || std::exchange(m_lineBreak, false)) newLine();
}

JsonWriter& JsonWriter::open(char bracket) {
    separate();
    m_out += bracket;
    m_filled.push_back(false);
    return *this;
}

JsonWriter& JsonWriter::close(char bracket) {
    const bool filled = m_filled.back();
    m_filled.pop_back();
    if (m_layout == Layout::Indented ? filled : std::exchange(m_lineBreak, false)) newLine();
    m_out += bracket;
    return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
    value(name);
    m_out += m_layout == Layout::Indented ? ": " : ":";
    m_afterKey = true;
    return *this;
}

JsonWriter& JsonWriter::value(std::string_view text) {
    separate();
    appendQuoted(m_out, text);
    return *this;
}

JsonWriter& JsonWriter::value(std::int64_t number) {
    separate();
    fmt::format_to(std::back_inserter(m_out), "{}", number);
    return *this;
}

JsonWriter& JsonWriter::value(std::uint64_t number) {
    separate();
    fmt::format_to(std::back_inserter(m_out), "{}", number);
    return *this;
}

JsonWriter& JsonWriter::value(double number) {
    if (!std::isfinite(number)) return null();
    separate();
    fmt::format_to(std::back_inserter(m_out), "{}", number);
    return *this;
}

JsonWriter& JsonWriter::real(double number) {
    if (!std::isfinite(number)) return value(std::isnan(number) ? "NaN" : number > 0 ? "Infinity" : "-Infinity");
    const std::string text = fmt::format("{}", number);
    return literal(text.find_first_of(".e") == text.npos ? text + ".0" : text);
}

JsonWriter& JsonWriter::literal(std::string_view json) {
    separate();
    m_out += json;
    return *this;
}

JsonWriter& JsonWriter::lineBreak() {
    m_lineBreak = true;
    return *this;
}

void JsonWriter::moveTo(std::string& out) {
    out += m_out;
    m_out.clear();
}

}  // namespace model
