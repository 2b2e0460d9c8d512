// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/rules/gaps.h"

namespace model::rules {

using namespace reports;

namespace {

std::map<ProcessId, std::vector<TimeRange>> overheads(const Request& r) {
    std::map<ProcessId, std::vector<TimeRange>> out;
    forEvents(r, {TrackKind::ProfilerOverhead}, [&](const Track& t, EventRef e, const LaneView& lane) {
        out[{t.key.host, t.key.pid}].push_back({lane.start(e.row), lane.end(e.row)});
    });
    return out;
}

struct GapWork {
    TimeRange when;
    EventRef event;
};

std::vector<Gap> gapsBetween(const Snapshot& s, std::vector<GapWork>& work,
                             const std::map<ProcessId, Measure>& overhead) {
    std::stable_sort(work.begin(), work.end(),
                     [](const GapWork& a, const GapWork& b) { return a.when.begin < b.when.begin; });
    std::vector<Gap> out;
    TimeNs until = kTimeMax;  // before the first work there is no gap
    for (const GapWork& w : work) {
        if (until < w.when.begin) {
            const TrackKey& key = s.track(trackOf(s, w.event)).key;
            const auto of = overhead.find({key.host, key.pid});
            const TimeRange range{until, w.when.begin};
            out.push_back({range, of == overhead.end() ? 0 : of->second.inside(range), w.event});
        }
        until = until == kTimeMax ? w.when.end : std::max(until, w.when.end);
    }
    return out;
}

}  // namespace

Measure::Measure(Intervals all) : m_all(std::move(all)) {
    TimeNs sum = 0;
    m_before.reserve(m_all.size());
    for (const TimeRange& r : m_all) {
        m_before.push_back(sum);
        sum += r.length();
    }
}

TimeNs Measure::before(TimeNs t) const {
    const auto after =
        std::upper_bound(m_all.begin(), m_all.end(), t, [](TimeNs at, const TimeRange& r) { return at < r.begin; });
    if (after == m_all.begin()) return 0;
    const auto last = std::prev(after);
    return m_before[static_cast<std::size_t>(last - m_all.begin())] + std::min(t, last->end) - last->begin;
}

std::map<DeviceId, std::vector<Gap>> gapsOf(const Request& r) {
    std::map<DeviceId, std::vector<GapWork>> work;
    forEvents(r, {TrackKind::StreamKernels, TrackKind::StreamMemory, TrackKind::StreamGraphs},
              [&](const Track& t, EventRef e, const LaneView& lane) {
                  work[{t.key.host, t.key.device}].push_back({{lane.start(e.row), lane.end(e.row)}, e});
              });
    std::map<ProcessId, Measure> overhead;
    for (auto& [id, list] : overheads(r)) overhead.emplace(id, Measure(united(std::move(list))));
    std::map<DeviceId, std::vector<Gap>> out;
    for (auto& [id, list] : work) out[id] = gapsBetween(r.report, list, overhead);
    return out;
}

std::map<ProcessId, ProcessWork> processWork(const Request& r) {
    std::map<ProcessId, std::vector<TimeRange>> busy;
    std::map<ProcessId, ProcessWork> out;
    forEvents(r, {TrackKind::StreamKernels, TrackKind::StreamMemory, TrackKind::StreamGraphs},
              [&](const Track& t, EventRef e, const LaneView& lane) {
                  const TimeRange when{lane.start(e.row), lane.end(e.row)};
                  const ProcessId id{t.key.host, t.key.pid};
                  busy[id].push_back(when);
                  const auto [at, fresh] = out.try_emplace(id, ProcessWork{{}, when});
                  if (!fresh) at->second.window = at->second.window.united(when);
              });
    const auto overhead = overheads(r);
    for (auto& [id, work] : out) {
        auto& list = busy[id];
        if (const auto of = overhead.find(id); of != overhead.end())
            list.insert(list.end(), of->second.begin(), of->second.end());
        work.busy = united(std::move(list));
    }
    return out;
}

}  // namespace model::rules
