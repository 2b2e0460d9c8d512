// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kit/info_bar.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>

#include "app/kit/icons.h"

namespace app {
namespace {

void label(QPushButton& button, const QString& text) {
    button.setText(text);
    button.setVisible(!text.isEmpty());
}

}  // namespace

InfoBar::InfoBar(const QString& iconName, QWidget* parent)
    : QWidget(parent), m_text(new QLabel(this)), m_button(new QPushButton(this)), m_second(new QPushButton(this)),
      m_close(new QToolButton(this)) {
    auto* picture = new IconLabel(icon(iconName, QPalette::Link), 16, this);
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    for (QPushButton* button : {m_button, m_second}) button->hide();
    m_close->setAutoRaise(true);
    m_close->setIcon(icon(QStringLiteral("close")));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 5, 8, 5);
    layout->setSpacing(8);
    layout->addWidget(picture);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_button);
    layout->addWidget(m_second);
    layout->addWidget(m_close);
    connect(m_button, &QPushButton::clicked, this, &InfoBar::triggered);
    connect(m_second, &QPushButton::clicked, this, &InfoBar::secondTriggered);
    connect(m_close, &QToolButton::clicked, this, [this] {
        hide();
        emit dismissed();
    });
    retranslate();
    hide();
}

void InfoBar::setText(const QString& text) { m_text->setText(text); }

QString InfoBar::text() const { return m_text->text(); }

void InfoBar::setActionText(const QString& text) { label(*m_button, text); }
void InfoBar::setSecondActionText(const QString& text) { label(*m_second, text); }

void InfoBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    QColor tint = palette().color(QPalette::Highlight);
    tint.setAlphaF(0.10F);
    painter.fillRect(rect(), tint);
    painter.setPen(palette().color(QPalette::Mid));
    painter.drawLine(rect().bottomLeft(), rect().bottomRight());
}

void InfoBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QWidget::changeEvent(event);
}

void InfoBar::retranslate() {
    m_close->setToolTip(tr("Dismiss"));
    m_close->setAccessibleName(tr("Dismiss"));
}

}  // namespace app
