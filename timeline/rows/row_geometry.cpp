// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/rows/row_geometry.h"

#include <algorithm>
#include <cmath>

#include "timeline/look/format.h"
#include "timeline/rows/bucket_cover.h"
#include "timeline/rows/counter_geometry.h"

namespace timeline {

using model::LaneId;
using model::LaneView;

namespace {

/// Bars narrower than this many device px are ink.
constexpr double kMinBarPx = 2;

int devicePx(double logical, double dpr) { return static_cast<int>(std::lround(logical * dpr)); }

Strip stripOf(const Line& line, double dpr) {
    const int top = devicePx(line.top, dpr);
    return {top, std::max(1, devicePx(line.top + line.height, dpr) - top)};
}

TrackKind lookKind(const RowSource& source, const Line& line, LaneId id, const LaneView& lane) {
    return isDerived(id) ? line.look : source.snapshot->track(lane.lane->track()).kind;
}

struct Bar {
    Rect rect;
    TimeNs duration = 0;
    TrackKind look = TrackKind::Generic;
    QRgb text = 0;
};

/// Memory that is used for one line after the other. A frame builds thousands of bars; getting and returning their
/// memory from the system cost more than drawing them.
struct Scratch {
    BucketCover cover;
    std::vector<Bar> bars, parts;
    std::vector<std::uint32_t> rows, owner, order;
};
Scratch& scratch() {
    static thread_local Scratch s;
    return s;
}

/// Bars of one line: collects lanes, then emits ink, bars and labels.
class BarLine {
public:
    BarLine(const GeometryContext& c, const Line& line, std::uint16_t strip, DrawList& out)
        : m_c(c), m_line(line), m_strip(strip), m_out(out), m_cover(scratch().cover), m_bars(scratch().bars),
          m_rows(scratch().rows),
          // States of threads keep the colours that people know.
          m_groups(c.colouring && c.colouring->isGrouped() && line.style != LineStyle::State ? c.colouring : nullptr) {
        m_cover.reset(c.scale);
        m_bars.clear();
    }

    void draw() {
        const auto ids = m_c.list.lanes(m_line);
        // As soon as one of several lanes is dense, the others are ink, too: bars over ink would hide it.
        bool dense = false;
        for (const LaneId id : ids) dense |= addDense(id);
        for (const LaneId id : ids)
            if (std::find(m_done.begin(), m_done.end(), id) == m_done.end()) addSparse(id, dense);
        emitInk();
        if (ids.size() > 1) keepVisibleParts();
        emitBars();
    }

private:
    bool addDense(LaneId id) {
        const LaneView lane = m_c.source.lane(id);
        if (lane.isEmpty()) {
            m_done.push_back(id);
            return false;
        }
        if (!m_cover.addInk(lane, lookKind(m_c.source, m_line, id, lane), id)) return false;
        m_done.push_back(id);
        return true;
    }

    void addSparse(LaneId id, bool allInk) {
        const LaneView lane = m_c.source.lane(id);
        const TrackKind look = lookKind(m_c.source, m_line, id, lane);
        const TimeRange range = m_c.scale.range().outer();
        const model::RowRange rows = model::rowsOverlapping(lane, range);
        if (rows.count() == 0) return;
        const auto wide = static_cast<TimeNs>(std::ceil(kMinBarPx * m_c.scale.nsPerPx()));
        // Many more rows than pixels although the lane's bins are too coarse: bursts.
        constexpr std::size_t kRowsPerBucket = 8;
        m_cover.beginRows();
        if (rows.count() > kRowsPerBucket * m_c.scale.bucketCount()) {
            m_rows.clear();
            model::visibleRows(lane, range, wide, m_rows);
            for (const std::uint32_t r : m_rows) {
                const TimeNs start = lane.start(r), end = lane.end(r);
                if (end - start >= wide && !allInk) addBar(id, look, r, lane.name(r), start, end);
                else m_cover.addBusiest(lane, r);
            }
            m_cover.endRows(look, id);
            return;
        }
        // Whole runs of the columns at a time: looking up each row's place would take longer than drawing it.
        for (std::size_t r = rows.first; r < rows.last;) {
            const auto start = lane.lane->start().run(r, rows.last);
            const TimeNs* end = lane.lane->end().run(r, rows.last).data();
            const StringId* name = lane.lane->name().run(r, rows.last).data();
            for (std::size_t i = 0; i < start.size(); ++i, ++r) {
                if (end[i] - start[i] >= wide && !allInk)
                    addBar(id, look, static_cast<std::uint32_t>(r), name[i], start[i], end[i]);
                else if (end[i] > start[i] || allInk) m_cover.addRow(name[i], start[i], end[i]);
                else addInstant(id, look, static_cast<std::uint32_t>(r), name[i], start[i]);
            }
        }
        m_cover.endRows(look, id);
    }

    void addBar(LaneId id, TrackKind look, std::uint32_t row, StringId name, TimeNs start, TimeNs end) {
        const int width = m_c.scale.width();
        const int x0 = m_c.scale.pixel(start), x1 = std::max(x0 + 1, m_c.scale.pixel(end));
        if (x0 >= width || x1 <= 0) return;
        Bar& b = m_bars.emplace_back();
        b.duration = end - start;
        b.look = look;
        Rect& r = b.rect;
        r.x0 = x0;
        r.x1 = x1;
        r.strip = m_strip;
        r.lane = id;
        r.row = row;
        r.name = name;
        setLook(b);
        if (x0 < 0) r.flags |= Rect::kCutLeft;
        if (x1 == width && m_c.scale.x(end) > width) r.flags |= Rect::kCutRight;
    }

    void addInstant(LaneId id, TrackKind look, std::uint32_t row, StringId name, TimeNs t) {
        const int x = m_c.scale.pixel(t);
        if (x < 0 || x >= m_c.scale.width() ||
            (!m_out.ticks.empty() && m_out.ticks.back().x == x && m_out.ticks.back().strip == m_strip))
            return;
        const Colouring::Group group = groupOf(id, row, 0);
        const QRgb colour = group ? m_groups->look(group).edge : lookOf(look, name).edge;
        m_out.ticks.push_back({x, m_strip, colourKind(m_c.communication, look, name), colour, name});
    }

    /// Of most events of that name.
    const Look& lookOf(TrackKind kind, StringId name) {
        return m_c.looks.look(colourKind(m_c.communication, kind, name), name);
    }

    Colouring::Group groupOf(LaneId id, std::uint32_t row, TimeNs duration) {
        return m_groups ? m_groups->groupOf(m_c.source.event(id, row), duration) : Colouring::Group{0};
    }
    /// Of ink: of the last event that begins in it or before it, in the busiest lane.
    Colouring::Group groupOf(const BucketCover::Content& content, int x1) {
        if (!m_groups) return 0;
        const LaneView lane = m_c.source.lane(content.lane);
        if (lane.isEmpty()) return 0;
        const std::size_t behind = lane.lane->start().lowerBound(0, lane.rows, m_c.scale.timeIn(x1));
        const std::size_t row = behind > 0 ? behind - 1 : 0;
        return groupOf(content.lane, static_cast<std::uint32_t>(row), lane.end(row) - lane.start(row));
    }

    void setLook(Bar& b) {
        Rect& r = b.rect;
        const auto own = [&] { return colourKind(m_c.communication, b.look, r.name, m_c.source.event(r.lane, r.row)); };
        const bool mixed = isMixed(m_c.communication, b.look, r.name);
        const Look& usual = mixed ? m_c.looks.look(own(), r.name) : lookOf(b.look, r.name);
        r.group = groupOf(r.lane, r.row, b.duration);
        const Look& look = r.group ? m_groups->look(r.group) : usual;
        b.text = look.text;
        r.family = usual.family;
        r.pattern = usual.pattern;
        r.fill = look.fill;
        r.edge = look.edge;
        if (isFilteredOut(r.name)) {
            r.fill = look.faint;
            r.flags |= Rect::kFaint;
        }
    }
    bool isFilteredOut(StringId name) const { return m_c.onlyName != 0 && name != m_c.onlyName; }

    void emitInk() {
        m_out.inks.reserve(m_out.inks.size() + (m_cover.isEmpty() ? 0 : m_c.scale.bucketCount()));
        m_cover.spans([&](int x0, int x1, const BucketCover::Content& content) {
            const Look& usual = lookOf(content.look, content.name);
            const Colouring::Group group = groupOf(content, x1);
            const Look& look = group ? m_groups->look(group) : usual;
            const QRgb fill = isFilteredOut(content.name) ? look.faint : look.fill;
            if (!m_out.inks.empty()) {
                Ink& last = m_out.inks.back();
                if (last.x1 == x0 && last.strip == m_strip && last.fill == fill && last.busy == content.busy) {
                    last.x1 = x1;
                    return;
                }
            }
            m_out.inks.push_back(
                {x0, x1, m_strip, content.busy, usual.pattern, usual.family, group, fill, look.faint, content.name});
        });
    }

    /// Bars of several lanes may overlap: on every pixel the shortest one is seen. Leaves the visible parts, from left
    /// to right.
    void keepVisibleParts() {
        if (m_bars.size() < 2) return;
        const int width = m_c.scale.width();
        auto& order = scratch().order;
        order.resize(m_bars.size());
        for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
        std::stable_sort(order.begin(), order.end(),
                         [&](auto a, auto b) { return m_bars[a].duration > m_bars[b].duration; });
        constexpr std::uint32_t kNone = 0xffffffff;
        auto& owner = scratch().owner;
        owner.assign(static_cast<std::size_t>(width), kNone);
        for (const std::uint32_t i : order) {
            const Rect& r = m_bars[i].rect;
            std::fill(owner.begin() + std::max(0, r.x0), owner.begin() + std::clamp(r.x1, 0, width), i);
        }
        auto& parts = scratch().parts;
        parts.clear();
        for (int x = 0; x < width;) {
            const std::uint32_t i = owner[static_cast<std::size_t>(x)];
            const int from = x;
            while (x < width && owner[static_cast<std::size_t>(x)] == i) ++x;
            if (i == kNone) continue;
            Bar part = m_bars[i];
            part.rect.x0 = from == 0 ? std::min(part.rect.x0, 0) : from;
            part.rect.x1 = x == width ? std::max(part.rect.x1, width) : x;
            parts.push_back(part);
        }
        std::swap(m_bars, parts);
    }

    void emitBars() {
        int previousEnd = -1000;  // far left of the view
        for (Bar& b : m_bars) {
            Rect& r = b.rect;
            const int width = r.x1 - r.x0;
            // The pixel in which two bars meet belongs to the first; one that begins on ink leaves that pixel to it.
            if (width > 2 && r.x0 >= 0 && m_cover.touches(r.x0)) ++r.x0;
            if (r.x0 - previousEnd < 2 && width > 2) r.flags |= Rect::kEdgeLeft;
            previousEnd = r.x1;
            m_out.rects.push_back(r);
            if (m_c.withLabels) addLabel(b);
        }
    }

    void addLabel(const Bar& b) {
        if (m_line.style == LineStyle::State || (b.rect.flags & Rect::kFaint)) return;
        const double dpr = m_c.dpr;
        const int left = std::max(0, b.rect.x0), right = std::min(m_c.scale.width(), b.rect.x1);
        if (right - left < kMinLabelWidth * dpr || m_line.height < m_c.labels.metrics().ascent()) return;
        const int inset = devicePx(kLabelInset, dpr);
        const QString& text =
            m_c.labels.label(*m_c.looks.store(), b.look, b.rect.name, (right - left - 2 * inset) / dpr);
        if (text.isEmpty()) return;
        m_out.labels.push_back({left + inset, right - left - 2 * inset, m_strip, b.text, 0, text});
    }

    const GeometryContext& m_c;
    const Line& m_line;
    std::uint16_t m_strip;
    DrawList& m_out;
    BucketCover& m_cover;
    std::vector<Bar>& m_bars;
    std::vector<std::uint32_t>& m_rows;
    Colouring* m_groups;  // null: colours are those of kinds and names
    std::vector<LaneId> m_done;
};

void drawTicks(const GeometryContext& c, const Line& line, std::uint16_t strip, DrawList& out) {
    const TimeRange range = c.scale.range().outer();
    const auto pixel = static_cast<TimeNs>(std::ceil(c.scale.nsPerPx()));
    std::vector<std::uint32_t> rows;
    for (const LaneId id : c.list.lanes(line)) {
        const LaneView lane = c.source.lane(id);
        if (lane.isEmpty()) continue;
        const TrackKind look = lookKind(c.source, line, id, lane);
        BucketCover& cover = scratch().cover;
        cover.reset(c.scale);
        if (cover.addInk(lane, look)) {
            cover.spans([&](int x0, int, const BucketCover::Content& b) {
                out.ticks.push_back({x0, strip, look, c.looks.look(look, b.name).fill, b.name});
            });
            continue;
        }
        rows.clear();
        model::visibleRows(lane, range, pixel, rows);
        int last = -1;
        for (const std::uint32_t r : rows) {
            const int x = c.scale.pixel(lane.start(r));
            if (x < 0 || x >= c.scale.width() || x == last) continue;
            out.ticks.push_back({x, strip, look, c.looks.look(look, lane.name(r)).fill, lane.name(r)});
            last = x;
        }
    }
}

}  // namespace

DrawList rowGeometry(const GeometryContext& context, const Row& row) {
    DrawList out;
    rowGeometry(context, row, out);
    return out;
}

void rowGeometry(const GeometryContext& context, const Row& row, DrawList& out) {
    out.clear();
    out.width = context.scale.width();
    out.height = devicePx(row.y + row.height, context.dpr) - devicePx(row.y, context.dpr);
    // Textures are fixed to time zero; 8 px is the period of all of them.
    out.patternPhase = static_cast<int>(std::fmod(std::fmod(-std::floor(context.scale.x(0) + 1e-6), 8) + 8, 8));
    for (const Line& line : context.list.lines(row)) {
        const auto strip = static_cast<std::uint16_t>(out.strips.size());
        out.strips.push_back(stripOf(line, context.dpr));
        switch (line.style) {
        case LineStyle::Counter: drawCounter(context, line, strip, out); break;
        case LineStyle::Ticks: drawTicks(context, line, strip, out); break;
        default: BarLine(context, line, strip, out).draw();
        }
    }
}

void overlaidInk(const RowSource& source, std::span<const LaneId> lanes, const TimeScale& scale,
                 std::vector<LaneInk>& out) {
    BucketCover cover(scale);
    const TimeRange range = scale.range().outer();
    for (const LaneId id : lanes) {
        const LaneView lane = source.lane(id);
        if (lane.isEmpty()) continue;
        const TrackKind look = isDerived(id) ? TrackKind::Generic : source.snapshot->track(lane.lane->track()).kind;
        if (cover.addInk(lane, look)) continue;
        const model::RowRange rows = model::rowsOverlapping(lane, range);
        cover.beginRows();
        for (std::size_t r = rows.first; r < rows.last; ++r) cover.addRow(lane.name(r), lane.start(r), lane.end(r));
        cover.endRows(look);
    }
    out.clear();
    out.reserve(scale.bucketCount());
    for (std::size_t i = 0; i < scale.bucketCount(); ++i) {
        const BucketCover::Content b = cover.at(i);
        out.push_back({b.name, b.look, b.busy});
    }
}

QRect eventRect(const RowSource& source, const RowList& list, const Row& row, std::uint32_t line,
                const TimeScale& scale, double dpr, model::EventRef event) {
    const LaneView lane = source.lane(event.lane);
    if (event.row >= lane.rows || line >= row.lineCount) return {};
    const Strip strip = stripOf(list.lines(row)[line], dpr);
    const int x0 = scale.pixel(lane.start(event.row)), x1 = std::max(x0 + 1, scale.pixel(lane.end(event.row)));
    return {x0, strip.top, x1 - x0, strip.height};
}

}  // namespace timeline
