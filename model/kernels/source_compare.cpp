// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/kernels/source_compare.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

namespace model {
namespace {

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kBlank = " \t\r";
    const auto first = text.find_first_not_of(kBlank);
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

std::string_view functionOf(const Snapshot& s, const SourceTable::Row& row) {
    return row.function ? s.text(row.function->name) : std::string_view();
}

using Texts = std::vector<std::string_view>;
using Row = SourceTable::Row;

/// Which texts of two lists are the same ones, as in a difference of two files: what both begin and end with, then
/// between texts that each has once. What lies between those and repeats is compared one by one where that is little.
class Alignment {
public:
    Alignment(const Texts& a, const Texts& b) : m_a(a), m_b(b), m_to(a.size(), kNowhere) {
        align({0, a.size(), 0, b.size()});
    }
    static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);
    /// By text of `a`, that of `b`; kNowhere = it has none.
    const std::vector<std::size_t>& to() const { return m_to; }

private:
    struct Part {
        std::size_t a, aEnd, b, bEnd;
    };
    using Pair = std::pair<std::size_t, std::size_t>;

    void align(Part p) {
        for (; p.a < p.aEnd && p.b < p.bEnd && m_a[p.a] == m_b[p.b]; ++p.a, ++p.b) m_to[p.a] = p.b;
        for (; p.a < p.aEnd && p.b < p.bEnd && m_a[p.aEnd - 1] == m_b[p.bEnd - 1]; --p.aEnd, --p.bEnd)
            m_to[p.aEnd - 1] = p.bEnd - 1;
        if (p.a == p.aEnd || p.b == p.bEnd) return;
        const std::vector<Pair> anchors = longestRise(sharedOnce(p));
        if (anchors.empty()) return alignRest(p);
        std::size_t a = p.a, b = p.b;
        for (const auto& [x, y] : anchors) {
            align({a, x, b, y});
            m_to[x] = y;
            a = x + 1, b = y + 1;
        }
        align({a, p.aEnd, b, p.bEnd});
    }

    /// Texts that each of them has once, in the order of `a`.
    std::vector<Pair> sharedOnce(const Part& p) const {
        struct Seen {
            std::size_t inA = 0, inB = 0, a = 0, b = 0;
        };
        std::unordered_map<std::string_view, Seen> seen;
        for (std::size_t i = p.a; i < p.aEnd; ++i) ++seen[m_a[i]].inA, seen[m_a[i]].a = i;
        for (std::size_t i = p.b; i < p.bEnd; ++i) ++seen[m_b[i]].inB, seen[m_b[i]].b = i;
        std::vector<Pair> out;
        for (const auto& [text, s] : seen)
            if (s.inA == 1 && s.inB == 1 && !text.empty()) out.emplace_back(s.a, s.b);
        std::sort(out.begin(), out.end());
        return out;
    }

    /// The longest of them that rises in `b`, too.
    static std::vector<Pair> longestRise(const std::vector<Pair>& pairs) {
        std::vector<std::size_t> ends, before(pairs.size(), kNowhere);  // by length, the pair with the least end
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            const auto at = std::lower_bound(ends.begin(), ends.end(), pairs[i].second,
                                             [&](std::size_t e, std::size_t b) { return pairs[e].second < b; });
            if (at != ends.begin()) before[i] = *(at - 1);
            if (at == ends.end()) ends.push_back(i);
            else *at = i;
        }
        std::vector<Pair> out;
        for (std::size_t i = ends.empty() ? kNowhere : ends.back(); i != kNowhere; i = before[i])
            out.push_back(pairs[i]);
        std::reverse(out.begin(), out.end());
        return out;
    }

    void alignRest(const Part& p) {
        constexpr std::size_t kMost = 4'000'000;  // comparisons
        const std::size_t n = p.aEnd - p.a, m = p.bEnd - p.b;
        if (n * m > kMost) return;
        std::vector<std::uint32_t> longest((n + 1) * (m + 1));  // of what is left
        const auto at = [&](std::size_t i, std::size_t k) -> std::uint32_t& { return longest[i * (m + 1) + k]; };
        for (std::size_t i = n; i-- > 0;)
            for (std::size_t k = m; k-- > 0;)
                at(i, k) = m_a[p.a + i] == m_b[p.b + k] ? at(i + 1, k + 1) + 1 : std::max(at(i + 1, k), at(i, k + 1));
        for (std::size_t i = 0, k = 0; i < n && k < m;) {
            if (m_a[p.a + i] == m_b[p.b + k]) m_to[p.a + i++] = p.b + k++;
            else at(i + 1, k) >= at(i, k + 1) ? ++i : ++k;
        }
    }

    const Texts &m_a, &m_b;
    std::vector<std::size_t> m_to;
};

std::vector<const Row*> rowsByText(const SourceTable& now, const SourceTable& before) {
    const auto texts = [](const SourceTable& table) {
        Texts out;
        for (const Row& row : table.rows) out.push_back(trimmed(row.text));
        return out;
    };
    const Texts a = texts(now), b = texts(before);
    const Alignment alignment(a, b);
    std::vector<const Row*> out;
    for (const std::size_t to : alignment.to()) out.push_back(to == Alignment::kNowhere ? nullptr : &before.rows[to]);
    return out;
}

/// By number, or by offset in functions that end alike: in code of another length the offsets are those of other
/// instructions.
std::vector<const Row*> rowsByPlace(const Snapshot& s, const SourceTable& now, const Snapshot& other,
                                    const SourceTable& before) {
    const auto ends = [](const Snapshot& from, const SourceTable& table) {
        std::unordered_map<std::string_view, std::uint64_t> out;
        for (const Row& row : table.rows) out[functionOf(from, row)] = std::max(out[functionOf(from, row)], row.offset);
        return out;
    };
    const auto endsNow = ends(s, now), endsBefore = ends(other, before);
    std::unordered_multimap<std::uint64_t, const Row*>
        rows;  // functions of a kernel may have instructions at the same offset
    for (const Row& row : before.rows) rows.emplace(row.line ? row.line : row.offset, &row);
    const auto isSame = [&](const Row& a, const Row& b) {
        const std::string_view function = functionOf(s, a);
        if (!a.line != !b.line || (!a.text.empty() && !b.text.empty() && trimmed(a.text) != trimmed(b.text)))
            return false;
        return a.line || (function == functionOf(other, b) && endsNow.at(function) == endsBefore.at(function));
    };
    std::vector<const Row*> out;
    for (const Row& row : now.rows) {
        const auto [first, last] = rows.equal_range(row.line ? row.line : row.offset);
        const auto at =
            std::find_if(first, last, [&](const auto& candidate) { return isSame(row, *candidate.second); });
        out.push_back(at == last ? nullptr : at->second);
    }
    return out;
}

std::string_view fileName(std::string_view path) {
    const auto slash = path.find_last_of("/\\");
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

}  // namespace

std::vector<std::vector<double>> valuesBefore(const Snapshot& s, const SourceTable& now, const Snapshot& other,
                                              const SourceTable& before) {
    std::vector<std::size_t> columns;  // of `before`, by column of `now`
    for (const StringId metric : now.columns) {
        std::size_t c = 0;
        while (c < before.columns.size() && other.text(before.columns[c]) != s.text(metric)) ++c;
        columns.push_back(c);
    }
    const auto rows = areMatchedByText(now, before) ? rowsByText(now, before) : rowsByPlace(s, now, other, before);
    std::vector<std::vector<double>> out(now.rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t c = 0; rows[i] && c < columns.size(); ++c)
            out[i].push_back(columns[c] < before.columns.size() ? rows[i]->values[columns[c]] : kNoNumber);
    return out;
}

bool areMatchedByText(const SourceTable& now, const SourceTable& before) { return now.hasText && before.hasText; }

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
