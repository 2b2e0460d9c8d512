// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panes/events/nested_events_model.h"

#include <algorithm>

#include "app/kit/tables/row_text.h"
#include "model/query/correlation.h"
#include "timeline/look/format.h"
#include "timeline/look/names.h"
#include "timeline/rows/row_list.h"

namespace app {
namespace {

using model::TrackKind;

/// From what is around others to what is inside.
constexpr std::initializer_list<TrackKind> kKinds = {
    TrackKind::Nvtx,      TrackKind::Annotations, TrackKind::Nccl,       TrackKind::PythonFunctions,
    TrackKind::Operators, TrackKind::Slices,      TrackKind::Cudnn,      TrackKind::Cublas,
    TrackKind::Library,   TrackKind::CudaApi,     TrackKind::CudaGraphs, TrackKind::OsRuntime};
constexpr std::size_t kMostWork = 10'000;  // of one call

}  // namespace

std::span<const std::uint32_t> NestedEventsModel::Thread::inside(std::uint32_t item) const {
    const std::size_t at = item == model::Nesting::kNone ? 0 : std::size_t{item} + 1;
    return std::span(children).subspan(first[at], first[at + 1] - first[at]);
}

NestedEventsModel::NestedEventsModel(QObject* parent) : QAbstractItemModel(parent) {}
std::shared_ptr<const NestedEventsModel::Made> NestedEventsModel::make(const model::Snapshot& s,
                                                                       const model::EventScope& scope,
                                                                       const std::stop_token& stop) {
    auto out = std::make_shared<Made>();
    std::map<model::ThreadId, bool> wanted;
    for (const model::LaneId lane : scope.lanes)
        wanted[model::threadOf(s.track(s.lane(lane).lane->track()).key)] = true;
    const model::TimeRange range = scope.range.value_or(model::TimeRange{model::kTimeMin, model::kTimeMax});
    std::map<model::ThreadId, model::TrackId> rows;
    for (const model::Track& t : s.tree().tracks)
        if (t.kind == TrackKind::Thread) rows[model::threadOf(t.key)] = t.id;
    for (const auto& [thread, tracks] : model::rowsByThread(s, kKinds)) {
        if (!wanted.contains(thread) || stop.stop_requested()) continue;
        Thread made;
        made.track = rows.contains(thread) ? rows[thread] : tracks.front()->id;
        made.nesting = std::make_unique<model::Nesting>(s, tracks, range, nullptr, stop);
        const auto& items = made.nesting->items();
        if (items.empty()) continue;
        made.first.assign(items.size() + 2, 0);
        const auto slot = [](std::uint32_t p) {
            return p == model::Nesting::kNone ? std::size_t{0} : std::size_t{p} + 1;
        };
        for (const auto& item : items) ++made.first[slot(item.parent) + 1];
        for (std::size_t i = 1; i < made.first.size(); ++i) made.first[i] += made.first[i - 1];
        std::vector<std::uint32_t> next(made.first.begin(), made.first.end() - 1);
        made.children.resize(items.size());
        made.place.resize(items.size());
        for (std::uint32_t i = 0; i < items.size(); ++i) {
            const std::size_t parent = slot(items[i].parent);
            made.place[i] = next[parent] - made.first[parent];
            made.children[next[parent]++] = i;
        }
        out->threads.push_back(std::move(made));
    }
    return out;
}

void NestedEventsModel::setEvents(model::SnapshotPtr snapshot, model::EventScope scope) {
    m_making.forget();
    beginResetModel();
    m_made.reset();
    m_work.clear();
    m_snapshot = std::move(snapshot);
    m_tooMuch = model::EventNumbers(*m_snapshot, scope).count() > kMostEvents;
    if (!m_tooMuch)
        m_making.run([report = m_snapshot,
                      scope = std::move(scope)](const std::stop_token& stop) { return make(*report, scope, stop); },
                     [this](std::shared_ptr<const Made> made) {
                         beginResetModel();
                         m_made = std::move(made);
                         endResetModel();
                         emit changed();
                     });
    endResetModel();
    emit changed();
}

std::uint64_t NestedEventsModel::total() const {
    std::uint64_t out = 0;
    if (m_made)
        for (const Thread& t : m_made->threads) out += t.nesting->items().size();
    return out;
}

NestedEventsModel::At NestedEventsModel::at(const QModelIndex& index) {
    const quintptr v = index.internalId();
    return {static_cast<Level>(v >> 62), static_cast<std::uint32_t>(v >> 32 & 0x3fffffff),
            static_cast<std::uint32_t>(v)};
}

bool NestedEventsModel::mayHaveWork(At a) const {
    const auto& items = m_made->threads[a.thread].nesting->items();
    const model::EventRef e = items[a.item].event;
    return m_snapshot->lane(e.lane).lane->kind() == model::EventKind::CudaApi && model::hasCorrelation(*m_snapshot, e);
}

const std::vector<model::EventRef>& NestedEventsModel::work(At call) const {
    const auto [entry, fresh] = m_work.try_emplace(id(call));
    if (fresh && mayHaveWork(call))
        entry->second =
            model::correlated(*m_snapshot, m_made->threads[call.thread].nesting->items()[call.item].event, kMostWork)
                .work;
    return entry->second;
}

model::EventRef NestedEventsModel::event(const QModelIndex& index) const {
    if (!index.isValid() || !m_made) return {};
    const At a = at(index);
    if (a.level == Level::Thread) return {};
    if (a.level == Level::Item) return m_made->threads[a.thread].nesting->items()[a.item].event;
    const auto& list = work(a);
    const auto row = static_cast<std::size_t>(index.row()) - m_made->threads[a.thread].inside(a.item).size();
    return row < list.size() ? list[row] : model::EventRef();
}

QModelIndex NestedEventsModel::index(int row, int column, const QModelIndex& parent) const {
    if (!m_made || row < 0 || row >= rowCount(parent) || column < 0 || column >= ColumnCount) return {};
    if (!parent.isValid()) return createIndex(row, column, id({Level::Thread, static_cast<std::uint32_t>(row), 0}));
    const At p = at(parent);
    const auto inside = m_made->threads[p.thread].inside(p.level == Level::Thread ? model::Nesting::kNone : p.item);
    const auto r = static_cast<std::size_t>(row);
    if (r < inside.size()) return createIndex(row, column, id({Level::Item, p.thread, inside[r]}));
    return createIndex(row, column, id({Level::Work, p.thread, p.item}));
}

QModelIndex NestedEventsModel::parent(const QModelIndex& index) const {
    if (!index.isValid() || !m_made) return {};
    const At a = at(index);
    if (a.level == Level::Thread) return {};
    const Thread& t = m_made->threads[a.thread];
    const std::uint32_t up = a.level == Level::Work ? a.item : t.nesting->items()[a.item].parent;
    if (up == model::Nesting::kNone)
        return createIndex(static_cast<int>(a.thread), 0, id({Level::Thread, a.thread, 0}));
    return createIndex(static_cast<int>(t.place[up]), 0, id({Level::Item, a.thread, up}));
}

int NestedEventsModel::rowCount(const QModelIndex& parent) const {
    if (!m_made || parent.column() > 0) return 0;
    if (!parent.isValid()) return static_cast<int>(m_made->threads.size());
    const At a = at(parent);
    if (a.level == Level::Work) return 0;
    const std::size_t inside =
        m_made->threads[a.thread].inside(a.level == Level::Thread ? model::Nesting::kNone : a.item).size();
    return static_cast<int>(inside + (a.level == Level::Item ? work(a).size() : 0));
}

// Cheap: looks for GPU work only when a row is unfolded.
bool NestedEventsModel::hasChildren(const QModelIndex& parent) const {
    if (!m_made || parent.column() > 0) return false;
    if (!parent.isValid()) return !m_made->threads.empty();
    const At a = at(parent);
    if (a.level == Level::Work) return false;
    return a.level == Level::Thread || !m_made->threads[a.thread].inside(a.item).empty() || mayHaveWork(a);
}

int NestedEventsModel::columnCount(const QModelIndex&) const { return ColumnCount; }

QVariant NestedEventsModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || !m_made) return {};
    const bool number = index.column() == Start || index.column() == Duration || index.column() == Self;
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::Alignment((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    if (role != Qt::DisplayRole && role != kCopyRole && role != Qt::ToolTipRole) return {};
    const At a = at(index);
    const Thread& thread = m_made->threads[a.thread];
    const bool raw = role == kCopyRole;
    if (a.level == Level::Thread)
        return index.column() == Name ? QVariant(timeline::trackTitle(*m_snapshot, m_snapshot->track(thread.track)))
                                      : QVariant();
    const model::EventRef e = event(index);
    if (!e.isValid()) return {};
    const model::LaneView lane = m_snapshot->lane(e.lane);
    const model::Track& track = m_snapshot->track(lane.lane->track());
    const auto time = [&](model::TimeNs ns) { return raw ? QString::number(ns) : timeline::formatDuration(ns); };
    switch (index.column()) {
    case Name: {
        const std::string_view name = m_snapshot->text(lane.name(e.row));
        return QString::fromUtf8(role == Qt::DisplayRole ? timeline::displayName(track.kind, name) : name);
    }
    case Start: return raw ? m_times.raw(lane.start(e.row)) : m_times.exact(lane.start(e.row));
    case Duration: return time(lane.end(e.row) - lane.start(e.row));
    case Self: return a.level == Level::Item ? QVariant(time(thread.nesting->items()[a.item].self())) : QVariant();
    case Row: return timeline::trackTitle(*m_snapshot, track);
    default: return {};
    }
}

QVariant NestedEventsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(
            Qt::Alignment((section >= Start && section <= Self ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    if (role == Qt::ToolTipRole && section == Self) return tr("Duration without the events directly inside");
    if (role != Qt::DisplayRole) return {};
    switch (section) {
    case Name: return tr("Name");
    case Start: return tr("Start");
    case Duration: return tr("Duration");
    case Self: return tr("Self");
    case Row: return tr("Row");
    default: return {};
    }
}

// Of the rows at the top: a view asks again for all that it shows.
void NestedEventsModel::setTimes(const timeline::TimeFormat& times) {
    if (times == m_times) return;
    m_times = times;
    if (rowCount() > 0) emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

void NestedEventsModel::retranslate() { emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1); }

}  // namespace app
