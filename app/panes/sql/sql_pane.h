// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stop_token>

#include "app/panes/sql/sql_result.h"
#include "app/report/pane.h"

class QLabel;
class QLineEdit;
class QMenu;
class QStackedWidget;
class QToolButton;
class QTreeWidget;

namespace app {

class ResultChart;
class SqlEditor;
class Table;

/// The report as a database: a statement, and its answer as a table, a chart, marks in the timeline or a row of it.
class SqlPane : public Pane {
    Q_OBJECT

public:
    explicit SqlPane(QWidget* parent = nullptr);
    ~SqlPane() override;
    bool isSettled() const override {
        return Pane::isSettled() && !m_model->isWorking() && !m_model->isSorting() && !m_listing.isWorking() &&
               m_jobs == 0;
    }

    /// What is wrong with the statement, too.
    QString whyEmpty() const override;

    SqlEditor* editor() const { return m_editor; }
    SqlResultModel* model() const { return m_model; }
    Table* table() const { return m_table; }
    ResultChart* chart() const { return m_chart; }
    QTreeWidget* tables() const { return m_tables; }
    /// What the row will be called that is made of the result, and the button that makes it.
    QLineEdit* rowName() const { return m_rowName; }
    QToolButton* addRowButton() const { return m_addRow; }
    QToolButton* markButton() const { return m_mark; }
    QString status() const;
    void run();
    /// Puts the statement into the editor and runs it.
    void run(const QString& sql);
    bool showPart(const QString& sql) override;
    void showChart(bool on);
    QStringList history() const;
    /// Makes a row of the timeline of the result.
    void addRow();
    /// Writes the result, in the order shown, as CSV; status() says when it is there.
    void writeCsv(const QString& path);

protected:
    void hostChanged() override;
    void refresh() override;
    void retranslate() override;

private:
    void layOut();
    void connectSignals();
    void startListing();
    void showTables(std::vector<importers::SqlTableInfo> tables);
    void onChanged();
    void onTaken();
    void fitColumns();
    void drawChart();
    void updateAddRow();
    void stopJobs();
    void fillMenus();
    void remember(const QString& sql);
    void markInTimeline();
    RowSubject subject(const QModelIndex& index) const;
    void chooseFile();

    QToolButton *m_run, *m_cancel, *m_examples, *m_historyButton, *m_chartButton, *m_addRow, *m_mark, *m_export;
    QLineEdit* m_rowName;
    QMenu *m_examplesMenu, *m_historyMenu;
    QLabel* m_status;
    QTreeWidget* m_tables;
    SqlEditor* m_editor;
    QStackedWidget* m_views;
    Table* m_table;
    SqlResultModel* m_model;
    ResultChart* m_chart;
    model::SnapshotPtr m_listed;  ///< whose tables are listed
    std::stop_source m_stopJob;   ///< making a row or marks of the result
    std::stop_source m_stopFile;
    int m_jobs = 0;           ///< that make a row, marks or a file
    QString m_doing, m_said;  ///< what is being done beside queries, and what became of it
    Newest m_listing{this};
    Background m_background;  ///< last: it waits for what uses the others
};

}  // namespace app
