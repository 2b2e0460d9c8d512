// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <QRect>

#include "timeline/look/communication.h"
#include "timeline/look/draw_list.h"
#include "timeline/look/names.h"
#include "timeline/look/time_scale.h"
#include "timeline/rows/colouring.h"
#include "timeline/rows/row_list.h"

namespace timeline {

/// The context of geometry besides the row. Looks and labels are caches of the caller's thread.
struct GeometryContext {
    const RowSource& source;
    const RowList& list;
    TimeScale scale;
    double dpr = 1;  ///< device pixels per logical pixel
    LookTable& looks;
    LabelCache& labels;
    StringId onlyName = 0;  ///< 0 = no filter
    bool withLabels = true;
    CommunicationPtr communication{};
    Colouring* colouring = nullptr;  ///< null: colours are those of kinds and names
};

/// The contents of the row at that scale. Hover, selection and correlation are not part of it (see eventRect()), so
/// they cost no rebuild. O(pixels · lanes) + O(visible bars · log n).
DrawList rowGeometry(const GeometryContext& context, const Row& row);
/// The same into a list whose memory is reused.
void rowGeometry(const GeometryContext& context, const Row& row, DrawList& out);

/// Narrower bars have no label; logical px.
inline constexpr double kMinLabelWidth = 24;
inline constexpr double kLabelInset = 4;

/// The result of a hit test.
struct Hit {
    model::EventRef event;  ///< in the report; invalid for counters and idle time
    model::LaneId lane = 0xffffffff;
    std::uint32_t row = 0;        ///< in `lane`, which may be derived
    std::uint32_t line = 0;       ///< within the row
    bool bucket = false;          ///< many events share this pixel: `event` is the longest of them
    std::optional<double> value;  ///< for a counter
};
/// The event at device px `x` and logical `y` relative to the row's top: exactly there, else with the nearest border
/// within 3 logical px. If many share the bucket, the longest of them. O(lanes · log n).
std::optional<Hit> hitTest(const RowSource& source, const RowList& list, const Row& row, const TimeScale& scale,
                           double dpr, double x, double y);

/// The rectangle of an event in device px, y relative to the row's top; x is clamped to [-1, width + 1]. At least 1 px
/// wide.
QRect eventRect(const RowSource& source, const RowList& list, const Row& row, std::uint32_t line,
                const TimeScale& scale, double dpr, model::EventRef event);

/// Combined ink of several lanes on the grid of `scale`: busy shares add up, and the busiest name wins. out.size() ==
/// scale.bucketCount(). Also used by the overview strip.
struct LaneInk {
    StringId name = 0;
    TrackKind look = TrackKind::Generic;
    std::uint8_t busy = 0;
};
void overlaidInk(const RowSource& source, std::span<const model::LaneId> lanes, const TimeScale& scale,
                 std::vector<LaneInk>& out);

}  // namespace timeline
