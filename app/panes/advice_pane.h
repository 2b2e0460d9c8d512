// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QListWidget>
#include <vector>

#include "app/kit/tables/report_table_model.h"
#include "app/report/pane.h"

class QLabel;

namespace app {

class Table;

/// What a measurement that is in doubt makes of what depends on it; empty where nothing is in doubt.
QString careText(const std::vector<model::Message>& doubts);

/// What `sightline analyze` finds: the rules with how much each found, and for the chosen one what that means, what to
/// do, and where.
class AdvicePane : public Pane {
    Q_OBJECT

public:
    explicit AdvicePane(QWidget* parent = nullptr);
    bool isSettled() const override;
    QListWidget* rules() const { return m_rules; }
    Table* table() const { return m_table; }
    /// Place in the list of a rule (of model::rules::all()): those that found something come first, most gain before
    /// less.
    int rowOf(int rule) const;
    void chooseRule(int rule) { m_rules->setCurrentRow(rowOf(rule)); }
    /// A rule by its key.
    bool showPart(const QString& key) override;
    QString whyNoPart(const QString& key) const override;
    /// What a rule finds.
    ReportTableModel* found(int rule) const { return m_found[static_cast<std::size_t>(rule)]; }
    QString adviceText() const;

protected:
    void refresh() override;
    void retranslate() override;

private:
    void updateList();
    void choose(int row);
    void sortList();
    int ruleAt(int row) const;

    QListWidget* m_rules;
    QLabel* m_meaning;
    QLabel* m_advice;
    Table* m_table;
    std::vector<ReportTableModel*> m_found;  ///< one a rule
    ReportWords m_words;                     ///< of the report in front
    bool m_chosen = false;                   ///< a person has chosen a rule
    std::vector<bool> m_sized;               ///< by rule: its columns have their widths
};

}  // namespace app
