// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pictures/svg_device.h"

#include <QBuffer>
#include <QHash>
#include <QImage>
#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>
#include <cmath>

#include "app/kit/file_text.h"

namespace app {
namespace {

constexpr double kSvgDotsPerInch = 96;
constexpr int kMostImage = 16384;

/// Three decimals are a thousandth of a pixel; no "-0".
QByteArray number(double v) {
    if (!std::isfinite(v)) return "0";
    QByteArray text = QByteArray::number(v, 'f', 3);
    while (text.endsWith('0')) text.chop(1);
    if (text.endsWith('.')) text.chop(1);
    return text == "-0" ? QByteArray("0") : text;
}

/// Escaped, and without what XML forbids: control characters, and halves of surrogate pairs, which are no UTF-8.
QByteArray escaped(const QString& text) {
    return safeText(QString(text).replace(u'\n', u' ').replace(u'\t', u' ')).toHtmlEscaped().toUtf8();
}

/// ` name="value"`.
QByteArray attribute(const char* name, const QByteArray& value) { return QByteArray(" ") + name + "=\"" + value + '"'; }
QByteArray attribute(const char* name, double value) { return attribute(name, number(value)); }
QByteArray attributes(const QRectF& r) {
    return attribute("x", r.x()) + attribute("y", r.y()) + attribute("width", r.width()) +
           attribute("height", r.height());
}

QByteArray colourText(const char* name, const QColor& c) {
    QByteArray out = attribute(name, c.name().toLatin1());
    // Stops of gradients are the one place where the attributes have other names.
    if (c.alpha() < 255)
        out += attribute(
            qstrcmp(name, "stop-color") == 0 ? "stop-opacity" : QByteArray(name).append("-opacity").constData(),
            number(c.alphaF()));
    return out;
}

QByteArray point(const QPointF& p) { return number(p.x()) + ' ' + number(p.y()); }

QByteArray pathText(const QPainterPath& path) {
    QByteArray d;
    QPointF start;
    for (int i = 0; i < path.elementCount(); ++i) {
        const QPainterPath::Element e = path.elementAt(i);
        if (e.type == QPainterPath::MoveToElement) {
            d += 'M' + point(e);
            start = e;
        } else if (e.type == QPainterPath::LineToElement) {
            const bool ends = i + 1 == path.elementCount() || path.elementAt(i + 1).type == QPainterPath::MoveToElement;
            d += ends && QPointF(e) == start ? QByteArray("Z") : 'L' + point(e);
        } else {
            d += 'C' + point(e) + ' ' + point(path.elementAt(i + 1)) + ' ' + point(path.elementAt(i + 2));
            i += 2;
        }
    }
    return d;
}

}  // namespace

class SvgEngine : public QPaintEngine {
public:
    SvgEngine(const QSize& size, const QString& title)
        : QPaintEngine(PrimitiveTransform | PixmapTransform | LinearGradientFill | PainterPaths | AlphaBlend |
                       Antialiasing | ConstantOpacity | PaintOutsidePaintEvent),
          m_size(size), m_title(title) {}

    bool begin(QPaintDevice*) override {
        m_body.clear();
        m_definitions.clear();
        m_clips.clear();
        m_gradients.clear();
        m_clip.clear();
        return true;
    }
    bool end() override {
        setClip({});
        return true;
    }
    Type type() const override { return User; }

    void updateState(const QPaintEngineState& now) override {
        const DirtyFlags dirty = now.state();
        if (dirty & DirtyTransform) m_transform = now.transform();
        if (dirty & DirtyPen) m_pen = now.pen();
        if (dirty & DirtyBrush) m_brush = now.brush();
        if (dirty & DirtyFont) m_font = now.font();
        if (dirty & DirtyOpacity) m_opacity = now.opacity();
        if (dirty & DirtyBrushOrigin) m_origin = now.brushOrigin();
        if (dirty & (DirtyClipPath | DirtyClipRegion | DirtyClipEnabled)) {
            const QPainter* p = painter();
            if (p->hasClipping()) setClip("<path" + attribute("d", pathText(m_transform.map(p->clipPath()))) + "/>");
            else setClip({});
        }
    }

    void drawRects(const QRectF* rects, int count) override {
        for (int i = 0; i < count; ++i) {
            const QRectF r = m_transform.mapRect(rects[i]);
            if (m_transform.type() > QTransform::TxScale) {
                QPainterPath path;
                path.addRect(rects[i]);
                drawPath(path);
                continue;
            }
            m_body += "<rect" + attributes(r) + fill() + stroke() + "/>\n";
        }
    }

    void drawPath(const QPainterPath& path) override {
        const char* rule = path.fillRule() == Qt::OddEvenFill ? " fill-rule=\"evenodd\"" : "";
        m_body += "<path" + attribute("d", pathText(m_transform.map(path))) + rule + fill() + stroke() + "/>\n";
    }

    void drawPolygon(const QPointF* points, int count, PolygonDrawMode mode) override {
        if (count < 2) return;
        QPainterPath path(points[0]);
        for (int i = 1; i < count; ++i) path.lineTo(points[i]);
        if (mode != PolylineMode) {
            path.closeSubpath();
            path.setFillRule(mode == OddEvenMode ? Qt::OddEvenFill : Qt::WindingFill);
            return drawPath(path);
        }
        m_body += "<path" + attribute("d", pathText(m_transform.map(path))) + " fill=\"none\"" + stroke() + "/>\n";
    }

    void drawTextItem(const QPointF& at, const QTextItem& item) override {
        if (item.text().trimmed().isEmpty()) return;
        const QFont font = item.font();
        const double px = font.pixelSize() > 0 ? font.pixelSize() : font.pointSizeF() * kSvgDotsPerInch / 72;
        QByteArray out = "<text xml:space=\"preserve\"";
        // Only shifted: what most texts are. Else with its own coordinates.
        const bool shifted = m_transform.type() <= QTransform::TxTranslate;
        const QPointF p = shifted ? m_transform.map(at) : at;
        out += attribute("x", p.x()) + attribute("y", p.y());
        if (!shifted) out += attribute("transform", matrix(m_transform));
        out += attribute("font-family", families(font)) + attribute("font-size", px);
        if (font.weight() != QFont::Normal) out += attribute("font-weight", QByteArray::number(font.weight()));
        if (font.italic()) out += " font-style=\"italic\"";
        out += attribute("textLength", item.width()) + " lengthAdjust=\"spacingAndGlyphs\"" +
               colourText("fill", withOpacity(m_pen.color()));
        m_body += out + '>' + escaped(item.text()) + "</text>\n";
    }

    void drawPixmap(const QRectF& target, const QPixmap& pixmap, const QRectF& source) override {
        drawImage(target, pixmap.toImage(), source, Qt::AutoColor);
    }

    void drawImage(const QRectF& target, const QImage& image, const QRectF& source, Qt::ImageConversionFlags) override {
        const QImage part = source.toAlignedRect() == image.rect() ? image : image.copy(source.toAlignedRect());
        if (part.isNull() || part.width() > kMostImage || part.height() > kMostImage) return;
        QByteArray png;
        QBuffer buffer(&png);
        buffer.open(QIODevice::WriteOnly);
        part.save(&buffer, "PNG");
        m_body += "<image" + attributes(m_transform.mapRect(target)) + " preserveAspectRatio=\"none\"";
        if (m_opacity < 1) m_body += attribute("opacity", m_opacity);
        m_body += attribute("xlink:href", "data:image/png;base64," + png.toBase64()) + "/>\n";
    }

    QByteArray svg() const {
        const QByteArray w = QByteArray::number(m_size.width()), h = QByteArray::number(m_size.height());
        QByteArray out =
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" version=\"1.1\"";
        out += attribute("width", w) + attribute("height", h) + attribute("viewBox", "0 0 " + w + ' ' + h) + ">\n";
        out += "<title>" + escaped(m_title) + "</title>\n";
        if (!m_definitions.isEmpty()) out += "<defs>\n" + m_definitions + "</defs>\n";
        return out + m_body + "</svg>\n";
    }

private:
    /// What comes next lies in a group with that clip; equal ones are defined once.
    void setClip(const QByteArray& shape) {
        if (shape == m_clip) return;
        if (!m_clip.isEmpty()) m_body += "</g>\n";
        m_clip = shape;
        if (shape.isEmpty()) return;
        const QByteArray id = defined(m_clips, shape, "c", [](const QByteArray& name, const QByteArray& clip) {
            return "<clipPath" + attribute("id", name) + '>' + clip + "</clipPath>\n";
        });
        m_body += "<g" + attribute("clip-path", "url(#" + id + ')') + ">\n";
    }

    template <class Make>
    QByteArray defined(QHash<QByteArray, QByteArray>& known, const QByteArray& what, const char* prefix, Make make) {
        QByteArray& id = known[what];
        if (id.isEmpty()) {
            id = prefix + QByteArray::number(known.size());
            m_definitions += make(id, what);
        }
        return id;
    }

    QColor withOpacity(QColor c) const {
        if (m_opacity < 1) c.setAlphaF(static_cast<float>(c.alphaF() * m_opacity));
        return c;
    }

    QByteArray fill() {
        if (m_brush.style() == Qt::NoBrush) return " fill=\"none\"";
        if (m_brush.style() != Qt::LinearGradientPattern) return colourText("fill", withOpacity(m_brush.color()));
        const auto* g = static_cast<const QLinearGradient*>(m_brush.gradient());
        const bool box = g->coordinateMode() != QGradient::LogicalMode;
        const QTransform t = m_brush.transform() * QTransform::fromTranslate(m_origin.x(), m_origin.y()) * m_transform;
        const QPointF from = box ? g->start() : t.map(g->start()), to = box ? g->finalStop() : t.map(g->finalStop());
        QByteArray what = attribute("gradientUnits", box ? "objectBoundingBox" : "userSpaceOnUse") +
                          attribute("x1", from.x()) + attribute("y1", from.y()) + attribute("x2", to.x()) +
                          attribute("y2", to.y()) + '>';
        for (const auto& [offset, colour] : g->stops())
            what += "<stop" + attribute("offset", offset) + colourText("stop-color", withOpacity(colour)) + "/>";
        const QByteArray id = defined(m_gradients, what, "g", [](const QByteArray& name, const QByteArray& gradient) {
            return "<linearGradient" + attribute("id", name) + gradient + "</linearGradient>\n";
        });
        return attribute("fill", "url(#" + id + ')');
    }

    QByteArray stroke() const {
        if (m_pen.style() == Qt::NoPen) return {};
        const double scale = m_pen.isCosmetic() ? 1 : std::sqrt(std::abs(m_transform.determinant()));
        const double width = (m_pen.widthF() > 0 ? m_pen.widthF() : 1) * scale;
        QByteArray out = colourText("stroke", withOpacity(m_pen.color())) + attribute("stroke-width", width);
        if (m_pen.capStyle() == Qt::RoundCap) out += " stroke-linecap=\"round\"";
        if (m_pen.capStyle() == Qt::SquareCap) out += " stroke-linecap=\"square\"";
        if (m_pen.joinStyle() == Qt::RoundJoin) out += " stroke-linejoin=\"round\"";
        if (m_pen.style() != Qt::SolidLine) {
            QByteArray dashes;
            for (const double d : m_pen.dashPattern()) dashes += (dashes.isEmpty() ? "" : " ") + number(d * width);
            out += attribute("stroke-dasharray", dashes);
        }
        return out;
    }

    static QByteArray matrix(const QTransform& t) {
        const auto factor = [](double v) { return QByteArray::number(v, 'g', 8); };
        return "matrix(" + factor(t.m11()) + ' ' + factor(t.m12()) + ' ' + factor(t.m21()) + ' ' + factor(t.m22()) +
               ' ' + number(t.dx()) + ' ' + number(t.dy()) + ')';
    }

    /// What the font is called, and what is like it where that is missing.
    static QByteArray families(const QFont& font) {
        QStringList names = font.families();
        if (names.isEmpty()) names.append(font.family());
        QByteArray out;
        for (const QString& name : names.first(std::min<qsizetype>(2, names.size())))
            out += '\'' + escaped(QString(name).remove(u'\'')) + "', ";
        return out + (font.fixedPitch() || names.first().contains(QLatin1String("Mono")) ? "monospace"
                                                                                         : "Verdana, sans-serif");
    }

    QSize m_size;
    QString m_title;
    QByteArray m_body, m_definitions, m_clip;
    QHash<QByteArray, QByteArray> m_clips, m_gradients;  // what → id
    QTransform m_transform;
    QPen m_pen;
    QBrush m_brush;
    QFont m_font;
    QPointF m_origin;
    double m_opacity = 1;
};

SvgDevice::SvgDevice(const QSize& size, const QString& title)
    : m_size(size), m_engine(std::make_unique<SvgEngine>(size, title)) {}
SvgDevice::~SvgDevice() = default;
QByteArray SvgDevice::svg() const { return m_engine->svg(); }
QPaintEngine* SvgDevice::paintEngine() const { return m_engine.get(); }

int SvgDevice::metric(PaintDeviceMetric metric) const {
    switch (metric) {
    case PdmWidth: return m_size.width();
    case PdmHeight: return m_size.height();
    case PdmWidthMM: return static_cast<int>(m_size.width() * 25.4 / kSvgDotsPerInch);
    case PdmHeightMM: return static_cast<int>(m_size.height() * 25.4 / kSvgDotsPerInch);
    case PdmDpiX:
    case PdmDpiY:
    case PdmPhysicalDpiX:
    case PdmPhysicalDpiY: return static_cast<int>(kSvgDotsPerInch);
    case PdmNumColors: return INT_MAX;
    case PdmDepth: return 32;
    case PdmDevicePixelRatio: return 1;
    case PdmDevicePixelRatioScaled: return static_cast<int>(devicePixelRatioFScale());
    default: return 0;
    }
}

}  // namespace app
