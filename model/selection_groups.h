// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <memory>
#include <string_view>
#include <unordered_map>

#include "model/reports/launches.h"
#include "model/selection_figures.h"

namespace model {

/// The innermost NVTX range around the start of an event: of its thread; of GPU work around the call that launched it.
class NvtxAround {
public:
    explicit NvtxAround(const Snapshot& s);
    void setLane(const LaneView& lane);
    StringId at(const LaneView& lane, std::size_t row) const;  ///< 0 = none

private:
    using Thread = std::array<std::int64_t, 3>;  // host, process, thread
    struct RangeLane {
        LaneView lane;
        mutable std::size_t last = 0;  // row that was found last: the next question is mostly of a time not much later
        std::optional<std::size_t> rowAt(TimeNs t) const;
    };
    StringId innermost(const std::vector<RangeLane>* lanes, TimeNs t) const;
    const std::vector<RangeLane>* lanesOf(const TrackKey& key) const;

    const Snapshot& m_s;
    reports::CallIndex m_calls;
    std::map<Thread, std::vector<RangeLane>> m_ranges;
    const std::vector<RangeLane>* m_own = nullptr;  // of the lane
    bool m_onGpu = false;
};

/// Says which group an event belongs to by one grouping.
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
