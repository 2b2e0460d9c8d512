// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/reports/roofline.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "model/base/messages.h"
#include "model/base/translate_noop.h"
#include "model/reports/contents.h"
#include "model/roofline/roofline.h"
#include "model/workload/summary.h"

namespace model::reports {

namespace {

using roofline::Bound;
using roofline::Level;
using roofline::Origin;
using roofline::Point;

constexpr double kNs = 1e9, kGiga = 1e9;

Cell number(double v) {
    if (!std::isfinite(v)) return {};
    return v;
}
Cell share(double v) { return number(v * 100); }
Cell whole(double v) {
    if (!std::isfinite(v) || std::abs(v) > 9e18) return {};
    return static_cast<std::int64_t>(std::llround(v));
}

std::string_view boundText(Bound b) {
    switch (b) {
    case Bound::Dram: return "DRAM";
    case Bound::L2: return "L2";
    case Bound::L1: return "L1";
    case Bound::Compute: return QT_TRANSLATE_NOOP("Reports", "compute");
    case Bound::Latency: return QT_TRANSLATE_NOOP("Reports", "latency");
    case Bound::Unknown: break;
    }
    return "";
}

/// What to keep in mind, one after another.
Cell notes(const Point& p) {
    using enum MessageCode;
    Message out;
    const auto add = [&](Message note) {
        out = out.empty() ? std::move(note) : Message(Places2, {std::move(out), std::move(note)});
    };
    if (p.isModel) add(ModelOfSizes);
    if (p.isIncomplete) add(WorkIncomplete);
    if (p.phantomShare > 0) add({WorkOfMoves, {Argument::tenths(p.phantomShare * 100)}});
    if (!p.hasWork()) add(p.isIncomplete ? NoWorkCounted : NoFloatingPointWork);
    if (!p.isVerified) add(PeakFromNoSheet);
    return out.empty() ? Cell(std::string()) : Cell(std::move(out));
}

std::string_view originText(const Point& p) {
    if (!roofline::isKnown(p.peakFlop)) return "";
    return p.peaks == Origin::Measured ? QT_TRANSLATE_NOOP("Reports", "measured")
           : p.isVerified              ? QT_TRANSLATE_NOOP("Reports", "data sheet")
                                       : QT_TRANSLATE_NOOP("Reports", "not from a data sheet");
}

Cell cellOfPoint(const Point& p, const roofline::Result& all, std::size_t column) {
    const auto level = [](std::size_t c) { return static_cast<Level>(c); };
    switch (column) {
    case 0: return whole(p.seconds * kNs);
    case 1: return static_cast<std::int64_t>(p.launches);
    case 2: return std::string(p.hasWork() ? precisionInfo(p.precision).label : QT_TRANSLATE_NOOP("Reports", "none"));
    case 3: return number(p.flop);
    case 4: return p.hasWork() ? number(p.rate() / kGiga) : Cell();
    case 5: return number(p.peakFlop / p.seconds / kGiga);
    case 6:
    case 7:
    case 8: return number(p.bandwidth(level(column - 6)) / kGiga);
    case 9:
    case 10:
    case 11: return number(p.peakBytes[column - 9] / p.seconds / kGiga);
    case 12:
    case 13:
    case 14: return p.hasWork() ? number(p.intensity(level(column - 12))) : Cell();
    case 15:
    case 16:
    case 17: return p.hasWork() ? share(p.efficiency(level(column - 15))) : Cell();
    case 18: return std::string(boundText(p.bound()));
    case 19: return p.name;
    case 20: return p.shape;
    case 21: return all.chips[p.chip].name;
    case 22: return notes(p);
    case 23: return p.hasWork() ? Cell(p.formula) : Cell(Message(MessageCode::NoFloatingPointWork));
    case 24:
    case 25:
    case 26: return p.definition[column - 24];
    case 27: return std::string(originText(p));
    case 28: return p.peakDefinition;
    default: return {};
    }
}

Table table(const Request& r) {
    return rooflineTable(r.report, std::make_shared<const roofline::Result>(roofline::measure(r)));
}

constexpr ColumnInfo kRooflineColumns[] = {
    {QT_TRANSLATE_NOOP("Reports", "Time (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "Sum of the durations on the device"), Role::Value, true},
    {QT_TRANSLATE_NOOP("Reports", "Launches"), Unit::Count,
     QT_TRANSLATE_NOOP("Reports", "Launches of the kernel, or calls of the operator"), Role::Value, true},
    {QT_TRANSLATE_NOOP("Reports", "Precision"), Unit::Text,
     QT_TRANSLATE_NOOP(
         "Reports",
         "Kind of arithmetic; a kernel that does several has a row for each, and one that does none says so"),
     Role::Words, true},
    {QT_TRANSLATE_NOOP("Reports", "Operations"), Unit::Number,
     QT_TRANSLATE_NOOP("Reports", "A fused multiply-add is two")},
    {QT_TRANSLATE_NOOP("Reports", "GFLOP/s"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "10^9 operations per second"),
     Role::Value, true},
    {QT_TRANSLATE_NOOP("Reports", "Peak GFLOP/s"), Unit::Number,
     QT_TRANSLATE_NOOP("Reports", "What the chip could do in that time, without sparsity")},
    {QT_TRANSLATE_NOOP("Reports", "DRAM GB/s"), Unit::Number,
     QT_TRANSLATE_NOOP("Reports", "10^9 bytes per second from and to the device's memory")},
    {QT_TRANSLATE_NOOP("Reports", "L2 GB/s"), Unit::Number,
     QT_TRANSLATE_NOOP("Reports",
                       "10^9 bytes per second between L2 and the multiprocessors, by the metric in its column")},
    {QT_TRANSLATE_NOOP("Reports", "L1 GB/s"), Unit::Number,
     QT_TRANSLATE_NOOP("Reports", "10^9 bytes per second out of L1, by the metric in its column")},
    {QT_TRANSLATE_NOOP("Reports", "Peak DRAM GB/s"), Unit::Number,
     QT_TRANSLATE_NOOP("Reports", "What that memory could move in that time")},
    {QT_TRANSLATE_NOOP("Reports", "Peak L2 GB/s"), Unit::Number,
     QT_TRANSLATE_NOOP("Reports", "What that memory could move in that time")},
    {QT_TRANSLATE_NOOP("Reports", "Peak L1 GB/s"), Unit::Number,
     QT_TRANSLATE_NOOP("Reports", "What that memory could move in that time")},
    {QT_TRANSLATE_NOOP("Reports", "DRAM FLOP/byte"), Unit::Number,
     QT_TRANSLATE_NOOP("Reports", "Operations for each byte that was moved"), Role::Value, true},
    {QT_TRANSLATE_NOOP("Reports", "L2 FLOP/byte"), Unit::Number,
     QT_TRANSLATE_NOOP("Reports", "Operations for each byte that was moved")},
    {QT_TRANSLATE_NOOP("Reports", "L1 FLOP/byte"), Unit::Number,
     QT_TRANSLATE_NOOP("Reports", "Operations for each byte that was moved")},
    {QT_TRANSLATE_NOOP("Reports", "DRAM Roof (%)"), Unit::Percent,
     QT_TRANSLATE_NOOP("Reports", "Share of the most that is possible at that FLOP/byte"), Role::Value, true},
    {QT_TRANSLATE_NOOP("Reports", "L2 Roof (%)"), Unit::Percent,
     QT_TRANSLATE_NOOP("Reports", "Share of the most that is possible at that FLOP/byte")},
    {QT_TRANSLATE_NOOP("Reports", "L1 Roof (%)"), Unit::Percent,
     QT_TRANSLATE_NOOP("Reports", "Share of the most that is possible at that FLOP/byte")},
    {QT_TRANSLATE_NOOP("Reports", "Bound"), Unit::Text,
     QT_TRANSLATE_NOOP(
         "Reports",
         "What is busiest; latency where the profiler saw both compute and memory below 60 % of the speed of light, or, where it did not look, all shares of peaks are below 40 %"),
     Role::Words, true},
    {QT_TRANSLATE_NOOP("Reports", "Name"), Unit::Text,
     QT_TRANSLATE_NOOP("Reports", "Kernel, or operator of the framework"), Role::Name, true},
    {QT_TRANSLATE_NOOP("Reports", "Shape"), Unit::Text,
     QT_TRANSLATE_NOOP("Reports", "Sizes that the model of the operator counts with; empty where calls differ")},
    {QT_TRANSLATE_NOOP("Reports", "Device"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Name of the device")},
    {QT_TRANSLATE_NOOP("Reports", "Notes"), Unit::Text,
     QT_TRANSLATE_NOOP("Reports", "What to keep in mind about the row"), Role::Words, true},
    {QT_TRANSLATE_NOOP("Reports", "Work From"), Unit::Text,
     QT_TRANSLATE_NOOP("Reports", "How the operations were counted"), Role::Words},
    {QT_TRANSLATE_NOOP("Reports", "DRAM From"), Unit::Text,
     QT_TRANSLATE_NOOP("Reports", "Metric that the bytes are from")},
    {QT_TRANSLATE_NOOP("Reports", "L2 From"), Unit::Text,
     QT_TRANSLATE_NOOP("Reports", "Metric that the bytes are from")},
    {QT_TRANSLATE_NOOP("Reports", "L1 From"), Unit::Text,
     QT_TRANSLATE_NOOP("Reports", "Metric that the bytes are from")},
    {QT_TRANSLATE_NOOP("Reports", "Peaks"), Unit::Text,
     QT_TRANSLATE_NOOP("Reports", "Whether the profiler measured the peak or a data sheet says it, or neither"),
     Role::Words},
    {QT_TRANSLATE_NOOP("Reports", "Peak From"), Unit::Text,
     QT_TRANSLATE_NOOP("Reports", "Metric, or data sheet, that the peak is from")},
};

}  // namespace

constinit const Report kRoofline{
    "roofline",
    QT_TRANSLATE_NOOP("Reports", "Roofline"),
    QT_TRANSLATE_NOOP(
        "Reports",
        "Work and traffic of kernels beside what the chip can do: kernels of Nsight Compute, or operators of PyTorch's profiler by a model."),
    kRooflineColumns,
    table,
    Subject::Profiles,
    [](const Contents& c) {
        return c.has(TrackKind::StreamKernels) || c.hasProfiles() ? MessageCode::Nothing : MessageCode::NoKernels;
    }};

Table rooflineTable(const Snapshot& report, std::shared_ptr<const roofline::Result> made) {
    Table out;
    out.rows = made->points.size();
    out.cell = [made](std::size_t row, std::size_t column) { return cellOfPoint(made->points[row], *made, column); };
    out.evidence = [made, &s = report](std::size_t row) { return evidenceOf(s, made->points[row].events); };
    if (out.rows > 0) return out;
    if (made->kernels == 0) out.why = MessageCode::NoKernelsInTime;
    else if (report.profileCount() > 0) out.why = MessageCode::NoRooflineMetricsInTime;
    else out.why = MessageCode::NoWorkOfKernelsInTime;
    return out;
}

}  // namespace model::reports
