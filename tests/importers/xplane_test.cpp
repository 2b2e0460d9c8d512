// SPDX-License-Identifier: GPL-3.0-or-later
// Profiles of JAX, XLA and TensorFlow (XSpace): written here field by field, and a real one.
#include "importers/folder.h"
#include "importers/merge.h"
#include "tests/kit/cli_run.h"
#include "tests/kit/mutate.h"
#include "tests/kit/opened.h"
#include "tests/kit/packed.h"
#include "tests/kit/samples.h"
#include "tests/kit/xspace_writer.h"

namespace {

using model::EventKind;
using model::Note;
using model::TrackKind;
using xspace::Line;
using xspace::Plane;
using xspace::Ref;
using xspace::Stats;

/// A profile that was written to a file and opened.
struct Written {
    ScratchFile file;
    Opened o;
    explicit Written(const std::string& bytes) : file(bytes, ".xplane.pb"), o(file.path()) {}
    explicit Written(std::vector<Plane> planes) : Written(xspace::space(std::move(planes))) {}
};

/// A plane with one thread.
Plane thread(std::vector<xspace::Event> events, const std::string& plane = "/host:CPU") {
    Plane p(plane);
    p.line({4242, "python", 1000, std::move(events)});
    return p;
}

std::string chain(const Opened& o, const model::Event& e) {
    std::string out;
    for (const model::Frame& f : o.store->callchains().at(e.payload))
        out += (out.empty() ? "" : "; ") + std::string(o.s->text(f.symbol));
    return out;
}

}  // namespace

TEST("work of a GPU is on its stream and context, with its launch, its sizes and the call that started it") {
    const Written w(xspace::training());
    const Opened& o = w.o;
    CHECK_EQ(o.error(), std::string("opened"));
    CHECK_EQ(o.s->info().formatKey, std::string("xplane"));
    CHECK_EQ(o.spans(TrackKind::StreamKernels),
             std::string("loop_fusion 100+400; ncclDevKernel_AllGather_RING_LL 300+300"));
    CHECK_EQ(o.spans(TrackKind::StreamMemory), std::string("Memcpy DtoH 650+50"));
    const auto kernels = o.events(TrackKind::StreamKernels);
    CHECK_EQ(
        o.args(kernels.at(0).event),
        std::string("hlo_op=fusion.12 hlo_module=jit_step program_id=7 registersPerThread=32 staticSharedMemory=16 "
                    "dynamicSharedMemory=0 gridX=96 gridY=2 gridZ=1 blockX=128 blockY=1 blockZ=1 occ_pct=62.5"));
    CHECK_EQ(o.argText(kernels.at(1).event, "Collective name"), std::string("all-gather"));
    CHECK_EQ(o.args(o.events(TrackKind::StreamMemory).at(0).event),
             std::string("srcKind=2 dstKind=1 bytes=4096 dest=0 async=1 copyKind=2"));
    CHECK_EQ(kernels.at(0).track->key.stream, 118);
    CHECK_EQ(kernels.at(0).track->key.context, 1);
    CHECK_EQ(kernels.at(1).track->key.stream, 122);
    const auto calls = o.events(TrackKind::CudaApi);
    CHECK_EQ(calls.size(), 3u);
    const model::Correlated linked = model::correlated(*o.s, calls.at(1).ref);
    CHECK_EQ(linked.work.size(), 1u);
    CHECK(linked.work.at(0) == kernels.at(1).ref);
    CHECK_EQ(calls.at(0).track->key.tid, 4242);
    CHECK_EQ(o.names(TrackKind::CudaHw), std::string("NVIDIA H100"));
    CHECK_EQ(o.allNotes(), std::string());
}

TEST("instructions of XLA are operators inside of their module, with the line of the program they come from") {
    const Written w(xspace::training());
    CHECK_EQ(w.o.spans(TrackKind::Operators), std::string("jit_step 10+40; fusion.12 10+20; all-gather.3 40+10"));
    const auto operators = w.o.events(TrackKind::Operators);
    CHECK_EQ(w.o.args(operators.at(1).event),
             std::string("hlo_module=jit_step program_id=7 op_name=jit(step)/layer0/mlp/dot_general "
                         "source=/src/model.py(42): layer"));
    CHECK_EQ(chain(w.o, operators.at(1).event), std::string("/src/model.py(42): layer; /src/model.py(90): main"));
    CHECK_EQ(chain(w.o, operators.at(2).event), std::string("/src/model.py(7)"));
    // What the fusion and the collective took on the GPU belongs to the module, each part to its instruction.
    const auto table = cli_run::run("", "stats", "-r", "op_sum", "-f", "csv", w.file.path().string());
    const auto line = [&](const std::string& name) {
        const std::size_t at = table.out.find("\n" + name + ",");
        return at == table.out.npos ? std::string() : table.out.substr(at + 1, table.out.find('\n', at + 1) - at - 1);
    };
    CHECK(line("jit_step").find(",0,700,") != std::string::npos);
    CHECK(line("fusion.12").find(",400,400,") != std::string::npos);
    CHECK(line("all-gather.3").find(",300,300,") != std::string::npos);
}

TEST("an instruction that runs again is another operator, and so is the next run of its module") {
    Plane gpu("/device:GPU:0"), host("/host:CPU");
    Line stream{7, "Stream #7(Compute)"}, calls{9, "Host Threads/9"};
    const auto add = [&](std::uint64_t id, const std::string& kernel, const std::string& op) {
        const auto at = static_cast<std::int64_t>(id) * 100'000;
        stream.events.push_back(
            {kernel, at + 50'000, 10'000, {{"correlation_id", id}, {"hlo_op", Ref{op}}, {"hlo_module", Ref{"m"}}}});
        calls.events.push_back({"cuLaunchKernel", at, 10'000, {{"correlation_id", id}}});
    };
    for (const std::uint64_t run : {1u, 2u}) {
        add(run * 10, "a", "conv");  // two kernels for one instruction
        add(run * 10 + 1, "b", "conv");
        add(run * 10 + 2, "c", "sort");  // the same one twice
        add(run * 10 + 3, "c", "sort");
    }
    const Written w({gpu.line(stream), host.line(calls)});
    CHECK_EQ(
        w.o.spans(TrackKind::Operators),
        std::string(
            "m 0+310; conv 0+110; sort 200+10; sort 300+10; m 1000+310; conv 1000+110; sort 1200+10; sort 1300+10"));
    CHECK_EQ(w.o.inFile(EventKind::Operator), 0u);
}

TEST("a graph of several instructions belongs to its module and to none of them") {
    Plane gpu("/device:GPU:0"), host("/host:CPU");
    Line stream{7, "Stream #7(Compute)"}, calls{9, "Host Threads/9"};
    for (const std::int64_t at : {0, 100'000}) {
        calls.events.push_back({"cuGraphLaunch", at, 10'000, {{"correlation_id", static_cast<std::uint64_t>(5 + at)}}});
        for (const char* op : {"dot", "add"})
            stream.events.push_back({op,
                                     at + 20'000 + (*op == 'a' ? 5000 : 0),
                                     1000,
                                     {{"correlation_id", static_cast<std::uint64_t>(5 + at)},
                                      {"hlo_op", Ref{op}},
                                      {"hlo_module", Ref{"m"}}}});
    }
    const Written w({gpu.line(stream), host.line(calls)});
    CHECK_EQ(w.o.spans(TrackKind::Operators), std::string("m 0+10; m 100+10"));
}

TEST("steps have a name with their number, on the host and on the GPU") {
    const Written w(xspace::training());
    CHECK_EQ(w.o.spans(TrackKind::Annotations), std::string("train step 3 0+200"));
    CHECK_EQ(w.o.spans(TrackKind::StreamAnnotations), std::string("step 3 0+900; fusion.12 100+400"));
    CHECK_EQ(w.o.names(TrackKind::Stream), std::string("Steps; XLA Ops; ; "));
    CHECK_EQ(w.o.s->info().utcEpochNs, 1'700'000'000'000'100'000);
    const Written other({thread({{"train_step", 0, 1000, {{"step_num", std::int64_t{4}}}},
                                 {"my loop", 5000, 1000, {{"step_num", std::int64_t{5}}}}})});
    CHECK_EQ(other.o.spans(TrackKind::Annotations), std::string("train_step 4 0+1; step 5 5+1"));
    CHECK_EQ(other.o.argText(other.o.events(TrackKind::Annotations).at(1).event, "name"), std::string("my loop"));
}

TEST("events of threads are Python functions, operators of TensorFlow, ranges, calls, slices or moments") {
    const Written w({thread({{"$model.py:10 forward", 0, 9000},
                             {"model/dense/MatMul:MatMul", 1000, 1000},
                             {"PjRt::Execute", 2000, 1000, {{"module_name", Ref{"jit_f"}}}},
                             {"MemoryAllocation", 4000, 0, {{"requested_bytes", std::int64_t{8}}}},
                             {"hipMemcpyAsync", 5000, 1000, {{"correlation_id", std::uint64_t{1}}}},
                             {"NVTX:MyDomain:range", 7000, 1000}})});
    CHECK_EQ(w.o.spans(TrackKind::PythonFunctions), std::string("model.py:10 forward 0+9"));
    CHECK_EQ(w.o.spans(TrackKind::Operators), std::string("model/dense/MatMul:MatMul 1+1"));
    CHECK_EQ(w.o.spans(TrackKind::Slices), std::string("PjRt::Execute 2+1"));
    CHECK_EQ(w.o.spans(TrackKind::ThreadInstants), std::string("MemoryAllocation 4+0"));
    CHECK_EQ(w.o.spans(TrackKind::CudaApi), std::string("hipMemcpyAsync 5+1"));
    CHECK_EQ(w.o.spans(TrackKind::Nvtx), std::string("MyDomain:range 7+1"));
    CHECK_EQ(w.o.names(TrackKind::CudaApi), std::string("HIP API"));
    CHECK_EQ(w.o.args(w.o.events(TrackKind::Slices).at(0).event), std::string("module_name=jit_f"));
    CHECK_EQ(w.o.names(TrackKind::Thread), std::string("python"));
}

TEST("times are whole nanoseconds towards the past, and what is finer stays with the event") {
    const Written w({thread({{"a", 1'999, 2}, {"b", 2'000, 0}, {"c", -1, 1'001}, {"d", 5'000, 1'500}})});
    CHECK_EQ(w.o.spans(TrackKind::Slices), std::string("c 0+2; a 2+1; d 6+1"));
    CHECK_EQ(w.o.spans(TrackKind::ThreadInstants), std::string("b 3+0"));
    const auto slices = w.o.events(TrackKind::Slices);
    CHECK_EQ(w.o.arg(slices.at(0).event, "duration_ps"), 1001);
    CHECK_EQ(w.o.arg(slices.at(1).event, "duration_ps"), 2);
    CHECK_EQ(w.o.arg(slices.at(2).event, "duration_ps"), 1500);
    CHECK_EQ(w.o.arg(w.o.events(TrackKind::ThreadInstants).at(0).event, "duration_ps"), -1);
}

TEST("times that no clock shows are left out and counted, and never overflow") {
    std::vector<xspace::Event> events{{"good", 1000, 1000}, {"good", 3000, 1000}, {"good", 5000, 1000}};
    events.push_back({"never", INT64_MAX, INT64_MAX});
    events.push_back({"before", INT64_MIN, 5});
    events.push_back({"backwards", 9000, -4000});
    const Written w({thread(events)});
    CHECK_EQ(w.o.spans(TrackKind::Slices), std::string("good 0+1; good 2+1; good 4+1; backwards 8+0"));
    CHECK(w.o.notes(Note::NoTime) == 2u);
    CHECK_EQ(w.o.notes(Note::EndBeforeStart), 1u);
    Plane edge("/host:CPU");
    edge.line({1, "t", INT64_MAX, {{"x", INT64_MAX, INT64_MAX}}});
    CHECK_EQ(Written({edge}).o.spans(TrackKind::Slices).substr(0, 2), std::string());  // a moment at the end of time
}

TEST("a line whose time comes behind its events moves them") {
    Plane host("/host:CPU");
    Proto late;
    late.number(1, 5).bytes(2, "t").message(4, host.event({"a", 2000, 1000})).number(3, 500);
    host.line(late).line({6, "u", 400, {{"b", 0, 1000}}});
    const Written w({host});
    CHECK_EQ(w.o.spans(TrackKind::Slices), std::string("b 0+1; a 102+1"));
}

TEST("planes of TPUs are rows with their names, and what all events of a name have is in their arguments") {
    Plane tpu("/device:TPU:0", 2);
    tpu.line({1, "Steps", 10, {{"7", 0, 9'000'000}}});
    tpu.line({2, "XLA Modules", 10, {{"jit_step(12)", 0, 8'000'000}}});
    tpu.line({3,
              "XLA Ops",
              10,
              {{"%fusion.1 = f32[8]{0} fusion(...)", 0, 2'000'000, {{"flow", std::uint64_t{2 | 9 << 2}}}}}});
    tpu.facts("%fusion.1 = f32[8]{0} fusion(...)",
              {"fusion.1", {{"flops", std::uint64_t{64}}, {"source", std::string("model.py:3")}}});
    tpu.stat("peak_teraflops_per_second", 275.0);
    Plane host("/host:TPU-runtime");
    host.line({1, "", 10, {{"Enqueue", 0, 1'000'000, {{"flow", std::uint64_t{1 | 9 << 2}}}}}});
    const Written w({tpu, host});
    CHECK_EQ(w.o.names(TrackKind::Process), std::string("/device:TPU:0; /host:TPU-runtime"));
    CHECK_EQ(w.o.names(TrackKind::Thread), std::string("Steps; XLA Modules; XLA Ops; 1"));
    CHECK_EQ(w.o.spans(TrackKind::Annotations), std::string("step 7 0+9000"));
    CHECK_EQ(w.o.spans(TrackKind::Slices), std::string("jit_step(12) 0+8000; fusion.1 0+2000; Enqueue 0+1000"));
    CHECK_EQ(w.o.args(w.o.events(TrackKind::Slices).at(1).event),
             std::string("flops=64 source=model.py:3 long_name=%fusion.1 = f32[8]{0} fusion(...)"));
    CHECK_EQ(w.o.arrows(), std::string("fusion.1 > Enqueue"));
    CHECK_EQ(w.o.fact("/device:TPU:0 peak_teraflops_per_second"), std::string("275"));
    CHECK_EQ(w.o.allNotes(), std::string());
}

TEST("what produces and what consumes is joined by an arrow, and what has no partner is counted") {
    const auto producer = [](std::int64_t id) { return Stats{{"_pt", std::int64_t{5}}, {"_p", id}}; };
    const auto consumer = [](std::int64_t id) { return Stats{{"_ct", std::int64_t{5}}, {"_c", id}}; };
    Plane host("/host:CPU");
    host.line({1, "a", 0, {{"enqueue", 0, 1000, producer(1)}, {"lost", 5000, 1000, producer(2)}}});
    host.line({2, "b", 0, {{"run", 3000, 1000, consumer(1)}, {"again", 9000, 1000, consumer(1)}}});
    const Written w({host});
    CHECK_EQ(w.o.arrows(), std::string("enqueue > again; enqueue > run"));
    CHECK_EQ(w.o.notes(Note::UnmatchedFlow), 1u);
}

TEST("counters of a GPU and of its allocator are curves") {
    Plane gpu("/device:GPU:1");
    gpu.line(
        {9, "_counters_", 100, {{"Power", 0, 0, {{"power_mw", 250.5}}}, {"Power", 2000, 0, {{"power_mw", 300.0}}}}});
    const auto in = [](std::int64_t bytes) {
        return Stats{{"allocator_name", Ref{"GPU_1_bfc"}}, {"bytes_allocated", bytes}};
    };
    Plane host("/host:CPU");
    host.line({1, "t", 100, {{"MemoryAllocation", 1000, 0, in(64)}, {"MemoryDeallocation", 3000, 0, in(0)}}});
    const Written w({gpu, host});
    CHECK_EQ(w.o.names(TrackKind::GpuMetric), std::string("Power"));
    CHECK_EQ(w.o.values(*w.o.tracks(TrackKind::GpuMetric).at(0)), std::string("0=250.5 2=300"));
    CHECK_EQ(w.o.tracks(TrackKind::GpuMetric).at(0)->key.device, 1);
    CHECK_EQ(w.o.names(TrackKind::MemoryUsage), std::string("GPU_1_bfc allocated"));
    CHECK_EQ(w.o.values(*w.o.tracks(TrackKind::MemoryUsage).at(0)), std::string("1=64 3=0"));
}

TEST("names that the file lacks get a placeholder, and what is not understood is counted") {
    Plane host("/host:CPU");
    Proto line;
    line.number(1, 5).bytes(2, "t").number(3, 10);
    line.message(4,
                 Proto().number(1, 99).number(2, 1000).number(3, 1000).message(4, Proto().number(1, 88).number(4, 6)));
    line.message(4, host.event({"known", 3000, 1000}).message(4, Proto().number(1, 1)));  // no value
    line.message(4, host.event({"known", 5000, 1000}).message(4, Proto().number(1, 1).bytes(6, "\xff")));
    line.message(4, Proto().number(1, 1).number(5, 12).number(3, 1000));  // a total of twelve
    line.message(4, host.event({"known", 7000, 1000}).number(77, 1));
    const Written w({host.line(line)});
    CHECK_EQ(w.o.spans(TrackKind::Slices), std::string("event 99 0+1; known 2+1; known 4+1; known 6+1"));
    CHECK_EQ(w.o.args(w.o.events(TrackKind::Slices).at(0).event), std::string("stat 88=6"));
    CHECK_EQ(w.o.allNotes(),
             std::string("skipped_unknown XEvent field 77 (1); missing_string XEventMetadata (1); "
                         "missing_string XStatMetadata (2); not_a_number XStat (1); not_shown XStat.bytes_value (1); "
                         "not_shown XEvent.num_occurrences (1)"));
}

TEST("of two names with one number the last counts, as in any protobuf map") {
    Plane host("/host:CPU");
    host.line({1, "t", 0, {{"first", 0, 1000}}});
    host.entry(4, Proto().number(1, 1).message(2, Proto().number(1, 1).bytes(2, "second")));
    CHECK_EQ(Written({host}).o.spans(TrackKind::Slices), std::string("second 0+1"));
}

TEST("a profile opens packed as well, and without a name of its machine it has that of its file") {
    const Written w(packed::gzip(xspace::space(xspace::training())));
    CHECK_EQ(w.o.events(TrackKind::StreamKernels).size(), 2u);
    const cli_run::Folder folder;
    folder.write("gpu7.xplane.pb", xspace::space(xspace::training(), ""));
    CHECK_EQ(importers::hostNameOf(*Opened(folder / "gpu7.xplane.pb").s), std::string("gpu7"));
    CHECK_EQ(importers::hostNameOf(*w.o.s), std::string("node1"));
}

TEST("a profile that is cut anywhere shows what is before the cut, and says so") {
    const std::string whole = xspace::space(xspace::training());
    std::size_t most = 0;
    for (std::size_t size = 40; size < whole.size(); size += 23) {
        const Written w(whole.substr(0, size));
        CHECK_EQ(w.o.error(), std::string("opened"));
        CHECK(w.o.s->info().partial && w.o.notes(Note::DamagedPart) >= 1);
        most = std::max<std::size_t>(most, w.o.events(TrackKind::StreamKernels).size());
    }
    CHECK(most >= 2u);  // copies without their names, which stand behind them, are work all the same
}

TEST("a line that is passed over without being read, plain, packed or cut, is the same") {
    xspace::Line line{7, "Stream #7(Compute)", 1000, {}, {}};
    for (std::int64_t i = 0; i < 20'000; ++i)
        line.events.push_back({"k" + std::to_string(i % 7), i * 2'000'000, 1'000'000, {{"correlation_id", i + 1}}});
    const std::string bytes = xspace::space({xspace::Plane("/device:GPU:0").line(line), thread({{"a", 0, 1000}})});
    CHECK(bytes.size() > 300'000);
    const Written plain(bytes), gz(packed::gzip(bytes));
    CHECK_EQ(plain.o.events(TrackKind::StreamKernels).size(), 20'000u);
    CHECK_EQ(plain.o.spans(TrackKind::StreamKernels), gz.o.spans(TrackKind::StreamKernels));
    CHECK_EQ(plain.o.spans(TrackKind::Slices), std::string("a 0+1"));
    CHECK_EQ(plain.o.allNotes(), gz.o.allNotes());
    const Written cut(bytes.substr(0, bytes.size() / 2));
    const std::size_t seen = cut.o.events(TrackKind::StreamKernels).size();
    CHECK(seen > 5'000 && seen < 15'000 && cut.o.s->info().partial);
}

TEST("statistics that repeat are read once, and each that differs is seen") {
    // All of one name: the same, another value, another order, one more, one less, and the first again.
    const xspace::Stats first{{"correlation_id", std::int64_t{1}}, {"x", std::int64_t{5}}, {"s", std::string("t")}};
    std::vector<xspace::Stats> all{first, first, first, first, first, first, first};
    all[1][0].second = std::int64_t{2};
    all[2][1].second = std::int64_t{6};
    std::swap(all[3][1], all[3][2]);
    all[4].emplace_back("y", 2.5);
    all[5].pop_back();
    xspace::Line line{7, "Stream #7(Compute)", 0, {}, {}};
    for (std::size_t i = 0; i < all.size(); ++i)
        line.events.push_back({"k", static_cast<std::int64_t>(i) * 2'000'000, 1'000'000, all[i]});
    line.events.push_back({"k", 20'000'000, 1'000'500, first});  // finer than a nanosecond: one more argument
    const Written w(xspace::space({xspace::Plane("/device:GPU:0").line(line)}));
    std::string seen;
    for (const auto& k : w.o.events(TrackKind::StreamKernels))
        seen += fmt::format("{} {}\n", k.event.correlation, w.o.args(k.event));
    CHECK_EQ(seen, std::string("1 x=5 s=t\n2 x=5 s=t\n1 x=6 s=t\n1 s=t x=5\n1 x=5 s=t y=2.5\n1 x=5\n1 x=5 s=t\n"
                               "1 x=5 s=t duration_ps=1000500\n"));
}

TEST("lengths beyond the file, numbers without an end and messages in the place of numbers do no harm") {
    const std::string good = xspace::space({thread({{"a", 0, 1000}})});
    for (const std::string& tail : {std::string("\x0a\xff\xff\xff\xff\xff\xff\xff\xff\x7f"),
                                    std::string("\x0a\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"),
                                    std::string("\x0f\x01"), std::string("\x1a\x80"), std::string(64, '\x0a')}) {
        const Written w(good + tail);
        CHECK_EQ(w.o.spans(TrackKind::Slices), std::string("a 0+1"));
        CHECK(w.o.notes(Note::DamagedPart) >= 1);
    }
    // A line that is longer than its plane, and a plane in a plane in a plane.
    std::string inner = Proto().bytes(2, "/host:CPU").str() + "\x1a\xff\x7f";
    for (int i = 0; i < 100; ++i) inner = Proto().bytes(2, "/host:CPU").bytes(3, inner).str();
    const Written nested(good + Proto().bytes(1, inner).str());
    CHECK_EQ(nested.o.spans(TrackKind::Slices), std::string("a 0+1"));
}

TEST("two thousand damaged profiles neither crash nor hang") {
    Mutations mutate(11);
    const std::string whole = xspace::space(xspace::training());
    std::size_t opened = 0;
    for (int i = 0; i < 2000; ++i) {
        const ScratchFile file(mutate(whole), ".xplane.pb");
        const Opened o(file.path());
        opened += o.result.has_value();
    }
    CHECK(opened > 1000);
}

TEST("a profile is never taken for another format, and no other for a profile") {
    const auto keyOf = [](const std::string& bytes) {
        const ScratchFile file(bytes);
        const auto found = importers::identify(file.path());
        return found ? std::string((*found)->key) : std::string("none");
    };
    CHECK_EQ(keyOf(xspace::space(xspace::training())), std::string("xplane"));
    CHECK_EQ(keyOf(xspace::space({thread({{"a", 0, 1000}}, "a plane of somebody")})), std::string("xplane"));
    CHECK_EQ(keyOf(traceOf(
                 {packetAt(5).message(60, thread(7, 42, 43, "main")), packetAt(9).message(11, trackEvent(3, 7, "x"))})),
             std::string("perfetto"));
    // The beginning of a graph of TensorFlow, and of a profile of pprof.
    CHECK(keyOf(Proto().message(1, Proto().bytes(1, "dense/MatMul").bytes(2, "MatMul")).str()) != "xplane");
    const Proto type = Proto().number(1, 1).number(2, 2);
    CHECK_EQ(keyOf(Proto().message(1, type).message(1, type).str()), std::string("none"));
}

TEST("the folder of a run is one report of all its hosts, without the traces that were made of them") {
    const cli_run::Folder folder;
    for (const char* host : {"node1", "node2"})
        folder.write(std::string("log/plugins/profile/2026_11_30/") + host + ".xplane.pb",
                     xspace::space(xspace::training(), host));
    folder.write("log/plugins/profile/2026_11_30/node1.trace.json.gz",
                 packed::gzip(R"({"traceEvents":[{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":2}]})"));
    folder.write("log/plugins/profile/2026_11_30/perfetto_trace.json.gz", packed::gzip("[]"));
    folder.write("log/other.trace.json", R"({"traceEvents":[{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":2}]})");
    const importers::FolderContent content = importers::contentOf(folder / "log");
    CHECK_EQ(content.reports.size(), 3u);
    std::vector<importers::MergeFile> files;
    for (const auto& path : importers::contentOf(folder / "log/plugins").reports) files.push_back({path, {}});
    const auto store = model::EventStore::create();
    const auto merged = importers::openMerged(files, *store);
    CHECK(merged.has_value());
    CHECK_EQ(merged->size(), 2u);
    CHECK_EQ(merged->at(0).host + " " + merged->at(1).host, std::string("node1 node2"));
    CHECK_EQ(merged->at(1).alignment.shift, 0);
    std::size_t kernels = 0;
    for (const model::Track& t : store->snapshot()->tree().tracks)
        if (t.kind == TrackKind::StreamKernels)
            for (const model::LaneId l : t.lanes) kernels += store->snapshot()->lane(l).rows;
    CHECK_EQ(kernels, 4u);
}

TEST("the real profile of JAX on eight AMD GPUs is read completely") {
    const Opened o(sample("round2_rocm/jax.xplane.pb"));
    CHECK_EQ(o.error(), std::string("opened"));
    CHECK_EQ(o.events(TrackKind::StreamKernels).size(), 200u);
    CHECK_EQ(o.events(TrackKind::StreamMemory).size(), 35u);
    for (const auto& kernel : o.events(TrackKind::StreamKernels)) CHECK(!kernel.name.ends_with(".kd"));
    CHECK_EQ(o.tracks(TrackKind::CudaHw).size(), 8u);
    std::uint64_t all = 0;
    for (const std::uint64_t n : o.s->info().eventsInFile) all += n;
    CHECK_EQ(all, 3650u);
    const auto operators = o.events(TrackKind::Operators);
    const auto conv = std::find_if(operators.begin(), operators.end(),
                                   [](const Opened::Found& f) { return f.name == "cudnn-conv.1"; });
    CHECK(conv != operators.end());
    CHECK(o.argText(conv->event, "source").ends_with("generate_conv_trace.py(23): forward_3d_conv"));
    CHECK_EQ(o.s->flows().all().size(), 195u);
    CHECK_EQ(o.allNotes(), std::string());
    std::size_t linked = 0;
    for (const auto& call : o.events(TrackKind::CudaApi))
        if (call.event.correlation) linked += !model::correlated(*o.s, call.ref).work.empty();
    CHECK_EQ(linked, 234u);  // of 235 pieces of work: the file lacks one call
    CHECK_EQ(o.s->info().utcEpochNs, 1'771'595'639'214'724'894 + 36'840 + 6040);
}

TEST("a GPU in trace events that XLA's tools made of a profile does real work, and its calls are calls") {
    const Opened o(sample("round2/n08_jax_gpu.trace.json"));
    const auto kernels = o.events(TrackKind::StreamKernels);
    CHECK_EQ(kernels.size(), 6u);
    CHECK_EQ(o.spans(TrackKind::StreamKernels).substr(0, 74),
             std::string("loop_fusion_kernel 0+400000; ncclDevKernel_AllGather_RING_LL 300000+300000"));
    CHECK_EQ(kernels.at(0).track->key.device, 0);
    CHECK_EQ(kernels.at(0).track->key.stream, 118);
    CHECK_EQ(kernels.at(1).track->key.stream, 122);
    CHECK_EQ(kernels.at(0).track->key.pid, 701);
    CHECK_EQ(o.args(kernels.at(0).event),
             std::string("hlo_module=jit_train_step hlo_op=fusion.12 registersPerThread=32 staticSharedMemory=0 "
                         "dynamicSharedMemory=0 gridX=96 gridY=1 gridZ=1 blockX=128 blockY=1 blockZ=1 occ_pct=100 "
                         "name=jit(train_step)/layer0/mlp/dot_general"));
    CHECK_EQ(o.argText(kernels.at(1).event, "Collective name"), std::string("all-gather"));
    const auto copies = o.events(TrackKind::StreamMemory);
    CHECK_EQ(copies.size(), 3u);
    CHECK_EQ(copies.at(0).name, std::string_view("Memcpy DtoH"));
    CHECK_EQ(o.arg(copies.at(0).event, "bytes"), 4096);
    const auto calls = o.events(TrackKind::CudaApi);
    CHECK_EQ(calls.size(), 3u);
    CHECK_EQ(model::correlated(*o.s, calls.at(1).ref).work.size(), 1u);
    CHECK_EQ(o.names(TrackKind::Stream), std::string("XLA Modules; XLA Ops; ; "));
    CHECK_EQ(o.inFile(EventKind::Kernel), 6u);
    CHECK_EQ(o.inFile(EventKind::Slice), 3u);  // of the host
    CHECK_EQ(o.allNotes(), std::string());
}
