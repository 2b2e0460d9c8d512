// SPDX-License-Identifier: GPL-3.0-or-later
// Databases of rocprofv3, in both of the layouts that it has had: they must give the same report.
#include <map>
#include <set>

#include "tests/kit/heap_use.h"
#include "tests/kit/mutate.h"
#include "tests/kit/opened.h"
#include "tests/kit/rocpd_writer.h"
#include "tests/kit/store_compare.h"

namespace {

using model::EventKind;
using model::Note;
using model::TimeNs;
using model::TrackKind;
using rocpd::fill;
using rocpd::onePart;
using rocpd::Profile;

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
