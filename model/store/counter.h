// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "model/base/column.h"
#include "model/base/time.h"

namespace model {

/// Least and greatest value; min > max if there is none.
struct MinMax {
    double min = 0;
    double max = -1;
    bool isEmpty() const { return min > max; }
    void add(double v);
    void merge(const MinMax& o);
    bool operator==(const MinMax&) const = default;
};

/// A counter: each value holds from its time to the next one. The last value holds for ever if values are written on
/// change (memory in use). It is unknown how a sampled curve went on, so its last value holds for no time. Times do not
/// decrease. A min/max pyramid over blocks of 64 values keeps every spike, and an integral gives exact means.
class CounterSeries {
public:
    static constexpr std::size_t kBlock = 64;
    static constexpr std::size_t kFanOut = 4;
    static constexpr std::size_t kMaxLevels = 14;

    explicit CounterSeries(bool sampled = false) : m_sampled(sampled) {}

    bool isSampled() const { return m_sampled; }
    /// Whether nothing is known about `t` and later. `rows` as below.
    bool endsBefore(TimeNs t, std::size_t rows) const { return m_sampled && rows > 0 && m_time[rows - 1] < t; }

    /// `t` must not be before lastTime(). A NaN is kept as a gap: it has no value and no weight. An infinity is a
    /// value, but has no weight in means.
    void append(TimeNs t, double value);

    std::size_t rows() const { return m_time.size(); }
    /// Number of rows that are gaps; for the writer.
    std::size_t gaps() const { return m_gaps; }
    TimeNs lastTime() const { return m_lastTime; }
    const Column<TimeNs>& time() const { return m_time; }
    const Column<double>& value() const { return m_value; }
    std::size_t memoryBytes() const;

    // Queries for a reader that knows `rows` rows.

    /// Values of rows [a, b). O(log n).
    MinMax minMax(std::size_t a, std::size_t b, std::size_t rows) const;
    /// Values that hold anywhere in `range`. O(log n).
    MinMax minMax(TimeRange range, std::size_t rows) const;
    /// Time-weighted mean over the part of `range` in which a value holds. If the range holds only the last sample, its
    /// value. NaN if there is none. O(log n).
    double mean(TimeRange range, std::size_t rows) const;
    /// Row whose value holds at `t`, or the last sample exactly at its time; or -1.
    std::ptrdiff_t rowAt(TimeNs t, std::size_t rows) const;

private:
    struct Weighted {
        double integral = 0;  // value · ns
        double weight = 0;    // ns with a value
    };
    Weighted before(std::size_t row) const;
    Weighted until(TimeNs t, std::size_t rows) const;
    static void weigh(Weighted& w, double value, TimeNs ns);

    bool m_sampled;
    TimeNs m_lastTime = kTimeMin;
    std::size_t m_gaps = 0;
    Column<TimeNs> m_time;
    Column<double> m_value;
    MinMax m_block;
    Column<Weighted> m_ends;  // element i = everything before the first row of block i + 1
    std::array<std::unique_ptr<Column<MinMax>>, kMaxLevels> m_levels;
};

}  // namespace model
