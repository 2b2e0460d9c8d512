// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "model/base/time.h"

namespace importers::perfetto {

/// Clocks with numbers of the format.
enum BuiltinClock : std::uint32_t { kRealtime = 1, kMonotonic = 3, kBoottime = 6 };

/// A time in its original clock; Clocks numbers the clocks.
struct Stamp {
    std::uint32_t clock = 0;
    model::TimeNs time = 0;
};

/// The clocks of a trace and their snapshots: the times that some clocks showed at one moment.
class Clocks {
public:
    Clocks();

    /// Number of a clock. Those from 64 to 127 are different in each sequence.
    std::uint32_t index(std::uint32_t sequence, std::uint32_t id);
    /// The clock to which times are converted; by default the one that counts from the boot.
    void setTraceClock(std::uint32_t index) { m_trace = index; }
    std::uint32_t traceClock() const { return m_trace; }
    void addSnapshot(const std::vector<Stamp>& readings);
    bool hasSnapshots() const { return !m_pairs.empty(); }

    // After all snapshots:

    /// The same moment in the clock of the trace. Nothing if no snapshots connect the clocks.
    std::optional<model::TimeNs> toTrace(Stamp stamp);
    std::optional<model::TimeNs> convert(Stamp stamp, std::uint32_t to);

private:
    /// Moments at which two clocks were read together, in order of the first.
    using Pairs = std::vector<std::pair<model::TimeNs, model::TimeNs>>;
    const std::vector<std::uint32_t>& path(std::uint32_t from, std::uint32_t to);

    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> m_index;  // (sequence or 0, id)
    std::map<std::uint32_t, std::map<std::uint32_t, Pairs>> m_pairs;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint32_t>> m_paths;
    bool m_sorted = true;
    std::uint32_t m_trace = 0;
};

}  // namespace importers::perfetto
