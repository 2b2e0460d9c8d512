// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kit/pictured.h"

#include <QMenu>

namespace app {

void Pictured::addPictureAction(QMenu& menu, const QWidget* inside) {
    for (QWidget* w = inside->parentWidget(); w; w = w->parentWidget())
        if (auto* pictured = qobject_cast<Pictured*>(w)) {
            menu.addSeparator();
            return pictured->addPictureAction(menu);
        }
}

void Pictured::addPictureAction(QMenu& menu) {
    menu.addAction(tr("Export Picture…"), this, &Pictured::pictureRequested);
}

}  // namespace app
