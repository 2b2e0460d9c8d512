// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panes/selection/selection_model.h"

#include <algorithm>
#include <cmath>

#include "app/kit/std_text.h"
#include "app/kit/tables/row_text.h"
#include "model/store/kernel_profiles.h"
#include "timeline/look/format.h"
#include "timeline/look/names.h"
#include "timeline/rows/row_list.h"
#include "timeline/text/event_text.h"

namespace app {

using model::GroupBy;
using model::SelectionFigures;
using model::SelectionGroup;

SelectionModel::SelectionModel(QObject* parent) : QAbstractItemModel(parent) {}

void SelectionModel::show(std::optional<Request> request) {
    if (request == m_request) return;
    m_request = std::move(request);
    start();
}

void SelectionModel::start() {
    if (!m_request) {
        m_work.forget();
        return setResult({});
    }
    m_work.run(
        [this, request = *m_request](const std::stop_token& stop, const auto& show) {
            const model::SelectionRequest r = request.request(stop);
            if (auto quick = model::quickSelection(r))
                show([this, quick = std::move(*quick)]() mutable { setResult(std::move(quick)); });
            return stop.stop_requested() ? model::SelectionTable() : model::exactSelection(r);
        },
        [this](model::SelectionTable table) { setResult(std::move(table)); });
    emit changed();
}

void SelectionModel::setResult(model::SelectionTable table) {
    beginResetModel();
    m_snapshot = m_request ? m_request->snapshot : nullptr;
    m_table = std::move(table);
    sortTable();
    endResetModel();
    emit changed();
}

QModelIndex SelectionModel::index(int row, int column, const QModelIndex& parent) const {
    if (row < 0 || row >= rowCount(parent) || column < 0 || column >= ColumnCount) return {};
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : quintptr{0});
}

QModelIndex SelectionModel::parent(const QModelIndex& index) const {
    if (!index.isValid() || index.internalId() == 0) return {};
    return createIndex(static_cast<int>(index.internalId() - 1), 0, quintptr{0});
}

int SelectionModel::rowCount(const QModelIndex& parent) const {
    const auto groups = static_cast<int>(m_table.groups.size());
    if (!parent.isValid()) return groups + !m_table.counters.empty();
    if (parent.internalId() != 0 || parent.column() > 0) return 0;
    return static_cast<int>(parent.row() < groups ? m_table.groups[static_cast<std::size_t>(parent.row())].inside.size()
                                                  : m_table.counters.size());
}

int SelectionModel::columnCount(const QModelIndex&) const { return ColumnCount; }

SelectionModel::Path SelectionModel::path(const QModelIndex& index) const {
    if (!index.isValid()) return {};
    const auto top =
        static_cast<std::size_t>(index.internalId() ? static_cast<int>(index.internalId() - 1) : index.row());
    if (top >= m_table.groups.size()) return {};
    const SelectionGroup& group = m_table.groups[top];
    return {&group, index.internalId() ? &group.inside[static_cast<std::size_t>(index.row())] : nullptr};
}

const model::SelectionCounter* SelectionModel::counter(const QModelIndex& index) const {
    const bool below = index.internalId() == m_table.groups.size() + 1;
    return below && static_cast<std::size_t>(index.row()) < m_table.counters.size()
               ? &m_table.counters[static_cast<std::size_t>(index.row())]
               : nullptr;
}

QModelIndex SelectionModel::indexOf(std::uint32_t group, std::optional<std::uint32_t> inside) const {
    const auto find = [](const std::vector<SelectionGroup>& list, std::uint32_t id) {
        const auto at = std::find_if(list.begin(), list.end(), [&](const SelectionGroup& g) { return g.id == id; });
        return at == list.end() ? -1 : static_cast<int>(at - list.begin());
    };
    const QModelIndex top = index(find(m_table.groups, group), 0);
    if (!top.isValid() || !inside) return top;
    return index(find(m_table.groups[static_cast<std::size_t>(top.row())].inside, *inside), 0, top);
}

QString SelectionModel::groupText(const SelectionGroup& g) const {
    const auto text = [&](std::string_view t) { return utf8(t); };
    switch (g.by) {
    case GroupBy::Nothing: return tr("All");
    case GroupBy::Kind: return timeline::eventKindText(*m_snapshot, static_cast<model::EventKind>(g.id));
    case GroupBy::Name: return text(timeline::displayName(g.look, m_snapshot->text(g.id)));
    case GroupBy::ShortName: return text(model::kernelBaseName(m_snapshot->text(g.id)));
    case GroupBy::NvtxRange: return g.id ? text(m_snapshot->text(g.id)) : tr("Outside any range");
    case GroupBy::Device:
        if (g.id == model::kNoTrack) return tr("No GPU");
        break;
    case GroupBy::Process:
        if (g.id == model::kNoTrack) return tr("No process");
        break;
    case GroupBy::Thread:
        if (g.id == model::kNoTrack) return tr("No thread");
        break;
    case GroupBy::Row: break;
    }
    const model::Track& t = m_snapshot->track(g.id);
    const QString own = timeline::trackTitle(*m_snapshot, t);
    if (g.by == GroupBy::Process || t.parent >= m_snapshot->trackCount()) return own;
    return tr("%1 › %2", "row and its parent").arg(timeline::trackTitle(*m_snapshot, m_snapshot->track(t.parent)), own);
}

QString SelectionModel::groupingText(GroupBy by) {
    switch (by) {
    case GroupBy::Nothing: return tr("Nothing");
    case GroupBy::Kind: return tr("Kind");
    case GroupBy::Name: return tr("Name");
    case GroupBy::ShortName: return tr("Short name");
    case GroupBy::Row: return tr("Row or stream");
    case GroupBy::Device: return tr("GPU");
    case GroupBy::Process: return tr("Process");
    case GroupBy::Thread: return tr("Thread");
    case GroupBy::NvtxRange: return tr("NVTX range");
    }
    return {};
}

QVariant SelectionModel::counterData(const model::SelectionCounter& c, int column, bool raw) const {
    const auto number = [&](double v) {
        return std::isnan(v) ? QVariant(QStringLiteral("–"))
               : raw         ? QVariant(QString::number(v, 'g', 15))
                             : QVariant(timeline::formatValue(v));
    };
    switch (column) {
    case Group: {
        const model::Track& t = m_snapshot->track(c.track);
        const QString own = timeline::trackTitle(*m_snapshot, t);
        if (t.parent >= m_snapshot->trackCount()) return own;
        return tr("%1 › %2", "row and its parent")
            .arg(timeline::trackTitle(*m_snapshot, m_snapshot->track(t.parent)), own);
    }
    case Mean: return number(c.mean);
    case Min: return number(c.min);
    case Max: return number(c.max);
    default: return {};
    }
}

QVariant SelectionModel::figure(const SelectionFigures& f, const SelectionFigures& whole, int column, bool raw) const {
    const auto time = [&](double ns) {
        const auto whole_ = static_cast<model::TimeNs>(std::llround(ns));
        return raw ? QString::number(ns, 'f', ns == std::floor(ns) ? 0 : 1) : timeline::formatDuration(whole_);
    };
    const auto share = [&] {
        return whole.inSelection > 0 ? static_cast<double>(f.inSelection) / static_cast<double>(whole.inSelection) : 0;
    };
    const bool later = !f.timed && (column == Mean || column == Min || column == Max);
    if (later || (!f.exact && column != Count && column != InSelection && column != Share && column != Mean &&
                  column != Min && column != Max))
        return raw ? QString() : QStringLiteral("…");
    switch (column) {
    case Count: return raw ? QString::number(f.count) : timeline::formatCount(f.count);
    case InSelection: return time(static_cast<double>(f.inSelection));
    case Share: return raw ? QString::number(share() * 100, 'f', 2) : timeline::formatPercent(share());
    case Mean: return time(f.mean());
    case Min: return time(static_cast<double>(f.min));
    case Max: return time(static_cast<double>(f.max));
    case Self: return time(static_cast<double>(f.self));
    case Wall: return time(static_cast<double>(f.wall));
    case Median: return time(f.median);
    case P95: return time(static_cast<double>(f.p95));
    case P99: return time(static_cast<double>(f.p99));
    case Bytes:
        return !f.sized ? QString()
               : raw    ? QString::number(f.bytes)
                        : timeline::formatBytes(static_cast<std::uint64_t>(std::max<std::int64_t>(0, f.bytes)));
    case Rate:
        return !f.sized || f.sizedTime == 0 ? QString()
               : raw                        ? QString::number(f.bytesPerSecond(), 'f', 0)
                                            : timeline::formatRate(f.bytesPerSecond());
    default: return {};
    }
}

QVariant SelectionModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || !m_snapshot) return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(
            Qt::Alignment((index.column() == Group ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter));
    if (role != Qt::DisplayRole && role != kCopyRole && role != Qt::ToolTipRole) return {};
    const bool raw = role == kCopyRole;
    if (const model::SelectionCounter* c = counter(index)) return counterData(*c, index.column(), raw);
    const Path at = path(index);
    if (!at.group) return index.column() == Group ? QVariant(tr("Counters")) : QVariant();
    if (index.column() == Group) {
        if (role == Qt::ToolTipRole && at.last()->by == GroupBy::Name) {
            const std::string_view full = m_snapshot->text(at.last()->id);
            return utf8(full);
        }
        return groupText(*at.last());
    }
    if (role == Qt::ToolTipRole) return {};
    return figure(at.last()->figures, at.inside ? at.group->figures : m_table.all, index.column(), raw);
}

QVariant SelectionModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section >= ColumnCount) return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(
            Qt::Alignment((section == Group ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter));
    struct Heading {
        QString title, meaning;
    };
    const auto heading = [&]() -> Heading {
        switch (section) {
        case Group: return {tr("Group"), tr("What the events have in common, by the groupings chosen above")};
        case Count: return {tr("Count"), tr("Events that overlap the selected span")};
        case InSelection:
            return {
                tr("In Selection"),
                tr("Sum of the parts of their durations that lie in the selected span; overlapping events count twice")};
        case Share:
            return {tr("Share"), tr("Time in selection as a share of that of the group above, or of all events")};
        case Self: return {tr("Self"), tr("Time in selection without what nested events of the same row take")};
        case Wall:
            return {tr("Wall"),
                    tr("Time of the selected span in which at least one of them runs; overlapping events count once")};
        case Mean: return {tr("Mean"), tr("Mean of the whole durations; of a counter its mean weighted by time")};
        case Min: return {tr("Min"), tr("Shortest whole duration; of a counter its least value")};
        case Median: return {tr("Median"), tr("Half of the whole durations are not longer")};
        case P95: return {tr("P95"), tr("95 % of the whole durations are not longer")};
        case P99: return {tr("P99"), tr("99 % of the whole durations are not longer")};
        case Max: return {tr("Max"), tr("Longest whole duration; of a counter its greatest value")};
        case Bytes:
            return {tr("Size"), tr("Bytes that copies, memsets and collectives move, where the report says so")};
        case Rate:
            return {tr("Rate"), tr("Size divided by the sum of the whole durations of the events that have one")};
        default: return {};
        }
    }();
    if (role == Qt::DisplayRole) return heading.title;
    if (role == Qt::ToolTipRole) return heading.meaning;
    return {};
}

void SelectionModel::sort(int column, Qt::SortOrder order) {
    m_column = column;
    m_direction = order;
    beginResetModel();
    sortTable();
    endResetModel();
    emit changed();
}

void SelectionModel::sortTable() {
    const auto key = [this](const SelectionGroup& g) -> double {
        const SelectionFigures& f = g.figures;
        switch (m_column) {
        case Count: return static_cast<double>(f.count);
        case Self: return static_cast<double>(f.self);
        case Wall: return static_cast<double>(f.wall);
        case Mean: return f.mean();
        case Min: return static_cast<double>(f.min);
        case Median: return f.median;
        case P95: return static_cast<double>(f.p95);
        case P99: return static_cast<double>(f.p99);
        case Max: return static_cast<double>(f.max);
        case Bytes: return static_cast<double>(f.bytes);
        case Rate: return f.bytesPerSecond();
        default: return static_cast<double>(f.inSelection);
        }
    };
    const auto sortList = [&](std::vector<SelectionGroup>& list) {
        const bool down = m_direction == Qt::DescendingOrder;
        if (m_column != Group) {
            std::stable_sort(list.begin(), list.end(),
                             [&](const auto& a, const auto& b) { return down ? key(a) > key(b) : key(a) < key(b); });
            return;
        }
        std::vector<std::pair<QString, std::size_t>> order;
        for (std::size_t i = 0; i < list.size(); ++i) order.emplace_back(groupText(list[i]), i);
        std::sort(order.begin(), order.end(), [&](const auto& a, const auto& b) { return down ? b < a : a < b; });
        std::vector<SelectionGroup> sorted;
        for (const auto& [text, i] : order) sorted.push_back(std::move(list[i]));
        list = std::move(sorted);
    };
    sortList(m_table.groups);
    for (SelectionGroup& g : m_table.groups) sortList(g.inside);
}

void SelectionModel::retranslate() {
    emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    beginResetModel();
    endResetModel();
}

}  // namespace app
