// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "app/html/html_text.h"

namespace app {

/// What is worth a picture: the time with GPU work, with a little around it, where the rest of the report would make it
/// small; else all.
model::TimeRange htmlTimelineRange(const model::Snapshot& report);

/// A picture of a report's timeline as SVG inside of a page: streams of GPUs, ranges, operators and calls of threads,
/// the busiest of each, with their names and an axis of time. `length` is the time that its width stands for, so that
/// two pictures can have one scale; it begins with the range. Drawn from the summaries of the lanes: its size does not
/// depend on the number of events (a few hundred KB at most).
std::string htmlTimeline(const model::Snapshot& report, model::TimeRange range, model::TimeNs length,
                         const HtmlWords& words);

}  // namespace app
