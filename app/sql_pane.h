// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stop_token>

#include "app/pane.h"
#include "app/sql_result.h"

class QLabel;
class QMenu;
class QStackedWidget;
class QToolButton;
class QTreeWidget;

namespace app {

class ResultChart;
class SqlEditor;
class Table;

/// The report as a database: a statement, and its answer as a table, a chart, or marks in the timeline.
class SqlPane : public Pane {
    Q_OBJECT

public:
    explicit SqlPane(QWidget* parent = nullptr);
    ~SqlPane() override;
    void refreshNow() override { refresh(); }
    QString title() const override { return tr("SQL"); }
    bool isSettled() const override { return !m_model->isWorking() && !m_listing; }

    SqlEditor* editor() const { return m_editor; }
    SqlResultModel* model() const { return m_model; }
    Table* table() const { return m_table; }
    ResultChart* chart() const { return m_chart; }
    QTreeWidget* tables() const { return m_tables; }
    QString status() const;
    void run();
    /// Puts the statement into the editor and runs it.
    void run(const QString& sql);
    void showChart(bool on);
    QStringList history() const;

protected:
    void pageChanged() override;
    void retranslate() override;
    void showEvent(QShowEvent* event) override;

private:
    void refresh();
    void startListing();
    void takeTables(std::vector<importers::SqlTableInfo> tables);
    void onChanged();
    void fillMenus();
    void remember(const QString& sql);
    void markInTimeline();
    void activate(const QModelIndex& index);
    void chooseFile();

    QToolButton *m_run, *m_cancel, *m_examples, *m_historyButton, *m_chartButton, *m_mark, *m_export;
    QMenu *m_examplesMenu, *m_historyMenu;
    QLabel* m_status;
    QTreeWidget* m_tables;
    SqlEditor* m_editor;
    QStackedWidget* m_views;
    Table* m_table;
    SqlResultModel* m_model;
    ResultChart* m_chart;
    model::SnapshotPtr m_listed;  ///< whose tables are listed
    std::stop_source m_stopListing;
    bool m_listing = false;
    QString m_exported;
};

}  // namespace app
