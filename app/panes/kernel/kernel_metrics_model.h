// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "app/panes/kernel/kernel_view.h"

namespace app {

/// All metrics of one kernel, filtered by words, in any order.
class KernelMetricsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, Value, Baseline, Delta, ColumnCount };

    explicit KernelMetricsModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

    void setKernel(const ShownKernel& shown);
    /// Shows metrics whose names (or texts) hold every word.
    void setFilter(const QString& words);
    /// Metrics in all, before the filter.
    int total() const;
    /// Those of them that were not measured.
    int notMeasured() const { return m_notMeasured; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;
    void retranslate() { emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1); }

private:
    const model::KernelProfile* profile() const { return m_shown.kernel(); }
    QVariant comparison(const model::MetricList::Entry& entry, model::MetricValue value, int column, int role) const;
    void rebuild();

    ShownKernel m_shown;
    QStringList m_words;
    std::vector<std::uint32_t> m_rows;  ///< indexes of the profile's metrics
    int m_notMeasured = 0;
    int m_sortColumn = -1;
    Qt::SortOrder m_order = Qt::AscendingOrder;
};

}  // namespace app
