// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/perfetto/gpu.h"

#include <fmt/format.h>
#include <algorithm>
#include <charconv>
#include <cmath>

#include "model/base/ascii.h"
#include "model/base/messages.h"

namespace importers::perfetto {

using model::EventKind;
using model::TimeNs;
using model::TrackKey;
using model::TrackKind;

namespace {

constexpr std::string_view kCounterUnits[] = {
    "",   "bit",     "Kbit",       "Mbit",   "Gbit",  "Tbit",      "Pbit",     "B",          "KB", "MB", "GB",
    "TB", "PB",      "Hz",         "KHz",    "MHz",   "GHz",       "THz",      "PHz",        "ns", "us", "ms",
    "s",  "min",     "hour",       "Vertex", "Pixel", "Triangle",  "mW",       "W",          "kW", "J",  "V",
    "A",  "Celsius", "Fahrenheit", "Kelvin", "%",     "Primitive", "Fragment", "Instruction"};

/// Names of launch parameters, where other reports have a name for the same.
std::string_view commonName(std::string_view name) {
    constexpr std::pair<std::string_view, std::string_view> kNames[] = {{"registers_per_thread", "registersPerThread"},
                                                                        {"shared_mem_static", "staticSharedMemory"},
                                                                        {"shared_mem_dynamic", "dynamicSharedMemory"}};
    for (const auto& [theirs, ours] : kNames)
        if (name == theirs) return ours;
    return name;
}

}  // namespace

void GpuReader::specifications(std::string_view message) {
    WireReader in(message);
    for (WireField f; in.next(f);) {
        if (!f.isBytes()) continue;
        WireReader parts(f.bytes);
        if (f.number == 1) {
            std::uint64_t context = 0;
            std::int64_t pid = 0;
            for (WireField p; parts.next(p);) {
                if (p.number == 1) context = p.value;
                if (p.number == 2) pid = static_cast<std::int32_t>(p.value);
            }
            m_oldContexts[context] = pid;
        } else if (f.number == 2 || f.number == 3) {
            std::string name;
            for (WireField p; parts.next(p);)
                if (p.number == 1) name = p.bytes;
            (f.number == 2 ? m_oldQueues : m_oldStages).push_back(std::move(name));
        }
    }
}

std::string GpuReader::specName(std::uint64_t iid, Sequence& sequence, std::string* description) {
    const std::string* spec = sequence.find(kGpuSpecifications, iid);
    std::string name;
    if (!spec) return name;
    WireReader in(*spec);
    for (WireField f; in.next(f);) {
        if (f.number == 2) name = f.bytes;
        if (f.number == 3 && description) *description = f.bytes;
    }
    return name;
}

void GpuReader::dimensions(const char* const (&keys)[3], std::string_view message) {
    std::int64_t size[3] = {1, 1, 1};
    WireReader in(message);
    for (WireField f; in.next(f);)
        if (f.number >= 1 && f.number <= 3) size[f.number - 1] = static_cast<std::uint32_t>(f.value);
    for (std::size_t i = 0; i < 3; ++i) m_data.args.addInt(keys[i], size[i]);
}

void GpuReader::computeArgument(std::string_view message, Sequence& sequence) {
    std::string_view name;
    WireField value;
    WireReader in(message);
    for (WireField f; in.next(f);) {
        if (f.number == 1) name = m_data.store.strings().at(sequence.text(kComputeArgNames, f.value, m_data.store));
        else if (f.number == 2) name = f.bytes;
        else if (f.number <= 7) value = f;
    }
    name = commonName(name);
    switch (value.number) {
    case 3:
    case 4: m_data.args.addInt(name, value.asInt()); break;
    case 5: m_data.args.addReal(name, value.asDouble()); break;
    case 6: m_data.args.addText(name, value.bytes); break;
    case 7: m_data.args.addText(name, sequence.text(kAnnotationStrings, value.value, m_data.store)); break;
    default: break;
    }
}

void GpuReader::launch(std::string_view message, Sequence& sequence) {
    static constexpr const char* kGrid[3] = {"gridX", "gridY", "gridZ"};
    static constexpr const char* kBlock[3] = {"blockX", "blockY", "blockZ"};
    WireReader in(message);
    for (WireField f; in.next(f);) {
        if (!f.isBytes()) continue;
        if (f.number == 1) dimensions(kGrid, f.bytes);
        if (f.number == 2) dimensions(kBlock, f.bytes);
        if (f.number == 3) computeArgument(f.bytes, sequence);
    }
}

std::string GpuReader::kernelName(std::uint64_t iid, Sequence& sequence) {
    std::string name, demangled;
    const std::string* kernel = iid ? sequence.find(kComputeKernels, iid) : nullptr;
    if (iid && !kernel)
        m_data.store.diagnostics().add(model::Note::DanglingReference, model::MessageCode::GpuWorkKernels);
    if (!kernel) return name;
    WireReader in(*kernel);
    for (WireField f; in.next(f);) {
        if (!f.isBytes()) continue;
        if (f.number == 2) name = f.bytes;
        if (f.number == 3) demangled = f.bytes;
        if (f.number == 4) m_data.args.addText("arch", f.bytes);
        if (f.number == 5) computeArgument(f.bytes, sequence);
    }
    if (demangled.empty()) return name;
    if (!name.empty()) m_data.args.addText("mangledName", name);
    return demangled;
}

void GpuReader::stageField(const WireField& f, Stage& s, Work& w, Sequence& sequence) {
    switch (f.number) {
    case 1: w.id = f.value; break;
    case 2: w.duration = f.asInt(); break;
    case 3: s.queueIndex = static_cast<std::int32_t>(f.value); break;
    case 4: s.stageIndex = static_cast<std::int32_t>(f.value); break;
    case 5: s.context = f.value; break;
    case 6: {
        std::string_view key, value;
        WireReader parts(f.bytes);
        for (WireField p; parts.next(p);) (p.number == 1 ? key : value) = p.bytes;
        std::int64_t number = 0;
        const auto [at, error] = std::from_chars(value.data(), value.data() + value.size(), number);
        const bool isNumber = error == std::errc() && at == value.data() + value.size() && !value.empty();
        if (isNumber) m_data.args.addInt(key, number);
        else if (!key.empty()) m_data.args.addText(key, value);
        break;
    }
    case 8: m_data.args.addText("render_target", fmt::format("0x{:x}", f.value)); break;
    case 9: m_data.args.addText("render_pass", fmt::format("0x{:x}", f.value)); break;
    case 10: m_data.args.addInt("submission_id", f.asInt()); break;
    case 11: w.key.device = static_cast<std::int32_t>(f.value); break;
    case 12: m_data.args.addText("command_buffer", fmt::format("0x{:x}", f.value)); break;
    case 13: s.queue = f.value; break;
    case 14: s.stage = f.value; break;
    case 17: s.ownName = f.bytes; break;
    case 18: forEachNumber(f, [&](std::uint64_t id) { w.waits.push_back(id); }); break;
    case 19: s.kernel = f.value; break;
    case 20: s.name = f.value; break;
    case 21: launch(f.bytes, sequence); break;
    case 22:
        s.logicalQueue = f.value;
        s.hasLogicalQueue = true;
        break;
    default: break;
    }
}

void GpuReader::renderStage(std::string_view message, const Packet& packet, Sequence& sequence) {
    Work w;
    w.stamp = packet.stamp;
    w.key.host = packet.host;
    w.key.device = 0;
    Stage s;
    bool isWork = false;
    WireReader in(message);
    for (WireField f; in.next(f);) {
        if (f.number == 7) specifications(f.bytes);
        else isWork = true, stageField(f, s, w, sequence);
    }
    if (!isWork) return;
    if (!packet.hasTime) {
        m_data.args.intern();  // forgets them
        return m_data.store.diagnostics().add(model::Note::NoTime, model::MessageCode::GpuWork, 1, {}, packet.offset);
    }
    if (in.failed())
        m_data.store.diagnostics().add(model::Note::DamagedPart, model::MessageCode::GpuWork, 1, {}, packet.offset);
    const std::string kernel = kernelName(s.kernel, sequence);
    std::string description;
    std::string stage = specName(s.stage, sequence, &description);
    if (stage.empty() && s.stageIndex >= 0 && static_cast<std::size_t>(s.stageIndex) < m_oldStages.size())
        stage = m_oldStages[static_cast<std::size_t>(s.stageIndex)];
    std::string name(s.ownName);
    if (name.empty() && s.name) name = m_data.store.strings().at(sequence.text(kEventNames, s.name, m_data.store));
    if (name.empty()) name = kernel;
    if (name.empty())
        name = stage.empty()
                   ? fmt::format("Stage {}", s.stageIndex >= 0 ? static_cast<std::uint64_t>(s.stageIndex) : s.stage)
                   : stage;
    else if (!stage.empty()) m_data.args.addText("stage", stage);
    if (!description.empty()) m_data.args.addText("description", description);
    w.event.name = m_data.store.strings().intern(name);
    w.event.args = m_data.args.intern();
    placeOn(s, w, sequence, stage.empty() ? name : stage);
    m_data.count(w.kind == TrackKind::StreamMemory
                     ? (model::containsNoCase(name, "memset") ? EventKind::Memset : EventKind::Memcpy)
                     : EventKind::Kernel);
    m_work.push_back(std::move(w));
}

void GpuReader::placeOn(const Stage& s, Work& w, Sequence& sequence, const std::string& stageName) {
    std::uint32_t api = 0;
    if (const std::string* context = sequence.find(kGraphicsContexts, s.context)) {
        WireReader in(*context);
        for (WireField f; in.next(f);) {
            if (f.number == 2) w.key.pid = static_cast<std::int32_t>(f.value);
            if (f.number == 3) api = static_cast<std::uint32_t>(f.value);
        }
    } else if (const auto old = m_oldContexts.find(s.context); old != m_oldContexts.end()) {
        w.key.pid = old->second;
    }
    w.key.context = static_cast<std::int64_t>(s.context);
    if (w.key.context == TrackKey::kNone) w.key.context = 0;
    std::string queue = s.hasLogicalQueue ? fmt::format("Queue {}", s.logicalQueue) : specName(s.queue, sequence);
    if (queue.empty() && s.queueIndex >= 0 && static_cast<std::size_t>(s.queueIndex) < m_oldQueues.size())
        queue = m_oldQueues[static_cast<std::size_t>(s.queueIndex)];
    if (queue.empty())
        queue = fmt::format("Queue {}", s.queueIndex >= 0 ? static_cast<std::uint64_t>(s.queueIndex) : s.queue);
    // Ids of queues hold for one writer only: queues are told apart by their names and numbered as they come.
    const auto [found, isNew] = m_queues.emplace(std::tuple{w.key, queue}, 0);
    if (isNew) found->second = m_queueCounts[w.key]++;
    TrackKey device;
    device.host = w.key.host;
    device.pid = w.key.pid;
    device.device = w.key.device;
    if (api) m_apis[device] = api;
    w.key.stream = found->second;
    m_queueNames[w.key] = queue;
    const bool moves = model::containsNoCase(stageName, "memcpy") || model::containsNoCase(stageName, "memset") ||
                       model::containsNoCase(stageName, "memory copy");
    w.kind = moves ? TrackKind::StreamMemory : TrackKind::StreamKernels;
}

void GpuReader::readSpecs(std::string_view descriptor, CounterSpecs& specs) {
    WireReader in(descriptor);
    for (WireField f; in.next(f);) {
        if (f.number != 1 || !f.isBytes()) continue;
        CounterSpec spec;
        std::uint64_t id = 0;
        std::string above, below;
        WireReader parts(f.bytes);
        const auto unit = [](const WireField& p, std::string& text) {
            forEachNumber(p, [&](std::uint64_t u) {
                const std::string_view name = u < std::size(kCounterUnits) ? kCounterUnits[u] : std::string_view();
                if (!name.empty() && text.size() < 100) text += (text.empty() ? "" : ":") + std::string(name);
            });
        };
        for (WireField p; parts.next(p);) {
            switch (p.number) {
            case 1: id = p.value; break;
            case 2: spec.name = p.bytes; break;
            case 3: spec.description = p.bytes; break;
            case 7: unit(p, above); break;
            case 8: unit(p, below); break;
            default: break;
            }
        }
        spec.unit = below.empty() ? above : above + "/" + below;
        specs[id] = share(std::move(spec));
    }
}

/// An interned description, or nullptr.
CounterDescriptor* GpuReader::descriptor(std::uint64_t iid, Sequence& sequence) {
    Sequence::Entry* entry = sequence.entry(kGpuCounterDescriptors, iid);
    if (!entry) return nullptr;
    if (entry->counters) return entry->counters.get();
    entry->counters = std::make_shared<CounterDescriptor>();
    WireReader in(entry->message);
    for (WireField f; in.next(f);) {
        if (f.isBytes()) readSpecs(f.bytes, entry->counters->specs);
        else if (f.number != 1) entry->counters->gpu = static_cast<std::int32_t>(f.value);
    }
    return entry->counters.get();
}

GpuReader::Counter& GpuReader::counter(std::int64_t host, std::int64_t gpu, const CounterSpec* spec) {
    Counter*& found = m_counterOf[{host, gpu, spec}];
    if (!found) found = &m_counters[{host, gpu, spec->name}];
    found->spec = spec;
    return *found;
}

void GpuReader::counters(std::string_view message, const Packet& packet, Sequence& sequence) {
    CounterSpecs own;
    std::int64_t gpu = 0;
    std::uint64_t iid = 0;
    WireReader first(message);
    for (WireField f; first.next(f);) {
        if (f.number == 1) readSpecs(f.bytes, own);
        if (f.number == 3) gpu = static_cast<std::int32_t>(f.value);
        if (f.number == 4) iid = f.value;
    }
    CounterDescriptor* described = iid ? descriptor(iid, sequence) : nullptr;
    for (const auto& [id, spec] : own) m_specs[{packet.host, id}] = spec;
    if (iid && !described)
        return m_data.store.diagnostics().add(model::Note::DanglingReference,
                                              model::MessageCode::GpuCounterDescriptions);
    if (described) gpu = described->gpu.value_or(gpu);
    // A description is shown also where no value was recorded; no machine has more GPUs than this.
    constexpr std::size_t kGpus = 64;
    for (const auto& [id, spec] : own) counter(packet.host, gpu, spec);
    if (described && described->shown.size() < kGpus && described->shown.emplace(packet.host, gpu).second)
        for (const auto& [id, spec] : described->specs) counter(packet.host, gpu, spec);
    WireReader in(message);
    for (WireField f; in.next(f);)
        if (f.number == 2 && f.isBytes()) counterValue(f.bytes, gpu, packet, described);
}

void GpuReader::counterValue(std::string_view message, std::int64_t gpu, const Packet& packet,
                             const CounterDescriptor* described) {
    std::uint64_t id = 0;
    double value = NAN;
    WireReader parts(message);
    for (WireField p; parts.next(p);) {
        if (p.number == 1) id = p.value;
        if (p.number == 2) value = static_cast<double>(p.asInt());
        if (p.number == 3) value = p.asDouble();
    }
    m_data.count(EventKind::GpuMetric);
    if (!packet.hasTime)
        return m_data.store.diagnostics().add(model::Note::NoTime, model::MessageCode::GpuCounterValues, 1, {},
                                              packet.offset);
    const CounterSpec* spec = nullptr;
    if (described)
        if (const auto found = described->specs.find(id); found != described->specs.end()) spec = found->second;
    if (!spec)
        if (const auto found = m_specs.find({packet.host, id}); found != m_specs.end()) spec = found->second;
    if (!spec) spec = share({fmt::format("Counter {}", id), {}, {}});
    counter(packet.host, gpu, spec).values.emplace_back(packet.stamp, value);
}

void GpuReader::addCounter(const CounterId& id, Counter& c, std::vector<std::pair<TimeNs, double>>& values) {
    const auto& [host, gpu, name] = id;
    const std::string title = c.spec->unit.empty() ? name : fmt::format("{} [{}]", name, c.spec->unit);
    std::vector<model::Entity>& entities = m_data.store.info().entities;
    const auto [at, isNew] = m_devices.emplace(std::pair{host, gpu}, entities.size());
    if (isNew) {
        entities.push_back({model::Entity::Type::Device, {}, {}, {}});
        entities.back().key.host = host;
        entities.back().key.device = gpu;
    }
    entities[at->second].facts.emplace_back(title, c.spec->description);
    if (values.empty()) return;
    TrackKey key;
    key.host = host;
    key.device = gpu;
    key.domain = m_counterCounts[{host, gpu}]++;
    m_counterNames[key] = title;
    std::stable_sort(values.begin(), values.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    if (values.size() == 1) return m_data.groups.addValue(TrackKind::GpuMetric, key, values[0].first, values[0].second);
    // What is reported at a time was measured since the time before: the first value has no stretch of its own.
    for (std::size_t i = 1; i < values.size(); ++i)
        m_data.groups.addValue(TrackKind::GpuMetric, key, values[i - 1].first, values[i].second);
    m_data.groups.addValue(TrackKind::GpuMetric, key, values.back().first, NAN);
    m_data.notShown(model::MessageCode::FirstGpuCounterValues);
}

/// Named as counters of GPUs are, whose domains count from 0. Without a unit: drivers write Hz or kHz, and none says
/// which.
void GpuReader::addFrequency(std::int64_t host, std::int64_t gpu, TimeNs time, double value) {
    TrackKey key;
    key.host = host;
    key.device = gpu;
    key.domain = -1;
    m_counterNames[key] = "GPU Frequency";
    m_data.count(EventKind::GpuMetric);
    m_data.groups.addValue(TrackKind::GpuMetric, key, time, value);
}

void GpuReader::name() {
    const model::SnapshotPtr s = m_data.store.publish();
    for (const model::Track& t : s->tree().tracks) {
        const auto give = [&](const std::map<TrackKey, std::string>& names) {
            const auto found = names.find(t.key);
            if (found != names.end()) m_data.store.setTrackName(t.id, m_data.store.strings().intern(found->second));
        };
        if (t.kind == TrackKind::Stream) give(m_queueNames);
        if (t.kind == TrackKind::GpuMetric) give(m_counterNames);
        if (t.kind == TrackKind::CudaHw) {
            constexpr std::string_view kApis[] = {"GPU", "GPU, OpenGL", "GPU, Vulkan", "GPU, OpenCL",
                                                  "",    "HIP"};  // "" = CUDA
            const auto api = m_apis.find(t.key);
            const std::string_view text =
                kApis[api != m_apis.end() && api->second < std::size(kApis) ? api->second : 0];
            if (!text.empty()) m_data.store.setTrackName(t.id, m_data.store.strings().intern(text));
        }
    }
}

}  // namespace importers::perfetto
