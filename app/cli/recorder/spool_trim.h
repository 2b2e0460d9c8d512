// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <utility>
#include <vector>

#include "app/cli/recorder/spool_frames.h"

namespace app::recorder {

/// Discards what a spool has held for too long.
class SpoolTrim {
public:
    /// Notes where the last whole block ends: a file may be longer than what is in it. Times: ns of CLOCK_MONOTONIC.
    void look(std::uint64_t end, std::int64_t now) { m_sizes.emplace_back(now, end); }
    /// Discards records that were in the file before `until`, and gives their room back.
    void trim(SpoolFrames& spool, std::int64_t until);

private:
    using Payloads = std::map<std::uint32_t, std::vector<SpoolFrame>>;  // by the thread of their events

    void walk(SpoolFrames& spool, std::uint64_t limit);
    void discardEvents(SpoolFrames& spool, const SpoolFrame& frame, Payloads& payloads);
    void join(SpoolFrames& spool);

    std::deque<std::pair<std::int64_t, std::uint64_t>> m_sizes;  // when, and where the blocks ended
    std::uint64_t m_walked = SpoolFrames::begin();               // before it everything is kept, or discarded
    std::uint64_t m_joined = SpoolFrames::begin();               // before it no discarded blocks can be joined
    bool m_hasClock = false;                                     // the first pair of clocks stays
};

}  // namespace app::recorder
