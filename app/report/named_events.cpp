// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/named_events.h"

#include <unordered_map>
#include <vector>

#include "model/store/kernel_profiles.h"

namespace app {
namespace {

/// Calls use(lane, row) for all events of that name.
template <class Use>
void eachNamed(const model::Snapshot& report, model::StringId name, const std::stop_token& stop, Use use) {
    for (model::LaneId id = 0; name != 0 && id < report.laneCount(); ++id) {
        if (stop.stop_requested()) return;
        const model::LaneView lane = report.lane(id);
        for (std::size_t row = 0; row < lane.rows;) {
            const auto names = lane.lane->name().run(row, lane.rows);
            for (std::size_t i = 0; i < names.size(); ++i)
                if (names[i] == name) use(id, lane, static_cast<std::uint32_t>(row + i));
            row += names.size();
        }
    }
}

}  // namespace

model::EventRef longestNamed(const model::Snapshot& report, model::StringId name, const std::stop_token& stop) {
    model::EventRef out;
    model::TimeNs longest = -1;
    eachNamed(report, name, stop, [&](model::LaneId id, const model::LaneView& lane, std::uint32_t row) {
        const model::TimeNs duration = lane.end(row) - lane.start(row);
        if (duration <= longest) return;
        longest = duration;
        out = {id, row};
    });
    return out;
}

NamedRow rowNamed(const model::Snapshot& report, model::StringId name, model::TrackId track, model::StringId title,
                  const std::stop_token& stop) {
    std::vector<model::Event> events;
    eachNamed(report, name, stop, [&](model::LaneId, const model::LaneView& lane, std::uint32_t row) {
        events.push_back({lane.start(row), lane.end(row), name, 0, 0, 0});
    });
    NamedRow out;
    out.events = events.size();
    if (!events.empty()) out.row = model::AddedRow::of(track, title, std::move(events), stop);
    return out;
}

std::size_t launchesBefore(const model::Snapshot& report, model::EventRef kernel, const std::stop_token& stop) {
    const model::LaneView own = report.lane(kernel.lane);
    const model::TrackKey process = report.track(own.lane->track()).key;
    const model::TimeNs start = own.start(kernel.row);
    const std::string_view wanted = model::kernelBaseName(report.text(own.name(kernel.row)));
    std::unordered_map<model::StringId, bool> known;
    const auto isSame = [&](model::StringId name) {
        const auto [entry, isNew] = known.try_emplace(name);
        if (isNew) entry->second = model::kernelBaseName(report.text(name)) == wanted;
        return entry->second;
    };
    std::size_t out = 0;
    for (model::LaneId id = 0; id < report.laneCount() && !stop.stop_requested(); ++id) {
        const model::LaneView lane = report.lane(id);
        const model::TrackKey& key = report.track(lane.lane->track()).key;
        if (lane.lane->kind() != model::EventKind::Kernel || key.host != process.host || key.pid != process.pid)
            continue;
        for (std::size_t row = 0; row < lane.rows && lane.start(row) < start; ++row) out += isSame(lane.name(row));
    }
    return out;
}

}  // namespace app
