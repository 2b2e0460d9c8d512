// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace app {

/// `sightline report` as it was typed.
struct HtmlCommand {
    std::vector<std::string> reports;  ///< one, or two to be compared
    std::string output, times, scrub;
    std::size_t rows = 50;
    bool overwrite = false;
};

/// Writes the page. The exit code: 0; 2 where the words do not fit or something is in the way; 3 where a report cannot
/// be read or the page not written.
int runHtml(const HtmlCommand& command);

}  // namespace app
