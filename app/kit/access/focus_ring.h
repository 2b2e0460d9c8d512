// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFocusFrame>
#include <QPointer>

namespace app {

/// A ring around what the keys go to, where the widget itself does not show it: tables, texts, charts, the timeline. As
/// with buttons, it is seen once the keyboard was used to get there. Tab does not lead to what lies behind other panes,
/// where nobody would see it. One for the program; belongs to its parent.
class FocusRing : public QObject {
    Q_OBJECT

public:
    explicit FocusRing(QObject* parent);
    ~FocusRing() override;

protected:
    /// Of the whole program: Tab passes over panes that lie behind the one in front.
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void follow(QWidget* now);

    QPointer<QFocusFrame> m_frame;
};

}  // namespace app
