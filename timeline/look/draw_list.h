// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <QRgb>
#include <QString>

#include "model/query/query.h"
#include "timeline/look/palette.h"

namespace timeline {

// The contents of a row, before pixels. Plain data: comparable, printable. All numbers are device pixels; x from the
// left edge of the time area, y from the top of the row.

/// A horizontal strip of the row, in which things are drawn.
struct Strip {
    int top = 0;
    int height = 0;
    bool operator==(const Strip&) const = default;
};

/// A bar.
struct Rect {
    static constexpr std::uint8_t kEdgeLeft = 1;  ///< darker first pixel: the previous bar is less than 2 px away
    static constexpr std::uint8_t kCutLeft = 2;   ///< begins left of the view
    static constexpr std::uint8_t kCutRight = 4;
    static constexpr std::uint8_t kFaint = 8;  ///< filtered out: drawn faintly
    int x0 = 0;
    int x1 = 0;  ///< exclusive
    std::uint16_t strip = 0;
    Family family = Family::Other;
    Pattern pattern = Pattern::None;
    std::uint8_t flags = 0;
    std::uint16_t group = 0;  ///< of Colouring; 0 = none
    QRgb fill = 0;
    QRgb edge = 0;
    model::LaneId lane = 0;
    std::uint32_t row = 0;
    StringId name = 0;
    bool operator==(const Rect&) const = default;
};

/// Many events in a few pixels: ink from the bottom of the strip; its height is their busy share.
struct Ink {
    int x0 = 0;
    int x1 = 0;  ///< exclusive
    std::uint16_t strip = 0;
    std::uint8_t busy = 0;  ///< 1 … 255
    Pattern pattern = Pattern::None;
    Family family = Family::Other;
    std::uint16_t group = 0;  ///< of Colouring; 0 = none
    QRgb fill = 0;
    QRgb faint = 0;
    StringId name = 0;
    bool operator==(const Ink&) const = default;
};

/// An instant, or several on one pixel.
struct Tick {
    int x = 0;
    std::uint16_t strip = 0;
    TrackKind kind = TrackKind::Generic;
    QRgb colour = 0;
    StringId name = 0;  ///< the name of one of them
    bool operator==(const Tick&) const = default;
};

/// One step of a counter: values between yMin and yMax (yMax <= yMin: y grows downwards), mean at yMean; relative to
/// the strip's top.
struct CounterStep {
    int x0 = 0;
    int x1 = 0;
    int yMax = 0;
    int yMin = 0;
    int yMean = 0;
    bool operator==(const CounterStep&) const = default;
};
struct CounterCurve {
    std::uint16_t strip = 0;
    QRgb line = 0;
    QRgb band = 0;
    QRgb area = 0;                   ///< under the curve
    int base = 0;                    ///< y of zero, relative to the strip's top
    std::vector<CounterStep> steps;  ///< in order of x, with gaps where there is no value
    bool operator==(const CounterCurve&) const = default;
};

struct Label {
    int x = 0;      ///< left edge of the text
    int width = 0;  ///< room for it
    std::uint16_t strip = 0;
    QRgb colour = 0;
    QRgb halo = 0;  ///< painted under the text where there is no bar; 0 = none
    QString text;
    bool operator==(const Label&) const = default;
};

struct DrawList {
    int width = 0;
    int height = 0;
    int patternPhase = 0;  ///< shifts textures, so that they stay with the bars while panning
    std::vector<Strip> strips;
    std::vector<Ink> inks;    ///< inks, rects and ticks are ordered by strip
    std::vector<Rect> rects;  ///< over the ink; ordered by x within a strip, without overlaps
    std::vector<Tick> ticks;
    std::vector<CounterCurve> curves;
    std::vector<Label> labels;
    bool operator==(const DrawList&) const = default;
    /// Empties the lists; their memory is kept for the next row.
    void clear();
};

/// One element a line, in the order of drawing; names come from the store. For golden tests and bug reports.
std::string toText(const DrawList& list, const model::EventStore& store);

}  // namespace timeline
