// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kit/icons.h"

#include <QFile>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPixmap>
#include <QSvgRenderer>

namespace app {
namespace {

// Paints a one-coloured drawing in the palette's colour. The files say "currentColor" wherever that colour goes.
class ThemedSvg : public QIconEngine {
public:
    ThemedSvg(QByteArray svg, QPalette::ColorRole role) : m_svg(std::move(svg)), m_role(role) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
        const auto group = mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active;
        const QColor colour =
            QGuiApplication::palette().color(group, mode == QIcon::Selected ? QPalette::HighlightedText : m_role);
        QByteArray coloured = m_svg;
        coloured.replace("currentColor", colour.name().toLatin1());
        QSvgRenderer(coloured).render(painter, QRectF(rect));
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        QPixmap out(size);
        out.fill(Qt::transparent);
        QPainter painter(&out);
        paint(&painter, QRect(QPoint(0, 0), size), mode, state);
        return out;
    }

    QIconEngine* clone() const override { return new ThemedSvg(m_svg, m_role); }

private:
    QByteArray m_svg;
    QPalette::ColorRole m_role;
};

}  // namespace

QIcon icon(const QString& name, QPalette::ColorRole role) {
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    if (!file.open(QIODevice::ReadOnly)) return {};
    return QIcon(new ThemedSvg(file.readAll(), role));
}

IconLabel::IconLabel(QIcon picture, int side, QWidget* parent)
    : QWidget(parent), m_icon(std::move(picture)), m_side(side) {
    setFixedSize(side, side);
}

void IconLabel::setIcon(QIcon picture) {
    m_icon = std::move(picture);
    update();
}

void IconLabel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    m_icon.paint(&painter, rect());
}

QIcon applicationIcon() { return QIcon(QStringLiteral(":/icons/sightline.svg")); }

}  // namespace app
