// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemModel>
#include <memory>
#include <optional>
#include <stop_token>

#include "app/kit/background.h"
#include "app/kit/filter_edit.h"
#include "model/selection/selection_figures.h"

namespace app {

/// Statistics of a selection as a tree of two groupings, and its counters below. Made in a pool thread: first what is
/// quick, then all of it; the newest request wins.
class SelectionModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Column {
        Group,
        Count,
        InSelection,
        Share,
        Self,
        Wall,
        Mean,
        Min,
        Median,
        P95,
        P99,
        Max,
        Bytes,
        Rate,
        ColumnCount
    };

    struct Request {
        model::SnapshotPtr snapshot;
        model::TimeRange range;
        std::vector<model::LaneId> lanes;
        model::GroupBy first = model::GroupBy::Kind, second = model::GroupBy::Name;
        FilterRequest filterRequest;  ///< what `filter` was made of
        model::EventFilter filter;
        bool operator==(const Request& o) const {
            return snapshot == o.snapshot && range == o.range && lanes == o.lanes && first == o.first &&
                   second == o.second && filterRequest == o.filterRequest;
        }
        model::SelectionRequest request(const std::stop_token& stop) const {
            return {*snapshot, range, lanes, first, second, filter, stop};
        }
    };

    explicit SelectionModel(QObject* parent = nullptr);

    /// Nothing: shows nothing.
    void show(std::optional<Request> request);
    const std::optional<Request>& request() const { return m_request; }
    /// Whether there is more to come; the quick part is shown meanwhile.
    bool isWorking() const { return m_work.isWorking(); }
    const model::SelectionTable& table() const { return m_table; }

    struct Path {
        const model::SelectionGroup* group = nullptr;
        const model::SelectionGroup* inside = nullptr;
        const model::SelectionGroup* last() const { return inside ? inside : group; }
    };
    /// Nothing for counters.
    Path path(const QModelIndex& index) const;
    /// The row of that group, wherever it is now.
    QModelIndex indexOf(std::uint32_t group, std::optional<std::uint32_t> inside) const;
    QString groupText(const model::SelectionGroup& group) const;
    /// "Kind", "NVTX range" …
    static QString groupingText(model::GroupBy by);

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;
    void retranslate();

signals:
    void changed();

private:
    void start();
    void setResult(model::SelectionTable table);
    void sortTable();
    const model::SelectionCounter* counter(const QModelIndex& index) const;
    QVariant counterData(const model::SelectionCounter& c, int column, bool raw) const;
    QVariant figure(const model::SelectionFigures& f, const model::SelectionFigures& whole, int column, bool raw) const;

    std::optional<Request> m_request;
    model::SnapshotPtr m_snapshot;  // of the table
    model::SelectionTable m_table;
    int m_column = InSelection;
    Qt::SortOrder m_direction = Qt::DescendingOrder;
    Newest m_work{this};  // last
};

}  // namespace app
