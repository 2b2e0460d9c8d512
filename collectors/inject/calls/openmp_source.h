// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collectors/process/process.h"

namespace collectors {

/// Reports why OpenMP is not seen, if it is not. Its calls come through kCallSource.
extern const Source kOpenMpSource;

/// This library was loaded. Programs whose OpenMP runtime supports no tools join the session, so that this is reported.
void openMpLoaded();

}  // namespace collectors
