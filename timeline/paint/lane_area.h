// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <unordered_map>

#include <QImage>

#include "timeline/paint/raster.h"
#include "timeline/rows/row_geometry.h"
#include "timeline/rows/view_state.h"

namespace timeline {

/// The contents of a picture of the time area.
struct AreaView {
    RowSource source;
    RowListPtr rows;
    VisibleRange range;
    StringId onlyName = 0;
    int width = 0;       ///< device px
    int height = 0;      ///< device px, including pinned rows
    double scrollY = 0;  ///< logical px
    double pinnedScrollY = 0;
    int pinnedHeight = -1;  ///< logical px, the maximum for pinned rows; negative = as much as they need
    double dpr = 1;
    TimeNs gridOrigin = 0;    ///< grid lines are whole steps from here …
    double gridSpacing = 90;  ///< … and so many logical px apart
    Theme theme = Theme::Light;
    QFont font;  ///< of the labels
    bool labels = true;
    CommunicationPtr communication{};
    ColourBy colours = ColourBy::Kind;
};

/// Whether rows look the same in both, wherever they are scrolled to: draw lists of one are good for the other.
bool sameContent(const AreaView& a, const AreaView& b);

/// Renders the area right of the headers: rows, grid and labels, without hover, selection or ruler. Caches draw lists
/// of rows while nothing changes that they depend on, so scrolling and repainting only rasterise. For one thread (UI or
/// a worker).
class LaneArea {
public:
    /// The image is valid until the next call: view.width × view.height, Format_RGB32, devicePixelRatio = view.dpr.
    /// Pinned rows are at the top, and the others scroll below them. Below the last row there is only the canvas.
    const QImage& render(const AreaView& view);

    /// Paints the same with `painter`, whose origin is the upper left corner of the area, in logical px. Labels are
    /// texts; bars are shapes, or the pixels of an image.
    void paint(QPainter& painter, const AreaView& view, bool asShapes);
    /// Prepares what is needed to paint the view, and nothing more.
    void prepare(const AreaView& view);
    /// A row that is at least partly visible in the last view, from top to bottom, the pinned ones first.
    struct Shown {
        const DrawList* list;
        int y;                    ///< device px
        int clipTop, clipBottom;  ///< device px
        bool odd;                 ///< has the colour of every second row
    };
    const std::vector<Shown>& shown() const { return m_shown; }

    /// Draw list of a scrolling or pinned row of the last view; for tests and accessibility.
    const DrawList& drawList(const Row& row);
    /// Number of labels in the last picture.
    int labelCount() const { return m_labelCount; }

    LookTable& looks() { return m_looks; }
    /// Of the last view, for its legend.
    const Colouring& colouring() const { return m_colouring; }
    LabelCache& labels() { return m_labels; }
    void clear();

private:
    void placeRows(std::span<const Row> rows, double offset, int clipTop, int clipBottom);
    void rasterise();
    void paintLabels(QPainter& painter);
    void retireLists();
    std::uint64_t cacheKey(const Row& row) const;

    AreaView m_view;
    TimeScale m_scale;
    LookTable m_looks;
    Colouring m_colouring;
    LabelCache m_labels;
    Raster m_raster;
    QImage m_image;
    std::vector<int> m_grid;
    std::unordered_map<std::uint64_t, DrawList> m_lists;
    std::vector<DrawList> m_spare;  // reused memory of outdated lists
    std::vector<Shown> m_shown;
    int m_pinned = 0;  // device px
    int m_labelCount = 0;
};

}  // namespace timeline
