// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include "model/event_store.h"

namespace importers {

/// What will become one track. Times are those of the file until EventGroups::build() turns them into the report's.
struct EventGroup {
    model::TrackKind kind{};
    model::TrackKey key;
    std::vector<model::Event> events;
    std::vector<std::pair<model::TimeNs, double>> values;  ///< of a counter; NaN = a gap begins
};

/// Events and values on their way into a store, by the track they belong to. For importers whose rows come in no useful
/// order; one thread fills it.
class EventGroups {
public:
    explicit EventGroups(model::EventStore& store) : m_store(store) {}
    EventGroups(const EventGroups&) = delete;
    EventGroups& operator=(const EventGroups&) = delete;

    /// The group of a track; stays where it is.
    EventGroup& group(model::TrackKind kind, const model::TrackKey& key);
    void add(model::TrackKind kind, const model::TrackKey& key, const model::Event& event) { group(kind, key).events.push_back(event); }
    void addValue(model::TrackKind kind, const model::TrackKey& key, model::TimeNs time, double value) {
        group(kind, key).values.emplace_back(time, value);
    }

    /// The earliest time of all events and values; nothing if there are none.
    std::optional<model::TimeNs> earliest() const;
    /// The latest one.
    std::optional<model::TimeNs> latest() const;

    /// Puts everything into lanes and counters, with `zero` taken off all times, in up to `threads` threads, and forgets
    /// it. An end before its start, and times that cannot be kept, are put right and noted; so are overlaps.
    void build(model::TimeNs zero, unsigned threads, std::stop_token stop = {});

private:
    void buildOne(EventGroup& group, model::TrackId track, model::TimeNs zero);
    void buildCounter(EventGroup& group, model::TrackId track);

    using Id = std::pair<model::TrackKind, model::TrackKey>;
    model::EventStore& m_store;
    std::map<Id, std::unique_ptr<EventGroup>> m_groups;
    EventGroup* m_last = nullptr;
};

}  // namespace importers
