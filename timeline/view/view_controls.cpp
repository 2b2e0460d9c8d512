// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/view/view_controls.h"

#include <QKeyEvent>

#include <utility>

#include "timeline/look/contrast.h"
#include "timeline/view/timeline_view.h"

namespace timeline {

ViewControls::ViewControls(QWidget* view)
    : m_view(view), m_filter(new QLineEdit(view)), m_hidden(new QToolButton(view)),
      m_scrollBar(new QScrollBar(Qt::Vertical, view)), m_text(new QLineEdit(view)) {
    m_filter->setObjectName(QStringLiteral("rowFilter"));
    m_filter->setClearButtonEnabled(true);
    m_filter->installEventFilter(this);
    connect(m_filter, &QLineEdit::textChanged, this, &ViewControls::rowFilterTyped);
    m_hidden->setObjectName(QStringLiteral("hiddenRows"));
    m_hidden->setFocusPolicy(Qt::TabFocus);
    m_hidden->setCursor(Qt::PointingHandCursor);
    connect(m_hidden, &QToolButton::clicked, this, &ViewControls::hiddenClicked);
    m_scrollBar->setFocusPolicy(Qt::NoFocus);
    connect(m_scrollBar, &QScrollBar::valueChanged, this, &ViewControls::scrolled);
    m_text->setObjectName(QStringLiteral("markName"));
    m_text->hide();
    m_text->installEventFilter(this);
    connect(m_text, &QLineEdit::editingFinished, this, &ViewControls::finishText);
    retranslate();
}

void ViewControls::retranslate() {
    m_filter->setPlaceholderText(TimelineView::tr("Filter rows"));
    m_filter->setAccessibleName(TimelineView::tr("Filter the rows by name"));
    m_hidden->setToolTip(TimelineView::tr("Show all rows"));
}

void ViewControls::setTheme(Theme theme) {
    const Tokens& t = tokens(theme);
    const auto css = [](QRgb c) { return QColor::fromRgb(c).name(); };
    const QString style = QStringLiteral(
        "QLineEdit { background: %1; color: %2; border: 1px solid %3; border-radius: 2px; padding: 0 4px; font-size: "
        "12px; }"
        "QLineEdit:focus { border: 2px solid %4; padding: 0 3px; }");
    m_filter->setStyleSheet(
        style.arg(css(t.canvas), css(t.text), css(standingOut(t.headerBorder, t.canvas, theme)), css(t.accent)));
    m_text->setStyleSheet(style.arg(css(t.canvas), css(t.text), css(t.warn), css(t.warn)));
    QPalette edit = m_filter->palette();
    edit.setColor(QPalette::PlaceholderText, QColor::fromRgb(t.secondaryText));
    m_filter->setPalette(edit);
    m_hidden->setStyleSheet(
        QStringLiteral("QToolButton { color: %1; border: none; background: transparent; font-size: 11px; }"
                       "QToolButton:hover { text-decoration: underline; }"
                       "QToolButton:focus { border: 2px solid %1; }")
            .arg(css(t.accent)));
}

void ViewControls::update(const ViewLayout& layout, const ViewModel& model) {
    const int hidden = model.rows() ? model.rows()->hiddenRows() : 0;
    m_hidden->setVisible(hidden > 0);
    m_hidden->setText(TimelineView::tr("%n hidden", "rows", hidden));
    const int buttonWidth = hidden > 0 ? std::min(m_hidden->sizeHint().width(), layout.corner.width() / 2) : 0;
    const QRect corner = layout.corner.adjusted(4, 3, -4, -3);
    m_filter->setGeometry(corner.adjusted(0, 0, -buttonWidth, 0));
    m_hidden->setGeometry(QRect(corner.right() + 1 - buttonWidth, corner.top(), buttonWidth, corner.height()));
    m_filter->setVisible(corner.width() > 40);
    if (m_filter->text() != model.state().layout.nameFilter) {
        const QSignalBlocker quiet(m_filter);
        m_filter->setText(model.state().layout.nameFilter);
    }
    const QSignalBlocker quiet(m_scrollBar);
    m_scrollBar->setGeometry(layout.rows.right() + 1, layout.rows.top() + model.pinnedHeight(), scrollBarWidth(),
                             model.scrollHeight());
    m_scrollBar->setRange(0, static_cast<int>(model.maxScroll()));
    m_scrollBar->setPageStep(std::max(1, model.scrollHeight()));
    m_scrollBar->setSingleStep(20);
    m_scrollBar->setValue(static_cast<int>(model.state().scrollY));
    m_scrollBar->setEnabled(model.maxScroll() > 0);
}

void ViewControls::showScroll(double y) {
    const QSignalBlocker quiet(m_scrollBar);
    m_scrollBar->setValue(static_cast<int>(y));
}

void ViewControls::editRowFilter() {
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

void ViewControls::editText(const char* id, const QString& what, const QString& text, const QRect& place,
                            int mostLetters, std::function<void(const QString&)> done) {
    finishText();
    m_typed = std::move(done);
    m_text->setObjectName(QLatin1String(id));
    m_text->setAccessibleName(what);
    m_text->setPlaceholderText(what);
    m_text->setMaxLength(mostLetters);
    m_text->setText(text);
    m_text->setGeometry(place);
    m_text->show();
    m_text->raise();
    m_text->selectAll();
    m_text->setFocus(Qt::OtherFocusReason);
}

void ViewControls::finishText() {
    const auto typed = std::exchange(m_typed, {});
    m_text->hide();
    if (typed) typed(m_text->text());
}

/// Escape leaves both boxes for the timeline, Enter and Down leave the filter.
bool ViewControls::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::ShortcutOverride && event->type() != QEvent::KeyPress)
        return QObject::eventFilter(watched, event);
    const int key = static_cast<QKeyEvent*>(event)->key();
    const bool leaves = key == Qt::Key_Escape ||
                        ((key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Down) && watched == m_filter);
    if (!leaves) return QObject::eventFilter(watched, event);
    event->accept();
    if (event->type() == QEvent::ShortcutOverride) return true;
    if (watched == m_filter && key == Qt::Key_Escape) m_filter->clear();
    if (watched == m_text) m_text->setText({});  // what was there stays
    m_view->setFocus(Qt::OtherFocusReason);
    return true;
}

}  // namespace timeline
