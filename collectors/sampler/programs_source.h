// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collectors/process/process.h"

namespace collectors {

/// The observed programs: those that the session has named.
extern const Source kProgramsSource;

/// Returns when none of them is alive any more, nor any other process that was started for the session. Returns earlier
/// if `wanted` is false. From one thread.
void waitForPrograms(bool (*wanted)());

}  // namespace collectors
