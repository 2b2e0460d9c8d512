// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <functional>
#include <initializer_list>
#include <map>
#include <span>
#include <stop_token>
#include <vector>

#include "model/query/query.h"

namespace model {

/// Machine, process and thread.
using ThreadId = std::array<std::int64_t, 3>;
inline ThreadId threadOf(const TrackKey& key) { return {key.host, key.pid, key.tid}; }

/// Rows of those kinds by thread; those of one thread are in the order of `kinds`.
std::map<ThreadId, std::vector<const Track*>> rowsByThread(const Snapshot& s, std::initializer_list<TrackKind> kinds);

/// Events of several rows of one thread, as they nest in time: operators in annotations, calls in operators.
class Nesting {
public:
    static constexpr std::uint32_t kNone = 0xffffffff;
    struct Item {
        EventRef event;
        TimeRange when;
        StringId name = 0;
        std::uint32_t parent = kNone;  ///< index of the innermost event that contains it completely
        TimeNs inChildren = 0;         ///< time of the events directly inside
        TimeNs self() const { return std::max<TimeNs>(0, when.length() - inChildren); }
    };

    /// Events that overlap the range, and what is inside or around such an event. Of equal ones, that of an earlier row
    /// contains the other. `keep` can exclude events by their name. O(n log n).
    Nesting(const Snapshot& s, std::span<const Track* const> rows, TimeRange range,
            const std::function<bool(StringId)>& keep = {}, std::stop_token stop = {});

    /// In order of start, parents before their contents.
    const std::vector<Item>& items() const { return m_items; }
    /// The innermost event at a time, or kNone. O(log n) where events nest.
    std::uint32_t at(TimeNs t) const;
    /// Adds the value of each event to the event around it, so that each value includes all events inside.
    void sumUp(std::vector<std::int64_t>& values) const;

private:
    std::vector<Item> m_items;
};

}  // namespace model
