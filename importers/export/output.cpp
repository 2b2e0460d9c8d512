// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/export/output.h"

#include <fmt/format.h>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>

#include "model/base/safe_text.h"
#include "model/base/utf8.h"

namespace importers::exporting {

model::Result<TextFile> TextFile::create(const std::filesystem::path& target) {
    auto file = model::OutputFile::create(target);
    if (!file) return tl::unexpected(file.error());
    return TextFile(std::move(*file));
}

void TextFile::flush() {
    if (m_state) m_state = m_file.write({reinterpret_cast<const std::uint8_t*>(m_text.data()), m_text.size()});
    m_text.clear();
}

model::Result<void> TextFile::commit() {
    flush();
    if (!m_state) return m_state;
    return m_file.commit();
}

void appendJson(std::string& out, std::string_view text) {
    const auto escape = [&](char32_t unit) {
        fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<std::uint32_t>(unit));
    };
    const auto isPlain = [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; };
    out += '"';
    while (!text.empty()) {
        const auto plain = std::find_if_not(text.begin(), text.end(), isPlain);
        out.append(text.begin(), plain);
        text.remove_prefix(static_cast<std::size_t>(plain - text.begin()));
        if (text.empty()) break;
        const char32_t c = model::decodeUtf8(text);
        if (c == '"' || c == '\\') (out += '\\') += static_cast<char>(c);
        else if (c == '\n') out += "\\n";
        else if (c == '\t') out += "\\t";
        else if (!model::isObeyed(c)) model::appendUtf8(out, c);
        else if (c < 0x10000) escape(c);
        else escape(model::highSurrogateOf(c)), escape(model::lowSurrogateOf(c));
    }
    out += '"';
}

void appendJson(std::string& out, double value) {
    if (!std::isfinite(value))
        return appendJson(out, std::string_view(std::isnan(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity"));
    const std::string text = fmt::format("{}", value);
    out += text;
    if (text.find_first_of(".e") == text.npos) out += ".0";
}

bool isFormula(std::string_view text) {
    if (text.empty() || std::string_view("=+-@\t\r").find(text[0]) == text.npos) return false;
    const std::string_view digits = text.substr(text[0] == '+' ? 1 : 0);
    double ignored = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), ignored);
    return read.ec != std::errc() || read.ptr != digits.data() + digits.size();
}

void appendCsv(std::string& out, std::string_view text, bool forSpreadsheet) {
    const bool formula = forSpreadsheet && isFormula(text);
    const bool quoted = formula || text.find_first_of(",\"\r\n") != text.npos;
    if (quoted) out += '"';
    if (formula) out += '\'';
    for (const char c : text) out.append(quoted && c == '"' ? 2 : 1, c);
    if (quoted) out += '"';
}

void appendMicroseconds(std::string& out, model::TimeNs ns) {
    const auto size = ns < 0 ? 0 - static_cast<std::uint64_t>(ns) : static_cast<std::uint64_t>(ns);
    fmt::format_to(std::back_inserter(out), "{}{}", ns < 0 ? "-" : "", size / 1000);
    if (size % 1000) fmt::format_to(std::back_inserter(out), ".{:03}", size % 1000);
}

}  // namespace importers::exporting
