// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/base/translate_noop.h"
#include "model/query/ranges.h"
#include "model/reports/report.h"
#include "model/workload/events.h"

namespace model::reports {

extern const Report kNvtxSum, kNvtxPushPopSum, kNvtxStartEndSum, kNvtxPushPopTrace, kNvtxGpuProjSum, kNvtxGpuProjTrace,
    kNvtxKernSum, kNvtxTree, kNvtxBackwardSum;

/// A range of a thread (push and pop) or of a process (start and end). Marks are none.
struct NvtxRange {
    EventRef event;
    std::uint32_t parent = kNoParent;  ///< index of the range around it, of the same thread and domain
    std::uint32_t level = 0;           ///< 0 = outermost
    std::uint32_t children = 0;        ///< directly inside
    TimeNs inChildren = 0;             ///< their time
    static constexpr std::uint32_t kNoParent = 0xffffffff;
};

constexpr const char* rangeStyle(TrackKind kind) { return isThreadRangeRow(kind) ? "PushPop" : "StartEnd"; }

/// All ranges that overlap the request's, by row; those of a row in order of start, a parent before its children.
/// O(n log lanes of a row).
HugeVector<NvtxRange> nvtxRanges(const Request& r, std::initializer_list<TrackKind> kinds);

/// Columns of every table of ranges.
inline constexpr ColumnInfo kRangeColumn{
    QT_TRANSLATE_NOOP("Reports", "Range"), Unit::Text,
    QT_TRANSLATE_NOOP("Reports",
                      "Name; of NVTX behind its domain, and nothing stands before the colon in the default domain")};
inline constexpr ColumnInfo kStyleColumn{
    QT_TRANSLATE_NOOP("Reports", "Style"), Unit::Text,
    QT_TRANSLATE_NOOP("Reports", "PushPop: of a thread, nested; StartEnd: of a process")};
inline constexpr ColumnInfo kRangeKindColumn{
    QT_TRANSLATE_NOOP("Reports", "Kind"), Unit::Text,
    QT_TRANSLATE_NOOP(
        "Reports",
        "What made the range: NVTX, roctx, RCCL, atrace, or an annotation such as record_function of PyTorch"),
    Role::Words};

/// Calls use(range, work) for the GPU work of those kinds of rows that was launched inside of each range: its call lies
/// in it, on its thread or in its process. Ranges are named by their index.
void forWorkIn(const Request& r, const HugeVector<NvtxRange>& ranges, std::initializer_list<TrackKind> kinds,
               const std::function<void(std::uint32_t range, EventRef work)>& use);

}  // namespace model::reports
