// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QWidget>

#include "app/kit/theme.h"

namespace app {

/// Gives a widget letters that are so many times as large as those of the window, and goes on doing so when a person
/// makes these larger or smaller.
inline void setHeading(QWidget* widget, double times, QFont::Weight weight = QFont::Normal) {
    const auto apply = [widget, times, weight] {
        QFont font = QApplication::font(widget);
        font.setPointSizeF(font.pointSizeF() * times);
        font.setWeight(weight);
        widget->setFont(font);
    };
    apply();
    QObject::connect(themeManager(), &ThemeManager::textScaleChanged, widget, apply);
}

}  // namespace app
