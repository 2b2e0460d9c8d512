// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>

#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

#include "timeline/rows/row_geometry.h"
#include "timeline/rows/view_layout.h"
#include "timeline/rows/view_state.h"

namespace timeline {

/// The contents of one pixel column of a band of the strip.
struct DensityColumn {
    QRgb colour = 0;
    std::uint8_t busy = 0;
    bool operator==(const DensityColumn&) const = default;
};

/// Density of the whole report: GPU work above, calls and ranges of the host below. If there are none of these,
/// samples, other events or a curve, so that a strip is empty only if the report is. One column for each device pixel.
struct ReportDensity {
    std::vector<DensityColumn> gpu, host;
    /// The time that the columns cover. A report that is still being read may have grown since; then the columns are
    /// drawn where they belong.
    VisibleRange covered;
};
/// Pure; for any thread. O(width · lanes). Returns early, with an empty result, if `stop` is requested.
ReportDensity reportDensity(const model::SnapshotPtr& snapshot, Theme theme, int deviceWidth,
                            const CommunicationPtr& communication = {}, std::stop_token stop = {});

/// The scale of the strip: the whole report with its margin.
TimeScale overviewScale(const model::Snapshot& snapshot, int deviceWidth);

struct OverviewView {
    QRect area;
    TimeScale scale;  ///< of the strip, device px
    double dpr = 1;
    Theme theme = Theme::Light;
    VisibleRange visible;
    std::optional<TimeRange> selection;
    const std::vector<TimeMark>* marks = nullptr;
    const std::vector<TimeNs>* hits = nullptr;
    const ReportDensity* density = nullptr;

    double x(TimeNs t) const { return area.left() + scale.x(t) / dpr; }
    /// The frame around the visible range, at least a few px wide.
    QRectF window() const;
};
void paintOverview(QPainter& painter, const OverviewView& view);

enum class OverviewPart : std::uint8_t { Outside, LeftEdge, RightEdge, Window };
OverviewPart overviewPartAt(const OverviewView& view, double x);

}  // namespace timeline
