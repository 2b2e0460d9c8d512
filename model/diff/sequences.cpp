// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/diff/sequences.h"

#include <algorithm>
#include <deque>
#include <unordered_map>

namespace model::diff {
namespace {

constexpr std::int64_t kMostDifferences = 1000;

/// Steps of the search: for each number of differences the furthest index in A, by diagonal (index in A − index in B).
class Search {
public:
    Search(std::span<const NameId> a, std::span<const NameId> b) : m_a(a), m_b(b), m_n(std::ssize(a)), m_m(std::ssize(b)) {}

    /// Appends the common elements up to where it came, and returns that place.
    IndexPair run(std::uint32_t fromA, std::uint32_t fromB, std::vector<IndexPair>& out) {
        for (std::int64_t d = 0; d <= kMostDifferences; ++d) {
            std::vector<std::int64_t> furthestOf(static_cast<std::size_t>(2 * d + 1), -1);
            for (std::int64_t k = -d; k <= d; k += 2) {
                std::int64_t x = start(d, k);
                if (x < 0) continue;
                while (x < m_n && x - k < m_m && m_a[static_cast<std::size_t>(x)] == m_b[static_cast<std::size_t>(x - k)]) ++x;
                furthestOf[static_cast<std::size_t>(k + d)] = x;
                if (x == m_n && x - k == m_m) return back(x, d, k, fromA, fromB, out);
            }
            m_steps.push_back(std::move(furthestOf));
        }
        return furthest(fromA, fromB, out);
    }

private:
    std::int64_t at(std::int64_t d, std::int64_t k) const {
        return k < -d || k > d ? -1 : m_steps[static_cast<std::size_t>(d)][static_cast<std::size_t>(k + d)];
    }
    std::int64_t inside(std::int64_t x, std::int64_t k) const { return x >= 0 && x <= m_n && x - k >= 0 && x - k <= m_m ? x : -1; }
    /// Where diagonal k is entered with d differences: from above (an element of B is left out) or from the left (one of A); -1 = nowhere.
    std::int64_t start(std::int64_t d, std::int64_t k) const {
        if (d == 0) return 0;
        const std::int64_t left = at(d - 1, k - 1);
        return std::max(inside(at(d - 1, k + 1), k), inside(left < 0 ? -1 : left + 1, k));
    }
    /// Walks from index x of A on diagonal k to the beginning; returns where it set out.
    IndexPair back(std::int64_t x, std::int64_t d, std::int64_t k, std::uint32_t fromA, std::uint32_t fromB, std::vector<IndexPair>& out) const {
        const IndexPair end{fromA + static_cast<std::uint32_t>(x), fromB + static_cast<std::uint32_t>(x - k)};
        const std::size_t first = out.size();
        for (;; x = at(--d, k)) {
            const std::int64_t entered = start(d, k);
            for (; x > entered; --x) out.push_back({fromA + static_cast<std::uint32_t>(x - 1), fromB + static_cast<std::uint32_t>(x - 1 - k)});
            if (d == 0) break;
            const std::int64_t left = at(d - 1, k - 1);
            k += left >= 0 && left + 1 == entered ? -1 : 1;
        }
        std::reverse(out.begin() + static_cast<std::ptrdiff_t>(first), out.end());
        return end;
    }
    IndexPair furthest(std::uint32_t fromA, std::uint32_t fromB, std::vector<IndexPair>& out) const {
        const auto d = std::ssize(m_steps) - 1;
        std::int64_t best = -1, diagonal = 0;
        for (std::int64_t k = -d; k <= d; k += 2)
            if (const std::int64_t x = at(d, k); x >= 0 && 2 * x - k > best) best = 2 * x - k, diagonal = k;
        return back(at(d, diagonal), d, diagonal, fromA, fromB, out);
    }

    std::span<const NameId> m_a, m_b;
    std::int64_t m_n, m_m;
    std::vector<std::vector<std::int64_t>> m_steps;
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
    for (const Token& t : tokens) out.push_back(t.*of);
    return out;
}

}  // namespace

std::vector<IndexPair> commonSequence(std::span<const NameId> a, std::span<const NameId> b) {
    std::vector<IndexPair> out;
    IndexPair at{0, 0};
    while (at.first < a.size() && at.second < b.size()) at = Search(a.subspan(at.first), b.subspan(at.second)).run(at.first, at.second, out);
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
    std::vector<IndexPair> out;
    const std::vector<IndexPair> same = commonSequence(column(a, &Token::name), column(b, &Token::name));
    auto next = same.begin();
    for (const Run& run : runsBetween(same, a.size(), b.size())) {
        for (; next != same.end() && next->first < run.beginA; ++next) out.push_back(*next);
        if (run.beginA == run.endA || run.beginB == run.endB) continue;
        const auto partA = a.subspan(run.beginA, run.endA - run.beginA), partB = b.subspan(run.beginB, run.endB - run.beginB);
        for (const auto& [i, j] : commonSequence(column(partA, &Token::base), column(partB, &Token::base))) out.push_back({run.beginA + i, run.beginB + j});
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
