// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace app::capture {

/// Between the words of a line to a session: it stands in no option.
inline constexpr char kWordEnd = '\x1f';

/// What a session answered.
struct Answer {
    bool reached = false;            ///< somebody was there
    std::string wrong;               ///< a sentence where it could not be done
    std::vector<std::pair<std::string, std::string>> facts;
};

/// Asks the session in a folder, and waits for its answer.
Answer ask(const std::filesystem::path& folder, std::span<const std::string> words);

}  // namespace app::capture
