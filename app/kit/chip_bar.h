// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>
#include <functional>

class QToolButton;

namespace app {

/// Something that leaves events or rows out of what is shown, and how to end that.
struct Chip {
    QString text;     ///< "Events: gemm"
    QString toolTip;  ///< what it does
    std::function<void()> remove;
};

/// All filters at work as a row of chips, each with a button that ends it. Those for which there is no room are in a
/// menu at the end.
class ChipBar : public QWidget {
    Q_OBJECT

public:
    explicit ChipBar(QWidget* parent = nullptr);
    void setChips(QList<Chip> chips);
    const QList<Chip>& chips() const { return m_chips; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void makeButtons();
    void place();

    QList<Chip> m_chips;
    QList<QToolButton*> m_buttons;
    QToolButton* m_more;
};

}  // namespace app
