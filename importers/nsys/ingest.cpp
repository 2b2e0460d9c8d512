// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/nsys/ingest.h"

#include <fmt/format.h>
#include <malloc.h>
#include <algorithm>
#include <bit>
#include <set>
#include <unordered_map>

#include "importers/common/parallel.h"
#include "model/store/packer.h"

namespace importers::nsys {

using model::Event;
using model::Note;
using model::TimeNs;
using model::TrackId;
using model::TrackKey;
using model::TrackKind;

namespace {

TableSet tablesFor(const model::Wanted& wanted) {
    TableSet out;
    for (const Table& t : tables()) {
        bool any = wanted.has(trackOf(t.id));
        if (t.id == TableId::Nvtx) any |= wanted.has(TrackKind::Nccl) || wanted.has(TrackKind::ProcessNvtx);
        if (t.id == TableId::MemoryUsage) any |= wanted.has(TrackKind::MemoryUsage);
        out[static_cast<std::size_t>(t.id)] = any;
    }
    return out;
}

bool byTime(const Event& a, const Event& b) { return a.start < b.start; }

/// Events of CUDA may have no other time than that of the call that recorded them, and waiting no other device than
/// that of the work in its context.
model::Wanted withNeeded(model::Wanted wanted) {
    if (wanted.has(TrackKind::StreamEvents))
        wanted |= model::Wanted::of({TrackKind::CudaApi}, model::kCorrelationColumn);
    if (wanted.has(TrackKind::StreamSync))
        wanted |= model::Wanted::of({TrackKind::StreamKernels, TrackKind::StreamMemory});
    return wanted;
}

/// The upper byte of its number is that of its hardware. 0 is no machine, and the highest are the profiler's own.
bool isMachine(std::int64_t host) {
    constexpr std::int64_t kHighestHardware = 0xfd;
    return host != 0 && host >> 8 <= kHighestHardware;
}

bool isWork(TrackKind kind) {
    return kind == TrackKind::StreamKernels || kind == TrackKind::StreamMemory || kind == TrackKind::StreamGraphs;
}

}  // namespace

Ingest::Ingest(model::EventStore& store, ReportStrings& strings, unsigned threads, const model::Wanted& wanted,
               std::stop_token stop)
    : m_store(store), m_strings(strings), m_threads(threads), m_stop(std::move(stop)),
      m_tables(tablesFor(withNeeded(wanted))), m_columns(withNeeded(wanted).columns()),
      m_isWhole(wanted.isEverything()) {
    if (!m_isWhole) store.limitLanes(m_columns);
}

RowCollector& Ingest::collector() {
    auto fresh = std::make_unique<RowCollector>(m_store, m_strings);
    if (!m_isWhole) fresh->limit(m_tables, m_columns);
    std::lock_guard lock(m_mutex);
    m_collectors.push_back(std::move(fresh));
    return *m_collectors.back();
}

void Ingest::mergeFacts(RowCollector& rows) {
    rows.reportNotes();
    for (const Table& t : tables())
        m_store.info().eventsInFile[static_cast<std::size_t>(t.kind)] += rows.rows()[static_cast<std::size_t>(t.id)];
    m_domains.insert(rows.domains().begin(), rows.domains().end());
    for (const auto& [tid, name] : rows.threadNames()) m_threadNames[tid] = name;
    for (const auto& [pid, name] : rows.processes()) m_processes[pid] = name;
    auto& categories = m_store.info().categories;
    categories.insert(categories.end(), rows.categories().begin(), rows.categories().end());
    if (!m_readsRest) m_untimed.insert(m_untimed.end(), rows.untimed().begin(), rows.untimed().end());
}

Ingest::GroupMap Ingest::gather() {
    GroupMap groups;
    for (const auto& rows : m_collectors)
        for (const Group& g : rows->groups()) {
            if (isMachine(g.key.host)) m_host = g.key.host;
            if (isWork(g.kind)) m_deviceOfContext.try_emplace({g.key.host, g.key.pid, g.key.context}, g.key.device);
        }
    for (const auto& rows : m_collectors) {
        for (Group& g : rows->groups()) {
            TrackKind kind = g.kind;
            if (kind == TrackKind::Nvtx) {
                const std::int64_t pid = g.key.host << 48 | g.key.pid << 24;
                const auto domain = m_domains.find({pid, g.key.domain});
                if (domain != m_domains.end() && domain->second == "NCCL") kind = TrackKind::Nccl;
            }
            // Messages about the session as a whole are of no machine, and metrics need not name theirs.
            if ((kind == TrackKind::Diagnostics || kind == TrackKind::GpuMetric) && !isMachine(g.key.host))
                g.key.host = m_host;
            // Records of waiting say device 0 whatever the process; a context is on one GPU, that of its work.
            if (kind == TrackKind::StreamSync)
                if (const auto on = m_deviceOfContext.find({g.key.host, g.key.pid, g.key.context});
                    on != m_deviceOfContext.end())
                    g.key.device = on->second;
            const GroupId id{kind, g.key};
            if (!g.open.empty()) {
                auto& open = m_open[id];
                open.insert(open.end(), g.open.begin(), g.open.end());
            }
            if (g.events.size()) groups[id].push_back(&g);
        }
    }
    // A range that is open to the end contains others: its whole row has to wait.
    for (auto& waiting : m_open) {
        const auto found = groups.find(waiting.first);
        if (found == groups.end()) continue;
        for (Group* g : found->second) g->events.drain([&](const Event& e) { waiting.second.push_back(e); });
        groups.erase(found);
    }
    return groups;
}

void Ingest::flush() {
    for (const auto& rows : m_collectors) mergeFacts(*rows);
    GroupMap groups = gather();
    struct Job {
        GroupId id;
        TrackId track;
        std::vector<Group*>* parts;
        std::size_t size;
    };
    std::vector<Job> jobs;
    for (auto& [id, parts] : groups) {
        std::size_t n = 0;
        for (const Group* g : parts) n += g->events.size();
        jobs.push_back({id, m_store.track(id.first, id.second), &parts, n});
        // Rows that gather the work of a context by name.
        if (id.first == TrackKind::StreamKernels) m_store.track(TrackKind::Kernels, id.second);
        if (id.first == TrackKind::StreamMemory) m_store.track(TrackKind::Memory, id.second);
    }
    // The largest first, so that no thread is left alone with it at the end.
    std::stable_sort(jobs.begin(), jobs.end(), [](const Job& a, const Job& b) { return a.size > b.size; });
    parallelFor(jobs.size(), m_threads, [&](std::size_t i) { build(jobs[i].id, jobs[i].track, *jobs[i].parts); });
    m_collectors.clear();
    model::SegmentPool::instance().trim();
    malloc_trim(0);  // small pieces of the staging, spread over the heaps of several threads
}

void Ingest::build(const GroupId& id, TrackId track, std::vector<Group*>& parts) {
    switch (id.first) {
    case TrackKind::GpuMetric: return buildCounter(track, parts, false);
    case TrackKind::MemoryUsage: return buildCounter(track, parts, true);
    case TrackKind::ThreadState: return buildThreadState(track, parts);
    default: return buildLanes(track, parts);
    }
}

template <class Earlier>
std::vector<Event> Ingest::sorted(std::vector<Group*>& parts, Earlier earlier, StopCheck& check) {
    std::vector<Event> all;
    std::size_t n = 0;
    for (const Group* g : parts) n += g->events.size();
    all.reserve(n);
    for (Group* g : parts)
        g->events.drain([&](const Event& e) {
            check();
            all.push_back(e);
        });
    stableSort(all, earlier, check);
    return all;
}

void Ingest::buildCounter(TrackId track, std::vector<Group*>& parts, bool running) {
    // Values travel in `end`: the bits of a double, or a change that is added up.
    StopCheck check(m_stop);
    const std::vector<Event> events = sorted(parts, byTime, check);
    model::CounterSeries& series = m_store.counter(track);
    double sum = 0;
    for (const Event& e : events) {
        check();
        sum = running ? sum + static_cast<double>(e.end) : std::bit_cast<double>(e.end);
        series.append(std::max(e.start, series.lastTime()), sum);
    }
}

void Ingest::buildThreadState(TrackId track, std::vector<Group*>& parts) {
    StopCheck check(m_stop);
    const std::vector<Event> events = sorted(parts, byTime, check);
    const model::StringId running = m_store.strings().intern("Running"), cpu = m_store.strings().intern("cpu");
    model::Packer packer(m_store, track, model::Shape::Packed);
    std::uint64_t unpaired = 0;
    const Event* in = nullptr;
    const model::StringId alone = m_store.strings().intern("unpaired");
    enum Unpaired : std::int64_t { No, EndUnknown, BeginUnknown };
    const auto add = [&](const Event& from, TimeNs end, model::ArgsId stateAtEnd, Unpaired which) {
        std::vector<model::Arg> args{{cpu, model::Arg::Type::Int, from.payload}};
        if (which != No) args.push_back({alone, model::Arg::Type::Int, which});
        for (const model::Arg& a : m_store.args().at(stateAtEnd)) args.push_back(a);
        packer.add({from.start, end, running, m_store.args().intern(args), 0, 0});
    };
    for (const Event& e : events) {
        check();
        const bool isIn = e.end != 0;
        if (isIn) {
            if (in) ++unpaired;  // its end is unknown: it is taken to have run until it was scheduled in again
            if (in) add(*in, e.start, 0, EndUnknown);
            in = &e;
        } else if (in) {
            add(*in, e.start, e.args, No);
            in = nullptr;
        } else {
            ++unpaired;
            add(e, e.start, e.args, BeginUnknown);
        }
    }
    if (in) {
        ++unpaired;
        add(*in, in->start, 0, EndUnknown);
    }
    for (model::Lane* lane : packer.lanes()) lane->finishBatch();
    if (unpaired) m_store.diagnostics().add(Note::SchedUnpaired, "SCHED_EVENTS", unpaired);
}

void Ingest::buildLanes(TrackId track, std::vector<Group*>& parts) {
    const TrackKind kind = parts.front()->kind;
    const model::TrackKindInfo& info = model::trackKindInfo(kind);
    model::Packer packer(m_store, track, info.shape);
    StopCheck check(m_stop);
    Event last{model::kTimeMin, model::kTimeMin, 0, 0, 0, 0};
    bool inOrder = true;
    for (std::size_t i = 0; inOrder && i < parts.size(); ++i) inOrder = parts[i]->events.inOrder(last, check);
    const auto place = [&](const Event& e) {
        check();
        packer.add(e);
    };
    if (inOrder) {
        for (Group* g : parts) g->events.drain(place);
    } else {
        for (const Event& e : sorted(parts, model::laneOrder, check)) place(e);
    }
    for (model::Lane* lane : packer.lanes()) lane->finishBatch();
    if (packer.overlapping()) m_store.diagnostics().add(Note::Overlapping, info.label, packer.overlapping());
}

void Ingest::setMetricName(std::uint64_t typeId, std::int64_t metricId, model::StringId name) {
    m_metricNames[RowCollector::metricKey(typeId, metricId)] = name;
}

bool Ingest::needsTheRest() {
    if (m_isWhole) return false;
    flush();
    if (m_open.empty()) return false;
    m_tables.flip();
    return m_readsRest = true;
}

void Ingest::placeUntimed() {
    if (m_untimed.empty()) return;
    // Event records have no time before 2025: they are shown at the API call that recorded them.
    std::unordered_map<std::uint64_t, TimeNs> wanted;
    const auto key = [](std::int64_t pid, std::uint32_t correlation) {
        return static_cast<std::uint64_t>(pid) << 32 | correlation;
    };
    for (const auto& u : m_untimed)
        if (u.event.correlation) wanted.emplace(key(u.key.pid, u.event.correlation), model::kTimeMin);
    const model::SnapshotPtr s = m_store.publish();
    for (const model::Track& t : s->tree().tracks) {
        if (t.kind != TrackKind::CudaApi) continue;
        for (const auto* lanes : {&t.lanes, &t.overflow})
            for (const model::LaneId l : *lanes) {
                const model::LaneView lane = s->lane(l);
                for (std::size_t i = 0; i < lane.rows; ++i) {
                    const auto found = wanted.find(key(t.key.pid, lane.lane->correlation(i)));
                    if (found != wanted.end()) found->second = lane.start(i);
                }
            }
    }
    std::uint64_t lost = 0;
    RowCollector& rows = collector();
    for (const auto& u : m_untimed) {
        const auto found = wanted.find(key(u.key.pid, u.event.correlation));
        if (found == wanted.end() || found->second == model::kTimeMin) ++lost;
        else rows.stageAt(TrackKind::StreamEvents, u.key, found->second, u.event);
    }
    m_untimed.clear();
    if (lost) m_store.diagnostics().add(Note::NoTime, table(TableId::CudaEvent).name, lost);
    flush();
}

void Ingest::closeOpenRanges() {
    if (m_open.empty()) return;
    const model::SnapshotPtr s = m_store.publish();
    TimeNs end = std::max(s->range().end, m_store.info().session.end);
    for (const auto& [id, events] : m_open)
        for (const Event& e : events) end = std::max(end, e.end == model::kTimeMax ? e.start : e.end);
    for (auto& [id, events] : m_open) {
        std::uint64_t closed = 0;
        for (Event& e : events)
            if (e.end == model::kTimeMax) {
                e.end = end;
                ++closed;
            }
        StopCheck check(m_stop);
        stableSort(events, model::laneOrder, check);
        const model::TrackKindInfo& info = model::trackKindInfo(id.first);
        model::Packer packer(m_store, m_store.track(id.first, id.second), info.shape);
        for (const Event& e : events) check(), packer.add(e);
        m_store.diagnostics().add(Note::NeverClosed, info.label, closed);
        if (packer.overlapping()) m_store.diagnostics().add(Note::Overlapping, info.label, packer.overlapping());
    }
    m_open.clear();
}

void Ingest::keepEmptyDomains() {
    std::set<std::pair<std::int64_t, std::int64_t>> drawn;
    const model::SnapshotPtr s = m_store.publish();
    for (const model::Track& t : s->tree().tracks)
        if (t.kind == TrackKind::Nvtx || t.kind == TrackKind::Nccl || t.kind == TrackKind::ProcessNvtx)
            drawn.insert({t.key.pid, t.key.domain});
    for (const auto& [id, name] : m_domains) {
        const std::int64_t pid = pidOf(static_cast<std::uint64_t>(id.first));
        if (!drawn.contains({pid, id.second}))
            m_store.info().categories.push_back({pid, id.second, kNvtxDomainItself, name});
    }
}

void Ingest::finish(const SessionFacts& facts) {
    flush();
    placeUntimed();
    describe(facts);  // says where the session ends
    closeOpenRanges();
    keepEmptyDomains();
    nameTracks(facts);
}

}  // namespace importers::nsys
