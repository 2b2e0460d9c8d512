// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/store/added_rows.h"

#include <algorithm>

#include "model/store/packer.h"

namespace model {
namespace {

std::shared_ptr<Lane> emptyLane(TrackId track) {
    const TrackKindInfo& info = trackKindInfo(TrackKind::Query);
    return std::make_shared<Lane>(track, info.event, info.columns);
}

}  // namespace

std::optional<AddedRow> AddedRow::of(TrackId track, StringId name, std::vector<Event> events, std::stop_token stop) {
    constexpr std::size_t kEventsBetweenLooks = 0x10000;
    sortForLanes(events);
    std::vector<std::shared_ptr<Lane>> lanes;
    for (std::size_t i = 0; i < events.size(); ++i) {
        if (i % kEventsBetweenLooks == 0 && stop.stop_requested()) return {};
        auto free = std::find_if(lanes.begin(), lanes.end(),
                                 [&](const auto& lane) { return lane->lastEnd() <= events[i].start; });
        if (free == lanes.end()) {
            if (lanes.size() == kMostLanes) return {};
            free = lanes.insert(lanes.end(), emptyLane(track));
        }
        (*free)->append(events[i]);
    }
    for (const auto& lane : lanes) lane->finishBatch();
    return AddedRow{track, name, {lanes.begin(), lanes.end()}};
}

void AddedRows::add(AddedRow row) {
    m_rows.push_back(std::move(row));
    ++m_changes;
}

bool AddedRows::remove(TrackId track) {
    const auto row = std::find_if(m_rows.begin(), m_rows.end(), [&](const AddedRow& r) { return r.track == track; });
    if (row == m_rows.end()) return false;
    for (auto& lane : row->lanes) lane = emptyLane(track);
    ++m_changes;
    return true;
}

void AddedRows::clear() {
    for (const AddedRow& row : m_rows) remove(row.track);
}

void AddedRows::addTracks(const Snapshot& report, TrackTree& tree) const {
    Track group;
    group.id = static_cast<TrackId>(report.trackCount());
    group.kind = TrackKind::Queries;
    auto lane = static_cast<LaneId>(report.laneCount());
    std::vector<Track> rows;
    for (const AddedRow& row : m_rows) {
        Track& t = rows.emplace_back();
        t.id = row.track;
        t.parent = group.id;
        t.kind = TrackKind::Query;
        t.key.domain = row.track - group.id;
        t.name = row.name;
        for (std::size_t i = 0; i < row.lanes.size(); ++i) t.lanes.push_back(lane++);
        group.children.push_back(t.id);
    }
    tree.roots.insert(tree.roots.begin(), group.id);
    tree.tracks.push_back(std::move(group));
    tree.tracks.insert(tree.tracks.end(), std::make_move_iterator(rows.begin()), std::make_move_iterator(rows.end()));
}

SnapshotPtr AddedRows::on(const SnapshotPtr& report) const {
    struct Owner {
        SnapshotPtr report;
        std::vector<std::shared_ptr<const Lane>> lanes;
        Snapshot snapshot;
    };
    auto owner = std::make_shared<Owner>(Owner{report, {}, *report});
    Snapshot& s = owner->snapshot;
    auto tree = std::make_shared<TrackTree>(report->tree());
    addTracks(*report, *tree);
    s.m_tree = std::move(tree);
    for (const AddedRow& row : m_rows)
        for (const auto& lane : row.lanes) {
            s.m_lanes.push_back({lane.get(), lane->rows(), lane->mip(), lane->mip() ? lane->mip()->finalBins() : 0});
            owner->lanes.push_back(lane);
        }
    s.m_version += m_changes;
    return SnapshotPtr(owner, &owner->snapshot);
}

std::vector<LaneId> withoutAdded(const Snapshot& s, std::vector<LaneId> lanes) {
    std::erase_if(lanes, [&](LaneId id) { return s.track(s.lane(id).lane->track()).kind == TrackKind::Query; });
    return lanes;
}

}  // namespace model
