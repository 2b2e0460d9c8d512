// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <vector>

#include "app/pane.h"
#include "app/report_table_model.h"

class QLabel;
class QListWidget;

namespace app {

class Table;

/// What `sightline analyze` finds: the rules with how much each found, and for the chosen one what that means, what to do, and where.
class AdvicePane : public Pane {
    Q_OBJECT

public:
    explicit AdvicePane(QWidget* parent = nullptr);
    void refreshNow() override { refresh(); }
    bool isSettled() const override;
    QString title() const override { return tr("Advice"); }
    QListWidget* rules() const { return m_rules; }
    Table* table() const { return m_table; }
    /// What is found by the rule at that place of the list.
    ReportTableModel* found(int rule) const { return m_found[static_cast<std::size_t>(rule)]; }
    QString adviceText() const;

protected:
    void pageChanged() override;
    void retranslate() override;
    void showEvent(QShowEvent* event) override;

private:
    void refresh();
    void updateList();
    void choose(int rule);

    QListWidget* m_rules;
    QLabel* m_meaning;
    QLabel* m_advice;
    Table* m_table;
    std::vector<ReportTableModel*> m_found;  ///< one a rule
    std::vector<bool> m_sized;               ///< by rule: its columns have their widths
    QTimer m_soon;
};

}  // namespace app
