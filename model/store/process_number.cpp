// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/store/process_number.h"

#include <charconv>

namespace model {

std::int64_t processNumber(const ReportInfo& info, std::int64_t host, std::int64_t pid) {
    if (!isTextId(pid)) return pid;
    for (const Entity& e : info.entities) {
        if (e.type != Entity::Type::Process || e.key.pid != pid || e.key.host != host) continue;
        for (const auto& [fact, value] : e.facts) {
            std::int64_t number = 0;
            const char* end = value.data() + value.size();
            if (fact == "pid" && std::from_chars(value.data(), end, number) == std::from_chars_result{end, std::errc()})
                return number;
        }
    }
    return TrackKey::kNone;
}

}  // namespace model
