// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "app/html/html_text.h"
#include "app/html/html_view.h"

namespace app {

/// The timeline of a report as elements of a page.
struct HtmlLive {
    /// Rows, what it holds of their events, and their names and colours, with the elements that resources/timeline.js
    /// draws into. At most kHtmlLiveBytes; the page says what its level of detail left out.
    std::string timeline{};
    std::string notes{};  ///< a list, which is read without a script, too
};

/// The timeline that can be zoomed, with the rows, colours and notes of `view`. `first` is the time that is shown
/// first. Empty where there are no rows.
HtmlLive htmlLive(const model::Snapshot& report, model::TimeRange first, const HtmlView& view, const HtmlWords& words);

inline constexpr std::size_t kHtmlLiveBytes = 3'600'000;

}  // namespace app
