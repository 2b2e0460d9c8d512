// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>

#include "app/kit/background.h"
#include "app/kit/tables/report_table_model.h"
#include "app/report/pane.h"
#include "model/reports/contents.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QToolButton;

namespace app {

class ChoiceList;
class ChoiceSplit;
class Table;

/// Tables of statistics, as `sightline stats` prints them: of the selected span of time, if there is one. A list by
/// subject says which there are and which are empty. It opens on the one that answers most about the report, or on
/// the one that was chosen last, where that has something to say.
class ReportsPane : public Pane {
    Q_OBJECT

public:
    explicit ReportsPane(QWidget* parent = nullptr);
    QString pictureTitle() const override;
    QList<Chip> chips() const override;
    bool isSettled() const override { return Pane::isSettled() && !m_model->isWorking() && !m_looking.isWorking(); }
    QString whyEmpty() const override;
    ReportTableModel* model() const { return m_model; }
    Table* table() const { return m_table; }
    QLineEdit* filter() const { return m_filter; }
    ChoiceList* list() const { return m_list; }
    ChoiceSplit* split() const { return m_split; }
    /// Shows the report of that key; false if there is none.
    bool showReport(std::string_view key);
    bool showPart(const QString& key) override { return showReport(key.toStdString()); }
    QString whyNoPart(const QString& key) const override;
    /// The command that prints the same table.
    QString command() const;
    /// Writes the whole table as CSV; false if that fails.
    bool exportTo(const QString& path) const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void hostChanged() override;
    void refresh() override;
    void retranslate() override;

private:
    void layOut();
    void connectSignals();
    void fillReports();
    void fillNames();
    void look(const model::SnapshotPtr& report);
    void choose(const QString& key);
    const model::reports::Report* wanted() const;
    void updateTexts();
    void fitColumns();
    void keepNamesInSight();
    void chooseFile();
    const model::reports::Report* chosen() const;

    ChoiceList* m_list;
    QComboBox* m_names;
    QLineEdit* m_filter;
    QToolButton* m_copyCommand;
    QToolButton* m_export;
    QLabel* m_meaning;
    QLabel* m_status;
    Table* m_table;
    ReportTableModel* m_model;
    ChoiceSplit* m_split;
    ReportWords m_words;              ///< of the report in front
    model::SnapshotPtr m_contentsOf;  ///< the report that was looked at last
    std::optional<model::reports::Contents> m_contents;
    const model::reports::Report* m_sized = nullptr;   ///< the report whose columns have their widths
    bool m_namesFirst = false;                         ///< there is no room for them behind the numbers
    const model::reports::Report* m_choice = nullptr;  ///< of a person; null: none in this window
    bool m_chosenHere = false;                         ///< for the report in front, empty or not
    QTimer m_typing;
    Newest m_looking{this};  ///< last
};

}  // namespace app
