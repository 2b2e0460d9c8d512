// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "importers/common/event_groups.h"
#include "importers/xplane/plane.h"

namespace importers::xplane {

/// Links between events of an XSpace: one event produces, others consume, with the same kind of link and id.
class Arrows {
public:
    explicit Arrows(model::EventStore& store) : m_store(store) {}

    /// Adds the ends that the facts of an event name; the event is in that group, its times are those of the file.
    void add(const Facts& facts, const EventGroup& group, const model::Event& event);
    std::size_t size() const { return m_ends.size(); }
    /// Moves the events of all ends from that one on.
    void shift(std::size_t first, model::TimeNs by);
    /// Draws them, when the groups are built with `zero` as their first time. Notes ends without a partner.
    void draw(model::TimeNs zero, StopCheck& check);

private:
    struct End {
        std::uint64_t id = 0;
        std::uint32_t type = 0;
        bool consumes = false;
        model::TrackKind kind{};
        model::TrackKey key;
        model::Event event;
    };
    void addEnd(std::uint32_t type, std::uint64_t id, bool consumes, const EventGroup& group,
                const model::Event& event);

    model::EventStore& m_store;
    std::vector<End> m_ends;
};

}  // namespace importers::xplane
