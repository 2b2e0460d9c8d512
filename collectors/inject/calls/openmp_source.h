// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collectors/process/process.h"

namespace collectors {

/// Says why OpenMP is not seen, where it is not. What is seen comes by kCallSource.
extern const Source kOpenMpSource;

/// This library was loaded. Programs whose OpenMP tells tools nothing join the session, so that it is reported.
void openMpLoaded();

}  // namespace collectors
