// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/paint/raster.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include <QFontMetricsF>

namespace timeline {
namespace {

/// out[i] = ink[i] where level[i] > above, else behind[i]. Without a branch, so that it becomes a few instructions per
/// four pixels.
void select(QRgb* __restrict out, const QRgb* __restrict ink, const QRgb* __restrict behind,
            const std::int32_t* __restrict level, std::int32_t above, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) {
        const QRgb mask = level[i] > above ? 0xffffffffu : 0u;
        out[i] = (ink[i] & mask) | (behind[i] & ~mask);
    }
}

/// Textures by position; `phase` moves with the time, so that they do not swim while panning.
bool isMarked(Pattern p, int x, int y) {
    if (p == Pattern::Hatch) return ((x + y) & 7) < 2;
    return (x & 3) == 0 && ((y + ((x >> 2) & 1) * 2) & 3) == 0;
}

}  // namespace

void Raster::setFont(const QFont& font) {
    if (font == m_font) return;
    m_font = font;
    m_texts.clear();
}

void Raster::paintRow(QImage& image, int x, int y, int clipTop, int clipBottom, const DrawList& list,
                      const RowBackground& background) {
    m_bits = reinterpret_cast<QRgb*>(image.bits()) + x;
    m_stride = image.bytesPerLine() / static_cast<qsizetype>(sizeof(QRgb));
    const int width = std::min(list.width, image.width() - x);
    const int top = std::max({y, clipTop, 0}), bottom = std::min({y + list.height, clipBottom, image.height()});
    if (width <= 0 || top >= bottom) return;
    m_background.assign(static_cast<std::size_t>(width), background.fill);
    for (const int g : background.gridX)
        if (g >= 0 && g < width) m_background[static_cast<std::size_t>(g)] = background.grid;
    const std::size_t bytes = static_cast<std::size_t>(width) * sizeof(QRgb);

    // What lies between the strips first; then each strip with its own scanline, which carries the background along.
    int at = y;
    const auto plain = [&](int to) {
        for (int line = std::max(at, top); line < std::min(to, bottom); ++line)
            std::memcpy(scanline(line), m_background.data(), bytes);
    };
    Cursor cursor;
    for (std::uint16_t s = 0; s < list.strips.size(); ++s) {
        const Strip& strip = list.strips[s];
        plain(y + strip.top);
        paintStrip(y + strip.top, top, bottom, width, list, s, cursor);
        at = y + strip.top + strip.height;
    }
    plain(y + list.height);
}

bool Raster::fillLevels(const DrawList& list, std::uint16_t s, int width, Cursor& cursor) {
    const int height = list.strips[s].height;
    bool inked = false;
    const auto fill = [&](int x0, int x1, QRgb colour, QRgb behind, std::int32_t level) {
        x0 = std::max(x0, 0);
        x1 = std::min(x1, width);
        for (int px = x0; px < x1; ++px) {
            const auto i = static_cast<std::size_t>(px);
            m_ink[i] = colour;
            m_behind[i] = behind;
            m_level[i] = level;
        }
    };
    for (; cursor.ink < list.inks.size() && list.inks[cursor.ink].strip == s; ++cursor.ink) {
        const Ink& k = list.inks[cursor.ink];
        const int level = std::max(1, (k.busy * height + 127) / 255);
        fill(k.x0, k.x1, k.fill, k.faint, level);
        inked |= level < height;
    }
    for (; cursor.rect < list.rects.size() && list.rects[cursor.rect].strip == s; ++cursor.rect) {
        const Rect& r = list.rects[cursor.rect];
        fill(r.x0, r.x1, r.fill, r.fill, height);
        if (r.flags & Rect::kEdgeLeft) fill(r.x0, r.x0 + 1, r.edge, r.edge, height);
    }
    for (; cursor.tick < list.ticks.size() && list.ticks[cursor.tick].strip == s; ++cursor.tick) {
        const Tick& t = list.ticks[cursor.tick];
        fill(t.x, t.x + 1, t.colour, t.colour, height);
    }
    return inked;
}

void Raster::paintStrip(int y, int clipTop, int clipBottom, int width, const DrawList& list, std::uint16_t s,
                        Cursor& cursor) {
    const Strip& strip = list.strips[s];
    const Cursor before = cursor;
    const auto n = static_cast<std::size_t>(width);
    m_ink = m_background;
    m_behind = m_background;
    m_level.assign(n, strip.height);
    const bool inked = fillLevels(list, s, width, cursor);
    const int from = std::max(y, clipTop), to = std::min(y + strip.height, clipBottom);
    for (int line = from; line < to; ++line) {
        QRgb* out = scanline(line);
        const int above = y + strip.height - 1 - line;  // rows between this one and the bottom
        if (!inked) {
            std::memcpy(out, m_ink.data(), n * sizeof(QRgb));
            continue;
        }
        select(out, m_ink.data(), m_behind.data(), m_level.data(), above, n);
    }
    paintPatterns(y, from, to, width, list, s, before, cursor);
    for (const CounterCurve& c : list.curves)
        if (c.strip == s) paintCurve(y, from, to, width, strip, c);
}

void Raster::paintPatterns(int y, int from, int to, int width, const DrawList& list, std::uint16_t s,
                           const Cursor& begin, const Cursor& end) {
    const int height = list.strips[s].height;
    const auto mark = [&](int x0, int x1, int level, Pattern pattern, QRgb colour) {
        for (int line = std::max(from, y + height - level); line < to; ++line) {
            QRgb* out = scanline(line);
            for (int px = std::max(0, x0); px < std::min(x1, width); ++px)
                if (isMarked(pattern, px + list.patternPhase, line - y)) out[px] = colour;
        }
    };
    for (std::size_t i = begin.ink; i < end.ink; ++i) {
        const Ink& k = list.inks[i];
        if (k.pattern != Pattern::None)
            mark(k.x0, k.x1, std::max(1, (k.busy * height + 127) / 255), k.pattern, mixed(k.fill, k.faint, 0.30));
    }
    for (std::size_t i = begin.rect; i < end.rect; ++i) {
        const Rect& r = list.rects[i];
        if (r.pattern != Pattern::None) mark(r.x0, r.x1, height, r.pattern, mixed(r.fill, r.edge, 0.40));
    }
}

void Raster::paintCurve(int y, int clipTop, int clipBottom, int width, const Strip& strip, const CounterCurve& c) {
    const auto column = [&](int x0, int x1, int from, int to,
                            QRgb colour) {  // from <= to, inclusive, relative to the strip
        const int a = std::max({from, 0, clipTop - y}), b = std::min({to, strip.height - 1, clipBottom - 1 - y});
        for (int line = a; line <= b; ++line) {
            QRgb* out = scanline(y + line);
            std::fill(out + std::max(0, x0), out + std::min(x1, width), colour);
        }
    };
    for (const CounterStep& k : c.steps) {
        column(k.x0, k.x1, std::min(k.yMean, c.base), std::max(k.yMean, c.base), c.area);
        if (k.yMax < k.yMin) column(k.x0, k.x1, k.yMax, k.yMin, c.band);
    }
    // The line over everything; where it jumps, it is joined at the border between the steps.
    const CounterStep* last = nullptr;
    for (const CounterStep& k : c.steps) {
        column(k.x0, k.x1, k.yMean, k.yMean, c.line);
        if (last && last->x1 == k.x0)
            column(k.x0, k.x0 + 1, std::min(last->yMean, k.yMean), std::max(last->yMean, k.yMean), c.line);
        last = &k;
    }
}

void Raster::paintLabels(QPainter& painter, int x, int y, const DrawList& list, double dpr) {
    if (list.labels.empty()) return;
    painter.setFont(m_font);
    if (m_texts.size() > kMaxTexts) m_texts.clear();
    QRgb pen = 0;
    for (const Label& l : list.labels) {
        const Strip& strip = list.strips[l.strip];
        QStaticText& text = m_texts[l.text];
        if (text.text().isNull()) {
            text.setText(l.text);
            text.setTextFormat(Qt::PlainText);
            text.setPerformanceHint(QStaticText::AggressiveCaching);
            text.prepare(QTransform(), m_font);
        }
        const QSizeF size = text.size();
        // Whole device pixels: a baseline between two would blur the digits.
        const double top = l.halo ? strip.top + dpr : strip.top + (strip.height - size.height() * dpr) / 2;
        const QPointF at((x + l.x) / dpr, std::round(y + top) / dpr);
        if (l.halo) {
            QColor behind = QColor::fromRgb(l.halo);
            behind.setAlpha(190);
            painter.fillRect(QRectF(at, size).adjusted(-2, 1, 2, -1), behind);
        }
        if (l.colour != pen) {
            pen = l.colour;
            painter.setPen(QColor::fromRgb(pen));
        }
        painter.drawStaticText(at, text);
    }
}

}  // namespace timeline
