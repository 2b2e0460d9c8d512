// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collectors/process/process.h"

namespace collectors {

/// How busy the machine's processors, network and disks are, ten times a second: from /proc and /sys.
extern const Source kMachineSource;

}  // namespace collectors
