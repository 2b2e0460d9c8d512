// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace bench {

struct Failure : std::runtime_error {
    using runtime_error::runtime_error;
};

struct Finished {
    std::string output;
    double processorSeconds = 0;  ///< user and system
};

/// Runs a tool to its end; what it prints to stderr is passed on. Throws Failure when it cannot be run or does not exit
/// with 0.
Finished run(const std::vector<std::string>& arguments);

/// The number behind the first `word` of `text`; throws Failure when there is none, or when it is not above 0.
double numberAfter(std::string_view text, std::string_view word);

}  // namespace bench
