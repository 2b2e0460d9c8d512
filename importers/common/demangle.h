// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace importers {

/// A C++ name in readable form; any other name unchanged.
std::string demangled(std::string_view mangled);

}  // namespace importers
