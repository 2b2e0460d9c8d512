// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayList>
#include <QObject>
#include <QSettings>
#include <QString>
#include <QStringList>
#include <QVariant>
#include <type_traits>
#include <variant>

namespace app {

/// Says of each preference that was set, so that all windows follow at once.
class PreferenceChanges : public QObject {
    Q_OBJECT

signals:
    void changed(const QString& key);
};
/// The one of this program.
PreferenceChanges* preferenceChanges();

/// A value that is kept from one run to the next.
template <class T>
struct Preference {
    const char* key;
    /// What it is where none is kept; texts and lists are empty then.
    std::conditional_t<std::is_arithmetic_v<T>, T, std::monostate> fallback{};

    T value() const {
        QVariant otherwise;
        if constexpr (std::is_arithmetic_v<T>) otherwise = fallback;
        return QSettings().value(QLatin1String(key), otherwise).template value<T>();
    }
    void set(const T& value) const {
        QSettings().setValue(QLatin1String(key), QVariant::fromValue(value));
        emit preferenceChanges()->changed(QLatin1String(key));
    }
    bool is(const QString& changed) const { return changed == QLatin1String(key); }
};

/// All of them but lists with several columns: recent files, widths of columns, the form of the capture dialog.
namespace preferences {
inline constexpr Preference<QByteArray> kGeometry{"window/geometry"};
/// How panes are arranged, for reports with a timeline and for other kinds of them.
inline constexpr Preference<QByteArray> kLayout{"window/state"};
inline constexpr Preference<QByteArray> kKernelLayout{"layouts/kernels"};
inline constexpr Preference<QByteArray> kMemoryLayout{"layouts/memory"};
inline constexpr Preference<QByteArray> kLiveLayout{"layouts/live"};
/// Arrangements that have names, and what they are, in the same order; see layouts::names().
inline constexpr Preference<QStringList> kLayoutNames{"layouts/names"};
inline constexpr Preference<QByteArrayList> kLayoutStates{"layouts/states"};
inline constexpr Preference<QString> kKeys{"window/keys"};
inline constexpr Preference<QString> kTheme{"window/theme"};
inline constexpr Preference<QString> kLanguage{"window/language"};
inline constexpr Preference<QString> kTimes{"view/times"};
/// Pt; 0 = as the system has it.
inline constexpr Preference<int> kFontSize{"window/fontSize", 0};
inline constexpr Preference<QString> kSight{"window/sight"};
inline constexpr Preference<bool> kMotion{"window/motion", true};
/// Keys that a person gave commands; see ownKeys().
inline constexpr Preference<QStringList> kShortcuts{"window/shortcuts"};
/// The pane in front once such a report is read, by its id.
inline constexpr Preference<QString> kTimelinePane{"panes/timeline"};
inline constexpr Preference<QString> kKernelPane{"panes/kernel"};
inline constexpr Preference<QString> kMemoryPane{"panes/memory"};
inline constexpr Preference<QString> kLivePane{"panes/live"};
/// What happens when a file changes on disk.
inline constexpr Preference<QString> kReload{"files/changed"};
inline constexpr Preference<QString> kFolder{"window/folder"};
inline constexpr Preference<bool> kRestoreSession{"session/restore", true};
inline constexpr Preference<bool> kEndedCleanly{"session/clean", true};
inline constexpr Preference<QStringList> kSessionFiles{"session/files"};
inline constexpr Preference<int> kSessionCurrent{"session/current"};
inline constexpr Preference<QByteArray> kCompareGeometry{"compare/geometry"};
inline constexpr Preference<bool> kSideBySide{"compare/sideBySide"};
inline constexpr Preference<QString> kPictureFolder{"picture/folder"};
inline constexpr Preference<int> kPictureFormat{"picture/format", 0};
inline constexpr Preference<int> kPictureScale{"picture/scale", 1};
inline constexpr Preference<int> kPictureTheme{"picture/theme", 0};
inline constexpr Preference<int> kPictureLegend{"picture/legend", 1};
inline constexpr Preference<bool> kPictureFooter{"picture/footer", true};
inline constexpr Preference<QStringList> kSqlHistory{"sql/history"};
inline constexpr Preference<QByteArray> kManualGeometry{"manual/geometry"};
inline constexpr Preference<int> kManualZoom{"manual/zoom", 0};
inline constexpr Preference<bool> kTourSeen{"window/tourSeen", false};
inline constexpr Preference<QString> kCaptureCommand{"capture/command"};
inline constexpr Preference<QString> kReportsTable{"reports/table"};
inline constexpr Preference<bool> kHeadline{"report/headline", true};
/// Another table of chips' peaks than the usual one; see importers::choosePeaksFile().
inline constexpr Preference<QString> kPeaksFile{"roofline/peaks"};
}  // namespace preferences

// Values of preferences.
inline constexpr int kLeastFontSize = 8, kMostFontSize = 24;
inline constexpr const char *kAskToReload = "", *kReloadAtOnce = "reload", *kNeverReload = "never";
inline constexpr const char *kAsItWasLeft = "left", *kKernelPaneId = "kernelProfile";

}  // namespace app
