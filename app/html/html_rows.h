// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/html/html_text.h"

namespace app {

/// How a line of a row is drawn; the script of the page knows them by these numbers.
enum class HtmlLineStyle : std::uint8_t { Bars, Summary, State, Ticks, Counter };

struct HtmlLine {
    HtmlLineStyle style = HtmlLineStyle::Bars;
    std::vector<model::LaneId> lanes{};
    model::TrackId counter = model::kNoTrack;  ///< of a curve
    bool inBrief = false;                      ///< of a curve: it stands for others, and is lower
};

/// A row of the timeline, open and closed. Rows are in the order in which they stand below each other when all are
/// open.
struct HtmlRow {
    std::string title{};
    int depth = 0;
    bool expandable = false, expanded = false;
    std::vector<HtmlLine> open{}, closed{};    ///< the same where there is nothing to open
    model::TrackId track = model::kNoTrack;    ///< that it shows, or below which it folds others
    std::optional<model::TrackKind> folded{};  ///< it stands for those of that kind
};

/// Rows as the first view of the window shows them: the same order, titles and folding. What is computed from other
/// rows only when somebody opens it in the window (kernels by name, NVTX on the GPU) is left out. At most `most`, and
/// those that are seen at first before those that are not; `leftOut` counts the others.
std::vector<HtmlRow> htmlRows(const model::Snapshot& report, std::size_t most, const HtmlWords& words,
                              std::size_t& leftOut);

}  // namespace app
