// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/xplane/arrows.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "model/base/messages.h"
#include "model/query/query.h"

namespace importers::xplane {

using model::EventRef;
using model::TimeNs;

namespace {

/// Links of XFlow have no type of their own, and bits for their direction.
constexpr std::uint32_t kFlowType = UINT32_MAX;
constexpr std::uint64_t kFlowIn = 1, kFlowOut = 2, kFlowIdMask = (std::uint64_t{1} << 56) - 1;

/// Finds events in the rows that they were put into.
class Places {
public:
    explicit Places(model::SnapshotPtr s) : m_s(std::move(s)) {
        for (const model::Track& t : m_s->tree().tracks) m_tracks[{t.kind, t.key}] = &t;
    }
    EventRef find(model::TrackKind kind, const model::TrackKey& key, const model::Event& event) const {
        const auto track = m_tracks.find({kind, key});
        if (track == m_tracks.end()) return {};
        for (const auto* lanes : {&track->second->lanes, &track->second->overflow})
            for (const model::LaneId l : *lanes) {
                const model::LaneView lane = m_s->lane(l);
                for (std::size_t row = lane.lane->start().lowerBound(0, lane.rows, event.start);
                     row < lane.rows && lane.start(row) == event.start; ++row)
                    if (lane.end(row) == event.end && lane.name(row) == event.name)
                        return {l, static_cast<std::uint32_t>(row)};
            }
        return {};
    }

private:
    model::SnapshotPtr m_s;
    std::map<std::pair<model::TrackKind, model::TrackKey>, const model::Track*> m_tracks;
};

}  // namespace

void Arrows::addEnd(std::uint32_t type, std::uint64_t id, bool consumes, const EventGroup& group,
                    const model::Event& event) {
    m_ends.push_back({id, type, consumes, group.kind, group.key, event});
}

void Arrows::add(const Facts& facts, const EventGroup& group, const model::Event& event) {
    if (facts.has(StatRole::Producer)) addEnd(facts.producerType, facts.producer, false, group, event);
    if (facts.has(StatRole::Consumer)) addEnd(facts.consumerType, facts.consumer, true, group, event);
    if (!facts.has(StatRole::Flow)) return;
    const std::uint64_t id = facts.flow >> 2 & kFlowIdMask;
    if (facts.flow & kFlowIn) addEnd(kFlowType, id, true, group, event);
    if (facts.flow & kFlowOut) addEnd(kFlowType, id, false, group, event);
}

void Arrows::shift(std::size_t first, TimeNs by) {
    for (std::size_t i = first; i < m_ends.size(); ++i)
        for (TimeNs* t : {&m_ends[i].event.start, &m_ends[i].event.end}) *t = model::saturatingAdd(*t, by);
}

void Arrows::draw(TimeNs zero, StopCheck& check) {
    if (m_ends.empty()) return;
    for (End& e : m_ends) {
        e.event.end = std::max(e.event.start, e.event.end);  // as in the rows
        for (TimeNs* t : {&e.event.start, &e.event.end}) *t = model::saturatingSub(*t, zero);
    }
    const auto key = [](const End& e) { return std::tuple(e.type, e.id, e.event.start, e.consumes); };
    stableSort(
        m_ends, [&](const End& a, const End& b) { return key(a) < key(b); }, check);
    const Places places(m_store.publish());
    std::vector<model::Flow> flows;
    std::uint64_t alone = 0;
    const auto sameLink = [](const End& a, const End& b) { return a.type == b.type && a.id == b.id; };
    for (std::size_t first = 0; first < m_ends.size();) {
        std::size_t end = first;
        const End* producer = nullptr;
        std::uint64_t drawn = 0;
        for (; end < m_ends.size() && sameLink(m_ends[end], m_ends[first]); ++end)
            if (!m_ends[end].consumes && !producer) producer = &m_ends[end];
        EventRef from = producer ? places.find(producer->kind, producer->key, producer->event) : EventRef{};
        for (std::size_t i = first; i < end; ++i) {
            check();
            const End& e = m_ends[i];
            const EventRef here = places.find(e.kind, e.key, e.event);
            if (!e.consumes) {
                from = here;
            } else if (from.isValid() && here.isValid() && !(from == here)) {
                flows.push_back({from.lane, from.row, here.lane, here.row, 0});
                ++drawn;
            }
        }
        alone += drawn == 0;
        first = end;
    }
    if (alone) m_store.diagnostics().add(model::Note::UnmatchedFlow, model::MessageCode::Arrows, alone);
    m_store.setFlows(std::move(flows));
}

}  // namespace importers::xplane
