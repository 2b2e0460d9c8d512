// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace collectors {

struct Source;
/// Calls of the OS runtime and of libraries, as the libraries that stand before those tell them (collectors/calls).
extern const Source kCallSource;

/// Whether a library stands before that one and tells its calls.
bool seesCallsOf(std::string_view key);

}  // namespace collectors
