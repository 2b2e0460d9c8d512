// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/store/packer.h"

#include <algorithm>

namespace model {
namespace {

/// More lanes than this are of no use, and would let a hostile file allocate memory by the gigabyte.
constexpr std::size_t kMaxLanes = 4096;

}  // namespace

void FirstFree::add(TimeNs end) {
    if (m_size == m_leaves) {
        const std::vector<TimeNs> ends(m_least.begin() + static_cast<std::ptrdiff_t>(m_leaves), m_least.end());
        m_leaves = std::max<std::size_t>(1, 2 * m_leaves);
        m_least.assign(2 * m_leaves, kTimeMax);
        for (std::size_t i = 0; i < ends.size(); ++i) set(i, ends[i]);
    }
    set(m_size++, end);
}

void FirstFree::set(std::size_t lane, TimeNs end) {
    std::size_t i = m_leaves + lane;
    m_least[i] = end;
    while (i /= 2) m_least[i] = std::min(m_least[2 * i], m_least[2 * i + 1]);
}

std::size_t FirstFree::find(TimeNs start) const {
    if (m_size == 0 || m_least[1] > start) return m_size;
    std::size_t i = 1;
    while (i < m_leaves) i = m_least[2 * i] <= start ? 2 * i : 2 * i + 1;
    return i - m_leaves;
}

Packer::Packer(EventStore& store, TrackId track, Shape shape) : m_store(store), m_track(track), m_shape(shape) {}

Lane& Packer::laneAt(std::size_t depth) {
    while (m_lanes.size() <= depth) m_lanes.push_back(&m_store.lane(m_track, m_lanes.size()));
    return *m_lanes[depth];
}

Lane& Packer::overflowAt(std::size_t index) {
    while (m_overflow.size() <= index) m_overflow.push_back(&m_store.overflowLane(m_track, m_overflow.size()));
    return *m_overflow[index];
}

void Packer::add(const Event& event) {
    if (m_shape == Shape::Nested) addNested(event);
    else addPacked(event);
}

void Packer::addNested(const Event& e) {
    while (!m_open.empty() && m_open.back() <= e.start) m_open.pop_back();
    const std::size_t depth = m_open.size();
    // The innermost open event is the last row of the lane above. A late event may begin before it.
    const auto begunBy = [&](const Lane& above) { return above.start()[above.rows() - 1] <= e.start; };
    const bool contained = m_open.empty() || (e.end <= m_open.back() && begunBy(*m_lanes[depth - 1]));
    if (contained && depth < kMaxLanes) {
        Lane& lane = laneAt(depth);
        if (lane.lastEnd() <= e.start) {
            lane.append(e);
            m_open.push_back(e.end);
            return;
        }
    }
    ++m_overlapping;
    addToFirstFree(e, [&](std::size_t i) -> Lane& { return overflowAt(i); });
}

void Packer::addPacked(const Event& e) {
    addToFirstFree(e, [&](std::size_t i) -> Lane& { return laneAt(i); });
}

template <class LaneAt>
void Packer::addToFirstFree(const Event& e, LaneAt&& laneAt) {
    std::size_t i = m_free.find(e.start);
    // Lanes of an earlier packer may be in use already.
    for (; i == m_free.size() && i < kMaxLanes; i = m_free.find(e.start)) m_free.add(laneAt(i).lastEnd());
    if (i == m_free.size())
        return m_store.diagnostics().add(Note::DepthLimit, trackKindInfo(m_store.trackKind(m_track)).label);
    Lane& lane = laneAt(i);
    lane.append(e);
    m_free.set(i, lane.lastEnd());
}

std::vector<Lane*> Packer::lanes() const {
    std::vector<Lane*> all = m_lanes;
    all.insert(all.end(), m_overflow.begin(), m_overflow.end());
    return all;
}

bool sortForLanes(std::vector<Event>& events) {
    if (std::is_sorted(events.begin(), events.end(), laneOrder)) return true;
    std::stable_sort(events.begin(), events.end(), laneOrder);
    return false;
}

}  // namespace model
