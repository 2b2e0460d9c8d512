// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace importers::capture {

/// A name of C++ as people write it; any other one as it is.
std::string demangled(std::string_view mangled);

}  // namespace importers::capture
