// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/rocm/run_process.h"

#include "model/base/messages.h"

namespace importers::rocm {

using model::EventKind;
using model::TrackKey;

namespace {
/// Agents that the report does not describe keep small numbers as they are; handles are counted.
constexpr std::int64_t kMostDevices = 4096;
}  // namespace

void RunProcess::setKey(std::int64_t host, std::int64_t pid) {
    m_key.host = host;
    m_key.pid = pid;
}

void RunProcess::addAgent(std::int64_t id, const Agent& agent, const model::Facts& facts) {
    m_agents[id] = agent;
    if (!agent.isGpu) return;
    TrackKey key;
    key.host = m_key.host;
    key.device = agent.device;
    m_shared.device(key, facts);
}

/// Whether it has a time. A record that has none is counted and noted.
bool RunProcess::accept(const Record& r, EventKind kind) {
    ++m_number;
    if (m_b.hasTime(r.start == kNone ? 0 : r.start, "rocprofv3", m_number)) return true;
    m_b.count(kind);
    return false;
}

Timed RunProcess::timed(const Record& r) const {
    const bool isLinked = r.correlation != kNone && r.correlation > 0;
    return {r.start, r.end == kNone ? r.start : r.end, isLinked ? static_cast<std::uint32_t>(r.correlation) : 0,
            r.more};
}

std::optional<std::int64_t> RunProcess::gpuOf(std::int64_t agent, bool isGpuIfUnknown) {
    if (const auto found = m_agents.find(agent); found != m_agents.end())
        return found->second.isGpu ? std::optional(found->second.device) : std::nullopt;
    if (!isGpuIfUnknown) return {};
    if (agent == kNone) return 0;
    const bool isNumber = agent >= 0 && agent < kMostDevices;
    const Agent unknown{true, isNumber ? agent : m_unknownAgents++};
    m_agents[agent] = unknown;
    return unknown.device;
}

std::int64_t RunProcess::deviceOf(std::int64_t agent) { return gpuOf(agent, true).value_or(0); }

TrackKey RunProcess::streamKey(std::int64_t device, const Record& r) {
    TrackKey key = m_key;
    key.device = device;
    return m_shared.stream(key, r.stream, r.queue, {});
}

void RunProcess::addDispatch(const Record& r) {
    if (!accept(r, EventKind::Kernel)) return;
    Dispatch d;
    static_cast<Timed&>(d) = timed(r);
    const std::int64_t device = deviceOf(r.agent);
    d.stream = streamKey(device, r);
    d.kernel = r.kernel;
    d.grid = r.grid;
    d.block = r.block;
    d.shared = r.shared;
    d.scratch = r.scratch;
    if (r.stream != kNone) d.queue = r.queue;
    d.id = r.dispatch == kNone ? 0 : r.dispatch;
    d.region = r.region;
    std::vector<CounterValue> counters;
    TrackKey gpu;
    gpu.host = m_key.host;
    gpu.device = device;
    if (const auto counted = m_counted.extract(r.dispatch))
        for (const auto& [name, value] : counted.mapped().values)
            counters.push_back({name, model::TrackKind::GpuMetric, gpu, value});
    d.counters = counters;
    m_rows.addDispatch(d);
}

void RunProcess::addCopy(const Record& r) {
    if (!accept(r, EventKind::Memcpy)) return;
    Copy c;
    static_cast<Timed&>(c) = timed(r);
    const std::int64_t kind = copyKindOf(r.operation);
    c.to = gpuOf(r.to, kind == 1 || kind == 8).value_or(kNone);
    c.from = gpuOf(r.from, kind == 2 || kind == 8).value_or(kNone);
    // The row of the GPU that received, or else of the one that gave.
    c.stream = streamKey(c.to != kNone ? c.to : c.from != kNone ? c.from : 0, r);
    if (!r.operation.empty()) c.name = word(r.operation);
    c.bytes = r.bytes;
    c.source = r.source;
    c.target = r.target;
    m_rows.addCopy(c);
}

void RunProcess::addCall(const Record& r) {
    if (!accept(r, EventKind::CudaApi)) return;
    Call c;
    static_cast<Timed&>(c) = timed(r);
    c.thread = m_key;
    c.thread.tid = r.thread == kNone ? 0 : r.thread;
    c.category = r.kind;
    c.name = word(r.operation);
    if (!r.message.empty()) c.message = word(r.message);
    m_rows.addCall(c);
}

void RunProcess::addAllocation(const Record& r) {
    if (!accept(r, EventKind::MemoryUsage)) return;
    Allocation a;
    static_cast<Timed&>(a) = timed(r);
    setOperation(a, r.operation);
    a.device = m_key;
    if (r.agent != kNone && (a.what == Allocation::What::Allocate || a.level == "SCRATCH")) {
        const auto gpu = gpuOf(r.agent, true);  // what frees memory does not name its agent
        a.device.device = gpu.value_or(0);
        a.ofHost = !gpu;
    }
    a.address = r.address;
    a.bytes = r.bytes;
    a.queue = r.queue;
    m_rows.addAllocation(a);
}

void RunProcess::addCounter(const Record& dispatch, std::string_view name, double value) {
    m_b.count(EventKind::GpuMetric);
    Waiting& waiting = m_counted[dispatch.dispatch];
    if (waiting.values.empty()) {
        waiting.record = dispatch;
        waiting.record.kind = waiting.record.operation = waiting.record.message = waiting.record.region = {};
    }
    waiting.values.emplace_back(name, value);
}

void RunProcess::finish() {
    while (!m_counted.empty()) {
        const Record record = m_counted.begin()->second.record;
        const std::size_t before = m_counted.size();
        addDispatch(record);
        if (m_counted.size() == before) m_counted.erase(m_counted.begin());  // it had no time
    }
    m_rows.finish("rocprofv3.memory_allocation");
}

}  // namespace importers::rocm
