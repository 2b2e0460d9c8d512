// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/export/output.h"

#include <cmath>
#include <fmt/format.h>

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

std::size_t utf8Bytes(std::string_view s) {
    const auto at = [&](std::size_t i) { return static_cast<unsigned char>(s[i]); };
    const unsigned char c = at(0);
    const std::size_t n = c < 0x80 ? 1 : c < 0xc2 ? 0 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : c < 0xf5 ? 4 : 0;
    if (n > s.size()) return 0;
    for (std::size_t i = 1; i < n; ++i)
        if ((at(i) & 0xc0) != 0x80) return 0;
    const bool overlong = (c == 0xe0 && at(1) < 0xa0) || (c == 0xf0 && at(1) < 0x90),
               beyond = (c == 0xed && at(1) > 0x9f) || (c == 0xf4 && at(1) > 0x8f);
    return overlong || beyond ? 0 : n;
}

void appendJson(std::string& out, std::string_view text) {
    out += '"';
    while (!text.empty()) {
        const std::size_t n = utf8Bytes(text);
        const char c = text[0];
        if (n == 0) out += "\xef\xbf\xbd";
        else if (c == '"' || c == '\\') (out += '\\') += c;
        else if (static_cast<unsigned char>(c) < 0x20)
            out += c == '\n'   ? std::string("\\n")
                   : c == '\t' ? std::string("\\t")
                               : fmt::format("\\u{:04x}", static_cast<unsigned char>(c));
        else out += text.substr(0, n);
        text.remove_prefix(std::max<std::size_t>(1, n));
    }
    out += '"';
}

void appendJson(std::string& out, double value) {
    if (!std::isfinite(value)) return appendJson(out, std::string_view(std::isnan(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity"));
    const std::string text = fmt::format("{}", value);
    out += text;
    if (text.find_first_of(".e") == text.npos) out += ".0";
}

void appendMicroseconds(std::string& out, model::TimeNs ns) {
    const auto size = ns < 0 ? 0 - static_cast<std::uint64_t>(ns) : static_cast<std::uint64_t>(ns);
    fmt::format_to(std::back_inserter(out), "{}{}", ns < 0 ? "-" : "", size / 1000);
    if (size % 1000) fmt::format_to(std::back_inserter(out), ".{:03}", size % 1000);
}

}  // namespace importers::exporting
