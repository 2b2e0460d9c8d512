// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "model/base/message.h"
#include "model/store/report_info.h"

namespace model {

/// Keys of the facts that a merged report has about each of its files. They are facts of the file's host, in this
/// order, and before the facts of the file's own session. Times are whole numbers of ns.
namespace file_fact {
inline constexpr std::string_view kPrefix = "merge.";
inline constexpr std::string_view kFile = "merge.file", kRank = "merge.rank", kHost = "merge.host";
/// kMeasure: the clock of this file is the one that the others were brought to.
inline constexpr std::string_view kClock = "merge.clock", kMeasure = "measure";
inline constexpr std::string_view kAhead = "merge.clock_ahead_ns";
/// "collectives", "wall", "start", "clock", "given"
inline constexpr std::string_view kAlignedBy = "merge.clock_aligned_by";
inline constexpr std::string_view kShift = "merge.clock_shift_ns";
inline constexpr std::string_view kMatches = "merge.clock_collectives", kResidual = "merge.clock_residual_ns";
/// Where the file is a part of another report: its name, and the times in it.
inline constexpr std::string_view kCutOf = "merge.cut_of", kCutBegin = "merge.cut_begin_ns",
                                  kCutEnd = "merge.cut_end_ns";
}  // namespace file_fact

/// Time 0 of the report by the clock of its machine, ns: reports of one machine are aligned by it.
inline constexpr std::string_view kClockAtZero = "ClockAtZeroNs";
/// That fact among those of a session, where the report counts by one clock.
std::optional<std::int64_t> clockAtZero(const Facts& session);

/// Keys of what Sightline itself knows of a report's file, among the facts of its session.
namespace own_fact {
inline constexpr std::string_view kPrefix = "sightline.";
/// Where the file is a part of another report by kinds of events: their keys, with ", " between them.
inline constexpr std::string_view kOnlyKinds = "sightline.only_kinds";
/// Where the file holds several traces: how many.
inline constexpr std::string_view kTraces = "sightline.traces_in_file";
/// Time 0 of the report by the clock of the file, ns.
inline constexpr std::string_view kFirstEvent = "sightline.first_event_ns";
}  // namespace own_fact

/// A fact as people read it.
struct FactText {
    Message title, value;
};
/// Facts that are not of file_fact or own_fact stay as they are: they are terms of whoever wrote the report.
FactText factText(std::string_view key, std::string_view value);

}  // namespace model
