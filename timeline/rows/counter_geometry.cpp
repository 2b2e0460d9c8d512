// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/rows/counter_geometry.h"

#include <algorithm>
#include <cmath>

#include "timeline/look/format.h"

namespace timeline {

QRgb counterColour(TrackKind kind, Theme theme) { return familyColour(model::look::familyOfCounter(kind), theme); }

CurveTitle curveTitle(const model::Snapshot& s, const model::Track& t) {
    const QString title = trackTitle(s, t);
    const auto unit = title.lastIndexOf(QLatin1String(" ["));
    if (unit <= 0 || !title.endsWith(QLatin1Char(']'))) return {title, {}};
    return {title.left(unit), title.mid(unit + 2, title.size() - unit - 3)};
}

QString counterValue(const model::Snapshot& s, model::TrackId track, double value) {
    const model::Track& t = s.track(track);
    if (holdsBytes(s, t) && value >= 0) return formatBytes(static_cast<std::uint64_t>(std::min(value, 1e18)));
    if (model::look::isPercent(s, t)) return formatPercent(value / 100);
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
    const model::look::CounterAxis axis = model::look::counterAxis(s, track);
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
