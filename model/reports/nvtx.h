// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/reports/events.h"

namespace model::reports {

extern const Report kNvtxSum, kNvtxPushPopSum, kNvtxStartEndSum, kNvtxPushPopTrace, kNvtxGpuProjSum, kNvtxGpuProjTrace, kNvtxKernSum, kNvtxTree, kNvtxBackwardSum;

/// A range of a thread (push and pop) or of a process (start and end). Marks are none.
struct NvtxRange {
    EventRef event;
    std::uint32_t parent = kNoParent;  ///< index of the range around it, of the same thread and domain
    std::uint32_t level = 0;           ///< 0 = outermost
    std::uint32_t children = 0;        ///< directly inside
    TimeNs inChildren = 0;             ///< their time
    static constexpr std::uint32_t kNoParent = 0xffffffff;
};

constexpr bool isNvtxThread(TrackKind kind) { return kind == TrackKind::Nvtx || kind == TrackKind::Nccl; }
constexpr const char* nvtxStyle(TrackKind kind) { return kind == TrackKind::ProcessNvtx ? "StartEnd" : "PushPop"; }

/// All ranges that overlap the request's, by row; those of a row in order of start, a parent before its children.
/// O(n log lanes of a row).
HugeVector<NvtxRange> nvtxRanges(const Request& r, std::initializer_list<TrackKind> kinds);

/// "domain:name"; ":name" in the default domain.
std::string rangeLabel(const Snapshot& s, const Track& track, StringId name);
std::string rangeLabel(const Snapshot& s, StringId domain, StringId name);

}  // namespace model::reports
