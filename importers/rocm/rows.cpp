// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/rocm/rows.h"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

#include "importers/common/blits.h"
#include "model/base/ascii.h"
#include "model/base/messages.h"
#include "model/query/derived.h"

namespace importers::rocm {

using model::Entity;
using model::EventKind;
using model::Note;
using model::StringId;
using model::TimeNs;
using model::TrackKey;
using model::TrackKind;

namespace {

/// Streams are numbered by the report; a queue that stands in for one must not meet them.
constexpr std::int64_t kQueueBase = std::int64_t{1} << 32;

struct Level {
    std::string_view key;
    std::string_view name;
};
constexpr Level kLevels[] = {{"REAL", "Device"}, {"VIRTUAL", "Virtual"}, {"SCRATCH", "Scratch"}};
constexpr std::size_t kHostLevel = std::size(kLevels);

std::string_view nameOfLevel(std::size_t level) { return level == kHostLevel ? "Host" : kLevels[level].name; }

std::size_t levelOf(std::string_view key) {
    const auto* const found =
        std::find_if(std::begin(kLevels), std::end(kLevels), [&](const Level& l) { return l.key == key; });
    if (found != std::end(kLevels)) return static_cast<std::size_t>(found - kLevels);
    return key.empty() ? 0 : std::size(kLevels) - 1;
}

}  // namespace

/// Where the calls of a kind go. A word of the profiler's category decides, in this order.
struct CallRow {
    std::string_view word;
    TrackKind track;
    EventKind kind;
    std::int64_t domain = kNone;
    std::string_view name = {};  ///< of the row; "" = that of its kind
};

namespace {

constexpr CallRow kCallRows[] = {
    {"marker", TrackKind::Annotations, EventKind::Annotation},
    {"rccl", TrackKind::Nccl, EventKind::Nvtx, 0},
    {"rocdecode", TrackKind::Library, EventKind::LibraryCall, 0, "rocDecode"},
    {"rocjpeg", TrackKind::Library, EventKind::LibraryCall, 1, "rocJPEG"},
    {"hip", TrackKind::CudaApi, EventKind::CudaApi},
    {"hsa", TrackKind::CudaApi, EventKind::CudaApi},
    {"pthread", TrackKind::OsRuntime, EventKind::Osrt},
};
constexpr CallRow kOtherCalls{"", TrackKind::Slices, EventKind::Slice};
constexpr CallRow kProcessMarker{"", TrackKind::ProcessNvtx, EventKind::Annotation, 0};

}  // namespace

std::int64_t Shared::host(const std::string& id, std::string_view name, const model::Facts& facts) {
    const auto [found, isNew] = hosts.emplace(id, static_cast<std::int64_t>(hosts.size()));
    if (!isNew || (name.empty() && facts.empty())) return found->second;
    TrackKey key;
    key.host = found->second;
    names[{TrackKind::Host, key}] = name;
    store.info().entities.push_back({Entity::Type::Host, key, std::string(name), facts});
    return found->second;
}

void Shared::process(const TrackKey& key, std::string_view name) {
    names[{TrackKind::Process, key}] = name;
    store.info().entities.push_back({Entity::Type::Process, key, std::string(name), {}});
}

void Shared::device(const TrackKey& key, const model::Facts& facts) {
    if (!describedDevices.insert(key).second) return;
    const std::string name = facts.empty() ? std::string() : facts.front().second;
    names[{TrackKind::Gpu, key}] = name;
    store.info().entities.push_back({Entity::Type::Device, key, name, facts});
}

TrackKey Shared::stream(TrackKey key, std::int64_t stream, std::int64_t queue, std::string_view name) {
    key.context = 0;
    const bool isStream = stream != kNone || queue == kNone;
    key.stream = stream != kNone ? stream : queue != kNone ? kQueueBase + (queue & 0xffffffff) : 0;
    std::string& text = names[{TrackKind::Stream, key}];
    if (text.empty())
        text = !name.empty() ? std::string(name)
               : isStream    ? fmt::format("Stream {}", key.stream)
                             : fmt::format("Queue {}", queue);
    return key;
}

void Shared::nameTracks() {
    for (const TrackKey& context : queued) store.track(TrackKind::Queues, context);
    const model::SnapshotPtr s = store.publish();
    for (const model::Track& t : s->tree().tracks) {
        const auto name = [&](std::string_view text) {
            if (!text.empty()) store.setTrackName(t.id, store.strings().intern(text));
        };
        if (const auto found = names.find({t.kind, t.key}); found != names.end()) name(found->second);
        if (t.kind == TrackKind::CudaApi) name("HIP API");
        if (t.kind == TrackKind::Nccl) name("RCCL");
        if (t.kind == TrackKind::Annotations || t.kind == TrackKind::ProcessNvtx) name("roctx");
        if (t.kind == TrackKind::Library)
            for (const CallRow& row : kCallRows)
                if (row.track == t.kind && row.domain == t.key.domain) name(row.name);
        if (t.kind == TrackKind::CudaHw) {
            TrackKey gpu;
            gpu.host = t.key.host;
            gpu.device = t.key.device;
            const auto found = names.find({TrackKind::Gpu, gpu});
            name(found == names.end() || found->second.empty() ? std::string("HIP") : "HIP, " + found->second);
        }
        if (t.kind == TrackKind::Thread)
            store.info().entities.push_back({Entity::Type::Thread, t.key, std::string(s->text(t.name)), {}});
    }
}

void setOperation(Allocation& a, std::string_view operation) {
    const auto has = [&](std::string_view part) { return operation.find(part) != std::string_view::npos; };
    a.level = has("SCRATCH") ? "SCRATCH" : has("VMEM") ? "VIRTUAL" : "REAL";
    a.what = has("RECLAIM") ? Allocation::What::Reclaim
             : has("FREE")  ? Allocation::What::Free
                            : Allocation::What::Allocate;
}

void Rows::addDispatch(const Dispatch& d) {
    m_b.count(EventKind::Kernel);
    constexpr std::string_view kGrid[] = {"gridX", "gridY", "gridZ"}, kBlock[] = {"blockX", "blockY", "blockZ"};
    for (std::size_t i = 0; i < 3; ++i) {  // the grid is given in threads
        const std::int64_t threads = d.grid[i], size = d.block[i];
        addInt(kGrid[i], threads > 0 && size > 0 ? (threads - 1) / size + 1 : threads);
    }
    for (std::size_t i = 0; i < 3; ++i) addInt(kBlock[i], d.block[i]);
    addInt("dynamicSharedMemory", d.shared);
    addInt("localMemoryPerThread", d.scratch);
    if (d.kernel.registers) m_args.addInt("registersPerThread", d.kernel.registers);
    if (d.kernel.accumulators) m_args.addInt("accum_vgpr_count", d.kernel.accumulators);
    if (d.kernel.scalars) m_args.addInt("sgpr_count", d.kernel.scalars);
    addInt(model::kQueueArgument, d.queue);
    if (d.queue != kNone && d.stream != m_lastQueued) m_shared.hasQueues(m_lastQueued = d.stream);
    const std::string_view name = m_b.store.strings().at(d.kernel.name);
    if (!d.region.empty() && d.region != name) m_args.addText("region", d.region);
    std::map<std::string_view, int> instances;  // a counter has one value for each of its instances
    for (const CounterValue& c : d.counters) {
        const int instance = instances[c.name]++;
        m_args.addReal(instance ? fmt::format("{} #{}", c.name, instance) : c.name, c.value);
    }
    addCounters(d.counters, d.start, d.end);
    const auto blit = blitKind(name);
    if (blit) m_b.recount(EventKind::Kernel, *blit);
    addWork(blit ? TrackKind::StreamMemory : TrackKind::StreamKernels, d.stream, d, d.kernel.name,
            static_cast<std::uint32_t>(d.id));
}

const CallRow& Rows::rowOfCall(std::string_view category) {
    if (const auto known = m_callRows.find(category); known != m_callRows.end()) return *known->second;
    const std::string low = model::lower(category);
    const auto* const found = std::find_if(std::begin(kCallRows), std::end(kCallRows),
                                           [&](const CallRow& row) { return low.find(row.word) != std::string::npos; });
    const CallRow& row = found == std::end(kCallRows) ? kOtherCalls : *found;
    m_callRows.emplace(category, &row);
    return row;
}

/// Groups are found by a map of long keys, and rows of several streams alternate: those of late are kept.
void Rows::add(TrackKind kind, const TrackKey& key, const model::Event& event) {
    std::size_t mixed = static_cast<std::size_t>(kind);
    for (const std::int64_t part : {key.host, key.pid, key.tid, key.device, key.stream, key.domain})
        mixed = mixed * 31 + static_cast<std::size_t>(part);
    EventGroup*& group = m_groups[mixed % m_groups.size()];
    if (!group || group->kind != kind || group->key != key) group = &m_b.groups.group(kind, key);
    group->events.push(event);
}

void Rows::addWork(TrackKind track, const TrackKey& stream, const Timed& times, StringId name, std::uint32_t payload) {
    if (times.more)
        for (const model::Arg& a : m_b.store.args().at(times.more)) m_args.addArgument(a);
    add(track, stream, {times.start, times.end, name, m_args.intern(), times.correlation, payload});
}

void Rows::addCopy(const Copy& c) {
    m_b.count(EventKind::Memcpy);
    addInt("bytes", c.bytes);
    m_args.addInt("copyKind", copyKindOf(m_b.store.strings().at(c.name)));
    addInt("srcDeviceId", c.from);
    addInt("dstDeviceId", c.to);
    addInt("dst_address", c.target);
    addInt("src_address", c.source);
    addWork(TrackKind::StreamMemory, c.stream, c, c.name ? c.name : word("Memory copy"), 0);
}

void Rows::addCall(const Call& c) {
    const CallRow& ofCategory = rowOfCall(c.category);
    const bool isProcess =
        ofCategory.track == TrackKind::Annotations && m_b.store.strings().at(c.name) == "roctxProcessRangeA";
    const CallRow& row = isProcess ? kProcessMarker : ofCategory;
    m_b.count(row.kind);
    TrackKey key = c.thread;
    if (row.track == TrackKind::ProcessNvtx) key.tid = kNone;
    key.domain = row.domain;
    model::Event e{c.start, c.end, c.name, c.more, 0, 0};
    if (c.message) {
        e.args = withArgument(e.args, "call", e.name);
        e.name = c.message;
    }
    if (row.track == TrackKind::CudaApi || row.track == TrackKind::Nccl || row.track == TrackKind::Library)
        e.correlation = c.correlation;
    add(row.track, key, e);
}

model::ArgsId Rows::withArgument(model::ArgsId args, std::string_view key, StringId value) {
    std::vector<model::Arg> all = m_b.store.args().at(args);
    all.push_back({word(key), model::Arg::Type::String, value});
    return m_b.store.args().intern(all);
}

void Rows::addAllocation(const Allocation& a) {
    m_b.count(EventKind::MemoryUsage);
    const std::size_t level = a.ofHost ? kHostLevel : levelOf(a.level);
    // The scratch memory of a queue has no address of its own.
    const std::int64_t address = a.address != kNone ? a.address : a.queue != kNone ? a.queue : 0;
    addInt("bytes", a.bytes);
    addInt("address", a.address);
    if (!a.level.empty()) m_args.addText("level", a.level);
    addInt(model::kQueueArgument, a.queue);
    if (a.more)
        for (const model::Arg& arg : m_b.store.args().at(a.more)) m_args.addArgument(arg);
    m_memory.push_back(
        {a.start, a.device, level, address, a.bytes == kNone ? 0 : a.bytes, a.what, m_args.intern(), a.correlation});
}

/// Puts memory onto the rows of its GPUs, in order of time. What frees memory seldom says whose it was.
void Rows::placeMemory() {
    using What = Allocation::What;
    std::stable_sort(m_memory.begin(), m_memory.end(), [](const Held& a, const Held& b) { return a.time < b.time; });
    std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t>, std::pair<std::int64_t, std::size_t>> owners;
    for (Held& a : m_memory) {
        const auto [owner, isNew] =
            owners.try_emplace({a.device.host, a.device.pid, a.address}, a.device.device, a.level);
        const bool gives = a.what == What::Free || a.what == What::Reclaim;
        if (a.device.device == kNone) std::tie(a.device.device, a.level) = owner->second;
        else if (!gives) owner->second = {a.device.device, a.level};
        if (a.device.device == kNone) a.device.device = 0;
        const std::string_view name = gives                        ? "Deallocation"
                                      : a.what == What::Reallocate ? "Reallocation"
                                                                   : "Allocation";
        m_b.groups.add(TrackKind::MemoryEvents, a.device, {a.time, a.time, word(name), a.args, a.correlation, 0});
    }
}

/// Rows that free memory say where it was, but seldom how much.
void Rows::addMemoryUsage(std::string_view allocations) {
    using What = Allocation::What;
    placeMemory();
    std::map<std::tuple<TrackKey, std::size_t, std::int64_t>, std::int64_t> live;
    std::map<std::pair<TrackKey, std::size_t>, double> used;
    std::uint64_t unknown = 0;
    for (const Held& a : m_memory) {
        std::int64_t& held = live[{a.device, a.level, a.address}];
        double& sum = used[{a.device, a.level}];
        if (a.what == What::Allocate || a.what == What::Reallocate) {
            sum += static_cast<double>(a.bytes) - static_cast<double>(a.what == What::Reallocate ? held : 0);
            held = a.bytes;
        } else {
            const std::int64_t bytes = held ? held : a.bytes;
            unknown += bytes == 0;
            sum -= static_cast<double>(bytes);
            held = 0;
        }
        TrackKey key = a.device;
        key.domain = static_cast<std::int64_t>(a.level);
        m_shared.names[{TrackKind::MemoryUsage, key}] = nameOfLevel(a.level);
        m_b.groups.addValue(TrackKind::MemoryUsage, key, a.time, sum);
    }
    if (unknown) m_b.store.diagnostics().add(Note::DanglingReference, allocations, unknown);
    m_memory.clear();
}

void Rows::addCounters(std::span<const CounterValue> values, TimeNs start, TimeNs end) {
    std::map<std::string_view, int> instances;
    for (const CounterValue& c : values) {
        const int instance = instances[c.name]++;
        const std::string name = instance ? fmt::format("{} #{}", c.name, instance) : c.name;
        TrackKey key = c.of;
        const auto [found, isNew] = m_shared.counters.emplace(std::tuple{c.kind, key, name},
                                                              static_cast<std::int64_t>(m_shared.counters.size()));
        key.domain = found->second;
        if (isNew) m_shared.names[{c.kind, key}] = name;
        m_series[{c.kind, key}].push_back({start, end, c.value});
    }
}

void Rows::finish(std::string_view allocations) {
    addMemoryUsage(allocations);
    for (auto& [key, series] : m_series) m_b.addIntervals(key.first, key.second, series);
    m_series.clear();
}

}  // namespace importers::rocm
