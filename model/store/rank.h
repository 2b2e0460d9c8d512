// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "model/store/report_info.h"

namespace model {

/// The number of a rank in a text: at most five digits, because anything longer is a time or a job.
std::optional<std::int64_t> rankNumber(std::string_view digits);

/// The rank of a report as a whole.
std::optional<std::int64_t> rankOf(const ReportInfo& info);

/// The rank of a process: as the report states it for the process, else for its machine (each file of a merged report
/// has one), else for the report. O(entities).
std::optional<std::int64_t> rankOf(const ReportInfo& info, std::int64_t host, std::int64_t pid);

}  // namespace model
