// SPDX-License-Identifier: GPL-3.0-or-later
// Rooflines: metrics of profilers, models of operators, peaks of chips; by hand, and against numbers that were worked
// out of reports elsewhere.
#include <fmt/format.h>
#include <cmath>
#include <map>

#include "importers/peaks_file.h"
#include "model/base/messages.h"
#include "model/reports/report.h"
#include "model/roofline/baseline.h"
#include "model/roofline/operator_models.h"
#include "model/roofline/roofline.h"
#include "tests/kit/cli_run.h"
#include "tests/kit/ncu_samples.h"
#include "tests/kit/opened.h"

namespace {

using namespace model::roofline;
using model::SnapshotPtr;

constexpr model::TimeRange kEver{-model::kTimeLimit, model::kTimeLimit};

Result measured(const SnapshotPtr& s, bool eachLaunch = false) {
    return measure({*s, kEver, {}, 0, {}, false, eachLaunch, &importers::builtInPeaks()});
}

const Point* pointOf(const Result& r, std::string_view name, Precision precision = Precision::Fp32) {
    for (const Point& p : r.points)
        if (p.name.find(name) != std::string::npos && p.precision == precision) return &p;
    return nullptr;
}

bool near(double a, double b, double part = 1e-3) { return std::abs(a - b) <= part * std::abs(b); }

/// A report with one kernel of 1 ms for each set of metrics.
using Metrics = std::map<std::string, double>;
SnapshotPtr profiled(const std::vector<std::pair<std::string, Metrics>>& kernels, std::uint32_t chip = 90) {
    static std::vector<std::shared_ptr<model::EventStore>> kept;
    const auto store = kept.emplace_back(model::EventStore::create());
    model::TrackKey key;
    key.pid = 1, key.device = 0, key.context = 1, key.stream = 7;
    model::Lane& lane = store->lane(store->track(model::TrackKind::StreamKernels, key), 0);
    model::TimeNs start = 0;
    for (const auto& [name, metrics] : kernels) {
        std::vector<model::MetricList::Entry> entries;
        model::KernelProfile p;
        for (const auto& [metric, value] : metrics) {
            entries.push_back({store->strings().intern(metric), 0, model::MetricValue::Type::Real});
            p.values.push_back(model::MetricValue::ofReal(value).bits);
        }
        p.list = store->kernelProfiles().list(entries);
        p.name = store->strings().intern(name);
        p.chip = chip;
        const model::ProfileId id = store->kernelProfiles().add(std::move(p));
        const model::Arg arg{store->strings().intern(model::kProfileArg), model::Arg::Type::Int, id};
        lane.append({start, start + 1'000'000, store->strings().intern(name), store->args().intern({&arg, 1}), 0, 0});
        start += 2'000'000;
    }
    return store->publish(true);
}

const Metrics kClocks{{"gpu__time_duration.sum", 1e6},
                      {"sm__cycles_elapsed.avg.per_second", 1e9},
                      {"smsp__cycles_elapsed.avg.per_second", 1e9},
                      {"dram__cycles_elapsed.avg.per_second", 2e9},
                      {"lts__cycles_elapsed.avg.per_second", 1e9},
                      {"l1tex__cycles_elapsed.avg.per_second", 1e9}};
Metrics with(Metrics more) {
    more.insert(kClocks.begin(), kClocks.end());
    return more;
}
std::string op(const char* name, const char* suffix = ".sum") {
    return fmt::format("smsp__sass_thread_inst_executed_op_{}_pred_on{}", name, suffix);
}

}  // namespace

TEST("a sample report gives the points that were worked out of its numbers by hand") {
    const Result r = measured(ncu_samples::open(ncu_samples::own() / "kern_full.ncu-rep"));
    struct Row {
        const char* name;
        double us, gflops, dram, dramPeak, l2, l2Peak, l1, l1Peak, aiDram, aiL2, aiL1, share;
    };
    constexpr Row kRows[] = {
        {"vecAdd", 72.192, 232.40, 2648.7, 3350.7, 1870.0, 8746, 2788.8, 33224, 0.0877, 0.1243, 0.0833, 79.0},
        {"matmulNaive", 349.600, 6142.69, 24.10, 3351.8, 732.0, 8732, 24594.7, 33423, 254.9, 8.392, 0.2498, 9.2},
        {"matmulTiled", 245.280, 8755.23, 34.37, 3351.6, 773.4, 8718, 1113.7, 33425, 254.7, 11.32, 7.861, 13.1},
        {"reduceSum", 55.744, 303.38, 1246.8, 3350.4, 1216.9, 8743, 1213.6, 32457, 0.2433, 0.2493, 0.2500, 37.2},
    };
    for (const Row& row : kRows) {
        const Point* p = pointOf(r, row.name);
        CHECK(p != nullptr);
        if (!p) continue;
        CHECK(near(p->seconds * 1e6 / p->launches, row.us));
        CHECK(near(p->rate() / 1e9, row.gflops));
        const double rates[] = {row.dram, row.l2, row.l1}, peaks[] = {row.dramPeak, row.l2Peak, row.l1Peak},
                     intensities[] = {row.aiDram, row.aiL2, row.aiL1};
        for (std::size_t l = 0; l < kLevels; ++l) {
            CHECK(near(p->bandwidth(static_cast<Level>(l)) / 1e9, rates[l]));
            CHECK(near(p->peakBytes[l] / p->seconds / 1e9, peaks[l]));
            CHECK(near(p->intensity(static_cast<Level>(l)), intensities[l]));
        }
        CHECK(std::abs(p->efficiency(Level::Dram) * 100 - row.share) < 0.06);
        CHECK(p->definition[indexOf(Level::L2)].find("lts2xbar") != std::string::npos);
        CHECK(p->definition[indexOf(Level::L1)].find("mem_lgds") != std::string::npos);
        CHECK(!p->isIncomplete);
    }
    CHECK(pointOf(r, "vecAdd")->bound() == Bound::Dram);
    // The speed of light of Nsight Compute names the same: L1 85.95 %, L2 79.88 %, DRAM 77.54 % of the memory; 37 % is
    // little.
    CHECK(pointOf(r, "matmulNaive")->bound() == Bound::L1);
    CHECK(pointOf(r, "matmulTiled")->bound() == Bound::L1);
    CHECK(pointOf(r, "transposeNaive")->bound() == Bound::L2);
    CHECK(pointOf(r, "transposeTiled")->bound() == Bound::Dram);
    CHECK(pointOf(r, "reduceSum")->bound() == Bound::Latency);
    for (const char* name : {"transposeNaive", "transposeTiled"}) CHECK_EQ(pointOf(r, name)->flop, 0.0);
}

TEST("half-precision instructions that clear registers are told and not drawn") {
    const Result r = measured(ncu_samples::open(ncu_samples::own() / "kern_full.ncu-rep"));
    for (const char* name : {"matmulNaive", "matmulTiled", "reduceSum"}) {
        CHECK(pointOf(r, name, Precision::Fp16) == nullptr);
        CHECK(pointOf(r, name)->phantomShare > 0.001);
    }
    CHECK(near(pointOf(r, "reduceSum")->phantomShare, 0.032 / 1.032, 0.05));
}

TEST("roofs are the measured ones of the report and those of the data sheet") {
    const Result r = measured(ncu_samples::open(ncu_samples::own() / "kern_full.ncu-rep"));
    const auto roof = [&](Origin origin, bool work, Precision p, Level l) {
        for (const Roof& one : r.roofs)
            if (one.origin == origin && one.isWork == work && (work ? one.precision == p : one.level == l) &&
                one.variant.empty())
                return one.rate;
        return 0.0;
    };
    CHECK_EQ(r.chips.size(), 1u);
    CHECK(r.chips[0].peaks && r.chips[0].peaks->name == "H100 SXM");
    CHECK(near(roof(Origin::Measured, true, Precision::Fp32, {}), 66.7e12, 0.01));
    CHECK(near(roof(Origin::Measured, true, Precision::TensorBf16, {}),
               roof(Origin::Measured, true, Precision::TensorFp16, {})));
    // 4096 operations per multiprocessor and cycle: the sparse figure of the parent, halved. FP8 without sparsity is
    // not halved.
    const double clock = roof(Origin::Measured, true, Precision::Fp32, {}) / 256;
    CHECK(near(roof(Origin::Measured, true, Precision::TensorBf16, {}), 4096 * clock));
    CHECK(near(roof(Origin::Measured, true, Precision::TensorTf32, {}), 2048 * clock));
    CHECK(near(roof(Origin::Measured, true, Precision::TensorFp8, {}), 8192 * clock));
    CHECK(near(roof(Origin::Measured, true, Precision::TensorFp64, {}), 256 * clock));
    CHECK_EQ(roof(Origin::DataSheet, true, Precision::TensorBf16, {}), 989.4e12);
    CHECK_EQ(roof(Origin::DataSheet, false, {}, Level::Dram), 3350e9);
    CHECK(near(roof(Origin::Practical, true, Precision::TensorBf16, {}), 0.8 * 989.4e12));
}

TEST("a report made with the roofline set alone gives the same points within its own spread") {
    const auto folder = ncu_samples::own();
    const Result full = measured(ncu_samples::open(folder / "kern_full.ncu-rep")),
                 roof = measured(ncu_samples::open(folder / "kern_roofline.ncu-rep"));
    for (const char* name : {"vecAdd", "matmulNaive", "matmulTiled", "reduceSum"}) {
        CHECK(near(pointOf(roof, name)->flop, pointOf(full, name)->flop, 1e-3));
        CHECK(near(pointOf(roof, name)->rate(), pointOf(full, name)->rate(), 0.02));
        CHECK(near(pointOf(roof, name)->peakFlop / pointOf(roof, name)->seconds,
                   pointOf(full, name)->peakFlop / pointOf(full, name)->seconds, 0.03));
    }
}

TEST("what ncu printed of a report gives the points of the report") {
    const auto folder = ncu_samples::own();
    const Result report = measured(ncu_samples::open(folder / "kern_full.ncu-rep")),
                 printed = measured(ncu_samples::open(folder / "kern_full.raw.csv"));
    CHECK_EQ(printed.points.size(), report.points.size());
    for (std::size_t i = 0; i < report.points.size() && i < printed.points.size(); ++i) {
        const Point &a = report.points[i], &b = printed.points[i];
        CHECK_EQ(a.name, b.name);
        CHECK(near(a.seconds, b.seconds) && (a.flop == b.flop || near(a.flop, b.flop, 2e-3)) &&
              (a.hasWork() ? near(a.peakFlop, b.peakFlop) : !isKnown(a.peakFlop) && !isKnown(b.peakFlop)));
        for (std::size_t l = 0; l < kLevels; ++l)
            CHECK(near(a.bytes[l], b.bytes[l], 3e-3) && near(a.peakBytes[l], b.peakBytes[l], 3e-3));
    }
}

TEST("reports of other versions and chips are read or named as lacking the metrics, and never make a number up") {
    for (const auto& path : ncu_samples::all()) {
        const Result r = measured(ncu_samples::open(path), true);
        CHECK(r.kernels > 0);
        CHECK(r.without <= r.kernels);
        for (const Point& p : r.points) {
            CHECK(p.seconds > 0 && p.flop >= 0);
            for (const Level l : {Level::Dram, Level::L2, Level::L1})
                if (isKnown(p.bytes[indexOf(l)])) CHECK(p.bytes[indexOf(l)] >= 0 && !p.definition[indexOf(l)].empty());
        }
    }
}

TEST("work is counted from whichever form of a metric was collected, a fused multiply-add as two") {
    const Result r = measured(profiled({
        {"sums", with({{op("fadd"), 1e6}, {op("fmul"), 2e6}, {op("ffma"), 3e6}})},
        {"cycles", with({{op("dadd", ".sum.per_cycle_elapsed"), 1},
                         {op("dmul", ".sum.per_cycle_elapsed"), 2},
                         {op("dfma", ".sum.per_cycle_elapsed"), 3}})},
        {"products",
         with(
             {{op("hadd"), 1e6}, {op("hmul"), 0}, {"derived__smsp__sass_thread_inst_executed_op_hfma_pred_on_x4", 8}})},
        {"part", with({{op("ffma"), 3e6}})},
        {"blackwell",
         with({{op("fadd"), 0}, {op("fmul"), 0}, {op("ffma"), 0}, {op("ffma2"), 1e6}, {op("fadd2"), 1e6}})},
    }));
    CHECK(near(pointOf(r, "sums")->flop, 9e6));
    CHECK(near(pointOf(r, "cycles", Precision::Fp64)->flop, 9e6));  // 9 a cycle, 1e6 cycles
    CHECK(near(pointOf(r, "products", Precision::Fp16)->flop, 2e6 + 8e6));
    CHECK(pointOf(r, "part")->isIncomplete && !pointOf(r, "sums")->isIncomplete);
    CHECK(near(pointOf(r, "blackwell")->flop, 6e6));
}

TEST("peaks of tensor units are without sparsity, and those of the instructions that a kernel used") {
    const std::string parent = "sm__ops_path_tensor_src_bf16_dst_fp32.sum",
                      old = "sm__ops_path_tensor_op_hmma_src_bf16_dst_fp32_sparsity_off.sum";
    const std::string best = "sm__ops_path_tensor_op_hgmma_src_bf16_dst_fp32_sparsity_off.sum",
                      fp8 = "sm__ops_path_tensor_src_fp8_sparsity_off.sum";
    const auto kernel = [&](double ops, double byOld, double byNew) {
        return with({{parent, ops},
                     {parent + ".peak_sustained", 8192},
                     {old, byOld},
                     {old + ".peak_sustained", 2730},
                     {best, byNew},
                     {best + ".peak_sustained", 4096},
                     {fp8, 0},
                     {fp8 + ".peak_sustained", 8192}});
    };
    const Result r = measured(profiled({{"wgmma", kernel(1e9, 0, 1e9)}, {"mma_sync", kernel(1e9, 1e9, 0)}}));
    const Point *fast = pointOf(r, "wgmma", Precision::TensorBf16),
                *slow = pointOf(r, "mma_sync", Precision::TensorBf16);
    CHECK(fast && slow);
    CHECK(near(fast->flop, 1e9));  // parent and child count the same operations
    CHECK(near(fast->peakFlop / fast->seconds, 4096e9));
    CHECK(near(slow->peakFlop / slow->seconds, 2730e9));
    std::size_t variants = 0;
    for (const Roof& roof : r.roofs) {
        variants += roof.variant == "hmma";
        if (roof.precision == Precision::TensorFp8 && roof.isWork) CHECK(near(roof.rate, 8192e9));
    }
    CHECK_EQ(variants, 1u);
}

TEST("tensor units that were busy uncounted make a point incomplete, a trace of them does not") {
    const Metrics fp32{{op("fadd"), 1e6}, {op("fmul"), 0}, {op("ffma"), 0}};
    const auto busy = [&](double percent) {
        Metrics m = with(fp32);
        m["sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_elapsed"] = percent;
        return m;
    };
    Metrics counted = busy(50);
    counted["sm__ops_path_tensor_src_fp16.sum"] = 1e9;
    const Result r = measured(profiled({{"hidden", busy(50)}, {"trace", busy(0.02)}, {"counted", counted}}));
    CHECK(pointOf(r, "hidden")->isIncomplete);
    CHECK(!pointOf(r, "trace")->isIncomplete);
    CHECK(!pointOf(r, "counted", Precision::TensorFp16)->isIncomplete);

    Metrics volta = with(fp32);
    volta["smsp__inst_executed_pipe_tensor.sum"] = 1000;
    volta["sm__inst_executed_pipe_tensor.sum.peak_sustained"] = 160;
    const Result v = measured(profiled({{"volta", volta}}, 70)), a = measured(profiled({{"ampere", volta}}, 80));
    CHECK(near(pointOf(v, "volta", Precision::TensorFp16)->flop, 512000));
    CHECK(near(pointOf(v, "volta", Precision::TensorFp16)->peakFlop, 160 * 512e9 * 1e-3));
    CHECK(pointOf(a, "ampere", Precision::TensorFp16) == nullptr);
}

TEST("which metric the bytes of a level are from depends on the chip, and is told") {
    const Metrics work{{op("fadd"), 1e6}, {op("fmul"), 0}, {op("ffma"), 0}};
    const auto level = [&](Metrics more, std::uint32_t chip, Level l) {
        more.insert(work.begin(), work.end());
        const Result r = measured(profiled({{"k", with(std::move(more))}}, chip));
        return std::pair(pointOf(r, "k")->bytes[indexOf(l)], pointOf(r, "k")->definition[indexOf(l)]);
    };
    CHECK(level({{"dram__bytes_read.sum", 3e6}, {"dram__bytes_write.sum", 1e6}}, 90, Level::Dram) ==
          std::pair(4e6, std::string("dram__bytes_read + dram__bytes_write")));
    CHECK(level({{"lts__lts2xbar_cycles_active.sum", 10}}, 90, Level::L2) ==
          std::pair(320.0, std::string("32 × lts__lts2xbar_cycles_active")));
    CHECK(level({{"l1tex__m_xbar2l1tex_read_bytes.sum", 10}, {"lts__t_bytes.sum", 20}}, 80, Level::L2) ==
          std::pair(10.0, std::string("l1tex__m_xbar2l1tex_read_bytes")));
    CHECK(level({{"lts__t_bytes.sum", 20}}, 70, Level::L2) == std::pair(20.0, std::string("lts__t_bytes")));
    CHECK(level({{"l1tex__lsu_writeback_active_mem_lg.sum", 2}}, 80, Level::L1) ==
          std::pair(256.0, std::string("128 × l1tex__lsu_writeback_active_mem_lg")));
    CHECK(level({{"l1tex__lsu_writeback_active.sum", 2}}, 70, Level::L1).first == 256.0);
    CHECK(!isKnown(
        level({{"l1tex__lsu_writeback_active.sum", 2}}, 80, Level::L1).first));  // there it counts more than loads
}

TEST("launches of a name are summed before they are divided, and one without a level's bytes hides the sum's") {
    const Metrics a = with({{op("fadd"), 1e6}, {op("fmul"), 0}, {op("ffma"), 0}, {"dram__bytes.sum", 1e6}});
    Metrics b = with({{op("fadd"), 9e6}, {op("fmul"), 0}, {op("ffma"), 0}, {"dram__bytes.sum", 1e6}});
    const SnapshotPtr s = profiled({{"k", a}, {"k", b}});
    CHECK_EQ(measured(s, true).points.size(), 2u);
    const Result r = measured(s);
    CHECK_EQ(r.points.size(), 1u);
    CHECK_EQ(r.points[0].launches, 2u);
    CHECK(near(r.points[0].intensity(Level::Dram), 5.0));
    CHECK(near(r.points[0].rate(), 5e9));
    b.erase("dram__bytes.sum");
    CHECK(!isKnown(measured(profiled({{"k", a}, {"k", b}})).points[0].bytes[0]));
}

TEST("a kernel without floating-point work has bytes, and neither a kind of arithmetic nor its peak or formula") {
    const Metrics none{{op("fadd"), 0},
                       {op("fmul"), 0},
                       {op("ffma"), 0},
                       {op("dadd"), 0},
                       {op("dmul"), 0},
                       {op("dfma"), 0},
                       {"dram__bytes.sum", 4e6},
                       {"dram__bytes.sum.peak_sustained", 3},
                       {"sm__sass_thread_inst_executed_op_ffma_pred_on.sum.peak_sustained", 1000}};
    Metrics some = none;
    some[op("fadd")] = 1e6;
    const SnapshotPtr s = profiled({{"move", with(none)}, {"k", with(none)}, {"k", with(some)}});
    const Result r = measured(s);
    const Point* move = pointOf(r, "move");
    CHECK(move && !move->hasWork() && !isKnown(move->peakFlop) && move->formula.empty() &&
          move->peakDefinition.empty());
    CHECK(move->bytes[indexOf(Level::Dram)] == 4e6 && move->bound() == Bound::Dram);
    // A launch that adds and one that does not are no sum: the peak would be that of both.
    CHECK_EQ(r.points.size(), 3u);
    for (const Point& p : r.points)
        if (p.hasWork()) CHECK(near(p.peakFlop, 2 * 1000 * 1e9 * 1e-3) && p.launches == 1);
    const model::reports::Request request{*s, kEver};
    const auto& report = *model::reports::find("roofline");
    const auto table = report.make(request);
    const auto cell = [&](std::size_t row, std::string_view title) {
        std::size_t c = 0;
        while (report.columns[c].title != title) ++c;
        return table.cell(row, c);
    };
    CHECK_EQ(table.rows, 3u);
    for (std::size_t row = 0; row < table.rows; ++row) {
        const bool works = std::get<double>(cell(row, "Operations")) > 0;
        CHECK_EQ(std::get<std::string>(cell(row, "Precision")), works ? "FP32" : "none");
        CHECK_EQ(
            cell(row, "Work From") == model::reports::Cell(model::Message(model::MessageCode::NoFloatingPointWork)),
            !works);
        CHECK_EQ(std::holds_alternative<double>(cell(row, "Peak GFLOP/s")), works);
        CHECK(near(std::get<double>(cell(row, "DRAM GB/s")), 4));
    }
}

namespace {
/// Points of one chip: name, precision, shape and which launch.
struct Made {
    const char* name;
    Precision precision = Precision::Fp32;
    std::uint32_t occurrence = 0;
    const char* shape = "";
    double flop = 1;
    model::LaunchGrid launchShape{};
    std::optional<std::uint32_t> ofShape{};
};
Result resultOf(const std::vector<Made>& points, const char* chip = "A") {
    Result out;
    out.chips.push_back({chip, 0, nullptr});
    for (const Made& m : points) {
        Point p;
        p.name = m.name, p.precision = m.precision,
        p.launch = {m.launchShape, m.occurrence, m.ofShape.value_or(m.occurrence)}, p.shape = m.shape, p.flop = m.flop,
        p.seconds = 1;
        out.points.push_back(std::move(p));
    }
    return out;
}
std::string matched(const Result& now, const Result& before) {
    std::string out;
    for (const auto& match : matchPoints(now, before)) out += match ? std::to_string(*match) : "-";
    return out;
}
}  // namespace

TEST("a kernel is the same by its name, whatever precision it has now and whatever chip it ran on") {
    using enum Precision;
    CHECK_EQ(matched(resultOf({{"gemm", TensorTf32}}), resultOf({{"other"}, {"gemm", Fp32}}, "B")), "1");
    // Of several points of a kernel that of its precision; one that is new has none where all others are taken.
    CHECK_EQ(matched(resultOf({{"k", Fp32}, {"k", Fp64}}), resultOf({{"k", Fp64}, {"k", Fp32}})), "10");
    CHECK_EQ(matched(resultOf({{"k", Fp32}, {"k", TensorTf32}}), resultOf({{"k", Fp32}})), "0-");
    CHECK_EQ(matched(resultOf({{"k", Fp32}, {"k", TensorTf32}}), resultOf({{"k", Fp32}, {"k", Fp16}})), "01");
    // Template arguments may have changed, but not so that two could be meant, nor into those of another that is here.
    CHECK_EQ(matched(resultOf({{"void k<float>(int)"}}), resultOf({{"void k<double>(int)"}})), "0");
    CHECK_EQ(matched(resultOf({{"void k<float>(int)"}}), resultOf({{"void k<double>(int)"}, {"void k<half>(int)"}})),
             "-");
    CHECK_EQ(matched(resultOf({{"void k<float>(int)"}, {"void k<double>(int)"}}), resultOf({{"void k<double>(int)"}})),
             "-0");
    // Operators of other sizes do other work, and what does none has no place in the chart.
    CHECK_EQ(matched(resultOf({{"mm", Fp32, 0, "8"}}), resultOf({{"mm", Fp32, 0, "4"}})), "-");
    CHECK_EQ(matched(resultOf({{"copy", Fp32, 0, "", 0}}), resultOf({{"copy", Fp32, 0, "", 0}})), "-");
    CHECK_EQ(matched(resultOf({}), resultOf({{"k"}})), "");
}

TEST("launches are compared in their order, later ones with the last") {
    const Result now = resultOf({{"k", Precision::Fp32, 2}, {"k", Precision::Fp32, 0}, {"k", Precision::Fp32, 1}});
    CHECK_EQ(matched(now, resultOf({{"k", Precision::Fp32, 1}, {"k", Precision::Fp32, 0}})), "010");
    // Of those of one shape, where there are such, as in the list of kernels.
    const auto launch = [](std::uint32_t nth, std::int64_t grid, std::uint32_t ofShape) {
        return Made{"k", Precision::Fp32, nth, "", 1, {grid}, ofShape};
    };
    CHECK_EQ(matched(resultOf({launch(0, 8, 0), launch(1, 4, 0), launch(2, 8, 1)}),
                     resultOf({launch(0, 4, 0), launch(1, 8, 0), launch(2, 4, 1), launch(3, 8, 1)})),
             "103");
    CHECK_EQ(matched(resultOf({launch(0, 8, 0), launch(1, 2, 0)}),
                     resultOf({launch(0, 4, 0), launch(1, 4, 1), launch(2, 4, 2)})),
             "01");
    // They are counted by kernel.
    const Metrics work = with({{op("ffma"), 1000}, {"dram__bytes.sum", 1e6}});
    const Result each = measured(profiled({{"a", work}, {"b", work}, {"a", work}}), true);
    std::map<std::string, std::uint32_t> most;
    for (const Point& p : each.points) most[p.name] = std::max(most[p.name], p.launch.ofAll);
    CHECK(each.points.size() == 3 && most["a"] == 1 && most["b"] == 0);
}

TEST("rates that no data sheet says are told apart") {
    const PeakTable& t = importers::builtInPeaks();
    const ChipPeaks& h100 = *t.find("NVIDIA H100 80GB HBM3", 132, 85e9);
    CHECK(h100.rates.work[indexOf(Precision::TensorInt8)] > 1.9e15 &&
          h100.unverifiedWork[indexOf(Precision::TensorInt8)] && !h100.unverifiedWork[indexOf(Precision::TensorFp16)]);
    for (const Level l : {Level::L2, Level::L1})
        CHECK(h100.rates.traffic[indexOf(l)] > h100.rates.traffic[0] && h100.unverifiedTraffic[indexOf(l)]);
    CHECK(!h100.unverifiedTraffic[0]);
    CHECK(t.find("NVIDIA GeForce RTX 4090", 128, 25e9)->unverifiedWork[indexOf(Precision::Fp32)]);
    const auto read = [](const char* more) {
        return importers::readPeaks(fmt::format(
            R"({{"chips": [{{"name": "x", "match": ["x"], "tops": {{"fp32": 1, "fp64": 2}}, {}}}]}})", more));
    };
    CHECK(read(R"("unverified": ["fp64"])")->chips[0].unverifiedWork[indexOf(Precision::Fp64)]);
    CHECK(!read(R"("unverified": ["fp64"])")->chips[0].unverifiedWork[indexOf(Precision::Fp32)]);
    CHECK(read(R"("verified": false)")->chips[0].unverifiedTraffic[0] &&
          !read(R"("verified": true)")->chips[0].unverifiedTraffic[0]);
    CHECK(!read(R"("unverified": ["fp65"])").has_value() && !read(R"("unverified": [1])").has_value());
    const Result r = measured(ncu_samples::open(ncu_samples::own() / "kern_full.ncu-rep"));
    std::size_t unverified = 0;
    for (const Roof& roof : r.roofs) {
        if (!roof.isVerified) ++unverified, CHECK(roof.origin != Origin::Measured);
        if (roof.origin == Origin::DataSheet && !roof.isWork) CHECK_EQ(roof.isVerified, roof.level == Level::Dram);
    }
    CHECK_EQ(unverified, 4u);  // INT8 with its practical share, L2, L1
}

TEST("a kernel without counters of work is counted as one of which nothing is known") {
    const Result r = measured(profiled({{"k", {{"gpu__time_duration.sum", 1e6}}}}));
    CHECK(r.points.empty());
    CHECK_EQ(r.without, 1u);
}

TEST("devices find their peaks by name, multiprocessors and memory") {
    const PeakTable& t = importers::builtInPeaks();
    const auto name = [&](std::string_view device, std::int64_t sms, double memory) {
        return t.find(device, sms, memory) ? t.find(device, sms, memory)->name : std::string();
    };
    CHECK_EQ(name("NVIDIA H100 80GB HBM3", 132, 85e9), "H100 SXM");
    CHECK_EQ(name("NVIDIA H100 PCIe", 114, 85e9), "H100 PCIe");
    CHECK_EQ(name("NVIDIA H200", 132, 150e9), "H200 SXM");
    CHECK_EQ(name("NVIDIA A100-PG509-200", 108, 42505273344.0), "A100 SXM 40 GB");
    CHECK_EQ(name("NVIDIA A100-SXM4-80GB", 108, 84.9e9), "A100 SXM 80 GB");
    CHECK_EQ(name("AMD Instinct MI300X VF", 304, 0), "MI300X");
    CHECK_EQ(name("AMD Instinct MI350X", 0, 0), "MI350X");
    CHECK_EQ(name("AMD Instinct MI355X", 256, 0), "MI355X");
    CHECK_EQ(name("AMD Instinct MI355X", 128, 0), "");
    CHECK_EQ(name("nvidia b200", 148, 0), "B200 SXM");
    CHECK_EQ(name("NVIDIA H100 80GB HBM3", 78, 0), "");  // a part of one: its peaks are not those of the whole
    CHECK_EQ(name("NVIDIA GeForce RTX 3070", 46, 0), "");
    for (const ChipPeaks& c : t.chips)
        CHECK(!c.source.empty() && c.rates.traffic[indexOf(Level::Dram)] > 0 &&
              c.rates.work[indexOf(Precision::Fp32)] > 0);
    // Two chips of one design differ by their clocks alone: every rate is so many operations a clock.
    const ChipPeaks &slower = *t.find("MI350X", 256, 0), &faster = *t.find("MI355X", 256, 0);
    for (std::size_t i = 0; i < slower.rates.work.size(); ++i)
        CHECK(std::abs(faster.rates.work[i] * slower.clock - slower.rates.work[i] * faster.clock) <=
              1e-3 * faster.rates.work[i] * slower.clock);
    CHECK(faster.rates.work[indexOf(Precision::Fp32)] > slower.rates.work[indexOf(Precision::Fp32)]);
}

TEST("a person's own peaks go before those of the program, and a broken file is named") {
    const cli_run::Folder folder;
    const auto own = importers::peaksWith(folder.write(
        "own.json",
        R"({"chips": [{"name": "Mine", "match": ["H100"], "dram_gb_s": 3000, "l2_gb_s": 5500, "tops": {"fp32": 60}}]})"));
    CHECK(own.notUsed.empty());
    const ChipPeaks* chip = own.table.find("NVIDIA H100 80GB HBM3", 132, 0);
    CHECK(chip && chip->name == "Mine" && chip->rates.traffic[indexOf(Level::L2)] == 5500e9);
    CHECK_EQ(own.table.chips.size(), importers::builtInPeaks().chips.size() + 1);
    for (const char* text : {"", "[]", R"({"chips": [7]})", R"({"chips": [{"name": "x"}]})",
                             R"({"chips": [{"name": "x", "match": ["x"], "tops": {"fp33": 1}}]})",
                             R"({"chips": [{"name": "x", "match": ["x"], "dram_gb_s": -1}]})",
                             R"({"chips": [{"name": "x", "match": ["x"], "tops": {"fp32": 1e300}}]})",
                             R"({"chips": [{"name": "x", "match": ["x"], "memory_gb": [2, 1]}]})",
                             R"({"chips": [{"name": "x", "match": ["x"], "practical": 1.5}]})"}) {
        const auto broken = importers::peaksWith(folder.write("broken.json", text));
        CHECK(english(broken.notUsed).find("is not used") != std::string::npos);
        CHECK_EQ(broken.table.chips.size(), importers::builtInPeaks().chips.size());
    }
    CHECK(importers::peaksWith(folder / "none.json").notUsed.empty());
}

TEST("a file that is chosen takes the place of a person's own peaks, and what was read before stays") {
    const cli_run::Folder folder;
    const importers::Peaks& before = importers::devicePeaks();
    const std::size_t chips = before.table.chips.size();
    const auto usual = importers::ownPeaksFile();
    CHECK_EQ(usual, importers::usualPeaksFile());
    const auto chosen = folder.write(
        "mine.json", R"({"chips": [{"name": "Mine", "match": ["H100"], "dram_gb_s": 3000, "tops": {"fp32": 60}}]})");
    importers::choosePeaksFile(chosen);
    CHECK_EQ(importers::ownPeaksFile(), std::filesystem::path(chosen));
    CHECK_EQ(importers::devicePeaks().table.chips.at(0).name, "Mine");
    CHECK_EQ(before.table.chips.size(), chips);
    importers::choosePeaksFile(folder.write("broken.json", "{"));
    CHECK(!importers::devicePeaks().notUsed.empty());
    importers::choosePeaksFile({});
    CHECK_EQ(importers::ownPeaksFile(), usual);
    CHECK_EQ(importers::devicePeaks().table.chips.size(), chips);
}

TEST("operators' work is that of their formula") {
    struct Row {
        const char *name, *sizes, *types, *values;
        double flop, bytes;
        Precision precision;
    };
    constexpr const char *kBf16 = R"(["c10::BFloat16","c10::BFloat16","c10::BFloat16"])",
                         *kFloat = R"(["float","float","float"])",
                         *kHalf = R"(["c10::Half","c10::Half","c10::Half","c10::Half"])";
    const Row rows[] = {
        {"aten::mm", "[[2, 3], [3, 4]]", kFloat, "", 48, 4.0 * (6 + 12 + 8), Precision::Fp32},
        {"aten::addmm", "[[2048], [141, 512], [512, 2048], [], []]", kBf16, "", 2.0 * 141 * 512 * 2048,
         2.0 * (2048 + 141 * 512 + 512 * 2048 + 141 * 2048), Precision::TensorBf16},
        {"aten::bmm", "[[8, 2, 3], [8, 3, 4]]", kHalf, "", 8 * 48.0, 2.0 * 8 * (6 + 12 + 8), Precision::TensorFp16},
        {"aten::linear", "[[2, 5, 3], [4, 3], [4]]", kFloat, "", 2.0 * 10 * 3 * 4, 4.0 * (30 + 12 + 40 + 4),
         Precision::Fp32},
        // ResNet's first convolution: 112 × 112 places, 64 × 3 × 7 × 7 weights.
        {"aten::cudnn_convolution", "[[1, 3, 224, 224], [64, 3, 7, 7], [], [], [], []]", kFloat,
         R"(["", "", "[3, 3]", "[2, 2]", "[1, 1]", "1"])", 2.0 * 112 * 112 * 64 * 147,
         4.0 * (3 * 224 * 224 + 64 * 147 + 64 * 112 * 112), Precision::Fp32},
        {"aten::convolution", "[[1, 3, 224, 224], [64, 3, 7, 7], [64], [], [], [], [], [], []]", kFloat,
         R"(["", "", "", "[2, 2]", "[3, 3]", "[1, 1]", "False", "[0, 0]", "1"])", 2.0 * 112 * 112 * 64 * 147,
         4.0 * (3 * 224 * 224 + 64 * 147 + 64 * 112 * 112), Precision::Fp32},
        {"aten::convolution_backward",
         "[[1, 64, 112, 112], [1, 3, 224, 224], [64, 3, 7, 7], [], [], [], [], [], [], [], []]", kFloat,
         R"(["", "", "", "[0]", "[2, 2]", "[3, 3]", "[1, 1]", "False", "[0, 0]", "1", "[False, True, False]"])",
         2.0 * 112 * 112 * 64 * 147, 4.0 * (64 * 112 * 112 + 3 * 224 * 224 + 64 * 147), Precision::Fp32},
        {"aten::_flash_attention_forward", "[[1, 141, 8, 64], [1, 141, 8, 64], [1, 141, 8, 64]]", kBf16, "",
         4.0 * 8 * 141 * 141 * 64, 2.0 * 4 * 141 * 8 * 64, Precision::TensorBf16},
        {"aten::_scaled_dot_product_flash_attention",
         "[[1, 8, 141, 64], [1, 8, 141, 64], [1, 8, 141, 64], [], [], [], []]", kBf16,
         R"(["", "", "", "0.", "True", "False", "0.125"])", 2.0 * 8 * 141 * 141 * 64, 2.0 * 4 * 141 * 8 * 64,
         Precision::TensorBf16},
        {"aten::native_layer_norm", "[[4, 10], [], [10], [10], []]", kHalf, "", 8 * 40.0, 2.0 * 80, Precision::Fp32},
        {"aten::add", "[[4, 10], [10], []]", kFloat, "", 40, 4.0 * (40 + 10 + 40), Precision::Fp32},
        {"aten::relu", "[[4, 10]]", R"(["double"])", "", 40, 8.0 * 80, Precision::Fp64},
    };
    for (const Row& row : rows) {
        const auto work = modelOf(row.name, {row.sizes, row.types, row.values});
        CHECK(work.has_value());
        if (!work) continue;
        CHECK_EQ(work->flop, row.flop);
        CHECK_EQ(work->bytes, row.bytes);
        CHECK(work->precision == row.precision);
    }
}

TEST("an operator whose inputs do not fit its formula has no model") {
    const auto none = [](const char* name, const char* sizes, const char* types = R"(["float","float","float"])",
                         const char* values = "") {
        return !modelOf(name, {sizes, types, values}).has_value();
    };
    CHECK(none("aten::mm", "[[2, 3], [4, 4]]"));
    CHECK(none("aten::mm", "[[2, 3]]"));
    CHECK(none("aten::mm", "[[2, 0], [0, 4]]"));
    CHECK(none("aten::mm", ""));
    CHECK(none("aten::mm", "[[2, 3], [3, 4]"));
    CHECK(none("aten::mm", "[[2, -3], [-3, 4]]"));
    CHECK(none("aten::mm", "[[2, 3], [3, 4]]", R"(["long int","long int"])"));
    CHECK(none("aten::mm", "[[99999999999999999999, 3], [3, 4]]"));
    CHECK(none("aten::cudnn_convolution", "[[1, 3, 8, 8], [4, 3, 3, 3]]"));  // stride and padding were not recorded
    CHECK(none("aten::cudnn_convolution", "[[1, 3, 8, 8], [4, 3, 3, 3]]", R"(["float","float"])",
               R"(["", "", "[0, 0]", "[0, 0]", "[1, 1]"])"));
    CHECK(none("aten::unheard_of", "[[2, 3], [3, 4]]"));
    std::string deep(1000, '['), many = "[";
    for (int i = 0; i < 100; ++i) many += "[1],";
    CHECK(!readSizes(deep) && !readSizes(many + "[]]") && !readSizes("]") && !readSizes("7"));
    CHECK(isTf32Kernel("ampere_fp16_s16816gemm") && isTf32Kernel("cutlass_80_tensorop_s1688gemm") &&
          !isTf32Kernel("ampere_sgemm_128x64"));
}

TEST("operators of a trace have the time of their kernels, and one around another counts nothing") {
    // addmm 10 … 50 in linear 5 … 60: two kernels of the former, one that linear launched itself. µs.
    constexpr std::string_view kTrace =
        R"json({"schemaVersion":1,"deviceProperties":[{"id":0,"name":"NVIDIA H100 80GB HBM3","numSms":132,"totalGlobalMem":85000000000}],"traceEvents":[
        {"ph":"X","cat":"cpu_op","name":"aten::linear","pid":1,"tid":1,"ts":5,"dur":55,"args":{"External id":1,"Input Dims":[[1000,1000],[1000,1000],[1000]],"Input type":["c10::BFloat16","c10::BFloat16","c10::BFloat16"]}},
        {"ph":"X","cat":"cpu_op","name":"aten::addmm","pid":1,"tid":1,"ts":10,"dur":40,"args":{"External id":2,"Input Dims":[[1000],[1000,1000],[1000,1000],[],[]],"Input type":["c10::BFloat16","c10::BFloat16","c10::BFloat16","Scalar","Scalar"]}},
        {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":20,"dur":5,"args":{"correlation":7}},
        {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":30,"dur":5,"args":{"correlation":8}},
        {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":52,"dur":5,"args":{"correlation":9}},
        {"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":100,"dur":8,"args":{"device":0,"stream":7,"correlation":7}},
        {"ph":"X","cat":"kernel","name":"epilogue","pid":0,"tid":7,"ts":110,"dur":2,"args":{"device":0,"stream":7,"correlation":8}},
        {"ph":"X","cat":"kernel","name":"other","pid":0,"tid":7,"ts":120,"dur":3,"args":{"device":0,"stream":7,"correlation":9}}]})json";
    const cli_run::Folder folder;
    const Opened o(folder.write("t.json", kTrace));
    const Result r = measured(o.s);
    CHECK_EQ(r.points.size(), 1u);
    CHECK_EQ(r.kernels, 3u);
    CHECK_EQ(r.without, 1u);
    const Point& p = r.points.at(0);
    CHECK_EQ(p.name, "aten::addmm");
    CHECK(p.isModel && p.precision == Precision::TensorBf16 && p.peaks == Origin::DataSheet);
    CHECK(near(p.seconds, 10e-6));
    CHECK(near(p.rate(), 2e9 / 10e-6));
    CHECK(near(p.peakFlop / p.seconds, 989.4e12));
    CHECK_EQ(p.bytes[0], 2.0 * (3e6 + 1000));
    CHECK_EQ(p.events.size(), 2u);
    CHECK_EQ(p.shape, "M 1000 N 1000 K 1000");
    // A call counts where a kernel of it ran, and whole: 109 … 115 µs hold the second kernel of the product alone, and
    // the operator was before.
    const Result part = measure({*o.s, {109'000, 115'000}, {}, 0, {}, false, false, &importers::builtInPeaks()});
    CHECK_EQ(part.points.size(), 1u);
    CHECK_EQ(part.kernels, 1u);
    CHECK_EQ(part.without, 0u);
    CHECK(near(part.points.at(0).rate(), 2e9 / 10e-6));
}

TEST("a device that the list of devices lacks is taken for one of them where they are alike") {
    const auto trace = [](const char* second) {
        return fmt::format(
            R"json({{"schemaVersion":1,"deviceProperties":[{{"id":0,"name":"AMD Instinct MI300X VF"}},{{"id":1,"name":"{}"}}],"traceEvents":[
        {{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":10,"dur":40,"args":{{"External id":2,"Input Dims":[[9,9],[9,9]],"Input type":["float","float"]}}}},
        {{"ph":"X","cat":"cuda_runtime","name":"hipLaunchKernel","pid":1,"tid":1,"ts":20,"dur":5,"args":{{"correlation":7}}}},
        {{"ph":"X","cat":"kernel","name":"gemm","pid":2,"tid":7,"ts":100,"dur":8,"args":{{"device":2,"stream":7,"correlation":7}}}}]}})json",
            second);
    };
    const cli_run::Folder folder;
    const Opened alike(folder.write("alike.json", trace("AMD Instinct MI300X VF"))),
        mixed(folder.write("mixed.json", trace("AMD Instinct MI210")));
    CHECK_EQ(measured(alike.s).chips.at(0).name, "AMD Instinct MI300X VF");
    CHECK_EQ(measured(mixed.s).chips.at(0).name, "");
}

TEST("matrix products of a real trace do no more than their chip can") {
    const char* shared = std::getenv("SIGHTLINE_SHARED");
    const std::filesystem::path folder = std::filesystem::path(shared ? shared : "") / "samples/kineto";
    if (!shared || !std::filesystem::exists(folder)) SKIP("no sample reports");
    for (const char* file :
         {"tl_h100_gaunernst_bert_small_uncased_1016001.json.gz", "tl_h100_Qwen_Qwen1.5_0.5B_Chat_1016005.json.gz",
          "tl_b200_eager_trace.json.gz", "tl_perf_model_normalization_normalization_layer_test.json.gz"}) {
        const Opened o(folder / file);
        const Result r = measured(o.s, true);
        CHECK(!r.points.empty());
        for (const Point& p : r.points) {
            if (!isTensor(p.precision)) continue;
            CHECK(p.flop > 0 && p.rate() <= p.peakFlop / p.seconds);
        }
    }
}

TEST("the command line prints the table, a row a name or a row a launch") {
    const auto path = (ncu_samples::own() / "kern_full.ncu-rep").string();
    const auto ran = cli_run::run("XDG_CONFIG_HOME=/nonexistent", "stats", "-r", "roofline:launch", "-f", "csv", path);
    CHECK_EQ(ran.code, 0);
    CHECK(ran.says("GFLOP/s") && ran.says("derived__lts__lts2xbar_bytes") && ran.says("vecAdd"));
    CHECK_EQ(cli_run::run("", "stats", "-r", "cuda_gpu_kern_sum:launch", path).code, 2);
    const cli_run::Folder folder;
    folder.write("sightline/peaks.json", "{");
    CHECK(cli_run::run("XDG_CONFIG_HOME=" + (folder / "").string(), "stats", "-r", "roofline:name", path)
              .says("is not used"));
}

TEST("the command line says why a table has no rows, in any format") {
    const cli_run::Folder folder;
    const std::string path = folder.write(
        "a.json",
        R"({"traceEvents":[{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":0,"dur":5,"args":{"device":0,"stream":7}}]})");
    for (const char* format : {"table", "markdown", "csv", "tsv", "json"}) {
        const auto ran = cli_run::run("", "stats", "-r", "roofline", "-f", format, path);
        CHECK(ran.code == 0 && ran.says("The report says nothing of the kernels' work"));
    }
    CHECK(!cli_run::run("", "stats", "-f", "csv", path).says("sightline:"));  // nobody asked for those that are empty
}
