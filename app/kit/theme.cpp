// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kit/theme.h"

#include <QApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>
#include <QFont>
#include <QFontInfo>
#include <QPalette>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "app/kit/access/focus_ring.h"
#include "app/kit/preferences.h"
#include "app/kit/style.h"

namespace app {
namespace {

const QString kService = QStringLiteral("org.freedesktop.portal.Desktop");
const QString kPath = QStringLiteral("/org/freedesktop/portal/desktop");
const QString kInterface = QStringLiteral("org.freedesktop.portal.Settings");
const QString kSchemeSpace = QStringLiteral("org.freedesktop.appearance");
const QString kSchemeKey = QStringLiteral("color-scheme");
// What asks for less motion: of the portal's own, newer, and of GNOME, older.
const QString kReducedMotion = QStringLiteral("reduced-motion");
const QString kGnomeSpace = QStringLiteral("org.gnome.desktop.interface");
const QString kGnomeMotion = QStringLiteral("enable-animations");

ThemeManager* g_manager = nullptr;

QColor mix(QRgb a, QRgb b, double amount) { return QColor(timeline::mixed(a, b, amount)); }

// The frame around the data: quiet, from the same tokens as the canvas.
QPalette paletteOf(timeline::Theme theme) {
    const timeline::Tokens& t = timeline::tokens(theme);
    const bool dark = theme == timeline::Theme::Dark;
    const QColor window(t.alternateRow), base(t.canvas), text(t.text), secondary(t.secondaryText), accent(t.accent);
    const QColor button = mix(t.alternateRow, t.text, dark ? 0.04 : 0.03);
    QPalette p;
    p.setColor(QPalette::Window, window);
    p.setColor(QPalette::WindowText, text);
    p.setColor(QPalette::Base, base);
    p.setColor(QPalette::AlternateBase, QColor(t.alternateRow));
    p.setColor(QPalette::Text, text);
    p.setColor(QPalette::PlaceholderText, secondary);
    p.setColor(QPalette::Button, button);
    p.setColor(QPalette::ButtonText, text);
    p.setColor(QPalette::BrightText, QColor(t.bad));
    p.setColor(QPalette::ToolTipBase, mix(t.canvas, t.text, dark ? 0.10 : 0.0));
    p.setColor(QPalette::ToolTipText, text);
    p.setColor(QPalette::Highlight, accent);
    p.setColor(QPalette::HighlightedText, dark ? QColor(t.canvas) : QColor(Qt::white));
    p.setColor(QPalette::Link, accent);
    p.setColor(QPalette::LinkVisited, accent);
    p.setColor(QPalette::Light, mix(t.canvas, t.text, dark ? 0.14 : 0.0));
    p.setColor(QPalette::Midlight, mix(t.canvas, t.text, dark ? 0.11 : 0.04));
    p.setColor(QPalette::Mid, QColor(t.grid));
    p.setColor(QPalette::Dark, mix(t.grid, t.text, dark ? 0.06 : 0.10));
    p.setColor(QPalette::Shadow, dark ? QColor(0, 0, 0) : mix(t.grid, t.text, 0.35));
    // What cannot be chosen now is still read: which command it is, and what it would do.
    const QColor faint = mix(t.secondaryText, t.alternateRow, dark ? 0.02 : 0.06);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        p.setColor(QPalette::Disabled, role, faint);
    p.setColor(QPalette::Disabled, QPalette::HighlightedText, secondary);
    p.setColor(QPalette::Disabled, QPalette::Highlight, QColor(t.grid));
    return p;
}

// The system's font first; Chinese glyphs from these, in mainland forms, when it has none.
void addFontFallbacks() {
    QFont font = QApplication::font();
    if (font.families().size() > 1) return;  // those of pictures, which depend on no system
    // "Sans Serif" is an alias: spelled out, or the first of the list that is installed would win over it.
    QStringList families{QFontInfo(font).family()};
    for (const char* family :
         {"Noto Sans CJK SC", "Source Han Sans SC", "Microsoft YaHei", "PingFang SC", "WenQuanYi Micro Hei"})
        if (!families.contains(QLatin1String(family))) families.append(QLatin1String(family));
    font.setFamilies(families);
    QApplication::setFont(font);
}

}  // namespace

QString themeChoiceId(ThemeChoice choice) {
    return choice == ThemeChoice::Light  ? QStringLiteral("light")
           : choice == ThemeChoice::Dark ? QStringLiteral("dark")
                                         : QStringLiteral("system");
}

ThemeChoice themeChoiceFromId(const QString& id) {
    return id == QLatin1String("light")  ? ThemeChoice::Light
           : id == QLatin1String("dark") ? ThemeChoice::Dark
                                         : ThemeChoice::System;
}

ThemeManager::ThemeManager(QObject* parent) : QObject(parent) {
    g_manager = this;
    m_paletteIsDark = QApplication::palette().color(QPalette::Window).lightness() < 128;
    QApplication::setStyle(new Style);
    new FocusRing(this);
    addFontFallbacks();
    m_font = QApplication::font();
    askPortal();
    apply();
    applyFont();
    timeline::setSight(timeline::sightFromId(preferences::kSight.value()));
    connect(preferenceChanges(), &PreferenceChanges::changed, this, &ThemeManager::follow);
    qApp->installEventFilter(this);
}

void ThemeManager::follow(const QString& preference) {
    if (preferences::kTheme.is(preference)) setChoice(themeChoiceFromId(preferences::kTheme.value()));
    if (preferences::kFontSize.is(preference)) applyFont();
    if (!preferences::kSight.is(preference)) return;
    timeline::setSight(timeline::sightFromId(preferences::kSight.value()));
    emit themeChanged(m_theme);  // whoever draws with colors of events draws again
}

void ThemeManager::applyFont() {
    const double usual = QFontInfo(m_font).pointSizeF();
    const int wanted = preferences::kFontSize.value();
    const double size = wanted <= 0 ? usual : std::clamp(wanted, kLeastFontSize, kMostFontSize);
    const double scale = size / usual;
    if (scale == m_textScale) return;
    m_textScale = scale;
    QFont font = m_font;
    font.setPointSizeF(size);
    QApplication::setFont(scale == 1 ? m_font : font);
    emit textScaleChanged(scale);
}

void ThemeManager::stepTextSize(int steps) {
    const int now = static_cast<int>(std::lround(QFontInfo(m_font).pointSizeF() * m_textScale));
    const int next = std::clamp(now + steps, kLeastFontSize, kMostFontSize);
    if (next != now) preferences::kFontSize.set(next);
}

bool ThemeManager::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::Wheel) return QObject::eventFilter(watched, event);
    const auto* wheel = static_cast<QWheelEvent*>(event);
    if (wheel->modifiers() != (Qt::ControlModifier | Qt::AltModifier) || !watched->isWidgetType())
        return QObject::eventFilter(watched, event);
    // With Alt the wheel may be reported as the horizontal one.
    m_wheel += wheel->angleDelta().y() ? wheel->angleDelta().y() : wheel->angleDelta().x();
    constexpr int kNotch = 120;
    const int steps = m_wheel / kNotch;
    m_wheel -= steps * kNotch;
    if (steps != 0) stepTextSize(steps);
    return true;
}

ThemeManager* themeManager() { return g_manager; }

void ThemeManager::setChoice(ThemeChoice choice) {
    m_choice = choice;
    apply();
}

timeline::Theme ThemeManager::systemTheme() const {
    const bool dark = m_portal == 1 || (m_portal == 0 && m_paletteIsDark);
    return dark ? timeline::Theme::Dark : timeline::Theme::Light;
}

void ThemeManager::apply() {
    const timeline::Theme wanted = m_choice == ThemeChoice::System  ? systemTheme()
                                   : m_choice == ThemeChoice::Light ? timeline::Theme::Light
                                                                    : timeline::Theme::Dark;
    if (m_applied && wanted == m_theme) return;
    m_applied = true;
    m_theme = wanted;
    const QPalette palette = paletteOf(wanted);
    QApplication::setPalette(palette);
    QToolTip::setPalette(palette);
    emit themeChanged(wanted);
}

void ThemeManager::askPortal() {
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected()) return;
    bus.connect(kService, kPath, kInterface, QStringLiteral("SettingChanged"), this,
                SLOT(portalChanged(QString, QString, QDBusVariant)));
    for (const auto& [space, key] : {std::pair(kSchemeSpace, kSchemeKey), std::pair(kGnomeSpace, kGnomeMotion),
                                     std::pair(kSchemeSpace, kReducedMotion)}) {
        QDBusMessage ask = QDBusMessage::createMethodCall(kService, kPath, kInterface, QStringLiteral("Read"));
        ask << space << key;
        auto* watcher = new QDBusPendingCallWatcher(bus.asyncCall(ask), this);
        connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, watcher, space = space, key = key] {
            watcher->deleteLater();
            const QDBusPendingReply<QDBusVariant> reply = *watcher;
            if (!reply.isError()) portalChanged(space, key, reply.value());
        });
    }
}

void ThemeManager::portalChanged(const QString& space, const QString& key, const QDBusVariant& value) {
    QVariant v = value.variant();
    // Read() wraps the value twice.
    if (v.canConvert<QDBusVariant>()) v = v.value<QDBusVariant>().variant();
    if (space == kGnomeSpace && key == kGnomeMotion) m_gnomeMotion = v.toBool();
    if (space == kSchemeSpace && key == kReducedMotion) m_reducedMotion = v.toUInt() == 1;
    setSystemMotion(m_gnomeMotion && !m_reducedMotion);
    if (space != kSchemeSpace || key != kSchemeKey) return;
    m_portal = v.toInt();
    apply();
}

}  // namespace app
