// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/kit/background.h"
#include "app/kit/filter_edit.h"
#include "app/panes/events/event_table_model.h"
#include "app/panes/events/nested_events_model.h"
#include "app/report/pane.h"

class QComboBox;
class QLabel;
class QStackedWidget;
class QToolButton;

namespace app {

class Table;
class TreeTable;

/// Events as a list: of the rows on screen or of one row, in the selected span if there is one.
class EventsPane : public Pane {
    Q_OBJECT

public:
    explicit EventsPane(QWidget* parent = nullptr);
    /// Lists the events of one row from now on.
    void showTrack(model::TrackId track);
    /// Which rows the list is about.
    enum class Rows { Screen, Report, One };
    void setRows(Rows rows);
    /// Lists only events that match.
    void setFilter(const FilterRequest& filter);
    void setFilterText(const QString& text);
    QList<Chip> chips() const override;
    bool isSettled() const override { return Pane::isSettled() && !m_model->isSorting() && !m_nested->isWorking(); }
    /// Events below the ranges and calls around them, instead of one list.
    void setNested(bool on);
    NestedEventsModel* nested() const { return m_nested; }
    TreeTable* tree() const { return m_tree; }
    /// Writes the list as CSV beside the work going on here; says in the status how that went.
    void exportTo(const QString& path);
    QString status() const;
    EventTableModel* model() const { return m_model; }
    Table* table() const { return m_table; }

protected:
    void hostChanged() override;
    void refresh() override;
    void retranslate() override;

private:
    void layOut();
    void connectParts();
    void fillScopes();
    void updateStatus();
    void revealSelected();
    void chooseFile();
    model::EventScope scope() const;
    Rows rows() const;

    QComboBox* m_scope;
    FilterEdit* m_filter;
    QToolButton* m_export;
    QLabel* m_status;
    QToolButton* m_nest;
    QStackedWidget* m_views;
    Table* m_table;
    TreeTable* m_tree;
    NestedEventsModel* m_nested;
    EventTableModel* m_model;
    model::TrackId m_track = model::kNoTrack;
    bool m_reveal = false;  ///< an event was selected elsewhere and is to be shown once the list is there
    model::EventScope m_shown;
    model::SnapshotPtr m_shownSnapshot;
    FilterRequest m_shownFilter;
    QString m_exported;        ///< how the last export went
    Newest m_exporting{this};  ///< last
};

}  // namespace app
