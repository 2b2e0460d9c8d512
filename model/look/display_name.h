// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "model/store/track.h"

namespace model::look {

/// The name of the function itself in a demangled kernel name: without return type, template arguments, parameters,
/// anonymous or enclosing namespaces: "void at::native::(anonymous namespace)::foo<int, 3>(int*)" → "foo". Text that
/// does not look like C++ comes back unchanged.
std::string_view shortKernelName(std::string_view demangled);

/// The name that bars and tables show on a track of that kind.
std::string_view displayName(TrackKind track, std::string_view name);

/// The text that determines the colour of a name: like displayName, but without trailing digits that only distinguish
/// variants ("step 17" and "step 18" have one colour).
std::string_view colourKey(TrackKind track, std::string_view name);

}  // namespace model::look
