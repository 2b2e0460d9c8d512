// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/view/timeline_picture.h"

#include <climits>

#include "timeline/paint/shapes.h"
#include "timeline/paint/timeline_painter.h"

namespace timeline {

namespace {
constexpr int kMostPixels = 16384;  // each way: a picture that no viewer opens helps nobody, and memory is finite
constexpr int kWidestHeader = 420;  // logical px

int fittingHeader(const Frame& f, int pictureWidth, double dpr) {
    int width = ViewLayout::kMinHeaderWidth;
    const HeaderStyle style{f.theme, f.font, dpr};
    for (const auto list : {f.geometry.rows->pinned(), f.geometry.rows->rows()})
        for (const Row& r : list) width = std::max(width, headerWidthOf(r, style));
    return (std::min({width, kWidestHeader, pictureWidth / 3}) + 3) / 4 * 4;
}
}  // namespace

struct TimelinePicture::Content {
    QSize size;
    Frame frame;
    TimelinePainter painter;
    ReportDensity density;
    RowShares shares;  // of this span of time, which need not be the one on screen
};

TimelinePicture::TimelinePicture(const Frame& view, const PictureOptions& o) : m_content(std::make_unique<Content>()) {
    const double dpr = std::clamp(o.dpr, 1.0, 4.0);
    const int overviewHeight = o.parts & kOverviewPart ? ViewLayout::kOverviewHeight : 0;
    const int rulerHeight = o.parts & kRulerPart ? ViewLayout::rulerHeight(view.model->state().layout.textScale) : 0;
    Frame& f = m_content->frame;
    f = view;
    ViewGeometry& g = f.geometry;
    const RowList* const rows = g.rows.get();
    f.theme = o.theme.value_or(view.theme);
    if (o.font) {
        f.font = *o.font;
        f.barFont = barFont(f.font, f.model->state().layout);
    }
    QSize& size = m_content->size;
    size = o.size;
    if (size.height() <= 0)
        size.setHeight(overviewHeight + rulerHeight + (rows ? rows->height() + rows->pinnedHeight() : 0));
    const int most = static_cast<int>(kMostPixels / dpr);
    size = size.boundedTo(QSize(most, most)).expandedTo(QSize(64, 64));
    int header = o.parts & kHeaderPart ? o.headerWidth : 0;
    if (header && o.headerWidth == PictureOptions::kFitHeader && rows) header = fittingHeader(f, size.width(), dpr);
    g.layout = ViewLayout::of(size, header, overviewHeight, rulerHeight, 0, dpr);
    g.scale = TimeScale(o.range.value_or(f.model->state().range), g.layout.deviceWidth());
    f.parts = o.parts;
    f.pointing = nullptr;
    f.shares = &m_content->shares;
    f.density = &m_content->density;
    if (!rows || !f.model->hasData()) return;
    g.pinnedHeight = ViewModel::pinnedHeightIn(rows, g.layout.rows.height());
    g.scrollY = std::min<double>(g.scrollY, std::max(0, rows->height() - g.scrollArea().height()));
    g.pinnedScrollY = 0;
    f.communication = model::reports::CommunicationWork::of(*g.source.snapshot);
    if (overviewHeight > 0)
        m_content->density =
            reportDensity(g.source.snapshot, f.theme, static_cast<int>(std::lround(g.layout.overview.width() * dpr)),
                          f.communication);
    m_content->painter.prepare(f);
    if (header > 0) m_content->shares.compute(g, INT_MAX);
}

TimelinePicture::~TimelinePicture() = default;

QSize TimelinePicture::size() const { return m_content->size; }
TimeRange TimelinePicture::range() const { return m_content->frame.geometry.scale.range().outer(); }
int TimelinePicture::headerWidth() const { return m_content->frame.geometry.layout.header.width(); }

std::size_t TimelinePicture::shapes() const {
    std::size_t n = 0;
    for (const LaneArea::Shown& row : m_content->painter.shown()) n += shapeCount(*row.list);
    return n;
}

int TimelinePicture::rowsLeftOut() const {
    const ViewGeometry& g = m_content->frame.geometry;
    if (!g.rows) return 0;
    const QRect area = g.scrollArea();
    const auto rows = g.rows->rows();
    return static_cast<int>(std::count_if(rows.begin(), rows.end(), [&](const Row& r) {
        const QRect rect = g.rowRect(r, false);
        return rect.bottom() < area.top() || rect.top() > area.bottom();
    }));
}

void TimelinePicture::addTo(LegendMaker& legend) const {
    for (const LaneArea::Shown& row : m_content->painter.shown()) legend.add(*row.list, m_content->painter.colouring());
}

void TimelinePicture::paint(QPainter& p, bool asShapes) const {
    Frame& f = m_content->frame;
    f.asShapes = asShapes;
    p.fillRect(QRect(QPoint(), m_content->size), QColor::fromRgb(tokens(f.theme).canvas));
    if (f.geometry.rows && f.model->hasData()) m_content->painter.paint(p, f);
}

}  // namespace timeline
