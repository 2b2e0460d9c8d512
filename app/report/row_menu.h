// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <string>

#include "app/kit/background.h"
#include "app/report/measure_command.h"
#include "app/report/pane_host.h"
#include "model/workload/request.h"

class QMenu;

namespace app {

/// What a row of a table stands for: an event, several, a stretch of time, or no more than a name.
struct RowSubject {
    model::reports::Evidence evidence;
    std::string name;       ///< in full, as in the report; empty: of none
    bool isKernel = false;  ///< the first event is one

    bool isEmpty() const { return evidence.events.empty() && evidence.range.isEmpty() && name.empty(); }
    bool isEvent() const { return evidence.events.size() == 1; }
};
RowSubject subjectOf(const model::Snapshot& report, model::EventRef event);
/// It has a name where all events have the same one.
RowSubject subjectOf(const model::Snapshot& report, model::reports::Evidence evidence);
RowSubject subjectNamed(std::string name);

/// What can be done with a row of a table, the same in all panes: entries of the context menu, and what a double click
/// does. Where that has to look through the report, it does so beside the window's thread.
class RowMenu : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// Adds the entries. `others`: reports in other tabs, to compare with. All of them may end while the menu is open.
    void fill(QMenu& menu, PaneHost* host, const RowSubject& subject, const QList<PaneHost*>& others);
    /// A double click: an event becomes wide in the timeline, several are ticked with the first one selected; of a name
    /// the longest event is shown.
    void show(PaneHost* host, const RowSubject& subject);
    bool isWorking() const { return m_work.isWorking(); }

private:
    void addName(QMenu& menu, PaneHost* host, const RowSubject& subject);
    void addOthers(QMenu& menu, PaneHost* host, const RowSubject& subject, const QList<PaneHost*>& others);
    void addMeasuring(QMenu& menu, PaneHost* host, const RowSubject& subject);
    void showLongest(PaneHost* host, const std::string& name);
    void addRow(PaneHost* host, const std::string& name);
    void copyCommand(PaneHost* host, model::EventRef kernel, MeasureWith tool);

    Newest m_work{this};  ///< last
};

}  // namespace app
