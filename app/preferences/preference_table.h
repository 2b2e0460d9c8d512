// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequence>
#include <QList>
#include <QString>
#include <QVariant>
#include <functional>
#include <span>

namespace app {

/// A value that can be chosen.
struct PreferenceChoice {
    QString id;  ///< what is kept
    QString text;
};

/// A command as a person sees it who changes its keys.
struct KeyedCommand {
    QString id;  ///< under which its keys are kept
    QString group, text;
    QList<QKeySequence> usual;  ///< of the chosen scheme
};

/// What preferences are about that only the window knows.
struct PreferenceSources {
    QList<PreferenceChoice> panes;
    std::function<QList<KeyedCommand>()> commands;
};

enum class PreferencePage { Look, Times, Keys, Panes, Files, Storage, Count };
inline constexpr std::size_t kPreferencePageCount = static_cast<std::size_t>(PreferencePage::Count);
/// Translated title.
QString preferencePageText(PreferencePage page);

enum class PreferenceControl { Check, Choice, Number };

/// A line of the dialog: to add a preference, add its line to preferences.h and to the table.
struct PreferenceItem {
    PreferencePage page;
    const char* key;  ///< of the preference; also the object name of its control
    PreferenceControl control;
    const char* text;       ///< English; translated in the context "Preferences"
    const char* hint = "";  ///< the same, below the control
    QVariant (*value)() = nullptr;
    void (*set)(const QVariant& value) = nullptr;
    QList<PreferenceChoice> (*choices)(const PreferenceSources& sources) = nullptr;
    int least = 0, most = 0;  ///< of a number; least - 1 stands for the usual one
    const char* usual = "";   ///< … and is called so
    const char* suffix = "";  ///< its unit, as it is written behind the number
};

/// All of them, page by page in the order of the dialog.
std::span<const PreferenceItem> preferenceTable();
QString textOf(const PreferenceItem& item);
QString hintOf(const PreferenceItem& item);
QString usualOf(const PreferenceItem& item);
QString suffixOf(const PreferenceItem& item);

}  // namespace app
