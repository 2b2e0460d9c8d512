// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/workload/intervals.h"

#include "model/workload/collectives.h"

namespace model::reports {

Intervals united(std::vector<TimeRange> all) {
    const auto earlier = [](const TimeRange& a, const TimeRange& b) { return a.begin < b.begin; };
    if (!std::is_sorted(all.begin(), all.end(), earlier)) std::sort(all.begin(), all.end(), earlier);
    Intervals out;
    for (const TimeRange& r : all) {
        if (r.end <= r.begin) continue;
        if (!out.empty() && r.begin <= out.back().end) out.back().end = std::max(out.back().end, r.end);
        else out.push_back(r);
    }
    return out;
}

Intervals common(const Intervals& a, const Intervals& b) {
    Intervals out;
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
        const TimeRange both{std::max(a[i].begin, b[j].begin), std::min(a[i].end, b[j].end)};
        if (both.begin < both.end) out.push_back(both);
        if (a[i].end < b[j].end) ++i;
        else ++j;
    }
    return out;
}

Intervals without(const Intervals& a, const Intervals& b) {
    Intervals out;
    std::size_t j = 0;
    for (TimeRange r : a) {
        while (j < b.size() && b[j].end <= r.begin) ++j;
        for (std::size_t k = j; k < b.size() && b[k].begin < r.end; ++k) {
            if (b[k].begin > r.begin) out.push_back({r.begin, b[k].begin});
            r.begin = std::max(r.begin, b[k].end);
        }
        if (r.begin < r.end) out.push_back(r);
    }
    return out;
}

Intervals clipped(const Intervals& a, TimeRange range) { return common(a, {range}); }

TimeNs lengthOf(const Intervals& a) {
    TimeNs sum = 0;
    for (const TimeRange& r : a) sum += r.length();
    return sum;
}

std::map<DeviceId, DeviceWork> deviceWork(const Request& r) {
    struct Lists {
        std::vector<TimeRange> compute, communication, memory;
        TimeRange window{kTimeMax, kTimeMin};
        std::int64_t kernels = 0;
    };
    std::map<DeviceId, Lists> lists;
    Communication isCommunication(r.report);
    TrackId track = kNoTrack;
    Lists* of = nullptr;
    forEvents(r, {TrackKind::StreamKernels, TrackKind::StreamGraphs, TrackKind::StreamMemory},
              [&](const Track& t, EventRef e, const LaneView& lane) {
                  if (t.id != track) {
                      track = t.id;
                      of = &lists[{t.key.host, t.key.device}];
                  }
                  const TimeRange when{lane.start(e.row), lane.end(e.row)};
                  of->window = {std::min(of->window.begin, when.begin), std::max(of->window.end, when.end)};
                  of->kernels += t.kind == TrackKind::StreamKernels;
                  auto& list = t.kind == TrackKind::StreamMemory ? of->memory
                               : isCommunication(lane, e.row)    ? of->communication
                                                                 : of->compute;
                  list.push_back(when);
              });
    std::map<DeviceId, DeviceWork> out;
    for (auto& [id, l] : lists)
        out[id] = {united(std::move(l.compute)), united(std::move(l.communication)), united(std::move(l.memory)),
                   l.window, l.kernels};
    return out;
}

Breakdown breakdownOf(const DeviceWork& work, TimeRange range) {
    const Intervals compute = clipped(work.compute, range), communication = clipped(work.communication, range),
                    memory = clipped(work.memory, range);
    Breakdown out;
    out.whole = range.length();
    out.overlapped = lengthOf(common(compute, communication));
    out.computeOnly = lengthOf(compute) - out.overlapped;
    out.communicationOnly = lengthOf(communication) - out.overlapped;
    out.memoryOnly = lengthOf(without(without(memory, compute), communication));
    out.idle = out.whole - out.computeOnly - out.communicationOnly - out.overlapped - out.memoryOnly;
    return out;
}

}  // namespace model::reports
