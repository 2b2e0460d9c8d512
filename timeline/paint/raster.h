// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include <QFont>
#include <QHash>
#include <QImage>
#include <QPainter>
#include <QStaticText>

#include "timeline/look/draw_list.h"

namespace timeline {

/// The background of a row.
struct RowBackground {
    QRgb fill = 0;
    QRgb grid = 0;
    std::span<const int> gridX;  ///< device px of vertical lines
};

/// Writes draw lists into a 32-bit image, scanline by scanline. For one thread.
class Raster {
public:
    /// Paints bars, ink, ticks and curves of a row whose top is at `y` of `image` (device px, may be negative). Touches
    /// nothing outside rows [clipTop, clipBottom) of the image. `x` is the left edge of the time area, which is
    /// list.width wide and must lie in the image. Writes the whole height of the row. The image must be Format_RGB32.
    void paintRow(QImage& image, int x, int y, int clipTop, int clipBottom, const DrawList& list,
                  const RowBackground& background);

    /// Paints the labels of a row. `painter` paints on that image in logical px (image.devicePixelRatio() == dpr).
    void paintLabels(QPainter& painter, int x, int y, const DrawList& list, double dpr);

    void setFont(const QFont& font);
    const QFont& font() const { return m_font; }

private:
    /// Elements of a draw list are ordered by strip: where those of the next strip begin.
    struct Cursor {
        std::size_t ink = 0, rect = 0, tick = 0;
    };
    void paintStrip(int y, int clipTop, int clipBottom, int width, const DrawList& list, std::uint16_t strip,
                    Cursor& cursor);
    /// Fills the scanline arrays; true if any ink is lower than the strip.
    bool fillLevels(const DrawList& list, std::uint16_t strip, int width, Cursor& cursor);
    void paintPatterns(int y, int from, int to, int width, const DrawList& list, std::uint16_t strip,
                       const Cursor& begin, const Cursor& end);
    void paintCurve(int y, int clipTop, int clipBottom, int width, const Strip& strip, const CounterCurve& curve);

    QRgb* scanline(int y) { return m_bits + y * m_stride; }

    QRgb* m_bits = nullptr;  // left edge of the time area in the current image
    qsizetype m_stride = 0;  // pixels
    static constexpr qsizetype kMaxTexts = 8192;
    QFont m_font;
    QHash<QString, QStaticText> m_texts;
    // One entry for each pixel of the row: the colours up to `level` pixels from the bottom of the strip, and above
    // that.
    std::vector<QRgb> m_background, m_ink, m_behind;
    std::vector<std::int32_t> m_level;
};

}  // namespace timeline
