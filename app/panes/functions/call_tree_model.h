// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemModel>
#include <memory>
#include <vector>

#include "model/workload/call_tree.h"

namespace app {

/// A call tree as rows below rows, or the list of its functions. Shares the tree with whoever draws it.
class CallTreeModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Column { Name, Total, TotalShare, Self, SelfShare, Count, ColumnCount };

    explicit CallTreeModel(QObject* parent = nullptr);

    void showTree(model::SnapshotPtr report, std::shared_ptr<const model::CallTree> tree);
    void showList(model::SnapshotPtr report, std::shared_ptr<const model::CallTree> tree,
                  std::vector<model::FlatRow> rows);
    void clear();
    /// CSV of all rows; of a tree with a column of depth.
    QByteArray csv() const;
    /// The name of the function of a row, as the report has it.
    std::string nameOf(const QModelIndex& index) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;
    void retranslate();

private:
    struct Row : model::Function {
        std::int64_t self = 0, total = 0, count = 0;
    };
    bool isList() const { return !m_rows.empty(); }
    Row rowAt(const QModelIndex& index) const;
    std::string_view textOf(const model::Function& function) const { return m_tree->text(*m_report, function); }
    const std::vector<std::uint32_t>& sortedChildren(std::uint32_t node) const;
    void addCsv(const QModelIndex& parent, int depth, QByteArray& out) const;

    model::SnapshotPtr m_report;
    std::shared_ptr<const model::CallTree> m_tree;
    std::vector<model::FlatRow> m_rows;
    int m_column = Total;
    Qt::SortOrder m_direction = Qt::DescendingOrder;
    // Children in the chosen order, and the place of each node among them; made when a node is looked at.
    mutable std::vector<std::vector<std::uint32_t>> m_children;  // by node + 1
    mutable std::vector<std::uint8_t> m_known;                   // by node + 1
    mutable std::vector<std::uint32_t> m_place;                  // by node
};

/// A value of a tree as people read it: a duration, or a number of samples.
QString callTreeValue(const model::CallTree& tree, std::int64_t value);

}  // namespace app
