// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QPalette>
#include <QString>
#include <QWidget>

namespace app {

/// The icon `name` of resources/icons, drawn in a colour of the application's palette at the time it is painted: it
/// follows the theme without being made anew.
QIcon icon(const QString& name, QPalette::ColorRole role = QPalette::ButtonText);

/// The coloured icon of the application.
QIcon applicationIcon();

/// A picture in a layout, sharp at every scale and in the colours of the theme.
class IconLabel : public QWidget {
public:
    explicit IconLabel(QIcon picture, int side, QWidget* parent = nullptr);
    void setIcon(QIcon picture);
    QSize sizeHint() const override { return {m_side, m_side}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QIcon m_icon;
    int m_side;  ///< logical px
};

}  // namespace app
