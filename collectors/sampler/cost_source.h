// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collectors/process/process.h"

namespace collectors {

/// The processor time and memory of the sampler itself. They are part of the report, so that nobody has to believe us.
/// Must be the last line of the table.
extern const Source kCostSource;

}  // namespace collectors
