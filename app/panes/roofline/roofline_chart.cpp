// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panes/roofline/roofline_chart.h"

#include <QEvent>
#include <QToolTip>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "app/kit/access/spoken_points.h"
#include "app/kit/language.h"
#include "app/kit/plot_style.h"
#include "app/kit/std_text.h"
#include "app/kit/theme.h"
#include "app/panes/kernel/roofline_text.h"
#include "timeline/look/format.h"

namespace app {
namespace {

constexpr double kZoomStep = 1.25;                    // a notch of the wheel
constexpr int kClick = 3;                             // px: less is no drag
constexpr double kSmallest = 1e-12, kLargest = 1e24;  // of any axis

/// A label a decade; rates with their prefix.
class DecadeTicker : public QCPAxisTickerLog {
public:
    explicit DecadeTicker(bool rates) : m_rates(rates) {}

protected:
    QString getTickLabel(double tick, const QLocale&, QChar, int) override {
        return m_rates ? rateText(tick, QString()) : timeline::formatValue(tick);
    }

private:
    const bool m_rates;
};

/// Powers of ten between labels, so that they do not touch. `each`: px of a label, `length`: px of the axis.
double labelBase(const QCPRange& range, int length, int each) {
    const double decades = std::log10(range.upper / range.lower),
                 room = std::max(1.0, static_cast<double>(length) / each);
    return std::pow(10, std::max(1.0, std::ceil(decades / room)));
}

/// Of what is on screen of it.
QRect areaOf(const RooflineItem& item, const RooflineItem::Mark& mark) {
    const double r = mark.radius;
    const QRectF area(item.pixelOf(mark) - QPointF(r, r), QSizeF(2 * r, 2 * r));
    return area.toAlignedRect().intersected(item.parentPlot()->axisRect()->rect());
}

QCPRange widened(double low, double high) {
    return {std::max(kSmallest, low), std::min(kLargest, std::max(high, low * 10))};
}

}  // namespace

RooflineChart::RooflineChart(QWidget* parent)
    : QWidget(parent), m_plot(new QCustomPlot), m_item(new RooflineItem(m_plot)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_plot);
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis}) {
        axis->setScaleType(QCPAxis::stLogarithmic);
        axis->setRange(0.1, 1000);
    }
    m_plot->xAxis->setTicker(QSharedPointer<QCPAxisTicker>(new DecadeTicker(false)));
    m_plot->yAxis->setTicker(QSharedPointer<QCPAxisTicker>(new DecadeTicker(true)));
    m_plot->setSelectionRectMode(QCP::srmCustom);
    m_plot->setMinimumSize(200, 150);  // less is all marks
    m_plot->setMouseTracking(true);
    m_plot->installEventFilter(this);
    const auto markOf = [this](int i) -> const RooflineItem::Mark& {
        return m_item->marks()[static_cast<std::size_t>(i)];
    };
    m_spoken = new SpokenPoints(m_plot, {.count = [this] { return static_cast<int>(m_item->marks().size()); },
                                         .text = [this, markOf](int i) { return sentence(markOf(i)); },
                                         .area = [this, markOf](int i) { return areaOf(*m_item, markOf(i)); },
                                         .choose = [this, markOf](int i) { emit pointClicked(markOf(i).point); }});
    connect(m_plot, &QCustomPlot::beforeReplot, this, &RooflineChart::fitLabels);
    connect(m_plot->selectionRect(), &QCPSelectionRect::accepted, this,
            [this](const QRect& rect) { mark(rect.normalized()); });
    connect(themeManager(), &ThemeManager::themeChanged, this, &RooflineChart::colour);
    colour();
    retranslate();
}

void RooflineChart::replot() { m_plot->replot(QCustomPlot::rpQueuedReplot); }

void RooflineChart::setView(RooflineView view) {
    const bool isCompared = view.baseline != m_item->view().baseline && m_isFitted;  // both ends of arrows are seen
    const bool others = isCompared || view.result != m_item->view().result || view.chip != m_item->view().chip ||
                        view.levels != m_item->view().levels;
    if (others || view.result != m_item->view().result) m_spoken->reset();
    m_item->setView(std::move(view));
    retranslate();
    if (others) fit();
    replot();
}

QString RooflineChart::sentence(const RooflineItem::Mark& m) const {
    const model::roofline::Point& point = view().result->points[m.point];
    const std::string_view name = point.isModel ? std::string_view(point.name) : model::kernelBaseName(point.name),
                           level = levelInfo(m.level).label;
    return tr("%1, %2, %3 FLOP/byte of %4, bound by: %5", "a kernel in the roofline chart")
        .arg(utf8(name), flopRateText(m.at.y()), timeline::formatValue(m.at.x()), utf8(level),
             boundText(point.bound()));
}

void RooflineChart::setChosen(std::set<std::size_t> points) {
    m_item->edit().chosen = std::move(points);
    replot();
}

void RooflineChart::setMarked(std::set<std::size_t> points) {
    m_item->edit().marked = std::move(points);
    replot();
}

/// So that no mark is cut by the edges, which of a low pane are near.
QCPRange RooflineChart::withRoomForMarks(QCPRange range) const {
    constexpr int kAxis = 50, kRounds = 4;  // px that ticks and title take about; more at one end is less at the other
    const double height = std::max(1, m_plot->height() - kAxis);
    for (int round = 0; round < kRounds; ++round)
        for (const RooflineItem::Mark& m : m_item->marks()) {
            const double share = std::min(0.3, (m.radius * 1.25 + 2) / height), at = std::log(m.at.y()),
                         low = std::log(range.lower), high = std::log(range.upper);
            if (at - low < share * (high - low))
                range.lower = std::max(kSmallest, std::exp((at - share * high) / (1 - share)));
            if (high - at < share * (high - low))
                range.upper = std::min(kLargest, std::exp((at - share * low) / (1 - share)));
        }
    return range;
}

void RooflineChart::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (m_isFitted && !m_item->marks().empty()) fit();
}

void RooflineChart::fit() {
    double left = INFINITY, right = 0, low = INFINITY, high = 0, memory = 0;
    for (const RooflineItem::Mark& m : m_item->marks()) {
        left = std::min(left, m.at.x()), right = std::max(right, m.at.x());
        low = std::min(low, m.at.y()), high = std::max(high, m.at.y());
        if (const auto then = m_item->before(m)) {
            left = std::min(left, then->x()), right = std::max(right, then->x());
            low = std::min(low, then->y()), high = std::max(high, then->y());
        }
    }
    if (m_item->marks().empty()) left = 0.1, right = 100;
    for (const auto& r : m_item->roofs()) (r.isWork ? high : memory) = std::max(r.isWork ? high : memory, r.rate);
    // Ridge points are part of the picture, and the legend has its place above the roofs.
    for (const auto& r : m_item->roofs())
        if (!r.isWork && high > 0) right = std::max(right, high / r.rate), left = std::min(left, high / r.rate);
    if (!(high > 0)) high = memory > 0 ? memory * right : 1e12;
    if (!std::isfinite(low)) low = high / 1e4;
    m_plot->xAxis->setRange(widened(left / 4, right * 8));
    m_plot->yAxis->setRange(withRoomForMarks(widened(low / 3, high * (m_item->cachesNote().isEmpty() ? 4 : 8))));
    m_isFitted = true;
    replot();
}

// A low pane has no room for titles of axes, and not for each decade.
void RooflineChart::fitLabels() {
    constexpr int kLow = 200;  // px
    const QFontMetrics metrics(font());
    const QCPAxisRect* rect = m_plot->axisRect();
    static_cast<QCPAxisTickerLog&>(*m_plot->yAxis->ticker())
        .setLogBase(labelBase(m_plot->yAxis->range(), rect->height(), metrics.height() + 4));
    static_cast<QCPAxisTickerLog&>(*m_plot->xAxis->ticker())
        .setLogBase(
            labelBase(m_plot->xAxis->range(), rect->width(), metrics.horizontalAdvance(QStringLiteral("100 000"))));
    m_plot->xAxis->setLabel(m_plot->height() < kLow ? QString() : m_xTitle);
    m_plot->yAxis->setLabel(m_plot->height() < kLow ? QString() : m_yTitle);
}

void RooflineChart::mark(const QRect& area) {
    std::set<std::size_t> inside;
    if (area.width() >= kClick || area.height() >= kClick)
        for (const RooflineItem::Mark& m : m_item->marks())
            if (QRectF(area).contains(m_item->pixelOf(m))) inside.insert(m.point);
    setMarked(inside);
    emit pointsMarked(std::move(inside));
}

bool RooflineChart::press(const QMouseEvent& event) {
    const bool drags = event.button() == Qt::MiddleButton ||
                       (event.button() == Qt::LeftButton && event.modifiers() & Qt::ControlModifier);
    if (drags) m_moving = event.pos();
    return drags;
}

bool RooflineChart::move(const QMouseEvent& event) {
    if (m_moving) {
        // On a logarithmic axis a distance is a factor.
        const double x = m_plot->xAxis->pixelToCoord(m_moving->x()) / m_plot->xAxis->pixelToCoord(event.pos().x());
        const double y = m_plot->yAxis->pixelToCoord(m_moving->y()) / m_plot->yAxis->pixelToCoord(event.pos().y());
        m_plot->xAxis->setRange(m_plot->xAxis->range().lower * x, m_plot->xAxis->range().upper * x);
        m_plot->yAxis->setRange(m_plot->yAxis->range().lower * y, m_plot->yAxis->range().upper * y);
        m_moving = event.pos();
        m_isFitted = false;
        replot();
        return true;
    }
    if (event.buttons() != Qt::NoButton) return false;
    const RooflineItem::Mark* at = m_item->markAt(event.pos());
    m_plot->setCursor(at ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (at) {
        const model::roofline::Point& point = view().result->points[at->point];
        const model::roofline::Point* before = pointBefore(view(), at->point);
        QStringList lines{pointText(point)};
        if (before) lines << beforeText(*before, point);
        if (const QString note = before && at->level == model::roofline::Level::Dram ? m_item->cachesNote() : QString();
            !note.isEmpty())
            lines << note;
        QToolTip::showText(event.globalPosition().toPoint(), lines.join(u'\n'), m_plot);
    } else QToolTip::hideText();
    return false;
}

void RooflineChart::zoom(const QWheelEvent& event) {
    m_isFitted = false;
    const double factor = std::pow(kZoomStep, -event.angleDelta().y() / 120.0);
    const bool onlyX = event.modifiers() & Qt::ShiftModifier, onlyY = event.modifiers() & Qt::AltModifier;
    if (!onlyY) m_plot->xAxis->scaleRange(factor, m_plot->xAxis->pixelToCoord(event.position().x()));
    if (!onlyX) m_plot->yAxis->scaleRange(factor, m_plot->yAxis->pixelToCoord(event.position().y()));
    replot();
}

bool RooflineChart::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
    case QEvent::MouseButtonPress: return press(*static_cast<QMouseEvent*>(event));
    case QEvent::MouseMove: return move(*static_cast<QMouseEvent*>(event));
    case QEvent::MouseButtonRelease: {
        if (std::exchange(m_moving, std::nullopt)) return true;
        const auto* mouse = static_cast<QMouseEvent*>(event);
        const RooflineItem::Mark* at = m_item->markAt(mouse->pos());
        const QRect dragged = m_plot->selectionRect()->rect();
        const bool click = mouse->button() == Qt::LeftButton && std::abs(dragged.width()) < kClick &&
                           std::abs(dragged.height()) < kClick;
        if (at && click) emit pointClicked(at->point);
        else if (click && !view().marked.empty()) mark({});
        return false;
    }
    case QEvent::MouseButtonDblClick: fit(); return true;
    case QEvent::Wheel: zoom(*static_cast<QWheelEvent*>(event)); return true;
    default: return QWidget::eventFilter(watched, event);
    }
}

void RooflineChart::colour() { stylePlot(*m_plot, font()); }

void RooflineChart::retranslate() {
    QStringList names;
    for (const auto level : view().levels) {
        const std::string_view label = levelInfo(level).label;
        names += utf8(label);
    }
    m_xTitle = tr("Operations per byte of %1 (FLOP/byte)").arg(listOf(names));
    m_yTitle = tr("Operations per second (FLOP/s)");
    replot();
    m_plot->setAccessibleName(tr("Roofline"));
    m_plot->setAccessibleDescription(tr(
        "Drag to mark points in the timeline, click to choose one. The arrow keys lead from point to point, Enter chooses one. The wheel zooms (Shift: across, Alt: up), Ctrl and dragging moves, a double click shows all."));
}

void RooflineChart::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    if (event->type() == QEvent::FontChange) colour();
    QWidget::changeEvent(event);
}

}  // namespace app
