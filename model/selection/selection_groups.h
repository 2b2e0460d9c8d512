// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "model/base/huge_vector.h"
#include "model/selection/selection_figures.h"
#include "model/workload/launches.h"

namespace model {

/// Finds the innermost of many ranges at a time: of the ranges that run, the one that began last, and of several the
/// one that was added last. Built in one sweep, n log n. A query is O(1) if its time is soon after that of the previous
/// one, and otherwise O(log n).
class InnermostRanges {
public:
    void add(const LaneView& lane);
    void finish();                ///< call it once, when all are added
    StringId at(TimeNs t) const;  ///< 0 = none

private:
    struct Range {
        TimeRange time;
        StringId name;
    };
    /// Valid from its time on, until the next step.
    struct Step {
        TimeNs from;
        StringId name;
    };
    void step(TimeNs from, StringId name);
    void closeUntil(TimeNs t, std::vector<Range>& open);
    HugeVector<Range> m_ranges;
    HugeVector<Step> m_steps;
    mutable std::size_t m_last = 0;  // the step that was found last
};

/// The innermost range around the start of an event, of its thread or process. For GPU work, around the call that
/// launched it.
class NvtxAround {
public:
    explicit NvtxAround(const Snapshot& s);
    void setLane(const LaneView& lane);
    StringId at(const LaneView& lane, std::size_t row) const;  ///< 0 = none

private:
    using Thread = std::array<std::int64_t, 3>;  // host, process, thread
    struct Ranges {
        std::vector<LaneId> lanes;
        std::optional<InnermostRanges> innermost;  // made on first use
    };
    StringId innermost(Ranges* ranges, TimeNs t) const;
    Ranges* rangesOf(const TrackKey& key) const;
    Ranges* rangesOf(LaneId calls) const;

    const Snapshot& m_s;
    reports::CallIndex m_calls;
    mutable std::map<Thread, Ranges> m_ranges;
    mutable std::pair<LaneId, Ranges*> m_lastCalls{EventRef{}.lane, nullptr};  // invalid at first
    Ranges* m_own = nullptr;                                                   // those of the lane
    bool m_onGpu = false;
};

/// Finds the group of an event for one grouping.
class Grouper {
public:
    Grouper(const Snapshot& s, GroupBy by);
    GroupBy by() const { return m_by; }
    /// Whether names or rows of one lane can belong to different groups.
    bool needsName() const { return m_by == GroupBy::Name || m_by == GroupBy::ShortName || m_by == GroupBy::Kind; }
    bool needsRow() const { return m_by == GroupBy::NvtxRange; }
    void setLane(const LaneView& lane);
    /// By the lane alone, or by a name on it.
    std::uint32_t ofName(StringId name);
    std::uint32_t ofRow(std::size_t row) { return needsRow() ? m_nvtx->at(m_lane, row) : ofName(m_lane.name(row)); }

private:
    std::uint32_t ofLane(const Track& t) const;
    const Snapshot& m_s;
    GroupBy m_by;
    LaneView m_lane;
    std::uint32_t m_ofLane = 0;
    std::unordered_map<StringId, StringId> m_short;
    std::unordered_map<std::string_view, StringId> m_firstOfShort;
    std::unique_ptr<NvtxAround> m_nvtx;
};

}  // namespace model
