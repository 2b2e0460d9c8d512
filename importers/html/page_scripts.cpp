// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/html/page_scripts.h"

#include <algorithm>
#include <cctype>

namespace importers::html {
namespace {

constexpr std::size_t kStep = 1 << 20;
constexpr std::size_t kMaxTag = 64 << 10;

bool matches(const char* at, std::string_view lower) {
    for (std::size_t i = 0; i < lower.size(); ++i)
        if (std::tolower(static_cast<unsigned char>(at[i])) != lower[i]) return false;
    return true;
}

}  // namespace

bool PageScripts::grow() {
    if (m_ended) return false;
    m_window.erase(0, m_at);
    m_at = 0;
    const std::size_t old = m_window.size();
    m_window.resize(old + kStep);
    const std::size_t got = m_source.read(m_window.data() + old, kStep);
    m_window.resize(old + got);
    m_ended = got < kStep;
    return got > 0;
}

/// Looks for a word in letters of either case, reading on as far as needed. `length` = bytes before it; where it is not
/// found, those that are certainly without it.
bool PageScripts::find(std::string_view lower, std::size_t limit, std::size_t& length) {
    for (length = 0; length < limit;) {
        const std::size_t at = m_window.find(lower.front(), m_at + length);
        length = std::min(at, m_window.size()) - m_at;
        if (m_at + length + lower.size() <= m_window.size()) {
            if (matches(m_window.data() + m_at + length, lower)) return length < limit;
            ++length;
        } else if (!grow()) {
            length = m_window.size() - m_at;
            return false;
        }
    }
    return false;
}

/// The rest of a tag up to its ">"; false where another "<" comes first, or nothing.
bool PageScripts::tag(std::string& out) {
    for (std::size_t n = 0; n < kMaxTag;) {
        const std::size_t at = m_window.find_first_of("<>", m_at + n);
        n = std::min(at, m_window.size()) - m_at;
        if (at == std::string::npos) {
            if (!grow()) break;
            continue;
        }
        const bool whole = m_window[at] == '>';
        if (whole) out = m_window.substr(m_at, n);
        m_at += n + whole;
        return whole;
    }
    m_at = std::min(m_window.size(), m_at + kMaxTag);
    return false;
}

bool PageScripts::next(Script& out) {
    constexpr std::string_view open = "<script", close = "</script";
    out = {};
    for (;;) {
        std::size_t before = 0;
        const bool found = find(open, kStep, before);
        m_at += before;
        if (!found) {
            if (m_ended && m_at >= m_window.size()) return false;
            continue;
        }
        m_at += open.size();
        if (!tag(out.tag)) continue;
        std::size_t length = 0;
        out.cutOff = !find(close, kMaxScript, length);
        out.content = m_window.substr(m_at, length);
        m_at += length;
        return true;
    }
}

}  // namespace importers::html
