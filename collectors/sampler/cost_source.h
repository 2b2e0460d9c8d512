// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collectors/process/process.h"

namespace collectors {

/// What the sampler itself takes of a processor and of memory: part of the report, so that nobody has to believe it.
/// The last line of the table.
extern const Source kCostSource;

}  // namespace collectors
