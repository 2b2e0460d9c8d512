// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QSize>

#include <cstdint>
#include <optional>

#include "timeline/look/palette.h"
#include "timeline/look/time_scale.h"

namespace timeline {

/// The parts of a saved picture.
enum PicturePart : std::uint8_t {
    kOverviewPart = 1,
    kRulerPart = 2,
    kHeaderPart = 4,
    kOverlayPart = 8,  ///< selection, marks, arrows
    kAllParts = 15,
};

struct PictureOptions {
    QSize size;                         ///< logical px; a height of 0 = the height of all rows
    double dpr = 1;                     ///< device px per logical px, 1 … 4
    std::uint8_t parts = kAllParts;     ///< of PicturePart; the rows themselves are always included
    std::optional<VisibleRange> range;  ///< absent = what the view shows
    std::optional<Theme> theme;         ///< absent = that of the view
    std::optional<QFont> font;          ///< absent = that of the view
    static constexpr int kFitHeader = -1;
    int headerWidth = 0;  ///< logical px; 0 = that of the view, kFitHeader = as titles need it
};

}  // namespace timeline
