// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>
#include <QRect>
#include <QRectF>

#include <algorithm>
#include <cmath>

#include "timeline/look/palette.h"
#include "timeline/look/time_scale.h"

namespace timeline {

/// The positions of the timeline's parts, in logical px. Heights and the header width are multiples of four, so that
/// rows begin on a whole device pixel at 125, 150, 175 and 200 %.
struct ViewLayout {
    static constexpr int kOverviewHeight = 36;
    static constexpr int kRulerHeight = 28;
    static constexpr int kMinHeaderWidth = 120;
    static constexpr int kDefaultHeaderWidth = 260;
    static constexpr int kMinRowsWidth = 160;

    QRect overview, corner, ruler, header, rows;
    double dpr = 1;

    /// Of a ruler with larger or smaller texts.
    static int rulerHeight(double textScale) { return static_cast<int>(std::lround(kRulerHeight * textScale / 4)) * 4; }
    int deviceWidth() const { return std::max(1, static_cast<int>(std::lround(rows.width() * dpr))); }
    int deviceHeight() const { return std::max(1, static_cast<int>(std::lround(rows.height() * dpr))); }

    /// Any part may be left out: its height or width is 0 then.
    static ViewLayout of(QSize size, int headerWidth, int overviewHeight, int rulerHeight, int scrollBarWidth,
                         double dpr) {
        ViewLayout l;
        l.dpr = dpr;
        const int header = headerWidth == 0 ? 0
                                            : std::clamp(headerWidth, std::min(kMinHeaderWidth, size.width()),
                                                         std::max(kMinHeaderWidth, size.width() - kMinRowsWidth)) /
                                                  4 * 4;
        const int top = overviewHeight + rulerHeight;
        const int width = std::max(1, size.width() - header - scrollBarWidth);
        const int height = std::max(1, size.height() - top);
        l.overview = {0, 0, size.width(), overviewHeight};
        l.corner = {0, overviewHeight, header, rulerHeight};
        l.ruler = {header, overviewHeight, width, rulerHeight};
        l.header = {0, top, header, height};
        l.rows = {header, top, width, height};
        return l;
    }
};

/// A vertical line of one device pixel at logical x.
inline void hairlineV(QPainter& p, double x, double top, double bottom, QRgb colour, double dpr) {
    p.fillRect(QRectF(std::floor(x * dpr) / dpr, top, 1 / dpr, bottom - top), QColor::fromRgba(colour));
}
/// A horizontal line of one device pixel at logical y.
inline void hairlineH(QPainter& p, double y, double left, double right, QRgb colour, double dpr) {
    p.fillRect(QRectF(left, std::floor(y * dpr) / dpr, right - left, 1 / dpr), QColor::fromRgba(colour));
}
/// The same colour, translucent; alpha 0 … 1.
inline QColor translucent(QRgb colour, double alpha) {
    QColor c = QColor::fromRgb(colour);
    c.setAlphaF(static_cast<float>(alpha));
    return c;
}

}  // namespace timeline
