// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/store/event_store.h"

namespace model {

/// Finds the first of some lanes that is free at a time, in logarithmic time. A hostile file may fill thousands of
/// lanes and have millions of events that fit into none.
class FirstFree {
public:
    std::size_t size() const { return m_size; }
    /// Adds a lane, free from `end` on.
    void add(TimeNs end);
    void set(std::size_t lane, TimeNs end);
    /// size() if none is free.
    std::size_t find(TimeNs start) const;

private:
    std::size_t m_size = 0, m_leaves = 0;
    std::vector<TimeNs>
        m_least;  // a tree: the least end below a node, children of i at 2i and 2i + 1, lanes from m_leaves on
};

/// Puts events into the lanes of one track by its Shape (Nested, Packed; Instant is packed, too). Events should come in
/// order of start (equal starts: the longer one first); sortForLanes() does that. A late event is still kept, on an
/// extra lane. Nothing is dropped and no time is changed.
class Packer {
public:
    Packer(EventStore& store, TrackId track, Shape shape);

    void add(const Event& event);

    /// Events that went to overflow lanes since construction.
    std::uint64_t overlapping() const { return m_overlapping; }
    /// Lanes that this packer wrote to; call finishBatch() on them from the same thread when done.
    std::vector<Lane*> lanes() const;

private:
    void addNested(const Event& event);
    void addPacked(const Event& event);
    Lane& laneAt(std::size_t depth);
    Lane& overflowAt(std::size_t index);
    template <class LaneAt>
    void addToFirstFree(const Event& event, LaneAt&& laneAt);

    EventStore& m_store;
    TrackId m_track;
    Shape m_shape;
    std::vector<Lane*> m_lanes;
    std::vector<Lane*> m_overflow;
    FirstFree m_free;            // of the lanes, or of the overflow lanes if events are nested
    std::vector<TimeNs> m_open;  // ends of the open events, outermost first
    std::uint64_t m_overlapping = 0;
};

/// The order that lanes need: by start, of equal starts the longer event first.
inline bool laneOrder(const Event& a, const Event& b) { return a.start != b.start ? a.start < b.start : a.end > b.end; }

/// Orders events by start, then longer first, keeping the order of equals; returns whether they were in order already.
bool sortForLanes(std::vector<Event>& events);

}  // namespace model
