// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/xplane/rows.h"

#include <fmt/format.h>
#include <algorithm>

#include "importers/common/xla_names.h"
#include "model/base/platforms.h"

namespace importers::xplane {

using model::TrackKey;
using model::TrackKind;

namespace {

/// Planes with threads of the program itself.
constexpr std::string_view kHostPlanes[] = {"/host:CPU", "/host:CUPTI", "/host:ROCTRACER", "/host:NVTX-CUPTI",
                                            "/host:python-tracer"};
constexpr std::string_view kMain = "/host:CPU";
constexpr std::string_view kThreads = "Host Threads/";

}  // namespace

PlaneKind planeKind(std::string_view name) {
    if (std::find(std::begin(kHostPlanes), std::end(kHostPlanes), name) != std::end(kHostPlanes))
        return PlaneKind::Host;
    if (xla::numberAfter(name, "/device:GPU:")) return PlaneKind::Gpu;
    if (name == "/host:metadata") return PlaneKind::Metadata;
    if (name == "Task Environment") return PlaneKind::Environment;
    if (name == "/host:__ScopeRangeCallStack__") return PlaneKind::Scopes;
    return PlaneKind::Other;
}

std::int64_t Rows::textIdOf(std::map<std::pair<std::int64_t, std::string>, std::int64_t>& ids, std::int64_t of,
                            std::string name) {
    if (const auto known = ids.find({of, name}); known != ids.end()) return known->second;
    const auto next = static_cast<std::uint32_t>(std::min(ids.size(), kMostRows));
    if (next == kMostRows) return model::textId(next);
    return ids.emplace(std::pair(of, std::move(name)), model::textId(next)).first->second;
}

std::int64_t Rows::process(PlaneKind kind, std::string_view plane) {
    const bool isOwn = kind == PlaneKind::Host || kind == PlaneKind::Gpu;
    const std::int64_t id = textIdOf(m_processes, 0, std::string(isOwn ? kMain : plane));
    TrackKey key;
    key.pid = id;
    setName(TrackKind::Process, key, isOwn ? kMain : plane);
    return id;
}

TrackKey Rows::thread(PlaneKind kind, std::int64_t process, std::int64_t line, std::string_view name) {
    constexpr std::int64_t kMostThreads = 1 << 22;  // of Linux
    const auto ofSystem = xla::numberAfter(name, kThreads);
    TrackKey key;
    key.pid = process;
    // The system's number of the thread, or a hash that tells nobody anything.
    if (ofSystem || (kind == PlaneKind::Host && line > 0 && line <= kMostThreads)) key.tid = ofSystem.value_or(line);
    else key.tid = textIdOf(m_threads, process, line ? std::to_string(line) : std::string(name));
    if (ofSystem) return key;
    setName(TrackKind::Thread, key, name.empty() && model::isTextId(key.tid) ? std::to_string(line) : name);
    return key;
}

TrackKey Rows::deviceRow(std::int64_t device, std::string_view name) {
    TrackKey key = stream(device, 0);
    key.stream = textIdOf(m_deviceRows, device, std::string(name));
    setName(TrackKind::Stream, key, name);
    return key;
}

TrackKey Rows::stream(std::int64_t device, std::int64_t stream) const {
    TrackKey key;
    key.pid = model::textId(0);
    const auto main = m_processes.find({0, std::string(kMain)});
    if (main != m_processes.end()) key.pid = main->second;
    key.device = device;
    const auto context = m_contexts.find(device);
    key.context = context == m_contexts.end() ? 0 : context->second;
    key.stream = stream;
    return key;
}

TrackKey Rows::counter(std::int64_t process, std::int64_t device, std::string_view name, bool memory) {
    TrackKey key;
    const bool ofGpu = device != TrackKey::kNone;
    if (!ofGpu || memory) key.pid = process;
    key.device = device;
    const std::string id = fmt::format("{}{}", memory ? "m " : "", name);
    const std::int64_t text = textIdOf(m_counters, ofGpu ? device : process, id);
    key.domain = text - model::textId(0);
    setName(!ofGpu ? TrackKind::ProcessCounter : memory ? TrackKind::MemoryUsage : TrackKind::GpuMetric, key, name);
    return key;
}

void Rows::setName(TrackKind kind, const TrackKey& key, std::string_view name) {
    if (!name.empty()) m_names[{kind, key}] = name;
}

void Rows::apply(model::EventStore& store) const {
    const model::SnapshotPtr s = store.publish();
    const auto ordered = [](std::string_view name) {
        constexpr std::string_view kTop[] = {"Steps", "XLA Modules", "XLA Ops", "Async XLA Ops"};
        const auto at = std::find(std::begin(kTop), std::end(kTop), name) - std::begin(kTop);
        return static_cast<std::int64_t>(at) - static_cast<std::int64_t>(std::size(kTop)) - 1;
    };
    for (const model::Track& t : s->tree().tracks) {
        const auto name = [&](std::string_view text) { store.setTrackName(t.id, store.strings().intern(text)); };
        if (const auto found = m_names.find({t.kind, t.key}); found != m_names.end()) {
            name(found->second);
            if (t.kind == TrackKind::Stream) store.setTrackOrder(t.id, ordered(found->second));
        }
        if (t.kind == TrackKind::CudaApi && m_isHip) name("HIP API");
        if (t.kind != TrackKind::CudaHw && t.kind != TrackKind::Gpu) continue;
        const auto device = m_devices.find(t.key.device);
        const std::string text = device == m_devices.end() ? std::string() : device->second;
        if (t.kind == TrackKind::CudaHw && m_isHip && !model::isAmdDevice(text))
            name(text.empty() ? std::string(model::kHip) : fmt::format("{}, {}", model::kHip, text));
        else if (!text.empty()) name(text);
        else if (t.kind == TrackKind::CudaHw && m_isHip) name(model::kHip);
    }
}

}  // namespace importers::xplane
