// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/chrome/assembly.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <set>
#include <utility>

#include "importers/chrome/arrows.h"
#include "importers/chrome/owners.h"
#include "importers/chrome/vocabulary.h"
#include "importers/chrome/xla_rows.h"
#include "importers/common/json_text.h"
#include "model/base/messages.h"
#include "model/base/platforms.h"
#include "model/store/file_facts.h"

namespace importers::chrome {

using model::Event;
using model::EventKind;
using model::Note;
using model::StringId;
using model::TimeNs;
using model::TrackKey;
using model::TrackKind;

namespace {

constexpr std::int64_t kNoId = TrackKey::kNone;
/// Times from here on (28 h) count from somewhere else than the beginning of the report: 1970, or when a machine
/// started.
constexpr TimeNs kFarAway = 100'000'000'000'000;
/// Times beyond this one (1973) count from 1970.
constexpr TimeNs kUnixTime = 100'000'000'000'000'000;

std::uint64_t hashOf(TrackKind kind, const TrackKey& key) {
    std::uint64_t h = static_cast<std::uint64_t>(kind);
    for (const std::int64_t v : {key.pid, key.tid, key.device, key.context, key.stream, key.domain})
        h = std::rotl((h ^ static_cast<std::uint64_t>(v)) * 0x9e3779b97f4a7c15ull, 31);
    return h;
}

}  // namespace

Assembly::Assembly(model::EventStore& store, const OpenOptions& options)
    : m_store(store), m_options(options), m_check(options.stopBuilding) {}

void Assembly::take(Records& r) {
    for (const Group& g : r.groups) {
        if (g.events.empty()) continue;
        if (g.kind == TrackKind::CudaApi && m_store.strings().at(g.events.front().name).starts_with("hip"))
            m_platform = model::kHip;
        auto& candidates = m_rowIndex[hashOf(g.kind, g.key)];
        Row* row = nullptr;
        for (const auto& [id, known] : candidates)
            if (id.first == g.kind && id.second == g.key) row = known;
        if (!row) {
            row = &m_rows[{g.kind, g.key}];
            candidates.push_back({{g.kind, g.key}, row});
        }
        row->add(g.events);
    }
    for (const BeginEnd& b : r.beginEnds) m_beginEnds[{b.pid, b.tid}].push_back(b);
    const auto append = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
    append(m_asyncs, r.asyncs);
    append(m_objects, r.objects);
    append(m_counters, r.counters);
    append(m_metadata, r.metadata);
    append(m_memory, r.memory);
    m_correlates |= r.correlates;
    m_isKineto |= r.isKineto;
    if (!r.platform.empty()) m_platform = r.platform;
    if (m_correlates) m_launches.take(r.flows);
    append(m_flows, r.flows);
    for (const auto& [what, oddity] : r.oddities) {
        Oddity& all = m_oddities[what];
        all.count += oddity.count;
        for (const std::int64_t at : oddity.offsets)
            if (all.offsets.size() < Oddity::kOffsets) all.offsets.push_back(at);
    }
    for (std::size_t k = 0; k < r.counts.size(); ++k) m_store.info().eventsInFile[k] += r.counts[k];
}

bool Assembly::isEmpty() const {
    return m_rows.empty() && m_beginEnds.empty() && m_asyncs.empty() && m_objects.empty() && m_flows.empty() &&
           m_counters.empty() && m_metadata.empty();
}

Pairing Assembly::newPairing() {
    const model::Arg unfinished{m_store.strings().intern(kUnfinished), model::Arg::Type::Int, 1};
    return {m_store.args(), m_store.args().intern({&unfinished, 1})};
}

void Assembly::noteEnclosed(const Pairing& pairing) {
    if (pairing.enclosed)
        m_store.diagnostics().add(Note::NeverClosed, model::MessageCode::EnclosedSlices, pairing.enclosed);
}

void Assembly::pairSlices() {
    Pairing pairing = newPairing();
    for (auto& [thread, records] : m_beginEnds) {
        TrackKey key;
        key.pid = thread.pid;
        key.tid = thread.tid;
        Row& row = m_rows[{TrackKind::Slices, key}];
        const std::vector<Event> events = pairBeginEnds(records, pairing, m_check);
        for (const Event& e : events) row.add(e);
        m_store.info().eventsInFile[static_cast<std::size_t>(EventKind::Slice)] += events.size();
        records = {};
    }
    m_beginEnds.clear();
    if (pairing.ends) m_store.diagnostics().add(Note::UnmatchedEnd, "E", pairing.ends);
    noteEnclosed(pairing);
}

void Assembly::pairAsyncRows() {
    std::map<ScopedId, std::vector<Async>> byId;
    for (const Async& a : m_asyncs) m_check(), byId[a.id].push_back(a);
    m_asyncs = {};
    Pairing asyncs = newPairing(), objects = newPairing();
    std::map<std::pair<std::int64_t, StringId>, std::int64_t> domains;  // a row for each process and name
    const auto place = [&](TrackKind kind, EventKind counted, const std::vector<AsyncEvent>& events) {
        for (const AsyncEvent& a : events) {
            m_check();
            const auto [at, fresh] = domains.try_emplace({a.pid, a.root}, static_cast<std::int64_t>(domains.size()));
            TrackKey key;
            key.pid = a.pid;
            key.domain = at->second;
            if (fresh) m_rowNames.push_back({{kind, key}, a.root});
            m_rows[{kind, key}].add(a.event);
        }
        m_store.info().eventsInFile[static_cast<std::size_t>(counted)] += events.size();
    };
    for (auto& [id, records] : byId) {
        std::vector<AsyncEvent> events;
        pairAsyncs(records, asyncs, events, m_check);
        place(TrackKind::Async, EventKind::AsyncSlice, events);
    }
    domains.clear();
    std::map<ScopedId, std::vector<ObjectEvent>> objectsById;
    for (const ObjectEvent& o : m_objects) m_check(), objectsById[o.id].push_back(o);
    m_objects = {};
    for (auto& [id, records] : objectsById) {
        std::vector<AsyncEvent> events;
        pairObjects(records, objects, events, m_check);
        place(TrackKind::Objects, EventKind::Object, events);
    }
    if (asyncs.ends) m_store.diagnostics().add(Note::UnmatchedEnd, "e", asyncs.ends);
    noteEnclosed(asyncs);
    if (objects.ends) m_store.diagnostics().add(Note::UnmatchedEnd, "D", objects.ends);
}

void Assembly::placeSamples(const DocumentFacts& facts) {
    // Samples beside the events name a thread and no process: the one that has that thread.
    std::map<std::int64_t, std::int64_t> processes;
    for (const auto& [id, row] : m_rows)
        if (id.second.tid != kNoId) processes.emplace(id.second.tid, id.second.pid);
    for (const DocumentFacts::Sample& s : facts.samples) {
        m_check();
        TrackKey key;
        key.tid = s.tid;
        const auto found = processes.find(s.tid);
        key.pid = found == processes.end() ? kNoId : found->second;
        Event e{s.time, s.time, 0, 0, 0, 0};
        e.name = m_store.strings().intern(s.name.empty() ? std::string(kUnnamed) : s.name);
        e.payload = s.frame.empty() ? 0 : m_store.strings().intern(s.frame);
        m_rows[{TrackKind::CpuSamples, key}].add(e);
    }
    m_store.info().eventsInFile[static_cast<std::size_t>(EventKind::CpuSample)] += facts.samples.size();
}

void Assembly::chooseProcesses() {
    std::map<std::int64_t, std::uint64_t> callers;
    for (const auto& [id, row] : m_rows) {
        if (isStreamRow(id.first)) {
            if (id.second.context != kNoId)
                m_contexts.try_emplace({id.second.device, id.second.stream}, id.second.context);
            continue;
        }
        m_hostPids[id.second.pid] += row.events.size();
        if (id.first == TrackKind::CudaApi) callers[id.second.pid] += row.events.size();
    }
    const auto& candidates = callers.empty() ? m_hostPids : callers;
    std::uint64_t most = 0;
    for (const auto& [pid, n] : candidates)
        if (n > most && (callers.size() || m_isKineto)) {
            most = n;
            m_mainPid = pid;
        }
    m_deviceOfPid = m_names.devices(m_store);
}

std::int64_t Assembly::processOf(const RowId& id) const {
    // GPU rows say a device where others say a process. A file that several were merged into may say a process.
    const std::int64_t pid = id.second.pid;
    if (m_mainPid == kNoId || m_hasOwners) return pid;
    const bool device = pid == id.second.device || m_deviceOfPid.contains(pid);
    return !device && m_hostPids.contains(pid) ? pid : m_mainPid;
}

RowId Assembly::placeOf(const RowId& id) const {
    if (!isStreamRow(id.first)) return id;
    RowId out = id;
    out.second.pid = processOf(id);
    const auto number = [&](std::int64_t& v) {
        if (!model::isTextId(v)) return;
        const auto text = static_cast<StringId>(v - model::textId(0));
        if (const auto n = trailingNumber(m_store.strings().at(text))) v = *n;
    };
    number(out.second.device);
    number(out.second.stream);
    if (out.second.context == kNoId) {
        // Not every category says the context: the one whose kernels are on that stream, or any of that device, or 0.
        auto found = m_contexts.find({id.second.device, id.second.stream});
        if (found == m_contexts.end()) found = m_contexts.lower_bound({id.second.device, INT64_MIN});
        out.second.context = found != m_contexts.end() && found->first.first == id.second.device ? found->second : 0;
    }
    return out;
}

void Assembly::chooseOrigin() {
    TimeNs first = model::kTimeMax;
    for (const auto& [id, row] : m_rows) {
        first = std::min(first, row.first);
        m_end = std::max(m_end, row.last);
    }
    for (const CounterValue& c : m_counters) first = std::min(first, c.time), m_end = std::max(m_end, c.time);
    for (const MemoryPoint& m : m_memory) first = std::min(first, m.time), m_end = std::max(m_end, m.time);
    if (first != model::kTimeMax && first > kFarAway) m_origin = first;
}

void Assembly::chooseDevices(DocumentFacts& facts) {
    auto& listed = facts.devices;
    if (m_platform.empty() &&
        std::any_of(listed.begin(), listed.end(), [](const auto& e) { return model::isAmdDevice(e.name); }))
        m_platform = model::kHip;
    std::set<std::int64_t> working, allocating;
    for (const auto& [id, row] : m_rows)
        if (isStreamRow(id.first)) working.insert(placeOf(id).second.device);
    for (const MemoryPoint& m : m_memory)
        if (m.onGpu) allocating.insert(m.device);
    // ROCm counts agents in its kernels, CPUs first, and GPUs in the list of devices and in allocations. One at work is
    // one and the same.
    if (m_platform == model::kHip && working.size() == 1) {
        if (listed.size() == 1) listed.front().key.device = *working.begin();
        if (allocating.size() == 1)
            for (MemoryPoint& m : m_memory)
                if (m.onGpu) m.device = *working.begin();
    }
    // A device that is not listed is what all others are.
    const bool alike =
        std::all_of(listed.begin(), listed.end(), [&](const auto& e) { return e.name == listed.front().name; });
    if (listed.empty() || !alike) return;
    for (const std::int64_t device : working)
        if (std::none_of(listed.begin(), listed.end(), [&](const auto& e) { return e.key.device == device; })) {
            model::Entity other{model::Entity::Type::Device, {}, listed.front().name, {}};
            other.key.device = device;
            listed.push_back(std::move(other));
        }
}

void Assembly::describe(const DocumentFacts& facts) {
    model::ReportInfo& info = m_store.info();
    info.product = m_isKineto ? "PyTorch profiler (Kineto)" : "";
    info.schemaVersion = facts.schemaVersion;
    info.session_facts.insert(info.session_facts.end(), facts.facts.begin(), facts.facts.end());
    info.entities.insert(info.entities.end(), facts.devices.begin(), facts.devices.end());
    if (facts.baseTimeNs) info.utcEpochNs = model::saturatingAdd(*facts.baseTimeNs, m_origin);
    else if (m_origin > kUnixTime) info.utcEpochNs = m_origin;
    if (m_origin) info.session_facts.emplace_back(model::own_fact::kFirstEvent, std::to_string(m_origin));
    for (model::Entity& e : m_names.processes(m_store, m_deviceOfPid)) info.entities.push_back(std::move(e));
    if (facts.hasSystemTrace) m_store.diagnostics().add(Note::NotShown, "systemTraceEvents");
}

void Assembly::finish(DocumentFacts& facts) {
    m_isKineto |= facts.isKineto;
    if (m_correlates) m_launches.take(m_flows, true);
    m_names.read(std::exchange(m_metadata, {}), m_store, m_check);
    pairSlices();
    pairAsyncRows();
    placeSamples(facts);
    XlaRows xla(m_rows, m_names, m_store, m_check);
    xla.place();
    if (xla.isHip()) m_platform = model::kHip;
    chooseProcesses();
    m_deviceOfPid.insert(xla.devices().begin(), xla.devices().end());
    if (m_mainPid != kNoId)
        m_hasOwners = giveToOwners(
            m_rows, m_launches, [this](const RowId& row) { return processOf(row); }, m_store, m_check);
    (void)m_launches.readEnds();
    chooseOrigin();
    chooseDevices(facts);
    describe(facts);
    buildRows(facts);
    buildCounters();
    buildMemory();
    for (const auto& [id, name] : m_rowNames) m_store.setTrackName(m_store.track(id.first, id.second), name);
    m_names.apply({m_deviceOfPid, facts.devices, m_platform}, m_store);
    xla.nameRows();
    if (const std::uint64_t n = m_launches.withOneEnd())
        m_store.diagnostics().add(Note::UnmatchedFlow, model::MessageCode::LaunchArrowsOpen, n);
    drawArrows(std::exchange(m_flows, {}), m_origin, m_store, m_check);
}

}  // namespace importers::chrome
