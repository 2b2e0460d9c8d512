// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panes/kernel/kernel_metrics_model.h"

#include <QApplication>
#include <QPalette>
#include <algorithm>
#include <cmath>

#include "app/kit/metric_text.h"
#include "app/kit/std_text.h"
#include "app/kit/tables/table.h"

namespace app {
namespace {
int alignmentOf(model::MetricValue v) {
    return static_cast<int>((v.type == model::MetricValue::Type::Text ? Qt::AlignLeft : Qt::AlignRight) |
                            Qt::AlignVCenter);
}
}  // namespace

void KernelMetricsModel::setKernel(const ShownKernel& shown) {
    beginResetModel();
    m_shown = shown;
    rebuild();
    endResetModel();
}

void KernelMetricsModel::setFilter(const QString& words) {
    beginResetModel();
    m_words = words.split(u' ', Qt::SkipEmptyParts);
    rebuild();
    endResetModel();
}

int KernelMetricsModel::total() const { return profile() ? static_cast<int>(profile()->metricCount()) : 0; }

void KernelMetricsModel::rebuild() {
    m_rows.clear();
    m_notMeasured = 0;
    const model::KernelProfile* p = profile();
    if (!p) return;
    for (std::uint32_t i = 0; i < p->metricCount(); ++i) {
        if (p->value(i).type == model::MetricValue::Type::None) ++m_notMeasured;
        QString text = utf8(m_shown.snapshot->text(p->list->entries[i].name));
        if (p->value(i).type == model::MetricValue::Type::Text)
            text += u'\n' + utf8(m_shown.snapshot->text(p->value(i).text()));
        const bool wanted = std::all_of(m_words.begin(), m_words.end(),
                                        [&](const QString& w) { return text.contains(w, Qt::CaseInsensitive); });
        if (wanted) m_rows.push_back(i);
    }
    if (m_sortColumn < 0) return;
    const auto name = [&](std::uint32_t i) { return m_shown.snapshot->text(p->list->entries[i].name); };
    // Numbers by size, then texts, then what was not measured.
    const auto key = [&](std::uint32_t i) {
        const model::MetricValue v = m_sortColumn == Baseline ? m_shown.baseline.value(name(i)) : p->value(i);
        double n = v.number();
        if (m_sortColumn == Delta) {
            const double base = m_shown.baseline.value(name(i)).number();
            n = base == n ? 0 : std::abs((n - base) / base);  // the greatest change, whichever way
        }
        const bool number = !std::isnan(n);
        return std::pair(number ? 0 : v.type == model::MetricValue::Type::None ? 2 : 1, number ? n : 0.0);
    };
    std::stable_sort(m_rows.begin(), m_rows.end(), [&](std::uint32_t a, std::uint32_t b) {
        if (m_sortColumn == Name) return m_order == Qt::AscendingOrder ? name(a) < name(b) : name(b) < name(a);
        const auto x = key(a), y = key(b);
        if (x.first != y.first) return x.first < y.first;
        return m_order == Qt::AscendingOrder ? x.second < y.second : y.second < x.second;
    });
}

void KernelMetricsModel::sort(int column, Qt::SortOrder order) {
    m_sortColumn = column;
    m_order = order;
    beginResetModel();
    rebuild();
    endResetModel();
}

int KernelMetricsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}
int KernelMetricsModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant KernelMetricsModel::data(const QModelIndex& index, int role) const {
    const model::KernelProfile* p = profile();
    if (!p || !index.isValid()) return {};
    const std::uint32_t i = m_rows[static_cast<std::size_t>(index.row())];
    const model::MetricList::Entry& entry = p->list->entries[i];
    const model::MetricValue value = p->value(i);
    if (index.column() == Name)
        return role == Qt::DisplayRole || role == Qt::ToolTipRole ? QVariant(utf8(m_shown.snapshot->text(entry.name)))
                                                                  : QVariant();
    if (index.column() != Value) return comparison(entry, value, index.column(), role);
    switch (role) {
    case Qt::DisplayRole:
        return value.type == model::MetricValue::Type::None
                   ? tr("not measured")
                   : metricText(*m_shown.snapshot, value, metricUnitOf(*m_shown.snapshot, entry));
    case Qt::ToolTipRole: {
        const QString unit = utf8(metricUnitOf(*m_shown.snapshot, entry));
        const QString raw = metricRaw(*m_shown.snapshot, value);
        return unit.isEmpty() || raw.isEmpty() ? raw : raw + u' ' + unit;
    }
    case kCopyRole: return metricRaw(*m_shown.snapshot, value);
    case Qt::TextAlignmentRole: return alignmentOf(value);
    case Qt::ForegroundRole:
        return value.type == model::MetricValue::Type::None
                   ? QVariant(QApplication::palette().color(QPalette::PlaceholderText))
                   : QVariant();
    default: return {};
    }
}

QVariant KernelMetricsModel::comparison(const model::MetricList::Entry& entry, model::MetricValue value, int column,
                                        int role) const {
    if (!m_shown.baseline) return {};
    if (role == Qt::ForegroundRole && column == Baseline)
        return QApplication::palette().color(QPalette::PlaceholderText);
    if (role != Qt::DisplayRole && role != kCopyRole && role != Qt::TextAlignmentRole) return {};
    const model::MetricValue base = m_shown.baseline.value(m_shown.snapshot->text(entry.name));
    if (role == Qt::TextAlignmentRole) return alignmentOf(column == Baseline ? base : model::MetricValue());
    const model::Snapshot& other = *m_shown.baseline.snapshot;
    const std::string_view unit = metricUnitOf(*m_shown.snapshot, entry);
    if (column == Baseline && role == kCopyRole) return metricRaw(other, base);
    if (column == Baseline)
        return base.type == model::MetricValue::Type::None ? tr("not measured") : metricText(other, base, unit);
    if (role == kCopyRole)
        return std::isfinite(value.number() - base.number()) ? rawReal(value.number() - base.number()) : QString();
    return deltaText(value.number(), base.number(), unit);
}

QVariant KernelMetricsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole && section != Name) return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    switch (section) {
    case Name: return tr("Metric");
    case Value: return tr("Value");
    case Baseline: return tr("Baseline");
    default: return tr("Difference");
    }
}

}  // namespace app
