// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/pane.h"

#include <QContextMenuEvent>
#include <QCoreApplication>
#include <QEvent>
#include <QLabel>
#include <QMenu>
#include <QStackedLayout>

#include "app/kit/filter_edit.h"
#include "app/kit/manual/manual_place.h"
#include "app/kit/preferences.h"
#include "app/kit/tables/table.h"
#include "app/kit/tables/tree_table.h"
#include "app/report/row_menu.h"
#include "app/report/span_choice.h"

namespace app {
namespace {
constexpr int kPaneDelayMs = 120;
}

Pane::Pane(QWidget* parent)
    : Pictured(parent), m_context(new QObject(this)), m_rowMenu(new RowMenu(this)), m_stack(new QStackedLayout(this)),
      m_empty(new QLabel) {
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setMargin(16);
    m_empty->setTextFormat(Qt::PlainText);
    m_empty->setForegroundRole(QPalette::PlaceholderText);
    m_stack->addWidget(m_empty);
    m_soon.setSingleShot(true);
    m_soon.setInterval(kPaneDelayMs);
    connect(&m_soon, &QTimer::timeout, this, [this] {
        refresh();
        if (isSettled()) emit settled();
    });
    connect(preferenceChanges(), &PreferenceChanges::changed, this, [this](const QString& key) {
        if (preferences::kPeaksFile.is(key) && isVisible()) refreshSoon();
    });
}

void Pane::setIdentity(const QString& id, const char* title) {
    m_id = id;
    m_title = title;
    setObjectName(id + QStringLiteral("Pane"));
    setManualPlace(this, QStringLiteral("pane.") + id);
    retranslate();
}

QString Pane::title() const { return QCoreApplication::translate("Panes", m_title); }

QString Pane::whyNoPart(const QString& part) const {
    return tr("The pane “%1” has no parts: leave out “:%2”.").arg(m_id, part);
}

void Pane::contextMenuEvent(QContextMenuEvent* event) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    addPictureAction(*menu);
    menu->popup(event->globalPos());
}

void Pane::setContent(QWidget* content) { m_stack->addWidget(content); }

void Pane::setEmptyText(const QString& why) {
    m_empty->setText(why);
    m_stack->setCurrentIndex(why.isEmpty() ? 1 : 0);
}

QString Pane::whyEmpty() const { return m_stack->currentIndex() == 0 ? m_empty->text() : QString(); }

SpanChoice* Pane::makeSpan() {
    m_span = new SpanChoice;
    connect(m_span, &SpanChoice::chosen, this, [this] { refresh(); });
    connect(m_span, &SpanChoice::rangeMoved, this, &Pane::refreshSoon);
    return m_span;
}

void Pane::showSubject(const RowSubject& subject) { m_rowMenu->show(m_host, subject); }

void Pane::offerRowMenu(Table* table, SubjectOf subjectOf) {
    table->setRowMenu([this, subjectOf = std::move(subjectOf)](QMenu& menu, const QModelIndex& index) {
        if (m_host) m_rowMenu->fill(menu, m_host, subjectOf(index), otherHosts());
    });
}

void Pane::offerRowMenu(TreeTable* table, SubjectOf subjectOf) {
    table->setRowMenu([this, subjectOf = std::move(subjectOf)](QMenu& menu, const QModelIndex& index) {
        if (m_host) m_rowMenu->fill(menu, m_host, subjectOf(index), otherHosts());
    });
}

void Pane::setSubjects(Table* table, const SubjectOf& subjectOf) {
    offerRowMenu(table, subjectOf);
    connect(table, &Table::rowActivated, this, [this, subjectOf](const QModelIndex& index) {
        if (m_host) showSubject(subjectOf(index));
    });
}

void Pane::setSubjects(TreeTable* table, const SubjectOf& subjectOf) {
    offerRowMenu(table, subjectOf);
    connect(table, &TreeTable::rowActivated, this, [this, subjectOf](const QModelIndex& index) {
        if (m_host) showSubject(subjectOf(index));
    });
}

QList<Chip> Pane::chipsOf(FilterEdit* filter) const {
    QList<Chip> out;
    if (filter && filter->isActive())
        out.append({tr("%1: %2", "pane and its filter").arg(title(), filter->request().text.trimmed()),
                    tr("Only events that match are in this pane"), [filter] { filter->setRequest({}); }});
    if (m_span && m_span->span() == SpanChoice::Span::View)
        out.append({tr("%1: visible span", "pane").arg(title()), tr("Only what is on screen is in this pane"),
                    [span = m_span] { span->setSpan(SpanChoice::Span::Selection); }});
    return out;
}

void Pane::setHost(PaneHost* host) {
    if (host == m_host && host) return;
    delete m_context;
    m_context = new QObject(this);
    m_host = host;
    m_soon.stop();
    if (m_span) m_span->setHost(host);
    if (host) {
        connect(host, &PaneHost::stateChanged, m_context, [this] { refresh(); });
        connect(host, &PaneHost::timesChanged, m_context, [this] { refresh(); });
        // A report that is being read has new content all the time: the pause is not begun anew.
        connect(host, &PaneHost::snapshotChanged, m_context, [this] {
            if (!m_soon.isActive()) m_soon.start();
        });
    }
    hostChanged();
    refresh();
}

QList<PaneHost*> Pane::otherHosts() const {
    QList<PaneHost*> out = m_hosts ? m_hosts() : QList<PaneHost*>();
    out.removeIf([this](const PaneHost* other) { return other == m_host || other->state() != ReportState::Ready; });
    return out;
}

void Pane::refreshNow() {
    m_soon.stop();
    refresh();
}

void Pane::showEvent(QShowEvent* event) {
    Pictured::showEvent(event);
    refresh();
}

void Pane::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        if (m_span) m_span->retranslate();
        retranslate();
    }
    QWidget::changeEvent(event);
}

}  // namespace app
