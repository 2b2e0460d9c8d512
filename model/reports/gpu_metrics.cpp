// SPDX-License-Identifier: GPL-3.0-or-later
// Curves of GPUs as numbers: their mean and how their values are spread, of all time or of the phases of a program.
#include <algorithm>
#include <cmath>
#include <map>

#include "model/base/messages.h"
#include "model/base/translate_noop.h"
#include "model/reports/contents.h"
#include "model/reports/gpu.h"
#include "model/reports/nvtx.h"
#include "model/reports/trace.h"
#include "model/workload/intervals.h"

namespace model::reports {
namespace {

constexpr std::initializer_list<TrackKind> kMetricWork{TrackKind::StreamKernels, TrackKind::StreamMemory,
                                                       TrackKind::StreamGraphs};

/// When GPUs were in a phase: in ranges of one name.
struct Phase {
    StringId name = 0;
    std::map<DeviceId, std::vector<TimeRange>> onGpu;
    std::vector<TimeRange> onCpu;
};
struct Phases {
    std::vector<Phase> all;
    bool launched = false;  ///< whether any range launched work

    /// Of a GPU from the first begin to the last end of the work that each range launched; where no range of the report
    /// launched any, while they ran on the CPU.
    Intervals of(const Phase& phase, const DeviceId& device) const {
        if (!launched) return united(phase.onCpu);
        const auto at = phase.onGpu.find(device);
        return at == phase.onGpu.end() ? Intervals() : united(at->second);
    }
};

Phases phasesOf(const Request& r) {
    const HugeVector<NvtxRange> ranges = nvtxRanges(r, kRangeRows);
    std::map<StringId, Phase> phases;
    const auto phaseOf = [&](const NvtxRange& range) -> Phase& { return phases[eventAt(r.report, range.event).name]; };
    for (const NvtxRange& range : ranges) {
        const Event e = eventAt(r.report, range.event);
        phaseOf(range).onCpu.push_back(TimeRange{e.start, e.end}.intersected(r.range));
    }
    std::map<std::pair<std::uint32_t, DeviceId>, TimeRange> spans;
    forWorkIn(r, ranges, kMetricWork, [&](std::uint32_t range, EventRef work) {
        const LaneView lane = r.report.lane(work.lane);
        const TrackKey& key = r.report.track(lane.lane->track()).key;
        const TimeRange when{lane.start(work.row), lane.end(work.row)};
        const auto [at, fresh] = spans.try_emplace({range, {key.host, key.device}}, when);
        if (!fresh) at->second = at->second.united(when);
    });
    for (const auto& [of, when] : spans)
        phaseOf(ranges[of.first]).onGpu[of.second].push_back(when.intersected(r.range));
    Phases out{{}, !spans.empty()};
    for (auto& [name, phase] : phases) {
        phase.name = name;
        out.all.push_back(std::move(phase));
    }
    return out;
}

/// Values of a curve with the time for which each holds.
class Values {
public:
    std::vector<std::pair<double, TimeNs>> all;
    std::int64_t samples = 0;
    TimeNs time = 0;

    /// Stretches come in order.
    void add(const CounterView& c, TimeRange range) {
        if (range.isEmpty() || c.series->endsBefore(range.begin, c.rows)) return;
        const auto first = static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, c.series->rowAt(range.begin, c.rows)));
        for (std::size_t i = first; i < c.rows && c.series->time()[i] < range.end; ++i) {
            const TimeNs at = c.series->time()[i], end = i + 1 < c.rows ? c.series->time()[i + 1] : at;
            const TimeNs held = std::max<TimeNs>(0, std::min(end, range.end) - std::max(at, range.begin));
            const double value = c.series->value()[i];
            if (!std::isfinite(value) || (held == 0 && at < range.begin)) continue;
            samples += i != m_last;
            m_last = i;
            time += held;
            all.emplace_back(value, held);
        }
    }
    double mean() const {
        double sum = 0;
        for (const auto& [value, held] : all) sum += value * static_cast<double>(held);
        return time > 0 ? sum / static_cast<double>(time) : all.back().first;
    }
    /// The least value that it does not exceed for that share of the time. `all` is in order of values.
    double percentile(double share) const {
        const double wanted = share * static_cast<double>(time);
        double held = 0;
        for (const auto& [value, ns] : all)
            if ((held += static_cast<double>(ns)) >= wanted && held > 0) return value;
        return all.back().first;
    }

private:
    std::size_t m_last = SIZE_MAX;  // that was counted: it may hold in several stretches
};

std::vector<Cell> cellsOf(Values values, std::string device, std::string metric) {
    const double mean = values.mean();
    std::sort(values.all.begin(), values.all.end());
    const double most = values.all.back().first;
    // Reports name clocks in MHz and hold them in Hz.
    const double unit = metric.ends_with("[MHz]") && most >= 1e5 ? 1e-6 : 1;
    std::vector<Cell> out{std::move(device), std::move(metric)};
    for (const double v : {mean, values.all.front().first, values.percentile(0.5), values.percentile(0.95),
                           values.percentile(0.99), most})
        out.emplace_back(v * unit);
    out.insert(out.end(), {values.samples, values.time});
    return out;
}

Table metricSum(const Request& r) {
    const Phases phases = r.rangeNames ? phasesOf(r) : Phases{std::vector<Phase>(1)};
    std::vector<std::vector<Cell>> rows;
    std::vector<Evidence> evidence;
    for (const Track& t : r.report.tree().tracks) {
        if (t.kind != TrackKind::GpuMetric || t.counter == kNoCounter) continue;
        const CounterView c = r.report.counter(t.counter);
        for (const Phase& phase : phases.all) {
            if (r.stop.stop_requested()) return {};
            const Intervals when = r.rangeNames ? phases.of(phase, {t.key.host, t.key.device}) : Intervals{r.range};
            Values values;
            for (const TimeRange& one : when) values.add(c, one);
            if (values.all.empty()) continue;
            std::string name(r.report.text(t.name));
            if (r.rangeNames) name = std::string(r.report.text(phase.name)) + '/' + name;
            rows.push_back(cellsOf(std::move(values), deviceText(r.report, t.key), std::move(name)));
            evidence.push_back({{}, {when.front().begin, when.back().end}});
        }
    }
    return listTable(std::move(rows), std::move(evidence), MessageCode::NoGpuCurvesInTime);
}

constexpr ColumnInfo kMetricColumns[] = {
    {QT_TRANSLATE_NOOP("Reports", "Device"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Name and number of the GPU")},
    {QT_TRANSLATE_NOOP("Reports", "Metric"), Unit::Text,
     QT_TRANSLATE_NOOP("Reports", "Its name, behind that of the phase where phases are asked for")},
    {QT_TRANSLATE_NOOP("Reports", "Mean"), Unit::Number,
     QT_TRANSLATE_NOOP("Reports", "Mean of its values, by the time for which each holds")},
    {QT_TRANSLATE_NOOP("Reports", "Min"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Least value")},
    {QT_TRANSLATE_NOOP("Reports", "P50"), Unit::Number,
     QT_TRANSLATE_NOOP("Reports", "Least value that it does not exceed for half of the time")},
    {QT_TRANSLATE_NOOP("Reports", "P95"), Unit::Number,
     QT_TRANSLATE_NOOP("Reports", "Least value that it does not exceed for 95 % of the time")},
    {QT_TRANSLATE_NOOP("Reports", "P99"), Unit::Number,
     QT_TRANSLATE_NOOP("Reports", "Least value that it does not exceed for 99 % of the time")},
    {QT_TRANSLATE_NOOP("Reports", "Max"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Greatest value")},
    {QT_TRANSLATE_NOOP("Reports", "Samples"), Unit::Count,
     QT_TRANSLATE_NOOP("Reports", "Values that hold in that time")},
    {QT_TRANSLATE_NOOP("Reports", "Time (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "Time of which a value is known; the last sample holds for none")},
};

}  // namespace

constinit const Report kGpuMetricSum{
    "gpu_metric_sum",
    QT_TRANSLATE_NOOP("Reports", "GPU Metric Summary"),
    QT_TRANSLATE_NOOP(
        "Reports",
        "Each sampled curve of a GPU: mean, percentiles, extremes. With :nvtx-name by phase: the time in which the GPU did what ranges of one name launched."),
    kMetricColumns,
    metricSum,
    Subject::Overview,
    without<MessageCode::NoGpuCurves, TrackKind::GpuMetric>,
    false,
    Wanted::of({TrackKind::GpuMetric})};

}  // namespace model::reports
