// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/base/message.h"

namespace importers::capture {

/// What is wrong with the text of a file that lists Python functions to get ranges, with its place; nothing if it is
/// [{"module": …, "functions": […], "domain": …, "category": …, "color": …}, …]. A function is a name, or {"function":
/// name, …} with values of its own. Objects without a module are comments.
model::Message wrongInFunctionList(std::string_view json, std::string_view file);

/// What the user may not have meant, in a usable list.
std::vector<model::Message> remarksOnFunctionList(std::string_view json);

}  // namespace importers::capture
