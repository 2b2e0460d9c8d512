// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QMenu;

namespace app {

/// A widget that pictures are made of. What lies in it offers that in its own menus.
class Pictured : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;
    /// Adds the entry that makes a picture of the innermost one around `inside`; nothing outside of all.
    static void addPictureAction(QMenu& menu, const QWidget* inside);

signals:
    /// A picture of it was requested.
    void pictureRequested();

protected:
    void addPictureAction(QMenu& menu);
};

}  // namespace app
