// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

#include "model/base/huge_vector.h"
#include "model/query/event_filter.h"

namespace model {

/// Which events are listed.
struct EventScope {
    std::vector<LaneId> lanes;
    std::optional<TimeRange> range;  ///< only events that overlap it
    bool operator==(const EventScope&) const = default;
};

/// Numbers for the events of a scope, lane after lane. With them, four bytes an event hold any order.
class EventNumbers {
public:
    EventNumbers() = default;
    EventNumbers(const Snapshot& s, const EventScope& scope);

    std::uint64_t count() const { return m_count; }
    std::size_t lanes() const { return m_parts.size(); }
    EventRef at(std::uint32_t number) const;
    std::optional<std::uint32_t> of(EventRef event) const;

    struct Part {
        LaneId lane;
        std::size_t first;     // row of the lane
        std::uint32_t offset;  // number of that row
        std::uint32_t rows;
    };
    const std::vector<Part>& parts() const { return m_parts; }

private:
    std::vector<Part> m_parts;
    std::uint64_t m_count = 0;
};

/// The argument of an event, if it has one with that key.
std::optional<Arg> argumentOf(const Snapshot& s, const LaneView& lane, std::size_t row, StringId key);

/// What events are sorted by.
enum class EventKey : std::uint8_t { Start, Duration, Name, Lane, Argument };

/// A request for an order. A value: works in any thread.
struct EventOrder {
    SnapshotPtr snapshot;
    EventNumbers numbers;
    EventFilter filter;
    EventKey key = EventKey::Start;
    StringId argument = 0;
    bool descending = false;
    std::stop_token stop;

    static constexpr std::size_t kFirst = 1000;

    /// The numbers of the matching events, in order; empty if it was stopped. Equals are in order of start. If there
    /// are many, `first` gets the first kFirst numbers and the total count, long before all are sorted. O(n log n).
    std::vector<std::uint32_t> compute(
        const std::function<void(std::vector<std::uint32_t> first, std::uint64_t total)>& first) const;

private:
    struct Item {
        std::int64_t key;
        TimeNs start;
        std::uint32_t number;
    };
    HugeVector<Item> items() const;
    std::vector<std::uint32_t> textRanks() const;
};

}  // namespace model
