// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "model/store/report_info.h"

namespace model {

/// The system's number of a process; kNone = unknown. If the report identifies the process by a text (textId), as after
/// an exec, the facts of the process have the number. O(1), or O(entities) for those with a text.
std::int64_t processNumber(const ReportInfo& info, std::int64_t host, std::int64_t pid);
inline std::int64_t processNumber(const ReportInfo& info, const TrackKey& key) {
    return processNumber(info, key.host, key.pid);
}

}  // namespace model
