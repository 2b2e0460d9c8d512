// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/ncu/kernel_rows.h"

#include <fmt/format.h>
#include <cmath>

namespace importers::ncu {

using model::Arg;
using model::KernelProfile;
using model::MetricValue;
using model::TrackKey;
using model::TrackKind;

namespace {

constexpr model::TimeNs kUnknownDuration = 1000;           // ns
constexpr model::TimeNs kLongest = 3'600'000'000'000'000;  // ns; beyond that a duration is damage

/// Arguments as the Nsight Systems importer names them, and where a profile has them: the metric's name, or the label
/// that the details page prints instead.
struct ArgSource {
    std::string_view arg, metric, label;
};
constexpr ArgSource kArgs[] = {
    {"registersPerThread", "launch__registers_per_thread", "Registers Per Thread"},
    {"staticSharedMemory", "launch__shared_mem_per_block_static", "Static Shared Memory Per Block"},
    {"dynamicSharedMemory", "launch__shared_mem_per_block_dynamic", "Dynamic Shared Memory Per Block"},
    {"clusterX", "launch__cluster_dim_x", ""},
    {"clusterY", "launch__cluster_dim_y", ""},
    {"clusterZ", "launch__cluster_dim_z", ""},
};

std::string baseName(std::string_view path) {
    const auto slash = path.find_last_of("/\\");
    return std::string(slash == std::string_view::npos ? path : path.substr(slash + 1));
}

/// A number of a metric as people write it: integers without a point.
std::string numberText(MetricValue v) {
    if (v.type == MetricValue::Type::Int) return std::to_string(v.bits);
    return fmt::format("{}", v.number());
}

}  // namespace

KernelRows::KernelRows(model::EventStore& store) : m_store(store) {}

void KernelRows::nameProcess(std::int64_t pid, std::string_view name) {
    if (!name.empty()) m_processes[pid] = baseName(name);
}

MetricValue KernelRows::value(const KernelProfile& profile, std::string_view metric, std::string_view label) {
    const MetricValue v = profile.find(m_store.strings().find(metric));
    if (v.isNumber() || label.empty()) return v;
    return profile.find(m_store.strings().find(label));
}

model::TimeNs KernelRows::durationOf(const KernelProfile& profile) {
    for (const std::string_view metric :
         {"gpu__time_duration.sum", "gpu__time_duration.avg", "gpu__time_duration.max", "Duration"}) {
        const double ns = profile.find(m_store.strings().find(metric)).number();
        if (ns >= 0 && ns <= static_cast<double>(kLongest)) return std::llround(ns);
    }
    ++m_unknownDurations;
    return kUnknownDuration;
}

model::ArgsId KernelRows::argsOf(const KernelProfile& p, model::ProfileId id) {
    std::vector<std::pair<model::StringId, Arg::Type>> keys;
    std::vector<std::int64_t> values;
    const auto add = [&](std::string_view key, Arg::Type type, std::int64_t v) {
        keys.emplace_back(m_store.strings().intern(key), type);
        values.push_back(v);
    };
    if (p.function) add("shortName", Arg::Type::String, p.function);
    if (p.mangled) add("mangledName", Arg::Type::String, p.mangled);
    constexpr std::string_view kGrid[] = {"gridX", "gridY", "gridZ"}, kBlock[] = {"blockX", "blockY", "blockZ"};
    if (p.grid[0])
        for (std::size_t i = 0; i < 3; ++i) add(kGrid[i], Arg::Type::Int, p.grid[i]);
    if (p.block[0])
        for (std::size_t i = 0; i < 3; ++i) add(kBlock[i], Arg::Type::Int, p.block[i]);
    for (const ArgSource& a : kArgs) {
        const double v = value(p, a.metric, a.label).number();
        const bool cluster = a.arg.starts_with("cluster");
        if (v >= (cluster ? 1 : 0) && v < 1e15) add(a.arg, Arg::Type::Int, std::llround(v));
    }
    add(model::kProfileArg, Arg::Type::Int, id);
    return m_store.args().append(m_store.args().shape(keys), values);
}

void KernelRows::add(KernelProfile&& profile) {
    TrackKey key;
    key.pid = profile.pid;
    key.device = profile.device;
    key.context = profile.context;
    key.stream = profile.stream;
    const model::TimeNs duration = durationOf(profile);
    const model::StringId name = profile.name ? profile.name : m_store.strings().intern("(no name)");
    const model::ProfileId id = m_store.kernelProfiles().add(std::move(profile));
    const KernelProfile& p = m_store.kernelProfiles().at(id);
    m_firstOfDevice.try_emplace(p.device, id);
    m_streams.emplace(p.pid, p.device, p.context, p.stream);
    model::Lane& lane = m_store.lane(m_store.track(TrackKind::StreamKernels, key), 0);
    m_store.track(TrackKind::Kernels, key);
    if (m_clock > model::kTimeLimit - kLongest)
        m_clock = model::kTimeLimit - kLongest;  // the last place that takes every kernel
    const model::TimeNs start = std::max(m_clock, lane.lastEnd());
    const model::TimeNs end = std::min(start + duration, model::kTimeLimit);
    lane.append({start, end, name, argsOf(p, id), 0, 0});
    m_clock = end;
    ++m_kernels;
    ++m_store.info().eventsInFile[static_cast<std::size_t>(model::EventKind::Kernel)];
}

void KernelRows::nameTracks() {
    const model::SnapshotPtr s = m_store.publish();
    for (const model::Track& t : s->tree().tracks) {
        const std::map<std::int64_t, std::string>* names = nullptr;
        std::int64_t key = 0;
        if (t.kind == TrackKind::Process) names = &m_processes, key = t.key.pid;
        else if (t.kind == TrackKind::CudaHw || t.kind == TrackKind::Gpu) names = &m_devices, key = t.key.device;
        if (!names) continue;
        if (const auto found = names->find(key); found != names->end())
            m_store.setTrackName(t.id, m_store.strings().intern(found->second));
    }
}

void KernelRows::addEntities() {
    using model::Entity;
    model::ReportInfo& info = m_store.info();
    const model::KernelProfiles& profiles = m_store.kernelProfiles();
    for (const auto& [device, first] : m_firstOfDevice) {
        Entity e{Entity::Type::Device, {}, {}, {}};
        e.key.device = device;
        const KernelProfile& p = profiles.at(first);
        constexpr std::string_view kPrefix = "device__attribute_";
        for (std::size_t i = 0; i < p.metricCount(); ++i) {
            const std::string_view name = m_store.strings().at(p.list->entries[i].name);
            if (!name.starts_with(kPrefix)) continue;
            const std::string_view key = name.substr(kPrefix.size());
            const MetricValue v = p.value(i);
            if (v.type == MetricValue::Type::None) continue;
            const std::string text = v.isNumber() ? numberText(v) : std::string(m_store.strings().at(v.text()));
            if (key == "display_name") m_devices.try_emplace(device, text);
            else e.facts.emplace_back(std::string(key), text);
        }
        if (const auto name = m_devices.find(device); name != m_devices.end()) e.name = name->second;
        if (!e.name.empty() || !e.facts.empty()) info.entities.push_back(std::move(e));
    }
    for (const auto& [pid, name] : m_processes) {
        Entity e{Entity::Type::Process, {}, name, {}};
        e.key.pid = pid;
        info.entities.push_back(std::move(e));
    }
}

void KernelRows::finish() {
    addEntities();
    nameTracks();
    if (m_kernels) m_store.diagnostics().add(model::Note::OrderOnly, "gpu__time_duration", m_kernels);
    if (m_unknownDurations)
        m_store.diagnostics().add(model::Note::AssumedDuration, "gpu__time_duration", m_unknownDurations);
    if (m_clock > 0) m_store.info().session = {0, m_clock};
}

}  // namespace importers::ncu
