// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/common/csv_text.h"

#include <algorithm>

namespace importers {
namespace {

constexpr std::size_t kChunk = 256 << 10;
constexpr std::size_t kLongestRecord = 64 << 20;
constexpr std::size_t kMostLines = 10'000;  // of one record

void addCell(std::string_view record, std::size_t& at, std::vector<std::string>& cells) {
    std::string cell;
    if (at < record.size() && record[at] == '"') {
        for (++at; at < record.size(); ++at) {
            if (record[at] != '"') cell += record[at];
            else if (at + 1 < record.size() && record[at + 1] == '"') cell += record[++at];
            else break;
        }
        at = std::min(record.find(',', at), record.size());
    } else {
        const std::size_t end = std::min(record.find(',', at), record.size());
        cell = record.substr(at, end - at);
        at = end;
    }
    cells.push_back(std::move(cell));
}

}  // namespace

bool CsvReader::fill() {
    if (m_ended) return false;
    if (m_at > kChunk || m_at == m_buffer.size()) {
        m_buffer.erase(0, m_at);
        m_at = 0;
    }
    const std::size_t old = m_buffer.size();
    m_buffer.resize(old + kChunk);
    const std::size_t got = m_source.read(m_buffer.data() + old, kChunk);
    m_buffer.resize(old + got);
    if (got == 0) m_ended = true;
    else m_lastByte = m_buffer.back();
    return got > 0;
}

std::string_view CsvReader::peek(std::size_t n) {
    while (m_buffer.size() - m_at < n && fill()) {}
    return rest().substr(0, n);
}

bool CsvReader::line(std::string_view& out) {
    std::size_t searched = 0;
    std::size_t end = std::string::npos;
    for (;;) {
        end = rest().find('\n', searched);
        if (end != std::string::npos || m_buffer.size() - m_at > kLongestRecord) break;
        searched = m_buffer.size() - m_at;
        if (!fill()) break;
    }
    if (rest().empty()) return false;
    out = rest().substr(0, end);
    m_at += end == std::string::npos ? out.size() : end + 1;
    if (out.ends_with('\r')) out.remove_suffix(1);
    ++m_line;
    return true;
}

std::size_t CsvReader::recordEnd(std::size_t& lines) {
    bool quoted = false;
    lines = 0;
    for (std::size_t i = 0;; ++i) {
        if (m_at + i >= m_buffer.size()) {
            if (i > kLongestRecord) return std::string::npos;
            if (!fill()) return quoted ? std::string::npos : i;
        }
        const char c = m_buffer[m_at + i];
        if (c == '"') quoted = !quoted;
        if (c != '\n') continue;
        if (!quoted) return i;
        if (++lines > kMostLines) return std::string::npos;
    }
}

bool CsvReader::record(std::vector<std::string>& cells) {
    cells.clear();
    m_broken = false;
    if (peek(1).empty()) return false;
    std::size_t lines = 0;
    const std::size_t end = recordEnd(lines);
    std::string_view text;
    if (end == std::string::npos) {
        m_broken = true;
        if (!line(text)) return false;
    } else {
        text = rest().substr(0, end);
        if (text.ends_with('\r')) text.remove_suffix(1);
        m_line += lines + 1;
    }
    cells = splitCsv(text);
    if (end != std::string::npos) m_at += std::min(end + 1, m_buffer.size() - m_at);
    return true;
}

std::vector<std::string> splitCsv(std::string_view record) {
    std::vector<std::string> cells;
    std::size_t at = 0;
    do addCell(record, at, cells);
    while (at++ < record.size());
    return cells;
}

}  // namespace importers
