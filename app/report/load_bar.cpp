// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/load_bar.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <cmath>

#include "timeline/look/format.h"

namespace app {

QString roughTime(double seconds) {
    if (seconds < 90) return LoadBar::tr("%1 s").arg(std::max(1, static_cast<int>(std::ceil(seconds))));
    if (seconds < 5400) return LoadBar::tr("%1 min").arg(static_cast<int>(std::ceil(seconds / 60)));
    return LoadBar::tr("%1 h").arg(static_cast<int>(std::ceil(seconds / 3600)));
}

LoadBar::LoadBar(Kind kind, QWidget* parent)
    : QWidget(parent), m_kind(kind), m_text(new QLabel(this)), m_bar(new QProgressBar(this)),
      m_cancel(new QPushButton(this)) {
    m_bar->setTextVisible(false);
    m_bar->setFixedHeight(8);
    m_bar->setFixedWidth(220);
    m_bar->setRange(0, 1000);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 5, 8, 5);
    layout->setSpacing(12);
    layout->addWidget(m_bar);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_cancel);
    connect(m_cancel, &QPushButton::clicked, this, &LoadBar::cancelRequested);
    retranslate();
}

void LoadBar::setProgress(const LoadProgress& progress) {
    m_progress = progress;
    m_bar->setRange(0, progress.total ? 1000 : 0);
    m_bar->setValue(static_cast<int>(progress.fraction() * 1000));
    m_text->setText(describe());
}

QString LoadBar::text() const { return m_text->text(); }

QString LoadBar::describe() const {
    const LoadProgress& p = m_progress;
    if (m_kind == Kind::Saving) {
        if (!p.total) return tr("Writing…");
        const QString done = timeline::formatCount(p.done), total = timeline::formatCount(p.total);
        return p.secondsLeft < 0
                   ? tr("Writing: %1 of %2 events").arg(done, total)
                   : tr("Writing: %1 of %2 events · about %3 left").arg(done, total, roughTime(p.secondsLeft));
    }
    if (!p.total) return tr("Reading…");
    const QString done = timeline::formatBytes(p.done), total = timeline::formatBytes(p.total);
    if (p.perSecond <= 0) return tr("Reading: %1 of %2").arg(done, total);
    return tr("Reading: %1 of %2 · %3 · about %4 left")
        .arg(done, total, timeline::formatRate(p.perSecond), roughTime(p.secondsLeft));
}

void LoadBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QWidget::changeEvent(event);
}

void LoadBar::retranslate() {
    m_cancel->setText(tr("Cancel"));
    m_cancel->setToolTip(m_kind == Kind::Loading ? tr("Stop reading and keep what has been read so far")
                                                 : tr("Stop writing; an older file of that name stays as it is"));
    m_text->setText(describe());
}

}  // namespace app
