// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/common/text_source.h"

#include <algorithm>
#include <cstring>

#include "model/base/utf8.h"

namespace importers {
namespace {

constexpr std::size_t kStep = 256 << 10;

/// 1 = UTF-16 little endian, 2 = big endian, 0 = neither; `mark` = bytes of the byte order mark.
int detectUtf16(std::string_view head, std::size_t& mark) {
    mark = 0;
    if (head.starts_with("\xef\xbb\xbf")) {
        mark = 3;
        return 0;
    }
    if (head.starts_with("\xff\xfe")) {
        mark = 2;
        return 1;
    }
    if (head.starts_with("\xfe\xff")) {
        mark = 2;
        return 2;
    }
    // Without a mark: JSON begins with two ASCII characters.
    if (head.size() >= 4 && head[0] && !head[1] && head[2] && !head[3]) return 1;
    if (head.size() >= 4 && !head[0] && head[1] && !head[2] && head[3]) return 2;
    return 0;
}

/// Appends the text of whole UTF-16 units; `high` carries a high surrogate from call to call.
void convertUtf16(std::string_view bytes, bool bigEndian, std::uint32_t& high, std::string& out) {
    for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
        const auto a = static_cast<std::uint8_t>(bytes[i]), b = static_cast<std::uint8_t>(bytes[i + 1]);
        const std::uint32_t unit =
            bigEndian ? static_cast<std::uint32_t>(a << 8 | b) : static_cast<std::uint32_t>(b << 8 | a);
        const bool isLow = model::isLowSurrogate(unit);
        if (high && isLow) {
            model::appendUtf8(out, model::fromSurrogates(high, unit));
            high = 0;
            continue;
        }
        if (high) model::appendUtf8(out, model::kReplacementCharacter);
        high = model::isHighSurrogate(unit) ? unit : 0;
        if (!high) model::appendUtf8(out, unit);
    }
}

}  // namespace

model::Result<TextSource> TextSource::open(const std::filesystem::path& path, StreamBounds bounds) {
    auto bytes = ByteSource::open(path, std::move(bounds));
    if (!bytes) return tl::unexpected<model::Error>(bytes.error());
    TextSource out;
    out.m_bytes = std::move(*bytes);
    out.m_ahead.resize(64);
    out.m_ahead.resize(out.m_bytes->read(out.m_ahead.data(), out.m_ahead.size()));
    out.m_utf16 = detectUtf16(out.m_ahead, out.m_aheadAt);
    return out;
}

std::size_t TextSource::take(char* to, std::size_t n) {
    const std::size_t ahead = std::min(n, m_ahead.size() - m_aheadAt);
    std::memcpy(to, m_ahead.data() + m_aheadAt, ahead);
    m_aheadAt += ahead;
    return ahead + m_bytes->read(to + ahead, n - ahead);
}

void TextSource::convert() {
    m_converted.clear();
    m_convertedAt = 0;
    std::string raw(kStep, '\0');  // an even number, so that no unit is cut
    raw.resize(take(raw.data(), raw.size()));
    m_ended = raw.size() < kStep;
    convertUtf16(raw, m_utf16 == 2, m_high, m_converted);
    if (m_ended && m_high) model::appendUtf8(m_converted, model::kReplacementCharacter);
}

std::size_t TextSource::read(char* to, std::size_t n) {
    if (!m_utf16) return take(to, n);
    std::size_t done = 0;
    while (done < n) {
        if (m_convertedAt == m_converted.size()) {
            if (m_ended) break;
            convert();
            continue;
        }
        const std::size_t some = std::min(n - done, m_converted.size() - m_convertedAt);
        std::memcpy(to + done, m_converted.data() + m_convertedAt, some);
        m_convertedAt += some;
        done += some;
    }
    return done;
}

std::string unpackedHead(const std::filesystem::path& path, std::size_t bytes) {
    const auto source = ByteSource::open(path);
    if (!source) return {};
    std::string head(bytes, '\0');
    head.resize((*source)->read(head.data(), bytes));
    return head;
}

std::string asText(std::string_view bytes) {
    std::size_t mark = 0;
    const int utf16 = detectUtf16(bytes, mark);
    bytes.remove_prefix(mark);
    if (!utf16) return std::string(bytes);
    std::string out;
    std::uint32_t high = 0;
    convertUtf16(bytes, utf16 == 2, high, out);
    return out;
}

}  // namespace importers
