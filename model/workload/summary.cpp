// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/workload/summary.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace model::reports {

namespace {

/// The value that n others come before in order. Counts in ever narrower stretches of values, of which two are most
/// often enough: three times as quick as std::nth_element for many values.
std::int64_t nthValue(std::span<std::int64_t> values, std::size_t n, std::int64_t low, std::int64_t high) {
    constexpr int kBits = 11;
    constexpr std::size_t kFew = 256;
    std::vector<std::int64_t> near;
    while (values.size() > kFew && low < high) {
        const auto base = static_cast<std::uint64_t>(low);
        const int shift =
            std::max(0, static_cast<int>(std::bit_width(static_cast<std::uint64_t>(high) - base)) - kBits);
        const auto place = [&](std::int64_t v) { return (static_cast<std::uint64_t>(v) - base) >> shift; };
        std::array<std::size_t, std::size_t{1} << kBits> counts{};
        for (const std::int64_t v : values) ++counts[place(v)];
        std::uint64_t at = 0;
        while (n >= counts[at]) n -= counts[at++];
        std::vector<std::int64_t> inside;
        inside.reserve(counts[at]);
        for (const std::int64_t v : values)
            if (place(v) == at) inside.push_back(v);
        low = static_cast<std::int64_t>(base + (at << shift));
        high = std::min(high, static_cast<std::int64_t>(base + (at << shift) + ((std::uint64_t{1} << shift) - 1)));
        near = std::move(inside);
        values = near;
    }
    if (low == high) return low;
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(n), values.end());
    return values[n];
}

/// Of an even number: the mean of the two in the middle.
double medianOf(std::span<std::int64_t> values, std::int64_t min, std::int64_t max) {
    const std::size_t n = values.size();
    const std::int64_t lower = nthValue(values, (n - 1) / 2, min, max);
    if (n % 2) return static_cast<double>(lower);
    std::size_t upTo = 0;
    std::int64_t next = max;
    for (const std::int64_t v : values) {
        upTo += v <= lower;
        next = std::min(next, v > lower ? v : max);
    }
    const std::int64_t upper = upTo > n / 2 ? lower : next;
    return (static_cast<double>(lower) + static_cast<double>(upper)) / 2;
}

std::int64_t sumOf(std::span<const std::int64_t> values, std::int64_t min, std::int64_t max) {
    std::int64_t sum = 0;
    const std::int64_t most = INT64_MAX / static_cast<std::int64_t>(values.size());
    if (min >= -most && max <= most)
        for (const std::int64_t v : values) sum += v;
    else
        for (const std::int64_t v : values) sum = saturatingAdd(sum, v);
    return sum;
}

}  // namespace

Summary summarise(std::span<std::int64_t> values) {
    Summary out;
    if (values.empty()) return out;
    out.count = static_cast<std::int64_t>(values.size());
    out.min = out.max = values[0];
    for (const std::int64_t v : values) {
        out.min = std::min(out.min, v);
        out.max = std::max(out.max, v);
    }
    out.total = sumOf(values, out.min, out.max);
    out.mean = static_cast<double>(out.total) / static_cast<double>(out.count);
    out.median = static_cast<double>(values[0]);
    if (out.count == 1) return out;
    double squares = 0;
    for (const std::int64_t v : values) {
        const double d = static_cast<double>(v) - out.mean;
        squares += d * d;
    }
    out.stddev = std::sqrt(squares / static_cast<double>(out.count - 1));
    out.median = medianOf(values, out.min, out.max);
    return out;
}

SummaryRows sorted(std::vector<SummaryRow> rows) {
    SummaryRows out;
    std::sort(rows.begin(), rows.end(), [](const SummaryRow& a, const SummaryRow& b) {
        return a.summary.total != b.summary.total ? a.summary.total > b.summary.total : a.labels < b.labels;
    });
    for (const SummaryRow& r : rows) out.total = saturatingAdd(out.total, r.summary.total);
    out.rows = std::move(rows);
    return out;
}

Evidence evidenceOf(const Snapshot& s, std::vector<EventRef> events) {
    Evidence out{std::move(events), {kTimeMax, kTimeMin}};
    for (const EventRef& e : out.events) {
        const LaneView lane = s.lane(e.lane);
        out.range.begin = std::min(out.range.begin, lane.start(e.row));
        out.range.end = std::max(out.range.end, lane.end(e.row));
    }
    if (out.events.empty()) out.range = {};
    return out;
}

namespace {

constexpr double kMegabyte = 1e6;

Table tableOf(const Request& request, std::shared_ptr<const SummaryRows> all, Message why,
              Cell (*cell)(const SummaryRows&, const SummaryRow&, std::size_t)) {
    Table t;
    t.rows = all->rows.size();
    t.cell = [all, cell](std::size_t row, std::size_t column) { return cell(*all, all->rows[row], column); };
    t.evidence = [all, request](std::size_t row) {
        const SummaryRow& r = all->rows[row];
        return evidenceOf(request.report, r.tracks ? eventsNamed(request, *r.tracks, r.names) : r.events);
    };
    if (t.rows == 0) t.why = std::move(why);
    return t;
}

Cell labelOf(const SummaryRow& row, std::size_t index) {
    return index < row.labels.size() ? Cell(row.labels[index]) : Cell();
}

Cell timeRowCell(const SummaryRows& all, const SummaryRow& row, std::size_t column) {
    return column < kTimeColumns ? timeCell(row.summary, all.total, column) : labelOf(row, column - kTimeColumns);
}

Cell sizeCell(const SummaryRows&, const SummaryRow& row, std::size_t column) {
    const Summary& s = row.summary;
    switch (column) {
    case 0: return static_cast<double>(s.total) / kMegabyte;
    case 1: return s.count;
    case 2: return s.mean / kMegabyte;
    case 3: return s.median / kMegabyte;
    case 4: return static_cast<double>(s.min) / kMegabyte;
    case 5: return static_cast<double>(s.max) / kMegabyte;
    case 6: return s.stddev / kMegabyte;
    default: return labelOf(row, column - 7);
    }
}

}  // namespace

Cell timeCell(const Summary& s, std::int64_t total, std::size_t column) {
    switch (column) {
    case 0: return total ? static_cast<double>(s.total) * 100 / static_cast<double>(total) : 0.0;
    case 1: return s.total;
    case 2: return s.count;
    case 3: return s.mean;
    case 4: return s.median;
    case 5: return s.min;
    case 6: return s.max;
    default: return s.stddev;
    }
}

Table timeTable(const Request& r, std::vector<SummaryRow> rows, Message why) {
    return tableOf(r, std::make_shared<const SummaryRows>(sorted(std::move(rows))), std::move(why), timeRowCell);
}

Table sizeTable(const Request& r, std::vector<SummaryRow> rows, Message why) {
    return tableOf(r, std::make_shared<const SummaryRows>(sorted(std::move(rows))), std::move(why), sizeCell);
}

}  // namespace model::reports
