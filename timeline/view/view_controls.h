// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>
#include <QScrollBar>
#include <QToolButton>

#include "timeline/look/palette.h"
#include "timeline/rows/view_layout.h"
#include "timeline/state/view_model.h"

namespace timeline {

/// The few widgets on the timeline: filter box, "n hidden", scroll bar, and the box for the name of a mark.
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
    void editMark(std::size_t mark, const QString& name, const QRect& place);

Q_SIGNALS:
    void rowFilterTyped(const QString& text);
    void hiddenClicked();
    void scrolled(int y);
    void markNamed(std::size_t mark, const QString& name);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void finishMark();
    QWidget* m_view;
    QLineEdit* m_filter;
    QToolButton* m_hidden;
    QScrollBar* m_scrollBar;
    QLineEdit* m_mark;
    std::optional<std::size_t> m_editedMark;
};

}  // namespace timeline
