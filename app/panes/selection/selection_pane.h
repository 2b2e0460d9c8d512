// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "app/kit/background.h"
#include "app/kit/filter_edit.h"
#include "app/panes/selection/selection_model.h"
#include "app/report/pane.h"
#include "model/workload/steps.h"

class QComboBox;
class QLabel;
class QToolButton;

namespace app {

class DurationHistogram;
class ElidedLabel;
class TreeTable;

/// The selected span of time in numbers: its borders, and what the events in it amount to, group by group; how the
/// durations of one group are spread.
class SelectionPane : public Pane {
    Q_OBJECT

public:
    explicit SelectionPane(QWidget* parent = nullptr);
    bool isSettled() const override {
        return Pane::isSettled() && !m_model->isWorking() && !m_spreading.isWorking() && !m_marking.isWorking() &&
               !m_stepping.isWorking();
    }

    SelectionModel* model() const { return m_model; }
    TreeTable* table() const { return m_table; }
    DurationHistogram* histogram() const { return m_histogram; }
    QString headline() const;
    QString status() const;
    /// Start, end and length of the span in ns.
    QString asTsv() const;
    /// For tests and saved views.
    void setGrouping(model::GroupBy first, model::GroupBy second);
    void setFilter(const FilterRequest& filter);
    void setFilterText(const QString& text);
    void setAllRows(bool all);
    QList<Chip> chips() const override { return chipsOf(m_filter); }

protected:
    void hostChanged() override;
    void refresh() override;
    void retranslate() override;

private:
    void layOut();
    void connectSignals();
    void onChanged();
    void remember();
    void restore();
    void startSpread();
    void startSteps();
    QString stepText() const;
    void mark(std::pair<model::TimeNs, model::TimeNs> durations);
    void markBrushed(std::optional<std::pair<model::TimeNs, model::TimeNs>> range);
    void activate(const QModelIndex& index);
    void fillChoices();
    std::vector<model::LaneId> lanes() const;

    QLabel* m_length;
    ElidedLabel* m_borders;
    QToolButton *m_copy, *m_zoom, *m_clear;
    QComboBox *m_scope, *m_first, *m_second;
    FilterEdit* m_filter;
    QLabel* m_status;
    TreeTable* m_table;
    SelectionModel* m_model;
    DurationHistogram* m_histogram;

    // Steps of the whole report, by which those of a span are told.
    std::shared_ptr<const model::reports::StepFigures> m_steps;
    model::SnapshotPtr m_stepsReport;

    // What is unfolded and chosen, by the ids of the groups: it stays while the numbers change.
    std::vector<std::uint32_t> m_expanded;
    bool m_anyExpanded = false;
    std::optional<std::uint32_t> m_chosenGroup, m_chosenInside;

    std::shared_ptr<const std::vector<model::EventRef>> m_spread;  ///< events of the histogram, of this report
    model::SnapshotPtr m_spreadReport;
    Newest m_spreading{this}, m_marking{this}, m_stepping{this};  ///< last
};

}  // namespace app
