// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/start_card.h"

#include <QPainter>

#include "app/kit/icons.h"

namespace app {
namespace {
constexpr int kMargin = 16;
constexpr int kIcon = 28;
constexpr int kGap = 14;
}  // namespace

StartCard::StartCard(const QString& iconName, QWidget* parent) : QAbstractButton(parent), m_picture(iconName) {
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::StrongFocus);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);  // neighbours are equally high
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void StartCard::setTexts(const QString& title, const QString& sentence) {
    setText(title);
    m_sentence = sentence;
    setAccessibleDescription(sentence);
    updateGeometry();
    update();
}

QFont StartCard::titleFont() const {
    QFont large = font();
    large.setPointSizeF(large.pointSizeF() * 1.15);
    large.setWeight(QFont::DemiBold);
    return large;
}

QSize StartCard::sizeHint() const { return {400, heightForWidth(400)}; }

int StartCard::heightForWidth(int width) const {
    const int room = width - 2 * kMargin - kIcon - kGap;
    const int sentence = QFontMetrics(font()).boundingRect(0, 0, room, 10000, Qt::TextWordWrap, m_sentence).height();
    return 2 * kMargin + QFontMetrics(titleFont()).height() + 4 + sentence;
}

void StartCard::enterEvent(QEnterEvent*) { update(); }
void StartCard::leaveEvent(QEvent*) { update(); }

void StartCard::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const QPalette& p = palette();
    const bool lively = underMouse() || hasFocus();
    painter.fillRect(rect(), p.color(QPalette::Base));
    if (isDown() || underMouse()) {
        QColor tint = p.color(QPalette::Highlight);
        tint.setAlphaF(isDown() ? 0.14F : 0.06F);
        painter.fillRect(rect(), tint);
    }
    painter.setPen(p.color(lively ? QPalette::Highlight : QPalette::Mid));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
    if (hasFocus()) painter.drawRect(rect().adjusted(1, 1, -2, -2));

    app::icon(m_picture, QPalette::Highlight).paint(&painter, kMargin, kMargin + 2, kIcon, kIcon);
    const QRect text = rect().adjusted(kMargin + kIcon + kGap, kMargin, -kMargin, -kMargin);
    const QFont large = titleFont();
    painter.setFont(large);
    painter.setPen(p.color(QPalette::Text));
    painter.drawText(text, Qt::AlignLeft | Qt::AlignTop, this->text());
    painter.setFont(font());
    painter.setPen(p.color(QPalette::PlaceholderText));
    painter.drawText(text.adjusted(0, QFontMetrics(large).height() + 4, 0, 0),
                     Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, m_sentence);
}

}  // namespace app
