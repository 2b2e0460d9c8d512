// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/look/key_scheme.h"

#include <QCoreApplication>
#include <QStringList>

#include <array>

namespace timeline {
namespace {

using C = Command;
using Group = CommandGroup;
constexpr const char* kSame = nullptr;  // the keys of the default scheme

// A class, because the tool that collects strings for the translators takes their context from it.
struct Keys {
    Q_DECLARE_TR_FUNCTIONS(timeline::Keys)
public:
    // One line a command; to add one, add its line here and its case in TimelineView::run().
    static constexpr CommandInfo kCommands[] = {
        {C::ZoomIn,
         "zoom_in",
         QT_TR_NOOP("Zoom in"),
         Group::View,
         true,
         {"W Ctrl+= Ctrl++", kSame, "Ctrl+= Ctrl++ W", "Up W Ctrl+="}},
        {C::ZoomOut,
         "zoom_out",
         QT_TR_NOOP("Zoom out"),
         Group::View,
         true,
         {"S Ctrl+-", kSame, "Ctrl+- S", "Down S Ctrl+-"}},
        {C::PanLeft, "pan_left", QT_TR_NOOP("Move left"), Group::View, true, {"A", kSame, kSame, "Left A"}},
        {C::PanRight, "pan_right", QT_TR_NOOP("Move right"), Group::View, true, {"D", kSame, kSame, "Right D"}},
        {C::FitReport,
         "fit_report",
         QT_TR_NOOP("Whole report"),
         Group::View,
         false,
         {"Ctrl+0", kSame, "R Ctrl+0", kSame}},
        {C::ZoomToSelection,
         "zoom_to_selection",
         QT_TR_NOOP("Zoom to selection"),
         Group::View,
         false,
         {"Z", kSame, "Shift+Z", kSame}},
        {C::FitSelected,
         "fit_selected",
         QT_TR_NOOP("Zoom to selected event"),
         Group::View,
         false,
         {"F", kSame, kSame, kSame}},
        {C::Back,
         "view_back",
         QT_TR_NOOP("Previous view"),
         Group::View,
         false,
         {"Alt+Left Backspace", kSame, "Backspace Alt+Left", kSame}},
        {C::Forward,
         "view_forward",
         QT_TR_NOOP("Next view"),
         Group::View,
         false,
         {"Alt+Right Shift+Backspace", kSame, kSame, kSame}},
        {C::GoToStart,
         "go_to_start",
         QT_TR_NOOP("Start of the report"),
         Group::View,
         false,
         {"Home", kSame, kSame, kSame}},
        {C::GoToEnd, "go_to_end", QT_TR_NOOP("End of the report"), Group::View, false, {"End", kSame, kSame, kSame}},

        {C::ColourByKind,
         "colour_by_kind",
         QT_TR_NOOP("Colour by kind"),
         Group::Colours,
         false,
         {"Alt+1", kSame, kSame, kSame}},
        {C::ColourByName,
         "colour_by_name",
         QT_TR_NOOP("Colour by name"),
         Group::Colours,
         false,
         {"Alt+2", kSame, kSame, kSame}},
        {C::ColourByStream,
         "colour_by_stream",
         QT_TR_NOOP("Colour by stream"),
         Group::Colours,
         false,
         {"Alt+3", kSame, kSame, kSame}},
        {C::ColourByDuration,
         "colour_by_duration",
         QT_TR_NOOP("Colour by duration"),
         Group::Colours,
         false,
         {"Alt+4", kSame, kSame, kSame}},
        {C::ColourByProcess,
         "colour_by_process",
         QT_TR_NOOP("Colour by process or rank"),
         Group::Colours,
         false,
         {"Alt+5", kSame, kSame, kSame}},
        {C::ColourByCategory,
         "colour_by_category",
         QT_TR_NOOP("Colour by category"),
         Group::Colours,
         false,
         {"Alt+6", kSame, kSame, kSame}},

        {C::NextEvent,
         "next_event",
         QT_TR_NOOP("Next event in the row"),
         Group::Events,
         true,
         {"Right .", ". Right", "Right", "."}},
        {C::PreviousEvent,
         "previous_event",
         QT_TR_NOOP("Previous event in the row"),
         Group::Events,
         true,
         {"Left ,", ", Left", "Left", ","}},
        {C::RowUp, "row_up", QT_TR_NOOP("Row above"), Group::Events, true, {"Up", kSame, kSame, "Alt+Up"}},
        {C::RowDown, "row_down", QT_TR_NOOP("Row below"), Group::Events, true, {"Down", kSame, kSame, "Alt+Down"}},
        {C::JumpToCorrelated,
         "jump_to_correlated",
         QT_TR_NOOP("Go to the launch or its GPU work"),
         Group::Events,
         false,
         {"J ] [", "] [ J", kSame, kSame}},
        {C::SelectEventRange,
         "select_event_range",
         QT_TR_NOOP("Select the time of the event"),
         Group::Events,
         false,
         {"R", kSame, "Shift+R", kSame}},
        {C::ClearSelection,
         "clear_selection",
         QT_TR_NOOP("Clear the selection"),
         Group::Events,
         false,
         {"Esc", kSame, kSame, kSame}},

        {C::AddMark, "add_mark", QT_TR_NOOP("Add a mark"), Group::Marks, false, {"Ctrl+M M", "M Ctrl+M", kSame, kSame}},
        {C::AddNote, "add_note", QT_TR_NOOP("Add a note"), Group::Marks, false, {"Shift+M", kSame, kSame, kSame}},
        {C::NextMark, "next_mark", QT_TR_NOOP("Next mark or note"), Group::Marks, false, {"N", kSame, kSame, kSame}},
        {C::PreviousMark,
         "previous_mark",
         QT_TR_NOOP("Previous mark or note"),
         Group::Marks,
         false,
         {"Shift+N", kSame, kSame, kSame}},
        {C::UseTimeZero,
         "use_time_zero",
         QT_TR_NOOP("Use as time zero"),
         Group::Marks,
         false,
         {"0", kSame, kSame, kSame}},
        {C::ClearTimeZero,
         "clear_time_zero",
         QT_TR_NOOP("Clear the time zero"),
         Group::Marks,
         false,
         {"Alt+0", kSame, kSame, kSame}},

        {C::TogglePin,
         "toggle_pin",
         QT_TR_NOOP("Pin or unpin the row"),
         Group::Rows,
         false,
         {"P", kSame, "Ctrl+P P", kSame}},
        {C::HideRow, "hide_row", QT_TR_NOOP("Hide the row"), Group::Rows, false, {"H", kSame, kSame, kSame}},
        {C::ShowOnlyRow,
         "show_only_row",
         QT_TR_NOOP("Show only this row"),
         Group::Rows,
         false,
         {"O", kSame, kSame, kSame}},
        {C::ShowAllRows,
         "show_all_rows",
         QT_TR_NOOP("Show all rows"),
         Group::Rows,
         false,
         {"Shift+H", kSame, kSame, kSame}},
        {C::ToggleExpanded,
         "toggle_expanded",
         QT_TR_NOOP("Expand or collapse the row"),
         Group::Rows,
         false,
         {"X", kSame, kSame, kSame}},
        {C::ExpandAll, "expand_all", QT_TR_NOOP("Expand all rows"), Group::Rows, false, {"E", kSame, kSame, kSame}},
        {C::CollapseAll,
         "collapse_all",
         QT_TR_NOOP("Collapse all rows"),
         Group::Rows,
         false,
         {"Shift+E", kSame, kSame, kSame}},
        {C::FindRow, "find_row", QT_TR_NOOP("Filter the rows by name"), Group::Rows, false, {"/", kSame, kSame, kSame}},

        {C::FilterThread,
         "filter_thread",
         QT_TR_NOOP("Show only this thread"),
         Group::Filter,
         false,
         {"T", kSame, kSame, kSame}},
        {C::FilterName,
         "filter_name",
         QT_TR_NOOP("Show only this name"),
         Group::Filter,
         false,
         {"K", kSame, kSame, kSame}},
        {C::ClearFilters,
         "clear_filters",
         QT_TR_NOOP("Remove all filters"),
         Group::Filter,
         false,
         {"Shift+T", kSame, kSame, kSame}},

        {C::CopyText,
         "copy_text",
         QT_TR_NOOP("Copy what the tooltip says"),
         Group::Edit,
         false,
         {"Ctrl+C", kSame, kSame, kSame}},
        {C::CopyName,
         "copy_name",
         QT_TR_NOOP("Copy the full name"),
         Group::Edit,
         false,
         {"Ctrl+Shift+C", kSame, kSame, kSame}},
        {C::CopyRawTimes,
         "copy_raw_times",
         QT_TR_NOOP("Copy the times in ns"),
         Group::Edit,
         false,
         {"Ctrl+Alt+C", kSame, kSame, kSame}},
        {C::Undo, "undo", QT_TR_NOOP("Undo"), Group::Edit, false, {"Ctrl+Z", kSame, kSame, kSame}},
        {C::Redo, "redo", QT_TR_NOOP("Redo"), Group::Edit, false, {"Ctrl+Shift+Z Ctrl+Y", kSame, kSame, kSame}},
        {C::ShowKeys, "show_keys", QT_TR_NOOP("All keys"), Group::Edit, false, {"?", kSame, kSame, kSame}},
    };

    struct Gesture {
        const char* what;
        const char* how[kKeySchemeCount];
    };
    // What the mouse does, for the key sheet.
    static constexpr Gesture kGestures[] = {
        {QT_TR_NOOP("Zoom at the pointer"),
         {QT_TR_NOOP("Ctrl+wheel, or wheel over the ruler"), kSame, kSame, QT_TR_NOOP("Wheel; Ctrl finer")}},
        {QT_TR_NOOP("Move in time"),
         {QT_TR_NOOP("Shift+wheel, middle drag, or Shift+drag"), kSame, kSame,
          QT_TR_NOOP("Right drag, Shift+wheel, or Shift+drag")}},
        {QT_TR_NOOP("Scroll the rows"),
         {QT_TR_NOOP("Wheel"), kSame, kSame, QT_TR_NOOP("Right drag, or wheel over the names")}},
        {QT_TR_NOOP("Select a span and measure it"), {QT_TR_NOOP("Drag; Alt does not snap"), kSame, kSame, kSame}},
        {QT_TR_NOOP("Zoom to an area"), {"", kSame, kSame, QT_TR_NOOP("Middle drag")}},
        {QT_TR_NOOP("Select an event"), {QT_TR_NOOP("Click"), kSame, kSame, kSame}},
        {QT_TR_NOOP("Zoom to an event"), {QT_TR_NOOP("Double click"), kSame, kSame, kSame}},
        {QT_TR_NOOP("Measure the gap to a second event"), {QT_TR_NOOP("Ctrl+click"), kSame, kSame, kSame}},
    };

    static constexpr const char* kGroups[] = {
        QT_TR_NOOP("View"), QT_TR_NOOP("Colours"), QT_TR_NOOP("Events"), QT_TR_NOOP("Marks"),
        QT_TR_NOOP("Rows"), QT_TR_NOOP("Filter"),  QT_TR_NOOP("Edit"),
    };
};

struct Scheme {
    const char* id;
    const char* name;  // product names are not translated; the first one is
    MouseHabits habits;
};
constexpr Scheme kSchemes[kKeySchemeCount] = {
    {"default", QT_TRANSLATE_NOOP("timeline::Keys", "Default"), {}},
    {"perfetto", "Perfetto", {}},
    {"nsight", "Nsight", {}},
    {"tracy", "Tracy", {true, true, true}},
};

constexpr bool commandsAreInOrder() {
    if (std::size(Keys::kCommands) != kCommandCount) return false;
    for (std::size_t i = 0; i < kCommandCount; ++i)
        if (static_cast<std::size_t>(Keys::kCommands[i].command) != i) return false;
    return true;
}
static_assert(commandsAreInOrder(), "kCommands is indexed by Command");

// The lists are looked at on every key press, so they are parsed once.
using KeyTable = std::array<std::array<QList<QKeySequence>, kCommandCount>, kKeySchemeCount>;
const KeyTable& keyTable() {
    static const KeyTable table = [] {
        KeyTable t;
        for (std::size_t s = 0; s < kKeySchemeCount; ++s)
            for (const CommandInfo& c : Keys::kCommands) {
                const char* keys = c.keys[s] ? c.keys[s] : c.keys[0];
                for (const QString& key : QString::fromLatin1(keys).split(QLatin1Char(' '), Qt::SkipEmptyParts))
                    t[s][static_cast<std::size_t>(c.command)].append(
                        QKeySequence::fromString(key, QKeySequence::PortableText));
            }
        return t;
    }();
    return table;
}

bool isLatinLetter(int key) { return key >= Qt::Key_A && key <= Qt::Key_Z; }
bool isMoveKey(int key) { return key == Qt::Key_W || key == Qt::Key_A || key == Qt::Key_S || key == Qt::Key_D; }

// Keys for moving are recognised by their place; the others stand for words, so there the letter counts, and the place
// only where the layout has no Latin letter at all.
int meantKey(const QKeyEvent& event) {
    const int place = physicalKey(event);
    if (place == 0 || (event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)))
        return event.key();
    if (isMoveKey(place)) return place;
    if (isMoveKey(event.key())) return 0;
    return isLatinLetter(event.key()) || event.key() < 0x80 ? event.key() : place;
}

}  // namespace

std::span<const CommandInfo> commands() { return Keys::kCommands; }
const CommandInfo& commandInfo(Command command) { return Keys::kCommands[static_cast<std::size_t>(command)]; }
QString commandText(Command command) { return Keys::tr(commandInfo(command).text); }
QString commandGroupText(CommandGroup group) { return Keys::tr(Keys::kGroups[static_cast<std::size_t>(group)]); }

QString keySchemeText(KeyScheme scheme) { return Keys::tr(kSchemes[static_cast<std::size_t>(scheme)].name); }
QString keySchemeId(KeyScheme scheme) { return QString::fromLatin1(kSchemes[static_cast<std::size_t>(scheme)].id); }
KeyScheme keySchemeFromId(const QString& id) {
    for (std::size_t s = 0; s < kKeySchemeCount; ++s)
        if (id == QLatin1String(kSchemes[s].id)) return static_cast<KeyScheme>(s);
    return KeyScheme::Default;
}
MouseHabits mouseHabits(KeyScheme scheme) { return kSchemes[static_cast<std::size_t>(scheme)].habits; }

QList<QKeySequence> keysOf(Command command, KeyScheme scheme) {
    return keyTable()[static_cast<std::size_t>(scheme)][static_cast<std::size_t>(command)];
}

QList<QKeySequence> KeyBindings::keysOf(Command command) const {
    const auto own = m_own.find(command);
    return own == m_own.end() ? timeline::keysOf(command, m_scheme) : own->second;
}

int physicalKey(const QKeyEvent& event) {
    struct Line {
        quint32 first;
        const char* letters;
    };
#if defined(Q_OS_MACOS)
    // Virtual key codes of the US layout; nativeScanCode() is empty there.
    static constexpr char kLetters[] = "ASDFHGZXCV\0BQWERYT";
    const quint32 code = event.nativeVirtualKey();
    if (event.nativeScanCode() == 0 && code == 0) return 0;
    return code < sizeof kLetters - 1 && kLetters[code] ? kLetters[code] : 0;
#else
#if defined(Q_OS_WIN)
    static constexpr Line kLines[] = {{0x10, "QWERTYUIOP"}, {0x1e, "ASDFGHJKL"}, {0x2c, "ZXCVBNM"}};
#else
    static constexpr Line kLines[] = {{24, "QWERTYUIOP"}, {38, "ASDFGHJKL"}, {52, "ZXCVBNM"}};
#endif
    const quint32 code = event.nativeScanCode();
    for (const Line& line : kLines)
        if (code >= line.first && code < line.first + std::char_traits<char>::length(line.letters))
            return line.letters[code - line.first];
    return 0;
#endif
}

std::optional<Command> commandFor(const QKeyEvent& event, const KeyBindings& bindings) {
    const int key = meantKey(event);
    if (key == 0) return std::nullopt;
    Qt::KeyboardModifiers modifiers = event.modifiers() & ~Qt::KeypadModifier;
    // "?" and the like need Shift on some layouts and not on others; the sign itself says it all.
    const bool sign = key < 0x80 && !isLatinLetter(key) && key != Qt::Key_Space;
    if (sign && !(modifiers & (Qt::ControlModifier | Qt::AltModifier))) modifiers &= ~Qt::ShiftModifier;
    const QKeySequence pressed(QKeyCombination(modifiers, static_cast<Qt::Key>(key)));
    for (const CommandInfo& c : Keys::kCommands)
        for (const QKeySequence& k : bindings.keysOf(c.command))
            if (k == pressed) return c.command;
    return std::nullopt;
}

QString keySheetHtml(const KeyBindings& bindings) {
    const auto s = static_cast<std::size_t>(bindings.scheme());
    const auto row = [](const QString& what, const QString& how) {
        return QStringLiteral("<tr><td style='padding:1px 24px 1px 0'>%1</td><td><b>%2</b></td></tr>")
            .arg(what.toHtmlEscaped(), how.toHtmlEscaped());
    };
    const auto heading = [](const QString& text) {
        return QStringLiteral("<tr><td colspan='2' style='padding-top:10px'><h4>%1</h4></td></tr>")
            .arg(text.toHtmlEscaped());
    };
    QString html = QStringLiteral("<table cellspacing='0'>");
    html += heading(Keys::tr("Mouse"));
    for (const Keys::Gesture& g : Keys::kGestures) {
        const char* how = g.how[s] ? g.how[s] : g.how[0];
        if (*how) html += row(Keys::tr(g.what), Keys::tr(how));
    }
    CommandGroup group = CommandGroup::Edit;
    for (const CommandInfo& c : Keys::kCommands) {
        if (c.group != group || &c == &Keys::kCommands[0]) html += heading(commandGroupText(c.group));
        group = c.group;
        QStringList keys;
        for (const QKeySequence& k : bindings.keysOf(c.command)) keys += k.toString(QKeySequence::NativeText);
        html += row(commandText(c.command), keys.join(QStringLiteral("   ")));
    }
    return html + QStringLiteral("</table>");
}

}  // namespace timeline
