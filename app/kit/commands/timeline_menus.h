// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QActionGroup>
#include <QObject>

#include "timeline/look/key_scheme.h"
#include "timeline/rows/view_state.h"

class QMenu;

namespace timeline {
class TimelineView;
}

namespace app {

/// Parts of menus that every window with a timeline has. A command that is added here is in all of them.
namespace parts {
using timeline::Command;
inline constexpr Command kCopy[] = {Command::CopyText, Command::CopyName, Command::CopyRawTimes};
inline constexpr Command kFilters[] = {Command::FindRow, Command::FilterThread, Command::FilterName,
                                       Command::ClearFilters};
inline constexpr Command kZoom[] = {Command::ZoomIn, Command::ZoomOut, Command::ZoomToSelection, Command::FitSelected,
                                    Command::FitReport};
inline constexpr Command kRows[] = {Command::TogglePin,   Command::HideRow,        Command::ShowOnlyRow,
                                    Command::ShowAllRows, Command::ToggleExpanded, Command::ExpandAll,
                                    Command::CollapseAll};
inline constexpr Command kColours[] = {Command::ColourByKind,     Command::ColourByName,    Command::ColourByStream,
                                       Command::ColourByDuration, Command::ColourByProcess, Command::ColourByCategory};
inline constexpr Command kPlaces[] = {Command::Back, Command::Forward, Command::GoToStart, Command::GoToEnd};
inline constexpr Command kEvents[] = {Command::NextEvent, Command::PreviousEvent, Command::JumpToCorrelated,
                                      Command::SelectEventRange, Command::ClearSelection};
inline constexpr Command kMarks[] = {Command::AddMark, Command::AddNote, Command::NextMark, Command::PreviousMark};
inline constexpr Command kTimeZero[] = {Command::UseTimeZero, Command::ClearTimeZero};
}  // namespace parts

/// What two menus of every window with a timeline hold: how high rows are, and how times are written.
class TimelineChoices : public QObject {
    Q_OBJECT

public:
    /// Neither menu is owned.
    TimelineChoices(QMenu* densities, QMenu* times, QObject* parent);

    /// Makes both menus show what that timeline has chosen and what its report has no clock for.
    void follow(const timeline::TimelineView& view);
    void retranslate();

signals:
    void densityChosen(timeline::Density density);
    /// The preference changes next. A timeline whose times count from a point of its own should give that up.
    void timesChosen();

private:
    QMenu* m_timesMenu;
    QActionGroup *m_densities, *m_times;
};

}  // namespace app
