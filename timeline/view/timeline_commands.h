// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

#include "timeline/look/key_scheme.h"
#include "timeline/paint/pointing.h"
#include "timeline/state/navigation.h"

namespace timeline {

/// What commands need from their environment.
class CommandHost {
public:
    virtual ~CommandHost() = default;
    virtual ViewGeometry geometry() const = 0;
    virtual const Pointing& pointing() const = 0;
    /// Lets the user type the name of a mark.
    virtual void editMark(std::size_t mark) = 0;
    /// Lets the user type the text of a note: of one that is there, or of a new one, whose index is the next.
    virtual void editNote(const Note& note, std::size_t index) = 0;
    /// Lets the user type a filter of row titles.
    virtual void editRowFilter() = 0;
    virtual void showKeys() = 0;
    /// One line about what was done; empty = clears it.
    virtual void showStatus(const QString& text) = 0;
};

/// The actions of menus, keys and buttons.
class TimelineCommands {
    Q_DECLARE_TR_FUNCTIONS(timeline::TimelineView)
public:
    TimelineCommands(ViewModel& model, RowEdits& rows, Navigation& navigation, CommandHost& host)
        : m_model(model), m_rows(rows), m_navigation(navigation), m_host(host) {}

    bool isPossible(Command command) const;
    /// Whether it is the one of its group that is chosen.
    bool isChosen(Command command) const;
    /// Runs the command, if it makes sense at the moment. `repeats`: how often its key has repeated it.
    void run(Command command, int repeats = 0);

    // Actions on something other than the selected event or the focused row.
    void addMark(TimeNs time);
    /// An empty name keeps the old one.
    void nameMark(std::size_t mark, const QString& name);
    void removeMark(std::size_t mark);
    void removeMarks();
    /// Begins a note: it is there once its text is typed.
    void addNote(Note note);
    Note noteOf(model::EventRef event) const;
    /// Of a note, or of a further one. A text without a letter changes nothing.
    void setNote(std::size_t index, Note note, const QString& text);
    void removeNote(std::size_t index);
    void removeNotes();
    /// Times count from there; absent: as the person prefers.
    void setZero(std::optional<TimeNs> time);
    void copy(const QString& text) const;
    void copyText(model::EventRef event) const;
    void copyName(model::EventRef event) const;
    void copyTimes(model::EventRef event) const;
    /// Selects the time between two events and reports its length.
    void measureGap(model::EventRef first, model::EventRef second);
    /// The row that keys act on, if it is shown.
    RowPlace focusedPlace() const;

private:
    bool runColours(Command c);
    bool runView(Command c, int repeats);
    bool runEvents(Command c);
    bool runMarks(Command c);
    bool runRows(Command c);
    bool runFilter(Command c);
    bool runEdit(Command c);
    const ViewState& state() const { return m_model.state(); }
    ViewModel& m_model;
    RowEdits& m_rows;
    Navigation& m_navigation;
    CommandHost& m_host;
};

}  // namespace timeline
