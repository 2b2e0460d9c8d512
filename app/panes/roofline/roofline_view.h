// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <memory>
#include <set>
#include <vector>

#include "model/roofline/baseline.h"

namespace app {

enum class RooflineColour { Precision, Bound };

/// What the chart draws, with nothing of the widget.
struct RooflineView {
    std::shared_ptr<const model::roofline::Result> result;    ///< null: nothing
    std::shared_ptr<const model::roofline::Result> baseline;  ///< points of another report to compare with; may be null
    QString baselineName;                                     ///< of that report
    std::vector<std::optional<std::size_t>>
        matches;  ///< by point, the same kernel's in the baseline; the item fills it in
    std::uint32_t chip = 0;
    std::vector<model::roofline::Level> levels{model::roofline::Level::Dram};
    RooflineColour colour = RooflineColour::Precision;
    std::set<std::size_t> marked;  ///< points inside of the rectangle that was dragged
    std::set<std::size_t> chosen;  ///< points of the selected kernel
};

/// The same kernel in the baseline as model::roofline::matchPoints() finds it, of a view that an item shows. Null:
/// none.
const model::roofline::Point* pointBefore(const RooflineView& view, std::size_t point);

}  // namespace app
