// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeyEvent>
#include <QKeySequence>
#include <QList>
#include <QString>

#include <cstdint>
#include <map>
#include <optional>
#include <span>

namespace timeline {

/// Every command of the timeline, by key, menu or button.
enum class Command : std::uint8_t {
    ZoomIn,
    ZoomOut,
    PanLeft,
    PanRight,
    FitReport,
    ZoomToSelection,
    FitSelected,
    Back,
    Forward,
    GoToStart,
    GoToEnd,
    ColourByKind,  ///< … in the order of ColourBy
    ColourByName,
    ColourByStream,
    ColourByDuration,
    ColourByProcess,
    ColourByCategory,
    NextEvent,
    PreviousEvent,
    RowUp,
    RowDown,
    JumpToCorrelated,
    SelectEventRange,
    ClearSelection,
    AddMark,
    AddNote,
    NextMark,
    PreviousMark,
    UseTimeZero,
    ClearTimeZero,
    TogglePin,
    HideRow,
    ShowOnlyRow,
    ShowAllRows,
    ToggleExpanded,
    ExpandAll,
    CollapseAll,
    FindRow,
    FilterThread,
    FilterName,
    ClearFilters,
    CopyText,
    CopyName,
    CopyRawTimes,
    Undo,
    Redo,
    ShowKeys,
    Count
};
inline constexpr std::size_t kCommandCount = static_cast<std::size_t>(Command::Count);

/// Keys and mouse of this program, or those of another tool.
enum class KeyScheme : std::uint8_t { Default, Perfetto, Nsight, Tracy, Count };
inline constexpr std::size_t kKeySchemeCount = static_cast<std::size_t>(KeyScheme::Count);

/// How the mouse behaves in a scheme.
struct MouseHabits {
    bool wheelZooms = false;  ///< the plain wheel zooms instead of scrolling the rows
    bool rightDragPans = false;
    bool middleDragZoomsToArea = false;
};

enum class CommandGroup : std::uint8_t { View, Colours, Events, Marks, Rows, Filter, Edit };

struct CommandInfo {
    Command command;
    const char* id;    ///< stable, for settings and object names
    const char* text;  ///< English menu text; see commandText()
    CommandGroup group;
    bool repeats;                       ///< repeats while its key is held
    const char* keys[kKeySchemeCount];  ///< portable key sequences, separated by spaces
};

std::span<const CommandInfo> commands();
const CommandInfo& commandInfo(Command command);
/// Translated text for menus and buttons.
QString commandText(Command command);
QString commandGroupText(CommandGroup group);

/// Translated name of a scheme.
QString keySchemeText(KeyScheme scheme);
/// Stable name of a scheme for settings, and back; an unknown name is Default.
QString keySchemeId(KeyScheme scheme);
KeyScheme keySchemeFromId(const QString& id);
MouseHabits mouseHabits(KeyScheme scheme);

/// All keys of a command in a scheme; the first is the one that menus show.
QList<QKeySequence> keysOf(Command command, KeyScheme scheme);

/// The keys in use: those of a scheme, but for commands that a person gave others.
class KeyBindings {
public:
    KeyBindings(KeyScheme scheme = KeyScheme::Default) : m_scheme(scheme) {}  // NOLINT(google-explicit-constructor)
    KeyScheme scheme() const { return m_scheme; }
    /// No keys: the command has none.
    void setOwn(Command command, QList<QKeySequence> keys) { m_own.insert_or_assign(command, std::move(keys)); }
    QList<QKeySequence> keysOf(Command command) const;

private:
    KeyScheme m_scheme;
    std::map<Command, QList<QKeySequence>> m_own;
};

/// The command of a key press. Letters are recognised by the position of the key, whatever the layout or input method
/// makes of it, if the platform reports the position; otherwise by the key itself.
std::optional<Command> commandFor(const QKeyEvent& event, const KeyBindings& keys);

/// The Latin letter at the position of that key on a US keyboard, or 0 if the platform does not report it.
int physicalKey(const QKeyEvent& event);

/// A table of all keys as HTML, for the key sheet.
QString keySheetHtml(const KeyBindings& keys);

}  // namespace timeline
