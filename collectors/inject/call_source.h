// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace collectors {

struct Source;
/// Calls of the OS runtime and of libraries, as the libraries that stand before those tell them (collectors/calls).
extern const Source kCallSource;

}  // namespace collectors
