// SPDX-License-Identifier: GPL-3.0-or-later
// Which metrics of Nsight Compute say what, over its versions and chips. A value that is missing is not measured, never
// 0.
#include "model/roofline/profile_metrics.h"

#include <fmt/format.h>
#include <algorithm>

namespace model::roofline {
namespace {

constexpr double kBusyTensor = 1;       // per cent: below it only registers are cleared
constexpr double kVariantShare = 0.95;  // of a precision's work: then its roof is that of those instructions
constexpr double kMetricNs = 1e-9;

/// Sums of instructions. A fused multiply-add is two operations; instructions on packed halves do two numbers.
struct Term {
    std::string_view op;
    double factor;
    bool isNew;  // chips before Blackwell have none
};
struct Vector {
    Precision precision;
    std::string_view fma;  // whose peak is that of the precision
    double fmaFactor;
    std::string_view formula;
    std::vector<Term> terms;
};
const std::vector<Vector>& vectors() {
    static const std::vector<Vector> all{
        {Precision::Fp64,
         "dfma",
         2,
         "dadd + dmul + 2 dfma",
         {{"dadd", 1, false}, {"dmul", 1, false}, {"dfma", 2, false}}},
        {Precision::Fp32,
         "ffma",
         2,
         "fadd + fmul + 2 ffma",
         {{"fadd", 1, false},
          {"fmul", 1, false},
          {"ffma", 2, false},
          {"fadd2", 2, true},
          {"fmul2", 2, true},
          {"ffma2", 4, true}}},
        {Precision::Fp16,
         "hfma",
         4,
         "2 hadd + 2 hmul + 4 hfma",
         {{"hadd", 2, false}, {"hmul", 2, false}, {"hfma", 4, false}}},
    };
    return all;
}

/// Where bytes of a level are from, the newest first. `factor`: bytes a count.
struct Traffic {
    Level level;
    std::string_view metric;
    double factor;
    std::string_view rate;  // cycles of the unit
    std::uint32_t mostChip = 999;
};
constexpr Traffic kTraffic[] = {
    {Level::Dram, "dram__bytes", 1, "dram__cycles_elapsed.avg.per_second"},
    {Level::L2, "derived__lts__lts2xbar_bytes", 1, "lts__cycles_elapsed.avg.per_second"},
    {Level::L2, "lts__lts2xbar_cycles_active", 32, "lts__cycles_elapsed.avg.per_second"},
    {Level::L2, "l1tex__m_xbar2l1tex_read_bytes", 1, "lts__cycles_elapsed.avg.per_second"},
    {Level::L2, "lts__t_bytes", 1, "lts__cycles_elapsed.avg.per_second"},
    {Level::L1, "derived__l1tex__lsu_writeback_bytes_mem_lgds", 1, "l1tex__cycles_elapsed.avg.per_second"},
    {Level::L1, "l1tex__lsu_writeback_active_mem_lgds", 128, "l1tex__cycles_elapsed.avg.per_second"},
    {Level::L1, "derived__l1tex__lsu_writeback_bytes_mem_lg", 1, "l1tex__cycles_elapsed.avg.per_second"},
    {Level::L1, "l1tex__lsu_writeback_active_mem_lg", 128, "l1tex__cycles_elapsed.avg.per_second"},
    {Level::L1, "l1tex__lsu_writeback_active", 128, "l1tex__cycles_elapsed.avg.per_second",
     72},  // later it counts more than loads
    {Level::L1, "l1tex__t_bytes", 1, "l1tex__cycles_elapsed.avg.per_second"},
};

/// "sm__ops_path_tensor_src_<type>…"
constexpr std::pair<std::string_view, Precision> kSources[] = {
    {"bf16", Precision::TensorBf16}, {"tf32", Precision::TensorTf32}, {"fp64", Precision::TensorFp64},
    {"fp16", Precision::TensorFp16}, {"fp8", Precision::TensorFp8},   {"fp4", Precision::TensorFp4},
    {"int8", Precision::TensorInt8}, {"int4", Precision::TensorInt4}, {"int1", Precision::TensorInt1},
};
constexpr std::string_view kOpsPath = "sm__ops_path_tensor_";

/// Metrics that say how busy tensor units were, in per cent.
constexpr std::string_view kTensorBusy[] = {
    "sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_elapsed",
    "sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_active",
    "sm__inst_executed_pipe_tensor.avg.pct_of_peak_sustained_active",
    "sm__inst_executed_pipe_tensor.sum.pct_of_peak_sustained_active",
    "sm__pipe_tensor_op_hmma_cycles_active.avg.pct_of_peak_sustained_active",
    "sm__pipe_shared_cycles_active.avg.pct_of_peak_sustained_active_op_tensor",
};

bool take(std::string_view& text, std::string_view front) {
    if (!text.starts_with(front)) return false;
    text.remove_prefix(front.size());
    return true;
}

/// The roofline charts of the report that draw this metric, and so say that it is the chip's own.
bool isDrawn(const Snapshot& s, const KernelProfile& p, std::string_view metric) {
    for (const ProfileSection* section : p.sections)
        for (const RooflineChart& chart : section->rooflines)
            for (const RooflineChart::Line& point : chart.points)
                if (const std::string_view name = s.text(point.traffic.metric);
                    name.starts_with(metric) && name.size() > metric.size() && name[metric.size()] == '.')
                    return true;
    return false;
}

}  // namespace

double ProfileReader::number(const KernelProfile& p, std::string_view name) const {
    const StringId id = m_s.store().strings().find(name);
    return id ? p.find(id).number() : kUnknown;
}

/// 0 … 1 of the most that a unit can do, by the first of these that was collected.
double ProfileReader::share(const KernelProfile& p, std::initializer_list<std::string_view> units) const {
    for (const std::string_view unit : units)
        for (const std::string_view of : {"elapsed", "active"})
            if (const double percent = number(p, fmt::format("{}.avg.pct_of_peak_sustained_{}", unit, of));
                isKnown(percent))
                return percent / 100;
    return kUnknown;
}

/// What was counted of a metric in the whole kernel, from whichever form of it was collected.
double ProfileReader::total(const KernelProfile& p, const std::string& base, double cyclesPerSecond,
                            double seconds) const {
    if (const double v = number(p, base + ".sum"); isKnown(v)) return v;
    if (const double v = number(p, base + ".sum.per_second"); isKnown(v)) return v * seconds;
    return number(p, base + ".sum.per_cycle_elapsed") * cyclesPerSecond * seconds;
}

ProfileFigures ProfileReader::read(const KernelProfile& profile, double fallbackSeconds) {
    ProfileFigures out;
    out.peaks.fill(kUnknown);
    for (const std::string_view name : {"gpu__time_duration.sum", "gpu__time_duration.avg", "gpu__time_duration.max"})
        if (const double ns = number(profile, name); isKnown(ns) && !isKnown(out.seconds)) out.seconds = ns * kMetricNs;
    if (!isKnown(out.seconds)) out.seconds = fallbackSeconds;
    if (!(out.seconds > 0)) return out;
    if (readRocprof(m_s, profile, out)) return out;
    readVector(profile, out);
    readTensor(profile, out);
    readTraffic(profile, out);
    readBusy(profile, out);
    return out;
}

void ProfileReader::readVector(const KernelProfile& p, ProfileFigures& to) const {
    const double achieved = number(p, "smsp__cycles_elapsed.avg.per_second"),
                 peak = number(p, "sm__cycles_elapsed.avg.per_second");
    for (const Vector& v : vectors()) {
        Work work{v.precision, 0, kUnknown, std::string(v.formula), {}, {}, false};
        int known = 0;
        for (const Term& t : v.terms) {
            double count =
                total(p, fmt::format("smsp__sass_thread_inst_executed_op_{}_pred_on", t.op), achieved, to.seconds) *
                t.factor;
            // Some versions have the product alone, per cycle.
            if (!isKnown(count))
                count = number(p, fmt::format("derived__smsp__sass_thread_inst_executed_op_{}_pred_on_x{}", t.op,
                                              static_cast<int>(t.factor))) *
                        achieved * to.seconds;
            if (isKnown(count)) work.flop += count, known += !t.isNew;
            else work.isIncomplete |= !t.isNew;
        }
        const std::string fma = fmt::format("sm__sass_thread_inst_executed_op_{}_pred_on", v.fma);
        double perCycle = number(p, fma + ".sum.peak_sustained") * v.fmaFactor;
        if (!isKnown(perCycle))
            perCycle = number(p, fmt::format("derived__{}_x{}", fma, static_cast<int>(v.fmaFactor)));
        work.peak = perCycle * peak;
        if (isKnown(work.peak))
            work.peakDefinition = fmt::format("{} × {}.sum.peak_sustained × sm__cycles_elapsed.avg.per_second",
                                              static_cast<int>(v.fmaFactor), fma);
        to.peaks[indexOf(v.precision)] = work.peak;
        to.peakDefinition[indexOf(v.precision)] = work.peakDefinition;
        if (known > 0) to.work.push_back(std::move(work));
    }
}

const std::vector<ProfileReader::TensorMetric>& ProfileReader::tensorMetrics(const MetricList& list) {
    const auto [at, fresh] = m_tensor.try_emplace(&list);
    if (!fresh) return at->second;
    std::vector<TensorMetric>& out = at->second;
    for (const MetricList::Entry& e : list.entries) {
        const std::string_view whole = m_s.text(e.name);
        const std::size_t sum = whole.find(".sum");
        if (!whole.starts_with(kOpsPath) || sum == whole.npos) continue;
        TensorMetric m{std::string(whole.substr(0, sum)), {}, {}, false, false, false};
        if (std::any_of(out.begin(), out.end(), [&](const TensorMetric& o) { return o.name == m.name; })) continue;
        std::string_view rest = std::string_view(m.name).substr(kOpsPath.size());
        if (take(rest, "op_")) {
            m.instruction = rest.substr(0, rest.find('_'));
            rest.remove_prefix(std::min(rest.size(), m.instruction.size() + 1));
        }
        if (!take(rest, "src_")) continue;
        const auto source = std::find_if(std::begin(kSources), std::end(kSources),
                                         [&](const auto& s) { return rest.starts_with(s.first); });
        if (source == std::end(kSources)) continue;
        m.precision = source->second;
        m.hasDestination = rest.find("_dst_") != rest.npos;
        m.sparse = rest.ends_with("_sparsity_on");
        // The peak of a name that says nothing of sparsity is the sparse one. FP64 and single bits have none.
        m.halved = m.sparse || (!rest.ends_with("_sparsity_off") && m.precision != Precision::TensorFp64 &&
                                m.precision != Precision::TensorInt1);
        out.push_back(std::move(m));
    }
    return out;
}

void ProfileReader::readTensor(const KernelProfile& p, ProfileFigures& to) {
    const double rate = number(p, "sm__cycles_elapsed.avg.per_second");
    const auto& metrics = tensorMetrics(*p.list);
    bool any = false;
    const auto peakOf = [&](const TensorMetric& m) {
        return number(p, m.name + ".sum.peak_sustained") * rate * (m.halved ? 0.5 : 1);
    };
    for (const PrecisionInfo& info : precisions()) {
        if (!isTensor(info.precision)) continue;
        std::vector<const TensorMetric*> parents, children;
        for (const TensorMetric& m : metrics)
            if (m.precision == info.precision) (m.instruction.empty() ? parents : children).push_back(&m);
        // A chip that counts a type whole and by what it sums into counts the same twice.
        const bool whole =
            info.precision == Precision::TensorFp16 &&
            std::any_of(parents.begin(), parents.end(), [](const auto* m) { return !m->hasDestination; });
        if (whole) std::erase_if(parents, [](const auto* m) { return m->hasDestination; });
        Work work{info.precision, 0, kUnknown, {}, {}, {}, false};
        double& best = to.peaks[indexOf(info.precision)];
        bool known = false;
        for (const auto* m : parents.empty() ? children : parents) {
            const double ops = total(p, m->name, rate, to.seconds), peak = peakOf(*m);
            if (isKnown(ops))
                work.flop += ops, known = true, work.formula += (work.formula.empty() ? "" : " + ") + m->name;
            if (isKnown(peak) && !m->sparse && !(best >= peak))
                best = peak,
                to.peakDefinition[indexOf(info.precision)] = fmt::format(
                    "{}{}.sum.peak_sustained × sm__cycles_elapsed.avg.per_second", m->halved ? "½ × " : "", m->name);
        }
        work.peak = best;
        work.peakDefinition = to.peakDefinition[indexOf(info.precision)];
        for (const auto* m : children) {
            const double ops = total(p, m->name, rate, to.seconds), peak = peakOf(*m);
            if (m->sparse || !(ops > 0) || !isKnown(peak) || ops < kVariantShare * work.flop || !(peak < best))
                continue;
            work.peak = peak;
            work.variant = m->instruction;
            work.peakDefinition = fmt::format("{}{}.sum.peak_sustained × sm__cycles_elapsed.avg.per_second",
                                              m->halved ? "½ × " : "", m->name);
        }
        if (known) to.work.push_back(std::move(work)), any = true;
    }
    if (!any) readOldTensor(p, to);
}

/// Chips before compute capability 8.0: 512 operations an instruction. Later ones do different numbers of them, so that
/// nothing is said.
void ProfileReader::readOldTensor(const KernelProfile& p, ProfileFigures& to) const {
    constexpr double kPerInstruction = 512;
    double busy = 0;
    for (const std::string_view name : kTensorBusy)
        if (const double v = number(p, name); isKnown(v)) busy = std::max(busy, v);
    const double rate = number(p, "smsp__cycles_elapsed.avg.per_second"),
                 instructions = total(p, "smsp__inst_executed_pipe_tensor", rate, to.seconds);
    if (p.chip == 0 || p.chip >= 80 || !isKnown(instructions)) {
        to.tensorUncounted = busy >= kBusyTensor;
        return;
    }
    Work work{Precision::TensorFp16,
              instructions * kPerInstruction,
              kUnknown,
              "512 × smsp__inst_executed_pipe_tensor",
              {},
              {},
              false};
    double perCycle = number(p, "sm__inst_executed_pipe_tensor.sum.peak_sustained") * kPerInstruction;
    if (!isKnown(perCycle)) perCycle = number(p, "derived__sm__inst_executed_pipe_tensor_x512");
    work.peak = perCycle * number(p, "sm__cycles_elapsed.avg.per_second");
    if (isKnown(work.peak))
        work.peakDefinition =
            "512 × sm__inst_executed_pipe_tensor.sum.peak_sustained × sm__cycles_elapsed.avg.per_second";
    to.peaks[indexOf(work.precision)] = work.peak;
    to.peakDefinition[indexOf(work.precision)] = work.peakDefinition;
    to.work.push_back(std::move(work));
}

void ProfileReader::readTraffic(const KernelProfile& p, ProfileFigures& to) const {
    std::array<bool, kLevels> drawn{};
    for (const Traffic& t : kTraffic) {
        const std::size_t level = indexOf(t.level);
        const std::string metric(t.metric);
        const double bytes = total(p, metric, number(p, t.rate), to.seconds) * t.factor;
        // The report says itself which one its charts draw; else the first that was collected counts.
        const bool own = isDrawn(m_s, p, metric);
        if (p.chip > t.mostChip || !isKnown(bytes) || drawn[level] || (isKnown(to.bytes[level]) && !own)) continue;
        drawn[level] = own;
        to.bytes[level] = bytes;
        to.peakBytes[level] = number(p, metric + ".sum.peak_sustained") * t.factor * number(p, t.rate);
        to.definition[level] = t.factor == 1 ? metric : fmt::format("{} × {}", static_cast<int>(t.factor), metric);
    }
    double& dram = to.bytes[indexOf(Level::Dram)];
    if (isKnown(dram)) return;
    dram = total(p, "dram__bytes_read", kUnknown, to.seconds) + total(p, "dram__bytes_write", kUnknown, to.seconds);
    if (isKnown(dram)) to.definition[indexOf(Level::Dram)] = "dram__bytes_read + dram__bytes_write";
}

void ProfileReader::readBusy(const KernelProfile& p, ProfileFigures& to) const {
    to.busy.compute = share(p, {"sm__throughput"});
    to.busy.memory = share(p, {"gpu__compute_memory_throughput"});
    to.busy.level[indexOf(Level::Dram)] = share(p, {"gpu__dram_throughput", "dram__throughput"});
    to.busy.level[indexOf(Level::L2)] = share(p, {"lts__throughput"});
    to.busy.level[indexOf(Level::L1)] = share(p, {"l1tex__throughput"});
}

}  // namespace model::roofline
