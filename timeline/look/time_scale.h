// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "model/base/time.h"

namespace timeline {

using model::TimeNs;
using model::TimeRange;

/// One nanosecond is never wider than this many device pixels.
inline constexpr double kMaxPxPerNs = 64;

/// The part of time on screen. The left edge is a whole nanosecond plus a fraction of one. So deep zooms can still be
/// panned by single pixels, and a zoom keeps the time under the pointer.
struct VisibleRange {
    TimeNs begin = 0;
    double fraction = 0;  ///< ns in [0, 1), added to begin
    double length = 1;    ///< ns, > 0

    static VisibleRange of(TimeRange r) { return {r.begin, 0, std::max(1.0, static_cast<double>(r.length()))}; }
    /// The smallest range of whole nanoseconds that contains everything visible.
    TimeRange outer() const { return {begin, model::saturatingAdd(begin, ceilNs(fraction + length))}; }
    bool operator==(const VisibleRange&) const = default;

    /// The range with its left edge moved by `ns` (may be fractional or negative), same length.
    VisibleRange movedBy(double ns) const {
        const double limit = static_cast<double>(model::kTimeLimit);
        const double sum = fraction + std::clamp(ns, -limit, limit);
        const double whole = std::floor(sum);
        VisibleRange r = *this;
        r.begin = model::saturatingAdd(begin, static_cast<TimeNs>(whole));
        r.fraction = sum - whole;
        return r;
    }

private:
    static TimeNs ceilNs(double ns) {
        return static_cast<TimeNs>(std::ceil(std::min(ns, static_cast<double>(model::kTimeLimit) * 2)));
    }
};

/// Time ↔ device pixels of an area that is `width` pixels wide. Pixel p shows [timeAt(p), timeAt(p + 1)). Integers are
/// subtracted first, so that nanoseconds stay exact far from zero.
class TimeScale {
public:
    TimeScale() = default;
    TimeScale(VisibleRange range, int width)
        : m_range(range), m_width(std::max(1, width)), m_nsPerPx(range.length / m_width),
          m_pxPerNs(m_width / range.length) {}
    TimeScale(TimeRange range, int width) : TimeScale(VisibleRange::of(range), width) {}

    bool operator==(const TimeScale& o) const { return m_range == o.m_range && m_width == o.m_width; }

    const VisibleRange& range() const { return m_range; }
    int width() const { return m_width; }  ///< device pixels
    double nsPerPx() const { return m_nsPerPx; }
    double pxPerNs() const { return m_pxPerNs; }

    /// Exact position of t in device pixels from the left edge; may lie outside [0, width].
    double x(TimeNs t) const {
        return (static_cast<double>(model::saturatingSub(t, m_range.begin)) - m_range.fraction) * m_pxPerNs;
    }
    /// The pixel that contains t, clamped to [-1, width]. A tiny amount is added, so that a time on the border between
    /// two pixels does not jump between them while the view is panned by whole pixels.
    int pixel(TimeNs t) const { return floorPx(std::clamp(x(t) + kHair, -1.0, static_cast<double>(m_width))); }
    /// std::floor for values that fit an int. A library call for each bar would be noticeable.
    static int floorPx(double v) {
        const int i = static_cast<int>(v);
        return i - (static_cast<double>(i) > v);
    }
    /// The time at a position, rounded to the nearest nanosecond.
    TimeNs timeAt(double px) const {
        return at(px, [](double v) { return std::round(v); });
    }
    /// The nanosecond that contains the position.
    TimeNs timeIn(double px) const {
        return at(px, [](double v) { return std::floor(v); });
    }
    /// Whole nanoseconds that the pixels [x0, x1) touch.
    TimeRange timesOf(int x0, int x1) const {
        return {timeIn(x0), at(x1, [](double v) { return std::ceil(v); })};
    }

    /// Buckets are 2^bucketShift ns wide, which is 1 to 2 device pixels, and at least 1 ns. They lie on an absolute
    /// grid that panning does not change.
    int bucketShift() const {
        if (m_nsPerPx <= 1) return 0;
        const auto whole = static_cast<std::uint64_t>(std::ceil(m_nsPerPx - kHair));
        return std::bit_width(whole - 1);
    }
    /// First bucket that is at least partly visible, and the number of buckets up to the right edge.
    std::int64_t firstBucket() const { return m_range.begin >> bucketShift(); }
    std::size_t bucketCount() const {
        return static_cast<std::size_t>(((m_range.outer().end - 1) >> bucketShift()) - firstBucket() + 1);
    }

    /// Zoomed so that one pixel shows `factor` times as much time (< 1 = closer), with the time at `px` unchanged.
    VisibleRange zoomedAt(double px, double factor) const {
        const double minLength = m_width / kMaxPxPerNs;
        const double length = std::clamp(m_range.length * factor, minLength, static_cast<double>(model::kTimeLimit));
        VisibleRange r = m_range.movedBy(px * m_nsPerPx - px * (length / m_width));
        r.length = length;
        return r;
    }
    /// Moved so that the picture shifts by `px` device pixels to the left, towards later times.
    VisibleRange pannedBy(double px) const { return m_range.movedBy(px * m_nsPerPx); }

    /// Pixels that are added before rounding down, see pixel().
    static constexpr double kHair = 1e-6;

private:
    template <class Round>
    TimeNs at(double px, Round round) const {
        const double limit = static_cast<double>(model::kTimeLimit);
        const double ns = std::clamp(m_range.fraction + px * m_nsPerPx, -limit, limit);
        return model::saturatingAdd(m_range.begin, static_cast<TimeNs>(round(ns)));
    }

    VisibleRange m_range;
    int m_width = 1;
    double m_nsPerPx = 1;
    double m_pxPerNs = 1;
};

/// The same view, moved and if necessary shortened, so that it lies in the report's range plus a margin of 5 % of the
/// view on either side. Never closer than the deepest zoom of `width` device pixels.
inline VisibleRange clampedTo(VisibleRange r, TimeRange report, int width) {
    const double whole = std::max(1.0, static_cast<double>(report.length()));
    const double margin = 0.05;
    r.length =
        std::max(width / kMaxPxPerNs, std::min(r.length, std::max(whole / (1 - 2 * margin), width / kMaxPxPerNs)));
    const double slack = r.length * margin;
    const double left = static_cast<double>(model::saturatingSub(r.begin, report.begin)) + r.fraction;
    const double lo = -slack, hi = std::max(lo, whole + slack - r.length);
    if (left < lo) return VisibleRange{report.begin, 0, r.length}.movedBy(lo);
    if (left > hi) return VisibleRange{report.begin, 0, r.length}.movedBy(hi);
    return r;
}

/// The whole report with that margin.
inline VisibleRange wholeReport(TimeRange report, int width) {
    return clampedTo({report.begin, 0, static_cast<double>(model::kTimeLimit)}, report, width);
}

}  // namespace timeline
