// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QKeySequence>
#include <QList>

namespace app {

/// What a command of a window is called and by which keys it is called; the same in every window that has it.
struct CommandInfo {
    const char* id = nullptr;  ///< stable: the object name of its action
    const char* text = "";     ///< English, with the key of the menu; translated in the context "Commands"
    const char* keys = "";     ///< portable key sequences, separated by spaces
    QKeySequence::StandardKey standard = QKeySequence::UnknownKey;  ///< where the platform has keys for it
    const char* icon = "";
    bool isCheckable = false;
};

QList<QKeySequence> usualKeysOf(const CommandInfo& command);
/// Those that a person gave it instead, if they did.
QList<QKeySequence> keysOf(const CommandInfo& command);
QString textOf(const CommandInfo& command);
/// Its action, added to the window: the keys work wherever in it the focus is, and follow what a person gives it.
QAction* makeAction(const CommandInfo& command, QWidget* window);

/// Commands that several windows have.
namespace commands {
inline constexpr CommandInfo kExportPicture{"exportPicture", QT_TRANSLATE_NOOP("Commands", "&Export Picture…"),
                                            "Ctrl+Shift+E", QKeySequence::UnknownKey, "camera"};
inline constexpr CommandInfo kShareHtml{"shareHtml", QT_TRANSLATE_NOOP("Commands", "Share as &HTML…")};
inline constexpr CommandInfo kFind{"find", QT_TRANSLATE_NOOP("Commands", "&Find Events…"), "", QKeySequence::Find};
inline constexpr CommandInfo kFindNext{"findNext", QT_TRANSLATE_NOOP("Commands", "Find Next"), "F3"};
inline constexpr CommandInfo kFindPrevious{"findPrevious", QT_TRANSLATE_NOOP("Commands", "Find Previous"), "Shift+F3"};
inline constexpr CommandInfo kGoToTime{"goToTime", QT_TRANSLATE_NOOP("Commands", "Go to &Time…"), "Ctrl+G"};
inline constexpr CommandInfo kFullScreen{"fullScreen", QT_TRANSLATE_NOOP("Commands", "&Full Screen"), "F11"};
inline constexpr CommandInfo kPalette{"commandPalette", QT_TRANSLATE_NOOP("Commands", "&Command Palette…"),
                                      "Ctrl+Shift+P"};
inline constexpr CommandInfo kManual{"manual", QT_TRANSLATE_NOOP("Commands", "&Manual"), "F1"};
inline constexpr CommandInfo kKeys{"keys", QT_TRANSLATE_NOOP("Commands", "&Keys"), "Shift+F1"};
}  // namespace commands

/// Titles of menus that several windows have, in the context "Commands".
namespace menus {
inline constexpr const char* kFile = QT_TRANSLATE_NOOP("Commands", "&File");
inline constexpr const char* kEdit = QT_TRANSLATE_NOOP("Commands", "&Edit");
inline constexpr const char* kView = QT_TRANSLATE_NOOP("Commands", "&View");
inline constexpr const char* kGo = QT_TRANSLATE_NOOP("Commands", "&Go");
inline constexpr const char* kRowHeight = QT_TRANSLATE_NOOP("Commands", "Row &Height");
inline constexpr const char* kColourBy = QT_TRANSLATE_NOOP("Commands", "&Colour By");
inline constexpr const char* kTimes = QT_TRANSLATE_NOOP("Commands", "T&imes");
inline constexpr const char* kHelp = QT_TRANSLATE_NOOP("Commands", "&Help");
inline constexpr const char* kLanguage = "&Language / 语言";  // in each language the same
}  // namespace menus

}  // namespace app
