// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/paint/overview_strip.h"

#include <algorithm>

#include "timeline/rows/counter_geometry.h"

namespace timeline {
namespace {

using model::LaneId;

constexpr double kMinWindow = 8;  // logical px, so that it can be grasped
constexpr double kGrip = 5;
constexpr int kPad = 4;  // above and below the bands
constexpr int kHostBand = 8;

bool isGpuWork(TrackKind kind) {
    return kind == TrackKind::StreamKernels || kind == TrackKind::StreamMemory || kind == TrackKind::StreamGraphs;
}
bool isHostWork(TrackKind kind) {
    switch (kind) {
    case TrackKind::CudaApi:
    case TrackKind::Nvtx:
    case TrackKind::Annotations:
    case TrackKind::Operators:
    case TrackKind::PythonFunctions:
    case TrackKind::Slices:
    case TrackKind::Async:
    case TrackKind::OsRuntime:
    case TrackKind::Cudnn:
    case TrackKind::Cublas:
    case TrackKind::Library:
    case TrackKind::Generic: return true;
    default: return false;
    }
}

bool isSample(TrackKind kind) { return kind == TrackKind::CpuSamples || kind == TrackKind::PythonSamples; }
/// What has a length, but is neither work of GPUs nor of the host: states of threads, messages of the profiler …
bool isOtherSpan(TrackKind kind) {
    const model::Shape shape = model::trackKindInfo(kind).shape;
    return (shape == model::Shape::Nested || shape == model::Shape::Packed) && !isGpuWork(kind) && !isHostWork(kind);
}
bool isOtherInstant(TrackKind kind) {
    return model::trackKindInfo(kind).shape == model::Shape::Instant && !isSample(kind) && !isHostWork(kind);
}

// One lane a track and depth is enough: deeper ones lie inside the first.
std::vector<LaneId> lanesOf(const model::Snapshot& s, bool (*wanted)(TrackKind)) {
    std::vector<LaneId> lanes;
    for (const model::Track& t : s.tree().tracks) {
        if (!wanted(t.kind) || t.lanes.empty()) continue;
        const bool nested = model::trackKindInfo(t.kind).shape == model::Shape::Nested;
        lanes.insert(lanes.end(), t.lanes.begin(), nested ? t.lanes.begin() + 1 : t.lanes.end());
    }
    return lanes;
}

using Columns = std::vector<DensityColumn>;

bool isBlank(const Columns& columns) {
    return std::all_of(columns.begin(), columns.end(), [](const DensityColumn& c) { return c.busy == 0; });
}

/// One column a bucket → one a pixel.
Columns onPixels(const Columns& buckets, const TimeScale& scale) {
    Columns out(static_cast<std::size_t>(scale.width()));
    const int shift = scale.bucketShift();
    for (std::size_t i = 0; i < buckets.size(); ++i) {
        if (buckets[i].busy == 0) continue;
        const TimeNs begin = (scale.firstBucket() + static_cast<std::int64_t>(i)) << shift;
        const int x0 = std::max(0, scale.pixel(begin));
        const int x1 = std::min(scale.width(), std::max(x0 + 1, scale.pixel(begin + (TimeNs{1} << shift))));
        for (int x = x0; x < x1; ++x) {
            DensityColumn& c = out[static_cast<std::size_t>(x)];
            if (buckets[i].busy > c.busy) c = buckets[i];
        }
    }
    return out;
}

/// How busy those lanes are.
Columns band(const model::SnapshotPtr& s, const std::vector<LaneId>& lanes, const TimeScale& scale, Theme theme,
             const CommunicationPtr& communication = {}) {
    if (lanes.empty()) return onPixels({}, scale);
    std::vector<LaneInk> ink(scale.bucketCount());
    overlaidInk({s, nullptr}, lanes, scale, ink);
    LookTable looks(theme, &s->store());
    Columns buckets(ink.size());
    for (std::size_t i = 0; i < ink.size(); ++i)
        if (ink[i].busy) {
            const TrackKind kind = colourKind(communication, ink[i].look, ink[i].name);
            buckets[i] = {looks.look(kind, ink[i].name).fill, ink[i].busy};
        }
    return onPixels(buckets, scale);
}

/// 1 … 255 where there is something, 255 where there is most.
std::uint8_t share(double value, double most) {
    return static_cast<std::uint8_t>(most > 0 ? std::clamp(std::lround(value * 255 / most), 1l, 255l) : 1);
}

/// How many events of those lanes there are, against where there are most.
Columns countBand(const model::Snapshot& s, const std::vector<LaneId>& lanes, const TimeScale& scale, Theme theme) {
    struct Count {
        std::size_t all = 0, most = 0;
        TrackKind kind = TrackKind::Generic;  // of the lane with most
    };
    std::vector<Count> counts(scale.bucketCount());
    const int shift = scale.bucketShift();
    const auto add = [&](std::int64_t bucket, std::size_t n, TrackKind kind) {
        const std::int64_t i = bucket - scale.firstBucket();
        if (n == 0 || i < 0 || i >= static_cast<std::int64_t>(counts.size())) return;
        Count& c = counts[static_cast<std::size_t>(i)];
        c.all += n;
        if (n > c.most) c.most = n, c.kind = kind;
    };
    for (const LaneId id : lanes) {
        const model::LaneView lane = s.lane(id);
        if (lane.isEmpty()) continue;
        const TrackKind kind = s.track(lane.lane->track()).kind;
        if (lane.rows < counts.size()) {
            for (std::size_t r = 0; r < lane.rows; ++r) add(lane.start(r) >> shift, 1, kind);
        } else {
            for (std::int64_t b = scale.firstBucket(), i = 0; i < static_cast<std::int64_t>(counts.size()); ++i, ++b)
                add(b, model::countStarting(lane, {b << shift, (b + 1) << shift}), kind);
        }
    }
    std::size_t most = 0;
    for (const Count& c : counts) most = std::max(most, c.all);
    LookTable looks(theme, &s.store());
    Columns buckets(counts.size());
    for (std::size_t i = 0; i < counts.size(); ++i)
        if (counts[i].all)
            buckets[i] = {looks.look(counts[i].kind, 0).fill,
                          share(static_cast<double>(counts[i].all), static_cast<double>(most))};
    return onPixels(buckets, scale);
}

/// The first curve that has values, against its greatest.
Columns curveBand(const model::Snapshot& s, const TimeScale& scale, Theme theme) {
    for (const model::Track& t : s.tree().tracks) {
        if (t.counter == model::kNoCounter) continue;
        const model::CounterView counter = s.counter(t.counter);
        if (counter.rows == 0 || counter.series->minMax(0, counter.rows, counter.rows).isEmpty()) continue;
        const int shift = scale.bucketShift();
        std::vector<model::MinMax> values(scale.bucketCount());
        model::counterBuckets(counter, scale.firstBucket(), shift, values);
        const double most = counter.series->minMax(0, counter.rows, counter.rows).max;
        Columns buckets(values.size());
        for (std::size_t i = 0; i < values.size(); ++i) {
            const TimeNs from = (scale.firstBucket() + static_cast<std::int64_t>(i)) << shift;
            if (!values[i].isEmpty() && from <= s.range().end)
                buckets[i] = {counterColour(t.kind, theme), share(values[i].max, most)};
        }
        return onPixels(buckets, scale);
    }
    return onPixels({}, scale);
}

/// Calls and ranges; where there are none, samples; and where the GPU did nothing either, whatever else the report
/// holds.
Columns hostBand(const model::SnapshotPtr& s, bool hasGpu, const TimeScale& scale, Theme theme) {
    Columns out = band(s, lanesOf(*s, isHostWork), scale, theme);
    if (isBlank(out)) out = countBand(*s, lanesOf(*s, isSample), scale, theme);
    if (hasGpu) return out;
    if (isBlank(out)) out = band(s, lanesOf(*s, isOtherSpan), scale, theme);
    if (isBlank(out)) out = curveBand(*s, scale, theme);
    if (isBlank(out)) out = countBand(*s, lanesOf(*s, isOtherInstant), scale, theme);
    return out;
}

void paintBand(QPainter& p, const OverviewView& v, const QRectF& area, const Columns& columns) {
    if (columns.empty()) return;
    const double dpr = v.dpr;
    // One image instead of a rectangle a pixel.
    const int height = std::max(1, static_cast<int>(std::lround(area.height() * dpr)));
    QImage image(static_cast<int>(columns.size()), height, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    for (std::size_t x = 0; x < columns.size(); ++x) {
        if (columns[x].busy == 0) continue;
        const int ink = std::max(1, (columns[x].busy * height + 127) / 255);
        for (int y = height - ink; y < height; ++y) reinterpret_cast<QRgb*>(image.scanLine(y))[x] = columns[x].colour;
    }
    const VisibleRange& covered = v.density->covered;
    const double left = v.x(covered.begin) + covered.fraction * v.scale.pxPerNs() / dpr;
    p.drawImage(QRectF(left, area.top(), covered.length * v.scale.pxPerNs() / dpr, area.height()), image);
}

void paintTicks(QPainter& p, const OverviewView& v, const Tokens& t) {
    const double top = v.area.top(), bottom = v.area.bottom() + 1;
    if (v.hits)
        // Hits of one pixel are one tick; the next one is looked up, not walked to.
        for (auto hit = v.hits->begin(); hit != v.hits->end();) {
            const int x = v.scale.pixel(*hit);
            if (x >= v.scale.width()) break;
            if (x >= 0) hairlineV(p, v.area.left() + x / v.dpr, bottom - 7, bottom - 1, t.accent, v.dpr);
            hit = std::partition_point(hit, v.hits->end(), [&](TimeNs time) { return v.scale.pixel(time) <= x; });
        }
    if (v.marks)
        for (const TimeMark& m : *v.marks) {
            const double x = v.x(m.time);
            hairlineV(p, x, top, bottom, t.warn, v.dpr);
            p.fillRect(QRectF(x - 2, top, 5, 4), QColor::fromRgb(t.warn));
        }
}

}  // namespace

TimeScale overviewScale(const model::Snapshot& s, int deviceWidth) {
    return {wholeReport(s.range(), deviceWidth), deviceWidth};
}

ReportDensity reportDensity(const model::SnapshotPtr& s, Theme theme, int deviceWidth,
                            const CommunicationPtr& communication, std::stop_token stop) {
    ReportDensity d;
    if (!s || s->range().isEmpty() || deviceWidth <= 0) return d;
    const TimeScale scale = overviewScale(*s, deviceWidth);
    d.covered = scale.range();
    d.gpu = band(s, lanesOf(*s, isGpuWork), scale, theme, communication);
    if (stop.stop_requested()) return {};
    d.host = hostBand(s, !isBlank(d.gpu), scale, theme);
    return stop.stop_requested() ? ReportDensity{} : d;
}

QRectF OverviewView::window() const {
    const double left = area.left(), right = area.right() + 1;
    double x0 = x(visible.begin) + visible.fraction * scale.pxPerNs() / dpr;
    double x1 = x0 + visible.length * scale.pxPerNs() / dpr;
    x0 = std::clamp(x0, left, right);
    x1 = std::clamp(x1, left, right);
    if (x1 - x0 < kMinWindow) {
        x0 = std::clamp((x0 + x1 - kMinWindow) / 2, left, right - kMinWindow);
        x1 = x0 + kMinWindow;
    }
    return {x0, static_cast<double>(area.top()), x1 - x0, static_cast<double>(area.height())};
}

void paintOverview(QPainter& p, const OverviewView& v) {
    const Tokens& t = tokens(v.theme);
    p.save();
    p.setClipRect(v.area);
    p.fillRect(v.area, QColor::fromRgb(t.canvas));
    const QRectF inner = QRectF(v.area).adjusted(0, kPad, 0, -kPad);
    if (v.density) {
        const QRectF gpu(inner.left(), inner.top(), inner.width(), inner.height() - kHostBand - 1);
        const QRectF host(inner.left(), gpu.bottom() + 1, inner.width(), kHostBand);
        // A report without GPU work has the whole strip for the host.
        const bool hasGpu = !isBlank(v.density->gpu);
        if (hasGpu) paintBand(p, v, gpu, v.density->gpu);
        paintBand(p, v, hasGpu ? host : inner, v.density->host);
    }
    if (v.selection) {
        const double x0 = v.x(v.selection->begin), x1 = std::max(x0 + 1, v.x(v.selection->end));
        p.fillRect(QRectF(x0, v.area.top(), x1 - x0, v.area.height()), translucent(t.accent, 0.30));
    }
    const QRectF w = v.window();
    const QColor veil = translucent(t.header, v.theme == Theme::Light ? 0.62 : 0.5);
    p.fillRect(QRectF(v.area.left(), v.area.top(), w.left() - v.area.left(), v.area.height()), veil);
    p.fillRect(QRectF(w.right(), v.area.top(), v.area.right() + 1 - w.right(), v.area.height()), veil);
    paintTicks(p, v, t);
    hairlineV(p, w.left(), w.top(), w.bottom(), t.accent, v.dpr);
    hairlineV(p, w.right() - 1 / v.dpr, w.top(), w.bottom(), t.accent, v.dpr);
    const double grip = 12, mid = w.center().y();
    p.fillRect(QRectF(w.left() - 1, mid - grip / 2, 3, grip), QColor::fromRgb(t.accent));
    p.fillRect(QRectF(w.right() - 2, mid - grip / 2, 3, grip), QColor::fromRgb(t.accent));
    hairlineH(p, v.area.bottom() + 1 - 1 / v.dpr, v.area.left(), v.area.right() + 1, t.headerBorder, v.dpr);
    p.restore();
}

OverviewPart overviewPartAt(const OverviewView& v, double x) {
    const QRectF w = v.window();
    // The middle of a narrow window stays free for moving it.
    const double grip = std::min(kGrip, w.width() / 4);
    if (std::abs(x - w.left()) <= grip || (x < w.left() && x > w.left() - kGrip)) return OverviewPart::LeftEdge;
    if (std::abs(x - w.right()) <= grip || (x > w.right() && x < w.right() + kGrip)) return OverviewPart::RightEdge;
    return w.contains(QPointF(x, w.center().y())) ? OverviewPart::Window : OverviewPart::Outside;
}

}  // namespace timeline
