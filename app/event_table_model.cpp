// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/event_table_model.h"

#include <QCoreApplication>
#include <QPointer>
#include <QThreadPool>
#include <algorithm>
#include <numeric>

#include "app/table.h"
#include "timeline/format.h"
#include "timeline/names.h"
#include "timeline/row_list.h"

namespace app {
namespace {

QString toQString(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

}  // namespace

/// One request for an order; works on what it holds, in any thread.
struct EventTableModel::Order {
    model::SnapshotPtr snapshot;
    std::vector<Part> parts;
    std::uint64_t total;
    int column;
    bool descending;
    std::stop_token stop;

    struct Item {
        std::int64_t key;
        model::TimeNs start;
        std::uint32_t flat;
    };

    std::size_t rowsOf(std::size_t part) const {
        return static_cast<std::size_t>((part + 1 < parts.size() ? parts[part + 1].offset : total) -
                                        parts[part].offset);
    }

    // Alphabetic rank of every name that occurs in the parts, by StringId.
    std::vector<std::uint32_t> nameRanks() const {
        const auto& strings = snapshot->store().strings();
        std::vector<std::uint32_t> rank(strings.count() + 1, 0);
        std::vector<model::StringId> names;
        for (std::size_t p = 0; p < parts.size() && !stop.stop_requested(); ++p) {
            const model::LaneView lane = snapshot->lane(parts[p].lane);
            for (std::size_t i = 0, n = rowsOf(p); i < n; ++i) {
                const model::StringId id = lane.name(parts[p].first + i);
                if (id < rank.size() && rank[id] == 0) {
                    rank[id] = 1;
                    names.push_back(id);
                }
            }
        }
        std::sort(names.begin(), names.end(), [&](auto a, auto b) { return strings.at(a) < strings.at(b); });
        for (std::size_t i = 0; i < names.size(); ++i) rank[names[i]] = static_cast<std::uint32_t>(i + 1);
        return rank;
    }

    // The first kMaxRows in order. O(n + k log k) time and O(k) memory for k = kMaxRows.
    std::vector<std::uint32_t> compute() const {
        const bool down = descending;
        const auto before = [down](const Item& a, const Item& b) {
            if (a.key != b.key) return down ? a.key > b.key : a.key < b.key;
            return std::tie(a.start, a.flat) < std::tie(b.start, b.flat);
        };
        const std::vector<std::uint32_t> ranks = column == Name ? nameRanks() : std::vector<std::uint32_t>();
        const std::size_t room = std::min<std::uint64_t>(total, 2 * kMaxRows);
        std::vector<Item> items;
        items.reserve(room);
        const auto cut = [&] {
            if (items.size() <= kMaxRows) return;
            std::nth_element(items.begin(), items.begin() + kMaxRows, items.end(), before);
            items.resize(kMaxRows);
        };
        for (std::size_t p = 0; p < parts.size(); ++p) {
            const model::LaneView lane = snapshot->lane(parts[p].lane);
            for (std::size_t i = 0, n = rowsOf(p); i < n; ++i) {
                if ((i & 4095) == 0 && stop.stop_requested()) return {};
                const std::size_t row = parts[p].first + i;
                const model::TimeNs start = lane.start(row);
                std::int64_t key = start;
                if (column == Duration) key = lane.end(row) - start;
                if (column == Name) key = ranks[lane.name(row)];
                if (column == Row) key = static_cast<std::int64_t>(p);
                items.push_back({key, start, static_cast<std::uint32_t>(parts[p].offset + i)});
                if (items.size() == 2 * kMaxRows) cut();
            }
        }
        cut();
        std::sort(items.begin(), items.end(), before);
        std::vector<std::uint32_t> out(items.size());
        std::transform(items.begin(), items.end(), out.begin(), [](const Item& item) { return item.flat; });
        return out;
    }
};

EventTableModel::EventTableModel(QObject* parent) : QAbstractTableModel(parent) {}

EventTableModel::~EventTableModel() { m_stop.request_stop(); }

void EventTableModel::setEvents(model::SnapshotPtr snapshot, EventScope scope) {
    beginResetModel();
    m_snapshot = std::move(snapshot);
    m_scope = std::move(scope);
    m_parts.clear();
    m_total = 0;
    m_order.reset();
    for (const model::LaneId id : m_scope.lanes) {
        const model::LaneView lane = m_snapshot->lane(id);
        const model::RowRange rows =
            m_scope.range ? model::rowsOverlapping(lane, *m_scope.range) : model::RowRange{0, lane.rows};
        if (rows.count() == 0) continue;
        m_parts.push_back({id, rows.first, m_total});
        m_total += rows.count();
    }
    endResetModel();
    startSort();
}

void EventTableModel::sort(int column, Qt::SortOrder order) {
    m_column = column;
    m_direction = order;
    startSort();
}

void EventTableModel::startSort() {
    m_stop.request_stop();
    m_stop = std::stop_source();
    ++m_request;
    const bool asTheyLie = m_column == Start && m_direction == Qt::AscendingOrder && m_parts.size() <= 1;
    if (asTheyLie || m_total == 0) return takeOrder(m_request, {});
    m_sorting = true;
    emit sortingChanged();
    auto order = std::make_shared<Order>(
        Order{m_snapshot, m_parts, m_total, m_column, m_direction == Qt::DescendingOrder, m_stop.get_token()});
    QPointer<EventTableModel> self(this);
    QThreadPool::globalInstance()->start([order, self, request = m_request] {
        std::vector<std::uint32_t> rows = order->compute();
        if (order->stop.stop_requested()) return;
        QMetaObject::invokeMethod(
            QCoreApplication::instance(),
            [self, request, rows = std::move(rows)]() mutable {
                if (self) self->takeOrder(request, std::move(rows));
            },
            Qt::QueuedConnection);
    });
}

void EventTableModel::takeOrder(std::uint64_t request, std::vector<std::uint32_t> order) {
    if (request != m_request) return;  // a newer wish is on its way
    emit layoutAboutToBeChanged();
    const QModelIndexList held = persistentIndexList();
    std::vector<model::EventRef> events;
    for (const QModelIndex& index : held) events.push_back(event(index));
    if (order.empty()) m_order.reset();
    else m_order = std::move(order);
    for (qsizetype i = 0; i < held.size(); ++i) {
        const int row = rowOf(events[static_cast<std::size_t>(i)]);
        changePersistentIndex(held[i], row < 0 ? QModelIndex() : index(row, held[i].column()));
    }
    emit layoutChanged();
    m_sorting = false;
    emit sortingChanged();
}

model::EventRef EventTableModel::eventAtFlat(std::uint64_t flat) const {
    const auto next = std::upper_bound(m_parts.begin(), m_parts.end(), flat,
                                       [](std::uint64_t f, const Part& p) { return f < p.offset; });
    const Part& part = *std::prev(next);
    return {part.lane, static_cast<std::uint32_t>(part.first + (flat - part.offset))};
}

model::EventRef EventTableModel::event(const QModelIndex& index) const {
    if (!index.isValid() || index.row() >= rowCount()) return {};
    const auto row = static_cast<std::size_t>(index.row());
    return eventAtFlat(m_order ? (*m_order)[row] : row);
}

int EventTableModel::rowOf(model::EventRef event) const {
    for (std::size_t p = 0; p < m_parts.size(); ++p) {
        const std::uint64_t rows = (p + 1 < m_parts.size() ? m_parts[p + 1].offset : m_total) - m_parts[p].offset;
        if (m_parts[p].lane != event.lane || event.row < m_parts[p].first || event.row - m_parts[p].first >= rows)
            continue;
        const std::uint64_t flat = m_parts[p].offset + (event.row - m_parts[p].first);
        if (!m_order) return flat < kMaxRows ? static_cast<int>(flat) : -1;
        const auto found = std::find(m_order->begin(), m_order->end(), static_cast<std::uint32_t>(flat));
        return found == m_order->end() ? -1 : static_cast<int>(found - m_order->begin());
    }
    return -1;
}

int EventTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(std::min<std::uint64_t>(m_total, kMaxRows));
}

int EventTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant EventTableModel::data(const QModelIndex& index, int role) const {
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(
            Qt::Alignment((index.column() <= Duration ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    if (role != Qt::DisplayRole && role != kCopyRole && role != Qt::ToolTipRole) return {};
    const model::EventRef ref = event(index);
    if (!ref.isValid()) return {};
    const model::LaneView lane = m_snapshot->lane(ref.lane);
    const model::Track& track = m_snapshot->track(lane.lane->track());
    const bool raw = role == kCopyRole;
    switch (index.column()) {
    case Start: return raw ? QString::number(lane.start(ref.row)) : timeline::formatExactTime(lane.start(ref.row));
    case Duration: {
        const model::TimeNs ns = lane.end(ref.row) - lane.start(ref.row);
        return raw ? QString::number(ns) : timeline::formatDuration(ns);
    }
    case Name: {
        const std::string_view name = m_snapshot->text(lane.name(ref.row));
        return toQString(role == Qt::DisplayRole ? timeline::displayName(track.kind, name) : name);
    }
    case Row: {
        // "CUDA API" alone would not say of which thread.
        const QString own = timeline::trackTitle(*m_snapshot, track);
        if (track.parent >= m_snapshot->trackCount()) return own;
        return tr("%1 › %2", "row and its parent")
            .arg(timeline::trackTitle(*m_snapshot, m_snapshot->track(track.parent)), own);
    }
    }
    return {};
}

QVariant EventTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole && section <= Duration)
        return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
    if (role != Qt::DisplayRole) return {};
    switch (section) {
    case Start: return tr("Start");
    case Duration: return tr("Duration");
    case Name: return tr("Name");
    case Row: return tr("Row");
    }
    return {};
}

void EventTableModel::retranslate() {
    emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    if (rowCount() > 0) emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

}  // namespace app
