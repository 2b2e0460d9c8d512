// SPDX-License-Identifier: GPL-3.0-or-later
// Memory that an allocator has reserved and could not give out.
#include <algorithm>
#include <map>
#include <tuple>

#include "model/base/messages.h"
#include "model/base/translate_noop.h"
#include "model/reports/allocations.h"
#include "model/reports/contents.h"
#include "model/reports/gpu.h"
#include "model/reports/trace.h"
#include "model/workload/summary.h"

namespace model::reports {
namespace {

/// Segments that serve the same requests: only within them can free blocks become one.
using GroupKey = std::tuple<std::int64_t, std::int64_t, std::int64_t, std::string, std::string, std::int64_t>;

struct Group {
    TrackKey process;
    std::int64_t segments = 0, reserved = 0, allocated = 0, waiting = 0, free = 0, largest = 0;
    std::vector<EventRef> events;
};

struct SegmentReaders {
    ArgReader device, bytes, stream, pool, blocks, allocated, waiting, free, largest;
    explicit SegmentReaders(const Snapshot& s)
        : device(s, "segment device"), bytes(s, "segment bytes"), stream(s, "streamId"), pool(s, "pool"),
          blocks(s, "blocks"), allocated(s, "allocated bytes"), waiting(s, "pending bytes"), free(s, "free bytes"),
          largest(s, "largest free bytes") {}
};

void add(Group& g, const SegmentReaders& read, ArgsId args, EventRef event) {
    const auto sum = [&](std::int64_t& to, const ArgReader& from) {
        to = saturatingAdd(to, from.number(args).value_or(0));
    };
    ++g.segments;
    sum(g.reserved, read.bytes), sum(g.allocated, read.allocated), sum(g.waiting, read.waiting), sum(g.free, read.free);
    g.largest = std::max(g.largest, read.largest.number(args).value_or(0));
    if (g.events.size() < kMostEvidence) g.events.push_back(event);
}

constexpr std::size_t kFreeShare = 10;  // its column

/// What is known of blocks is known of the segments that were there at the snapshot.
Table memoryFragmentation(const Request& r) {
    const SegmentReaders read(r.report);
    std::map<GroupKey, Group> groups;
    forEvents(r, {TrackKind::Objects}, [&](const Track& t, EventRef e, const LaneView& lane) {
        const ArgsId args = argsAt(lane, e.row);
        if (!read.bytes.number(args) || !read.blocks.number(args)) return;
        Group& g = groups[{t.key.host, t.key.pid, read.device.number(args).value_or(0),
                           std::string(r.report.text(lane.name(e.row))),
                           std::string(r.report.text(read.pool.text(args))), read.stream.number(args).value_or(0)}];
        g.process = t.key;
        add(g, read, args, e);
    });
    std::vector<std::vector<Cell>> rows;
    std::vector<Evidence> evidence;
    for (auto& [key, g] : groups) {
        const auto& [host, pid, device, kind, pool, stream] = key;
        std::vector<Cell>& row = rows.emplace_back(std::initializer_list<Cell>{deviceText(r.report, host, device),
                                                                               cellOfProcess(r.report, g.process),
                                                                               kind,
                                                                               pool,
                                                                               stream,
                                                                               g.segments,
                                                                               g.reserved,
                                                                               g.allocated,
                                                                               g.waiting,
                                                                               g.free,
                                                                               {},
                                                                               g.largest});
        if (g.reserved > 0) row[kFreeShare] = static_cast<double>(g.free) * 100 / static_cast<double>(g.reserved);
        evidence.push_back(evidenceOf(r.report, std::move(g.events)));
    }
    return listTable(std::move(rows), std::move(evidence), MessageCode::NoSegments);
}

// What the events are called: the translation tool finds it here.
[[maybe_unused]] constexpr const char* kKindsToTranslate[] = {
    QT_TRANSLATE_NOOP("Reports", "small segment"),
    QT_TRANSLATE_NOOP("Reports", "large segment"),
    QT_TRANSLATE_NOOP("Reports", "expandable segment"),
    QT_TRANSLATE_NOOP("Reports", "segment"),
};

constexpr ColumnInfo kFragmentationColumns[] = {
    {QT_TRANSLATE_NOOP("Reports", "Device"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Name and number of the GPU")},
    {QT_TRANSLATE_NOOP("Reports", "PID"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Process")},
    {QT_TRANSLATE_NOOP("Reports", "Segments Of"), Unit::Text,
     QT_TRANSLATE_NOOP("Reports", "Small requests, large ones, or segments that grow"), Role::Words},
    {QT_TRANSLATE_NOOP("Reports", "Pool"), Unit::Text,
     QT_TRANSLATE_NOOP("Reports", "The pool of a CUDA graph or of the program; 0, 0 is that of all others")},
    {QT_TRANSLATE_NOOP("Reports", "Stream"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "The stream that they serve")},
    {QT_TRANSLATE_NOOP("Reports", "Segments"), Unit::Count, QT_TRANSLATE_NOOP("Reports", "How many there were")},
    {QT_TRANSLATE_NOOP("Reports", "Reserved"), Unit::Bytes,
     QT_TRANSLATE_NOOP("Reports", "What the allocator had from the driver"), Role::Sum},
    {QT_TRANSLATE_NOOP("Reports", "Allocated"), Unit::Bytes,
     QT_TRANSLATE_NOOP("Reports", "What the program held of it, rounded up to blocks"), Role::Sum},
    {QT_TRANSLATE_NOOP("Reports", "Waiting"), Unit::Bytes,
     QT_TRANSLATE_NOOP("Reports", "What the program had freed, while a stream still used it"), Role::Sum},
    {QT_TRANSLATE_NOOP("Reports", "Free"), Unit::Bytes,
     QT_TRANSLATE_NOOP("Reports", "What nobody held: reserved without allocated and waiting"), Role::Sum},
    {QT_TRANSLATE_NOOP("Reports", "Free (%)"), Unit::Percent,
     QT_TRANSLATE_NOOP("Reports", "The same as a share of what was reserved"), Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "Largest Free Block"), Unit::Bytes,
     QT_TRANSLATE_NOOP("Reports", "The largest request that fits without more memory from the driver"), Role::Each},
};

}  // namespace

constinit const Report kMemoryFragmentation{
    "memory_fragmentation",
    QT_TRANSLATE_NOOP("Reports", "Fragmentation"),
    QT_TRANSLATE_NOOP(
        "Reports",
        "What an allocator had reserved at the snapshot and could not give out, by the segments that serve "
        "the same requests."),
    kFragmentationColumns,
    memoryFragmentation,
    Subject::Memory,
    withoutSegments};

}  // namespace model::reports
