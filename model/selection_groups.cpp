// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/selection_groups.h"

#include "model/drawn.h"
#include "model/kernel_profiles.h"

namespace model {
namespace {

/// The track itself or the nearest above it of one of two kinds.
TrackId nearest(const Snapshot& s, const Track& t, TrackKind kind, TrackKind other) {
    for (const Track* at = &t;; at = &s.track(at->parent)) {
        if (at->kind == kind || at->kind == other) return at->id;
        if (at->parent >= s.trackCount() || at->parent == at->id) return kNoTrack;
    }
}


}  // namespace

NvtxAround::NvtxAround(const Snapshot& s) : m_s(s), m_calls(s) {
    for (const Track& t : s.tree().tracks)
        if (t.kind == TrackKind::Nvtx || t.kind == TrackKind::Nccl || t.kind == TrackKind::Annotations) {
            auto& lanes = m_ranges[{t.key.host, t.key.pid, t.key.tid}];
            for (const auto* from : {&t.lanes, &t.overflow})
                for (const LaneId id : *from)
                    if (!s.lane(id).isEmpty()) lanes.push_back({s.lane(id)});
        }
}

const std::vector<NvtxAround::RangeLane>* NvtxAround::lanesOf(const TrackKey& key) const {
    const auto at = m_ranges.find({key.host, key.pid, key.tid});
    return at == m_ranges.end() ? nullptr : &at->second;
}

void NvtxAround::setLane(const LaneView& lane) {
    const Track& t = m_s.track(lane.lane->track());
    m_onGpu = t.key.device != TrackKey::kNone && t.key.tid == TrackKey::kNone;
    m_own = m_onGpu ? nullptr : lanesOf(t.key);
}

std::optional<std::size_t> NvtxAround::RangeLane::rowAt(TimeNs t) const {
    const auto isLast = [&](std::size_t row) { return row + 1 == lane.rows || lane.start(row + 1) > t; };  // of those that begin until t
    if (lane.start(last) > t || !(isLast(last) || isLast(++last))) {
        const std::size_t next = lane.lane->start().upperBound(0, lane.rows, t);
        if (next == 0) return {};
        last = next - 1;
    }
    return t < lane.end(last) || t == lane.start(last) ? std::optional(last) : std::nullopt;
}

StringId NvtxAround::innermost(const std::vector<RangeLane>* lanes, TimeNs t) const {
    StringId out = 0;
    TimeNs best = kTimeMin;
    if (!lanes) return 0;
    for (const RangeLane& one : *lanes) {
        const LaneView& lane = one.lane;
        const auto row = one.rowAt(t);
        if (row && lane.end(*row) > lane.start(*row) && lane.start(*row) >= best) {
            best = lane.start(*row);
            out = lane.name(*row);
        }
    }
    return out;
}

StringId NvtxAround::at(const LaneView& lane, std::size_t row) const {
    if (!m_onGpu) return innermost(m_own, lane.start(row));
    const std::uint32_t correlation = lane.lane->correlation(row);
    const EventRef call = correlation ? m_calls.find(m_s.track(lane.lane->track()).key, correlation) : EventRef();
    if (!call.isValid()) return 0;
    const LaneView calls = m_s.lane(call.lane);
    return innermost(lanesOf(m_s.track(calls.lane->track()).key), calls.start(call.row));
}

Grouper::Grouper(const Snapshot& s, GroupBy by) : m_s(s), m_by(by) {
    if (by == GroupBy::NvtxRange) m_nvtx = std::make_unique<NvtxAround>(s);
}

std::uint32_t Grouper::ofLane(const Track& t) const {
    switch (m_by) {
    case GroupBy::Kind: return static_cast<std::uint32_t>(m_lane.lane->kind());
    case GroupBy::Row: return t.id;
    case GroupBy::Device: return nearest(m_s, t, TrackKind::CudaHw, TrackKind::Gpu);
    case GroupBy::Process: return nearest(m_s, t, TrackKind::Process, TrackKind::Process);
    case GroupBy::Thread: return nearest(m_s, t, TrackKind::Thread, TrackKind::Thread);
    default: return 0;
    }
}

void Grouper::setLane(const LaneView& lane) {
    m_lane = lane;
    m_ofLane = ofLane(m_s.track(lane.lane->track()));
    if (m_nvtx) m_nvtx->setLane(lane);
}

std::uint32_t Grouper::ofName(StringId name) {
    if (m_by == GroupBy::Name) return name;
    // Copies and memsets share a row.
    if (m_by == GroupBy::Kind && m_lane.lane->kind() == EventKind::Memcpy && isMemset(m_s.text(name))) return static_cast<std::uint32_t>(EventKind::Memset);
    if (m_by != GroupBy::ShortName) return m_ofLane;
    const auto [at, fresh] = m_short.try_emplace(name, name);
    if (fresh) at->second = m_firstOfShort.try_emplace(kernelBaseName(m_s.text(name)), name).first->second;
    return at->second;
}

}  // namespace model
