// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>
#include <QScrollBar>
#include <QToolButton>

#include <functional>

#include "timeline/look/palette.h"
#include "timeline/rows/view_layout.h"
#include "timeline/state/view_model.h"

namespace timeline {

/// The few widgets on the timeline: filter box, "n hidden", scroll bar, and the box for the name of a mark
/// or the text of a note.
class ViewControls : public QObject {
    Q_OBJECT
public:
    explicit ViewControls(QWidget* view);

    void setTheme(Theme theme);
    void retranslate();
    /// Updates their positions and texts.
    void update(const ViewLayout& layout, const ViewModel& model);
    void showScroll(double y);
    int scrollBarWidth() const { return m_scrollBar->sizeHint().width(); }
    void editRowFilter();
    /// Lets somebody type one line there, and calls done(text) once that is over; "" if it was cancelled. `what` names
    /// the box for screen readers, `id` for programs.
    void editText(const char* id, const QString& what, const QString& text, const QRect& place, int mostLetters,
                  std::function<void(const QString&)> done);

Q_SIGNALS:
    void rowFilterTyped(const QString& text);
    void hiddenClicked();
    void scrolled(int y);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void finishText();
    QWidget* m_view;
    QLineEdit* m_filter;
    QToolButton* m_hidden;
    QScrollBar* m_scrollBar;
    QLineEdit* m_text;
    std::function<void(const QString&)> m_typed;
};

}  // namespace timeline
