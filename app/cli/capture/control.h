// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/capture/socket.h"
#include "model/base/message.h"

namespace app::capture {

/// Between the words of a line to a session: it stands in no option.
inline constexpr char kWordEnd = '\x1f';

/// What a session answered.
struct Answer {
    bool reached = false;  ///< somebody was there
    bool silent = false;   ///< … and did not answer: the session is stopped, or has far too much to do
    model::Message wrong;  ///< why it could not be done
    model::Message ended;  ///< of its status: why the last capture was ended early
    std::vector<std::pair<std::string, std::string>> facts;
};

/// How long a session may take to say that it has heard something; what it does then may take as long as it likes.
inline constexpr int kHeardWithinMs = 5000;

/// Asks the session in a folder, and waits for its answer: once it has heard the question, until it has done what was
/// asked.
Answer ask(const std::filesystem::path& folder, std::span<const std::string> words);
/// The same over a connection that is there; it stays open.
Answer ask(LineSocket& line, std::span<const std::string> words);

}  // namespace app::capture
