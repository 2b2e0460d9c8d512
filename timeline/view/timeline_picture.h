// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>

#include <memory>

#include "timeline/paint/legend.h"
#include "timeline/view/timeline_view.h"

namespace timeline {

struct Frame;

/// A picture of a timeline that is ready to be painted, on any device. It refers to its view, so it must be destroyed
/// before that changes.
class TimelinePicture {
public:
    /// A picture of what a frame of the view shows. The options set the size, and the width of the headers if it has
    /// any.
    TimelinePicture(const Frame& frame, const PictureOptions& options);
    ~TimelinePicture();

    QSize size() const;              ///< logical px
    model::TimeRange range() const;  ///< whole ns that are shown
    int headerWidth() const;         ///< logical px left of the time area
    /// Number of bars, ticks and steps of curves.
    std::size_t shapes() const;
    /// Number of scrolling rows for which the picture is not high enough.
    int rowsLeftOut() const;
    /// Adds the contents to a legend; several pictures may share one.
    void addTo(LegendMaker& legend) const;

    /// In logical px, from the painter's origin. Bars are shapes or the pixels of an image; texts are texts.
    void paint(QPainter& painter, bool asShapes) const;

private:
    struct Content;
    std::unique_ptr<Content> m_content;
};

}  // namespace timeline
