// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/profiles/json_stream.h"

#include <limits>

#include "importers/common/json_text.h"

namespace importers::profiles {

bool JsonStream::refill() {
    m_before += m_text.size();
    m_at = 0;
    m_text.resize(256 << 10);
    m_text.resize(m_read(m_text.data(), m_text.size()));
    if (m_text.empty()) m_isCut = true;
    return !m_text.empty();
}

bool JsonStream::odd() {
    if (!m_isCut) m_isOdd = true;
    return false;
}

/// The next character that is no white space; -1 at the end, and after a fault.
int JsonStream::peek() {
    if (m_isOdd) return -1;
    for (;; ++m_at) {
        if (m_at == m_text.size() && (m_isCut || !refill())) return -1;
        const char c = m_text[m_at];
        if (c != ' ' && c != '\t' && c != '\n' && c != '\r') return static_cast<unsigned char>(c);
    }
}

int JsonStream::afterCommas() {
    int c = peek();
    for (; c == ','; c = peek()) ++m_at;
    return c;
}

/// The text with its opening quote at m_at, into m_value.
bool JsonStream::readText() {
    std::string raw;
    bool escaped = false;
    ++m_at;
    for (bool after = false;; ++m_at) {
        if (m_at == m_text.size() && !refill()) return false;
        const char c = m_text[m_at];
        if (!after && c == '"') break;
        after = !after && c == '\\';
        escaped |= after;
        if (raw.size() < kMostText || (after == false && raw.ends_with('\\'))) raw += c;
    }
    ++m_at;
    m_value.clear();
    json::appendText(raw, escaped, m_value);
    return true;
}

/// A number or a word, into m_value.
bool JsonStream::readBare() {
    m_value.clear();
    for (;; ++m_at) {
        if (m_at == m_text.size() && !refill()) return false;
        const char c = m_text[m_at];
        if (json::detail::endsBare(c)) break;
        if (m_value.size() < 64) m_value += c;
    }
    return !m_value.empty() || odd();
}

bool JsonStream::text(std::string& out) {
    out.clear();
    if (peek() != '"') return skip();
    if (!readText()) return false;
    out = std::move(m_value);
    return true;
}

bool JsonStream::number(double& out) {
    out = std::numeric_limits<double>::quiet_NaN();
    const int c = peek();
    if (c == '"' || c == '{' || c == '[') return skip();
    if (c < 0 || !readBare()) return false;
    if (const auto n = json::real(m_value)) out = *n;
    return true;
}

/// Whatever comes next, without recursion: lists may lie in each other as deeply as they like.
bool JsonStream::skip() {
    std::uint64_t depth = 0;
    do {
        const int c = depth ? afterCommas() : peek();
        if (c < 0) return false;
        if (c == '{' || c == '[') ++depth, ++m_at;
        else if (c == '}' || c == ']') {
            if (depth == 0) return odd();
            --depth, ++m_at;
        } else if (c == ':' && depth) ++m_at;
        else if (!(c == '"' ? readText() : readBare())) return false;
    } while (depth);
    return true;
}

}  // namespace importers::profiles
