// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/look/counter_axis.h"

#include <cmath>

namespace model::look {
namespace {

/// Least number of the form 1, 2, 2.5, 5 × base^n that is not less than v; v > 0.
double roundAbove(double v, bool bytes) {
    if (bytes) {
        double unit = 1;
        while (unit * 1024 <= v) unit *= 1024;
        return unit * roundAbove(v / unit, false);
    }
    const double power = std::pow(10, std::floor(std::log10(v)));
    for (const double m : {1.0, 2.0, 2.5, 5.0})
        if (power * m >= v * (1 - 1e-9)) return power * m;
    return power * 10;
}

}  // namespace

CounterAxis counterAxis(const Snapshot& s, const Track& t) {
    const CounterView counter = s.counter(t.counter);
    const MinMax all = counter.series->minMax(0, counter.rows, counter.rows);
    CounterAxis a;
    if (all.isEmpty()) return a;
    if (isPercent(s, t) && all.min >= 0 && all.max <= 100) return {0, 100};
    if (all.min < 0) a.min = -roundAbove(-all.min, holdsBytes(s, t));
    a.max = all.max > 0 ? roundAbove(all.max, holdsBytes(s, t)) : all.min < 0 ? 0 : 1;
    return a;
}

bool holdsBytes(const Snapshot& s, const Track& t) {
    if (t.kind == TrackKind::MemoryUsage) return true;
    if (t.kind != TrackKind::ProcessCounter && t.kind != TrackKind::GenericCounter &&
        t.kind != TrackKind::HostCounter && t.kind != TrackKind::GpuMetric)
        return false;
    const std::string_view name = s.text(t.name);
    const auto says = [&](std::string_view word) { return name.find(word) != std::string_view::npos; };
    return !says("%") && !says("/s") && (says("memory") || says("bytes"));
}

bool isPercent(const Snapshot& s, const Track& t) { return s.text(t.name).find('%') != std::string_view::npos; }

Family familyOfCounter(TrackKind kind) {
    return kind == TrackKind::MemoryUsage ? Family::MemcpyDtoD
           : kind == TrackKind::GpuMetric ? Family::Kernel
                                          : Family::Other;
}

}  // namespace model::look
