// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "model/store/report_info.h"

namespace model {

/// The number that the system gave to a process; kNone = unknown. Of those that the report knows by a text (textId), as
/// what a process became after exec, the facts of the process say it. O(1), for those by a text O(entities).
std::int64_t processNumber(const ReportInfo& info, std::int64_t host, std::int64_t pid);
inline std::int64_t processNumber(const ReportInfo& info, const TrackKey& key) {
    return processNumber(info, key.host, key.pid);
}

}  // namespace model
