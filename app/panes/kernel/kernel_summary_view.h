// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <optional>
#include <vector>

#include "app/kit/tables/table.h"
#include "app/panes/kernel/kernel_view.h"
#include "model/kernels/kernel_summary.h"

namespace app {

/// The profiled kernels of a report, a line each.
class KernelSummaryModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column {
        Number,
        Function,
        Duration,
        Speedup,
        Gain,
        Compute,
        Memory,
        Registers,
        Grid,
        Block,
        Cycles,
        Name,
        ColumnCount
    };

    explicit KernelSummaryModel(QObject* parent) : QAbstractTableModel(parent) {}

    void set(const ShownKernel& shown);
    model::ProfileId profileAt(int row) const { return m_kernels[static_cast<std::size_t>(row)].profile; }
    /// -1 if it is not there.
    int rowOf(model::ProfileId profile) const;

    int rowCount(const QModelIndex& parent = {}) const override {
        return parent.isValid() ? 0 : static_cast<int>(m_kernels.size());
    }
    int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : ColumnCount; }
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;
    void retranslate();

private:
    double number(const model::KernelSummary& k, int column) const;
    /// Of a kernel of any report, without what it is compared with.
    QString valueText(const model::Snapshot& s, const model::KernelSummary& k, int column) const;
    QString delta(const model::KernelSummary& k, const model::KernelSummary& base, int column) const;
    QString text(const model::KernelSummary& k, int column) const;
    QString copy(const model::KernelSummary& k, int column) const;
    QVariant toolTip(const model::KernelSummary& k, int column) const;
    QString aboutBaseline(const model::KernelSummary& k, int column) const;

    model::SnapshotPtr m_snapshot;
    KernelBaseline m_baseline;
    /// What a row is compared with; nullptr where there is nothing to compare with.
    const model::KernelSummary* baseOf(const model::KernelSummary& k) const;

    std::vector<std::optional<model::KernelSummary>>
        m_bases;  ///< by profile: of its namesake; one alone is that of all
    std::vector<model::KernelSummary> m_kernels;
    int m_sortColumn = -1;
    Qt::SortOrder m_order = Qt::AscendingOrder;
};

class KernelSummaryView : public Table, public KernelView {
    Q_OBJECT

public:
    KernelSummaryView();
    void setKernel(const ShownKernel& shown) override;
    KernelSummaryModel* kernels() const { return m_model; }

signals:
    /// Double click or Enter.
    void kernelRequested(model::ProfileId profile);
    /// Others are to be compared with that one.
    void baselineRequested(model::ProfileId profile);

protected:
    void changeEvent(QEvent* event) override;

private:
    void selectShown();
    void widenNumbers();
    void retranslate();

    KernelSummaryModel* m_model;
    QAction* m_pin;
    model::ProfileId m_profile = 0;
};

}  // namespace app
