// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/kit/tables/report_table_model.h"
#include "app/report/pane.h"

class QComboBox;
class QLabel;

namespace app {

class MemoryCurve;
class Table;

/// Memory of devices and of allocators: a curve with its peak, and beside it what held the memory then, every
/// allocation, or all curves in numbers.
class MemoryPane : public Pane {
    Q_OBJECT

public:
    explicit MemoryPane(QWidget* parent = nullptr);
    bool isSettled() const override { return Pane::isSettled() && !m_model->isWorking(); }

    enum class View { Peak, Events, Sums };
    void setView(View view);
    MemoryCurve* curve() const { return m_plot; }
    ReportTableModel* model() const { return m_model; }
    QComboBox* curves() const { return m_curve; }
    QString status() const;

protected:
    void hostChanged() override;
    void refresh() override;
    void retranslate() override;

private:
    void fillCurves();
    void showCurve();
    void onChanged();

    QComboBox *m_curve, *m_view;
    QLabel* m_status;
    MemoryCurve* m_plot;
    Table* m_table;
    ReportTableModel* m_model;
    const model::reports::Report* m_sized = nullptr;  ///< whose columns have their widths
    model::SnapshotPtr m_listed;                      ///< whose curves are in the box
};

}  // namespace app
