// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/json.h"

#include <cmath>
#include <fmt/format.h>

namespace app {
namespace {

/// Bytes of the UTF-8 sequence that begins the text, 0 if it is not valid.
std::size_t sequence(std::string_view s) {
    const auto at = [&](std::size_t i) { return static_cast<unsigned char>(s[i]); };
    const unsigned char c = at(0);
    const std::size_t n = c < 0x80 ? 1 : c >= 0xc2 && c < 0xe0 ? 2 : c >= 0xe0 && c < 0xf0 ? 3 : c >= 0xf0 && c < 0xf5 ? 4 : 0;
    if (n == 0 || n > s.size()) return 0;
    for (std::size_t i = 1; i < n; ++i)
        if ((at(i) & 0xc0) != 0x80) return 0;
    if ((c == 0xe0 && at(1) < 0xa0) || (c == 0xed && at(1) > 0x9f) || (c == 0xf0 && at(1) < 0x90) || (c == 0xf4 && at(1) > 0x8f)) return 0;
    return n;
}

}  // namespace

void JsonWriter::newLine() {
    m_out += '\n';
    m_out.append(2 * m_filled.size(), ' ');
}

void JsonWriter::separate() {
    if (m_afterKey) {
        m_afterKey = false;
        return;
    }
    if (m_filled.empty()) return;
    if (m_filled.back()) m_out += ',';
    m_filled.back() = true;
    newLine();
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
    if (filled) newLine();
    m_out += bracket;
    return *this;
}

JsonWriter& JsonWriter::beginObject() { return open('{'); }
JsonWriter& JsonWriter::endObject() { return close('}'); }
JsonWriter& JsonWriter::beginArray() { return open('['); }
JsonWriter& JsonWriter::endArray() { return close(']'); }

JsonWriter& JsonWriter::key(std::string_view name) {
    value(name);
    m_out += ": ";
    m_afterKey = true;
    return *this;
}

JsonWriter& JsonWriter::value(std::string_view text) {
    separate();
    m_out += '"';
    while (!text.empty()) {
        const std::size_t n = sequence(text);
        const char c = text[0];
        if (n == 0) m_out += "\xef\xbf\xbd";
        else if (c == '"' || c == '\\') (m_out += '\\') += c;
        else if (c == '\n') m_out += "\\n";
        else if (c == '\t') m_out += "\\t";
        else if (static_cast<unsigned char>(c) < 0x20) m_out += fmt::format("\\u{:04x}", c);
        else m_out += text.substr(0, n);
        text.remove_prefix(std::max<std::size_t>(1, n));
    }
    m_out += '"';
    return *this;
}

JsonWriter& JsonWriter::value(std::int64_t number) {
    separate();
    m_out += std::to_string(number);
    return *this;
}

JsonWriter& JsonWriter::value(std::uint64_t number) {
    separate();
    m_out += std::to_string(number);
    return *this;
}

JsonWriter& JsonWriter::value(double number) {
    if (!std::isfinite(number)) return null();
    separate();
    m_out += fmt::format("{}", number);
    return *this;
}

JsonWriter& JsonWriter::null() {
    separate();
    m_out += "null";
    return *this;
}

JsonWriter& JsonWriter::value(bool flag) {
    separate();
    m_out += flag ? "true" : "false";
    return *this;
}

}  // namespace app
