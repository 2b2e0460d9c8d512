// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <memory>
#include <optional>

#include "app/kit/background.h"
#include "app/kit/tables/report_table_model.h"
#include "app/report/pane.h"
#include "importers/peaks_file.h"
#include "model/rules/checklist.h"

namespace app {

class Table;

/// The questions of model/rules/checklist.h with what a report says to them; answered in a pool thread.
class ChecklistModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Verdict, Question, Number, About, Advice, ColumnCount };

    explicit ChecklistModel(QObject* parent = nullptr);

    /// Null: nothing is asked. Nothing as range: the whole report.
    void show(model::SnapshotPtr report, std::optional<model::TimeRange> range);
    bool isWorking() const { return m_work.isWorking(); }
    const std::vector<model::checklist::Answer>& answers() const { return m_answers; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void retranslate();

signals:
    void changed();

private:
    struct Asked {
        std::vector<model::checklist::Answer> answers;
        std::vector<std::vector<model::Message>> doubts;
    };
    void setResult(Asked asked);
    QString numberText(std::size_t row, bool raw) const;
    QString adviceText(std::size_t row, bool hover) const;

    model::SnapshotPtr m_report;
    std::optional<model::TimeRange> m_range;
    const importers::Peaks* m_peaks = nullptr;  ///< by which it was answered
    ReportWords m_words;
    std::vector<model::checklist::Answer> m_answers;    // as many as checks, or none
    std::vector<std::vector<model::Message>> m_doubts;  // about the measurement, on which an answer depends
    Newest m_work{this};                                // last
};

/// What is asked before a run is measured, compared or shown: with the answer, its number, and where that is.
class ChecklistPane : public Pane {
    Q_OBJECT

public:
    explicit ChecklistPane(QWidget* parent = nullptr);
    bool isSettled() const override { return Pane::isSettled() && !m_model->isWorking(); }
    ChecklistModel* model() const { return m_model; }
    Table* table() const { return m_table; }

protected:
    void refresh() override;
    void retranslate() override;

private:
    ChecklistModel* m_model;
    Table* m_table;
};

}  // namespace app
