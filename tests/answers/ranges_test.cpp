// SPDX-License-Identifier: GPL-3.0-or-later
// Ranges are one notion, whatever made them: each table, filter and projection knows those of NVTX, roctx and
// frameworks.
#include <cstdlib>

#include "model/query/derived.h"
#include "model/query/ranges.h"
#include "model/reports/report.h"
#include "model/selection/selection_groups.h"
#include "tests/kit/cells.h"
#include "tests/kit/opened.h"

namespace {

using model::TrackId;
using model::TrackKey;
using model::TrackKind;
using model::reports::Table;
using namespace cells;

Table make(const model::SnapshotPtr& s, const char* key) { return model::reports::find(key)->make({*s, s->whole()}); }

std::size_t columnOf(const char* key, std::string_view title) {
    const auto columns = model::reports::find(key)->columns;
    const auto at = std::find_if(columns.begin(), columns.end(), [&](const auto& c) { return c.title == title; });
    return static_cast<std::size_t>(at - columns.begin());
}

/// "range/kind", one after the other; the column of names is called so.
std::string kinds(const model::SnapshotPtr& s, const char* key, std::string_view named) {
    const Table t = make(s, key);
    std::string out;
    for (std::size_t row = 0; row < t.rows; ++row)
        out += (row ? "; " : "") + text(t.cell(row, columnOf(key, named))) + "/" +
               text(t.cell(row, columnOf(key, "Kind")));
    return out;
}

/// A call in ranges of one kind each, on one thread, and a kernel that it launched.
struct Program {
    std::shared_ptr<model::EventStore> store = model::EventStore::create();
    model::SnapshotPtr s;
    TrackKey stream;

    explicit Program(bool annotationsOnStream = false) {
        TrackKey thread;
        thread.pid = thread.tid = 1;
        stream.pid = 1;
        stream.device = stream.context = stream.stream = 0;
        add(TrackKind::CudaApi, thread, "cudaLaunchKernel", 40, 50, 7);
        add(TrackKind::Annotations, thread, "annotated", 0, 100);
        thread.domain = 3;
        store->setTrackName(add(TrackKind::Nvtx, thread, "pushed", 10, 90), store->strings().intern("lib"));
        TrackKey process;
        process.pid = 1;
        process.domain = 0;
        store->setTrackName(add(TrackKind::ProcessNvtx, process, "epoch", 0, 200), store->strings().intern("roctx"));
        add(TrackKind::StreamKernels, stream, "gemm", 60, 160, 7);
        if (annotationsOnStream) add(TrackKind::StreamAnnotations, stream, "annotated", 60, 160);
        s = store->publish(true);
    }
    TrackId add(TrackKind kind, TrackKey key, const char* name, model::TimeNs start, model::TimeNs end,
                std::uint32_t correlation = 0) {
        const TrackId track = store->track(kind, key);
        store->lane(track, 0).append({start, end, store->strings().intern(name), 0, correlation, 0});
        return track;
    }
    std::string projected() const {
        TrackId on = model::kNoTrack;
        for (const model::Track& t : s->tree().tracks)
            if (t.kind == TrackKind::Stream) on = t.id;
        const model::Derived d = model::projectNvtx(*s, on);
        std::string out;
        for (model::LaneId l = 0; l < d.snapshot->laneCount(); ++l) {
            const model::Event e = d.snapshot->lane(l).lane->row(0);
            out += fmt::format("{}{} {}..{}", out.empty() ? "" : "; ", s->text(e.name), e.start, e.end);
        }
        return out;
    }
};

// Two stages of a server, one of which launches a graph.
constexpr const char* kStages = R"({"schemaVersion":1,"traceEvents":[
{"ph":"X","cat":"user_annotation","name":"prefill","pid":5,"tid":5,"ts":0,"dur":100},
{"ph":"X","cat":"user_annotation","name":"decode","pid":5,"tid":5,"ts":200,"dur":50},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":5,"tid":5,"ts":10,"dur":3,"args":{"correlation":1}},
{"ph":"X","cat":"kernel","name":"attn","pid":0,"tid":7,"ts":120,"dur":300,"args":{"device":0,"stream":7,"correlation":1}},
{"ph":"X","cat":"cuda_runtime","name":"cudaGraphLaunch","pid":5,"tid":5,"ts":210,"dur":3,"args":{"correlation":2}},
{"ph":"X","cat":"kernel","name":"g1","pid":0,"tid":7,"ts":500,"dur":50,"args":{"device":0,"stream":7,"correlation":2}},
{"ph":"X","cat":"kernel","name":"g2","pid":0,"tid":7,"ts":550,"dur":50,"args":{"device":0,"stream":7,"correlation":2}}]})";

}  // namespace

TEST("Annotations of PyTorch have the GPU time that was launched in them") {
    const ScratchFile file(kStages, ".json");
    const Opened o(file.path());
    const Table t = make(o.s, "nvtx_gpu_proj_sum");
    CHECK_EQ(t.rows, 2u);
    CHECK_EQ(text(t.cell(0, 0)), std::string("prefill"));
    CHECK_EQ(whole(t.cell(0, 2)), 300'000);
    CHECK_EQ(whole(t.cell(0, 10)), 1);
    CHECK_EQ(text(t.cell(1, 0)), std::string("decode"));
    CHECK_EQ(whole(t.cell(1, 2)), 100'000);
    CHECK_EQ(whole(t.cell(1, 10)), 2);
    for (const char* key : {"nvtx_sum", "nvtx_pushpop_sum"})
        CHECK_EQ(kinds(o.s, key, "Range"), std::string("prefill/Annotation; decode/Annotation"));
}

TEST("Ranges of record_function in traces of old versions of PyTorch, which had one category for all, are ranges") {
    const ScratchFile file(R"({"schemaVersion":1,"traceEvents":[
{"ph":"X","cat":"Operator","name":"ProfilerStep#1","pid":5,"tid":5,"ts":0,"dur":100,"args":{"External id":1}},
{"ph":"X","cat":"Operator","name":"forward pass","pid":5,"tid":5,"ts":1,"dur":60,"args":{"External id":2}},
{"ph":"X","cat":"Operator","name":"aten::mm","pid":5,"tid":5,"ts":5,"dur":20,"args":{"External id":3,"Sequence number":7}},
{"ph":"X","cat":"Operator","name":"detach","pid":5,"tid":5,"ts":26,"dur":2,"args":{"External id":4}},
{"ph":"X","cat":"Operator","name":"MyFunction","pid":5,"tid":5,"ts":30,"dur":5,"args":{"Sequence number":8}},
{"ph":"X","cat":"Operator","name":"MmBackward0","pid":5,"tid":6,"ts":62,"dur":20,"args":{"External id":5}},
{"ph":"X","cat":"Operator","name":"Optimizer.step#SGD.step","pid":5,"tid":5,"ts":80,"dur":15,"args":{"External id":6}},
{"ph":"X","cat":"cpu_op","name":"fused_step","pid":5,"tid":5,"ts":82,"dur":5},
{"ph":"X","cat":"Runtime","name":"cudaLaunchKernel","pid":5,"tid":5,"ts":10,"dur":3,"args":{"correlation":1}},
{"ph":"X","cat":"Kernel","name":"gemm","pid":0,"tid":7,"ts":20,"dur":30,"args":{"device":0,"stream":7,"correlation":1}}]})",
                           ".json");
    const Opened o(file.path());
    CHECK_EQ(o.spans(TrackKind::Annotations),
             std::string("ProfilerStep#1 0+100000; forward pass 1000+60000; Optimizer.step#SGD.step 80000+15000"));
    CHECK_EQ(o.inFile(model::EventKind::Annotation), 3);
    CHECK_EQ(o.inFile(model::EventKind::Operator), 5);
    const std::string onGpu = kinds(o.s, "nvtx_gpu_proj_sum", "Range");
    for (const char* range : {"ProfilerStep#1/Annotation", "forward pass/Annotation"})
        CHECK(onGpu.find(range) != onGpu.npos);
    CHECK_EQ(make(o.s, "step_sum").rows, 1u);
}

TEST("Each table of ranges says what made them; only NVTX has domains") {
    const Program p;
    CHECK_EQ(kinds(p.s, "nvtx_sum", "Range"), std::string("epoch/roctx; annotated/Annotation; lib:pushed/NVTX"));
    CHECK_EQ(kinds(p.s, "nvtx_pushpop_sum", "Range"), std::string("annotated/Annotation; lib:pushed/NVTX"));
    CHECK_EQ(kinds(p.s, "nvtx_startend_sum", "Range"), std::string("epoch/roctx"));
    CHECK_EQ(kinds(p.s, "nvtx_pushpop_trace", "Name"), std::string("annotated/Annotation; lib:pushed/NVTX"));
    CHECK_EQ(kinds(p.s, "nvtx_tree", "NameTree"), std::string("annotated/Annotation;   pushed/NVTX"));
    CHECK_EQ(kinds(p.s, "nvtx_gpu_proj_sum", "Range"),
             std::string("annotated/Annotation; epoch/roctx; lib:pushed/NVTX"));
    CHECK_EQ(make(p.s, "nvtx_gpu_proj_trace").rows, 3u);
    CHECK_EQ(kinds(p.s, "nvtx_kern_sum", "NVTX Range"),
             std::string("annotated/Annotation; epoch/roctx; lib:pushed/NVTX"));
}

TEST("Annotations are drawn on the GPU, unless the file has them there itself") {
    CHECK_EQ(Program().projected(), std::string("annotated 60..160; pushed 60..160"));
    CHECK_EQ(Program(true).projected(), std::string("pushed 60..160"));
}

TEST("Selection puts work into the range of its process where no range of the thread is around it") {
    Program p;
    TrackKey other;
    other.pid = 1;
    other.tid = 2;
    p.add(TrackKind::CudaApi, other, "cudaLaunchKernel", 120, 130, 8);
    TrackKey stream = p.stream;
    stream.stream = 9;
    p.add(TrackKind::StreamKernels, stream, "relu", 140, 150, 8);
    const auto s = p.store->publish(true);
    model::NvtxAround around(*s);
    std::map<std::string, std::string> found;
    for (const model::Track& t : s->tree().tracks) {
        if (t.kind != TrackKind::StreamKernels) continue;
        around.setLane(s->lane(t.lanes[0]));
        found[std::string(s->text(s->lane(t.lanes[0]).name(0)))] = s->text(around.at(s->lane(t.lanes[0]), 0));
    }
    CHECK_EQ(found["gemm"], std::string("pushed"));
    CHECK_EQ(found["relu"], std::string("epoch"));
}

TEST("A report of rocprofv3 has its ranges of roctx in every table") {
    const char* samples = std::getenv("SIGHTLINE_SAMPLES");
    const std::filesystem::path path =
        std::filesystem::path(samples ? samples : "") / "round2_rocm" / "t_r0_results.db";
    if (!std::filesystem::exists(path)) SKIP("the sample reports are not here");
    const Opened o(path);
    for (const char* key :
         {"nvtx_sum", "nvtx_gpu_proj_sum", "nvtx_tree", "nvtx_pushpop_trace", "nvtx_gpu_proj_trace"}) {
        const Table t = make(o.s, key);
        CHECK_EQ(t.rows, 40u);
        for (std::size_t row = 0; row < t.rows; ++row)
            CHECK_EQ(text(t.cell(row, columnOf(key, "Kind"))), std::string("roctx"));
    }
}
