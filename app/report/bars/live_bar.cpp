// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/bars/live_bar.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>

namespace app {
namespace {
constexpr int kBarMargin = 12, kDot = 8;  // logical px
}

LiveBar::LiveBar(QWidget* parent)
    : QWidget(parent), m_state(new QLabel(this)), m_figures(new QLabel(this)), m_follow(new QPushButton(this)),
      m_pause(new QPushButton(this)), m_snapshot(new QPushButton(this)), m_stop(new QPushButton(this)),
      m_cancel(new QPushButton(this)), m_close(new QPushButton(this)) {
    setObjectName(QStringLiteral("liveBar"));
    QFont bold = m_state->font();
    bold.setWeight(QFont::DemiBold);
    m_state->setFont(bold);
    m_state->setTextFormat(Qt::PlainText);
    m_figures->setTextFormat(Qt::PlainText);
    m_figures->setForegroundRole(QPalette::PlaceholderText);
    m_figures->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_follow->setCheckable(true);
    m_pause->setCheckable(true);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(kBarMargin + kDot + 8, 5, 8, 5);
    row->setSpacing(8);
    row->addWidget(m_state);
    row->addSpacing(6);
    row->addWidget(m_figures, 1);
    for (QPushButton* b : {m_follow, m_pause, m_snapshot, m_stop, m_cancel, m_close}) {
        b->setFocusPolicy(Qt::TabFocus);
        row->addWidget(b);
    }
    connect(m_follow, &QPushButton::clicked, this, &LiveBar::followToggled);
    connect(m_pause, &QPushButton::clicked, this, &LiveBar::pauseToggled);
    connect(m_snapshot, &QPushButton::clicked, this, &LiveBar::snapshotRequested);
    connect(m_stop, &QPushButton::clicked, this, &LiveBar::stopRequested);
    connect(m_cancel, &QPushButton::clicked, this, &LiveBar::cancelRequested);
    connect(m_close, &QPushButton::clicked, this, [this] {
        hide();
        emit dismissed();
    });
    setRecording(false);
    setMode(Mode::Waiting);
    retranslate();
}

void LiveBar::setMode(Mode mode) {
    m_mode = mode;
    for (QPushButton* b : {m_follow, m_pause, m_stop, m_cancel}) b->setVisible(mode != Mode::Ended);
    for (QPushButton* b : {m_snapshot, m_stop, m_cancel}) b->setEnabled(mode == Mode::Running);
    m_snapshot->setVisible(m_recording && mode != Mode::Ended);
    m_close->setVisible(mode == Mode::Ended);
    update();
}

void LiveBar::setTexts(const QString& state, const QString& figures) {
    m_state->setText(state);
    m_figures->setText(figures);
}

void LiveBar::setRecording(bool recording) {
    m_recording = recording;
    m_snapshot->setVisible(recording && m_mode != Mode::Ended);
}

void LiveBar::setPaused(bool paused) {
    m_pause->setChecked(paused);
    update();
}

void LiveBar::setFollowing(bool following) { m_follow->setChecked(following); }

QString LiveBar::text() const { return m_state->text() + QStringLiteral(" · ") + m_figures->text(); }

void LiveBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const QPalette& p = palette();
    painter.fillRect(rect(), p.color(QPalette::Base));
    painter.fillRect(QRect(0, height() - 1, width(), 1), p.color(QPalette::Mid));
    const bool lives = m_mode == Mode::Running && !m_pause->isChecked();
    const QRectF dot(kBarMargin, (height() - kDot) / 2.0, kDot, kDot);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(p.color(lives ? QPalette::BrightText : QPalette::PlaceholderText), 1.4));
    painter.setBrush(lives ? QBrush(p.color(QPalette::BrightText)) : QBrush(Qt::NoBrush));
    painter.drawEllipse(dot);
}

void LiveBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QWidget::changeEvent(event);
}

void LiveBar::retranslate() {
    m_follow->setText(tr("Follow End"));
    m_follow->setToolTip(tr("Keep the newest events in view; moving the timeline ends that"));
    m_pause->setText(tr("Pause"));
    m_pause->setToolTip(tr("Leave what is shown as it is; the capture goes on"));
    m_snapshot->setText(tr("Write Report"));
    m_snapshot->setToolTip(tr("Write a report of the last seconds, which are kept; the capture goes on"));
    m_stop->setText(tr("Stop"));
    m_stop->setToolTip(tr("End the capture and write its report; the program goes on"));
    m_cancel->setText(tr("Discard"));
    m_cancel->setToolTip(tr("End the capture without a report; the program goes on"));
    m_close->setText(tr("Close"));
}

}  // namespace app
