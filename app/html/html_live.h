// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "app/html/html_text.h"

namespace app {

/// The timeline of a report that can be zoomed in a page: its rows, what it holds of their events, and their names and
/// colours, with the elements that resources/timeline.js draws into. `first` is the time that is shown first. At most
/// kHtmlLiveBytes; the page says what its level of detail left out. Empty where there are no rows.
std::string htmlLive(const model::Snapshot& report, model::TimeRange first, const HtmlWords& words);

inline constexpr std::size_t kHtmlLiveBytes = 3'600'000;

}  // namespace app
