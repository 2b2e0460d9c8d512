// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "model/store/event_store.h"

namespace model {

/// Why a capture holds less than it seems to. Its texts, fact and advice, are in messages/health.h.
enum class HealthCode : std::uint8_t {
    LaunchesWithoutWork,  ///< `count` of `total` launches that were to run at once; subject = the most frequent call of
                          ///< them
    WorkWithoutLaunch,    ///< `count` of `total` kernels; subject = the most frequent kernel of them
    WorkBeforeLaunch,     ///< `count` of `total` launched kernels begin before the call; nanoseconds = the maximum
    UnfinishedRanges,     ///< count
    DroppedRecords,       ///< count = 1: the profiler reports it; subject = its words
    UnreadParts,          ///< count of parts of the file that are damaged
    UnknownParts,         ///< `count` of parts or events of an unknown kind; the file is whole
    TooDeep,              ///< `count` of events for which no row was left; the file is whole
    MissingPermission,    ///< count = 1; subject = the profiler's words
    CollectorFailed,      ///< a part of the profiler did not start; subject = its words
    NothingCollected,     ///< something was traced and gave nothing; subject = the profiler's words
    LowCoverage,          ///< percent of the time of the report in which anything was recorded
    IdleUnreliable,       ///< see Health::idleReliable; another finding gives the reason
    Cut,                  ///< cut out of the report `subject`, with `times` of it; explains missing launches and work
    CutStacks,            ///< stacks lack outer frames; subject = how many, and why
    NothingUnderstood,    ///< `count` of rows; the report holds nothing that could be shown
    CapturedLaunches,  ///< `count` of `total` launches became nodes of CUDA graphs; they have no GPU work of their own
    Count
};

/// One finding, as data: codes and numbers only.
struct HealthFinding {
    HealthCode code = HealthCode::LowCoverage;
    Severity severity = Severity::Info;
    std::uint64_t count = 0;
    std::uint64_t total = 0;
    TimeNs nanoseconds = 0;
    double percent = 0;
    TimeRange times{0, 0};
    Message subject{};
    bool operator==(const HealthFinding&) const = default;
};

struct Health {
    std::vector<HealthFinding> findings;  ///< the most serious first
    /// Part of the report's time in which at least one event was going on, 0 … 1. States of threads, metrics and
    /// messages do not count, because they go on while nothing is traced. Nothing if there are no such events, or no
    /// times.
    std::optional<double> coverage;
    /// False: an idle GPU may only look idle, because its work is not in the report.
    bool idleReliable = true;
};

/// Stable name of a code, for programs.
std::string_view healthKey(HealthCode code);

/// What is so, and what to do next time: of what could not be traced it depends on the reason.
Message factOf(const HealthFinding& finding);
Message adviceOn(const HealthFinding& finding);

/// The words by which captureHealth() recognises a message of another profiler, as static text; empty if it does not
/// know the message.
std::string_view knownMessage(std::string_view text);

/// Judges a complete report. Compares launches and work for each process, and only if the report has both sides. Linear
/// in its events; for a pool thread. When stopped, it returns early with what it has.
Health captureHealth(const Snapshot& report, std::stop_token stop = {});

/// Whether an API call puts work on a GPU (kernel and graph launches of CUDA and HIP), whatever its version suffix.
bool isLaunchCall(std::string_view name);

}  // namespace model
