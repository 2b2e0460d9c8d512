// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collectors/process/process.h"

namespace collectors {

/// Which programs are looked at: those that the session has named.
extern const Source kProgramsSource;

/// Returns when none of them lives any more, nor any other process that was started for the session; or earlier, once
/// `wanted` says no. From one thread.
void waitForPrograms(bool (*wanted)());

}  // namespace collectors
