// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QObject>
#include <QString>

#include "timeline/look/palette.h"

class QDBusVariant;

namespace app {

/// What the person chose; System follows the desktop while the program runs.
enum class ThemeChoice { System, Light, Dark };
QString themeChoiceId(ThemeChoice choice);
ThemeChoice themeChoiceFromId(const QString& id);

/// Keeps the application's palette, style and fonts. One per application, made after QApplication.
class ThemeManager : public QObject {
    Q_OBJECT

public:
    explicit ThemeManager(QObject* parent = nullptr);

    void setChoice(ThemeChoice choice);
    ThemeChoice choice() const { return m_choice; }
    timeline::Theme theme() const { return m_theme; }
    /// How much larger texts are than as the system has them.
    double textScale() const { return m_textScale; }
    /// Makes texts larger or smaller by that many steps, within the bounds of the preference, which keeps it.
    void stepTextSize(int steps);

signals:
    void themeChanged(timeline::Theme theme);
    void textScaleChanged(double scale);

protected:
    /// Ctrl+Alt+wheel, wherever the pointer is.
    bool eventFilter(QObject* watched, QEvent* event) override;

private slots:
    void portalChanged(const QString& space, const QString& key, const QDBusVariant& value);

private:
    void askPortal();
    void apply();
    void applyFont();
    void follow(const QString& preference);
    timeline::Theme systemTheme() const;

    ThemeChoice m_choice = ThemeChoice::System;
    timeline::Theme m_theme = timeline::Theme::Light;
    bool m_paletteIsDark = false;  ///< of the platform, before ours was set
    int m_portal = 0;              ///< 0 = no preference or unknown, 1 = dark, 2 = light
    bool m_gnomeMotion = true, m_reducedMotion = false;
    bool m_applied = false;
    QFont m_font;  ///< of the system, with what it lacks
    double m_textScale = 1;
    int m_wheel = 0;  ///< of the step that has begun, in eighths of a degree
};

/// The manager of this application.
ThemeManager* themeManager();

}  // namespace app
