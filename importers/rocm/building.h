// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "importers/common/event_groups.h"
#include "importers/common/importer.h"

namespace importers::rocm {

/// Rows on their way into a store, whatever kind of file they come from. One thread fills it; several threads have one
/// each, and append() joins them.
struct Building {
    Building(model::EventStore& s, const OpenOptions& o) : store(s), options(o), groups(s) {}

    void count(model::EventKind kind, std::uint64_t n = 1) { m_counts[static_cast<std::size_t>(kind)] += n; }
    /// Changes the kind of one counted row.
    void recount(model::EventKind from, model::EventKind to) { --m_counts[static_cast<std::size_t>(from)], count(to); }
    /// Whether the start of a row is a time; notes it if not. Clocks count from the boot or from 1970, so zero was
    /// never set. `row`: where it stands in its table.
    bool hasTime(model::TimeNs start, std::string_view table, std::int64_t row);
    /// Adds the values of a counter, each with the time until which it holds. If none follows at once, there is a gap.
    struct Interval {
        model::TimeNs start, end;
        double value;
    };
    void addIntervals(model::TrackKind kind, const model::TrackKey& key, std::vector<Interval>& intervals);
    /// Adds the rows, counts and notes of parts, in their order.
    void append(std::span<const std::unique_ptr<Building>> parts);
    /// Passes on the counts, and the notes about rows without a time: further notes come behind them. Not while other
    /// threads read.
    void settle();
    /// Builds the groups with the earliest event at zero, and records in the facts when that was.
    void build();
    /// Publishes for the last time. Fails if reading was cancelled.
    model::Result<void> finish(const std::filesystem::path& path);

    model::EventStore& store;
    const OpenOptions& options;
    EventGroups groups;

private:
    struct NoTime {
        std::string table;
        std::uint64_t count;
        std::int64_t row;  ///< the first one
        model::TimeNs start;
    };
    std::array<std::uint64_t, model::kEventKindCount> m_counts{};  ///< of rows in the file
    std::vector<NoTime> m_noTimes;
};

/// Copy directions as numbers, which events have as `copyKind`: 1 = host to device, 2 = device to host, 8 = device to
/// device, 9 = host to host, 0 = unknown. `name`: a profiler's name of the copy.
std::int64_t copyKindOf(std::string_view name);

}  // namespace importers::rocm
