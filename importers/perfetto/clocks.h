// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
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

    /// Number of a clock of a machine (0 = the one that wrote the trace). Those from 64 to 127 are different in each
    /// sequence.
    std::uint32_t index(std::int64_t machine, std::uint32_t sequence, std::uint32_t id);
    /// The clock to which times are converted; by default the one that counts from the boot.
    void setTraceClock(std::uint32_t index) { m_trace = index; }
    std::uint32_t traceClock() const { return m_trace; }
    void addSnapshot(const std::vector<Stamp>& readings);
    bool hasSnapshots() const { return !m_pairs.empty(); }
    /// Ties the clock of another machine to the same one of the first. It is read here after the message with the other
    /// reading has come, so of several the one with the smallest difference has the smallest delay, and counts.
    void addRemote(std::int64_t machine, std::uint32_t id, model::TimeNs there, model::TimeNs here);
    /// After all of these: ties machines that nothing else ties by their wall clocks. Returns how many.
    std::size_t tieMachines();

    // After all snapshots:

    /// The same moment in the clock of the trace. Nothing if no snapshots connect the clocks.
    std::optional<model::TimeNs> toTrace(Stamp stamp);
    std::optional<model::TimeNs> convert(Stamp stamp, std::uint32_t to);

private:
    /// Moments at which two clocks were read together, in order of the first.
    using Pairs = std::vector<std::pair<model::TimeNs, model::TimeNs>>;
    /// The way to a clock: of each clock that is tied to it, the next one on the way.
    using Way = std::map<std::uint32_t, std::uint32_t>;
    const Way& wayTo(std::uint32_t to);

    std::map<std::tuple<std::int64_t, std::uint32_t, std::uint32_t>, std::uint32_t>
        m_index;  // (machine, sequence or 0, id)
    std::map<std::pair<std::int64_t, std::uint32_t>, std::pair<model::TimeNs, model::TimeNs>>
        m_remote;  // by machine and id
    std::map<std::uint32_t, std::map<std::uint32_t, Pairs>> m_pairs;
    std::map<std::uint32_t, Way> m_ways;  ///< by the clock to which they lead
    bool m_sorted = true;
    std::uint32_t m_trace = 0;
};

}  // namespace importers::perfetto
