// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/source_compare.h"

#include <limits>
#include <unordered_map>

namespace model {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kBlank = " \t\r";
    const auto first = text.find_first_not_of(kBlank);
    return first == std::string_view::npos ? std::string_view() : text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

std::string_view functionOf(const Snapshot& s, const SourceTable::Row& row) { return row.function ? s.text(row.function->name) : std::string_view(); }

bool isSame(const Snapshot& s, const SourceTable::Row& a, const Snapshot& t, const SourceTable::Row& b) {
    if (a.line) return a.text.empty() || b.text.empty() || trimmed(a.text) == trimmed(b.text);
    if (a.text.empty() || b.text.empty()) return functionOf(s, a) == functionOf(t, b);
    return trimmed(a.text) == trimmed(b.text);
}

std::string_view fileName(std::string_view path) {
    const auto slash = path.find_last_of("/\\");
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

}  // namespace

std::vector<std::vector<double>> valuesBefore(const Snapshot& s, const SourceTable& now, const Snapshot& other, const SourceTable& before) {
    std::vector<std::size_t> columns;  // of `before`, by column of `now`
    for (const StringId metric : now.columns) {
        std::size_t c = 0;
        while (c < before.columns.size() && other.text(before.columns[c]) != s.text(metric)) ++c;
        columns.push_back(c);
    }
    // Functions of a kernel may have instructions at the same offset.
    std::unordered_multimap<std::uint64_t, const SourceTable::Row*> rows;
    for (const SourceTable::Row& row : before.rows) rows.emplace(row.line ? row.line : row.offset, &row);
    std::vector<std::vector<double>> out(now.rows.size());
    for (std::size_t i = 0; i < now.rows.size(); ++i) {
        const SourceTable::Row& row = now.rows[i];
        const auto [first, last] = rows.equal_range(row.line ? row.line : row.offset);
        for (auto at = first; at != last && out[i].empty(); ++at) {
            if (!at->second->line != !row.line || !isSame(s, row, other, *at->second)) continue;
            for (const std::size_t c : columns) out[i].push_back(c < before.columns.size() ? at->second->values[c] : kNone);
        }
    }
    return out;
}

StringId sameFile(const Snapshot& s, StringId file, const Snapshot& other, std::span<const StringId> files) {
    StringId alike = 0;
    int count = 0;
    for (const StringId f : files) {
        if (other.text(f) == s.text(file)) return f;
        if (fileName(other.text(f)) == fileName(s.text(file))) alike = f, ++count;
    }
    return count == 1 ? alike : 0;
}

}  // namespace model
