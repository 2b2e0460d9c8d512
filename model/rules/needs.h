// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <string>

#include "model/reports/report.h"

namespace model::rules {

// What a rule needs. Each tells what the report lacks, as Table::why, and nothing where it is there.

Message whyNoWork(const reports::Request& r);  ///< work of a GPU
Message whyNoKernels(const reports::Request& r);
Message whyNoCalls(const reports::Request& r);     ///< calls of the CUDA or HIP API
Message whyNoLaunches(const reports::Request& r);  ///< both work and calls

/// What rules of Vendors::Nvidia tell of a report of HIP.
Message whyOtherVendor(const reports::Request& r);

/// The threshold of a request in ns, where its number counts `unit` ns.
inline TimeNs threshold(const reports::Request& r, std::int64_t usual, TimeNs unit) {
    return std::min(r.limit > 0 ? r.limit : usual, kTimeLimit / unit) * unit;
}

}  // namespace model::rules
