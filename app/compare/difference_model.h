// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <memory>
#include <optional>
#include <vector>

#include "model/diff/compare.h"

namespace app {

/// How two reports differ by name, for one category, or in how GPUs spent a repetition. Made by the comparison; this
/// only shows it.
class DifferenceModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column {
        VerdictColumn,
        Name,
        CountA,
        CountB,
        TimeA,
        TimeB,
        Delta,
        Percent,
        Spread,
        EachA,
        EachB,
        Replacement,
        ColumnCount
    };

    /// Absent: parts of a repetition by rank, which have no counts.
    explicit DifferenceModel(std::optional<model::diff::Category> category, QObject* parent = nullptr);

    void show(std::shared_ptr<const model::diff::Comparison> comparison);
    /// Only rows whose name holds it.
    void setFilter(const QString& text);
    bool isWorthShowing() const { return m_total > 0; }
    /// Whether the column Replacement says anything.
    bool hasReplacements() const;
    model::diff::Proof proof(const QModelIndex& index) const;
    /// Null for parts of a repetition.
    const model::diff::Row* row(const QModelIndex& index) const {
        return index.isValid() ? m_lines[static_cast<std::size_t>(index.row())].row : nullptr;
    }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;
    void retranslate();

private:
    /// A row of either kind.
    struct Line {
        const model::diff::Row* row = nullptr;
        const model::diff::PartRow* part = nullptr;
        const model::diff::Change& change() const { return row ? row->time : part->time; }
    };
    QString name(const Line& line) const;
    QString replacement(const Line& line) const;
    QVariant number(const Line& line, int column) const;  ///< invalid: it says nothing here
    QString shown(const Line& line, int column) const;
    QString timeText(const Line& line, double ns) const;
    void arrange();

    std::optional<model::diff::Category> m_category;
    std::shared_ptr<const model::diff::Comparison> m_comparison;
    std::vector<Line> m_lines;
    std::size_t m_total = 0;
    QString m_filter;
    int m_column = -1;
    Qt::SortOrder m_order = Qt::DescendingOrder;
};

/// "slower", with a sign that is not its colour alone; `why`: why no verdict is possible.
QString verdictText(const model::diff::Change& change, bool why = false);
/// "+3.0 %", "× 12".
QString changeText(const model::diff::Change& change);

}  // namespace app
