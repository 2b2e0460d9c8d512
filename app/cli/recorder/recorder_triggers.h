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

    /// Reads the new blocks of a spool, and returns where the last whole one ends. `now`: ns of CLOCK_MONOTONIC.
    std::uint64_t look(const std::string& name, const SpoolFrames& spool, std::int64_t now);
    /// What makes a report due: a mark first. It stays so until forget().
    Trigger due(std::int64_t now) const;
    bool isAsked() const { return !m_mark.why.empty(); }
    /// That report is written. Stalls are due once each.
    void forget(std::int64_t now);
    /// Nothing is due that was found so far, but marks.
    void forgetSteps() { m_slow = {}; }

private:
    struct Open {
        std::uint32_t name = 0;  ///< 0 = of no step
        std::uint64_t start = 0;
    };
    struct Watched {
        std::uint64_t at = SpoolFrames::begin();
        std::uint32_t mark = 0;                      ///< the number of kSnapshotMark; 0 = none yet
        std::map<std::uint32_t, std::string> names;  ///< of steps, by their numbers
        std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<Open>> stacks;  ///< by thread and domain
        std::map<std::uint64_t, Open> ranges;
    };

    void readNames(Watched& watched, const std::vector<unsigned char>& bytes) const;
    void readEvents(Watched& watched, const SpoolFrame& frame, const std::vector<unsigned char>& bytes);
    void stepEnded(const Watched& watched, const Open& step, std::uint64_t end);

    TriggerOptions m_options;
    std::int64_t m_keepNs;
    std::map<std::string, Watched> m_spools;
    bool isStalled(std::int64_t now) const;

    std::map<std::string, std::deque<std::int64_t>> m_steps;  // how long the last ones of a kind took
    Trigger m_mark, m_slow;
    std::int64_t m_lastWork = 0, m_lastCall = 0;  // when some of a GPU, and of the CPU, came; 0 = never
    bool m_stallTold = false;
};

}  // namespace app::recorder
