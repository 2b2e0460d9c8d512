// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/cli/recorder/spool_frames.h"
#include "model/base/message.h"

namespace app::recorder {

/// The mark of NVTX by which a program asks for a report.
inline constexpr std::string_view kSnapshotMark = "sightline.snapshot";

/// What makes a report without being asked for. Times in ns.
struct TriggerOptions {
    double slowFactor = 0;     ///< a step that takes so many times the median; 0 = none does
    std::string slowName;      ///< ranges of this name are the steps; empty: those whose names look like one
    std::int64_t stallNs = 0;  ///< for so long nothing was done that is traced; 0 = does not matter
};

/// That a report is due.
struct Trigger {
    model::Message why;   ///< nothing: none is
    std::int64_t at = 0;  ///< when that was; a report has what was before it. It is known some seconds later
};

/// Reads what has been written to spools since the last time.
class RecorderTriggers {
public:
    /// `keepNs`: what a report holds, for what is said.
    RecorderTriggers(TriggerOptions options, std::int64_t keepNs);

    /// The new blocks of a spool. `now`: ns of CLOCK_MONOTONIC.
    void look(const std::string& name, const SpoolFrames& spool, std::int64_t now);
    /// What makes a report due, which is forgotten then.
    Trigger found(std::int64_t now);

private:
    struct Open {
        std::uint32_t name = 0;  ///< 0 = of no step
        std::uint64_t start = 0;
    };
    struct Watched {
        std::uint64_t at = SpoolFrames::begin();
        std::map<std::uint32_t, std::string> names;  ///< of steps and marks, by their numbers
        std::map<std::uint32_t, std::vector<Open>> stacks;
        std::map<std::uint64_t, Open> ranges;
    };

    void readNames(Watched& watched, const std::vector<unsigned char>& bytes) const;
    void readEvents(Watched& watched, const SpoolFrame& frame, const std::vector<unsigned char>& bytes);
    void stepEnded(const Watched& watched, const Open& step, std::uint64_t end);

    TriggerOptions m_options;
    std::int64_t m_keepNs;
    std::map<std::string, Watched> m_spools;
    std::deque<std::int64_t> m_steps;  // how long the last ones took
    Trigger m_found;
    std::int64_t m_lastWork = 0, m_lastCall = 0;  // when some of a GPU, and of the CPU, came; 0 = never
    bool m_stalls = false;                        // said already
};

}  // namespace app::recorder
