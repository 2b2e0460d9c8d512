// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collectors/process/process.h"

namespace collectors {

/// Where Python is: at CUDA calls, and periodically.
extern const Source kPythonSource;

/// The library was preloaded (LD_PRELOAD). Joins the session if that requests samples of Python and the program has it.
void pythonLoaded();

}  // namespace collectors
