// SPDX-License-Identifier: GPL-3.0-or-later
#include <numeric>

#include "model/base/column.h"
#include "tests/kit/check.h"
#include "tests/kit/naive.h"

using namespace model;
using C = Column<std::int64_t>;

namespace {

/// Sizes around every border between segments, and a few in between.
std::vector<std::size_t> interestingSizes() {
    std::vector<std::size_t> out{0, 1, 2, 63};
    for (std::size_t s = 0; s < 13; ++s)
        for (const std::size_t d : {0, 1, 2}) out.push_back(C::firstRow(s) + C::capacity(s) - 1 + d);
    return out;
}

std::vector<std::int64_t> contents(const C& column) {
    std::vector<std::int64_t> out;
    for (std::size_t row = 0; row < column.size();) {
        const auto run = column.run(row, column.size());
        out.insert(out.end(), run.begin(), run.end());
        row += run.size();
    }
    return out;
}

std::vector<std::int64_t> randomValues(naive::Random& random, std::size_t n) {
    std::vector<std::int64_t> v(n);
    for (auto& x : v) x = static_cast<std::int64_t>(random.bits());
    return v;
}

}  // namespace

TEST("every row has one place, and segments follow each other without a gap") {
    std::size_t segment = 0, offset = 0;
    for (std::size_t row = 0; row < C::kHeadRows + 3 * C::kFullSegment; ++row) {
        const C::Place p = C::place(row);
        if (p.segment != segment || p.offset != offset || C::firstRow(segment) + offset != row) {
            CHECK_EQ(row, std::size_t{0});
            return;
        }
        if (++offset == C::capacity(segment)) {
            ++segment;
            offset = 0;
        }
    }
    CHECK_EQ(C::capacity(0), 64u);
    CHECK_EQ(C::capacity(C::kHeadSegments - 1), 65536u);
    CHECK_EQ(C::capacity(C::kHeadSegments), 65536u);
    const C::Place last = C::place(C::kMaxRows - 1);
    CHECK_EQ(C::firstRow(last.segment) + last.offset, C::kMaxRows - 1);
}

TEST("a column holds what was pushed and appended, like a vector") {
    naive::Random random(1);
    for (const std::size_t n : interestingSizes()) {
        const std::vector<std::int64_t> expected = randomValues(random, n);
        C column;
        for (std::size_t i = 0; i < n;) {
            const std::size_t piece = std::min(n - i, static_cast<std::size_t>(random.magnitude(100'000)));
            if (random.chance(50)) {
                column.append(std::span(expected).subspan(i, piece));
            } else {
                for (std::size_t k = 0; k < piece; ++k) column.push(expected[i + k]);
            }
            i += piece;
            if (column.size() != i) CHECK_EQ(column.size(), i);
        }
        CHECK(contents(column) == expected);
        std::size_t wrong = 0;
        for (std::size_t i = 0; i < n; ++i) wrong += column[i] != expected[i];
        CHECK_EQ(wrong, std::size_t{0});
        CHECK_EQ(column.empty(), n == 0);
    }
}

TEST("elements never move while a column grows") {
    C column;
    std::vector<const std::int64_t*> addresses;
    for (std::int64_t i = 0; i < 300'000; ++i) {
        column.push(i);
        addresses.push_back(&column[static_cast<std::size_t>(i)]);
    }
    std::size_t moved = 0;
    for (std::size_t i = 0; i < addresses.size(); ++i) moved += &column[i] != addresses[i];
    CHECK_EQ(moved, std::size_t{0});
}

TEST("growing a column in place gives room for every row once") {
    naive::Random random(2);
    for (int round = 0; round < 20; ++round) {
        C column;
        std::vector<std::int64_t> expected;
        for (int piece = 0; piece < 12; ++piece) {
            const auto values = randomValues(random, static_cast<std::size_t>(random.magnitude(40'000)));
            if (random.chance(30)) {
                column.append(values);
            } else {
                for (std::size_t at = 0; at < values.size();) {
                    const auto room = column.grow(values.size() - at);
                    CHECK(!room.empty() && room.size() <= values.size() - at);
                    std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(at), room.size(), room.begin());
                    at += room.size();
                }
            }
            expected.insert(expected.end(), values.begin(), values.end());
        }
        CHECK(contents(column) == expected);
    }
}

TEST("a run ends at the end of its segment or where it was asked to end") {
    naive::Random random(3);
    C column;
    for (std::int64_t i = 0; i < 200'000; ++i) column.push(i);
    for (int round = 0; round < 2000; ++round) {
        const std::size_t row = random.index(column.size());
        const std::size_t end = row + 1 + random.index(column.size() - row);
        const auto run = column.run(row, end);
        const C::Place p = C::place(row);
        CHECK_EQ(run.size(), std::min(end - row, C::capacity(p.segment) - p.offset));
        CHECK(run.front() == static_cast<std::int64_t>(row));
        CHECK(run.back() == static_cast<std::int64_t>(row + run.size() - 1));
    }
}

TEST("bounds and partitions are those of the standard library, for every window of rows") {
    naive::Random random(4);
    for (const std::size_t n : interestingSizes()) {
        std::vector<std::int64_t> sorted(n);
        std::int64_t v = -1000;
        for (auto& x : sorted) x = v += random.chance(60) ? 0 : random.between(0, 5);
        C column;
        column.append(sorted);
        for (int round = 0; round < 200; ++round) {
            std::size_t first = random.index(n + 1), last = random.index(n + 1);
            if (round % 4 == 0) first = 0;
            if (round % 8 == 0) last = n;
            if (first > last) std::swap(first, last);
            const std::int64_t value =
                n && random.chance(90) ? sorted[random.index(n)] + random.between(-1, 1) : random.between(-2000, 2000);
            const auto a = sorted.begin() + static_cast<std::ptrdiff_t>(first),
                       b = sorted.begin() + static_cast<std::ptrdiff_t>(last);
            CHECK_EQ(column.lowerBound(first, last, value),
                     static_cast<std::size_t>(std::lower_bound(a, b, value) - sorted.begin()));
            CHECK_EQ(column.upperBound(first, last, value),
                     static_cast<std::size_t>(std::upper_bound(a, b, value) - sorted.begin()));
            const auto half = [&](std::int64_t x) { return 2 * x < value; };
            CHECK_EQ(column.partition(first, last, half),
                     static_cast<std::size_t>(std::partition_point(a, b, half) - sorted.begin()));
        }
    }
}

TEST("a small column costs one segment of 64 elements, a large one at most a segment more than it holds") {
    C column;
    CHECK_EQ(column.memoryBytes(), std::size_t{0});
    column.push(1);
    CHECK_EQ(column.memoryBytes(), 64 * sizeof(std::int64_t));
    for (std::int64_t i = 1; i < 1'000'000; ++i) column.push(i);
    CHECK(column.memoryBytes() >= column.size() * sizeof(std::int64_t));
    CHECK(column.memoryBytes() <= (column.size() + C::kFullSegment) * sizeof(std::int64_t));
}
