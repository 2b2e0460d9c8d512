// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/chrome/names.h"

#include <fmt/format.h>

#include "importers/common/json_text.h"
#include "importers/common/xla_names.h"
#include "model/base/messages.h"
#include "model/base/platforms.h"

namespace importers::chrome {

using model::Entity;
using model::Note;
using model::StringId;
using model::TrackKind;

namespace {

/// Names that only say what the row says itself.
bool saysNothing(std::string_view name, std::int64_t stream) {
    while (name.ends_with(' ')) name.remove_suffix(1);
    // XLA's tools add what kinds of work a stream has.
    return name == fmt::format("stream {}", stream) || xla::numberAfter(name, "Stream #") == stream;
}

/// "thread 4711 (python3)" says twice what the row says itself: "python3".
std::string_view ownName(std::string_view name, std::int64_t tid) {
    const std::string prefix = fmt::format("thread {} (", tid);
    if (!name.starts_with(prefix) || !name.ends_with(')')) return name;
    return name.substr(prefix.size(), name.size() - prefix.size() - 1);
}

}  // namespace

std::optional<std::int64_t> trailingNumber(std::string_view text) {
    std::size_t n = text.size();
    while (n > 0 && text[n - 1] >= '0' && text[n - 1] <= '9') --n;
    return json::integer(text.substr(n));
}

void Names::read(const std::vector<Metadata>& metadata, model::EventStore& store, StopCheck& check) {
    const auto& strings = store.strings();
    std::map<std::string, std::uint64_t, std::less<>> others;
    for (const Metadata& m : metadata) {
        check();
        const std::string_view what = strings.at(m.what);
        const auto order = m.isNumber ? std::optional(m.number) : json::integer(strings.at(m.text));
        if (what == "process_name") m_processes[m.pid].name = m.text;
        else if (what == "process_labels") m_processes[m.pid].labels = m.text;
        else if (what == "process_sort_index") m_processes[m.pid].order = order;
        else if (what == "thread_name") m_threads[{m.pid, m.tid}].name = m.text;
        else if (what == "thread_sort_index") m_threads[{m.pid, m.tid}].order = order;
        else if (what == "trace_buffer_overflowed")
            store.diagnostics().add(Note::ReportMessage, model::MessageCode::RecorderOverflow);
        else ++others[std::string(what)];
    }
    for (const auto& [what, n] : others)
        store.diagnostics().add(Note::NotShown, {model::MessageCode::MetadataNamed, {model::Argument::name(what)}}, n);
}

std::map<std::int64_t, std::int64_t> Names::devices(const model::EventStore& store) const {
    std::map<std::int64_t, std::int64_t> out;
    for (const auto& [pid, named] : m_processes) {
        const std::string_view labels = store.strings().at(named.labels);
        if (labels.starts_with("GPU ")) out[pid] = trailingNumber(labels).value_or(pid);
    }
    return out;
}

std::vector<std::pair<std::int64_t, std::string_view>> Names::processNames(const model::EventStore& store) const {
    std::vector<std::pair<std::int64_t, std::string_view>> out;
    for (const auto& [pid, named] : m_processes)
        if (named.name) out.emplace_back(pid, store.strings().at(named.name));
    return out;
}

std::string_view Names::process(std::int64_t pid, const model::EventStore& store) const {
    const auto found = m_processes.find(pid);
    return found == m_processes.end() ? std::string_view() : store.strings().at(found->second.name);
}

std::string_view Names::thread(const ThreadId& id, const model::EventStore& store) const {
    const auto found = m_threads.find(id);
    return found == m_threads.end() ? std::string_view() : store.strings().at(found->second.name);
}

std::vector<Entity> Names::processes(const model::EventStore& store,
                                     const std::map<std::int64_t, std::int64_t>& devices) const {
    std::vector<Entity> out;
    for (const auto& [pid, named] : m_processes) {
        if (devices.contains(pid)) continue;
        Entity e{Entity::Type::Process, {}, std::string(store.strings().at(named.name)), {}};
        e.key.pid = pid;
        if (named.labels) e.facts.emplace_back("labels", store.strings().at(named.labels));
        out.push_back(std::move(e));
    }
    return out;
}

void Names::applyTo(const model::Track& t, const Named& named, std::int64_t id, model::EventStore& store) const {
    if (model::isTextId(id)) store.setTrackName(t.id, static_cast<StringId>(id - model::textId(0)));
    if (named.name)
        store.setTrackName(t.id, store.strings().intern(std::string(ownName(store.strings().at(named.name), id))));
    if (named.order) store.setTrackOrder(t.id, *named.order);
}

/// Names of streams belong to the number of the device, or to what stands in its place.
void Names::applyToStream(const model::Track& t, const Known& known, model::EventStore& store) const {
    for (const auto& [id, named] : m_threads) {
        const auto device = known.devices.find(id.pid);
        const bool same = id.tid == t.key.stream &&
                          (id.pid == t.key.device || (device != known.devices.end() && device->second == t.key.device));
        if (!same) continue;
        if (named.name && !saysNothing(store.strings().at(named.name), t.key.stream))
            store.setTrackName(t.id, named.name);
        if (named.order) store.setTrackOrder(t.id, *named.order);
    }
}

void Names::apply(const Known& known, model::EventStore& store) const {
    const auto of = [](const auto& names, const auto& id) {
        const auto found = names.find(id);
        return found == names.end() ? Named{} : found->second;
    };
    const std::string_view platform = known.platform;
    const model::SnapshotPtr s = store.publish();
    for (const model::Track& t : s->tree().tracks) {
        if (t.kind == TrackKind::Process) {
            applyTo(t, of(m_processes, t.key.pid), t.key.pid, store);
        } else if (t.kind == TrackKind::Thread) {
            applyTo(t, of(m_threads, ThreadId{t.key.pid, t.key.tid}), t.key.tid, store);
        } else if (t.kind == TrackKind::Stream) {
            applyToStream(t, known, store);
        } else if (t.kind == TrackKind::CudaApi && !platform.empty()) {
            store.setTrackName(t.id, store.strings().intern(fmt::format("{} API", platform)));
        } else if (t.kind == TrackKind::CudaHw || t.kind == TrackKind::Gpu) {
            std::string name;
            for (const Entity& e : known.listed)
                if (e.key.device == t.key.device) name = e.name;
            const bool tells = platform.empty() || (platform == model::kHip && model::isAmdDevice(name));
            if (t.kind == TrackKind::CudaHw && !tells)
                name = name.empty() ? std::string(platform) : fmt::format("{}, {}", platform, name);
            if (!name.empty()) store.setTrackName(t.id, store.strings().intern(name));
        }
    }
}

}  // namespace importers::chrome
