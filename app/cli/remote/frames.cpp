// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/remote/frames.h"

#include <zstd.h>
#include <cstdint>
#include <cstring>

namespace app::remote {
namespace {

constexpr std::string_view kFrameMark = "SLF1";
constexpr std::size_t kFrameHeader = 12;
constexpr int kQuick = 1;  // what is captured should not wait for its compression

void putNumber(std::string& out, std::size_t n) {
    for (int i = 0; i < 4; ++i) out += static_cast<char>(n >> (8 * i) & 0xff);
}

std::uint32_t numberAt(std::string_view bytes, std::size_t at) {
    std::uint32_t out = 0;
    for (std::size_t i = 4; i-- > 0;) out = out << 8 | static_cast<unsigned char>(bytes[at + i]);
    return out;
}

/// "u32 size, bytes" …; nothing where the sizes do not fit.
std::optional<Words> wordsOf(std::string_view raw) {
    Words out;
    for (std::size_t at = 0; at < raw.size();) {
        if (raw.size() - at < 4) return std::nullopt;
        const std::size_t size = numberAt(raw, at);
        if (raw.size() - at - 4 < size) return std::nullopt;
        out.emplace_back(raw.substr(at + 4, size));
        at += 4 + size;
    }
    return out;
}

}  // namespace

std::string frameOf(const Words& words) {
    std::string raw, out(kFrameMark);
    for (const std::string& word : words) {
        putNumber(raw, word.size());
        raw += word;
    }
    std::string stored(ZSTD_compressBound(raw.size()), '\0');
    stored.resize(ZSTD_compress(stored.data(), stored.size(), raw.data(), raw.size(), kQuick));
    putNumber(out, stored.size());
    putNumber(out, raw.size());
    return out + stored;
}

std::optional<Words> FrameReader::next() {
    if (m_broken || m_pending.size() < kFrameHeader) {
        m_broken |= !kFrameMark.starts_with(std::string_view(m_pending).substr(0, kFrameMark.size()));
        return std::nullopt;
    }
    const std::size_t stored = numberAt(m_pending, 4), size = numberAt(m_pending, 8);
    m_broken =
        !m_pending.starts_with(kFrameMark) || stored > ZSTD_compressBound(kMostFrameBytes) || size > kMostFrameBytes;
    if (m_broken || m_pending.size() - kFrameHeader < stored) return std::nullopt;
    std::string raw(size, '\0');
    const std::size_t got = ZSTD_decompress(raw.data(), size, m_pending.data() + kFrameHeader, stored);
    auto words = ZSTD_isError(got) || got != size ? std::nullopt : wordsOf(raw);
    m_broken = !words;
    m_pending.erase(0, kFrameHeader + stored);
    return words;
}

}  // namespace app::remote
