// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/store/counter.h"

#include <cmath>
#include <limits>

namespace model {

void MinMax::add(double v) {
    if (std::isnan(v)) return;
    if (isEmpty()) {
        min = max = v;
    } else {
        min = std::min(min, v);
        max = std::max(max, v);
    }
}

void MinMax::merge(const MinMax& o) {
    if (o.isEmpty()) return;
    add(o.min);
    add(o.max);
}

void CounterSeries::weigh(Weighted& w, double value, TimeNs ns) {
    if (!std::isfinite(value)) return;  // one infinity would spoil every sum after it
    w.integral += value * static_cast<double>(ns);
    w.weight += static_cast<double>(ns);
}

void CounterSeries::append(TimeNs t, double value) {
    const std::size_t row = rows();
    if (row % kBlock == 0 && row > 0) {  // the time of this row ends the last one of the block before
        m_time.push(t);
        Weighted w = m_ends.empty() ? Weighted{} : m_ends[m_ends.size() - 1];
        for (std::size_t i = row - kBlock; i < row; ++i) weigh(w, m_value[i], m_time[i + 1] - m_time[i]);
        m_ends.push(w);
    } else {
        m_time.push(t);
    }
    m_value.push(value);
    m_lastTime = t;
    m_gaps += std::isnan(value);
    m_block.add(value);
    if ((row + 1) % kBlock != 0) return;
    for (std::size_t l = 0; l < kMaxLevels; ++l) {
        if (!m_levels[l]) m_levels[l] = std::make_unique<Column<MinMax>>();
        Column<MinMax>& level = *m_levels[l];
        MinMax node = m_block;
        if (l > 0) {
            const Column<MinMax>& below = *m_levels[l - 1];
            node = {};
            for (std::size_t i = below.size() - kFanOut; i < below.size(); ++i) node.merge(below[i]);
        }
        level.push(node);
        if (level.size() % kFanOut != 0) break;
    }
    m_block = {};
}

MinMax CounterSeries::minMax(std::size_t a, std::size_t b, std::size_t rows) const {
    MinMax r;
    while (a < b && a % kBlock != 0) r.add(m_value[a++]);
    while (a < b && b % kBlock != 0) r.add(m_value[--b]);
    a /= kBlock;
    b /= kBlock;
    std::size_t known = rows / kBlock;
    for (std::size_t l = 0; a < b; ++l) {
        const Column<MinMax>& level = *m_levels[l];
        known /= kFanOut;
        while (a < b && (a % kFanOut != 0 || a / kFanOut >= known || l + 1 == kMaxLevels)) r.merge(level[a++]);
        while (a < b && b % kFanOut != 0) r.merge(level[--b]);
        a /= kFanOut;
        b /= kFanOut;
    }
    return r;
}

std::ptrdiff_t CounterSeries::rowAt(TimeNs t, std::size_t rows) const {
    return endsBefore(t, rows) ? -1 : static_cast<std::ptrdiff_t>(m_time.upperBound(0, rows, t)) - 1;
}

MinMax CounterSeries::minMax(TimeRange range, std::size_t rows) const {
    if (range.isEmpty() || endsBefore(range.begin, rows)) return {};
    const std::ptrdiff_t first = std::max<std::ptrdiff_t>(0, rowAt(range.begin, rows));
    const std::size_t last = m_time.lowerBound(0, rows, range.end);
    return minMax(static_cast<std::size_t>(first), std::max(last, static_cast<std::size_t>(first)), rows);
}

CounterSeries::Weighted CounterSeries::before(std::size_t row) const {
    const std::size_t block = row / kBlock;
    Weighted w = block == 0 ? Weighted{} : m_ends[block - 1];
    for (std::size_t i = block * kBlock; i < row; ++i) weigh(w, m_value[i], m_time[i + 1] - m_time[i]);
    return w;
}

CounterSeries::Weighted CounterSeries::until(TimeNs t, std::size_t rows) const {
    if (endsBefore(t, rows)) t = m_time[rows - 1];
    const std::ptrdiff_t r = rowAt(t, rows);
    if (r < 0) return {};
    const auto row = static_cast<std::size_t>(r);
    Weighted w = before(row);
    weigh(w, m_value[row], t - m_time[row]);
    return w;
}

double CounterSeries::mean(TimeRange range, std::size_t rows) const {
    if (rows == 0 || range.isEmpty()) return std::numeric_limits<double>::quiet_NaN();
    const Weighted a = until(range.begin, rows), b = until(range.end, rows);
    const double weight = b.weight - a.weight;
    if (weight > 0) return (b.integral - a.integral) / weight;
    const TimeNs last = m_time[rows - 1];
    return m_sampled && range.begin <= last && last < range.end ? m_value[rows - 1]
                                                                : std::numeric_limits<double>::quiet_NaN();
}

std::size_t CounterSeries::memoryBytes() const {
    std::size_t n = m_time.memoryBytes() + m_value.memoryBytes() + m_ends.memoryBytes();
    for (const auto& l : m_levels)
        if (l) n += l->memoryBytes();
    return n;
}

}  // namespace model
