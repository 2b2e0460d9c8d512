// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/look/colouring.h"
#include "model/query/query.h"

namespace app {

/// A name as bars of some kind of row show it, in the colour of a group.
struct HtmlEventName {
    model::TrackKind look = model::TrackKind::Generic;
    model::StringId name = 0;
    model::look::Colouring::Group group = 0;  ///< 0: in the colour of its kind and name
    auto operator<=>(const HtmlEventName&) const = default;
};

/// What a page holds of the events of a time: all of rows that have few, and of others the longest ones, and how busy
/// each piece of time was and with what. So its size is bounded, whatever the report's size is.
struct HtmlEvents {
    /// Varints (model/base/varint.h); times in ns after the begin of the range.
    ///
    ///     data    = lanes, lane…, counters, counter…
    ///     lane    = events in the range, events here, hasLinks, event…, bins
    ///     event   = start (the first: zigzag) or time since the end of the one before, duration, name, [link]
    ///     link    = 0: none; else 1 + zigzag(number of the launch - that of the link before); events are numbered over
    ///               all lanes
    ///     bins    = 0: none; else runs, shift, zigzag(begin of bin 0), run…; a bin is 2^shift ns
    ///     run     = empty bins before it, bins - 1, name, busy (0 … 255)
    ///     counter = points, hold (the last value holds on), shift (0: values, else least and greatest of 2^shift ns),
    ///               point…
    ///     point   = time since the one before (the first: zigzag), 4 bytes of a float for each value (NaN: unknown)
    ///
    /// A name is an index into `names`; 0 is one that was left out.
    std::string data{};
    std::vector<HtmlEventName> names{};
    std::uint64_t events = 0, all = 0;  ///< here one by one, and in the range
};

/// `names`: so many different ones at most. `bytes`: of data, about. `colouring`: of `report`, decides the groups;
/// null: there are none. States of threads have none; bins have that of their last event, as in the window.
HtmlEvents htmlEvents(const model::Snapshot& report, model::TimeRange range, const std::vector<model::LaneId>& lanes,
                      const std::vector<model::TrackId>& counters, std::size_t bytes, std::size_t names,
                      model::look::Colouring* colouring = nullptr);

}  // namespace app
