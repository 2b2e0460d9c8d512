// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panes/events/event_table_model.h"

#include <algorithm>
#include <map>

#include "app/kit/file_text.h"
#include "app/kit/tables/row_text.h"
#include "timeline/look/format.h"
#include "timeline/look/names.h"
#include "timeline/rows/row_list.h"
#include "timeline/text/event_text.h"

namespace app {
namespace {

constexpr std::size_t kSampledLanes = 256, kSampledRows = 32;  // that decide which arguments have columns
constexpr int kMostRows = 1 << 30;

/// Numbers stand below each other, digit by digit; a number that stands for a word is shown as that word.
bool isNumber(const model::Snapshot& s, const model::Arg& a, model::EventKind kind) {
    if (a.type == model::Arg::Type::String) return false;
    const QString shown = timeline::argText(s, a, kind);
    return !shown.isEmpty() && (shown.front().isDigit() || shown.front() == u'-' || shown.front() == QChar(0x2212));
}

/// "CUDA API" alone would not say of which thread.
QString rowText(const model::Snapshot& s, const model::Track& track) {
    const QString own = timeline::trackTitle(s, track);
    if (track.parent >= s.trackCount()) return own;
    return EventTableModel::tr("%1 › %2", "row and its parent")
        .arg(timeline::trackTitle(s, s.track(track.parent)), own);
}

}  // namespace

EventTableModel::EventTableModel(QObject* parent) : QAbstractTableModel(parent) {}

void EventTableModel::setEvents(model::SnapshotPtr snapshot, model::EventScope scope, model::EventFilter filter) {
    beginResetModel();
    m_snapshot = std::move(snapshot);
    m_numbers = model::EventNumbers(*m_snapshot, scope);
    m_filter = std::move(filter);
    m_order.reset();
    m_total = m_filter.isEmpty() ? m_numbers.count() : 0;
    if (!m_filter.isEmpty()) m_order.emplace();
    const std::vector<Argument> arguments = argumentsOf();
    const bool others = arguments != m_arguments;
    m_arguments = arguments;
    if (m_column >= columnCount()) m_column = Start;
    endResetModel();
    if (others) emit columnsChanged();
    start();
}

// Those of a sample of the events, most frequent first.
std::vector<EventTableModel::Argument> EventTableModel::argumentsOf() const {
    struct Seen {
        Argument argument;
        std::size_t count = 0;
    };
    std::map<model::StringId, Seen> seen;
    const std::size_t step = std::max<std::size_t>(1, m_numbers.lanes() / kSampledLanes);
    for (std::size_t p = 0; p < m_numbers.lanes(); p += step) {
        const model::EventNumbers::Part& part = m_numbers.parts()[p];
        const model::LaneView lane = m_snapshot->lane(part.lane);
        if (!(lane.lane->columns() & model::kArgsColumn)) continue;
        for (std::size_t i = 0; i < part.rows; i += std::max<std::size_t>(1, part.rows / kSampledRows))
            if (const model::ArgsId id = lane.lane->argsColumn()[part.first + i])
                for (const model::Arg& a : m_snapshot->store().args().at(id)) {
                    const auto [entry, isNew] = seen.try_emplace(a.key);
                    if (isNew)
                        entry->second.argument = {a.key, lane.lane->kind(),
                                                  isNumber(*m_snapshot, a, lane.lane->kind())};
                    ++entry->second.count;
                }
    }
    std::vector<Seen> ranked;
    for (const auto& [key, entry] : seen) ranked.push_back(entry);
    std::stable_sort(ranked.begin(), ranked.end(), [](const Seen& a, const Seen& b) { return a.count > b.count; });
    std::vector<Argument> out;
    for (std::size_t i = 0; i < std::min(ranked.size(), kMostArguments); ++i) out.push_back(ranked[i].argument);
    return out;
}

void EventTableModel::sort(int column, Qt::SortOrder order) {
    m_column = column < 0 || column >= columnCount() ? Start : column;
    m_direction = order;
    if (m_snapshot) start();
}

void EventTableModel::start() {
    const bool asTheyLie =
        m_column == Start && m_direction == Qt::AscendingOrder && m_numbers.lanes() <= 1 && m_filter.isEmpty();
    if (asTheyLie || m_numbers.count() == 0) {
        m_work.forget();
        return setResult({}, m_numbers.count());
    }
    static constexpr model::EventKey kKeys[] = {model::EventKey::Start, model::EventKey::Duration,
                                                model::EventKey::Name, model::EventKey::Lane};
    const bool byArgument = m_column >= FirstArgument;
    model::EventOrder order{m_snapshot,
                            m_numbers,
                            m_filter,
                            byArgument ? model::EventKey::Argument : kKeys[m_column],
                            byArgument ? m_arguments[static_cast<std::size_t>(m_column - FirstArgument)].key : 0,
                            m_direction == Qt::DescendingOrder,
                            {}};
    m_work.run(
        [this, order = std::move(order)](std::stop_token stop, const auto& show) mutable {
            order.stop = std::move(stop);
            return order.compute([&](std::vector<std::uint32_t> first, std::uint64_t total) {
                show([this, first = std::move(first), total]() mutable { setResult(std::move(first), total); });
            });
        },
        [this](std::vector<std::uint32_t> rows) {
            const std::uint64_t total = rows.size();
            setResult(std::move(rows), total);
        });
    emit sortingChanged();
}

void EventTableModel::setResult(std::optional<std::vector<std::uint32_t>> order, std::uint64_t total) {
    beginResetModel();
    m_order = std::move(order);
    m_total = total;
    endResetModel();
    emit sortingChanged();
}

model::EventRef EventTableModel::event(const QModelIndex& index) const {
    if (!index.isValid() || index.row() >= rowCount()) return {};
    const auto row = static_cast<std::size_t>(index.row());
    return m_numbers.at(m_order ? (*m_order)[row] : static_cast<std::uint32_t>(row));
}

int EventTableModel::rowOf(model::EventRef event) const {
    const auto number = m_numbers.of(event);
    if (!number) return -1;
    if (!m_order) return *number < static_cast<std::uint32_t>(rowCount()) ? static_cast<int>(*number) : -1;
    const auto found = std::find(m_order->begin(), m_order->end(), *number);
    return found == m_order->end() ? -1 : static_cast<int>(found - m_order->begin());
}

int EventTableModel::rowCount(const QModelIndex& parent) const {
    if (parent.isValid() || !m_snapshot) return 0;
    return static_cast<int>(std::min<std::uint64_t>(m_order ? m_order->size() : m_numbers.count(), kMostRows));
}

int EventTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : FirstArgument + static_cast<int>(m_arguments.size());
}

bool EventTableModel::holdsNumbers(int column) const {
    return column <= Duration ||
           (column >= FirstArgument && m_arguments[static_cast<std::size_t>(column - FirstArgument)].isNumber);
}

QVariant EventTableModel::data(const QModelIndex& index, int role) const {
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(
            Qt::Alignment((holdsNumbers(index.column()) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    if (role != Qt::DisplayRole && role != kCopyRole && role != Qt::ToolTipRole) return {};
    const model::EventRef ref = event(index);
    if (!ref.isValid()) return {};
    const model::LaneView lane = m_snapshot->lane(ref.lane);
    const model::Track& track = m_snapshot->track(lane.lane->track());
    const bool raw = role == kCopyRole;
    switch (index.column()) {
    case Start: return raw ? m_times.raw(lane.start(ref.row)) : m_times.exact(lane.start(ref.row));
    case Duration: {
        const model::TimeNs ns = lane.end(ref.row) - lane.start(ref.row);
        return raw ? QString::number(ns) : timeline::formatDuration(ns);
    }
    case Name: {
        const std::string_view name = m_snapshot->text(lane.name(ref.row));
        return QString::fromUtf8(role == Qt::DisplayRole ? timeline::displayName(track.kind, name) : name);
    }
    case Row: return rowText(*m_snapshot, track);
    default: break;
    }
    const auto a = model::argumentOf(*m_snapshot, lane, ref.row,
                                     m_arguments[static_cast<std::size_t>(index.column() - FirstArgument)].key);
    if (!a) return {};
    return raw ? timeline::argRaw(*m_snapshot, *a) : timeline::argText(*m_snapshot, *a, lane.lane->kind());
}

QVariant EventTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section >= columnCount()) return {};
    if (role == Qt::TextAlignmentRole && holdsNumbers(section))
        return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
    if (section >= FirstArgument) {
        const Argument& a = m_arguments[static_cast<std::size_t>(section - FirstArgument)];
        if (role == Qt::DisplayRole) return timeline::argLabel(m_snapshot->text(a.key), a.kind);
        if (role == Qt::ToolTipRole)
            return tr("Filter it by: %1>… or %1:…").arg(QString::fromUtf8(m_snapshot->text(a.key)));
        return {};
    }
    if (role != Qt::DisplayRole) return {};
    switch (section) {
    case Start: return tr("Start");
    case Duration: return tr("Duration");
    case Name: return tr("Name");
    case Row: return tr("Row");
    default: return {};
    }
}

std::function<bool(const EventTableModel::Write&, const std::stop_token&)> EventTableModel::csv() const {
    QByteArray head = "start_ns,duration_ns,name,row";
    for (const Argument& a : m_arguments) head += ',' + csvCell(QString::fromUtf8(m_snapshot->text(a.key)));
    return [snapshot = m_snapshot, numbers = m_numbers, order = m_order, arguments = m_arguments, head](
               const Write& write, const std::stop_token& stop) {
        constexpr qsizetype kPiece = 1 << 20;
        QByteArray out = head + '\n';
        const std::uint64_t n = order ? order->size() : numbers.count();
        for (std::uint64_t i = 0; i < n; ++i) {
            const model::EventRef ref = numbers.at(order ? (*order)[i] : static_cast<std::uint32_t>(i));
            const model::LaneView lane = snapshot->lane(ref.lane);
            out += QByteArray::number(lane.start(ref.row)) + ',' +
                   QByteArray::number(lane.end(ref.row) - lane.start(ref.row)) + ',' +
                   csvCell(QString::fromUtf8(snapshot->text(lane.name(ref.row)))) + ',' +
                   csvCell(rowText(*snapshot, snapshot->track(lane.lane->track())));
            for (const Argument& key : arguments) {
                const auto a = model::argumentOf(*snapshot, lane, ref.row, key.key);
                out += ',' + (a ? csvCell(timeline::argRaw(*snapshot, *a)) : QByteArray());
            }
            out += '\n';
            if (out.size() < kPiece) continue;
            if (stop.stop_requested() || !write(out)) return false;
            out.clear();
        }
        return write(out);
    };
}

void EventTableModel::setTimes(const timeline::TimeFormat& times) {
    if (times == m_times) return;
    m_times = times;
    if (rowCount() > 0) emit dataChanged(index(0, Start), index(rowCount() - 1, Start));
}

void EventTableModel::retranslate() {
    emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
    if (rowCount() > 0) emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

}  // namespace app
