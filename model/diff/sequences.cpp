// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/diff/sequences.h"

#include <algorithm>
#include <deque>
#include <unordered_map>

namespace model::diff {
namespace {

constexpr std::int32_t kMostDifferences = 1000, kMostWhereMany = 250;
constexpr std::size_t kMostAtOnce = std::size_t{1} << 30;

/// Steps of the search: for each number of differences the furthest index in A, by diagonal (index in A − index in B).
/// A row of them lies behind that of one difference less, with a place in front and behind that nothing comes from.
class Search {
public:
    struct Came {
        IndexPair to;
        bool isEnd;
    };
    /// Appends the common elements up to where it comes with that many differences at most.
    Came run(std::span<const NameId> a, std::span<const NameId> b, IndexPair from, std::int32_t most,
             std::vector<IndexPair>& out) {
        m_a = a.subspan(from.first, std::min(a.size() - from.first, kMostAtOnce));
        m_b = b.subspan(from.second, std::min(b.size() - from.second, kMostAtOnce));
        m_from = from;
        const auto n = static_cast<std::int32_t>(m_a.size()), m = static_cast<std::int32_t>(m_b.size());
        for (std::int32_t d = 0; d <= most; ++d) {
            if (m_rows.size() < begin(d + 1)) m_rows.resize(begin(d + 1));
            std::int32_t* row = m_rows.data() + begin(d);
            row[0] = row[d + 2] = kNowhere;
            for (std::int32_t i = 0; i <= d; ++i) {
                const std::int32_t k = 2 * i - d;
                std::int32_t x = start(d, k);
                if (x >= 0)
                    while (x < n && x - k < m &&
                           m_a[static_cast<std::size_t>(x)] == m_b[static_cast<std::size_t>(x - k)])
                        ++x;
                row[i + 1] = x;
                if (x == n && x - k == m) return {back(d, k, out), true};
            }
        }
        return {back(most, furthest(most), out), false};
    }

private:
    static constexpr std::int32_t kNowhere = -(1 << 30);
    static std::size_t begin(std::int32_t d) {
        return static_cast<std::size_t>(d) * (static_cast<std::size_t>(d) + 5) / 2;
    }  // sum of d + 3
    /// Diagonals next to those of the row are its empty places.
    std::int32_t at(std::int32_t d, std::int32_t k) const {
        return m_rows[begin(d) + static_cast<std::size_t>((k + d) / 2 + 1)];
    }
    /// Where diagonal k is entered with d differences: from above (an element of B is left out) or from the left (one
    /// of A); below 0 = nowhere.
    std::int32_t start(std::int32_t d, std::int32_t k) const {
        if (d == 0) return 0;
        const std::int32_t *before = m_rows.data() + begin(d - 1) + (k + d) / 2, above = before[1],
                           left = before[0] + 1;
        return std::max(above - k <= static_cast<std::int32_t>(m_b.size()) ? above : kNowhere,
                        left <= static_cast<std::int32_t>(m_a.size()) ? left : kNowhere);
    }
    /// Walks from the end of diagonal k to the beginning; returns where it set out.
    IndexPair back(std::int32_t d, std::int32_t k, std::vector<IndexPair>& out) const {
        const auto pair = [this](std::int32_t x, std::int32_t diagonal) {
            return IndexPair{m_from.first + static_cast<std::uint32_t>(x),
                             m_from.second + static_cast<std::uint32_t>(x - diagonal)};
        };
        std::int32_t x = at(d, k);
        const IndexPair end = pair(x, k);
        const std::size_t first = out.size();
        for (;; x = at(--d, k)) {
            const std::int32_t entered = start(d, k);
            for (; x > entered; --x) out.push_back(pair(x - 1, k));
            if (d == 0) break;
            k += at(d - 1, k - 1) + 1 == entered ? -1 : 1;
        }
        std::reverse(out.begin() + static_cast<std::ptrdiff_t>(first), out.end());
        return end;
    }
    /// The diagonal that has come furthest in both.
    std::int32_t furthest(std::int32_t d) const {
        std::int32_t best = 0;
        std::int64_t most = -1;
        for (std::int32_t k = -d; k <= d; k += 2)
            if (const std::int64_t x = at(d, k); x >= 0 && 2 * x - k > most) most = 2 * x - k, best = k;
        return best;
    }

    std::span<const NameId> m_a, m_b;
    IndexPair m_from;
    std::vector<std::int32_t> m_rows;
};

/// Neighbouring elements of one range as one: the range and where it begins.
struct Stretches {
    std::vector<NameId> ranges;
    std::vector<std::uint32_t> begins;  // and the end of the last one
};
Stretches stretchesOf(std::span<const Token> tokens, std::uint32_t begin, std::uint32_t end) {
    Stretches out;
    for (std::uint32_t i = begin; i < end; ++i)
        if (i == begin || tokens[i].range == 0 || tokens[i].range != tokens[i - 1].range) {
            out.ranges.push_back(tokens[i].range);
            out.begins.push_back(i);
        }
    out.begins.push_back(end);
    return out;
}

/// Cuts a run at the ranges that both sides have.
void addByRange(std::span<const Token> a, std::span<const Token> b, const Run& run, std::vector<Run>& out) {
    const Stretches sa = stretchesOf(a, run.beginA, run.endA), sb = stretchesOf(b, run.beginB, run.endB);
    std::uint32_t atA = 0, atB = 0;
    const auto rest = [&](std::uint32_t untilA, std::uint32_t untilB) {
        const Run between{sa.begins[atA], sa.begins[untilA], sb.begins[atB], sb.begins[untilB]};
        if (between.beginA < between.endA || between.beginB < between.endB) out.push_back(between);
    };
    for (const auto& [i, j] : commonSequence(sa.ranges, sb.ranges)) {
        if (sa.ranges[i] == 0) continue;
        rest(i, j);
        out.push_back({sa.begins[i], sa.begins[i + 1], sb.begins[j], sb.begins[j + 1]});
        atA = i + 1, atB = j + 1;
    }
    rest(static_cast<std::uint32_t>(sa.ranges.size()), static_cast<std::uint32_t>(sb.ranges.size()));
}

std::vector<NameId> column(std::span<const Token> tokens, NameId Token::*of) {
    std::vector<NameId> out;
    out.reserve(tokens.size());
    for (const Token& t : tokens) out.push_back(t.*of);
    return out;
}

}  // namespace

namespace {

/// Appends, with indices from those on.
void addCommon(std::span<const NameId> a, std::span<const NameId> b, IndexPair from, std::vector<IndexPair>& out) {
    static thread_local Search
        search;  // a comparison makes thousands, and new memory costs more than what is done in it
    IndexPair at{0, 0};
    const std::size_t first = out.size();
    // A search costs the square of its differences: where there are many, more and shorter ones are made.
    for (std::int32_t most = kMostDifferences; at.first < a.size() && at.second < b.size();) {
        const std::size_t known = out.size();
        const Search::Came came = search.run(a, b, at, most, out);
        at = came.to;
        most =
            came.isEnd || out.size() - known > 4 * static_cast<std::size_t>(most) ? kMostDifferences : kMostWhereMany;
    }
    for (std::size_t i = first; i < out.size(); ++i) out[i].first += from.first, out[i].second += from.second;
}

}  // namespace

std::vector<IndexPair> commonSequence(std::span<const NameId> a, std::span<const NameId> b) {
    std::vector<IndexPair> out;
    addCommon(a, b, {0, 0}, out);
    return out;
}

std::vector<Run> runsBetween(std::span<const IndexPair> common, std::size_t sizeA, std::size_t sizeB) {
    std::vector<Run> out;
    Run run;
    const auto close = [&](std::uint32_t a, std::uint32_t b) {
        run.endA = a, run.endB = b;
        if (run.beginA < a || run.beginB < b) out.push_back(run);
        run.beginA = a + 1, run.beginB = b + 1;
    };
    for (const auto& [i, j] : common) close(i, j);
    close(static_cast<std::uint32_t>(sizeA), static_cast<std::uint32_t>(sizeB));
    return out;
}

std::vector<IndexPair> matchedLines(std::span<const std::int64_t> a, std::span<const std::int64_t> b) {
    std::unordered_map<std::int64_t, std::deque<std::uint32_t>> free;
    for (std::uint32_t j = 0; j < b.size(); ++j) free[b[j]].push_back(j);
    std::vector<bool> taken(b.size());
    std::vector<std::uint32_t> others;
    std::vector<IndexPair> out;
    for (std::uint32_t i = 0; i < a.size(); ++i) {
        const auto same = free.find(a[i]);
        if (same == free.end() || same->second.empty()) {
            others.push_back(i);
            continue;
        }
        taken[same->second.front()] = true;
        out.push_back({i, same->second.front()});
        same->second.pop_front();
    }
    for (std::uint32_t j = 0, i = 0; j < b.size() && i < others.size(); ++j)
        if (!taken[j]) out.push_back({others[i++], j});
    return out;
}

std::vector<IndexPair> matched(std::span<const Token> a, std::span<const Token> b) {
    std::vector<IndexPair> same, out;
    addCommon(column(a, &Token::name), column(b, &Token::name), {0, 0}, same);
    const std::vector<NameId> baseA = column(a, &Token::base), baseB = column(b, &Token::base);
    auto next = same.begin();
    for (const Run& run : runsBetween(same, a.size(), b.size())) {
        while (next != same.end() && next->first < run.beginA) out.push_back(*next++);
        addCommon(std::span(baseA).subspan(run.beginA, run.endA - run.beginA),
                  std::span(baseB).subspan(run.beginB, run.endB - run.beginB), {run.beginA, run.beginB}, out);
    }
    out.insert(out.end(), next, same.end());
    return out;
}

std::vector<Run> differences(std::span<const Token> a, std::span<const Token> b) {
    std::vector<Run> out;
    const std::vector<IndexPair> same = matched(a, b);
    for (const auto& [i, j] : same)
        if (a[i].name != b[j].name) out.push_back({i, i + 1, j, j + 1});
    for (const Run& run : runsBetween(same, a.size(), b.size())) {
        if (run.beginA < run.endA && run.beginB < run.endB) addByRange(a, b, run, out);
        else out.push_back(run);
    }
    return out;
}

}  // namespace model::diff
