// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace app {

/// What an argument behind the key of a table or a rule means (`gpu_gaps:100`), which the command line alone has; empty
/// where it means nothing.
std::string_view argumentText(std::string_view key);
/// Those of which it means something.
std::vector<std::string_view> argumentKeys();
/// The meaning of a table or a rule, and what an argument of it means.
std::string withArgument(std::string_view meaning, std::string_view key);

}  // namespace app
