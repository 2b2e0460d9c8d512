// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QWidget;

namespace app {

/// Shrinks and moves a window so that all of it is on its screen. It keeps its size and place as far as that allows.
void fitToScreen(QWidget* window);

/// Does that to every window and dialog as it appears: sizes that were saved, or that are right on a usual screen, can
/// be too large for a small one, or for one where everything is drawn at twice its size. For the whole application.
class WindowPlacer : public QObject {
    Q_OBJECT

public:
    explicit WindowPlacer(QObject* parent = nullptr);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace app
