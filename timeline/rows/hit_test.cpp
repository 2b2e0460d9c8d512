// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "timeline/rows/row_geometry.h"

namespace timeline {
namespace {

using model::LaneId;
using model::LaneView;

/// How far from an event a click still means it, logical px.
constexpr double kTolerance = 3;

struct Found {
    LaneId lane = 0xffffffff;
    std::uint32_t row = 0;
    TimeNs duration = 0;
    std::size_t count = 0;
    bool isValid() const { return lane != 0xffffffff; }
};

Found longestIn(const LaneView& lane, LaneId id, TimeRange range) {
    const model::Bucket b = model::bucket(lane, range);
    if (!b.longest) return {};
    const auto row = static_cast<std::uint32_t>(*b.longest);
    return {id, row, lane.end(row) - lane.start(row), model::rowsOverlapping(lane, range).count()};
}

/// Of overlaid bars the shortest is seen; of what is narrower than a bar, the longest gives its bucket the colour.
bool isBetter(const Found& a, const Found& b, double barNs) {
    if (!b.isValid()) return true;
    const bool barA = static_cast<double>(a.duration) >= barNs, barB = static_cast<double>(b.duration) >= barNs;
    if (barA != barB) return barA;
    return barA ? a.duration < b.duration : a.duration > b.duration;
}

class Search {
public:
    Search(const RowSource& source, const RowList& list, const TimeScale& scale, double dpr, double x)
        : m_source(source), m_list(list), m_scale(scale), m_dpr(dpr), m_x(x) {}

    Found in(const Line& line) const {
        const int px = static_cast<int>(std::floor(m_x));
        const TimeRange pixel = m_scale.timesOf(px, px + 1);
        const int shift = m_scale.bucketShift();
        const TimeNs from = m_scale.timeIn(m_x) >> shift << shift;
        Found best = bestIn(line, pixel);
        if (!best.isValid()) best = bestIn(line, {from, from + (TimeNs{1} << shift)});
        return best.isValid() ? best : nearest(line);
    }

private:
    Found bestIn(const Line& line, TimeRange range) const {
        Found best;
        const double bar = 2 * m_scale.nsPerPx();
        std::size_t count = 0;
        for (const LaneId id : m_list.lanes(line)) {
            const LaneView lane = m_source.lane(id);
            if (lane.isEmpty()) continue;
            const Found f = longestIn(lane, id, range);
            if (!f.isValid()) continue;
            count += f.count;
            if (isBetter(f, best, bar)) best = f;
        }
        // A bar that covers the pixel is meant alone, whatever else ends in it.
        best.count = static_cast<double>(best.duration) >= bar ? 1 : count;
        return best;
    }

    Found nearest(const Line& line) const {
        Found best;
        double distance = kTolerance * m_dpr + 1;
        const auto reach = static_cast<TimeNs>(std::ceil(kTolerance * m_dpr * m_scale.nsPerPx()));
        const TimeNs t = m_scale.timeIn(m_x);
        for (const LaneId id : m_list.lanes(line)) {
            const LaneView lane = m_source.lane(id);
            if (lane.isEmpty()) continue;
            const auto row = model::rowNear(lane, t, reach);
            if (!row) continue;
            const double d =
                std::min(std::fabs(m_scale.x(lane.start(*row)) - m_x), std::fabs(m_scale.x(lane.end(*row)) - m_x));
            if (d >= distance) continue;
            distance = d;
            best = {id, static_cast<std::uint32_t>(*row), lane.end(*row) - lane.start(*row), 1};
        }
        return best;
    }

    const RowSource& m_source;
    const RowList& m_list;
    const TimeScale& m_scale;
    double m_dpr;
    double m_x;
};

/// The line at `y`; in the gap between two, the nearer one.
std::uint32_t lineAt(std::span<const Line> lines, double y) {
    std::uint32_t best = 0;
    double distance = 1e9;
    for (std::uint32_t i = 0; i < lines.size(); ++i) {
        const double d = std::max({0.0, lines[i].top - y, y - (lines[i].top + lines[i].height)});
        if (d >= distance) continue;
        distance = d;
        best = i;
    }
    return best;
}

}  // namespace

std::optional<Hit> hitTest(const RowSource& source, const RowList& list, const Row& row, const TimeScale& scale,
                           double dpr, double x, double y) {
    const auto lines = list.lines(row);
    if (lines.empty()) return std::nullopt;
    Hit hit;
    hit.line = lineAt(lines, y);
    const Line& line = lines[hit.line];
    if (line.style == LineStyle::Counter) {
        const model::CounterView counter = source.snapshot->counter(line.counter);
        if (counter.rows == 0) return std::nullopt;
        const std::ptrdiff_t at = counter.series->rowAt(scale.timeIn(x), counter.rows);
        if (at < 0) return std::nullopt;
        hit.row = static_cast<std::uint32_t>(at);
        hit.value = counter.series->value()[static_cast<std::size_t>(at)];
        return hit;
    }
    const Found found = Search(source, list, scale, dpr, x).in(line);
    if (!found.isValid()) return std::nullopt;
    hit.lane = found.lane;
    hit.row = found.row;
    hit.event = source.event(found.lane, found.row);
    hit.bucket = found.count > 1;
    return hit;
}

}  // namespace timeline
