// SPDX-License-Identifier: GPL-3.0-or-later
// Clocks of GPUs while kernels ran.
#include "model/rules/clocks.h"

#include <cctype>
#include <cmath>

#include "model/base/messages.h"
#include "model/base/translate_noop.h"
#include "model/reports/gpu.h"
#include "model/reports/trace.h"
#include "model/rules/chip.h"
#include "model/rules/needs.h"
#include "model/workload/intervals.h"

namespace model::rules {
namespace {

using namespace reports;

constexpr std::int64_t kClockPercent = 95;

/// Whether a metric is the clock of the units that compute, as Nsight Systems or AMD's tools name it.
bool isComputeClock(std::string_view name) {
    std::string word(name);
    std::transform(word.begin(), word.end(), word.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const bool clock = word.find("clock") != word.npos || word.find("sclk") != word.npos;
    for (const char* other : {"mem", "sys", "video", "mclk", "throttle", "violation"})
        if (word.find(other) != word.npos) return false;
    return clock;
}

/// The highest clock of a GPU, which its curve is judged by.
struct HighestClock {
    double value = 0;                             ///< in the unit of the curve
    double hertz = 0;                             ///< of one in that unit
    MessageCode from = MessageCode::SaidByCurve;  ///< who says it
    double megahertz() const { return value * hertz / 1e6; }
};

/// Hertz of one in the unit of a curve: no clock of a GPU is so far from 1 GHz that it could be taken for another unit.
double unitOfClock(double highest) { return highest < 20 ? 1e9 : highest < 20e3 ? 1e6 : highest < 20e6 ? 1e3 : 1; }

/// What the device can have: as the report says it, or else its data sheet; the curve's own where that is higher, as
/// boards of other makers may be, or nothing says it.
HighestClock highestClock(const Request& r, const Track& t, const CounterView& curve) {
    HighestClock out;
    for (std::size_t i = 0; i < curve.rows; ++i)
        if (const double value = curve.series->value()[i]; std::isfinite(value)) out.value = std::max(out.value, value);
    out.hertz = unitOfClock(out.value);
    const Entity* device = deviceEntity(r.report, {t.key.host, t.key.device});
    if (!device) return out;
    const auto use = [&](double hertz, MessageCode from) {
        constexpr double kLeastGhz = 0.1, kMostGhz = 20;  // anything else is no clock in Hz
        const bool isClock = hertz >= kLeastGhz * 1e9 && hertz <= kMostGhz * 1e9;
        if (isClock && hertz / out.hertz > out.value) out.value = hertz / out.hertz, out.from = from;
        return isClock;
    };
    const roofline::ChipPeaks* sheet = dataSheetOf(r, *device);
    if (!use(static_cast<double>(numberOf(*device, {"clockRate"})), MessageCode::SaidByDevice) && sheet)
        use(sheet->clock, MessageCode::SaidByDataSheet);
    return out;
}

/// What a curve of the clock says of the time in which kernels ran.
struct ClockUse {
    double lowest = INFINITY;
    double area = 0;  // value · ns
    TimeNs covered = 0, low = 0, slowed = 0;
    std::vector<TimeRange> lowRanges;
};

template <class Use>
void forValues(const CounterView& c, const Intervals& busy, Use&& use) {
    std::size_t from = 0;
    for (std::size_t i = 0; i < c.rows; ++i) {
        const double value = c.series->value()[i];
        const TimeRange holds{c.series->time()[i], i + 1 < c.rows ? c.series->time()[i + 1] : c.series->time()[i]};
        while (from < busy.size() && busy[from].end <= holds.begin) ++from;
        if (!std::isfinite(value) || value <= 0) continue;
        for (std::size_t k = from; k < busy.size() && busy[k].begin < holds.end; ++k)
            if (const TimeRange both = busy[k].intersected(holds); both.begin < both.end) use(both, value);
    }
}

ClockUse clockUse(const CounterView& c, const Intervals& busy, double highest, double percent) {
    ClockUse out;
    forValues(c, busy, [&](TimeRange when, double value) {
        out.lowest = std::min(out.lowest, value);
        out.area += value * static_cast<double>(when.length());
        out.covered += when.length();
        if (value * 100 >= percent * highest) return;
        out.low += when.length();
        out.slowed += static_cast<TimeNs>(static_cast<double>(when.length()) * (1 - value / highest));
        out.lowRanges.push_back(when);
    });
    return out;
}

/// Calls use(row, curve, when kernels of its GPU ran) for each curve of a clock; false where there is none.
template <class Use>
bool forClocks(const Request& r, Use&& use) {
    std::map<DeviceId, DeviceWork> work;
    bool any = false;
    for (const Track& t : r.report.tree().tracks) {
        if (t.kind != TrackKind::GpuMetric || t.counter == kNoCounter || !isComputeClock(r.report.text(t.name)))
            continue;
        if (!any) work = deviceWork(r);
        any = true;
        const auto of = work.find({t.key.host, t.key.device});
        if (of == work.end()) continue;
        std::vector<TimeRange> kernels(of->second.compute);
        kernels.insert(kernels.end(), of->second.communication.begin(), of->second.communication.end());
        use(t, r.report.counter(t.counter), clipped(united(std::move(kernels)), r.range));
    }
    return any;
}

Table clockThrottling(const Request& r) {
    const double percent = static_cast<double>(r.limit > 0 ? r.limit : kClockPercent);
    std::vector<std::vector<Cell>> rows;
    std::vector<Evidence> evidence;
    const bool clocks = forClocks(r, [&](const Track& t, const CounterView& curve, const Intervals& busy) {
        const HighestClock highest = highestClock(r, t, curve);
        const ClockUse use = clockUse(curve, busy, highest.value, percent);
        if (use.low <= 0) return;
        const auto covered = static_cast<double>(use.covered);
        rows.push_back({use.slowed, use.low, static_cast<double>(use.low) * 100 / covered,
                        use.area * 100 / covered / highest.value, use.lowest * 100 / highest.value,
                        std::llround(highest.megahertz()), Message(highest.from), deviceText(r.report, t.key),
                        std::string(r.report.text(t.name))});
        const Intervals low = united(use.lowRanges);
        evidence.push_back({{}, {low.front().begin, low.back().end}});
    });
    Message why = whyNoKernels(r);
    if (why.empty() && !clocks) why = MessageCode::NoClockCurve;
    return listTable(std::move(rows), std::move(evidence), std::move(why));
}

constexpr ColumnInfo kClockColumns[] = {
    {QT_TRANSLATE_NOOP("Reports", "Gain at Most (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "Time that the kernels would have saved at the highest clock"), Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "Low (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "Time of kernels with a clock below the threshold")},
    {QT_TRANSLATE_NOOP("Reports", "Low (%)"), Unit::Percent,
     QT_TRANSLATE_NOOP("Reports", "The same as a share of the time of kernels for which the clock is known")},
    {QT_TRANSLATE_NOOP("Reports", "Mean (%)"), Unit::Percent,
     QT_TRANSLATE_NOOP("Reports", "Mean clock while kernels ran, of the highest one")},
    {QT_TRANSLATE_NOOP("Reports", "Lowest (%)"), Unit::Percent,
     QT_TRANSLATE_NOOP("Reports", "Lowest clock while kernels ran, of the highest one")},
    {QT_TRANSLATE_NOOP("Reports", "Highest (MHz)"), Unit::Count,
     QT_TRANSLATE_NOOP("Reports", "Highest clock of the GPU, by which the others are judged"), Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "Said By"), Unit::Text,
     QT_TRANSLATE_NOOP("Reports",
                       "Who says the highest clock: the device, as the report lists it, or the data sheet of its "
                       "maker; where the GPU ran faster, or neither says it, the curve"),
     Role::Words},
    {QT_TRANSLATE_NOOP("Reports", "Device"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Name and number of the GPU")},
    {QT_TRANSLATE_NOOP("Reports", "Metric"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Which curve")},
};

}  // namespace

std::vector<ClockWhileBusy> clocksWhileBusy(const Request& r) {
    std::vector<ClockWhileBusy> out;
    forClocks(r, [&](const Track& t, const CounterView& curve, const Intervals& busy) {
        const HighestClock highest = highestClock(r, t, curve);
        const ClockUse use = clockUse(curve, busy, highest.value, 0);
        if (use.covered <= 0) return;
        out.push_back({deviceText(r.report, t.key),
                       std::string(r.report.text(t.name)),
                       use.area / static_cast<double>(use.covered),
                       highest.value,
                       highest.megahertz(),
                       {busy.front().begin, busy.back().end}});
    });
    return out;
}

constinit const Rule kClockThrottling{
    {"clock_throttling", QT_TRANSLATE_NOOP("Reports", "Kernels at a Low Clock"),
     QT_TRANSLATE_NOOP("Reports",
                       "GPUs whose clock, while kernels ran, was below 95 % of the highest that they can have."),
     kClockColumns, clockThrottling},
    MessageCode::ClockThrottlingAdvice,
    MessageCode::ClockThrottlingNothing,
    MessageCode::ClockThrottlingFormula};

}  // namespace model::rules
