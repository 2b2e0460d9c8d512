// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace app {

/// One line of plain text that fits the room it has: its middle is elided, and the tooltip has the whole.
class ElidedLabel : public QLabel {
    Q_OBJECT

public:
    explicit ElidedLabel(QWidget* parent = nullptr);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
};

}  // namespace app
