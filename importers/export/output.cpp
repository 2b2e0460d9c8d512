// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/export/output.h"

#include <fmt/format.h>
#include <charconv>
#include <cstdint>

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
