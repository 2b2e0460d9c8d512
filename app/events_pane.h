// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>

#include "app/event_table_model.h"
#include "app/pane.h"

class QComboBox;
class QLabel;
class QToolButton;

namespace app {

class Table;

/// Events as a list: of the rows on screen or of one row, in the selected span if there is one.
class EventsPane : public Pane {
    Q_OBJECT

public:
    explicit EventsPane(QWidget* parent = nullptr);
    void refreshNow() override { refresh(); }
    QString title() const override { return tr("Events"); }
    /// Lists the events of one row from now on.
    void showTrack(model::TrackId track);
    EventTableModel* model() const { return m_model; }
    Table* table() const { return m_table; }

protected:
    void pageChanged() override;
    void retranslate() override;
    void showEvent(QShowEvent* event) override;

private:
    void refresh();
    void fillScopes();
    void updateStatus();
    void showSelected();
    EventScope scope() const;

    QComboBox* m_scope;
    QToolButton* m_range;
    QLabel* m_status;
    Table* m_table;
    EventTableModel* m_model;
    model::TrackId m_track = model::kNoTrack;
    bool m_wholeTime = false;  ///< the person removed the selection's chip
    EventScope m_shown;
    model::SnapshotPtr m_shownSnapshot;
    QTimer m_soon;
};

}  // namespace app
