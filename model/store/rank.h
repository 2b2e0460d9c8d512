// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "model/store/report_info.h"

namespace model {

/// The number of a rank as a text has it: at most five digits, as anything longer is a time or a job.
std::optional<std::int64_t> rankNumber(std::string_view digits);

/// The rank that a report tells about itself as a whole.
std::optional<std::int64_t> rankOf(const ReportInfo& info);

/// The rank of a process: as the report says it of the process, else of its machine (of merged reports each file has
/// one), else of itself. O(entities).
std::optional<std::int64_t> rankOf(const ReportInfo& info, std::int64_t host, std::int64_t pid);

}  // namespace model
