// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <set>
#include <vector>

#include "model/roofline/roofline.h"

namespace app {

enum class RooflineColour { Precision, Bound };

/// What the chart draws, with nothing of the widget.
struct RooflineView {
    std::shared_ptr<const model::roofline::Result> result;    ///< null: nothing
    std::shared_ptr<const model::roofline::Result> baseline;  ///< points of another report to compare with; may be null
    std::uint32_t chip = 0;
    std::vector<model::roofline::Level> levels{model::roofline::Level::Dram};
    RooflineColour colour = RooflineColour::Precision;
    std::set<std::size_t> marked;  ///< points inside of the rectangle that was dragged
    std::set<std::size_t> chosen;  ///< points of the selected kernel
};

/// The same kernel in the baseline: of its name, else the only one whose name differs in template arguments or parameters. Null: none.
const model::roofline::Point* pointBefore(const RooflineView& view, const model::roofline::Point& now);

}  // namespace app
