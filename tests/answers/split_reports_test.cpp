// SPDX-License-Identifier: GPL-3.0-or-later
// Tables by what one asks: by host, rank, GPU and stream, by groups of kernels, by names without shapes; curves of GPUs
// as numbers.
#include "model/reports/kernel_groups.h"
#include "model/reports/report.h"
#include "model/reports/row_use.h"
#include "model/reports/split.h"
#include "model/workload/base_name.h"
#include "tests/kit/cells.h"
#include "tests/kit/check.h"
#include "tests/kit/opened.h"

namespace {

using model::TimeNs;
using model::TrackKey;
using model::TrackKind;
using model::reports::KernelNames;
using model::reports::NameGroup;
using model::reports::Report;
using model::reports::Request;
using model::reports::SplitBy;
using model::reports::SplitReport;
using model::reports::Table;
using namespace cells;

const Report& report(const char* key) { return *model::reports::find(key); }

std::string text1(const model::reports::Cell& c) {
    if (std::holds_alternative<std::string>(c)) return std::get<std::string>(c);
    if (std::holds_alternative<double>(c)) return fmt::format("{:.1f}", std::get<double>(c));
    return std::holds_alternative<std::int64_t>(c) ? std::to_string(std::get<std::int64_t>(c)) : "";
}

/// "a b c; a b c": cells of those columns.
std::string told(const Table& t, std::initializer_list<std::size_t> columns) {
    std::string out;
    for (std::size_t row = 0; row < t.rows; ++row) {
        std::string line;
        for (const std::size_t c : columns) line += (line.empty() ? "" : " ") + text1(t.cell(row, c));
        out += (row ? "; " : "") + line;
    }
    return out;
}

/// Two ranks with a GPU each; the first has two streams. Work is launched in ranges.
struct Ranks {
    std::shared_ptr<model::EventStore> store = model::EventStore::create();
    model::SnapshotPtr s;

    Ranks() {
        for (const std::int64_t host : {0, 1}) {
            TrackKey thread{host, 10 + host, 20 + host};
            add(TrackKind::CudaApi, thread, "cudaLaunchKernel", 0, 5, 1);
            add(TrackKind::CudaApi, thread, "cudaLaunchKernel", 10, 15, 2);
            thread.domain = 0;
            add(TrackKind::Nvtx, thread, "step", 0, 20 + host);
            TrackKey gpu{host, 10 + host};
            gpu.device = gpu.context = 0;
            gpu.stream = 7;
            add(TrackKind::StreamKernels, gpu, "gemm", 100, host ? 400 : 200, 1);
            if (host == 0) gpu.stream = 8;
            add(TrackKind::StreamKernels, gpu, "relu", host ? 500 : 150, host ? 510 : 170, 2);
            model::Entity e;
            e.type = model::Entity::Type::Host;
            e.key.host = host;
            e.facts = {{"File", "x"}, {"Rank", std::to_string(3 - host)}};
            store->info().entities.push_back(e);
            store->setTrackName(store->track(TrackKind::Host, {host}), store->strings().intern(host ? "two" : "one"));
        }
        s = store->publish(true);
    }
    void add(TrackKind kind, const TrackKey& key, const char* name, TimeNs start, TimeNs end,
             std::uint32_t correlation = 0) {
        store->lane(store->track(kind, key), 0).append({start, end, store->strings().intern(name), 0, correlation, 0});
    }
    Table by(const char* key, SplitBy what) const {
        static std::vector<std::unique_ptr<SplitReport>> kept;  // tables do not need them; kept for their columns
        kept.push_back(std::make_unique<SplitReport>(report(key), what));
        const Table t = kept.back()->make({*s, s->whole()});
        CHECK_EQ(kept.back()->report().columns.size(),
                 report(key).columns.size() + (what == SplitBy::Host || what == SplitBy::Device ? 1 : 3));
        return t;
    }
};

}  // namespace

TEST("Kernels are told by GPU, stream, machine and rank") {
    const Ranks r;
    CHECK_EQ(told(r.by("cuda_gpu_kern_sum", SplitBy::Host), {0, 1, 2, 9}),
             "one 83.3 100 gemm; one 16.7 20 relu; two 96.8 300 gemm; two 3.2 10 relu");
    const Table device = r.by("cuda_gpu_kern_sum", SplitBy::Device);
    CHECK_EQ(told(device, {2, 3, 9}), "100 1 gemm; 20 1 relu; 300 1 gemm; 10 1 relu");
    CHECK(text(device.cell(0, 0)).starts_with("one, ") && text(device.cell(2, 0)).starts_with("two, "));
    CHECK_EQ(told(r.by("cuda_gpu_kern_sum", SplitBy::Stream), {1, 2, 4, 11}),
             "10 7 100 gemm; 10 8 20 relu; 11 7 300 gemm; 11 7 10 relu");
    CHECK_EQ(told(r.by("cuda_gpu_kern_sum", SplitBy::Rank), {0, 1, 2, 4, 11}),
             "2 two 11 300 gemm; 2 two 11 10 relu; 3 one 10 100 gemm; 3 one 10 20 relu");
    CHECK_EQ(told(r.by("cuda_api_sum", SplitBy::Rank), {0, 4, 5}), "2 10 2; 3 10 2");
    CHECK_EQ(device.evidence(2).events.size(), 1u);
    CHECK_EQ(eventAt(*r.s, device.evidence(2).events[0]).duration(), 300);
}

TEST("Ranges on the GPU are told by the stream that did the work") {
    const Ranks r;
    CHECK_EQ(told(r.by("nvtx_gpu_proj_sum", SplitBy::Stream), {1, 2, 3, 5, 13}),
             "10 7 :step 100 1; 10 8 :step 20 1; 11 7 :step 410 2");
    CHECK(!canSplit(report("cuda_api_sum"), SplitBy::Device));
    CHECK(canSplit(report("cuda_api_sum"), SplitBy::Rank));
}

TEST("Where ranks are not known, processes that did something are told apart") {
    Ranks r;
    r.store->info().entities.clear();
    r.s = r.store->publish(true);
    CHECK_EQ(told(r.by("cuda_gpu_kern_sum", SplitBy::Rank), {0, 2, 4, 11}),
             "10 100 gemm; 10 20 relu; 11 300 gemm; 11 10 relu");
}

TEST("Rows say how long they were busy, waited and had nothing to do, the busiest first") {
    Ranks r;
    const TrackKey thread{0, 10, 20};
    r.add(TrackKind::CudaApi, thread, "cudaDeviceSynchronize", 20, 60);
    r.add(TrackKind::OsRuntime, thread, "poll", 50, 80);
    const auto s = r.store->publish(true);
    // Thread 20: in "step" from 0 to 20, waits from 20 to 80. GPU of host 0: 100..200, on streams 7 and 8.
    const Table t = report("row_use").make({*s, s->whole()});
    CHECK_EQ(text(t.cell(0, 12)), "gemm");
    const auto uses = model::reports::rowUses({*s, s->whole()});
    const auto of = [&](TrackKind kind, std::int64_t pid, std::int64_t id) {
        for (const model::reports::RowUse& u : uses) {
            const model::Track& track = s->track(u.track);
            if (track.kind == kind && track.key.pid == pid &&
                (kind == TrackKind::Thread ? track.key.tid : track.key.stream) == id)
                return fmt::format("{} {} {} {} {}", u.busy, u.waiting, u.idle(), u.events, s->text(u.most));
        }
        return std::string();
    };
    CHECK_EQ(of(TrackKind::Thread, 10, 20), "20 60 0 5 cudaDeviceSynchronize");
    CHECK_EQ(of(TrackKind::Stream, 10, 7), "100 0 0 1 gemm");
    CHECK_EQ(of(TrackKind::Stream, 10, 8), "20 0 0 1 relu");
    CHECK_EQ(of(TrackKind::CudaHw, 10, TrackKey::kNone), "100 0 0 2 gemm");
    CHECK_EQ(of(TrackKind::Stream, 11, 7), "310 0 100 2 gemm");
    for (const model::Track& track : s->tree().tracks)
        if (track.kind == TrackKind::Context) CHECK_EQ(s->text(model::reports::mostTimeIn(*s, track)), "gemm");
}

TEST("Work is summed up by groups of names, and each set of groups has the time in which it ran at once") {
    const Ranks r;
    const std::vector<NameGroup> groups{{"products", "GEMM"}, {"never", "zzz"}};
    Request request{*r.s, r.s->whole()};
    request.groups = groups;
    CHECK_EQ(told(report("kernel_group_sum").make(request), {1, 2, 8}), "400 2 products; 30 2 other");
    // GPU of host 0: gemm 100..200, relu 150..170. Of host 1: gemm 100..400, relu 500..510.
    CHECK_EQ(told(report("kernel_group_overlap").make(request), {2, 3, 4}),
             "80 1 products; 20 2 products; other; 300 1 products; 100 0 nothing; 10 1 other");
    request.groups = {};
    CHECK_EQ(told(report("kernel_group_sum").make(request), {1, 8}), "400 matrix product; 30 element by element");
    CHECK(model::reports::checkPattern("a|b").has_value());
    CHECK(!model::reports::checkPattern("a(").has_value());
}

TEST("Names without shapes and counts") {
    for (const auto& [name, base] :
         {std::pair("eltwise_bwd[SIMD32 {1568; 1; 1} {512; 1; 1}]", "eltwise_bwd"), std::pair("step 12", "step"),
          std::pair("block.3.attn", "block.#.attn"), std::pair("conv2d", "conv2d"),
          std::pair("fused_add_17", "fused_add"), std::pair("[1, 2]", "[#, #]"), std::pair("7", "7"), std::pair("", ""),
          std::pair("open]", "open]"), std::pair("a {1} [2]", "a")})
        CHECK_EQ(model::baseName(name), std::string(base));
}

TEST("slice_sum:base and its neighbours put names together that differ in shapes") {
    std::string trace =
        R"([{"ph":"X","name":"reduce_init[SIMD32 {128; 1; 1} {1; 1; 1}]","pid":1,"tid":1,"ts":100,"dur":3,"cat":"work"})";
    for (int i = 0; i < 6; ++i)
        trace += fmt::format(
            R"(,{{"ph":"X","name":"eltwise_bwd[SIMD32 {{{}; 1; 1}} {{512; 1; 1}}]","pid":1,"tid":1,"ts":{},"dur":5,"cat":"work"}})",
            1568 + i, 10 * i);
    const ScratchFile file(trace + "]", ".json");
    const Opened o(file.path());
    const Request request{*o.s, o.s->whole(), KernelNames::Base};
    const Table sum = report("slice_sum").make(request);
    CHECK_EQ(told(sum, {1, 4, 5}), "30000 6 eltwise_bwd; 3000 1 reduce_init");
    CHECK_EQ(sum.evidence(0).events.size(), 6u);
    CHECK_EQ(told(report("slice_top_down").make(request), {1, 4, 6}), "30000 6 eltwise_bwd; 3000 1 reduce_init");
    CHECK_EQ(told(report("slice_bottom_up").make(request), {1, 4, 6}), "30000 6 eltwise_bwd; 3000 1 reduce_init");
    CHECK_EQ(report("slice_sum").make({*o.s, o.s->whole()}).rows, 7u);
}

TEST("Kernels and ranges by their base") {
    Ranks r;
    TrackKey gpu{0, 10};
    gpu.device = gpu.context = 0;
    gpu.stream = 9;
    for (int i = 0; i < 2; ++i)
        r.add(TrackKind::StreamKernels, gpu, i ? "pool[SIMD {2; 1}]" : "pool[SIMD {1; 1}]", 1000 + 10 * i,
              1005 + 10 * i);
    TrackKey thread{0, 10, 20};
    thread.domain = 0;
    for (int i = 0; i < 3; ++i)
        r.add(TrackKind::Nvtx, thread, i == 0 ? "epoch 1" : i == 1 ? "epoch 2" : "epoch 3", 100 + 10 * i, 107 + 10 * i);
    const auto s = r.store->publish(true);
    const Request request{*s, s->whole(), KernelNames::Base};
    CHECK_EQ(told(report("cuda_gpu_kern_sum").make(request), {1, 2, 8}), "400 2 gemm; 30 2 relu; 10 2 pool");
    const Table ranges = report("nvtx_sum").make(request);
    CHECK_EQ(told(ranges, {1, 2, 9}), "41 2 :step; 21 3 :epoch");
    CHECK_EQ(ranges.evidence(1).events.size(), 3u);
    CHECK_EQ(told(report("nvtx_tree").make(request), {1, 3, 6}), "41 2 step; 21 3 epoch");
}

TEST("Curves of GPUs have mean, percentiles and extremes; of each phase where ranges are asked for") {
    Ranks r;
    TrackKey metric;
    metric.device = 0;
    metric.domain = 1;
    const model::TrackId track = r.store->track(TrackKind::GpuMetric, metric);
    r.store->setTrackName(track, r.store->strings().intern("SM active"));
    model::CounterSeries& c = r.store->counter(track);
    for (int i = 0; i <= 10; ++i) c.append(i * 50, i == 10 ? 99 : i);  // each for 50 ns, the last for none
    const auto s = r.store->publish(true);
    CHECK_EQ(told(report("gpu_metric_sum").make({*s, s->whole()}), {1, 2, 3, 4, 5, 6, 7, 8, 9}),
             "SM active 4.5 0.0 4.0 9.0 9.0 99.0 11 500");
    CHECK_EQ(told(report("gpu_metric_sum").make({*s, {60, 120}}), {2, 3, 7, 8, 9}),
             "1.3 1.0 2.0 2 60");  // 40 ns of 1, 20 of 2
    metric.domain = 2;
    const model::TrackId clock = r.store->track(TrackKind::GpuMetric, metric);
    r.store->setTrackName(clock, r.store->strings().intern("GPC Clock Frequency [MHz]"));
    for (int i = 0; i < 2; ++i) r.store->counter(clock).append(i * 50, 1.5e9);
    const auto clocks = r.store->publish(true);
    CHECK_EQ(told(report("gpu_metric_sum").make({*clocks, clocks->whole()}), {1, 2}),
             "SM active 4.5; GPC Clock Frequency [MHz] 1500.0");
    // GPU 0 of host 0 did what "step" launched from 100 to 200.
    Request phases{*s, s->whole()};
    phases.rangeNames = true;
    CHECK_EQ(told(report("gpu_metric_sum").make(phases), {1, 2, 3, 7, 8, 9}), "step/SM active 2.5 2.0 3.0 2 100");
}
