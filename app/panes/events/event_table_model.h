// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "app/kit/background.h"
#include "model/query/event_order.h"
#include "timeline/look/time_format.h"

namespace app {

/// Events of some lanes as a table, in any number. Reads the columns of the snapshot; keeps four bytes for each row,
/// none for those of one lane in order of time. Behind the columns that all events have come the arguments that these
/// have. Orders and filters are computed in a pool thread.
class EventTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Start, Duration, Name, Row, FirstArgument };
    static constexpr std::size_t kMostArguments = 24;

    explicit EventTableModel(QObject* parent = nullptr);

    void setEvents(model::SnapshotPtr snapshot, model::EventScope scope, model::EventFilter filter = {});
    /// Events that are listed, or will be once they are sorted.
    std::uint64_t total() const { return m_total; }
    using QAbstractTableModel::event;
    model::EventRef event(const QModelIndex& index) const;
    /// Row of an event, or -1 when it is not listed. Linear in the rows.
    int rowOf(model::EventRef event) const;
    /// The whole list as CSV: times in ns, texts in full. Stops when asked to; calls write(piece) until it says false.
    /// Any thread.
    using Write = std::function<bool(const QByteArray&)>;
    std::function<bool(const Write&, const std::stop_token&)> csv() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;

    bool isSorting() const { return m_work.isWorking(); }
    void retranslate();
    /// How times are shown and copied.
    void setTimes(const timeline::TimeFormat& times);

signals:
    void sortingChanged();
    /// Other arguments are shown.
    void columnsChanged();

private:
    /// An argument that events of the list have.
    struct Argument {
        model::StringId key;
        model::EventKind kind;  ///< decides how it is called and shown
        bool isNumber = false;
        bool operator==(const Argument&) const = default;
    };
    std::vector<Argument> argumentsOf() const;
    bool holdsNumbers(int column) const;
    void start();
    void setResult(std::optional<std::vector<std::uint32_t>> order, std::uint64_t total);

    timeline::TimeFormat m_times;
    model::SnapshotPtr m_snapshot;
    model::EventNumbers m_numbers;
    model::EventFilter m_filter;
    std::vector<Argument> m_arguments;
    std::uint64_t m_total = 0;
    std::optional<std::vector<std::uint32_t>> m_order;  // nothing: as they lie
    int m_column = Start;
    Qt::SortOrder m_direction = Qt::AscendingOrder;
    Newest m_work{this};  // last
};

}  // namespace app
