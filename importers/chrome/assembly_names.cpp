// SPDX-License-Identifier: GPL-3.0-or-later
// What metadata and headers say about processes, threads, devices and times.
#include <fmt/format.h>

#include "importers/chrome/assembly.h"
#include "importers/common/json_text.h"
#include "model/base/messages.h"
#include "model/base/platforms.h"

namespace importers::chrome {

using model::Entity;
using model::Note;
using model::StringId;
using model::TrackKind;

namespace {

/// Times beyond this one (1973) count from 1970.
constexpr model::TimeNs kUnixTime = 100'000'000'000'000'000;

/// Names that only say what the row says itself.
bool saysNothing(std::string_view name, std::int64_t stream) {
    while (name.ends_with(' ')) name.remove_suffix(1);
    return name == fmt::format("stream {}", stream);
}

/// "thread 4711 (python3)" says twice what the row says itself: "python3".
std::string_view ownName(std::string_view name, std::int64_t tid) {
    const std::string prefix = fmt::format("thread {} (", tid);
    if (!name.starts_with(prefix) || !name.ends_with(')')) return name;
    return name.substr(prefix.size(), name.size() - prefix.size() - 1);
}

}  // namespace

void Assembly::readMetadata() {
    const auto& strings = m_store.strings();
    std::map<std::string, std::uint64_t, std::less<>> others;
    for (const Metadata& m : m_metadata) {
        m_check();
        const std::string_view what = strings.at(m.what);
        const auto order = m.isNumber ? std::optional(m.number) : json::integer(strings.at(m.text));
        if (what == "process_name") m_processNames[m.pid].name = m.text;
        else if (what == "process_labels") m_processNames[m.pid].labels = m.text;
        else if (what == "process_sort_index") m_processNames[m.pid].order = order;
        else if (what == "thread_name") m_threadNames[{m.pid, m.tid}].name = m.text;
        else if (what == "thread_sort_index") m_threadNames[{m.pid, m.tid}].order = order;
        else if (what == "trace_buffer_overflowed")
            m_store.diagnostics().add(Note::ReportMessage, model::MessageCode::RecorderOverflow);
        else ++others[std::string(what)];
    }
    m_metadata = {};
    for (const auto& [what, n] : others)
        m_store.diagnostics().add(Note::NotShown, {model::MessageCode::MetadataNamed, {model::Argument::name(what)}},
                                  n);
}

void Assembly::describe(const DocumentFacts& facts) {
    model::ReportInfo& info = m_store.info();
    info.product = m_isKineto ? "PyTorch profiler (Kineto)" : "";
    info.schemaVersion = facts.schemaVersion;
    info.session_facts.insert(info.session_facts.end(), facts.facts.begin(), facts.facts.end());
    info.entities.insert(info.entities.end(), facts.devices.begin(), facts.devices.end());
    if (facts.baseTimeNs) info.utcEpochNs = model::saturatingAdd(*facts.baseTimeNs, m_origin);
    else if (m_origin > kUnixTime) info.utcEpochNs = m_origin;
    if (m_origin) info.session_facts.emplace_back("time of the first event in the file (ns)", std::to_string(m_origin));
    for (const auto& [pid, named] : m_processNames) {
        Entity e{Entity::Type::Process, {}, std::string(m_store.strings().at(named.name)), {}};
        e.key.pid = pid;
        if (named.labels) e.facts.emplace_back("labels", m_store.strings().at(named.labels));
        if (!m_deviceOfPid.contains(pid)) info.entities.push_back(std::move(e));
    }
    if (facts.hasSystemTrace) m_store.diagnostics().add(Note::NotShown, "systemTraceEvents");
}

void Assembly::nameTracks(const DocumentFacts& facts) {
    for (const auto& [id, name] : m_rowNames) m_store.setTrackName(m_store.track(id.first, id.second), name);
    const model::SnapshotPtr s = m_store.publish();
    const auto textOf = [](std::int64_t id) {
        return model::isTextId(id) ? static_cast<StringId>(id - model::textId(0)) : 0;
    };
    const auto apply = [&](const model::Track& t, const Named* named, std::int64_t id) {
        if (const StringId text = textOf(id)) m_store.setTrackName(t.id, text);
        if (!named) return;
        if (named->name) {
            const std::string name(ownName(m_store.strings().at(named->name), id));
            m_store.setTrackName(t.id, m_store.strings().intern(name));
        }
        if (named->order) m_store.setTrackOrder(t.id, *named->order);
    };
    for (const model::Track& t : s->tree().tracks) {
        if (t.kind == TrackKind::Process) {
            const auto found = m_processNames.find(t.key.pid);
            apply(t, found == m_processNames.end() ? nullptr : &found->second, t.key.pid);
        } else if (t.kind == TrackKind::Thread) {
            const auto found = m_threadNames.find({t.key.pid, t.key.tid});
            apply(t, found == m_threadNames.end() ? nullptr : &found->second, t.key.tid);
        } else if (t.kind == TrackKind::Stream) {
            // Names of streams belong to the number of the device, or to what stands in its place.
            for (const auto& [id, named] : m_threadNames) {
                const auto device = m_deviceOfPid.find(id.pid);
                const bool same =
                    id.tid == t.key.stream &&
                    (id.pid == t.key.device || (device != m_deviceOfPid.end() && device->second == t.key.device));
                if (!same) continue;
                if (named.name && !saysNothing(m_store.strings().at(named.name), t.key.stream))
                    m_store.setTrackName(t.id, named.name);
                if (named.order) m_store.setTrackOrder(t.id, *named.order);
            }
        } else if (t.kind == TrackKind::CudaApi && !m_platform.empty()) {
            m_store.setTrackName(t.id, m_store.strings().intern(fmt::format("{} API", m_platform)));
        } else if (t.kind == TrackKind::CudaHw || t.kind == TrackKind::Gpu) {
            std::string name;
            for (const Entity& e : facts.devices)
                if (e.key.device == t.key.device) name = e.name;
            const bool tells = m_platform.empty() || (m_platform == model::kHip && model::isAmdDevice(name));
            if (t.kind == TrackKind::CudaHw && !tells)
                name = name.empty() ? std::string(m_platform) : fmt::format("{}, {}", m_platform, name);
            if (!name.empty()) m_store.setTrackName(t.id, m_store.strings().intern(name));
        }
    }
}

}  // namespace importers::chrome
