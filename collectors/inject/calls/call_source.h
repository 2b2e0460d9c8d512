// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace collectors {

struct Source;
/// Calls of the OS runtime and of libraries, as the interposing libraries record them (collectors/calls).
extern const Source kCallSource;

/// Whether a library is interposed and its calls are recorded.
bool seesCallsOf(std::string_view key);

}  // namespace collectors
