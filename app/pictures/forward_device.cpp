// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pictures/forward_device.h"

#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>
#include <QTransform>
#include <climits>
#include <functional>
#include <vector>

namespace app {

namespace {
constexpr double kForwardDotsPerInch = 96, kMmPerInch = 25.4;

int metricOf(const QSize& size, QPaintDevice::PaintDeviceMetric metric) {
    switch (metric) {
    case QPaintDevice::PdmWidth: return size.width();
    case QPaintDevice::PdmHeight: return size.height();
    case QPaintDevice::PdmWidthMM: return static_cast<int>(size.width() * kMmPerInch / kForwardDotsPerInch);
    case QPaintDevice::PdmHeightMM: return static_cast<int>(size.height() * kMmPerInch / kForwardDotsPerInch);
    case QPaintDevice::PdmDpiX:
    case QPaintDevice::PdmDpiY:
    case QPaintDevice::PdmPhysicalDpiX:
    case QPaintDevice::PdmPhysicalDpiY: return static_cast<int>(kForwardDotsPerInch);
    case QPaintDevice::PdmNumColors: return INT_MAX;
    case QPaintDevice::PdmDepth: return 32;
    case QPaintDevice::PdmDevicePixelRatio: return 1;
    case QPaintDevice::PdmDevicePixelRatioScaled: return static_cast<int>(QPaintDevice::devicePixelRatioFScale());
    default: return 0;
    }
}
}  // namespace

class ForwardEngine : public QPaintEngine {
public:
    ForwardEngine(QPainter& target, const QRect& clip)
        : QPaintEngine(AllFeatures), m_target(target), m_base(target.worldTransform()), m_clip(clip) {}

    bool begin(QPaintDevice*) override {
        m_target.save();
        m_target.setClipRect(m_clip);
        return true;
    }
    bool end() override {
        m_target.restore();
        return true;
    }
    Type type() const override { return User; }

    void updateState(const QPaintEngineState& now) override {
        const DirtyFlags dirty = now.state();
        if (dirty & (DirtyClipPath | DirtyClipRegion | DirtyClipEnabled)) {
            m_target.setWorldTransform(m_base);
            m_target.setClipRect(m_clip);
            if (painter()->hasClipping())
                m_target.setClipPath(now.transform().map(painter()->clipPath()), Qt::IntersectClip);
        }
        m_target.setWorldTransform(now.transform() * m_base);
        if (dirty & DirtyPen) m_target.setPen(now.pen());
        if (dirty & DirtyBrush) m_target.setBrush(now.brush());
        if (dirty & DirtyBrushOrigin) m_target.setBrushOrigin(now.brushOrigin());
        if (dirty & DirtyBackground) m_target.setBackground(now.backgroundBrush());
        if (dirty & DirtyBackgroundMode) m_target.setBackgroundMode(now.backgroundMode());
        if (dirty & DirtyFont) m_target.setFont(now.font());
        if (dirty & DirtyOpacity) m_target.setOpacity(now.opacity());
        if (dirty & DirtyHints)
            m_target.setRenderHint(QPainter::Antialiasing, now.renderHints() & QPainter::Antialiasing);
    }

    void drawRects(const QRectF* rects, int count) override { m_target.drawRects(rects, count); }
    void drawPath(const QPainterPath& path) override { m_target.drawPath(path); }
    void drawPolygon(const QPointF* points, int count, PolygonDrawMode mode) override {
        if (mode == PolylineMode) m_target.drawPolyline(points, count);
        else m_target.drawPolygon(points, count, mode == OddEvenMode ? Qt::OddEvenFill : Qt::WindingFill);
    }
    void drawPixmap(const QRectF& to, const QPixmap& pixmap, const QRectF& from) override {
        m_target.drawPixmap(to, pixmap, from);
    }
    void drawImage(const QRectF& to, const QImage& image, const QRectF& from, Qt::ImageConversionFlags flags) override {
        m_target.drawImage(to, image, from, flags);
    }
    void drawTiledPixmap(const QRectF& to, const QPixmap& pixmap, const QPointF& from) override {
        m_target.drawTiledPixmap(to, pixmap, from);
    }
    void drawTextItem(const QPointF& at, const QTextItem& item) override { m_target.drawTextItem(at, item); }

private:
    QPainter& m_target;
    const QTransform m_base;
    const QRect m_clip;
};

ForwardDevice::ForwardDevice(QPainter& target, const QSize& size, const QRect& clip)
    : m_size(size), m_engine(std::make_unique<ForwardEngine>(target, clip)) {}
ForwardDevice::~ForwardDevice() = default;
QPaintEngine* ForwardDevice::paintEngine() const { return m_engine.get(); }

int ForwardDevice::metric(PaintDeviceMetric metric) const { return metricOf(m_size, metric); }

class RecordEngine : public QPaintEngine {
public:
    RecordEngine() : QPaintEngine(AllFeatures) {}
    bool begin(QPaintDevice*) override { return true; }
    bool end() override { return true; }
    Type type() const override { return User; }

    void play(QPainter& target) const {
        target.save();
        const QTransform base = target.worldTransform();
        for (const auto& step : m_steps) step(target, base);
        target.restore();
    }

    void updateState(const QPaintEngineState& now) override {
        const DirtyFlags dirty = now.state();
        const QTransform transform = now.transform();
        if (dirty & (DirtyClipPath | DirtyClipRegion | DirtyClipEnabled)) {
            const bool clips = painter()->hasClipping();
            add([clips, clip = clips ? transform.map(painter()->clipPath()) : QPainterPath()](QPainter& p,
                                                                                              const QTransform& base) {
                p.setWorldTransform(base);
                if (clips) p.setClipPath(clip);
                else p.setClipping(false);
            });
        }
        add([transform](QPainter& p, const QTransform& base) { p.setWorldTransform(transform * base); });
        if (dirty & DirtyPen) add([pen = now.pen()](QPainter& p, const QTransform&) { p.setPen(pen); });
        if (dirty & DirtyBrush) add([brush = now.brush()](QPainter& p, const QTransform&) { p.setBrush(brush); });
        if (dirty & DirtyBrushOrigin)
            add([origin = now.brushOrigin()](QPainter& p, const QTransform&) { p.setBrushOrigin(origin); });
        if (dirty & DirtyBackground)
            add([brush = now.backgroundBrush()](QPainter& p, const QTransform&) { p.setBackground(brush); });
        if (dirty & DirtyBackgroundMode)
            add([mode = now.backgroundMode()](QPainter& p, const QTransform&) { p.setBackgroundMode(mode); });
        if (dirty & DirtyFont) add([font = now.font()](QPainter& p, const QTransform&) { p.setFont(font); });
        if (dirty & DirtyOpacity)
            add([opacity = now.opacity()](QPainter& p, const QTransform&) { p.setOpacity(opacity); });
        if (dirty & DirtyHints)
            add([smooth = (now.renderHints() & QPainter::Antialiasing) != 0](QPainter& p, const QTransform&) {
                p.setRenderHint(QPainter::Antialiasing, smooth);
            });
    }

    void drawRects(const QRectF* rects, int count) override {
        add([all = QList<QRectF>(rects, rects + count)](QPainter& p, const QTransform&) { p.drawRects(all); });
    }
    void drawPath(const QPainterPath& path) override {
        add([path](QPainter& p, const QTransform&) { p.drawPath(path); });
    }
    void drawPolygon(const QPointF* points, int count, PolygonDrawMode mode) override {
        add([all = QPolygonF(QList<QPointF>(points, points + count)), mode](QPainter& p, const QTransform&) {
            if (mode == PolylineMode) p.drawPolyline(all);
            else p.drawPolygon(all, mode == OddEvenMode ? Qt::OddEvenFill : Qt::WindingFill);
        });
    }
    // Pixmaps are for the window's thread.
    void drawPixmap(const QRectF& to, const QPixmap& pixmap, const QRectF& from) override {
        drawImage(to, pixmap.toImage(), from, Qt::AutoColor);
    }
    void drawImage(const QRectF& to, const QImage& image, const QRectF& from, Qt::ImageConversionFlags flags) override {
        add([to, image, from, flags](QPainter& p, const QTransform&) { p.drawImage(to, image, from, flags); });
    }
    void drawTiledPixmap(const QRectF& to, const QPixmap& pixmap, const QPointF& from) override {
        add([to, image = pixmap.toImage(), from](QPainter& p, const QTransform&) {
            p.save();
            p.setBrushOrigin(to.topLeft() - from);
            p.fillRect(to, QBrush(image));
            p.restore();
        });
    }
    void drawTextItem(const QPointF& at, const QTextItem& item) override {
        add([at, text = item.text(), font = item.font()](QPainter& p, const QTransform&) {
            p.setFont(font);
            p.drawText(at, text);
        });
    }

private:
    using Step = std::function<void(QPainter&, const QTransform& base)>;
    void add(Step step) { m_steps.push_back(std::move(step)); }
    std::vector<Step> m_steps;
};

PaintRecord::PaintRecord(const QSize& size) : m_size(size), m_engine(std::make_unique<RecordEngine>()) {}
PaintRecord::~PaintRecord() = default;
void PaintRecord::play(QPainter& target) const { m_engine->play(target); }
QPaintEngine* PaintRecord::paintEngine() const { return m_engine.get(); }
int PaintRecord::metric(PaintDeviceMetric metric) const { return metricOf(m_size, metric); }

}  // namespace app
