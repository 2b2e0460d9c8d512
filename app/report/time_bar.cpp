// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/time_bar.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

#include "app/kit/icons.h"
#include "app/kit/range_text.h"
#include "app/report/report_page.h"

namespace app {

TimeBar::TimeBar(ReportPage* page)
    : QWidget(page), m_page(page), m_text(new QLineEdit), m_status(new QLabel), m_close(new QToolButton) {
    setObjectName(QStringLiteral("timeBar"));
    m_text->setMinimumWidth(120);
    m_text->setMaximumWidth(420);
    m_close->setIcon(icon(QStringLiteral("close")));
    m_close->setAutoRaise(true);
    m_status->setForegroundRole(QPalette::PlaceholderText);
    m_status->setTextFormat(Qt::PlainText);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 3, 8, 3);
    row->setSpacing(8);
    row->addWidget(m_text, 1);
    row->addWidget(m_status, 1);
    row->addStretch();
    row->addWidget(m_close);
    connect(m_text, &QLineEdit::textChanged, this, [this] { showStatus(false); });
    connect(m_text, &QLineEdit::returnPressed, this, &TimeBar::go);
    connect(m_close, &QToolButton::clicked, this, &TimeBar::close_);
    retranslate();
    hide();
}

void TimeBar::open() {
    const timeline::TimelineView* view = m_page->view();
    const model::TimeRange shown = view->viewState().range.outer();
    show();
    m_text->setText(view->timeFormat().at(shown.begin + shown.length() / 2, view->viewState().range.length / 1000));
    m_text->setFocus(Qt::ShortcutFocusReason);
    m_text->selectAll();
    showStatus(false);
}

std::optional<model::TimeNs> TimeBar::time() const { return parseTimeAs(m_page->view()->timeFormat(), m_text->text()); }

bool TimeBar::go() {
    timeline::TimelineView* view = m_page->view();
    const auto wanted = time();
    showStatus(true);
    const model::TimeRange reach = view->reach();
    if (!wanted || *wanted < reach.begin || *wanted > reach.end) return false;
    const auto half = static_cast<model::TimeNs>(view->viewState().range.length / 2);
    view->zoomTo({model::saturatingSub(*wanted, half), model::saturatingAdd(*wanted, std::max<model::TimeNs>(1, half))},
                 true);
    view->setGuide(wanted);
    return true;
}

// While somebody types, a text that is not yet a time is no mistake.
void TimeBar::showStatus(bool entered) {
    const auto wanted = time();
    const timeline::TimelineView* view = m_page->view();
    const model::TimeRange reach = view->reach();
    const timeline::TimeFormat& times = view->timeFormat();
    if (wanted && *wanted >= reach.begin && *wanted <= reach.end) m_status->setText(times.exact(*wanted));
    else if (wanted)
        m_status->setText(
            tr("The report has times from %1 to %2.").arg(times.exact(reach.begin), times.exact(reach.end)));
    else if (entered)
        m_status->setText(
            tr("That is no time. Times are written like %1, 1.5 s or 20 ms.").arg(times.exact(reach.end)));
    else m_status->clear();
}

QString TimeBar::status() const { return m_status->text(); }

void TimeBar::close_() {
    m_page->view()->setGuide(std::nullopt);
    hide();
    m_page->view()->setFocus();
}

void TimeBar::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape) return close_();
    QWidget::keyPressEvent(event);
}

void TimeBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QWidget::changeEvent(event);
}

void TimeBar::retranslate() {
    m_text->setPlaceholderText(tr("Go to a time"));
    m_text->setAccessibleName(m_text->placeholderText());
    m_close->setToolTip(tr("Close (Esc)"));
    m_close->setAccessibleName(m_close->toolTip());
    if (isVisible()) showStatus(false);
}

}  // namespace app
