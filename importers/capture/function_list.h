// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace importers::capture {

/// What is wrong with the text of a file that says which functions of Python have ranges, with its place; nothing where
/// it is
/// [{"module": …, "functions": […], "domain": …, "category": …, "color": …}, …]. A function is a name, or {"function":
/// name, …} with values of its own. Objects without a module are comments.
std::string wrongInFunctionList(std::string_view json);

/// What the user may not have meant in one that can be used, in sentences.
std::vector<std::string> remarksOnFunctionList(std::string_view json);

}  // namespace importers::capture
