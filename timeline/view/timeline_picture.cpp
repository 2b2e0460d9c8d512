// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/view/timeline_picture.h"

#include "timeline/paint/shapes.h"
#include "timeline/view/timeline_view_p.h"

namespace timeline {

namespace {
constexpr int kMostPixels = 16384;  // each way: a picture that no viewer opens helps nobody, and memory is finite
constexpr int kWidestHeader = 420;  // logical px
}  // namespace

struct TimelinePicture::Content {
    QSize size;
    Frame frame;
    LaneArea area;
    ReportDensity density;
    decltype(TimelineView::Private::utilisations) utilisations;
};

TimelinePicture::TimelinePicture(TimelineView::Private& view, const PictureOptions& o)
    : m_view(view), m_content(std::make_unique<Content>()) {
    const double dpr = std::clamp(o.dpr, 1.0, 4.0);
    const int overviewHeight = o.parts & kOverviewPart ? ViewLayout::kOverviewHeight : 0;
    const int rulerHeight = o.parts & kRulerPart ? ViewLayout::kRulerHeight : 0;
    Frame& f = m_content->frame;
    f = view.frameConst();
    f.theme = o.theme.value_or(view.theme);
    if (o.font) {
        f.font = *o.font;
        f.barFont = TimelineView::Private::barFont(f.font, view.state.layout.density);
    }
    QSize& size = m_content->size;
    size = o.size.isEmpty() && o.size.width() <= 0 ? view.q->size() : o.size;
    if (size.height() <= 0)
        size.setHeight(overviewHeight + rulerHeight + (f.rows ? f.rows->height() + f.rows->pinnedHeight() : 0));
    const int most = static_cast<int>(kMostPixels / dpr);
    size = size.boundedTo(QSize(most, most)).expandedTo(QSize(64, 64));
    int header = !(o.parts & kHeaderPart) ? 0 : o.headerWidth > 0 ? o.headerWidth : view.headerWidth;
    if (header && o.headerWidth == PictureOptions::kFitHeader && f.rows) {
        header = ViewLayout::kMinHeaderWidth;
        const HeaderStyle style{f.theme, f.font, dpr};
        for (const auto list : {f.rows->pinned(), f.rows->rows()})
            for (const Row& r : list) header = std::max(header, headerWidthOf(r, style));
        header = (std::min({header, kWidestHeader, size.width() / 3}) + 3) / 4 * 4;
    }
    f.layout = ViewLayout::of(size, header, overviewHeight, rulerHeight, 0, dpr);
    f.scale = TimeScale(o.range.value_or(view.state.range), f.layout.deviceWidth());
    f.parts = o.parts;
    f.forFile = true;
    f.area = &m_content->area;
    f.density = &m_content->density;
    if (!f.rows || !view.hasData()) return;
    f.pinnedHeight = std::min(f.rows->pinnedHeight(), f.layout.rows.height() / 2);
    const int furthest = std::max(0, f.rows->height() - (f.layout.rows.height() - f.pinnedHeight));
    f.scrollY = std::min<double>(f.scrollY, furthest);
    f.pinnedScrollY = 0;
    if (view.communicationVersion != view.snapshot->version())
        f.communication = model::reports::CommunicationWork::of(*view.snapshot);
    if (overviewHeight > 0)
        m_content->density = reportDensity(
            view.snapshot, f.theme, static_cast<int>(std::lround(f.layout.overview.width() * dpr)), f.communication);
    m_content->area.prepare(view.areaView(f));
    // The shares of this span of time, which is not the one on screen.
    view.utilisations.swap(m_content->utilisations);
    for (const bool pinned : {true, false})
        for (const Row& r : pinned ? f.rows->pinned() : f.rows->rows()) {
            const QRect rect = f.rowRect(r, pinned);
            if (r.utilisation && header > 0 && rect.top() < size.height() && rect.bottom() >= f.layout.rows.top())
                view.computeUtilisation(f, r);
        }
    view.utilisations.swap(m_content->utilisations);
}

TimelinePicture::~TimelinePicture() = default;

QSize TimelinePicture::size() const { return m_content->size; }
TimeRange TimelinePicture::range() const { return m_content->frame.scale.range().outer(); }
int TimelinePicture::headerWidth() const { return m_content->frame.layout.header.width(); }

std::size_t TimelinePicture::shapes() const {
    std::size_t n = 0;
    for (const LaneArea::Shown& row : m_content->area.shown()) n += shapeCount(*row.list);
    return n;
}

int TimelinePicture::rowsLeftOut() const {
    const Frame& f = m_content->frame;
    if (!f.rows) return 0;
    const QRect area = f.scrollArea();
    const auto rows = f.rows->rows();
    return static_cast<int>(std::count_if(rows.begin(), rows.end(), [&](const Row& r) {
        const QRect rect = f.rowRect(r, false);
        return rect.bottom() < area.top() || rect.top() > area.bottom();
    }));
}

void TimelinePicture::addTo(LegendMaker& legend) const {
    for (const LaneArea::Shown& row : m_content->area.shown()) legend.add(*row.list);
}

void TimelinePicture::paint(QPainter& p, bool asShapes) const {
    Frame f = m_content->frame;
    f.asShapes = asShapes;
    p.fillRect(QRect(QPoint(), m_content->size), QColor::fromRgb(tokens(f.theme).canvas));
    if (!f.rows || !m_view.hasData()) return;
    m_view.utilisations.swap(m_content->utilisations);
    m_view.paint(p, f);
    m_view.utilisations.swap(m_content->utilisations);
}

std::unique_ptr<TimelinePicture> TimelineView::picture(const PictureOptions& options) const {
    return std::unique_ptr<TimelinePicture>(new TimelinePicture(*d, options));
}

QImage TimelineView::renderImage(const PictureOptions& options) const {
    const auto content = picture(options);
    const double dpr = std::clamp(options.dpr, 1.0, 4.0);
    QImage image(content->size() * dpr, QImage::Format_RGB32);
    image.setDevicePixelRatio(dpr);
    QPainter p(&image);
    content->paint(p, false);
    return image;
}

}  // namespace timeline
