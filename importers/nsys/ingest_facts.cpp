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

constexpr std::int64_t kNone = TrackKey::kNone;
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

void Ingest::nameTracks(const SessionFacts& facts) {
    const auto name = [&](model::TrackId id, std::string_view text) {
        if (!text.empty()) m_store.setTrackName(id, m_store.strings().intern(text));
    };
    std::map<std::int64_t, std::string> threads = m_threadNames;
    // Later names win, and those that the program gave to its threads itself win over the system's.
    std::map<std::int64_t, std::int64_t> named;
    for (const RepThreadName& t : facts.threadNames) named[t.globalTid] = t.nameId;

    const model::SnapshotPtr s = m_store.publish();
    model::ReportInfo& info = m_store.info();
    for (const Track& t : s->tree().tracks) {
        const std::int64_t global = t.key.host << 48 | (t.key.pid == kNone ? 0 : t.key.pid << 24);
        const auto entity = [&](Entity::Type type, std::string text) {
            info.entities.push_back({type, t.key, std::move(text), {}});
        };
        switch (t.kind) {
        case TrackKind::Host: name(t.id, facts.systemValue("Hostname")); break;
        case TrackKind::Gpu:
            for (const RepGpu& g : facts.gpus)
                if (g.id == t.key.device) name(t.id, g.name);
            break;
        case TrackKind::GpuMetric: {
            auto found = m_metricNames.find(t.key);
            TrackKey anywhere = t.key;
            anywhere.host = 0;  // see gather()
            if (found == m_metricNames.end()) found = m_metricNames.find(anywhere);
            if (found != m_metricNames.end()) m_store.setTrackName(t.id, found->second);
            break;
        }
        case TrackKind::Process: {
            const auto found = m_processes.find(global);
            const std::string text = found == m_processes.end() ? std::string() : baseName(found->second);
            name(t.id, text);
            entity(Entity::Type::Process, text);
            break;
        }
        case TrackKind::CudaHw:
            if (const RepGpu* g = gpuOf(facts, t.key.pid, t.key.device)) name(t.id, g->name);
            break;
        case TrackKind::MemoryUsage: name(t.id, memoryKindName(t.key.domain)); break;
        case TrackKind::Stream: {
            std::string text;
            for (const RepStreamName& n : facts.streamNames)
                if (n.pid == t.key.pid && n.contextId == t.key.context && n.streamId == t.key.stream) text = n.name;
            if (text.empty() && t.key.stream >= 0)  // -1 is no stream
                for (const RepCudaContext& c : facts.contexts)
                    if (c.pid == t.key.pid && c.contextId == t.key.context && c.nullStreamId == t.key.stream)
                        text = fmt::format("Default stream ({})", t.key.stream);
            name(t.id, text);
            break;
        }
        case TrackKind::Thread: {
            std::string text;
            const std::int64_t tid = global | t.key.tid;
            if (const auto own = threads.find(tid); own != threads.end()) text = own->second;
            else if (const auto found = named.find(tid); found != named.end())
                if (const auto known = m_strings.text(found->second)) text = *known;
            name(t.id, text);
            entity(Entity::Type::Thread, text);
            break;
        }
        case TrackKind::Nvtx:
        case TrackKind::Nccl:
        case TrackKind::ProcessNvtx: {
            const auto found = m_domains.find({global, t.key.domain});
            if (found != m_domains.end()) name(t.id, found->second);
            break;
        }
        default: break;
        }
    }
}

}  // namespace importers::nsys
