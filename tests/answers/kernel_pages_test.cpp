// SPDX-License-Identifier: GPL-3.0-or-later
// What the pages of a profiled kernel show: against what ncu printed, and against the curves and limits that reports
// hold.
#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "model/kernels/kernel_sections.h"
#include "model/kernels/kernel_summary.h"
#include "model/kernels/memory_flow.h"
#include "model/kernels/occupancy.h"
#include "model/reports/report.h"
#include "tests/kit/cli_run.h"
#include "tests/kit/ncu_samples.h"

namespace {

using namespace model;

bool near(double a, double b, double part = 1e-3) {
    return std::abs(a - b) <= part * std::max(std::abs(a), std::abs(b));
}

/// The raw page as ncu printed it: column → cell, a record a kernel.
std::vector<std::map<std::string, std::string>> rawPage(const char* name) {
    const auto rows = ncu_samples::readCsv(ncu_samples::own() / (std::string(name) + ".raw.csv"));
    std::vector<std::map<std::string, std::string>> out;
    for (std::size_t r = 2; r < rows.size(); ++r) {
        out.emplace_back();
        for (std::size_t c = 0; c < rows[0].size(); ++c) out.back()[rows[0][c]] = rows[r][c];
    }
    return out;
}
double printed(const std::map<std::string, std::string>& row, const std::string& column) {
    std::string cell = row.at(column);
    std::erase(cell, ',');
    return std::stod(cell);
}

TEST("the summary of a kernel has what the raw page and the rules of the details page say") {
    for (const char* name : {"kern_full", "kern_roofline"}) {
        const SnapshotPtr s = ncu_samples::open(ncu_samples::own() / (std::string(name) + ".ncu-rep"));
        const auto page = rawPage(name);
        const auto details = ncu_samples::readCsv(ncu_samples::own() / (std::string(name) + ".details.csv"));
        const auto summaries = kernelSummaries(*s);
        CHECK_EQ(summaries.size(), page.size());
        for (const KernelSummary& k : summaries) {
            const auto& row = page[k.profile];
            CHECK(near(k.ns, printed(row, "gpu__time_duration.sum") * 1e3));
            CHECK(near(k.compute, printed(row, "sm__throughput.avg.pct_of_peak_sustained_elapsed")));
            CHECK(near(k.memory, printed(row, "gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed")));
            CHECK(near(k.registers, printed(row, "launch__registers_per_thread")));
            CHECK(near(k.cycles, printed(row, "gpc__cycles_elapsed.max")));
            double greatest = -1;
            for (const auto& cells : details)
                if (cells.size() >= 20 && cells[0] == std::to_string(k.profile) && cells[18] == "global")
                    greatest = std::max(greatest, std::stod(cells[19]));
            CHECK_EQ(std::isnan(k.speedup), greatest < 0);
            if (greatest >= 0) CHECK(std::abs(k.speedup - greatest) <= 0.01 * std::max(greatest, 1.0));
            CHECK_EQ(k.rule != nullptr, greatest >= 0);
        }
    }
}

TEST("the summary of a details page is that of the report it was printed of") {
    const SnapshotPtr report = ncu_samples::open(ncu_samples::own() / "kern_full.ncu-rep"),
                      page = ncu_samples::open(ncu_samples::own() / "kern_full.details.csv");
    const auto a = kernelSummaries(*report), b = kernelSummaries(*page);
    CHECK_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        CHECK(near(a[i].ns, b[i].ns) && near(a[i].compute, b[i].compute, 0.02) && near(a[i].memory, b[i].memory, 0.02));
        CHECK(near(a[i].registers, b[i].registers) && near(a[i].cycles, b[i].cycles));
        CHECK(std::isnan(a[i].speedup) == std::isnan(b[i].speedup) &&
              (std::isnan(a[i].speedup) || near(a[i].speedup, b[i].speedup, 0.02)));
    }
}

TEST("the table of profiled kernels is the summaries, in the order of the report") {
    const SnapshotPtr s = ncu_samples::open(ncu_samples::own() / "kern_full.ncu-rep");
    const reports::Report* report = reports::find("kernel_profiles");
    CHECK(report != nullptr);
    const reports::Table t = report->make({*s, {-kTimeLimit, kTimeLimit}});
    const auto summaries = kernelSummaries(*s);
    CHECK_EQ(t.rows, summaries.size());
    for (std::size_t row = 0; row < t.rows; ++row) {
        CHECK_EQ(std::get<std::int64_t>(t.cell(row, 0)), static_cast<std::int64_t>(row));
        CHECK_EQ(std::get<std::int64_t>(t.cell(row, 2)), std::llround(summaries[row].ns));
        CHECK_EQ(std::get<std::string>(t.cell(row, 10)),
                 std::string(s->text(s->kernelProfiles().at(summaries[row].profile).name)));
        CHECK_EQ(t.evidence(row).events.size(), 1);
    }
    CHECK_EQ(std::get<std::string>(t.cell(1, 7)), std::string("(32, 32, 1)"));
    auto empty = EventStore::create();
    CHECK(!report->make({*empty->publish(true), {-kTimeLimit, kTimeLimit}}).why.empty());
}

TEST(
    "the memory chart carries what the raw page counted, and hit rates of the tables are those that the profiler worked out") {
    const SnapshotPtr s = ncu_samples::open(ncu_samples::own() / "kern_full.ncu-rep");
    // The page scales columns; base units are those of the unscaled neighbours.
    const auto rows = ncu_samples::readCsv(ncu_samples::own() / "kern_full.raw.csv");
    const auto cell = [&](ProfileId id, const std::string& column) {
        const auto at = static_cast<std::size_t>(std::find(rows[0].begin(), rows[0].end(), column) - rows[0].begin());
        const std::string& unit = rows[1][at];
        std::string text = rows[id + 2][at];
        std::erase(text, ',');
        const double scale = unit == "Kbyte" ? 1e3 : unit == "Mbyte" ? 1e6 : unit == "Gbyte" ? 1e9 : 1;
        return std::stod(text) * scale;
    };
    for (ProfileId id = 0; id < s->profileCount(); ++id) {
        const MemoryChart chart = memoryChart(*s, s->kernelProfiles().at(id));
        CHECK(chart.isMeasured());
        using P = MemoryPlace;
        CHECK(near(chart.flow(P::Device, P::L2).amount, cell(id, "dram__bytes_read.sum")));
        CHECK(near(chart.flow(P::L2, P::Device).amount, cell(id, "dram__bytes_write.sum")));
        CHECK(near(chart.flow(P::L2, P::Device).percent,
                   cell(id, "dram__bytes_write.sum.pct_of_peak_sustained_elapsed"), 0.01));
        CHECK(near(chart.flow(P::L2, P::L1).amount, cell(id, "l1tex__m_xbar2l1tex_read_bytes.sum")));
        CHECK(near(chart.flow(P::L1, P::L2).amount, cell(id, "l1tex__m_l1tex2xbar_write_bytes.sum")));
        CHECK(near(chart.flow(P::L1, P::Kernel).amount,
                   cell(id, "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum")));  // they load nothing else
        CHECK(near(chart.flow(P::Shared, P::Kernel).amount, cell(id, "smsp__sass_inst_executed_op_shared_ld.sum")));
        CHECK(near(chart.hitRate[static_cast<std::size_t>(P::L2)], cell(id, "lts__t_sector_hit_rate.pct"), 0.01));
        const auto tables = memoryTables(*s, s->kernelProfiles().at(id));
        CHECK_EQ(tables.size(), 4);
        for (const MemoryTable& t : tables)
            for (const MemoryTable::Row& row : t.rows)
                CHECK(row.cells.size() == t.columns.size() && row.metrics.size() == row.cells.size());
        const MemoryTable::Row& load = tables[0].rows[0];
        CHECK_EQ(load.label, std::string_view("Global load"));
        CHECK(near(load.cells[0], cell(id, "smsp__sass_inst_executed_op_global_ld.sum")));
        CHECK(near(load.cells[2], cell(id, "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum")));
        CHECK(std::abs(load.cells[4] - cell(id, "l1tex__t_sector_pipe_lsu_mem_global_op_ld_hit_rate.pct")) < 0.01);
        CHECK(near(load.cells[5], load.cells[2] * 32));
        CHECK(near(tables[3].rows[0].cells[0] * 32, cell(id, "dram__bytes_read.sum")));
    }
}

TEST("a kernel whose memory was not measured has an empty chart and no tables") {
    const SnapshotPtr s = ncu_samples::open(ncu_samples::own() / "kern_full.details.csv");
    CHECK(!memoryChart(*s, s->kernelProfiles().at(0)).isMeasured());
    CHECK(memoryTables(*s, s->kernelProfiles().at(0)).empty());
}

const SectionLine* lineOf(const std::vector<SectionLine>& lines, std::string_view label) {
    for (const SectionLine& line : lines)
        if (line.label == label) return &line;
    return nullptr;
}
const SectionGroup* groupOf(const Snapshot& s, const std::vector<SectionGroup>& groups, std::string_view id) {
    for (const SectionGroup& g : groups)
        if (s.text(g.section->id) == id) return &g;
    return nullptr;
}

TEST("a throughput is the greatest of its parts, and each part is what the raw page says") {
    const SnapshotPtr s = ncu_samples::open(ncu_samples::own() / "kern_full.ncu-rep");
    const auto page = rawPage("kern_full");
    std::size_t parts = 0;
    for (ProfileId id = 0; id < s->profileCount(); ++id) {
        const auto groups = sectionGroups(*s, s->kernelProfiles().at(id));
        const SectionGroup* speed = groupOf(*s, groups, "SpeedOfLight");
        CHECK(speed != nullptr);
        for (const char* label : {"Compute (SM) Throughput", "Memory Throughput"}) {
            const SectionLine* line = lineOf(speed->numbers, label);
            CHECK(line && line->parts.size() > 20);
            CHECK(near(line->parts.front().value.number(), line->value.number(), 1e-9));
            CHECK(near(line->share * 100, line->value.number(), 1e-9));
            for (std::size_t i = 0; i < line->parts.size(); ++i) {
                const SectionLine& part = line->parts[i];
                CHECK(i == 0 || part.value.number() <= line->parts[i - 1].value.number());
                const std::string column(s->text(part.metric));
                CHECK(std::abs(part.value.number() - printed(page[id], column)) < 0.006);
                ++parts;
            }
        }
    }
    CHECK(parts > 250);
}

TEST("pipes, stalls, schedulers and opcodes are charts with the values of the report") {
    const SnapshotPtr s = ncu_samples::open(ncu_samples::own() / "kern_full.ncu-rep");
    const auto page = rawPage("kern_full");
    for (ProfileId id = 0; id < s->profileCount(); ++id) {
        const KernelProfile& p = s->kernelProfiles().at(id);
        const auto groups = sectionGroups(*s, p);
        const SectionGroup *compute = groupOf(*s, groups, "ComputeWorkloadAnalysis"),
                           *stalls = groupOf(*s, groups, "WarpStateStats"),
                           *scheduler = groupOf(*s, groups, "SchedulerStats"),
                           *instructions = groupOf(*s, groups, "InstructionStats");
        CHECK(compute && stalls && scheduler && instructions);
        CHECK_EQ(compute->charts.size(), 4);
        CHECK(lineOf(compute->charts[0].lines, "FMA") &&
              near(lineOf(compute->charts[0].lines, "FMA")->value.number(),
                   printed(page[id], "sm__pipe_fma_cycles_active.avg.pct_of_peak_sustained_elapsed"), 0.01));
        // Stalls add up to the cycles between two instructions of a warp.
        CHECK_EQ(stalls->charts.size(), 1);
        double sum = 0;
        for (const SectionLine& line : stalls->charts[0].lines) sum += line.value.number();
        CHECK(stalls->charts[0].lines.size() > 15 &&
              near(sum, lineOf(stalls->numbers, "Warp Cycles Per Issued Instruction")->value.number(), 0.02));
        CHECK_EQ(stalls->charts[0].lines.front().share, 1.0);
        CHECK_EQ(scheduler->charts.size(), 1);
        CHECK_EQ(scheduler->charts[0].lines.size(), 5);
        CHECK_EQ(scheduler->charts[0].lines[0].value.number(), 16.0);  // in the report's order
        double executed = 0;
        for (const SectionBars& chart : instructions->charts)
            if (chart.title == "Executed Instruction Mix")
                for (const SectionLine& line : chart.lines) executed += line.value.number();
        CHECK(near(executed, printed(page[id], "smsp__inst_executed.sum"), 1e-9));
    }
}

TEST("a line finds its value in another report, by the names of metric and opcode") {
    const SnapshotPtr full = ncu_samples::open(ncu_samples::own() / "kern_full.ncu-rep"),
                      roofline = ncu_samples::open(ncu_samples::own() / "kern_roofline.ncu-rep");
    const auto groups = sectionGroups(*full, full->kernelProfiles().at(2));
    const KernelProfile& other = roofline->kernelProfiles().at(2);
    const SectionLine* duration = lineOf(groupOf(*full, groups, "SpeedOfLight")->numbers, "Duration");
    CHECK(near(valueOfLine(*full, *duration, *roofline, other).number(),
               printed(rawPage("kern_roofline")[2], "gpu__time_duration.sum") * 1e3));
    const SectionBars& opcodes = groupOf(*full, groups, "InstructionStats")->charts.back();
    CHECK(opcodes.lines.front().instance != 0);
    CHECK_EQ(valueOfLine(*full, opcodes.lines.front(), *full, full->kernelProfiles().at(2)).bits,
             opcodes.lines.front().value.bits);
    CHECK(valueOfLine(*full, opcodes.lines.front(), *roofline, other).type == MetricValue::Type::None);
}

TEST("metrics are read by their unit and counter") {
    CHECK_EQ(readableMetric("l1tex__data_bank_reads.avg.pct_of_peak_sustained_elapsed"),
             std::string("L1: data bank reads"));
    CHECK_EQ(readableMetric("nobody__knows"), std::string("nobody: knows"));
    CHECK_EQ(readableMetric("Duration"), std::string("Duration"));
}

std::uint32_t limitIn(const Snapshot& s, const KernelProfile& p, const char* metric) {
    return static_cast<std::uint32_t>(ProfileValues(s, p).number(std::string("launch__occupancy_limit_") + metric));
}

TEST("limits and theoretical occupancy are those that every sample report holds") {
    std::set<std::uint32_t> chips;
    std::size_t kernels = 0;
    for (const auto& path : ncu_samples::all()) {
        const SnapshotPtr s = ncu_samples::open(path);
        for (ProfileId id = 0; id < s->profileCount(); ++id) {
            const KernelProfile& p = s->kernelProfiles().at(id);
            const ChipLimits* chip = chipLimits(p.chip);
            const auto launch = launchOf(*s, p);
            CHECK(chip && launch);
            const Occupancy o = occupancyOf(*chip, *launch);
            CHECK_EQ(o.limit(Limiter::Blocks), limitIn(*s, p, "blocks"));
            CHECK_EQ(o.limit(Limiter::Warps), limitIn(*s, p, "warps"));
            CHECK_EQ(o.limit(Limiter::Registers), limitIn(*s, p, "registers"));
            // Until 2021 the profiler counted with all shared memory that the chip can have, and not with what the
            // launch was given.
            LaunchShape whole = *launch;
            whole.carveOut = 0;
            const std::uint32_t shared = limitIn(*s, p, "shared_mem");
            CHECK(o.limit(Limiter::SharedMemory) == shared ||
                  (p.chip == 86 && occupancyOf(*chip, whole).limit(Limiter::SharedMemory) == shared));
            CHECK(near(o.share * 100, ProfileValues(*s, p).number("sm__maximum_warps_per_active_cycle_pct"), 1e-6));
            CHECK_EQ(static_cast<double>(o.warps),
                     ProfileValues(*s, p).number("sm__maximum_warps_avg_per_active_cycle"));
            chips.insert(p.chip);
            ++kernels;
        }
    }
    CHECK_EQ(kernels, 60);
    CHECK(chips == std::set<std::uint32_t>({75, 86, 89, 90}));
}

TEST("the details page says how kernels were launched, too") {
    const SnapshotPtr report = ncu_samples::open(ncu_samples::own() / "kern_full.ncu-rep"),
                      page = ncu_samples::open(ncu_samples::own() / "kern_full.details.csv");
    for (ProfileId id = 0; id < report->profileCount(); ++id) {
        const auto a = launchOf(*report, report->kernelProfiles().at(id)),
                   b = launchOf(*page, page->kernelProfiles().at(id));
        CHECK(a && b);
        CHECK_EQ(a->threads, b->threads);
        CHECK_EQ(a->registers, b->registers);
        CHECK(near(a->shared, b->shared, 0.01) &&
              near(a->carveOut, b->carveOut, 0.01));  // printed with two digits behind the point of kB
    }
}

/// Compares a curve of the report (whole per cent, cut off) with ours.
std::size_t compareCurve(const Snapshot& s, const KernelProfile& p, std::string_view metric,
                         std::uint32_t LaunchShape::*what, std::uint32_t less, std::uint32_t last) {
    const StringId name = s.store().strings().find(metric);
    std::size_t compared = 0;
    for (const MetricInstances& m : p.instances) {
        if (m.metric != name) continue;
        for (std::size_t i = 0; i < m.size(); ++i) {
            const auto x = static_cast<std::uint32_t>((*m.keys)[i]);
            if (x < less || x > last) continue;
            LaunchShape l = *launchOf(s, p);
            l.*what = x - less;
            const auto percent = std::floor(occupancyOf(*chipLimits(p.chip), l).share * 100 + 1e-9);
            if (percent != m.value(i).number())
                check::fail(__FILE__, __LINE__,
                            fmt::format("{} of {} at {}: {} is not {}", metric, s.text(p.name), x, percent,
                                        m.value(i).number()));
            ++compared;
        }
    }
    return compared;
}

TEST("occupancy over block size, registers, shared memory and barriers is the curves of the reports, point by point") {
    std::size_t compared = 0;
    for (const auto& path : ncu_samples::all()) {
        const SnapshotPtr s = ncu_samples::open(path);
        for (ProfileId id = 0; id < s->profileCount(); ++id) {
            const KernelProfile& p = s->kernelProfiles().at(id);
            compared += compareCurve(*s, p, "derived__pct_occupancy_per_block_size", &LaunchShape::threads, 0, 1024);
            compared +=
                compareCurve(*s, p, "derived__pct_occupancy_per_register_count", &LaunchShape::registers, 0, 255);
            if (p.chip == 90)
                compared +=
                    compareCurve(*s, p, "derived__pct_occupancy_per_barrier_count", &LaunchShape::barriers, 0, 64);
            // The curve is over what a block takes with the system's part. For kernels that use none it ends at the 48
            // KiB that need no request.
            const ChipLimits& chip = *chipLimits(p.chip);
            const std::uint32_t last = launchOf(*s, p)->shared ? chip.blockShared : 48 * 1024;
            compared += compareCurve(*s, p, "derived__pct_occupancy_per_shared_mem_size", &LaunchShape::shared,
                                     chip.reservedShared, last);
        }
    }
    CHECK(compared > 3000);
}

TEST("chips have what the programming guide's table says") {
    // Threads per multiprocessor are a row of their own in that table.
    const std::map<std::uint32_t, std::uint32_t> threads{{50, 2048},  {52, 2048},  {53, 2048},  {60, 2048}, {61, 2048},
                                                         {62, 2048},  {70, 2048},  {72, 2048},  {75, 1024}, {80, 2048},
                                                         {86, 1536},  {87, 1536},  {89, 1536},  {90, 2048}, {100, 2048},
                                                         {103, 2048}, {110, 1536}, {120, 1536}, {121, 1536}};
    CHECK_EQ(knownChips().size(), threads.size());
    for (const ChipLimits& c : knownChips()) {
        CHECK_EQ(c.warps * kWarp, threads.at(c.chip));
        CHECK_EQ(c.registers, 65536);
        CHECK(c.blockShared + c.reservedShared <= c.shared);
        CHECK_EQ(*std::max_element(c.carveOuts.begin(), c.carveOuts.end()) * 1024u, c.shared);
    }
    CHECK(!chipLimits(99) && !chipLimits(0));
}

TEST("what cannot be launched has no occupancy, and the least limit is the one that counts") {
    const ChipLimits& h100 = *chipLimits(90);
    CHECK_EQ(occupancyOf(h100, {0, 32, 0}).blocks, 0);
    CHECK_EQ(occupancyOf(h100, {1025, 32, 0}).blocks, 0);
    CHECK_EQ(occupancyOf(h100, {256, 32, 228 * 1024}).blocks, 0);
    CHECK_EQ(occupancyOf(h100, {1024, 72, 0}).blocks, 0);  // 73 728 registers in one block
    const Occupancy o = occupancyOf(h100, {256, 64, 100 * 1024});
    CHECK_EQ(o.blocks, 2);  // 228 KiB hold two of 101 KiB
    CHECK(o.isLimiter(Limiter::SharedMemory) && !o.isLimiter(Limiter::Registers));
    CHECK_EQ(o.limit(Limiter::Registers), 4);
    CHECK_EQ(o.warps, 16);
    CHECK_EQ(o.share, 0.25);
    const auto curve = occupancyCurve(h100, {256, 64, 0}, OccupancyAxis::Threads);
    CHECK_EQ(curve.size(), 32);
    CHECK(curve.front().x == 32 && curve.back().x == 1024);
    CHECK_EQ(curve[7].share, occupancyOf(h100, {256, 64, 0}).share);
    CHECK_EQ(occupancyCurve(h100, {256, 64, 0}, OccupancyAxis::Registers).size(), 255);
}

}  // namespace
