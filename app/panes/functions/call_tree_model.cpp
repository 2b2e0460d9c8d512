// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panes/functions/call_tree_model.h"

#include <algorithm>

#include "app/kit/error_text.h"
#include "app/kit/file_text.h"
#include "app/kit/std_text.h"
#include "app/kit/tables/row_text.h"
#include "timeline/look/format.h"

namespace app {

using model::CallTree;

QString callTreeValue(const CallTree& tree, std::int64_t value) {
    return tree.unit() == CallTree::Unit::Ns
               ? timeline::formatDuration(value)
               : timeline::formatCount(static_cast<std::uint64_t>(std::max<std::int64_t>(0, value)));
}

CallTreeModel::CallTreeModel(QObject* parent) : QAbstractItemModel(parent) {}

void CallTreeModel::showTree(model::SnapshotPtr report, std::shared_ptr<const CallTree> tree) {
    showList(std::move(report), std::move(tree), {});
}

void CallTreeModel::showList(model::SnapshotPtr report, std::shared_ptr<const CallTree> tree,
                             std::vector<model::FlatRow> rows) {
    beginResetModel();
    m_report = std::move(report);
    m_tree = std::move(tree);
    m_rows = std::move(rows);
    const std::size_t n = m_tree ? m_tree->nodes().size() : 0;
    m_children.assign(n + 1, {});
    m_known.assign(n + 1, 0);
    m_place.assign(n, 0);
    endResetModel();
    if (isList()) sort(m_column, m_direction);
}

void CallTreeModel::clear() { showList(nullptr, nullptr, {}); }

const std::vector<std::uint32_t>& CallTreeModel::sortedChildren(std::uint32_t node) const {
    const std::size_t at = node == CallTree::kNone ? 0 : std::size_t{node} + 1;
    std::vector<std::uint32_t>& out = m_children[at];
    if (m_known[at]) return out;
    m_known[at] = 1;
    const auto children = m_tree->children(node);
    out.assign(children.begin(), children.end());
    const auto key = [&](std::uint32_t n) {
        const CallTree::Node& v = m_tree->nodes()[n];
        return m_column == Self || m_column == SelfShare ? v.self : m_column == Count ? v.count : v.total;
    };
    const bool down = m_direction == Qt::DescendingOrder;
    if (m_column == Name)
        std::stable_sort(out.begin(), out.end(), [&](std::uint32_t a, std::uint32_t b) {
            const auto x = textOf(m_tree->nodes()[a]), y = textOf(m_tree->nodes()[b]);
            return down ? y < x : x < y;
        });
    else
        std::stable_sort(out.begin(), out.end(),
                         [&](std::uint32_t a, std::uint32_t b) { return down ? key(a) > key(b) : key(a) < key(b); });
    for (std::size_t i = 0; i < out.size(); ++i) m_place[out[i]] = static_cast<std::uint32_t>(i);
    return out;
}

QModelIndex CallTreeModel::index(int row, int column, const QModelIndex& parent) const {
    if (row < 0 || row >= rowCount(parent) || column < 0 || column >= ColumnCount) return {};
    if (isList()) return createIndex(row, column, quintptr{0});
    const std::uint32_t node = parent.isValid() ? static_cast<std::uint32_t>(parent.internalId()) : CallTree::kNone;
    return createIndex(row, column, quintptr{sortedChildren(node)[static_cast<std::size_t>(row)]});
}

QModelIndex CallTreeModel::parent(const QModelIndex& index) const {
    if (!index.isValid() || isList() || !m_tree) return {};
    const std::uint32_t up = m_tree->nodes()[index.internalId()].parent;
    if (up == CallTree::kNone) return {};
    sortedChildren(m_tree->nodes()[up].parent);  // knows the place of `up`
    return createIndex(static_cast<int>(m_place[up]), 0, quintptr{up});
}

int CallTreeModel::rowCount(const QModelIndex& parent) const {
    if (!m_tree || parent.column() > 0) return 0;
    if (isList()) return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
    return static_cast<int>(
        m_tree->children(parent.isValid() ? static_cast<std::uint32_t>(parent.internalId()) : CallTree::kNone).size());
}

int CallTreeModel::columnCount(const QModelIndex&) const { return ColumnCount; }

CallTreeModel::Row CallTreeModel::rowAt(const QModelIndex& index) const {
    if (isList()) {
        const model::FlatRow& r = m_rows[static_cast<std::size_t>(index.row())];
        return {r, r.self, r.total, r.count};
    }
    const CallTree::Node& n = m_tree->nodes()[index.internalId()];
    return {n, n.self, n.total, n.count};
}

std::string CallTreeModel::nameOf(const QModelIndex& index) const {
    return index.isValid() && m_tree ? std::string(m_report->text(rowAt(index).name)) : std::string();
}

QVariant CallTreeModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || !m_tree) return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(
            Qt::Alignment((index.column() == Name ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter));
    if (role != Qt::DisplayRole && role != kCopyRole && role != Qt::ToolTipRole) return {};
    const Row r = rowAt(index);
    const bool raw = role == kCopyRole;
    const auto share = [&](std::int64_t v) {
        const double part = m_tree->total() > 0 ? static_cast<double>(v) / static_cast<double>(m_tree->total()) : 0;
        return raw ? QString::number(part * 100, 'f', 2) : timeline::formatPercent(part);
    };
    const auto value = [&](std::int64_t v) { return raw ? QString::number(v) : callTreeValue(*m_tree, v); };
    switch (index.column()) {
    case Name: {
        const std::string_view text = textOf(r);
        return raw ? utf8(text) : labelText(text);
    }
    case Total: return value(r.total);
    case TotalShare: return share(r.total);
    case Self: return value(r.self);
    case SelfShare: return share(r.self);
    case Count:
        return raw ? QString::number(r.count)
                   : timeline::formatCount(static_cast<std::uint64_t>(std::max<std::int64_t>(0, r.count)));
    default: return {};
    }
}

QVariant CallTreeModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(
            Qt::Alignment((section == Name ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter));
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
    const bool title = role == Qt::DisplayRole;
    switch (section) {
    case Name: return title ? tr("Name") : tr("Function, range or operator");
    case Total: return title ? tr("Total") : tr("With everything below it");
    case TotalShare: return title ? tr("Total (%)") : tr("Total as a share of everything that is counted");
    case Self: return title ? tr("Self") : tr("Without what is below it");
    case SelfShare: return title ? tr("Self (%)") : tr("Self as a share of everything that is counted");
    case Count: return title ? tr("Count") : tr("Events, or samples that end here");
    default: return {};
    }
}

void CallTreeModel::sort(int column, Qt::SortOrder order) {
    m_column = column;
    m_direction = order;
    if (!m_tree) return;
    beginResetModel();
    std::fill(m_known.begin(), m_known.end(), std::uint8_t{0});
    const auto key = [&](const model::FlatRow& r) {
        return column == Self || column == SelfShare ? r.self : column == Count ? r.count : r.total;
    };
    const bool down = order == Qt::DescendingOrder;
    std::stable_sort(m_rows.begin(), m_rows.end(), [&](const model::FlatRow& a, const model::FlatRow& b) {
        if (column != Name) return down ? key(a) > key(b) : key(a) < key(b);
        const auto x = textOf(a), y = textOf(b);
        return down ? y < x : x < y;
    });
    endResetModel();
}

void CallTreeModel::addCsv(const QModelIndex& parent, int depth, QByteArray& out) const {
    constexpr int kMostDepth = 4000;  // this recurses
    if (depth > kMostDepth) return;
    for (int r = 0; r < rowCount(parent); ++r) {
        const QModelIndex i = index(r, 0, parent);
        out += QByteArray::number(depth);
        for (int c = 0; c < ColumnCount; ++c) {
            out += ',' + csvCell(i.siblingAtColumn(c).data(kCopyRole).toString());
        }
        out += '\n';
        addCsv(i, depth + 1, out);
    }
}

QByteArray CallTreeModel::csv() const {
    QByteArray out = "depth,name,total,total_percent,self,self_percent,count\n";
    if (m_tree) addCsv({}, 0, out);
    return out;
}

void CallTreeModel::retranslate() { emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1); }

}  // namespace app
