// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/rows/counter_geometry.h"

#include <algorithm>
#include <cmath>

#include "timeline/look/format.h"

namespace timeline {
namespace {

bool isPercent(const model::Snapshot& s, const model::Track& t) {
    return s.text(t.name).find('%') != std::string_view::npos;
}

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

struct Axis {
    double min = 0, max = 1;
};

Axis axisOf(const model::Snapshot& s, const model::Track& t, const model::CounterView& counter) {
    const model::MinMax all = counter.series->minMax(0, counter.rows, counter.rows);
    Axis a;
    if (all.isEmpty()) return a;
    if (isPercent(s, t) && all.min >= 0 && all.max <= 100) return {0, 100};
    if (all.min < 0) a.min = -roundAbove(-all.min, holdsBytes(s, t));
    a.max = all.max > 0 ? roundAbove(all.max, holdsBytes(s, t)) : all.min < 0 ? 0 : 1;
    return a;
}

Family familyOfCounter(TrackKind kind) {
    return kind == TrackKind::MemoryUsage ? Family::MemcpyDtoD
           : kind == TrackKind::GpuMetric ? Family::Kernel
                                          : Family::Other;
}

}  // namespace

QRgb counterColour(TrackKind kind, Theme theme) { return familyColour(familyOfCounter(kind), theme); }

CurveTitle curveTitle(const model::Snapshot& s, const model::Track& t) {
    const QString title = trackTitle(s, t);
    const auto unit = title.lastIndexOf(QLatin1String(" ["));
    if (unit <= 0 || !title.endsWith(QLatin1Char(']'))) return {title, {}};
    return {title.left(unit), title.mid(unit + 2, title.size() - unit - 3)};
}

// Counters of a trace say their unit in their name, if at all.
bool holdsBytes(const model::Snapshot& s, const model::Track& t) {
    if (t.kind == TrackKind::MemoryUsage) return true;
    if (t.kind != TrackKind::ProcessCounter && t.kind != TrackKind::GenericCounter &&
        t.kind != TrackKind::HostCounter && t.kind != TrackKind::GpuMetric)
        return false;
    const std::string_view name = s.text(t.name);
    const auto says = [&](std::string_view word) { return name.find(word) != std::string_view::npos; };
    return !says("%") && !says("/s") && (says("memory") || says("bytes"));
}

QString counterValue(const model::Snapshot& s, model::TrackId track, double value) {
    const model::Track& t = s.track(track);
    if (holdsBytes(s, t) && value >= 0) return formatBytes(static_cast<std::uint64_t>(std::min(value, 1e18)));
    if (isPercent(s, t)) return formatPercent(value / 100);
    if (s.text(t.name).find("[B/s]") != std::string_view::npos && value >= 0) return formatRate(value);
    // Reports name clocks in MHz and hold them in Hz.
    if (s.text(t.name).find("[MHz]") != std::string_view::npos && value >= 1e5)
        return formatValue(value / 1e6) + QStringLiteral("\u00a0MHz");
    return formatValue(value);
}

void drawCounter(const GeometryContext& c, const Line& line, std::uint16_t strip, DrawList& out) {
    const model::Snapshot& s = *c.source.snapshot;
    const model::Track& track = s.track(line.counterTrack);
    const model::CounterView counter = s.counter(line.counter);
    if (counter.rows == 0) return;
    const Axis axis = axisOf(s, track, counter);
    const int height = out.strips[strip].height - 1;
    const auto y = [&](double v) {
        return static_cast<int>(
            std::lround((axis.max - std::clamp(v, axis.min, axis.max)) / (axis.max - axis.min) * height));
    };

    const Theme theme = c.looks.theme();
    const Tokens& colours = tokens(theme);
    const QRgb base = counterColour(line.look, theme);
    CounterCurve curve;
    curve.strip = strip;
    curve.line = theme == Theme::Light ? mixed(base, 0xff000000, 0.18) : mixed(base, 0xffffffff, 0.10);
    curve.band = mixed(colours.canvas, base, 0.50);
    curve.area = mixed(colours.canvas, base, 0.22);
    curve.base = y(0);

    const int shift = c.scale.bucketShift();
    const std::int64_t first = c.scale.firstBucket();
    std::vector<model::MinMax> buckets(c.scale.bucketCount());
    model::counterBuckets(counter, first, shift, buckets);
    const TimeNs end = c.source.snapshot->range().end;  // the last value does not hold beyond the report
    int x0 = std::max(0, c.scale.pixel(first << shift));
    for (std::size_t i = 0; i < buckets.size(); ++i) {
        const TimeNs from = (first + static_cast<std::int64_t>(i)) << shift, to = from + (TimeNs{1} << shift);
        const int x1 = c.scale.pixel(to);
        const model::MinMax& b = buckets[i];
        if (!b.isEmpty() && x1 > x0 && from <= end) {
            const double mean = b.min == b.max ? b.min : counter.series->mean({from, to}, counter.rows);
            CounterStep step{x0, x1, y(b.max), y(b.min), y(std::isnan(mean) ? b.max : mean)};
            CounterStep* last = curve.steps.empty() ? nullptr : &curve.steps.back();
            if (last && last->x1 == x0 && last->yMax == step.yMax && last->yMin == step.yMin &&
                last->yMean == step.yMean)
                last->x1 = x1;
            else curve.steps.push_back(step);
        }
        x0 = std::max(x0, x1);
    }
    out.curves.push_back(std::move(curve));
    if (c.withLabels) {
        const int inset = static_cast<int>(std::lround(kLabelInset * c.dpr));
        const QString most = counterValue(s, line.counterTrack, axis.max);
        out.labels.push_back({inset, out.width - 2 * inset, strip, colours.secondaryText, colours.canvas,
                              line.named ? curveTitle(s, track).name + QStringLiteral("  ") + most : most});
    }
}

}  // namespace timeline
