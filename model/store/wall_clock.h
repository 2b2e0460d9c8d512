// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

#include "model/store/report_info.h"

namespace model {

/// Key of the fact of a session that says how many seconds its clock is ahead of UTC.
inline constexpr const char* kUtcOffsetFact = "utc.offset [s]";

/// Ns since 1970 in UTC at time 0 of the report; nothing: it does not say, or says what no computer has lived.
std::optional<std::int64_t> wallClockOf(const ReportInfo& info);
/// Seconds by which the clock of the captured machine was ahead of UTC; nothing: the report does not say.
std::optional<std::int64_t> utcOffsetOf(const ReportInfo& info);
/// Such a number of seconds, if there can be a zone with it: whole quarters of an hour, at most 15 hours.
bool isUtcOffset(std::int64_t seconds);

}  // namespace model
