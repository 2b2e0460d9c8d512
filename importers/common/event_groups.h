// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

#include "importers/common/staging.h"
#include "importers/common/stop_check.h"
#include "model/store/event_store.h"

namespace importers {

/// The stretch, including both ends, in which events of one recording can lie: around the median of its times. Clocks
/// count from the boot or from 1970. So a time that was never written, or is damaged, is far away from all others, and
/// one such time would squeeze the others into nothing. Reorders the times.
model::TimeRange plausibleTimes(std::vector<model::TimeNs>& times);

/// The future contents of one track. Times are those of the file until EventGroups::build() converts them to the
/// report's.
struct EventGroup {
    model::TrackKind kind{};
    model::TrackKey key;
    StagedEvents events;
    std::vector<std::pair<model::TimeNs, double>> values;  ///< for a counter; NaN = a gap begins
};

/// Events and values on their way into a store, by track. For importers whose rows come in no useful order; one thread
/// fills it.
class EventGroups {
public:
    explicit EventGroups(model::EventStore& store) : m_store(store) {}
    EventGroups(const EventGroups&) = delete;
    EventGroups& operator=(const EventGroups&) = delete;

    /// The group of a track. Its address does not change.
    EventGroup& group(model::TrackKind kind, const model::TrackKey& key);
    void add(model::TrackKind kind, const model::TrackKey& key, const model::Event& event) {
        group(kind, key).events.push(event);
    }
    void addValue(model::TrackKind kind, const model::TrackKey& key, model::TimeNs time, double value) {
        group(kind, key).values.emplace_back(time, value);
    }

    /// Adds what several threads read beside each other, each into groups of its own, behind what is here, in the order
    /// of the parts. Empties them.
    void append(std::span<EventGroups* const> parts, unsigned threads);

    /// Moves everything into lanes and counters, in up to `threads` threads. The earliest time becomes zero and is
    /// returned, in ns. Leaves out times outside plausibleTimes(). Those, overlaps, and ends before their start, which
    /// are corrected, get notes. Throws Stopped after a stop; rows that are complete by then stay.
    model::TimeNs build(unsigned threads, std::stop_token stop = {});

private:
    std::optional<model::TimeRange> span(unsigned threads, const std::stop_token& stop) const;
    /// Whether there can have been any.
    bool leaveOutStrays(model::TimeRange span, StopCheck& check);
    /// What a row has of events that are not as they should be.
    struct Problems {
        std::uint64_t backwards = 0, overlapping = 0;
    };
    Problems buildOne(EventGroup& group, model::TrackId track, model::TimeNs zero, StopCheck& check);
    void buildCounter(EventGroup& group, model::TrackId track, StopCheck& check);

    using Id = std::pair<model::TrackKind, model::TrackKey>;
    model::EventStore& m_store;
    std::map<Id, std::unique_ptr<EventGroup>> m_groups;
    EventGroup* m_last = nullptr;
};

}  // namespace importers
