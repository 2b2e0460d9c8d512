// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collectors/process/process.h"

namespace collectors {

/// Where Python is: at calls of CUDA, and periodically.
extern const Source kPythonSource;

/// The library was put before the program (LD_PRELOAD): joins the session where that wants samples of Python, and the
/// program has it.
void pythonLoaded();

}  // namespace collectors
