// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/pane.h"

#include <QContextMenuEvent>
#include <QEvent>
#include <QLabel>
#include <QMenu>
#include <QStackedLayout>

#include "app/kit/filter_edit.h"
#include "app/kit/span_choice.h"

namespace app {

Pane::Pane(QWidget* parent)
    : Pictured(parent), m_context(new QObject(this)), m_stack(new QStackedLayout(this)), m_empty(new QLabel) {
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setMargin(16);
    m_empty->setTextFormat(Qt::PlainText);
    m_empty->setForegroundRole(QPalette::PlaceholderText);
    m_stack->addWidget(m_empty);
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

QList<Chip> Pane::chipsOf(FilterEdit* filter, SpanChoice* span) const {
    QList<Chip> out;
    if (filter && filter->isActive())
        out.append({tr("%1: %2", "pane and its filter").arg(title(), filter->request().text.trimmed()),
                    tr("Only events that match are in this pane"), [filter] { filter->setRequest({}); }});
    if (span && span->span() == SpanChoice::Span::View)
        out.append({tr("%1: visible span", "pane").arg(title()), tr("Only what is on screen is in this pane"),
                    [span] { span->setSpan(SpanChoice::Span::Selection); }});
    return out;
}

void Pane::setPage(ReportPage* page) {
    if (page == m_page && page) return;
    delete m_context;
    m_context = new QObject(this);
    m_page = page;
    pageChanged();
}

void Pane::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QWidget::changeEvent(event);
}

}  // namespace app
