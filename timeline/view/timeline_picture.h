// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>

#include <memory>

#include "timeline/paint/legend.h"
#include "timeline/view/timeline_view.h"

namespace timeline {

struct Frame;

/// A picture of a timeline that is ready to be painted, on anything. It looks at the view that made it: to be let go
/// before that changes.
class TimelinePicture {
public:
    /// Of what a frame of the view shows. The options say the size, and the width of the headers if it has any.
    TimelinePicture(const Frame& frame, const PictureOptions& options);
    ~TimelinePicture();

    QSize size() const;              ///< logical px
    model::TimeRange range() const;  ///< whole ns that are shown
    int headerWidth() const;         ///< logical px left of the time area
    /// Bars, ticks and steps of curves.
    std::size_t shapes() const;
    /// Rows for which the picture is not high enough, of all that scroll.
    int rowsLeftOut() const;
    /// Adds what is drawn to a legend; several pictures may share one.
    void addTo(LegendMaker& legend) const;

    /// In logical px, from the painter's origin. Bars are shapes or the pixels of an image; texts are texts.
    void paint(QPainter& painter, bool asShapes) const;

private:
    struct Content;
    std::unique_ptr<Content> m_content;
};

}  // namespace timeline
