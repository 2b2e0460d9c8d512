// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/status_panel.h"

#include <QEvent>
#include <QLabel>
#include <QToolButton>
#include <climits>

#include "app/kit/elided_label.h"
#include "app/kit/icons.h"
#include "timeline/look/format.h"

namespace app {

StatusPanel::StatusPanel(QWidget* parent)
    : QStatusBar(parent), m_context(new QObject(this)), m_hint(new ElidedLabel), m_events(new QLabel),
      m_notes(new QToolButton), m_selection(new QLabel), m_rows(new QLabel), m_loading(new QLabel),
      m_cancel(new QToolButton) {
    setSizeGripEnabled(false);
    setContentsMargins(8, 0, 8, 0);
    addWidget(m_hint, 1);
    for (QToolButton* button : {m_notes, m_cancel}) button->setAutoRaise(true);
    m_cancel->setIcon(icon(QStringLiteral("close")));
    m_cancel->setIconSize({12, 12});
    for (QWidget* w : std::initializer_list<QWidget*>{m_events, m_notes, m_selection, m_rows, m_loading, m_cancel})
        addPermanentWidget(w);
    connect(m_notes, &QToolButton::clicked, this, &StatusPanel::notesClicked);
    connect(m_cancel, &QToolButton::clicked, this, [this] {
        if (m_page) m_page->document()->cancel();
    });
    m_soon.setSingleShot(true);
    m_soon.setInterval(0);
    connect(&m_soon, &QTimer::timeout, this, &StatusPanel::refresh);
    refresh();
}

void StatusPanel::setPage(ReportPage* page) {
    delete m_context;
    m_context = new QObject(this);
    m_page = page;
    m_hint->clear();
    if (page) {
        const auto soon = [this] { m_soon.start(); };
        connect(page->view(), &timeline::TimelineView::viewStateChanged, m_context, soon);
        connect(page->view(), &timeline::TimelineView::statusText, m_context,
                [this](const QString& text) { m_hint->setText(text); });
        connect(page->document(), &Document::snapshotChanged, m_context, soon);
        connect(page->document(), &Document::progressChanged, m_context, soon);
        connect(page->document(), &Document::stateChanged, m_context, soon);
    }
    refresh();
}

void StatusPanel::refresh() {
    const bool report = m_page && m_page->document()->state() != Document::State::Failed;
    for (QWidget* w : std::initializer_list<QWidget*>{m_events, m_notes, m_selection, m_rows, m_loading, m_cancel})
        w->setVisible(report);
    if (!report) return;
    const Document& document = *m_page->document();
    const auto capped = [](std::uint64_t n) { return static_cast<int>(std::min<std::uint64_t>(n, INT_MAX)); };
    m_events->setText(tr("%1 event(s)", nullptr, capped(document.snapshot()->eventCount()))
                          .arg(timeline::formatCount(document.snapshot()->eventCount())));
    m_events->setToolTip(tr("Events on rows and values of counters"));
    const int notes = static_cast<int>(document.snapshot()->store().diagnostics().list().size());
    m_notes->setText(tr("%n note(s)", nullptr, notes));
    m_notes->setToolTip(tr("What to know about this report; opens the import log"));
    m_notes->setVisible(notes > 0);
    const auto selection = m_page->view()->viewState().selection;
    m_selection->setVisible(selection.has_value());
    if (selection) m_selection->setText(tr("selection %1").arg(timeline::formatDuration(selection->length())));
    m_rows->setText(tr("%n visible row(s)", nullptr, m_page->visibleRowCount()));
    const bool loading = document.state() == Document::State::Loading;
    m_loading->setVisible(loading);
    m_cancel->setVisible(loading);
    m_loading->setText(tr("loading %1").arg(timeline::formatPercent(document.progress().fraction())));
    m_cancel->setToolTip(tr("Stop reading and keep what has been read so far"));
    m_cancel->setAccessibleName(m_cancel->toolTip());
}

QString StatusPanel::summary() const {
    QStringList parts;
    for (const QLabel* label : {m_events, m_selection, m_rows, m_loading})
        if (label->isVisibleTo(this)) parts.append(label->text());
    if (m_notes->isVisibleTo(this)) parts.insert(1, m_notes->text());
    return parts.join(QStringLiteral(" · "));
}

void StatusPanel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) refresh();
    QStatusBar::changeEvent(event);
}

}  // namespace app
