// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/selection/selection_groups.h"

#include <algorithm>

#include "model/query/drawn.h"
#include "model/query/ranges.h"
#include "model/store/kernel_profiles.h"

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

void InnermostRanges::add(const LaneView& lane) {
    for (std::size_t row = 0; row < lane.rows; ++row)
        if (const TimeRange time{lane.start(row), lane.end(row)}; time.end > time.begin)
            m_ranges.push_back({time, lane.name(row)});
}

void InnermostRanges::finish() {
    std::stable_sort(m_ranges.begin(), m_ranges.end(),
                     [](const Range& a, const Range& b) { return a.time.begin < b.time.begin; });
    m_steps.reserve(2 * m_ranges.size());
    std::vector<Range> open;  // in order of their starts
    for (const Range& range : m_ranges) {
        closeUntil(range.time.begin, open);
        open.push_back(range);
        step(range.time.begin, range.name);
    }
    closeUntil(kTimeMax, open);
    m_ranges = {};
}

// What ends shows what began before it and still runs.
void InnermostRanges::closeUntil(TimeNs t, std::vector<Range>& open) {
    while (!open.empty() && open.back().time.end <= t) {
        const TimeNs end = open.back().time.end;
        while (!open.empty() && open.back().time.end <= end) open.pop_back();
        step(end, open.empty() ? 0 : open.back().name);
    }
}

void InnermostRanges::step(TimeNs from, StringId name) {
    if (!m_steps.empty() && m_steps.back().from == from) m_steps.back().name = name;
    else m_steps.push_back({from, name});
}

StringId InnermostRanges::at(TimeNs t) const {
    if (m_steps.empty() || t < m_steps.front().from) return 0;
    const auto isIn = [&](std::size_t i) {
        return m_steps[i].from <= t && (i + 1 == m_steps.size() || t < m_steps[i + 1].from);
    };
    if (!isIn(m_last) && (m_last + 1 == m_steps.size() || !isIn(++m_last))) {
        const auto next = std::upper_bound(m_steps.begin(), m_steps.end(), t,
                                           [](TimeNs time, const Step& s) { return time < s.from; });
        m_last = static_cast<std::size_t>(next - m_steps.begin()) - 1;
    }
    return m_steps[m_last].name;
}

NvtxAround::NvtxAround(const Snapshot& s) : m_s(s), m_calls(s) {}

NvtxAround::Ranges* NvtxAround::rangesOf(const TrackKey& key) const {
    const auto [at, fresh] = m_ranges.try_emplace({key.host, key.pid, key.tid});
    if (!fresh) return &at->second;
    for (const Track& t : m_s.tree().tracks) {
        if (!isRangeRow(t.kind) || t.key.host != key.host || t.key.pid != key.pid) continue;
        if (isThreadRangeRow(t.kind) && t.key.tid != key.tid) continue;
        std::vector<LaneId>& lanes = at->second.lanes;
        for (const auto* from : {&t.lanes, &t.overflow}) lanes.insert(lanes.end(), from->begin(), from->end());
    }
    return &at->second;
}

// Work that follows other work was mostly launched on the same lane.
NvtxAround::Ranges* NvtxAround::rangesOf(LaneId calls) const {
    if (m_lastCalls.first != calls) m_lastCalls = {calls, rangesOf(m_s.track(m_s.lane(calls).lane->track()).key)};
    return m_lastCalls.second;
}

void NvtxAround::setLane(const LaneView& lane) {
    const Track& t = m_s.track(lane.lane->track());
    m_onGpu = t.key.device != TrackKey::kNone && t.key.tid == TrackKey::kNone;
    m_own = m_onGpu ? nullptr : rangesOf(t.key);
}

StringId NvtxAround::innermost(Ranges* ranges, TimeNs t) const {
    if (!ranges) return 0;
    if (!ranges->innermost) {
        ranges->innermost.emplace();
        for (const LaneId id : ranges->lanes) ranges->innermost->add(m_s.lane(id));
        ranges->innermost->finish();
    }
    return ranges->innermost->at(t);
}

StringId NvtxAround::at(const LaneView& lane, std::size_t row) const {
    if (!m_onGpu) return innermost(m_own, lane.start(row));
    const std::uint32_t correlation = lane.lane->correlation(row);
    const EventRef call = correlation ? m_calls.find(m_s.track(lane.lane->track()).key, correlation) : EventRef();
    if (!call.isValid()) return 0;
    return innermost(rangesOf(call.lane), m_s.lane(call.lane).start(call.row));
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
    if (m_by == GroupBy::Kind && m_lane.lane->kind() == EventKind::Memcpy && isMemset(m_s.text(name)))
        return static_cast<std::uint32_t>(EventKind::Memset);
    if (m_by != GroupBy::ShortName) return m_ofLane;
    const auto [at, fresh] = m_short.try_emplace(name, name);
    if (fresh) at->second = m_firstOfShort.try_emplace(kernelBaseName(m_s.text(name)), name).first->second;
    return at->second;
}

}  // namespace model
