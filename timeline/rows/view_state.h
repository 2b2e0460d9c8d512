// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <QJsonObject>
#include <QString>

#include "model/query/query.h"
#include "model/store/track.h"
#include "timeline/look/palette.h"
#include "timeline/look/time_scale.h"

namespace timeline {

/// What a row on screen represents.
enum class RowRole : std::uint8_t {
    Track,    ///< a track of the report
    Folded,   ///< tracks of one kind beside each other that stand behind one row: idle threads, GPUs with their metrics
              ///< …
    Derived,  ///< computed from a track: kernels by name …
};

/// Identity of a row without ids. It survives reloading, and other reports of the same program.
struct RowKey {
    model::TrackKind kind = model::TrackKind::Host;
    RowRole role = RowRole::Track;
    model::TrackKey key;
    std::string name;  ///< Derived: what tells it from its siblings; Folded: the key of the kind that it folds
    auto operator<=>(const RowKey&) const = default;
};

RowKey rowKey(const model::Track& track);
/// Of the row that tracks of a kind stand behind, below `parent`.
RowKey foldedKey(const model::Track& parent, model::TrackKind kind);

enum class Density : std::uint8_t { Compact, Normal, Tall };

/// What is open that nobody has opened or closed.
enum class OpenRows : std::uint8_t {
    Usual,  ///< what matters at first sight
    All,
    None,
};

/// What decides which rows there are, in which order and how high. Rows are rebuilt only when this changes.
struct RowLayout {
    OpenRows open = OpenRows::Usual;
    std::map<RowKey, bool> expanded;  ///< rows that a person opened or closed
    std::vector<RowKey> pinned;       ///< in the order shown
    std::set<RowKey> hidden;
    std::map<RowKey, double> heights;  ///< factor on the default height, 0.5 … 8; absent = 1
    std::map<RowKey, std::vector<RowKey>>
        order;  ///< manual order of a row's children; those not listed follow in their order
    Density density = Density::Normal;
    double textScale = 1;              ///< of texts and what holds them: of the person, kept with no report
    QString nameFilter;                ///< rows whose title contains it, with their parents and children; "" = all
    std::optional<RowKey> onlyThread;  ///< this thread and the GPU rows of its process
    bool isFiltered() const { return !nameFilter.isEmpty() || onlyThread; }
    bool operator==(const RowLayout&) const = default;
};

struct TimeMark {
    model::TimeNs time = 0;
    QString name;
    bool operator==(const TimeMark&) const = default;
};

/// A text that somebody wrote at an event, a row or a moment.
struct Note {
    enum class Of : std::uint8_t { Moment, Event, Row };
    Of of = Of::Moment;
    model::TimeNs time = 0;  ///< of an event, its start when the note was written
    RowKey row;              ///< Row
    model::EventRef event;   ///< Event
    QString text;            ///< one line of at most kMostLetters
    bool operator==(const Note&) const = default;

    static constexpr qsizetype kMostLetters = 500;
    static constexpr std::size_t kMost = 500;  ///< of a view: each is looked at in every frame
};

/// Everything that a user can change about the view. A plain value: undo keeps the one before and the one after.
struct ViewState {
    VisibleRange range;
    double scrollY = 0;                         ///< logical px of the rows above the visible part (without pinned rows)
    std::optional<model::TimeRange> selection;  ///< span of time; begin < end
    model::EventRef selected;                   ///< invalid = none
    RowLayout layout;
    std::string onlyName;         ///< events of other names are drawn faint; "" = all
    std::vector<TimeMark> marks;  ///< by time
    std::vector<Note> notes;      ///< in the order in which they were written
    ColourBy colours = ColourBy::Kind;
    std::optional<model::TimeNs> zero;  ///< what times count from; absent = what the person prefers
    bool follow = false;                ///< keep the end of a growing report in view
    bool operator==(const ViewState&) const = default;
};

/// Where a note is now: an event may have moved with the clock of its file.
model::TimeNs timeOf(const model::Snapshot& snapshot, const Note& note);

/// Version of the view file that toJson() writes.
inline constexpr int kViewStateVersion = 1;

/// For the view file beside a report. Rows are written by kind and key, the selected event by row and time.
QJsonObject toJson(const ViewState& state, const model::Snapshot& snapshot);

/// Reads what it understands. Fields that are missing, of another type or out of bounds keep the value of `fallback`. A
/// newer version returns `fallback` unchanged.
ViewState viewStateFromJson(const QJsonObject& json, const model::Snapshot& snapshot, const ViewState& fallback);

}  // namespace timeline
