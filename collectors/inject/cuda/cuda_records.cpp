// SPDX-License-Identifier: Apache-2.0
// Activity records of CUPTI become records of the spool, in the thread in which CUPTI gives its buffers back.
#include "collectors/inject/cuda/cuda_records.h"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "collectors/cupti/cupti_api.h"
#include "collectors/inject/cuda/cuda_graphs.h"
#include "collectors/process/process.h"
#include "collectors/process/spool_writer.h"

namespace collectors {
namespace {

using spool::Block;

constexpr std::size_t kBufferBytes = 4 << 20;
constexpr std::size_t kMostBuffers = 64;  // 256 MiB: CUPTI counts what it has no room for

/// Layouts grow at their end from version to version: fields that CUDA 13 added are read where they are.
bool hasFieldsOf13() { return cupti().version >= 130000; }

std::mutex g_buffers;
std::vector<std::uint8_t*> g_free;
std::size_t g_allocated = 0;

/// Numbers of texts that CUPTI points to. The text is compared: a pointer comes again for another one when a module was
/// unloaded.
class Names {
public:
    std::uint32_t number(const char* text) {
        if (!text) return 0;
        Entry& e = m_entries[text];
        if (e.number == 0 || e.text != text) {
            e.text = text;
            e.number = spoolWriter().string(e.text);
        }
        return e.number;
    }
    void forget() { m_entries.clear(); }

private:
    struct Entry {
        std::string text;
        std::uint32_t number = 0;
    };
    std::unordered_map<const void*, Entry> m_entries;
};

struct ShapeHash {
    std::size_t operator()(const spool::KernelShape& s) const { return model::rep::checksum(&s, sizeof s); }
};
struct ShapeEqual {
    bool operator()(const spool::KernelShape& a, const spool::KernelShape& b) const {
        return std::memcmp(&a, &b, sizeof a) == 0;
    }
};

/// Everything that one thread at a time fills.
struct Records {
    std::mutex mutex;
    Names names;
    std::unordered_map<spool::KernelShape, std::uint32_t, ShapeHash, ShapeEqual> shapes;
    struct Function {
        std::uint32_t name = 0;
        bool launchesGraphs = false;
    };
    std::unordered_map<std::uint64_t, Function> calls;  // by domain and number

    /// Graphs of which it is not known whether they were launched in a capture: the record of the call may come later,
    /// in the next buffer at most.
    struct Undecided {
        spool::Graph graph;
        bool isOld = false;
    };
    std::vector<Undecided> undecided;

    RecordBuffer<spool::KernelShape, Block::KernelShapes> newShapes;
    RecordBuffer<spool::Kernel, Block::Kernels> kernels;
    RecordBuffer<spool::GraphKernel, Block::GraphKernels> graphKernels;
    RecordBuffer<spool::Copy, Block::Copies> copies;
    RecordBuffer<spool::Set, Block::Sets> sets;
    RecordBuffer<spool::Call, Block::Calls> apiCalls;
    RecordBuffer<spool::Sync, Block::Syncs> syncs;
    RecordBuffer<spool::Graph, Block::Graphs> graphs;
    RecordBuffer<spool::CudaEvent, Block::Events> events;
    RecordBuffer<spool::Memory, Block::Memory> memory;
    RecordBuffer<spool::Pool, Block::Pools> pools;
    RecordBuffer<spool::Unified, Block::Unified> unified;
    RecordBuffer<spool::Overhead, Block::Overheads> overheads;
    RecordBuffer<spool::Compile, Block::Compiles> compiles;
    RecordBuffer<spool::Device, Block::Devices> devices;
    RecordBuffer<spool::Context, Block::Contexts> contexts;
    RecordBuffer<spool::Stream, Block::Streams> streams;

    template <class F>
    void forEach(F&& f) {
        f(devices), f(contexts), f(streams), f(newShapes), f(kernels), f(graphKernels), f(copies), f(sets), f(apiCalls),
            f(syncs), f(graphs), f(events), f(memory), f(pools), f(unified), f(overheads), f(compiles);
    }
};
std::atomic<Records*> g_records{nullptr};
Records& records() {
    Records* r = g_records.load(std::memory_order_acquire);
    if (r) return *r;
    auto* fresh = new Records;
    if (g_records.compare_exchange_strong(r, fresh)) return *fresh;
    delete fresh;
    return *r;
}

std::uint32_t positive(std::int32_t v) { return v > 0 ? static_cast<std::uint32_t>(v) : 0; }

std::uint32_t shapeOf(Records& r, const CUpti_ActivityKernel10& k) {
    spool::KernelShape s{};
    s.name = r.names.number(k.name);
    s.device = k.deviceId;
    s.context = k.contextId;
    s.stream = k.streamId;
    s.grid[0] = positive(k.gridX), s.grid[1] = positive(k.gridY), s.grid[2] = positive(k.gridZ);
    s.block[0] = positive(k.blockX), s.block[1] = positive(k.blockY), s.block[2] = positive(k.blockZ);
    s.cluster[0] = k.clusterX, s.cluster[1] = k.clusterY, s.cluster[2] = k.clusterZ;
    s.registers = k.registersPerThread;
    s.staticShared = positive(k.staticSharedMemory);
    s.dynamicShared = positive(k.dynamicSharedMemory);
    s.executedShared = k.sharedMemoryExecuted;
    s.localPerThread = k.localMemoryPerThread;
    s.localTotal = k.localMemoryTotal_v2 ? k.localMemoryTotal_v2 : k.localMemoryTotal;
    s.launchType = k.launchType;
    s.cache = k.cacheConfig.both;
    s.channel = k.channelID;
    const auto [at, fresh] = r.shapes.try_emplace(s, static_cast<std::uint32_t>(r.shapes.size() + 1));
    if (fresh) {
        s.number = at->second;
        r.newShapes.push(s);
        r.newShapes.flush();  // before the kernels that have it, which may be written any moment
    }
    return at->second;
}

void recordKernel(Records& r, const CUpti_ActivityKernel10& k) {
    const std::uint32_t shape = shapeOf(r, k);
    if (k.graphNodeId) r.graphKernels.push({k.start, k.end, k.correlationId, shape, k.graphNodeId, k.graphId, 0});
    else r.kernels.push({k.start, k.end, k.correlationId, shape});
}

void recordCall(Records& r, const CUpti_ActivityAPI& a, std::uint32_t domain) {
    Records::Function& function = r.calls[std::uint64_t{domain} << 32 | a.cbid];
    if (function.name == 0) {
        const char* text = nullptr;
        const auto in = domain ? CUPTI_CB_DOMAIN_DRIVER_API : CUPTI_CB_DOMAIN_RUNTIME_API;
        if (!cupti().cuptiGetCallbackName || cupti().cuptiGetCallbackName(in, a.cbid, &text) != CUPTI_SUCCESS)
            text = nullptr;
        function.name =
            spoolWriter().string(text ? text : (domain ? "driver call " : "runtime call ") + std::to_string(a.cbid));
        function.launchesGraphs = text && std::string_view(text).find("GraphLaunch") != std::string_view::npos;
    }
    if (function.launchesGraphs) noteGraphLaunch(a.correlationId, a.start);
    r.apiCalls.push({a.start, a.end, a.correlationId, a.threadId, function.name,
                     static_cast<std::int32_t>(a.returnValue), domain, 0});
}

void recordCopy(Records& r, const CUpti_ActivityMemcpy6& c) {
    const std::uint32_t count = hasFieldsOf13() && c.copyCount ? static_cast<std::uint32_t>(c.copyCount) : 1;
    r.copies.push({c.start, c.end, c.bytes, c.graphNodeId, c.correlationId, c.deviceId, c.contextId, c.streamId,
                   c.graphId, c.deviceId, c.copyKind, c.srcKind, c.dstKind, c.flags, count});
}

void recordMemory(Records& r, const CUpti_ActivityMemory4& m) {
    const auto& p = m.memoryPoolConfig;
    const bool local = p.memoryPoolType == CUPTI_ACTIVITY_MEMORY_POOL_TYPE_LOCAL;
    r.memory.push({m.timestamp, m.address, m.bytes, p.address, local ? p.pool.size : 0, local ? p.utilizedSize : 0,
                   m.correlationId, m.deviceId, m.contextId, m.streamId,
                   static_cast<std::uint32_t>(m.memoryOperationType), static_cast<std::uint32_t>(m.memoryKind),
                   static_cast<std::uint32_t>(p.memoryPoolType), r.names.number(m.name)});
}

void recordDevice(Records& r, const CUpti_ActivityDevice5& d) {
    spool::Device out{};
    out.number = d.id;
    out.name = r.names.number(d.name);
    out.major = d.computeCapabilityMajor, out.minor = d.computeCapabilityMinor;
    out.multiprocessors = d.numMultiprocessors;
    out.clock = d.coreClockRate;
    out.memory = d.globalMemorySize, out.bandwidth = d.globalMemoryBandwidth;
    out.l2 = d.l2CacheSize;
    out.sharedPerSm = d.maxSharedMemoryPerMultiprocessor, out.registersPerSm = d.maxRegistersPerMultiprocessor,
    out.warpsPerSm = d.maxWarpsPerMultiprocessor;
    std::memcpy(out.uuid, &d.uuid, sizeof out.uuid);
    r.devices.push(out);
}

void recordPeerCopy(Records& r, const CUpti_ActivityMemcpyPtoP4& c) {
    r.copies.push({c.start, c.end, c.bytes, c.graphNodeId, c.correlationId, c.srcDeviceId, c.contextId, c.streamId,
                   c.graphId, c.dstDeviceId, c.copyKind, c.srcKind, c.dstKind, c.flags, 1});
}

void recordSet(Records& r, const CUpti_ActivityMemset4& m) {
    r.sets.push({m.start, m.end, m.bytes, m.graphNodeId, m.correlationId, m.deviceId, m.contextId, m.streamId,
                 m.graphId, m.value, m.memoryKind, m.flags, 0});
}

void recordSync(Records& r, const CUpti_ActivitySynchronization2& s) {
    r.syncs.push({s.start, s.end, s.correlationId, s.contextId, s.streamId, s.cudaEventId,
                  static_cast<std::uint32_t>(s.type), 0});
}

void recordGraph(Records& r, const CUpti_ActivityGraphTrace2& g) {
    r.undecided.push_back({{g.start, g.end, g.correlationId, g.deviceId, g.contextId, g.streamId, g.graphId, 0}});
}

void recordEvent(Records& r, const CUpti_ActivityCudaEvent2& e) {
    const bool more = hasFieldsOf13();
    r.events.push({more ? e.deviceTimestamp : 0, more ? e.cudaEventSyncId : 0, e.correlationId, more ? e.deviceId : 0,
                   e.contextId, e.streamId, e.eventId, 0});
}

void recordPool(Records& r, const CUpti_ActivityMemoryPool3& p) {
    r.pools.push({p.timestamp, p.address, p.size, p.utilizedSize, p.correlationId, p.deviceId,
                  static_cast<std::uint32_t>(p.memoryPoolOperationType), static_cast<std::uint32_t>(p.memoryPoolType)});
}

void recordUnified(Records& r, const CUpti_ActivityUnifiedMemoryCounter3& u) {
    r.unified.push({u.start, u.end, u.value, u.address, static_cast<std::uint32_t>(u.counterKind), u.srcId, u.dstId,
                    u.streamId, u.flags, 0});
}

void recordOverhead(Records& r, const CUpti_ActivityOverhead3& o) {
    const std::uint32_t thread = o.objectKind == CUPTI_ACTIVITY_OBJECT_THREAD ? o.objectId.pt.threadId : 0;
    r.overheads.push(
        {o.start, o.end, static_cast<std::uint32_t>(o.overheadKind), thread, hasFieldsOf13() ? o.correlationId : 0, 0});
}

void recordCompile(Records& r, const CUpti_ActivityJit2& j) {
    r.compiles.push({j.start, j.end, j.cacheSize, static_cast<std::uint32_t>(j.jitEntryType),
                     static_cast<std::uint32_t>(j.jitOperationType), j.deviceId, j.correlationId,
                     hasFieldsOf13() ? j.threadId : 0, 0});
}

void recordContext(Records& r, const CUpti_ActivityContext3& c) {
    const bool more = hasFieldsOf13();
    r.contexts.push(
        {c.contextId, c.deviceId, c.nullStreamId, more ? c.parentContextId : 0, more ? c.isGreenContext : 0u, 0});
}

void recordStream(Records& r, const CUpti_ActivityStream& s) {
    r.streams.push(
        {s.contextId, s.streamId, static_cast<std::int32_t>(s.priority), static_cast<std::uint32_t>(s.flag), 0, 0});
}

void take(Records& r, const CUpti_Activity* activity) {
    const auto as = [activity]<class T>(const T*) -> const T& { return *reinterpret_cast<const T*>(activity); };
#define AS(Type) as(static_cast<const Type*>(nullptr))
    switch (activity->kind) {
    case CUPTI_ACTIVITY_KIND_KERNEL:
    case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL: return recordKernel(r, AS(CUpti_ActivityKernel10));
    case CUPTI_ACTIVITY_KIND_RUNTIME: return recordCall(r, AS(CUpti_ActivityAPI), 0);
    case CUPTI_ACTIVITY_KIND_DRIVER: return recordCall(r, AS(CUpti_ActivityAPI), 1);
    case CUPTI_ACTIVITY_KIND_MEMCPY: return recordCopy(r, AS(CUpti_ActivityMemcpy6));
    case CUPTI_ACTIVITY_KIND_MEMCPY2: return recordPeerCopy(r, AS(CUpti_ActivityMemcpyPtoP4));
    case CUPTI_ACTIVITY_KIND_MEMSET: return recordSet(r, AS(CUpti_ActivityMemset4));
    case CUPTI_ACTIVITY_KIND_SYNCHRONIZATION: return recordSync(r, AS(CUpti_ActivitySynchronization2));
    case CUPTI_ACTIVITY_KIND_GRAPH_TRACE: return recordGraph(r, AS(CUpti_ActivityGraphTrace2));
    case CUPTI_ACTIVITY_KIND_CUDA_EVENT: return recordEvent(r, AS(CUpti_ActivityCudaEvent2));
    case CUPTI_ACTIVITY_KIND_MEMORY2: return recordMemory(r, AS(CUpti_ActivityMemory4));
    case CUPTI_ACTIVITY_KIND_MEMORY_POOL: return recordPool(r, AS(CUpti_ActivityMemoryPool3));
    case CUPTI_ACTIVITY_KIND_UNIFIED_MEMORY_COUNTER: return recordUnified(r, AS(CUpti_ActivityUnifiedMemoryCounter3));
    case CUPTI_ACTIVITY_KIND_OVERHEAD: return recordOverhead(r, AS(CUpti_ActivityOverhead3));
    case CUPTI_ACTIVITY_KIND_JIT: return recordCompile(r, AS(CUpti_ActivityJit2));
    case CUPTI_ACTIVITY_KIND_DEVICE: return recordDevice(r, AS(CUpti_ActivityDevice5));
    case CUPTI_ACTIVITY_KIND_CONTEXT: return recordContext(r, AS(CUpti_ActivityContext3));
    case CUPTI_ACTIVITY_KIND_STREAM: return recordStream(r, AS(CUpti_ActivityStream));
    default: return;  // kinds that nobody switched on
    }
#undef AS
}

/// After a whole buffer: what was launched in a capture is kept, what nobody knows a call of is discarded.
void decideGraphs(Records& r) {
    std::erase_if(r.undecided, [&r](Records::Undecided& u) {
        const bool isCaptured = isGraphCaptured(u.graph.correlation, u.graph.start);
        if (isCaptured) r.graphs.push(u.graph);
        return isCaptured || std::exchange(u.isOld, true);
    });
}

void writeAll(Records& r) {
    r.forEach([](auto& buffer) { buffer.flush(); });
}

}  // namespace

void CUPTIAPI requestBuffer(std::uint8_t** buffer, std::size_t* size, std::size_t* maxRecords) {
    *maxRecords = 0;
    *size = 0;
    *buffer = nullptr;
    const std::lock_guard guard(g_buffers);
    if (!g_free.empty()) {
        *buffer = g_free.back();
        g_free.pop_back();
    } else if (g_allocated < kMostBuffers) {
        *buffer = static_cast<std::uint8_t*>(std::aligned_alloc(4096, kBufferBytes));
        if (*buffer) std::memset(*buffer, 0, kBufferBytes), ++g_allocated;
    }
    if (*buffer) *size = kBufferBytes;
}

void CUPTIAPI completeBuffer(CUcontext context, std::uint32_t stream, std::uint8_t* buffer, std::size_t,
                             std::size_t valid) try {
    const std::uint64_t began = monotonicNs();
    {
        Records& r = records();
        const std::lock_guard guard(r.mutex);
        CUpti_Activity* activity = nullptr;
        while (valid > 0 && cupti().cuptiActivityGetNextRecord(buffer, valid, &activity) == CUPTI_SUCCESS)
            take(r, activity);
        constexpr std::uint32_t kOwn = 0xf0000000;  // not one of CUPTI's: this function
        if (valid > 0) r.overheads.push({began, monotonicNs(), kOwn, 0, 0, 0});
        decideGraphs(r);
        writeAll(r);
    }
    std::size_t dropped = 0;
    if (cupti().cuptiActivityGetNumDroppedRecords &&
        cupti().cuptiActivityGetNumDroppedRecords(context, stream, &dropped) == CUPTI_SUCCESS && dropped)
        spoolWriter().lost(Phrase::CuptiHadNoRoom, dropped);
    if (!buffer) return;
    std::memset(buffer, 0, valid);  // CUPTI counts on it
    const std::lock_guard guard(g_buffers);
    g_free.push_back(buffer);
} catch (...) {
    gaveUp();
}

bool isAnyBufferOut() {
    const std::lock_guard guard(g_buffers);
    return g_allocated > g_free.size();
}

void writePendingRecords() {
    Records& r = records();
    const std::lock_guard guard(r.mutex);
    writeAll(r);
}

// CUDA does not go on in a forked child; what the parent's threads were at stays as it was.
void forgetRecords() { g_records = nullptr; }

}  // namespace collectors
