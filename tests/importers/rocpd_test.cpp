// SPDX-License-Identifier: GPL-3.0-or-later
// Databases of rocprofv3. No public one is at hand: these are made here from the tables that its documentation lists,
// in both of the layouts that it has had, and must give the same report.
#include <map>
#include <set>

#include "tests/kit/heap_use.h"
#include "tests/kit/mutate.h"
#include "tests/kit/opened.h"
#include "tests/kit/store_compare.h"

namespace {

using model::EventKind;
using model::Note;
using model::TimeNs;
using model::TrackKind;

/// Rows of one profile as SQL, in either layout. Ids start at 1 in each table, as a database gives them.
class Profile {
public:
    Profile(std::string suffix, std::string guid, bool normalised)
        : m_suffix(std::move(suffix)), m_guid(std::move(guid)), m_normalised(normalised) {}

    void createTables() {
        table("metadata", "tag text, value text");
        table("string", "string text");
        table("info_node", "hash bigint, machine_id text, system_name text, hostname text, release text, version text");
        table(
            "info_process",
            "nid integer, ppid integer, pid integer, init bigint, fini bigint, start bigint, \"end\" bigint, command text, environment jsonb, extdata jsonb");
        table(
            "info_thread",
            "nid integer, ppid integer, pid integer, tid integer, name text, start bigint, \"end\" bigint, extdata jsonb");
        table(
            "info_agent",
            "nid integer, pid integer, type text, absolute_index integer, logical_index integer, type_index integer, uuid integer, name text,"
            " model_name text, vendor_name text, product_name text, extdata jsonb");
        table("info_queue", "nid integer, pid integer, name text, extdata jsonb");
        table("info_stream", "nid integer, pid integer, name text, extdata jsonb");
        table(
            "info_pmc",
            "nid integer, pid integer, agent_id integer, target_arch text, name text, symbol text, description text, units text");
        table("info_code_object", "nid integer, pid integer, agent_id integer, uri text");
        table(
            "info_kernel_symbol",
            "nid integer, pid integer, code_object_id integer, kernel_name text, display_name text, sgpr_count integer,"
            " arch_vgpr_count integer, accum_vgpr_count integer");
        table(
            "track",
            m_normalised
                ? "nid integer, ppid integer, pid integer, tid integer, agent_id integer, queue_id integer, stream_id integer, name_id integer"
                : "nid integer, pid integer, tid integer, name_id integer");
        table(
            "event",
            "category_id integer, stack_id integer, parent_stack_id integer, correlation_id integer, call_stack jsonb default '{}', line_info jsonb,"
            " extdata jsonb default '{}'");
        table("arg", "event_id integer, position integer, type text, name text, value text");
        table("pmc_event", "event_id integer, pmc_id integer, value real");
        if (m_normalised) table("timestamp", "value bigint, phase integer, track_id integer");
        const std::string where = m_normalised
                                      ? "track_id integer, start_id integer, end_id integer, "
                                      : "nid integer, pid integer, tid integer, start bigint, \"end\" bigint, ";
        const std::string gpu = m_normalised ? "" : "queue_id integer, stream_id integer, ";
        const std::string agent = m_normalised ? "" : "agent_id integer, ";
        table("region", where + "name_id integer, event_id integer, extdata jsonb");
        table("sample", m_normalised ? "track_id integer, name_id integer, timestamp_id integer, event_id integer"
                                     : "track_id integer, timestamp bigint, event_id integer");
        table(
            "kernel_dispatch",
            where + gpu + agent +
                "kernel_id integer, dispatch_id integer, private_segment_size integer, group_segment_size integer,"
                " workgroup_size_x integer, workgroup_size_y integer, workgroup_size_z integer, grid_size_x integer, grid_size_y integer, grid_size_z integer,"
                " region_name_id integer, event_id integer");
        table(
            "memory_copy",
            where + gpu +
                "name_id integer, dst_agent_id integer, dst_address integer, src_agent_id integer, src_address integer, size integer, event_id integer");
        table("memory_allocate",
              where + gpu + agent + "type text, level text, address integer, size integer, event_id integer");
    }

    std::int64_t string(const std::string& s) {
        const auto found = m_strings.find(s);
        if (found != m_strings.end()) return found->second;
        return m_strings[s] = insert("string", "string", quoted(s));
    }
    std::int64_t event(const std::string& category, std::int64_t stack, std::int64_t parent,
                       const std::string& extdata = "{}") {
        return insert("event", "category_id, stack_id, parent_stack_id, correlation_id, extdata",
                      fmt::format("{}, {}, {}, 0, {}", string(category), stack, parent, quoted(extdata)));
    }
    void arg(std::int64_t event, int position, const std::string& name, const std::string& value) {
        insert("arg", "event_id, position, type, name, value",
               fmt::format("{}, {}, 'int', {}, {}", event, position, quoted(name), quoted(value)));
    }

    struct Where {
        std::int64_t process = 1, thread = 1, agent = 0, queue = 0, stream = 0;
        auto operator<=>(const Where&) const = default;
    };
    /// Columns and values that say where and when, in the layout of this profile.
    std::pair<std::string, std::string> place(const Where& w, std::int64_t start, std::int64_t end, bool gpu,
                                              bool agent) {
        if (m_normalised) {
            const std::int64_t t = track(w, gpu, agent);
            return {"track_id, start_id, end_id", fmt::format("{}, {}, {}", t, time(start, 1, t), time(end, 2, t))};
        }
        std::string columns = "nid, pid, tid, start, \"end\"",
                    values = fmt::format("1, {}, {}, {}, {}", w.process, orNull(w.thread), start, end);
        if (gpu)
            columns += ", queue_id, stream_id", values += fmt::format(", {}, {}", orNull(w.queue), orNull(w.stream));
        if (agent) columns += ", agent_id", values += fmt::format(", {}", orNull(w.agent));
        return {columns, values};
    }

    void region(const Where& w, std::int64_t start, std::int64_t end, const std::string& name, std::int64_t event) {
        const auto [columns, values] = place(w, start, end, false, false);
        insert("region", columns + ", name_id, event_id", fmt::format("{}, {}, {}", values, string(name), event));
    }
    void kernel(const Where& w, std::int64_t start, std::int64_t end, std::int64_t symbol, std::int64_t dispatch,
                std::int64_t gridX, std::int64_t event, const std::string& region = "") {
        const auto [columns, values] = place(w, start, end, true, true);
        insert(
            "kernel_dispatch",
            columns +
                ", kernel_id, dispatch_id, private_segment_size, group_segment_size, workgroup_size_x, workgroup_size_y, workgroup_size_z, grid_size_x,"
                " grid_size_y, grid_size_z, region_name_id, event_id",
            fmt::format("{}, {}, {}, 32, 2048, 256, 2, 1, {}, 6, 1, {}, {}", values, symbol, dispatch, gridX,
                        string(region), event));
    }
    void copy(const Where& w, std::int64_t start, std::int64_t end, const std::string& name, std::int64_t from,
              std::int64_t to, std::int64_t bytes, std::int64_t event) {
        const auto [columns, values] = place(w, start, end, true, false);
        insert("memory_copy",
               columns + ", name_id, dst_agent_id, dst_address, src_agent_id, src_address, size, event_id",
               fmt::format("{}, {}, {}, 7, {}, 9, {}, {}", values, string(name), to, from, bytes, event));
    }
    void allocate(const Where& w, std::int64_t start, const std::string& type, std::int64_t address, std::int64_t bytes,
                  std::int64_t event) {
        const auto [columns, values] = place(w, start, start + 5, true, true);
        insert("memory_allocate", columns + ", type, level, address, size, event_id",
               fmt::format("{}, {}, 'REAL', {}, {}, {}", values, quoted(type), address, bytes, event));
    }
    void sample(const Where& w, const std::string& trackName, std::int64_t at, std::int64_t event) {
        const std::int64_t t = insert(
            "track", m_normalised ? "nid, pid, tid, agent_id, name_id" : "nid, pid, tid, name_id",
            m_normalised
                ? fmt::format("1, {}, {}, {}, {}", w.process, orNull(w.thread), orNull(w.agent), string(trackName))
                : fmt::format("1, {}, {}, {}", w.process, orNull(w.thread), string(trackName)));
        if (m_normalised)
            insert("sample", "track_id, name_id, timestamp_id, event_id",
                   fmt::format("{}, {}, {}, {}", t, string(trackName), time(at, 0, t), event));
        else insert("sample", "track_id, timestamp, event_id", fmt::format("{}, {}, {}", t, at, event));
    }

    std::int64_t insert(const std::string& name, const std::string& columns, const std::string& values) {
        const std::string guid = m_guid.empty() ? "" : ", guid", value = m_guid.empty() ? "" : ", " + quoted(m_guid);
        m_sql += fmt::format("INSERT INTO `rocpd_{}{}` (id, {}{}) VALUES ({}, {}{});", name, m_suffix, columns, guid,
                             ++m_ids[name], values, value);
        return m_ids[name];
    }
    /// Further statements; {} stands for the suffix.
    void also(std::string sql) {
        for (std::size_t at; (at = sql.find("{}")) != std::string::npos;) sql.replace(at, 2, m_suffix);
        m_sql += sql;
    }
    const std::string& sql() const { return m_sql; }
    /// Ids go on from those of another profile in the same tables.
    void continueAfter(const Profile& other) { m_ids = other.m_ids; }

private:
    static std::string quoted(const std::string& s) { return "'" + s + "'"; }
    static std::string orNull(std::int64_t id) { return id ? std::to_string(id) : "NULL"; }
    void table(const std::string& name, const std::string& columns) {
        m_sql += fmt::format(
            "CREATE TABLE IF NOT EXISTS `rocpd_{}{}` (id integer primary key autoincrement, guid text, {});", name,
            m_suffix, columns);
    }
    std::int64_t time(std::int64_t value, int phase, std::int64_t t) {
        return insert("timestamp", "value, phase, track_id", fmt::format("{}, {}, {}", value, phase, t));
    }
    std::int64_t track(const Where& w, bool gpu, bool agent) {
        const Where used{w.process, w.thread, agent ? w.agent : 0, gpu ? w.queue : 0, gpu ? w.stream : 0};
        std::int64_t& id = m_tracks[used];
        if (!id)
            id = insert("track", "nid, pid, tid, agent_id, queue_id, stream_id",
                        fmt::format("1, {}, {}, {}, {}, {}", used.process, orNull(used.thread), orNull(used.agent),
                                    orNull(used.queue), orNull(used.stream)));
        return id;
    }

    std::string m_suffix, m_guid;
    bool m_normalised;
    std::string m_sql;
    std::map<std::string, std::int64_t> m_ids;
    std::map<std::string, std::int64_t> m_strings;
    std::map<Where, std::int64_t> m_tracks;
};

/// A run with everything in it. Times start at 5000.
void fill(Profile& p, int pid, const std::string& machine) {
    const auto node = p.insert("info_node", "hash, machine_id, system_name, hostname, release",
                               fmt::format("1, '{}', 'Linux', '{}', '6.8'", machine, "host-" + machine));
    const auto process =
        p.insert("info_process", "nid, ppid, pid, command, environment",
                 fmt::format("{}, 1, {}, '/opt/app/train --token hush', '{{\"KEY\":\"veiled\"}}'", node, pid));
    p.insert("info_thread", "nid, ppid, pid, tid, name", fmt::format("{}, 1, {}, {}, 'main'", node, process, pid));
    p.insert("info_thread", "nid, ppid, pid, tid", fmt::format("{}, 1, {}, {}", node, process, pid + 1));
    const auto cpu = p.insert("info_agent", "nid, pid, type, absolute_index, logical_index, type_index, name",
                              fmt::format("{}, {}, 'CPU', 0, 0, 0, 'EPYC'", node, process));
    const auto gpu0 =
        p.insert("info_agent", "nid, pid, type, absolute_index, logical_index, type_index, name, product_name",
                 fmt::format("{}, {}, 'GPU', 1, 1, 0, 'gfx942', 'MI300X'", node, process));
    const auto gpu1 =
        p.insert("info_agent", "nid, pid, type, absolute_index, logical_index, type_index, name, product_name",
                 fmt::format("{}, {}, 'GPU', 2, 2, 1, 'gfx942', 'MI300X'", node, process));
    const auto queue = p.insert("info_queue", "nid, pid, name", fmt::format("{}, {}, 'Queue A'", node, process));
    const auto stream =
        p.insert("info_stream", "nid, pid, name", fmt::format("{}, {}, 'Default Stream'", node, process));
    const auto code = p.insert("info_code_object", "nid, pid, agent_id, uri",
                               fmt::format("{}, {}, {}, 'file://x'", node, process, gpu0));
    const auto axpy =
        p.insert("info_kernel_symbol",
                 "nid, pid, code_object_id, kernel_name, display_name, sgpr_count, arch_vgpr_count, accum_vgpr_count",
                 fmt::format("{}, {}, {}, '_Z4axpyPfi.kd', 'axpy(float*, int)', 32, 20, 4", node, process, code));
    const auto busy = p.insert("info_pmc", "nid, pid, agent_id, target_arch, name, symbol, units",
                               fmt::format("{}, {}, {}, 'GPU', 'GPU_BUSY', 'busy', '%'", node, process, gpu0));
    const auto waves = p.insert("info_pmc", "nid, pid, agent_id, target_arch, name, symbol",
                                fmt::format("{}, {}, {}, 'GPU', 'SQ_WAVES', 'waves'", node, process, gpu0));

    const Profile::Where main{process, process == 1 ? 1 : 3}, second{process, process == 1 ? 2 : 4};
    Profile::Where gpu = main;
    gpu.agent = gpu0, gpu.queue = queue, gpu.stream = stream;

    const auto launch = p.event("HIP_RUNTIME_API_EXT", 10, 0);
    p.arg(launch, 0, "numBlocks", "4");
    p.arg(launch, 1, "stream", "0x0");
    p.region(main, 5000, 5100, "hipLaunchKernel", launch);
    p.region(main, 5010, 5050, "hsa_signal_store", p.event("HSA_CORE_API", 11, 10));
    p.region(main, 5110, 5150, "hipMemcpyAsync", p.event("HIP_RUNTIME_API_EXT", 12, 0));
    p.region(main, 4990, 5500, "roctxThreadRangeA",
             p.event("MARKER_CORE_RANGE_API", 13, 0, "{\"message\": \"step 7\"}"));
    p.region(second, 5200, 5400, "roctxProcessRangeA",
             p.event("MARKER_CORE_RANGE_API", 14, 0, "{\"message\": \"epoch\"}"));
    p.region(second, 5200, 5300, "ncclAllReduce", p.event("RCCL_API", 15, 0));
    p.region(second, 5310, 5320, "MPI_Barrier", p.event("mpi", 16, 0));

    const auto kernel = p.event("KERNEL_DISPATCH", 10, 0);
    p.kernel(gpu, 5120, 5200, axpy, 1, 1000, kernel);
    p.insert("pmc_event", "event_id, pmc_id, value", fmt::format("{}, {}, 16.5", kernel, waves));
    p.insert("pmc_event", "event_id, pmc_id, value", fmt::format("{}, {}, 17.5", kernel, waves));
    p.kernel(gpu, 5150, 5250, axpy, 2, 1024, p.event("KERNEL_DISPATCH", 99, 10), "renamed");
    p.copy(gpu, 5260, 5300, "MEMORY_COPY_HOST_TO_DEVICE", cpu, gpu1, 4096, p.event("MEMORY_COPY", 12, 0));
    p.copy(gpu, 5310, 5330, "MEMORY_COPY_DEVICE_TO_HOST", gpu0, cpu, 512, p.event("MEMORY_COPY", 12, 0));

    p.allocate(gpu, 5001, "ALLOC", 100, 1000, p.event("MEMORY_ALLOCATION", 0, 0));
    p.allocate(gpu, 5002, "ALLOC", 200, 500, p.event("MEMORY_ALLOCATION", 0, 0));
    p.allocate(gpu, 5400, "FREE", 100, 0, p.event("MEMORY_ALLOCATION", 0, 0));

    for (const auto& [at, value] : {std::pair{5300, 30.5}, std::pair{5100, 10.5}, std::pair{5200, 20.5}}) {
        const auto e = p.event("counter", 0, 0);
        p.sample({process, 0, gpu0}, "busy", at, e);
        p.insert("pmc_event", "event_id, pmc_id, value", fmt::format("{}, {}, {}", e, busy, value));
    }
    p.sample(second, "tick", 5222, p.event("timer_sampling", 0, 0));
}

std::string onePart(bool normalised, std::string version = "3") {
    Profile p("_00ab", "", normalised);
    p.createTables();
    p.insert("metadata", "tag, value", "'schema_version', '" + version + "'");
    fill(p, 4242, "m1");
    return p.sql();
}

}  // namespace

TEST("both layouts give the same report") {
    const ScratchDatabase inlineFile(onePart(false)), normalisedFile(onePart(true));
    const Opened a(inlineFile.path()), b(normalisedFile.path());
    CHECK_EQ(a.error(), std::string("opened"));
    CHECK_EQ(b.error(), std::string("opened"));
    const std::string x = store_compare::dumpStore(*a.s), y = store_compare::dumpStore(*b.s);
    CHECK(x.size() > 2000);
    CHECK_EQ(store_compare::firstDifference(x, y), std::string());
    CHECK_EQ(a.allNotes(), std::string());
}

TEST("the layout is found by the columns, whatever the version says") {
    const ScratchDatabase file(onePart(true, "3")), other(onePart(false, "4.0.0"));
    const Opened a(file.path()), b(other.path());
    CHECK_EQ(a.events(TrackKind::StreamKernels).size(), 2);
    CHECK_EQ(b.events(TrackKind::StreamKernels).size(), 2);
    CHECK_EQ(b.s->info().schemaVersion, std::string("4.0.0"));
}

TEST("calls, markers and other regions are on the rows of their threads") {
    const ScratchDatabase file(onePart(true));
    const Opened o(file.path());
    // Zero is the first event, the marker at 4990.
    CHECK_EQ(o.spans(TrackKind::CudaApi),
             std::string("hipLaunchKernel 10+100; hsa_signal_store 20+40; hipMemcpyAsync 120+40"));
    CHECK_EQ(o.spans(TrackKind::Annotations), std::string("step 7 0+510"));
    CHECK_EQ(o.spans(TrackKind::ProcessNvtx), std::string("epoch 210+200"));
    CHECK_EQ(o.spans(TrackKind::Nccl), std::string("ncclAllReduce 210+100"));
    CHECK_EQ(o.spans(TrackKind::Slices), std::string("MPI_Barrier 320+10"));
    CHECK_EQ(o.spans(TrackKind::ThreadInstants), std::string("tick 232+0"));
    CHECK_EQ(o.names(TrackKind::Thread), std::string("main; "));
    CHECK_EQ(o.names(TrackKind::CudaApi), std::string("HIP API"));
    CHECK_EQ(o.names(TrackKind::Annotations), std::string("roctx"));
    CHECK_EQ(o.names(TrackKind::ProcessNvtx), std::string("roctx"));
    CHECK_EQ(o.names(TrackKind::Process), std::string("train"));
    CHECK_EQ(o.names(TrackKind::Host), std::string("host-m1"));
    CHECK_EQ(o.args(o.events(TrackKind::CudaApi).at(0).event), std::string("numBlocks=4 stream=0x0"));
    CHECK_EQ(o.argText(o.events(TrackKind::Annotations).at(0).event, "call"), std::string("roctxThreadRangeA"));
    CHECK_EQ(o.inFile(EventKind::CudaApi), 3);
    CHECK_EQ(o.inFile(EventKind::Annotation), 2);
    CHECK_EQ(o.fact("ClockAtZeroNs"), std::string("4990"));
}

TEST("kernels have grids in blocks, their registers and counters, and what overlaps is kept") {
    const ScratchDatabase file(onePart(false));
    const Opened o(file.path());
    const auto kernels = o.events(TrackKind::StreamKernels);
    CHECK_EQ(o.spans(TrackKind::StreamKernels), std::string("axpy(float*, int) 130+80; axpy(float*, int) 160+100"));
    CHECK_EQ(o.args(kernels.at(0).event),
             std::string(
                 "gridX=4 gridY=3 gridZ=1 blockX=256 blockY=2 blockZ=1 dynamicSharedMemory=2048 localMemoryPerThread=32"
                 " registersPerThread=20 accum_vgpr_count=4 sgpr_count=32 queue_id=1 SQ_WAVES=16.5 SQ_WAVES #1=17.5"));
    CHECK_EQ(o.argText(kernels.at(1).event, "region"), std::string("renamed"));
    CHECK_EQ(kernels.at(1).event.payload, 2);
    CHECK_EQ(kernels.at(0).track->lanes.size(), 2);
    CHECK_EQ(kernels.at(0).track->key.device, 0);
    CHECK_EQ(o.names(TrackKind::Stream), std::string("Default Stream; Default Stream"));
    CHECK_EQ(o.names(TrackKind::CudaHw), std::string("HIP, MI300X; HIP, MI300X"));
    const auto hasQueues = [](const Opened& report) {
        const auto& tracks = report.s->tree().tracks;
        return std::count_if(tracks.begin(), tracks.end(), [](const auto& t) { return t.kind == TrackKind::Queues; });
    };
    CHECK_EQ(hasQueues(o), 1);  // of the GPU with kernels; where queues stand in for streams there is none
    Profile p("_1", "", false);
    p.createTables();
    fill(p, 4242, "m1");
    const ScratchDatabase withoutStreams(p.sql() + "UPDATE rocpd_kernel_dispatch_1 SET stream_id = NULL;");
    CHECK_EQ(hasQueues(Opened(withoutStreams.path())), 0);
}

TEST("kernels of the HIP runtime that copy or fill are copies and sets, in both layouts") {
    for (const bool normalised : {false, true}) {
        Profile p("_00ab", "", normalised);
        p.createTables();
        fill(p, 4242, "m1");
        Profile::Where gpu;
        gpu.agent = 2, gpu.queue = 1, gpu.stream = 1;
        TimeNs at = 5400;
        for (const char* name : {"__amd_rocclr_copyBuffer", "__amd_rocclr_fillBufferAligned"}) {
            const auto symbol = p.insert("info_kernel_symbol", "nid, pid, code_object_id, kernel_name, display_name",
                                         fmt::format("1, 1, 1, '{0}.kd', '{0}'", name));
            p.kernel(gpu, at, at + 20, symbol, 3, 64, p.event("KERNEL_DISPATCH", 200 + at, 0));
            at += 40;
        }
        const ScratchDatabase file(p.sql());
        const Opened o(file.path());
        CHECK_EQ(o.spans(TrackKind::StreamKernels), std::string("axpy(float*, int) 130+80; axpy(float*, int) 160+100"));
        const std::string copies = o.spans(TrackKind::StreamMemory);
        CHECK(copies.find("__amd_rocclr_copyBuffer 410+20; __amd_rocclr_fillBufferAligned 450+20") != copies.npos);
        CHECK_EQ(o.inFile(EventKind::Kernel), 2);
        CHECK_EQ(o.inFile(EventKind::Memcpy), 3);
        CHECK_EQ(o.inFile(EventKind::Memset), 1);
    }
}

TEST("work leads to its call by the stack id, or to the call that it names as parent") {
    const ScratchDatabase file(onePart(true));
    const Opened o(file.path());
    std::string launches;
    for (const TrackKind kind : {TrackKind::StreamKernels, TrackKind::StreamMemory})
        for (const auto& e : o.events(kind))
            for (const model::EventRef launch : model::correlated(*o.s, e.ref).launches)
                launches += fmt::format("{}<{} ", e.name.substr(0, 4), o.s->text(model::eventAt(*o.s, launch).name));
    CHECK_EQ(launches,
             std::string("axpy<hipLaunchKernel axpy<hipLaunchKernel MEMO<hipMemcpyAsync MEMO<hipMemcpyAsync "));
    CHECK_EQ(model::correlated(*o.s, o.events(TrackKind::CudaApi).at(0).ref).work.size(), 2);
}

TEST("copies are on the GPU that received, else on the one that gave, with their direction") {
    const ScratchDatabase file(onePart(true));
    const Opened o(file.path());
    const auto copies = o.events(TrackKind::StreamMemory);
    CHECK_EQ(o.spans(TrackKind::StreamMemory),
             std::string("MEMORY_COPY_HOST_TO_DEVICE 270+40; MEMORY_COPY_DEVICE_TO_HOST 320+20"));
    CHECK_EQ(copies.at(0).track->key.device, 1);
    CHECK_EQ(copies.at(1).track->key.device, 0);
    CHECK_EQ(o.args(copies.at(0).event),
             std::string("bytes=4096 copyKind=1 dstDeviceId=1 dst_address=7 src_address=9"));
    CHECK_EQ(o.args(copies.at(1).event), std::string("bytes=512 copyKind=2 srcDeviceId=0 dst_address=7 src_address=9"));
}

TEST("memory in use follows allocations; a free without a size gives back what was taken there") {
    const ScratchDatabase file(onePart(false));
    const Opened o(file.path());
    CHECK_EQ(o.spans(TrackKind::MemoryEvents), std::string("Allocation 11+0; Allocation 12+0; Deallocation 410+0"));
    CHECK_EQ(o.tracks(TrackKind::MemoryUsage).size(), 1);
    CHECK_EQ(o.values(*o.tracks(TrackKind::MemoryUsage).at(0)), std::string("11=1000 12=1500 410=500"));
    CHECK_EQ(o.names(TrackKind::MemoryUsage), std::string("Device"));
}

TEST("counters are in order of time; those of kernels hold while the kernel runs") {
    const ScratchDatabase file(onePart(true));
    const Opened o(file.path());
    std::map<std::string, std::string> values;
    for (const model::Track* t : o.tracks(TrackKind::GpuMetric)) values[std::string(o.s->text(t->name))] = o.values(*t);
    CHECK_EQ(values["GPU_BUSY [%]"], std::string("110=10.5 210=20.5 310=30.5"));
    CHECK_EQ(values["SQ_WAVES"], std::string("130=16.5 210=nan"));
    CHECK_EQ(values["SQ_WAVES #1"], std::string("130=17.5 210=nan"));
}

TEST("neither the environment nor the arguments of the program enter the store") {
    const ScratchDatabase file(onePart(true));
    const Opened o(file.path());
    for (model::StringId id = 1; id <= o.store->strings().count(); ++id) {
        CHECK(o.store->strings().at(id).find("hush") == std::string_view::npos);
        CHECK(o.store->strings().at(id).find("veiled") == std::string_view::npos);
    }
}

TEST("several processes on several machines lie side by side, by suffix or by guid") {
    Profile first("_00ab", "", true), second("_00cd", "", false);
    first.createTables();
    second.createTables();
    fill(first, 4242, "m1");
    fill(second, 4243, "m2");
    // One view over both, as the maker writes it, must not double anything.
    first.also("CREATE VIEW rocpd_region AS SELECT id, name_id FROM `rocpd_region{}`;");
    const ScratchDatabase file(first.sql() + second.sql());
    Profile a("", "g1", true), b("", "g2", true);
    a.createTables();
    fill(a, 4242, "m1");
    b.continueAfter(a);
    fill(b, 4243, "m2");
    const ScratchDatabase merged(a.sql() + b.sql());
    for (const auto* path : {&file, static_cast<const ScratchDatabase*>(&merged)}) {
        const Opened o(path->path());
        CHECK_EQ(o.error(), std::string("opened"));
        CHECK_EQ(o.names(TrackKind::Host), std::string("host-m1; host-m2"));
        std::multiset<std::pair<std::int64_t, std::int64_t>> kernels;
        for (const auto& k : o.events(TrackKind::StreamKernels)) kernels.insert({k.track->key.host, k.track->key.pid});
        CHECK(kernels ==
              std::multiset<std::pair<std::int64_t, std::int64_t>>{{0, 4242}, {0, 4242}, {1, 4243}, {1, 4243}});
        CHECK_EQ(o.events(TrackKind::CudaApi).size(), 6);
        for (const auto& k : o.events(TrackKind::StreamKernels))
            CHECK_EQ(model::correlated(*o.s, k.ref).launches.size(), 1);
        CHECK_EQ(o.tracks(TrackKind::MemoryUsage).size(), 2);
    }
}

TEST("a file without regions, and one whose kernels have no names, show what they have") {
    Profile p("_1", "", true);
    p.createTables();
    p.kernel({1, 0, 5, 3, 0}, 100, 200, 77, 1, 512, 12345);
    p.also(
        "CREATE TABLE rocpd_graph_launch{}(id integer primary key, graph integer); INSERT INTO rocpd_graph_launch{}(graph) VALUES (1), (2);"
        "DROP TABLE rocpd_region{};"
        "INSERT INTO rocpd_kernel_dispatch{}(track_id, kernel_id, start_id, end_id) VALUES (1, 1, 777, 778);"
        "INSERT INTO rocpd_pmc_event{}(event_id, pmc_id, value) VALUES (4, 4, 4);");
    const ScratchDatabase file(p.sql());
    const Opened o(file.path());
    CHECK_EQ(o.error(), std::string("opened"));
    CHECK_EQ(o.spans(TrackKind::StreamKernels), std::string("Kernel 77 0+100"));
    CHECK_EQ(o.names(TrackKind::Stream), std::string("Queue 3"));
    CHECK_EQ(
        o.allNotes(),
        std::string(
            "no_time rocpd_kernel_dispatch_1 (1); no_time rocpd_pmc_event (1); dangling_reference rocpd_kernel_dispatch.kernel_id (1);"
            " unknown_table rocpd_graph_launch_1 (2)"));
}

TEST("a time that cannot be is noted and moves no other one") {
    for (const bool normalised : {false, true}) {
        Profile p("_1", "", normalised);
        p.createTables();
        const Profile::Where gpu{1, 0, 5, 3, 0};
        for (const auto& [start, end] : {std::pair{std::int64_t{100}, std::int64_t{200}},
                                         {0, 0},
                                         {-5, 300},
                                         {150, INT64_MAX},
                                         {INT64_MAX, INT64_MAX},
                                         {250, 300}})
            p.kernel(gpu, start, end, 77, 1, 512, 0);
        p.sample({1, 0, 0}, "tick", std::int64_t{1} << 60, 0);
        const ScratchDatabase file(p.sql());
        const Opened o(file.path());
        CHECK_EQ(o.spans(TrackKind::StreamKernels), std::string("Kernel 77 0+100; Kernel 77 150+50"));
        CHECK_EQ(o.fact("ClockAtZeroNs"), std::string("100"));
        CHECK_EQ(o.notes(Note::NoTime), 5);
        CHECK_EQ(o.events(TrackKind::ProcessInstants).size(), 0);
    }
}

TEST("kernels of any number are found, and numbers that double from row to row take no memory") {
    Profile p("_1", "", true);
    p.createTables();
    std::set<std::string> wanted;
    const auto add = [&](std::int64_t id) {
        p.also(fmt::format(
            "INSERT INTO rocpd_info_kernel_symbol_1(id, nid, pid, kernel_name, display_name) VALUES ({0}, 1, 1, 'k', 'kernel {0}');",
            id));
        p.also(fmt::format(
            "INSERT INTO rocpd_event_1(id, stack_id, parent_stack_id) VALUES ({0}, {0}, 0); INSERT INTO rocpd_timestamp_1(id, value) VALUES ({0}, 100);",
            id));
        p.also(fmt::format(
            "INSERT INTO rocpd_track_1(id, nid, pid) VALUES ({0}, 1, 1); INSERT INTO rocpd_string_1(id, string) VALUES ({0}, 'text');",
            id));
        p.also(fmt::format(
            "INSERT INTO rocpd_kernel_dispatch_1(track_id, start_id, end_id, kernel_id, event_id) VALUES ({0}, {0}, {0}, {0}, {0});",
            id));
        wanted.insert(fmt::format("kernel {}", id));
    };
    add(INT64_MIN + 1);
    add(-2);
    add(0);
    for (int bit = 12; bit < 63; ++bit) add(std::int64_t{1} << bit);
    add(INT64_MAX);
    const ScratchDatabase file(p.sql());
    const heap_use::Watch heap;
    const Opened o(file.path());
    CHECK(heap.peak() < 64'000'000);
    std::set<std::string> names;
    for (const auto& k : o.events(TrackKind::StreamKernels)) names.insert(std::string(k.name));
    CHECK(names == wanted);
}

TEST("a database that is read in parts by several threads has all rows, and every kernel its call") {
    Profile p("_1", "", false);
    p.createTables();
    const auto name = p.string("hipLaunchKernel"), category = p.string("HIP_RUNTIME_API");
    const auto symbol = p.insert("info_kernel_symbol", "nid, pid, kernel_name, display_name", "1, 1, 'k', 'k'");
    constexpr std::size_t kCalls = 100'000;
    // Ids of events have gaps, and a wide one in the middle. The last kernel names an event that is not there.
    p.also(
        fmt::format("CREATE TEMP TABLE n AS WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c"
                    " WHERE i < {0}) SELECT i, i * 3 + (i > {0} / 2) * 1000000 AS e, 5000 + i * 10 AS t FROM c;"
                    "INSERT INTO rocpd_event_1(id, category_id, stack_id, parent_stack_id, extdata)"
                    " SELECT e + k, {1}, i, 0, printf('%.*c', 120, 'x') FROM n, (SELECT 0 AS k UNION SELECT 1);"
                    "INSERT INTO rocpd_region_1(nid, pid, tid, start, \"end\", name_id, event_id, extdata)"
                    " SELECT 1, 1, 1, t, t + 4, {2}, e, printf('%.*c', 120, 'x') FROM n;"
                    "INSERT INTO rocpd_kernel_dispatch_1(nid, pid, tid, start, \"end\", stream_id, agent_id, kernel_id,"
                    " dispatch_id, event_id) SELECT 1, 1, 1, t + 5, t + 8, i % 4, 1, {3}, i, e + 1 + (i = {0}) FROM n;",
                    kCalls, category, name, symbol));
    const ScratchDatabase file(p.sql());
    const Opened o(file.path());
    CHECK_EQ(o.allNotes(), std::string());
    CHECK_EQ(o.events(TrackKind::CudaApi).size(), kCalls);
    const auto kernels = o.events(TrackKind::StreamKernels);
    CHECK_EQ(kernels.size(), kCalls);
    std::size_t alone = 0, wrong = 0, looked = 0;
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        const auto kernel = model::eventAt(*o.s, kernels[i].ref);
        alone += kernel.correlation == 0;
        if (i % 97 != 0 || kernel.correlation == 0) continue;
        const auto launches = model::correlated(*o.s, kernels[i].ref).launches;
        ++looked;
        wrong += launches.size() != 1 || model::eventAt(*o.s, launches.front()).start != kernel.start - 5;
    }
    CHECK(looked > 1000);
    CHECK_EQ(alone, 1);
    CHECK_EQ(wrong, 0);
}

TEST("a preview shows kernels of the whole file before anything else is read, and the report is the same without it") {
    Profile p("_1", "", false);
    p.createTables();
    fill(p, 4242, "m1");
    constexpr std::int64_t kKernels = 120'000;
    p.also(fmt::format(
        "CREATE TEMP TABLE n AS WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < {0})"
        " SELECT i FROM c; ALTER TABLE rocpd_kernel_dispatch_1 ADD COLUMN extdata TEXT;"
        "INSERT INTO rocpd_kernel_dispatch_1(nid, pid, tid, start, \"end\", stream_id, agent_id, kernel_id, extdata)"
        " SELECT 1, 1, 1, 10000 + i * 10, 10008 + i * 10, 1, 2, 1, printf('%.*c', 120, 'x') FROM n;",
        kKernels));
    const ScratchDatabase file(p.sql());
    CHECK(std::filesystem::file_size(file.path()) > (16u << 20));
    const auto store = model::EventStore::create();
    std::shared_ptr<const model::EventStore> preview;
    std::uint64_t publishedBefore = 0;
    importers::OpenOptions options;
    options.previewed = [&](std::shared_ptr<const model::EventStore> shown) {
        CHECK(!preview);
        publishedBefore = store->snapshot()->eventCount();
        preview = std::move(shown);
    };
    CHECK(importers::openReport(file.path(), *store, options).has_value());
    CHECK(preview && publishedBefore == 0);
    const model::SnapshotPtr seen = preview->snapshot();
    std::set<std::string> names;
    std::map<std::int64_t, std::uint64_t> rows;  // by stream
    for (const model::Track& t : seen->tree().tracks)
        for (const model::LaneId l : t.lanes) {
            names.insert(std::string(seen->text(seen->lane(l).name(0))));
            CHECK(t.kind == TrackKind::StreamKernels || t.kind == TrackKind::StreamMemory);
            if (t.kind == TrackKind::StreamKernels) rows[t.key.stream] += seen->lane(l).rows;
        }
    CHECK(names.contains("axpy(float*, int)"));
    CHECK(rows.size() == 1 && rows[1] > 1000 && rows[1] < kKernels);
    // Small parts of the whole table: the last tenth of the time is there, too.
    CHECK(seen->range().length() > kKernels * 9);
    const Opened without(file.path());
    CHECK_EQ(store->snapshot()->eventCount(), without.s->eventCount());
    CHECK_EQ(store->snapshot()->laneCount(), without.s->laneCount());
}

TEST("a small file, and one that nobody waits for, has no preview") {
    const ScratchDatabase file(onePart(false));
    const auto store = model::EventStore::create();
    importers::OpenOptions options;
    bool shown = false;
    options.previewed = [&](const auto&) { shown = true; };
    CHECK(importers::openReport(file.path(), *store, options).has_value());
    CHECK(!shown);
}

TEST("stacks that are no small numbers get theirs in the order of the events, whoever reads first") {
    Profile p("_1", "", false);
    p.createTables();
    const auto name = p.string("hipLaunchKernel"), category = p.string("HIP_RUNTIME_API");
    // Regions name the events from the last one on; their table is read in several parts.
    constexpr std::int64_t kCalls = 60'000;
    p.also(fmt::format(
        "CREATE TEMP TABLE n AS WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < {0})"
        " SELECT i FROM c;"
        "INSERT INTO rocpd_event_1(id, category_id, stack_id, parent_stack_id) SELECT i, {1}, i << 40, 0 FROM n;"
        "INSERT INTO rocpd_region_1(nid, pid, tid, start, \"end\", name_id, event_id, extdata)"
        " SELECT 1, 1, 1, 5000 + i * 10, 5004 + i * 10, {2}, {0} + 1 - i, printf('%.*c', 200, 'x') FROM n;",
        kCalls, category, name));
    const ScratchDatabase file(p.sql());
    const Opened o(file.path());
    const auto calls = o.events(TrackKind::CudaApi);
    CHECK_EQ(calls.size(), static_cast<std::size_t>(kCalls));
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < calls.size(); ++i)  // the event of call i is number kCalls - i
        wrong += calls[i].event.correlation != UINT32_MAX - static_cast<std::uint32_t>(kCalls - 1 - std::int64_t(i));
    CHECK_EQ(wrong, 0u);
}

TEST("kernels that no stream of the file launched are on the row of their queue") {
    Profile p("_1", "", false);
    p.createTables();
    fill(p, 4242, "m1");
    const ScratchDatabase file(p.sql() + "UPDATE rocpd_kernel_dispatch_1 SET stream_id = 0 WHERE id = 1;");
    const Opened o(file.path());
    std::map<std::int64_t, std::string> rows;
    for (const auto& k : o.events(TrackKind::StreamKernels)) {
        for (const model::Track& t : o.s->tree().tracks)
            if (t.kind == TrackKind::Stream && t.key.stream == k.track->key.stream)
                rows[k.event.payload] = o.s->text(t.name);
    }
    CHECK_EQ(rows[1], std::string("Queue A"));
    CHECK_EQ(rows[2], std::string("Default Stream"));
    for (const auto& k : o.events(TrackKind::StreamKernels))  // what the row says needs no argument
        CHECK_EQ(o.arg(k.event, "queue_id"), k.event.payload == 1 ? -1 : 1);
}

TEST("a kernel that has only the name of its descriptor has that name without the ending") {
    Profile p("_1", "", false);
    p.createTables();
    fill(p, 4242, "m1");
    const ScratchDatabase file(p.sql() + "UPDATE rocpd_info_kernel_symbol_1 SET display_name = NULL;");
    const Opened o(file.path());
    CHECK_EQ(o.spans(TrackKind::StreamKernels), std::string("_Z4axpyPfi 130+80; _Z4axpyPfi 160+100"));
}

TEST("frames of a sampled call stack are one sample, and streams and queues have the numbers of the runtime") {
    Profile p("_1", "", false);
    p.createTables();
    fill(p, 4242, "m1");
    p.also("UPDATE rocpd_info_stream{} SET name = 'Stream 9'; UPDATE rocpd_info_queue{} SET name = 'Queue 16';");
    const auto frame = [&](TimeNs at, int depth, const std::string& name, const std::string& pc) {
        const auto e = p.event("timer_sampling", 0, 0, fmt::format("{{\"depth\": {}}}", depth));
        p.also(
            fmt::format("UPDATE rocpd_event_1 SET call_stack = '{{\"name\":\"{}\",\"pc\":\"{}\",\"file\":\"app\"}}' "
                        "WHERE id = {};",
                        name, pc, e));
        p.region({1, 1}, at, at + 50, name, e);
        p.sample({1, 1}, "Thread 0 (S) 4242", at, e);
    };
    frame(5500, 0, "main", "10");
    frame(5500, 1, "step", "2F");
    frame(5600, 0, "main", "10");
    const ScratchDatabase file(p.sql());
    const Opened o(file.path());
    CHECK_EQ(o.spans(TrackKind::CpuSamples), std::string("step 510+0; main 610+0"));
    const auto samples = o.events(TrackKind::CpuSamples);
    std::string stack;
    for (const model::Frame& f : o.store->callchains().at(samples.at(0).event.payload))
        stack += fmt::format("{} {} {:x};", o.s->text(f.symbol), o.s->text(f.module), f.ip);
    CHECK_EQ(stack, std::string("step app 2f;main app 10;"));
    CHECK_EQ(o.inFile(EventKind::CpuSample), 2);
    CHECK_EQ(o.spans(TrackKind::ThreadInstants), std::string("tick 232+0"));
    CHECK_EQ(o.events(TrackKind::StreamKernels).at(0).track->key.stream, 9);
    CHECK_EQ(o.names(TrackKind::Stream), std::string("Stream 9; Stream 9"));
    CHECK_EQ(o.arg(o.events(TrackKind::StreamKernels).at(0).event, "queue_id"), 16);
    CHECK_EQ(o.allNotes(), std::string());
}

TEST("scratch memory belongs to its queue, memory of the machine is apart, and a free finds the GPU") {
    Profile p("_1", "", false);
    p.createTables();
    fill(p, 4242, "m1");
    const auto allocate = [&](TimeNs at, const std::string& agent, const std::string& type, const std::string& level,
                              const std::string& address, int queue, int bytes) {
        p.insert("memory_allocate", "nid, pid, tid, start, \"end\", agent_id, queue_id, type, level, address, size",
                 fmt::format("1, 1, 1, {}, {}, {}, {}, '{}', '{}', {}, {}", at, at, agent, queue, type, level, address,
                             bytes));
    };
    allocate(6000, "3", "ALLOC", "REAL", "700", 1, 64);
    allocate(6001, "2", "ALLOC", "SCRATCH", "NULL", 1, 32);
    allocate(6002, "2", "ALLOC", "SCRATCH", "NULL", 2, 16);
    allocate(6003, "1", "ALLOC", "REAL", "800", 1, 128);
    allocate(6004, "2", "FREE", "SCRATCH", "NULL", 1, 0);
    allocate(6005, "NULL", "FREE", "REAL", "700", 1, 0);
    allocate(6006, "NULL", "FREE", "REAL", "800", 1, 0);
    const ScratchDatabase file(p.sql());
    const Opened o(file.path());
    std::map<std::string, std::string> values;
    for (const model::Track* t : o.tracks(TrackKind::MemoryUsage))
        values[fmt::format("{} {}", t->key.device, o.s->text(t->name))] = o.values(*t);
    CHECK_EQ(values["1 Device"], std::string("1010=64 1015=0"));
    CHECK_EQ(values["0 Scratch"], std::string("1011=32 1012=48 1014=16"));
    CHECK_EQ(values["0 Host"], std::string("1013=128 1016=0"));
    CHECK_EQ(values["0 Device"], std::string("11=1000 12=1500 410=500"));
}

TEST("a database of something else is refused") {
    const ScratchDatabase file("CREATE TABLE notes(a text); CREATE VIEW rocpd_region AS SELECT a FROM notes;");
    const Opened o(file.path());
    CHECK(o.refused(model::ErrorCode::ForeignDatabase));
}

TEST("no damage makes it crash or hang") {
    const ScratchDatabase inlineFile(onePart(false)), normalisedFile(onePart(true));
    CHECK(openedOfMutants(bytesOfFile(inlineFile.path()), 3, 1000) > 100);
    CHECK(openedOfMutants(bytesOfFile(normalisedFile.path()), 4, 1000) > 100);
}
