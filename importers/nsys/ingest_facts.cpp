// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <algorithm>
#include <span>

#include "importers/nsys/ingest.h"
#include "model/base/messages.h"
#include "model/store/wall_clock.h"

namespace importers::nsys {

using model::Entity;
using model::Track;
using model::TrackKey;
using model::TrackKind;

namespace {

constexpr std::int64_t kNoField = TrackKey::kNone;
constexpr std::size_t kMostListed = 4096;  ///< contexts, and streams: every snapshot has a copy of the list

std::int64_t hostOf(std::int64_t globalId) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(globalId) >> 48);
}

/// Name of the GPU that a process calls device `cuda`; the whole GPU where the report has no mapping.
const RepGpu* gpuOf(const SessionFacts& facts, std::int64_t pid, std::int64_t cuda) {
    std::int64_t id = cuda;
    for (const RepCudaDevice& d : facts.cudaDevices)
        if (d.pid == pid && d.cudaId == cuda) id = d.gpuId;
    for (const RepGpu& g : facts.gpus)
        if (g.id == id) return &g;
    return nullptr;
}

/// The last name that is given.
std::string gpuName(const SessionFacts& facts, std::int64_t id) {
    std::string name;
    for (const RepGpu& g : facts.gpus)
        if (g.id == id && !g.name.empty()) name = g.name;
    return name;
}

std::string streamName(const SessionFacts& facts, const TrackKey& key) {
    std::string name;
    for (const RepStreamName& n : facts.streamNames)
        if (n.pid == key.pid && n.contextId == key.context && n.streamId == key.stream) name = n.name;
    if (name.empty() && key.stream >= 0)  // -1 is no stream
        for (const RepCudaContext& c : facts.contexts)
            if (c.pid == key.pid && c.contextId == key.context && c.nullStreamId == key.stream)
                name = fmt::format("Default stream ({})", key.stream);
    return name;
}

std::string memoryKindName(std::int64_t kind) {
    static constexpr std::string_view kNames[] = {"Pageable", "Pinned",        "Device",        "Array",
                                                  "Managed",  "Device static", "Managed static"};
    return std::string(kind >= 0 && kind < static_cast<std::int64_t>(std::size(kNames)) ? kNames[kind]
                                                                                        : "Unknown kind");
}

std::string baseName(std::string_view path) {
    const auto slash = path.find_last_of("/\\");
    return std::string(slash == std::string_view::npos ? path : path.substr(slash + 1));
}

}  // namespace

void Ingest::describe(const SessionFacts& facts) {
    model::ReportInfo& info = m_store.info();
    if (info.productVersion.empty()) info.productVersion = facts.productVersion;
    if (facts.utcEpochNs) info.utcEpochNs = *facts.utcEpochNs;
    if (facts.utcOffset) info.session_facts.emplace_back(model::kUtcOffsetFact, std::to_string(*facts.utcOffset));
    const model::TimeNs duration = model::saturatingSub(facts.stopNs, facts.startNs);
    if (duration > 0) info.session = {0, std::min(duration, model::kTimeLimit)};
    for (const SystemFact& f : facts.system) info.session_facts.emplace_back(std::string(f.key), f.value);
    for (const RepGpu& g : facts.gpus) {
        Entity e{Entity::Type::Device, {}, g.name, {}};
        e.key.host = hostOf(g.globalVid);
        e.key.device = g.id;
        const auto add = [&](std::string_view key, const std::string& value) {
            if (!value.empty()) e.facts.emplace_back(std::string(key), value);
        };
        add("chipName", g.chipName);
        add("busLocation", g.busLocation);
        add("uuid", g.uuid);
        for (const GpuNumber& n : kGpuNumbers)
            if (g.*n.member != 0 && n.column != "id")
                e.facts.emplace_back(std::string(n.column), std::to_string(g.*n.member));
        info.entities.push_back(std::move(e));
    }
    describeContexts(facts);
}

void Ingest::describeContexts(const SessionFacts& facts) {
    model::ReportInfo& info = m_store.info();
    const auto place = [](Entity::Type type, std::int64_t hw, std::int64_t vm, std::int64_t pid, std::int64_t context) {
        Entity e{type, {}, {}, {}};
        e.key.host = (hw & 0xff) << 8 | (vm & 0xff);
        e.key.pid = pid;
        e.key.context = context;
        return e;
    };
    const auto add = [](Entity& e, std::string_view key, std::int64_t value) {
        e.facts.emplace_back(std::string(key), std::to_string(value));
    };
    for (const RepCudaContext& c : std::span(facts.contexts).first(std::min(facts.contexts.size(), kMostListed))) {
        Entity e = place(Entity::Type::Context, c.hwId, c.vmId, c.pid, c.contextId);
        e.key.device = c.deviceId;
        if (c.nullStreamId >= 0) add(e, "nullStreamId", c.nullStreamId);
        add(e, "parentContextId", c.parentContextId);
        add(e, "isGreenContext", c.isGreenContext);
        info.entities.push_back(std::move(e));
    }
    for (const RepCudaStream& s : std::span(facts.streams).first(std::min(facts.streams.size(), kMostListed))) {
        Entity e = place(Entity::Type::Stream, s.hwId, s.vmId, s.pid, s.contextId);
        e.key.stream = s.streamId;
        for (const RepStreamName& n : facts.streamNames)
            if (n.pid == s.pid && n.contextId == s.contextId && n.streamId == s.streamId)
                e.name = n.name, e.key.device = n.deviceId;
        add(e, "priority", static_cast<std::int32_t>(s.priority));  // exports have it without its sign
        add(e, "flag", s.flag);
        info.entities.push_back(std::move(e));
    }
    const auto beyond = [](const auto& list) { return list.size() - std::min(list.size(), kMostListed); };
    if (const auto n = beyond(facts.contexts) + beyond(facts.streams))
        m_store.diagnostics().add(model::Note::NotShown, model::MessageCode::ContextList, n);
}

std::string Ingest::threadName(std::int64_t globalTid, const std::map<std::int64_t, std::int64_t>& named) const {
    if (const auto own = m_threadNames.find(globalTid); own != m_threadNames.end()) return own->second;
    if (const auto found = named.find(globalTid); found != named.end())
        if (const auto known = m_strings.text(found->second)) return std::string(*known);
    return {};
}

model::StringId Ingest::metricName(TrackKey key) const {
    auto found = m_metricNames.find(key);
    key.host = 0;  // see gather()
    if (found == m_metricNames.end()) found = m_metricNames.find(key);
    return found == m_metricNames.end() ? model::StringId{} : found->second;
}

std::string Ingest::trackName(const Track& t, const SessionFacts& facts,
                              const std::map<std::int64_t, std::int64_t>& namedThreads) const {
    const std::int64_t global = t.key.host << 48 | (t.key.pid == kNoField ? 0 : t.key.pid << 24);
    switch (t.kind) {
    case TrackKind::Host: return std::string(facts.systemValue("Hostname"));
    case TrackKind::Gpu: return gpuName(facts, t.key.device);
    case TrackKind::Process: {
        const auto found = m_processes.find(global);
        return found == m_processes.end() ? std::string() : baseName(found->second);
    }
    case TrackKind::CudaHw: {
        const RepGpu* g = gpuOf(facts, t.key.pid, t.key.device);
        return g ? g->name : std::string();
    }
    case TrackKind::MemoryUsage: return memoryKindName(t.key.domain);
    case TrackKind::Stream: return streamName(facts, t.key);
    case TrackKind::Thread: return threadName(global | t.key.tid, namedThreads);
    case TrackKind::Nvtx:
    case TrackKind::Nccl:
    case TrackKind::ProcessNvtx: {
        const auto found = m_domains.find({global, t.key.domain});
        return found == m_domains.end() ? std::string() : found->second;
    }
    default: return {};
    }
}

void Ingest::nameTracks(const SessionFacts& facts) {
    // Later names win, and those that the program gave to its threads itself win over the system's.
    std::map<std::int64_t, std::int64_t> namedThreads;
    for (const RepThreadName& t : facts.threadNames) namedThreads[t.globalTid] = t.nameId;

    const model::SnapshotPtr s = m_store.publish();
    model::ReportInfo& info = m_store.info();
    for (const Track& t : s->tree().tracks) {
        if (t.kind == TrackKind::GpuMetric) {
            if (const model::StringId name = metricName(t.key)) m_store.setTrackName(t.id, name);
            continue;
        }
        std::string name = trackName(t, facts, namedThreads);
        if (!name.empty()) m_store.setTrackName(t.id, m_store.strings().intern(name));
        if (t.kind == TrackKind::Process) info.entities.push_back({Entity::Type::Process, t.key, std::move(name), {}});
        else if (t.kind == TrackKind::Thread)
            info.entities.push_back({Entity::Type::Thread, t.key, std::move(name), {}});
    }
}

}  // namespace importers::nsys
