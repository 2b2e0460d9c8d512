// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <initializer_list>

#include "model/roofline/peaks.h"
#include "model/workload/intervals.h"

namespace model::rules {

/// The GPU as the report lists it; nullptr where it does not.
const Entity* deviceEntity(const Snapshot& s, const reports::DeviceId& id);

/// The first of those facts that the report knows of it as a number; 0 where it knows none.
std::int64_t numberOf(const Entity& device, std::initializer_list<std::string_view> keys);

/// What its maker says of it; nullptr where the table of chips does not have it.
const roofline::ChipPeaks* dataSheetOf(const reports::Request& r, const Entity& device);

}  // namespace model::rules
