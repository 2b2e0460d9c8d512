// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/rocm/building.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "importers/common/finish.h"
#include "model/base/messages.h"
#include "model/store/file_facts.h"

namespace importers::rocm {

using model::Note;

bool Building::hasTime(model::TimeNs start, std::string_view table, std::int64_t row) {
    if (start > 0) return true;
    const auto known =
        std::find_if(m_noTimes.begin(), m_noTimes.end(), [&](const NoTime& n) { return n.table == table; });
    if (known != m_noTimes.end()) ++known->count;
    else m_noTimes.push_back({std::string(table), 1, row, start});
    return false;
}

void Building::append(std::span<const std::unique_ptr<Building>> parts) {
    settle();
    std::vector<EventGroups*> rows;
    for (const auto& part : parts) {
        rows.push_back(&part->groups);
        part->settle();
    }
    groups.append(rows, options.threads);
}

void Building::settle() {
    for (std::size_t i = 0; i < m_counts.size(); ++i) store.info().eventsInFile[i] += std::exchange(m_counts[i], 0);
    for (const NoTime& n : m_noTimes)
        store.diagnostics().add(Note::NoTime, n.table, n.count, {model::MessageCode::IdAndStart, {n.row, n.start}},
                                n.row);
    m_noTimes.clear();
}

void Building::addIntervals(model::TrackKind kind, const model::TrackKey& key, std::vector<Interval>& intervals) {
    std::stable_sort(intervals.begin(), intervals.end(),
                     [](const Interval& a, const Interval& b) { return a.start < b.start; });
    for (std::size_t i = 0; i < intervals.size(); ++i) {
        const Interval& now = intervals[i];
        groups.addValue(kind, key, now.start, now.value);
        const bool followed = i + 1 < intervals.size() && intervals[i + 1].start <= now.end;
        if (now.end > now.start && !followed) groups.addValue(kind, key, now.end, NAN);
    }
}

void Building::build() {
    settle();
    const model::TimeNs zero = groups.build(options.threads, options.stopBuilding);
    store.info().session_facts.emplace_back(model::kClockAtZero, std::to_string(zero));
}

model::Result<void> Building::finish(const std::filesystem::path& path) {
    return finishReport(path, store, options, options.stop.stop_requested());
}

std::int64_t copyKindOf(std::string_view name) {
    std::string plain;  // CopyHostToDevice, MEMORY_COPY_HOST_TO_DEVICE and HostToDevice are one
    for (const char c : name)
        if (c != '_' && c != ' ') plain += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    const auto has = [&](std::string_view part) { return plain.find(part) != std::string::npos; };
    return has("hosttodevice") ? 1 : has("devicetohost") ? 2 : has("devicetodevice") ? 8 : has("hosttohost") ? 9 : 0;
}

}  // namespace importers::rocm
