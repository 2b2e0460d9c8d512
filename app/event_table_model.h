// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "model/event_store.h"
#include "model/query.h"

namespace app {

/// Which events are listed.
struct EventScope {
    std::vector<model::LaneId> lanes;
    std::optional<model::TimeRange> range;  ///< only events that overlap it
    bool operator==(const EventScope&) const = default;
};

/// Events of some lanes as a table. Reads the columns of the snapshot; keeps four bytes for each row that is shown.
/// At most kMaxRows of them are shown, the first ones in the chosen order; order() is computed in a pool thread.
class EventTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Start, Duration, Name, Row, ColumnCount };
    static constexpr std::size_t kMaxRows = 1'000'000;

    explicit EventTableModel(QObject* parent = nullptr);
    ~EventTableModel() override;

    void setEvents(model::SnapshotPtr snapshot, EventScope scope);
    /// Events in scope; may be more than rowCount().
    std::uint64_t total() const { return m_total; }
    model::EventRef event(const QModelIndex& index) const;
    /// Row of an event, or -1 when it is not listed. Linear in the rows shown.
    int rowOf(model::EventRef event) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;

    bool isSorting() const { return m_sorting; }
    void retranslate();

signals:
    void sortingChanged();

private:
    struct Part {
        model::LaneId lane;
        std::size_t first;     // row of the lane
        std::uint64_t offset;  // listed events before it
    };
    struct Order;
    void startSort();
    void takeOrder(std::uint64_t request, std::vector<std::uint32_t> order);
    model::EventRef eventAtFlat(std::uint64_t flat) const;

    model::SnapshotPtr m_snapshot;
    EventScope m_scope;
    std::vector<Part> m_parts;
    std::uint64_t m_total = 0;
    std::optional<std::vector<std::uint32_t>> m_order;  // nothing: as they lie
    int m_column = Start;
    Qt::SortOrder m_direction = Qt::AscendingOrder;
    std::uint64_t m_request = 0;
    std::stop_source m_stop;
    bool m_sorting = false;
};

}  // namespace app
