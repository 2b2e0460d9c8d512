// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/forward_device.h"

#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>
#include <climits>

namespace app {

namespace {
constexpr double kDotsPerInch = 96, kMmPerInch = 25.4;
}

class ForwardEngine : public QPaintEngine {
public:
    ForwardEngine(QPainter& target, const QRect& clip) : QPaintEngine(AllFeatures), m_target(target), m_base(target.worldTransform()), m_clip(clip) {}

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
            if (painter()->hasClipping()) m_target.setClipPath(now.transform().map(painter()->clipPath()), Qt::IntersectClip);
        }
        m_target.setWorldTransform(now.transform() * m_base);
        if (dirty & DirtyPen) m_target.setPen(now.pen());
        if (dirty & DirtyBrush) m_target.setBrush(now.brush());
        if (dirty & DirtyBrushOrigin) m_target.setBrushOrigin(now.brushOrigin());
        if (dirty & DirtyBackground) m_target.setBackground(now.backgroundBrush());
        if (dirty & DirtyBackgroundMode) m_target.setBackgroundMode(now.backgroundMode());
        if (dirty & DirtyFont) m_target.setFont(now.font());
        if (dirty & DirtyOpacity) m_target.setOpacity(now.opacity());
        if (dirty & DirtyHints) m_target.setRenderHint(QPainter::Antialiasing, now.renderHints() & QPainter::Antialiasing);
    }

    void drawRects(const QRectF* rects, int count) override { m_target.drawRects(rects, count); }
    void drawPath(const QPainterPath& path) override { m_target.drawPath(path); }
    void drawPolygon(const QPointF* points, int count, PolygonDrawMode mode) override {
        if (mode == PolylineMode) m_target.drawPolyline(points, count);
        else m_target.drawPolygon(points, count, mode == OddEvenMode ? Qt::OddEvenFill : Qt::WindingFill);
    }
    void drawPixmap(const QRectF& to, const QPixmap& pixmap, const QRectF& from) override { m_target.drawPixmap(to, pixmap, from); }
    void drawImage(const QRectF& to, const QImage& image, const QRectF& from, Qt::ImageConversionFlags flags) override { m_target.drawImage(to, image, from, flags); }
    void drawTiledPixmap(const QRectF& to, const QPixmap& pixmap, const QPointF& from) override { m_target.drawTiledPixmap(to, pixmap, from); }
    void drawTextItem(const QPointF& at, const QTextItem& item) override { m_target.drawTextItem(at, item); }

private:
    QPainter& m_target;
    const QTransform m_base;
    const QRect m_clip;
};

ForwardDevice::ForwardDevice(QPainter& target, const QSize& size, const QRect& clip) : m_size(size), m_engine(std::make_unique<ForwardEngine>(target, clip)) {}
ForwardDevice::~ForwardDevice() = default;
QPaintEngine* ForwardDevice::paintEngine() const { return m_engine.get(); }

int ForwardDevice::metric(PaintDeviceMetric metric) const {
    switch (metric) {
    case PdmWidth: return m_size.width();
    case PdmHeight: return m_size.height();
    case PdmWidthMM: return static_cast<int>(m_size.width() * kMmPerInch / kDotsPerInch);
    case PdmHeightMM: return static_cast<int>(m_size.height() * kMmPerInch / kDotsPerInch);
    case PdmDpiX:
    case PdmDpiY:
    case PdmPhysicalDpiX:
    case PdmPhysicalDpiY: return static_cast<int>(kDotsPerInch);
    case PdmNumColors: return INT_MAX;
    case PdmDepth: return 32;
    case PdmDevicePixelRatio: return 1;
    case PdmDevicePixelRatioScaled: return static_cast<int>(devicePixelRatioFScale());
    default: return 0;
    }
}

}  // namespace app
