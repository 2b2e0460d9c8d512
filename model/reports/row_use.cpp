// SPDX-License-Identifier: GPL-3.0-or-later
// Rows by how busy they were: where hundreds of streams or threads stand, a few hold most of the time.
#include "model/reports/row_use.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "model/base/messages.h"
#include "model/base/translate_noop.h"
#include "model/reports/contents.h"
#include "model/reports/gpu.h"
#include "model/reports/trace.h"
#include "model/store/vendor_words.h"
#include "model/workload/calls.h"
#include "model/workload/intervals.h"
#include "model/workload/summary.h"

namespace model::reports {
namespace {

constexpr std::initializer_list<TrackKind> kGpuWork{TrackKind::StreamKernels, TrackKind::StreamMemory,
                                                    TrackKind::StreamGraphs};
constexpr std::initializer_list<TrackKind> kThreadWork{
    TrackKind::CudaApi, TrackKind::OsRuntime,   TrackKind::Operators, TrackKind::PythonFunctions,
    TrackKind::Slices,  TrackKind::Annotations, TrackKind::Nvtx,      TrackKind::Nccl,
    TrackKind::Cudnn,   TrackKind::Cublas,      TrackKind::Library};

bool isUsed(TrackKind kind) {
    return kind == TrackKind::CudaHw || kind == TrackKind::Context || kind == TrackKind::Stream ||
           kind == TrackKind::Thread;
}

/// Events of one row while they are added up.
struct Adding {
    RowUse use;
    std::vector<TimeRange> busy, waiting;
    std::map<std::pair<bool, StringId>, TimeNs> names;  // a kernel or graph comes before other work

    void add(TimeRange when, StringId name, bool waits, bool kernel) {
        use.span = use.events++ ? use.span.united(when) : when;
        use.kernels |= kernel;
        (waits ? waiting : busy).push_back(when);
        names[{kernel, name}] += when.length();
    }
    RowUse finished(const Snapshot& s) {
        const Intervals waited = united(std::move(waiting));
        use.waiting = lengthOf(waited);
        use.busy = lengthOf(without(united(std::move(busy)), waited));
        TimeNs longest = -1;
        for (const auto& [of, time] : names) {
            if (of.first != use.kernels || time < longest || (time == longest && s.text(of.second) > s.text(use.most)))
                continue;
            longest = time;
            use.most = of.second;
        }
        return use;
    }
};

}  // namespace

std::vector<RowUse> rowUses(const Request& r) {
    const Snapshot& s = r.report;
    std::map<TrackId, Adding> rows;
    rules::NameTest waitsForGpu(s, rules::isSynchronization);
    const auto add = [&](const Track& t, EventRef e, const LaneView& lane) {
        const TimeRange when = TimeRange{lane.start(e.row), lane.end(e.row)}.intersected(r.range);
        const bool waits =
            t.kind == TrackKind::OsRuntime || (t.kind == TrackKind::CudaApi && waitsForGpu(lane.name(e.row)));
        const bool kernel = t.kind == TrackKind::StreamKernels || t.kind == TrackKind::StreamGraphs;
        for (TrackId up = t.parent; up != kNoTrack; up = s.track(up).parent == up ? kNoTrack : s.track(up).parent)
            if (isUsed(s.track(up).kind)) rows[up].add(when, lane.name(e.row), waits, kernel);
    };
    forEvents(r, kGpuWork, add);
    forEvents(r, kThreadWork, add);
    std::vector<RowUse> out;
    for (auto& [id, row] : rows) {
        row.use.track = id;
        out.push_back(row.finished(s));
    }
    return out;
}

StringId mostTimeIn(const Snapshot& s, const Track& context) {
    for (const TrackKind kind : {TrackKind::StreamKernels, TrackKind::StreamMemory}) {
        std::map<StringId, TimeNs> times;
        for (const Track& t : s.tree().tracks) {
            const bool inside = t.kind == kind && t.parent != kNoTrack && s.track(t.parent).parent == context.id;
            for (std::size_t i = 0; inside && i < t.lanes.size(); ++i) {
                const Bucket all = bucket(s.lane(t.lanes[i]), s.whole());
                times[all.dominant] += all.busy;
            }
        }
        const auto most = std::max_element(times.begin(), times.end(),
                                           [](const auto& a, const auto& b) { return a.second < b.second; });
        if (most != times.end() && most->second > 0) return most->first;
    }
    return 0;
}

namespace {

Table rowUse(const Request& r) {
    const Snapshot& s = r.report;
    auto rows = std::make_shared<std::vector<RowUse>>(rowUses(r));
    std::sort(rows->begin(), rows->end(), [&](const RowUse& a, const RowUse& b) {
        const Track &x = s.track(a.track), &y = s.track(b.track);
        return a.busy != b.busy ? a.busy > b.busy : std::tie(x.kind, x.key) < std::tie(y.kind, y.key);
    });
    Table t;
    t.rows = rows->size();
    t.cell = [rows, &s, inHip = usesHip(s)](std::size_t row, std::size_t column) -> Cell {
        const RowUse& use = (*rows)[row];
        const Track& track = s.track(use.track);
        const bool thread = track.kind == TrackKind::Thread;
        switch (column) {
        case 0:
            return static_cast<double>(use.busy) * 100 / static_cast<double>(std::max<TimeNs>(1, use.span.length()));
        case 1: return use.busy;
        case 2: return thread ? Cell(use.waiting) : Cell();
        case 3: return use.idle();
        case 4: return static_cast<std::int64_t>(use.events);
        case 5: return use.span.begin;
        case 6: return use.span.end;
        case 7: {
            std::string kind(trackKindInfo(track.kind).label);
            return inHip ? inHipWords(std::move(kind)) : kind;
        }
        case 8: return thread ? std::string() : deviceText(s, track.key);
        case 9: return cellOfProcess(s, track.key);
        case 10:
            return cellOfKey(thread                            ? track.key.tid
                             : track.kind == TrackKind::Stream ? track.key.stream
                                                               : track.key.context);
        case 11: return std::string(thread ? threadName(s, track.key) : s.text(track.name));
        default: return std::string(s.text(use.most));
        }
    };
    t.evidence = [rows](std::size_t row) { return Evidence{{}, (*rows)[row].span}; };
    if (t.rows == 0) t.why = MessageCode::NoWorkNorThreadCallsInTime;
    return t;
}

constexpr ColumnInfo kRowUseColumns[] = {
    {QT_TRANSLATE_NOOP("Reports", "Busy (%)"), Unit::Percent,
     QT_TRANSLATE_NOOP("Reports", "Busy time as a share of the time from its first to its last event")},
    {QT_TRANSLATE_NOOP("Reports", "Busy (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP(
         "Reports", "Some work ran; of a thread: it was in some call, operator, function or slice, and did not wait")},
    {QT_TRANSLATE_NOOP("Reports", "Waiting (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "Of a thread: it was in calls that wait for the GPU, or of the OS runtime")},
    {QT_TRANSLATE_NOOP("Reports", "Idle (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "Nothing ran, between its first and its last event")},
    {QT_TRANSLATE_NOOP("Reports", "Events"), Unit::Count, QT_TRANSLATE_NOOP("Reports", "How many there are")},
    {QT_TRANSLATE_NOOP("Reports", "Start (ns)"), Unit::Instant,
     QT_TRANSLATE_NOOP("Reports", "Begin of the first event")},
    {QT_TRANSLATE_NOOP("Reports", "End (ns)"), Unit::Instant, QT_TRANSLATE_NOOP("Reports", "End of the last event")},
    {QT_TRANSLATE_NOOP("Reports", "Row"), Unit::Text,
     QT_TRANSLATE_NOOP("Reports", "A GPU of a process, a context, a stream, or a thread")},
    {QT_TRANSLATE_NOOP("Reports", "Device"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Name and number of the GPU")},
    {QT_TRANSLATE_NOOP("Reports", "PID"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Process")},
    {QT_TRANSLATE_NOOP("Reports", "Id"), Unit::Number,
     QT_TRANSLATE_NOOP("Reports", "Number of the context, stream or thread")},
    {QT_TRANSLATE_NOOP("Reports", "Name"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "What the report calls it"),
     Role::Name},
    {QT_TRANSLATE_NOOP("Reports", "Most Time In"), Unit::Text,
     QT_TRANSLATE_NOOP("Reports",
                       "The name with most time there: of a GPU's rows a kernel, or a copy where no kernel ran")},
};

}  // namespace

constinit const Report kRowUse{
    "row_use",
    QT_TRANSLATE_NOOP("Reports", "Rows by Use"),
    QT_TRANSLATE_NOOP("Reports",
                      "GPUs, contexts, streams and threads by how long they were busy, waited, and had nothing to do."),
    kRowUseColumns,
    rowUse,
    Subject::Overview,
    without<MessageCode::NoWorkNorThreadCalls, TrackKind::StreamKernels, TrackKind::StreamMemory,
            TrackKind::StreamGraphs, TrackKind::CudaApi, TrackKind::OsRuntime, TrackKind::Operators,
            TrackKind::PythonFunctions, TrackKind::Slices, TrackKind::Annotations, TrackKind::Nvtx, TrackKind::Nccl,
            TrackKind::Cudnn, TrackKind::Cublas, TrackKind::Library>,
    false,
    Wanted::of({TrackKind::StreamKernels, TrackKind::StreamMemory, TrackKind::StreamGraphs, TrackKind::CudaApi,
                TrackKind::OsRuntime, TrackKind::Operators, TrackKind::PythonFunctions, TrackKind::Slices,
                TrackKind::Annotations, TrackKind::Nvtx, TrackKind::Nccl, TrackKind::Cudnn, TrackKind::Cublas,
                TrackKind::Library})};

}  // namespace model::reports
