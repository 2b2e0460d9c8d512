// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSplitter>

class QFrame;
class QToolButton;

namespace app {

class ChoiceList;

/// A list of choices to the left of what is chosen. Where that leaves too little room, a button of the content opens it
/// instead.
class ChoiceSplit : public QSplitter {
    Q_OBJECT

public:
    /// Takes both. `width`: of the list, px.
    ChoiceSplit(ChoiceList* list, QWidget* content, int width, QWidget* parent = nullptr);
    /// Opens the list where it is not beside the content, and says what is chosen; for a bar of the content.
    QToolButton* button() const { return m_button; }
    bool isBeside() const { return m_beside; }
    /// After another choice.
    void updateButton();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void arrange();
    void openList();

    ChoiceList* m_list;
    const int m_width;
    QToolButton* m_button;
    QFrame* m_popup;
    bool m_beside = true;
};

}  // namespace app
