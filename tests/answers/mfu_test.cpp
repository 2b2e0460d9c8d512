// SPDX-License-Identifier: GPL-3.0-or-later
// The utilisation of a model (MFU): of steps, ranges, operators and comparisons, against numbers worked out by hand.
#include <fmt/format.h>
#include <cmath>

#include "app/text/compare.h"
#include "app/text/threshold.h"
#include "importers/peaks_file.h"
#include "model/base/messages.h"
#include "model/reports/report.h"
#include "model/roofline/counted_work.h"
#include "tests/kit/cli_run.h"
#include "tests/kit/opened.h"

namespace {

using model::reports::Cell;
using model::reports::Table;

constexpr double kFlop = 2e9;       // of a product of 1000 × 1000 × 1000
constexpr double kPeak = 989.4e12;  // of an H100 SXM in BF16, dense

/// Five steps, each of which launches one product; its kernel takes 10 µs. `length`: of a step in µs.
struct Steps {
    int length = 200;
    bool shapes = true;
    const char* gpu = "NVIDIA H100 80GB HBM3";
    const char* type = "c10::BFloat16";
    const char* kernel = "gemm";

    std::string trace() const {
        std::string events;
        for (int i = 0; i < 5; ++i) {
            const int at = 1000 + i * length;
            events += fmt::format(
                R"json({}{{"ph":"X","cat":"user_annotation","name":"ProfilerStep#{}","pid":1,"tid":1,"ts":{},"dur":{}}},)json",
                i ? "," : "", i, at, length);
            const std::string inputs =
                shapes ? fmt::format(R"json("Input Dims":[[1000,1000],[1000,1000]],"Input type":["{}","{}"])json", type,
                                     type)
                       : R"json("Sequence number":1)json";
            events += fmt::format(
                R"json({{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":{},"dur":40,"args":{{"External id":{},{}}}}},)json",
                at + 10, i + 1, inputs);
            events += fmt::format(
                R"json({{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":{},"dur":5,"args":{{"correlation":{}}}}},)json",
                at + 20, i + 7);
            events += fmt::format(
                R"json({{"ph":"X","cat":"kernel","name":"{}","pid":0,"tid":7,"ts":{},"dur":10,"args":{{"device":0,"stream":7,"correlation":{}}}}})json",
                kernel, at + 100, i + 7);
        }
        return fmt::format(
            R"json({{"schemaVersion":1,"deviceProperties":[{{"id":0,"name":"{}","numSms":132,"totalGlobalMem":85000000000}}],"traceEvents":[{}]}})json",
            gpu, events);
    }
};

/// A trace that was opened.
struct Report {
    cli_run::Folder folder;
    Opened o;
    explicit Report(const Steps& steps) : o(folder.write("t.json", steps.trace())) {}

    Table table(const char* key) const {
        model::reports::Request r{*o.s, {o.s->range().begin, o.s->range().end + 1}};
        r.peaks = &importers::builtInPeaks();
        return model::reports::find(key)->make(r);
    }
};

std::size_t columnOf(const char* key, std::string_view title) {
    const auto columns = model::reports::find(key)->columns;
    for (std::size_t c = 0; c < columns.size(); ++c)
        if (columns[c].title == title) return c;
    check::fail(__FILE__, __LINE__, "no column " + std::string(title));
    return 0;
}
Cell cellIn(const Report& r, const char* key, std::size_t row, std::string_view title) {
    return r.table(key).cell(row, columnOf(key, title));
}
double real(const Cell& c) { return std::holds_alternative<double>(c) ? std::get<double>(c) : NAN; }
std::string text(const Cell& c) { return std::holds_alternative<std::string>(c) ? std::get<std::string>(c) : "?"; }
bool near(double a, double b) { return std::abs(a - b) <= 1e-6 * std::abs(b); }

/// The row of op_sum with that name.
std::size_t operatorRow(const Report& r, std::string_view name) {
    const Table t = r.table("op_sum");
    for (std::size_t row = 0; row < t.rows; ++row)
        if (text(t.cell(row, 0)) == name) return row;
    check::fail(__FILE__, __LINE__, "no row " + std::string(name));
    return 0;
}

}  // namespace

TEST("MFU of a step is its work by the dense peak in its pace, with the peak and the source beside it") {
    const Report r(Steps{});
    const Table t = r.table("step_sum");
    CHECK_EQ(t.rows, 5u);
    for (std::size_t row = 0; row < 5; ++row) {
        CHECK(near(real(cellIn(r, "step_sum", row, "MFU (%)")), kFlop / (kPeak * 200e-6) * 100));
        CHECK(near(real(cellIn(r, "step_sum", row, "Operations")), kFlop));
        CHECK(near(real(cellIn(r, "step_sum", row, "Dense Peak TFLOP/s")), 989.4));
        CHECK_EQ(text(cellIn(r, "step_sum", row, "Peak Of")), std::string("BF16 tensor"));
        CHECK_EQ(text(cellIn(r, "step_sum", row, "Work From")), std::string("modelled by sizes"));
    }
}

TEST("MFU of ranges and operators is of the time of their GPU work") {
    const Report r(Steps{});
    const double expected = kFlop / (kPeak * 10e-6) * 100;
    for (const char* key : {"nvtx_gpu_proj_sum", "nvtx_gpu_proj_trace"})
        CHECK(near(real(cellIn(r, key, 0, "MFU (%)")), expected));
    for (const char* name : {"aten::mm", "ProfilerStep*"}) {
        const std::size_t row = operatorRow(r, name);
        CHECK(near(real(cellIn(r, "op_sum", row, "MFU (%)")), expected));
        CHECK(near(real(cellIn(r, "op_sum", row, "Operations")), 5 * kFlop));
    }
    CHECK(std::isnan(real(cellIn(r, "op_sum", operatorRow(r, "cudaLaunchKernel"), "MFU (%)"))));
}

TEST("products in FP32 count against the peak of the kernel that ran, TF32 or not") {
    const auto peak = [](const char* kernel) {
        return real(cellIn(Report(Steps{200, true, "NVIDIA H100 80GB HBM3", "float", kernel}), "step_sum", 0,
                           "Dense Peak TFLOP/s"));
    };
    CHECK(near(peak("ampere_tf32_gemm"), 494.7));
    CHECK(peak("ampere_sgemm_128x64") < 70);
}

TEST("where sizes or the chip are missing nothing is told, but why") {
    const Report sizeless(Steps{200, false});
    CHECK(std::isnan(real(cellIn(sizeless, "step_sum", 0, "MFU (%)"))));
    CHECK_EQ(text(cellIn(sizeless, "step_sum", 0, "Work From")), std::string("no work is known"));
    const Report unknown(Steps{200, true, "Unheard-of GPU"});
    CHECK(std::isnan(real(cellIn(unknown, "step_sum", 0, "MFU (%)"))));
    CHECK(near(real(cellIn(unknown, "step_sum", 0, "Operations")), kFlop));
    CHECK_EQ(text(cellIn(unknown, "step_sum", 0, "Work From")), std::string("modelled by sizes; peak not known"));
}

TEST("a kernel counts for the part of it that lies in a stretch, and a measured one as it was measured") {
    const auto store = model::EventStore::create();
    model::TrackKey key;
    key.pid = 1, key.device = 0, key.context = 1, key.stream = 7;
    model::Entity gpu{model::Entity::Type::Device, {}, "NVIDIA H100 80GB HBM3", {}};
    gpu.key.device = 0;
    store->info().entities.push_back(gpu);
    std::vector<model::MetricList::Entry> entries;
    model::KernelProfile p;
    for (const auto& [metric, value] : {std::pair("gpu__time_duration.sum", 1000.0),
                                        std::pair("smsp__sass_thread_inst_executed_op_ffma_pred_on.sum", 3e6),
                                        std::pair("smsp__sass_thread_inst_executed_op_fadd_pred_on.sum", 1e6),
                                        std::pair("smsp__sass_thread_inst_executed_op_fmul_pred_on.sum", 0.0)}) {
        entries.push_back({store->strings().intern(metric), 0, model::MetricValue::Type::Real});
        p.values.push_back(model::MetricValue::ofReal(value).bits);
    }
    p.list = store->kernelProfiles().list(entries);
    const model::ProfileId id = store->kernelProfiles().add(std::move(p));
    const model::Arg arg{store->strings().intern(model::kProfileArg), model::Arg::Type::Int, id};
    model::Lane& lane = store->lane(store->track(model::TrackKind::StreamKernels, key), 0);
    const model::StringId name = store->strings().intern("k");
    lane.append({0, 1000, name, store->args().intern({&arg, 1}), 0, 0});
    lane.append({2000, 3000, name, 0, 0, 0});  // nothing is known of it
    const auto s = store->publish(true);
    model::reports::Request r{*s, {0, 3001}};
    r.peaks = &importers::builtInPeaks();
    const model::roofline::CountedWork counted(r);
    const model::roofline::WorkByTime worked(r, counted);
    const auto whole = worked.in({0, 0}, {0, 3000}), part = worked.in({0, 0}, {750, 2500});
    CHECK(near(whole.work.flop(), 7e6) && near(part.work.flop(), 7e6 / 4));
    CHECK(near(whole.kernels, 2000) && near(whole.known, 1000) && near(part.kernels, 750) && near(part.known, 250));
    CHECK_EQ(whole.work.source(), std::string("measured"));
    CHECK(near(*whole.work.mfu(3e-6), 7e6 / (whole.work.peak() * 3e-6)));
    CHECK(worked.in({0, 1}, {0, 3000}).work.empty() && !worked.in({0, 1}, {0, 3000}).work.mfu(1));
}

TEST("compare tells the MFU of both reports, and a gate can ask for it") {
    const Report a(Steps{}), b(Steps{400});  // twice the pace: half the utilisation
    const auto plan = app::comparePlan({});
    CHECK(plan.has_value());
    const auto out = app::compareText(a.o.s, b.o.s, *plan);
    CHECK(out.has_value());
    for (const char* line :
         {"MFU of the steps in A: 1 % of 989.4 TFLOP/s, the dense peak of NVIDIA H100 80GB HBM3 in BF16 tensor; "
          "work is known of 100 % of the kernels' time.",
          "MFU of the steps in B: 0.5 % of 989.4 TFLOP/s"})
        if (out->text.find(line) == std::string::npos) check::fail(__FILE__, __LINE__, line + (" in: " + out->text));
    const auto c = model::diff::compare(a.o.s, b.o.s);
    const auto broken = [&](const char* text) {
        const auto threshold = app::thresholdOf(text);
        if (!threshold) check::fail(__FILE__, __LINE__, text);
        const auto answer = app::check(*threshold, *c);
        return answer && answer->broken;
    };
    CHECK(broken("step.mfu.p50<0.6%") && !broken("step.mfu.p50<0.4%") && !broken("step.mfu.min>0.6%"));
    CHECK(broken("step.mfu.p50<-49%") && !broken("step.mfu.p50<-51%"));
    for (const char* wrong : {"step.mfu.p50<5", "step.mfu.p50<5ms", "step.mfu.count>1", "step.mfu:x.p50<5%"})
        CHECK(!app::thresholdOf(wrong));
    const Report none(Steps{200, false});
    const auto lacking = model::diff::compare(a.o.s, none.o.s);
    CHECK(!app::check(*app::thresholdOf("step.mfu.p50<5%"), *lacking));
    const auto told = app::compareText(a.o.s, none.o.s, *plan);
    CHECK(told && told->text.find("MFU of the steps in B cannot be told.") != std::string::npos);
}
