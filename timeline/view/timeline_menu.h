// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPoint>

#include "timeline/view/timeline_commands.h"

class QAction;
class QMenu;

namespace timeline {

class TimelineView;
struct Frame;

/// Fills the context menu of the timeline. Entries act on what was clicked, which need not be the selection.
class TimelineMenu {
public:
    TimelineMenu(TimelineView& view, ViewModel& model, RowEdits& rows, Navigation& navigation,
                 TimelineCommands& commands, CommandHost& host)
        : m_view(view), m_model(model), m_rows(rows), m_navigation(navigation), m_commands(commands), m_host(host) {}

    /// Opens it at a point of the widget and waits until it is closed. From the keyboard, it opens beside what keys act
    /// on, and refers to that.
    void open(const Frame& frame, QPoint pos, bool fromKeyboard);

private:
    template <class Act>
    void add(QMenu& menu, const char* id, const QString& text, Act&& act);
    void addCommands(QMenu& menu, std::initializer_list<Command> commands);
    void addTime(QMenu& menu, const Frame& frame, QPoint pos);
    void addEvent(QMenu& menu, model::EventRef event, model::TrackId row);
    void addRow(QMenu& menu, const Row& row, const RowKey& key);
    void addNote(QMenu& menu, std::size_t note);
    void addColours(QMenu& menu);
    QPoint besideWhatKeysActOn(const ViewGeometry& geometry) const;
    const ViewState& state() const { return m_model.state(); }

    TimelineView& m_view;
    ViewModel& m_model;
    RowEdits& m_rows;
    Navigation& m_navigation;
    TimelineCommands& m_commands;
    CommandHost& m_host;
};

}  // namespace timeline
