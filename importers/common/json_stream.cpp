// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/common/json_stream.h"

#include <algorithm>

namespace importers::json {

namespace {
constexpr std::size_t kChunk = 256 << 10, kLongestValue = 64 << 20;
}

bool Stream::grow() {
    if (m_ended) return false;
    m_text.erase(0, m_at);
    m_before += m_at;
    m_size -= m_at;
    m_at = 0;
    const std::size_t more = std::max(kChunk, m_size);  // a long value is not scanned again for each chunk
    m_text.resize(m_size + more + kPadding);
    const std::size_t got = m_source.read(m_text.data() + m_size, more);
    m_size += got;
    m_text.resize(m_size);
    m_text.resize(m_size + kPadding, '\0');
    m_ended = got < more;
    return got > 0;
}

char Stream::peek() {
    for (;;) {
        if (m_at < m_size) {
            if (!detail::isSpace(m_text[m_at])) return m_text[m_at];
            ++m_at;
        } else if (!grow()) {
            return 0;
        }
    }
}

bool Stream::consume(char c) {
    if (peek() != c) return fail(peek() == 0 ? Status::End : Status::Error);
    ++m_at;
    return true;
}

bool Stream::string(Value& out) {
    if (peek() != '"') return fail(peek() == 0 ? Status::End : Status::Error);
    return value(out);
}

bool Stream::value(Value& out) {
    peek();
    for (;;) {
        Scanner scan(m_text.data() + m_at, m_text.data() + m_size);
        const Status status = m_size > m_at ? scan.value(out) : Status::End;
        if (status == Status::Ok) {
            m_at = static_cast<std::size_t>(scan.at - m_text.data());
            return true;
        }
        if (status == Status::Error || m_size - m_at > kLongestValue) return fail(Status::Error);
        if (!grow()) return fail(Status::End);
    }
}

bool Stream::skip() {
    Value part;
    if (peek() != '{' && peek() != '[') return value(part);
    std::size_t depth = 0;
    do {
        const char* const end = m_text.data() + m_size;
        m_at = static_cast<std::size_t>(detail::quoteOrBracket(m_text.data() + m_at, end) - m_text.data());
        if (m_at >= m_size) {
            if (!grow()) return fail(Status::End);
            continue;
        }
        const char c = m_text[m_at];
        if (c == '"') {
            if (!value(part)) return false;
            continue;
        }
        ++m_at;
        if (c == '{' || c == '[') ++depth;
        else --depth;
    } while (depth > 0);
    return true;
}

}  // namespace importers::json
