// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/query.h"

#include <algorithm>
#include <cmath>

namespace model {
namespace {

std::size_t firstStartingAt(const LaneView& lane, TimeNs t) { return lane.lane->start().lowerBound(0, lane.rows, t); }

/// First row that ends after t. Ends are sorted in a lane.
std::size_t firstEndingAfter(const LaneView& lane, TimeNs t) { return lane.lane->end().upperBound(0, lane.rows, t); }

/// Sum of the durations of rows [0, row).
TimeNs durationsBefore(const LaneView& lane, std::size_t row) {
    const std::size_t block = lane.lane->hasSummaries() ? row / BlockPyramid::kBlock : 0;
    TimeNs sum = lane.lane->pyramid().busyBefore(block);
    for (std::size_t i = block * BlockPyramid::kBlock; i < row; ++i) sum += lane.end(i) - lane.start(i);
    return sum;
}

/// Busy time before t, given the first row that starts at or after t.
TimeNs busyUntil(const LaneView& lane, TimeNs t, std::size_t row) {
    if (row == 0) return 0;
    const TimeNs start = lane.start(row - 1);
    return durationsBefore(lane, row - 1) + std::min(t, lane.end(row - 1)) - start;
}

void addRow(const LaneView& lane, std::size_t i, TimeRange clip, Summary& into) {
    const TimeNs start = lane.start(i), end = lane.end(i);
    into.see(end - start, static_cast<std::uint32_t>(i));
    into.weigh(lane.name(i), static_cast<float>(std::min(end, clip.end) - std::max(start, clip.begin)));
}

constexpr TimeRange kAllTime{kTimeMin, kTimeMax};

/// Summary of rows [a, b), whole durations.
void addRows(const LaneView& lane, std::size_t a, std::size_t b, Summary& into) {
    constexpr std::size_t kBlock = BlockPyramid::kBlock;
    const bool blocks = lane.lane->hasSummaries();
    while (a < b && (!blocks || a % kBlock != 0)) addRow(lane, a++, kAllTime, into);
    while (a < b && b % kBlock != 0) addRow(lane, --b, kAllTime, into);
    if (a < b) lane.lane->pyramid().collect(a / kBlock, b / kBlock, lane.rows / kBlock, into);
}

}  // namespace

RowRange rowsOverlapping(const LaneView& lane, TimeRange range) {
    if (range.isEmpty() || lane.rows == 0) return {};
    const std::size_t last = firstStartingAt(lane, range.end);
    // Rows that start before the range overlap if they end inside; of those that start at its begin, all do.
    std::size_t first = std::min(firstEndingAfter(lane, range.begin), firstStartingAt(lane, range.begin));
    first = std::min(first, last);
    return {first, last};
}

std::size_t countStarting(const LaneView& lane, TimeRange range) {
    if (range.isEmpty()) return 0;
    return firstStartingAt(lane, range.end) - firstStartingAt(lane, range.begin);
}

TimeNs busyTime(const LaneView& lane, TimeRange range) {
    if (range.isEmpty() || lane.rows == 0) return 0;
    return busyUntil(lane, range.end, firstStartingAt(lane, range.end)) -
           busyUntil(lane, range.begin, firstStartingAt(lane, range.begin));
}

std::optional<std::size_t> rowAt(const LaneView& lane, TimeNs t) {
    // Several rows can start at t when those before the last have zero length: the one that covers t is the last.
    const std::size_t next = lane.lane->start().upperBound(0, lane.rows, t);
    if (next == 0) return std::nullopt;
    const std::size_t row = next - 1;
    if (t < lane.end(row) || t == lane.start(row)) return row;
    return std::nullopt;
}

std::optional<std::size_t> rowNear(const LaneView& lane, TimeNs t, TimeNs tolerance) {
    if (const auto exact = rowAt(lane, t)) return exact;
    const std::size_t next = lane.lane->start().upperBound(0, lane.rows, t);
    std::optional<std::size_t> best;
    TimeNs distance = tolerance;
    if (next > 0) {
        const TimeNs d = saturatingSub(t, lane.end(next - 1));
        if (d <= distance) {
            best = next - 1;
            distance = d;
        }
    }
    if (next < lane.rows) {
        const TimeNs d = saturatingSub(lane.start(next), t);
        if (d < distance || (d == distance && !best)) best = next;
    }
    return best;
}

Bucket bucket(const LaneView& lane, TimeRange range) {
    Bucket out;
    if (range.isEmpty() || lane.rows == 0) return out;
    const std::size_t s0 = firstStartingAt(lane, range.begin), s1 = firstStartingAt(lane, range.end);
    out.busy = busyUntil(lane, range.end, s1) - busyUntil(lane, range.begin, s0);
    out.count = s1 - s0;
    const RowRange rows{std::min(firstEndingAfter(lane, range.begin), s0), s1};
    if (rows.first >= rows.last) return out;

    // Only the first and the last row can stick out of the range.
    Summary sum;
    addRow(lane, rows.first, range, sum);
    if (rows.count() > 1) {
        addRows(lane, rows.first + 1, rows.last - 1, sum);
        addRow(lane, rows.last - 1, range, sum);
    }
    out.longest = sum.longest;
    const Summary::Share top = sum.dominant();
    if (top.ns > 0) {
        out.dominant = top.name;
        // A counter understates by at most (busy - sum of counters) / 5; a little more covers rounding in float.
        const double busy = static_cast<double>(out.busy);
        const double error = (busy - static_cast<double>(sum.sum())) / (Summary::kCounters + 1) + busy * 1e-5 + 0.5;
        out.certified = static_cast<double>(sum.lead()) >= error || rows.count() == 1;
    } else {
        out.dominant = lane.name(sum.longest);
        out.certified = rows.count() == 1;
    }
    return out;
}

namespace {

/// Exact ink of a few buckets, where the bins do not reach.
Ink inkOf(const LaneView& lane, TimeRange range) {
    const Bucket b = bucket(lane, range);
    if (!b.longest) return {};
    const double part = static_cast<double>(b.busy) / static_cast<double>(range.length());
    return {b.dominant, static_cast<std::uint8_t>(std::clamp(part * 255 + 0.5, 1.0, 255.0))};
}

TimeNs bucketStart(std::int64_t index, int shift) {
    const std::int64_t limit = kTimeMax >> shift;
    return std::clamp(index, -limit, limit) << shift;
}

}  // namespace

bool inkBuckets(const LaneView& lane, std::int64_t first, int shift, std::span<Ink> out) {
    if (!lane.mip || shift < lane.mip->baseShift()) return false;
    const int level = shift - lane.mip->baseShift();
    std::int64_t known = first;  // buckets below this come from the bins
    if (lane.mip->hasLevel(level, lane.mipBins)) {
        known = std::clamp(lane.mipBins >> level, first, first + static_cast<std::int64_t>(out.size()));
        static thread_local std::vector<TimeMip::Bin> bins;
        bins.resize(static_cast<std::size_t>(known - first));
        lane.mip->read(level, first, bins.size(), bins.data());
        for (std::size_t i = 0; i < bins.size(); ++i) out[i] = {bins[i].name, bins[i].busy};
    }
    // What is left holds the newest events, or is a level on which the whole lane is a bucket or two.
    std::fill(out.begin() + (known - first), out.end(), Ink{});
    const std::int64_t from = std::max(known, lane.start(0) >> shift);
    const std::int64_t to =
        std::min(first + static_cast<std::int64_t>(out.size()), (lane.end(lane.rows - 1) >> shift) + 1);
    for (std::int64_t i = from; i < to; ++i) {
        Ink& ink = out[static_cast<std::size_t>(i - first)];
        ink = inkOf(lane, {bucketStart(i, shift), bucketStart(i + 1, shift)});
    }
    return true;
}

void visibleRows(const LaneView& lane, TimeRange range, TimeNs minWidth, std::vector<std::uint32_t>& rows) {
    const RowRange r = rowsOverlapping(lane, range);
    const auto& starts = lane.lane->start();
    for (std::size_t i = r.first; i < r.last;) {
        rows.push_back(static_cast<std::uint32_t>(i));
        const TimeNs start = lane.start(i), end = lane.end(i);
        ++i;
        if (end - start >= minWidth || i >= r.last) continue;
        // Pass over the short rows that start within minWidth, but never over one that is itself wide enough to see.
        const TimeNs until = start + minWidth;
        std::size_t steps = 0;
        while (i < r.last && lane.start(i) < until && lane.end(i) - lane.start(i) < minWidth) {
            if (++steps == 8) {  // crowded: jump, looking only at the last of them, which alone can reach out
                const std::size_t next = starts.lowerBound(i, r.last, until);
                if (next > i + 1) i = next - 1;
                steps = 0;
            } else ++i;
        }
    }
}

void counterBuckets(const CounterView& counter, std::int64_t first, int shift, std::span<MinMax> out) {
    constexpr std::size_t kBlock = CounterSeries::kBlock;
    constexpr std::size_t kMany = 16 * kBlock;
    std::fill(out.begin(), out.end(), MinMax{});
    if (counter.rows == 0) return;
    const Column<TimeNs>& time = counter.series->time();
    // Row that holds at the left border, then one search a bucket in what remains.
    std::size_t left = time.upperBound(0, counter.rows, bucketStart(first, shift));
    if (left > 0) --left;
    for (std::size_t i = 0; i < out.size(); ++i) {
        if (counter.series->endsBefore(bucketStart(first + static_cast<std::int64_t>(i), shift), counter.rows)) break;
        const TimeNs end = bucketStart(first + static_cast<std::int64_t>(i) + 1, shift);
        std::size_t right = time.lowerBound(left, counter.rows, end);
        if (right > left) {
            const bool many = right - left > kMany;
            const std::size_t a = many ? left / kBlock * kBlock : left;
            const std::size_t b = many ? std::min(counter.rows, (right + kBlock - 1) / kBlock * kBlock) : right;
            out[i] = counter.series->minMax(a, b, counter.rows);
            // The value that holds at the right border belongs to the next bucket, too.
            left = right < counter.rows && time[right] == end ? right : right - 1;
        }
    }
}

bool holds(const Snapshot& s, EventRef ref) { return ref.lane < s.laneCount() && ref.row < s.lane(ref.lane).rows; }

Event eventAt(const Snapshot& s, EventRef ref) { return s.lane(ref.lane).lane->row(ref.row); }

TrackId trackOf(const Snapshot& s, EventRef ref) { return s.lane(ref.lane).lane->track(); }

}  // namespace model
