// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>

#include "app/kit/tables/report_table_model.h"
#include "app/report/pane.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QToolButton;

namespace app {

class Table;

/// Tables of statistics, as `sightline stats` prints them: of the selected span of time, if there is one.
class ReportsPane : public Pane {
    Q_OBJECT

public:
    explicit ReportsPane(QWidget* parent = nullptr);
    QString pictureTitle() const override;
    QList<Chip> chips() const override;
    bool isSettled() const override { return Pane::isSettled() && !m_model->isWorking(); }
    QString whyEmpty() const override;
    ReportTableModel* model() const { return m_model; }
    Table* table() const { return m_table; }
    QLineEdit* filter() const { return m_filter; }
    /// Shows the report of that key; false if there is none.
    bool showReport(std::string_view key);
    bool showPart(const QString& key) override { return showReport(key.toStdString()); }
    QString whyNoPart(const QString& key) const override;
    /// The command that prints the same table.
    QString command() const;
    /// Writes the whole table as CSV; false if that fails.
    bool exportTo(const QString& path) const;

protected:
    void refresh() override;
    void retranslate() override;

private:
    void layOut();
    void connectSignals();
    void fillReports();
    void updateTexts();
    void chooseFile();
    const model::reports::Report* chosen() const;

    QComboBox* m_report;
    QComboBox* m_names;
    QLineEdit* m_filter;
    QToolButton* m_copyCommand;
    QToolButton* m_export;
    QLabel* m_meaning;
    QLabel* m_status;
    Table* m_table;
    ReportTableModel* m_model;
    ReportWords m_words;                              ///< of the report in front
    const model::reports::Report* m_sized = nullptr;  ///< the report whose columns have their widths
    bool m_chosen = false;                            ///< a table, by somebody
    QTimer m_typing;
};

}  // namespace app
