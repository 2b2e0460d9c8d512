// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QSettings>
#include <QString>
#include <QStringList>
#include <QVariant>

namespace app {

/// A value that is kept from one run to the next.
template <class T>
struct Preference {
    const char* key;
    T fallback{};

    T value() const { return QSettings().value(QLatin1String(key), QVariant::fromValue(fallback)).template value<T>(); }
    void set(const T& value) const { QSettings().setValue(QLatin1String(key), QVariant::fromValue(value)); }
};

/// All of them but lists with several columns: recent files, widths of columns, the form of the capture dialog.
namespace preferences {
inline const Preference<QByteArray> kGeometry{"window/geometry"};
inline const Preference<QByteArray> kLayout{"window/state"};
inline const Preference<QString> kKeys{"window/keys"};
inline const Preference<QString> kTheme{"window/theme"};
inline const Preference<QString> kLanguage{"window/language"};
inline const Preference<QString> kFolder{"window/folder"};
inline const Preference<bool> kRestoreSession{"session/restore", true};
inline const Preference<bool> kEndedCleanly{"session/clean", true};
inline const Preference<QStringList> kSessionFiles{"session/files"};
inline const Preference<int> kSessionCurrent{"session/current"};
inline const Preference<QByteArray> kCompareGeometry{"compare/geometry"};
inline const Preference<bool> kSideBySide{"compare/sideBySide"};
inline const Preference<QString> kPictureFolder{"picture/folder"};
inline const Preference<int> kPictureFormat{"picture/format", 0};
inline const Preference<int> kPictureScale{"picture/scale", 1};
inline const Preference<int> kPictureTheme{"picture/theme", 0};
inline const Preference<int> kPictureLegend{"picture/legend", 1};
inline const Preference<bool> kPictureFooter{"picture/footer", true};
inline const Preference<QStringList> kSqlHistory{"sql/history"};
inline const Preference<QString> kCaptureCommand{"capture/command"};
}  // namespace preferences

}  // namespace app
