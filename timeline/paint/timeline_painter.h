// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QPainter>

#include "timeline/paint/correlation_overlay.h"
#include "timeline/paint/lane_area.h"
#include "timeline/paint/overview_strip.h"
#include "timeline/paint/picture_options.h"
#include "timeline/paint/pointing.h"
#include "timeline/paint/time_ruler.h"
#include "timeline/state/row_shares.h"
#include "timeline/state/view_model.h"

namespace timeline {

/// The input of one picture. The widget makes its own for each paint event; others are for files.
struct Frame {
    const ViewModel* model = nullptr;
    ViewGeometry geometry;
    const RowShares* shares = nullptr;
    const ReportDensity* density = nullptr;
    CommunicationPtr communication{};    ///< for the colours of communication
    const Pointing* pointing = nullptr;  ///< null = a picture for a file: no hover, no pointer
    std::optional<TimeNs> guide;         ///< a time that another view points to
    bool active = false;                 ///< the timeline has the keyboard focus
    std::uint8_t parts = kAllParts;
    bool asShapes = false;  ///< for files: bars as shapes and labels as texts, not as pixels
    Theme theme = Theme::Light;
    QFont font, barFont;

    bool isForFile() const { return pointing == nullptr; }
    bool has(PicturePart part) const { return (parts & part) != 0; }
    RulerView ruler() const;
    OverviewView overview() const;
    AreaView area() const;
};

/// The font of labels in the rows.
QFont barFont(const QFont& base, const RowLayout& layout);

/// Paints the whole timeline: overview, ruler, headers, rows and overlays. Caches the draw lists of rows, so one
/// painter is for one sequence of frames.
class TimelinePainter {
public:
    void paint(QPainter& painter, const Frame& frame);
    /// Prepares what is needed to paint a frame for a file, and nothing more.
    void prepare(const Frame& frame) { m_area.prepare(frame.area()); }
    /// Rows of the last frame, from top to bottom.
    const std::vector<LaneArea::Shown>& shown() const { return m_area.shown(); }
    /// How bars of the last frame are coloured.
    const Colouring& colouring() const { return m_area.colouring(); }
    /// The event of a chip in the last frame; invalid if there is none.
    model::EventRef chipAt(const EventLinks& links, QPointF pos) const { return m_overlay.chipAt(links, pos); }
    /// For another report, or other derived rows.
    void clear();

private:
    void paintRows(QPainter& p, const Frame& f);
    void paintOverlays(QPainter& p, const Frame& f);
    void paintEvents(QPainter& p, const Frame& f);
    LaneArea m_area;
    const QImage* m_lastPicture = nullptr;  // of m_area, for m_lastView
    AreaView m_lastView;
    std::uint64_t m_lastRevision = 0;
    CorrelationOverlay m_overlay;
};

}  // namespace timeline
