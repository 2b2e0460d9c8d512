// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/store/event_store.h"

namespace importers {

/// How the clocks of several reports are aligned.
enum class Align : std::uint8_t {
    Auto,  ///< Clock if reports of one machine lie side by side; else Collectives if some match, and are not worse than
           ///< the wall clocks; else WallClock, else Start
    Collectives,  ///< collectives end together on all ranks
    WallClock,    ///< the wall clocks of the machines are right; the machine's own clock aligns reports of one machine
    Start,        ///< the first events of all reports happen at the same time
    Clock,        ///< the reports' times are from one clock of one machine; never requested, only reported
    Given,        ///< set by the user; never requested, only reported
};
/// "auto", "collectives", "wall", "start", "clock", "given".
std::string_view alignKey(Align align);
std::optional<Align> alignFromKey(std::string_view key);

/// What alignment needs to know about one report. Small, so that the report itself need not stay in memory.
struct ClockFacts {
    struct End {
        std::uint64_t what = 0;  ///< hash of what identifies a collective; equal on all ranks
        model::TimeNs time = 0;  ///< in the report's own time
        auto operator<=>(const End&) const = default;
    };
    std::int64_t utcEpochNs = 0;  ///< wall clock at time 0; 0 = unknown
    std::string machine;          ///< name of the machine and kind of the following clock; empty = unknown
    /// That clock at time 0, in ns since the boot; reports with equal `machine` share it.
    std::int64_t clockNs = 0;
    model::TimeRange range;
    std::vector<End> ends;  ///< of collectives, in order of `what`, then of time
};

/// Reads them from a report. Linear in the kernels. Collectives are identified by (process group, sequence number) if
/// the report has these, else by kind, group and size in their order. If there are no collective kernels, the host's
/// NCCL calls are used.
ClockFacts clockFacts(const model::Snapshot& report);

/// How to convert the times of one report to those of the first one.
struct Alignment {
    Align method = Align::Start;  ///< in effect
    /// How far, in ns, the clock of this report is ahead of the first report's: of the machine's clock if both share
    /// one, else of the wall clock if both reports know theirs, else of their own zeros.
    model::TimeNs offset = 0;
    model::TimeNs shift = 0;     ///< ns, added to the times of its events
    std::size_t matches = 0;     ///< number of compared collectives
    model::TimeNs residual = 0;  ///< half of them fit the offset to within so many ns
    bool operator==(const Alignment&) const = default;
};

/// One Alignment for each report; the first report keeps its times. A report that shares no collective with the first
/// one is aligned with another that does. Reports that share collectives only among themselves are aligned with the
/// first of them. An offset in `given` is used as it is.
std::vector<Alignment> align(std::span<const ClockFacts> reports, Align wanted,
                             std::span<const std::optional<model::TimeNs>> given = {});

/// The same for one report whose offset is known, for example after it was edited.
Alignment alignmentOf(const ClockFacts& first, const ClockFacts& report, model::TimeNs offset);

}  // namespace importers
