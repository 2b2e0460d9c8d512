// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace importers::capture {

/// What is wrong with the text of a file that says which functions of Python have ranges, with its place; nothing where it is
/// [{"module": …, "functions": […], "domain": …, "color": …}, …]. Objects without a module are comments.
std::string wrongInFunctionList(std::string_view json);

}  // namespace importers::capture
