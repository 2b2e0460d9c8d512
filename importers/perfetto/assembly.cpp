// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/perfetto/assembly.h"

#include <fmt/format.h>
#include <algorithm>
#include <set>
#include <tuple>

#include "model/base/messages.h"
#include "model/store/file_facts.h"

namespace importers::perfetto {

using model::Event;
using model::EventKind;
using model::EventRef;
using model::Note;
using model::TimeNs;
using model::TrackKind;
using Type = TrackRecord::Type;

void Assembly::run() {
    resolveTimes();
    m_data.tracks.settle();
    counters();
    pairTracks();
    m_system.finish(m_end);
    placeGpuWork();
    m_gpu.finishCounters([&](Stamp s) { return resolve(s); });
    if (m_neverClosed)
        m_data.store.diagnostics().add(Note::NeverClosed, model::MessageCode::TrackEvents, m_neverClosed);
    m_zero = m_data.groups.build(m_options.threads, m_options.stopBuilding);
    m_data.store.info().session_facts.emplace_back(model::kClockAtZero, std::to_string(m_zero));
    const std::uint32_t realtime = m_data.clocks.index(0, 0, kRealtime);
    if (const auto wall = m_data.clocks.convert({m_data.clocks.traceClock(), m_zero}, realtime); wall && *wall > 0)
        m_data.store.info().utcEpochNs = *wall;
    nameAll();
    locateAll();
    joinFlows();
    gpuArrows();
    m_data.store.setFlows(std::move(m_arrows));
}

TimeNs Assembly::resolve(Stamp stamp) {
    if (const auto time = m_data.clocks.toTrace(stamp)) return *time;
    m_data.store.diagnostics().add(Note::DanglingReference, model::MessageCode::UntiedClocks);
    return stamp.time;
}

/// Where no snapshot ties clocks together but all times are of one clock, that one is as good as any.
void Assembly::chooseClock() {
    if (const std::size_t tied = m_data.clocks.tieMachines())
        m_data.store.diagnostics().add(Note::DanglingReference, model::MessageCode::ClocksTiedByWall, tied);
    if (m_data.clocks.hasSnapshots()) return;
    std::set<std::uint32_t> used;
    const auto see = [&](Stamp stamp) {
        m_check();
        used.insert(stamp.clock);
    };
    for (const TrackRecord& r : m_data.records) see(r.stamp);
    for (const CounterRecord& c : m_data.counters) see(c.stamp);
    for (const FlowRecord& f : m_data.flows) see(f.stamp);
    for (const GpuReader::Work& w : m_gpu.work()) see(w.stamp);
    if (used.size() == 1) m_data.clocks.setTraceClock(*used.begin());
}

void Assembly::resolveTimes() {
    chooseClock();
    for (TrackIndex i = 0; i < m_data.tracks.size(); ++i) m_data.tracks.at(i).firstTime = model::kTimeMax;
    std::vector<TimeNs> times;
    const auto see = [&](TimeNs t) {
        m_check();
        times.push_back(t);
    };
    for (TrackRecord& r : m_data.records) {
        r.stamp = {m_data.clocks.traceClock(), resolve(r.stamp)};
        if (r.duration < 0) {
            m_data.store.diagnostics().add(Note::EndBeforeStart, model::MessageCode::TrackEvents);
            r.duration = 0;
        }
        TrackTree::Track& t = m_data.tracks.at(r.track);
        t.firstTime = std::min(t.firstTime, r.stamp.time);
        see(model::saturatingAdd(r.stamp.time, r.duration));
    }
    for (CounterRecord& c : m_data.counters) {
        c.stamp = {m_data.clocks.traceClock(), resolve(c.stamp)};
        if (m_data.records.empty()) see(c.stamp.time);
    }
    for (FlowRecord& f : m_data.flows) f.stamp = {m_data.clocks.traceClock(), resolve(f.stamp)};
    m_system.resolveTimes([&](Stamp stamp) {
        const TimeNs time = resolve(stamp);
        see(time);
        return time;
    });
    for (GpuReader::Work& w : m_gpu.work()) {
        w.stamp = {m_data.clocks.traceClock(), resolve(w.stamp)};
        w.event.start = w.stamp.time;
        w.event.end = model::saturatingAdd(w.stamp.time, w.duration);
        see(w.event.end);
    }
    // What is open lasts to the end; a single time that is far away from all others is not that.
    const model::TimeRange plausible = plausibleTimes(times);
    const auto reach = [&](TimeNs t) {
        m_check();
        if (t <= plausible.end) m_end = std::max(m_end, t);
    };
    for (const TimeNs t : times) reach(t);
    for (const CounterRecord& c : m_data.counters) reach(c.stamp.time);
}

void Assembly::counters() {
    std::map<std::pair<TrackIndex, std::uint32_t>, double> sums;
    for (const CounterRecord& c : m_data.counters) {
        m_check();
        const TrackTree::Track& t = m_data.tracks.at(c.track);
        double value = c.value * t.multiplier;
        if (t.incremental) value = sums[{c.track, c.run}] += value;
        const TrackTree::Row row = m_data.tracks.counterRow(c.track);
        m_data.groups.addValue(row.kind, row.key, c.stamp.time, value);
    }
    m_data.counters = {};
}

/// The slices of a track that are open, with quick ways to the last one of a name and to the innermost one.
class Assembly::SliceStack {
public:
    void push(const OpenSlice& slice, model::StringId name) {
        m_byName[name].push_back(m_slices.size());
        m_slices.push_back({slice, name, ++m_steps});
        enter(slice.record, model::kTimeMax);
    }
    /// A slice that is closed already; it can be the innermost one until its end.
    void enter(std::uint32_t record, TimeNs end) { m_inner.push_back({record, end}); }

    /// Takes the slice that an end of that name closes: the last one of that name, without a name the last one of all.
    /// Begins may have no name where their ends have one.
    bool take(model::StringId name, TimeNs time, OpenSlice& slice) {
        while (!m_slices.empty() && m_slices.back().closedAt != 0) m_slices.pop_back();
        if (m_slices.empty()) return false;
        auto found = m_byName.find(name ? name : m_slices.back().name);
        if (found == m_byName.end() || found->second.empty()) {
            if (m_slices.back().name != 0) return false;
            found = m_byName.find(0);
        }
        Entry& e = m_slices[found->second.back()];
        found->second.pop_back();
        e.closedAt = ++m_steps;
        e.end = time;
        slice = e.slice;
        return true;
    }

    /// Says that the slice of that record has ended.
    void leave(std::uint32_t record, TimeNs time) { m_left.emplace(record, time); }
    /// The record of the innermost slice that is open at that time, or kNowhere.
    std::uint32_t innermost(TimeNs time) {
        for (; !m_inner.empty(); m_inner.pop_back()) {
            Inner& top = m_inner.back();
            if (const auto left = m_left.find(top.record); left != m_left.end()) top.end = left->second;
            if (top.end >= time) return top.record;
            m_left.erase(top.record);
        }
        return kNowhere;
    }

    /// Calls use(slice, end) for those that never ended. A slice lasts no longer than the first one around it that did.
    template <class F>
    void rest(TimeNs end, F&& use) const {
        std::map<std::uint64_t, TimeNs> closed;  // by the step at which it was closed
        for (const Entry& e : m_slices) {
            if (e.closedAt != 0) {
                closed.emplace(e.closedAt, e.end);
                continue;
            }
            const auto around = closed.lower_bound(e.openedAt);
            use(e.slice, around == closed.end() ? end : around->second);
        }
    }

private:
    struct Entry {
        OpenSlice slice;
        model::StringId name = 0;
        std::uint64_t openedAt = 0, closedAt = 0;  // steps; 0 = open
        TimeNs end = 0;
    };
    struct Inner {
        std::uint32_t record;
        TimeNs end;
    };
    std::vector<Entry> m_slices;
    std::unordered_map<model::StringId, std::vector<std::size_t>> m_byName;
    std::vector<Inner> m_inner;
    std::unordered_map<std::uint32_t, TimeNs> m_left;
    std::uint64_t m_steps = 0;
};

void Assembly::pairTracks() {
    std::vector<std::vector<Item>> byTrack(m_data.tracks.size());
    for (std::uint32_t i = 0; i < m_data.records.size(); ++i) {
        m_check();
        byTrack[m_data.tracks.canonical(m_data.records[i].track)].push_back(
            {m_data.records[i].stamp.time, i, i, false});
    }
    std::vector<bool> withFlows(m_data.tracks.size());
    for (std::uint32_t i = 0; i < m_data.flows.size(); ++i) {
        m_check();
        const FlowRecord& f = m_data.flows[i];
        const TrackIndex track = m_data.tracks.canonical(f.track);
        byTrack[track].push_back({f.stamp.time, f.order, i, true});
        withFlows[track] = true;
    }
    for (TrackIndex t = 0; t < byTrack.size(); ++t) {
        // What came before so many records comes before the next one.
        const auto earlier = [](const Item& a, const Item& b) {
            return a.time != b.time ? a.time < b.time : a.order != b.order ? a.order < b.order : a.isFlow && !b.isFlow;
        };
        stableSort(byTrack[t], earlier, m_check);
        m_placeAll = withFlows[t];
        pairTrack(t, byTrack[t]);
        byTrack[t] = {};
    }
    m_placeAll = false;
}

void Assembly::pairTrack(TrackIndex track, std::span<const Item> items) {
    SliceStack open;
    std::vector<OpenSlice> states;
    std::vector<std::uint32_t> waiting;  // arrows' ends that meet the next slice
    for (const Item& item : items) {
        m_check();
        if (item.isFlow) {
            meetFlow(m_data.flows[item.index], open, waiting);
            continue;
        }
        const TrackRecord r = m_data.records[item.index];
        const bool begins = r.type == Type::Begin || r.type == Type::Complete;
        for (; begins && !waiting.empty(); waiting.pop_back()) m_points[waiting.back()].record = item.index;
        switch (r.type) {
        case Type::Begin: open.push({item.index, r.args}, r.name); break;
        case Type::End: close(track, open, item.index); break;
        case Type::Complete: {
            const TimeNs end = model::saturatingAdd(r.stamp.time, r.duration);
            open.enter(item.index, end);
            addSlice(track, {item.index, r.args}, end);
            break;
        }
        case Type::Instant: addInstant(track, item.index); break;
        case Type::State: state(track, states, item.index); break;
        }
    }
    open.rest(m_end, [&](const OpenSlice& o, TimeNs end) {
        ++m_neverClosed;
        addSlice(track, o, end);
    });
    for (const OpenSlice& o : states) addSlice(track, o, m_end);  // the last one holds
}

void Assembly::meetFlow(const FlowRecord& f, SliceStack& open, std::vector<std::uint32_t>& waiting) {
    Point p{f.id, f.stamp.time, f.order, f.role, kNowhere, kNowhere, f.name};
    if (f.next) waiting.push_back(static_cast<std::uint32_t>(m_points.size()));
    else p.record = open.innermost(f.stamp.time);
    m_points.push_back(p);
}

void Assembly::close(TrackIndex track, SliceStack& open, std::uint32_t index) {
    const TrackRecord end = m_data.records[index];
    OpenSlice closed;
    if (!open.take(end.name, end.stamp.time, closed))
        return m_data.store.diagnostics().add(Note::UnmatchedEnd, model::MessageCode::TrackEvents);
    open.leave(closed.record, end.stamp.time);
    closed.args = m_data.args.merged(closed.args, end.args);
    if (end.extra != kNoExtra) {
        TrackRecord& begin = m_data.records[closed.record];
        if (begin.extra == kNoExtra) {
            begin.extra = static_cast<std::uint32_t>(m_data.extras.size());
            m_data.extras.emplace_back();
        }
        const EventExtra& theirs = m_data.extras[end.extra];
        EventExtra& ours = m_data.extras[begin.extra];
        ours.submits.insert(ours.submits.end(), theirs.submits.begin(), theirs.submits.end());
        ours.waits.insert(ours.waits.end(), theirs.waits.begin(), theirs.waits.end());
    }
    const std::uint32_t placed = addSlice(track, closed, end.stamp.time);
    if (end.extra != kNoExtra) flowPoints(index, placed);
}

void Assembly::state(TrackIndex track, std::vector<OpenSlice>& open, std::uint32_t index) {
    const TrackRecord& r = m_data.records[index];
    for (const OpenSlice& o : open) addSlice(track, o, r.stamp.time);
    open.clear();
    if (r.name && !m_data.store.strings().at(r.name).empty()) open.push_back({index, r.args});
}

std::uint32_t Assembly::place(std::uint32_t index, const TrackTree::Row& row, Event event) {
    const TrackRecord& r = m_data.records[index];
    m_data.groups.add(row.kind, row.key, event);
    if (r.extra == kNoExtra && !m_placeAll) return kNowhere;
    m_placed.push_back({row, event});
    const auto placed = static_cast<std::uint32_t>(m_placed.size() - 1);
    if (m_placeAll) m_placeOfRecord[index] = placed;
    if (r.extra != kNoExtra) flowPoints(index, placed);
    return placed;
}

std::uint32_t Assembly::addSlice(TrackIndex track, const OpenSlice& slice, TimeNs end) {
    const TrackRecord r = m_data.records[slice.record];
    TrackTree::Row row = m_data.tracks.sliceRow(track);
    Event e{r.stamp.time, std::max(end, r.stamp.time), r.name, slice.args, 0, r.chain};
    const EventExtra* extra = r.extra == kNoExtra ? nullptr : &m_data.extras[r.extra];
    const bool calls = extra && row.kind == TrackKind::Slices && (extra->gpuApi || !extra->submits.empty());
    if (calls) {
        row.kind = TrackKind::CudaApi;
        if (extra->gpuApi) m_apis[row.key] = extra->gpuApi;
        if (!extra->submits.empty()) e.correlation = ++m_correlations;
    }
    m_data.count(row.kind == TrackKind::CudaApi  ? EventKind::CudaApi
                 : row.kind == TrackKind::Slices ? EventKind::Slice
                                                 : EventKind::AsyncSlice);
    const std::uint32_t placed = place(slice.record, row, e);
    if (!extra) return placed;
    for (const std::uint64_t id : extra->submits)
        m_launches.try_emplace(id, Launch{placed, e.correlation, row.key.host, row.key.pid});
    for (const std::uint64_t id : extra->waits) m_waits.emplace_back(id, placed);
    return placed;
}

void Assembly::addInstant(TrackIndex track, std::uint32_t index) {
    m_data.count(EventKind::Instant);
    const TrackRecord r = m_data.records[index];
    const std::uint32_t placed =
        place(index, m_data.tracks.instantRow(track), {r.stamp.time, r.stamp.time, r.name, r.args, 0, 0});
    if (r.extra == kNoExtra) return;
    for (const std::uint64_t id : m_data.extras[r.extra].submits) m_launches.try_emplace(id, Launch{placed, 0, 0, 0});
    for (const std::uint64_t id : m_data.extras[r.extra].waits) m_waits.emplace_back(id, placed);
}

void Assembly::flowPoints(std::uint32_t index, std::uint32_t placed) {
    const TrackRecord& r = m_data.records[index];
    for (const FlowUse& use : m_data.extras[r.extra].flows) {
        m_data.count(EventKind::Flow);
        m_points.push_back({use.id, r.stamp.time, index, use.role, placed, kNowhere, 0});
    }
}

void Assembly::placeGpuWork() {
    for (GpuReader::Work& w : m_gpu.work()) {
        m_check();
        const auto launch = m_launches.find(w.id);
        // A launch of another process cannot be found by its number; an arrow shows it.
        if (launch != m_launches.end() && launch->second.correlation && launch->second.pid == w.key.pid &&
            launch->second.host == w.key.host)
            w.event.correlation = launch->second.correlation;
        m_data.groups.add(w.kind, w.key, w.event);
        m_placed.push_back({{w.kind, w.key}, w.event});
        m_work.insert_or_assign(w.id, static_cast<std::uint32_t>(m_placed.size() - 1));
    }
}

void Assembly::nameAll() {
    m_data.tracks.name(m_data.names);
    m_gpu.name();
    const model::SnapshotPtr s = m_data.store.publish();
    for (const model::Track& t : s->tree().tracks) {
        model::TrackKey key;
        key.host = t.key.host;
        key.pid = t.key.pid;
        key.tid = t.key.tid;
        key.domain = model::TrackKey::kNone;
        const auto api = t.kind == TrackKind::CudaApi ? m_apis.find(key) : m_apis.end();
        const auto name = [&](std::string_view text) {
            m_data.store.setTrackName(t.id, m_data.store.strings().intern(text));
        };
        if (api != m_apis.end() && api->second == kApiHip) name("HIP API");
        if (t.kind == TrackKind::Annotations) name("atrace");
    }
}

/// Finds the rows of all placed events: one walk over each row of the timeline that has some.
void Assembly::locateAll() {
    using Key = std::tuple<TimeNs, TimeNs, model::StringId, model::ArgsId>;
    std::map<std::pair<TrackKind, model::TrackKey>, std::map<Key, std::vector<std::uint32_t>>> wanted;
    const auto shifted = [&](TimeNs t) { return model::saturatingSub(t, m_zero); };
    for (std::uint32_t i = static_cast<std::uint32_t>(m_placed.size());
         i-- > 0;) {  // so that equal events are taken in their order
        m_check();
        const Placed& p = m_placed[i];
        wanted[{p.row.kind, p.row.key}][{shifted(p.event.start), shifted(p.event.end), p.event.name, p.event.args}]
            .push_back(i);
    }
    m_refs.assign(m_placed.size(), {});
    const model::SnapshotPtr s = m_data.store.publish();
    for (const model::Track& t : s->tree().tracks) {
        const auto found = wanted.find({t.kind, t.key});
        if (found == wanted.end()) continue;
        for (const auto* lanes : {&t.lanes, &t.overflow})
            for (const model::LaneId l : *lanes) {
                const model::LaneView lane = s->lane(l);
                for (std::uint32_t row = 0; row < lane.rows; ++row) {
                    m_check();
                    const Event e = lane.lane->row(row);
                    const auto event = found->second.find({e.start, e.end, e.name, e.args});
                    if (event == found->second.end() || event->second.empty()) continue;
                    m_refs[event->second.back()] = {l, row};
                    event->second.pop_back();
                }
            }
    }
}

void Assembly::arrow(EventRef from, EventRef to, model::StringId name) {
    if (!from.isValid() || !to.isValid())
        return m_data.store.diagnostics().add(Note::UnmatchedFlow, model::MessageCode::Arrows);
    if (from == to) return;
    m_arrows.push_back({from.lane, from.row, to.lane, to.row, name});
}

void Assembly::joinFlows() {
    for (Point& p : m_points)
        if (const auto placed = m_placeOfRecord.find(p.record); p.record != kNowhere && placed != m_placeOfRecord.end())
            p.placed = placed->second;
    stableSort(
        m_points, [](const Point& a, const Point& b) { return a.time != b.time ? a.time < b.time : a.order < b.order; },
        m_check);
    struct Open {
        EventRef at;
        std::uint32_t arrows = 0;
    };
    std::unordered_map<std::uint64_t, Open> open;
    std::uint64_t alone = 0;
    for (const Point& p : m_points) {
        m_check();
        const EventRef here = refOf(p.placed);
        const auto before = open.find(p.id);
        if (before != open.end() && p.role != FlowUse::Role::First) {
            arrow(before->second.at, here, p.name);
            if (p.role == FlowUse::Role::Last) open.erase(before);
            else before->second = {here, before->second.arrows + 1};
            continue;
        }
        if (p.role == FlowUse::Role::Last) ++alone;
        else if (before != open.end()) alone += before->second.arrows == 0, before->second = {here, 0};
        else open.emplace(p.id, Open{here, 0});
    }
    for (const auto& [id, o] : open) alone += o.arrows == 0;
    if (alone) m_data.store.diagnostics().add(Note::UnmatchedFlow, model::MessageCode::Arrows, alone);
}

void Assembly::gpuArrows() {
    std::uint64_t lost = 0;
    const auto work = [&](std::uint64_t id) {
        const auto found = m_work.find(id);
        lost += found == m_work.end();
        return found == m_work.end() ? kNowhere : found->second;
    };
    for (const auto& [id, launch] : m_launches) {
        const std::uint32_t at = work(id);
        if (at == kNowhere || launch.placed == kNowhere || m_placed[at].event.correlation) continue;
        arrow(refOf(launch.placed), refOf(at), 0);
    }
    for (const auto& [id, waiter] : m_waits) {
        const std::uint32_t at = work(id);
        if (at != kNowhere && waiter != kNowhere) arrow(refOf(at), refOf(waiter), 0);
    }
    for (const GpuReader::Work& w : m_gpu.work())
        for (const std::uint64_t id : w.waits) {
            const std::uint32_t from = work(id), to = work(w.id);
            if (from != kNowhere && to != kNowhere) arrow(refOf(from), refOf(to), 0);
        }
    if (lost) m_data.store.diagnostics().add(Note::DanglingReference, model::MessageCode::GpuWorkIds, lost);
}

}  // namespace importers::perfetto
