// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panes/kernel/kernel_summary_view.h"

#include <QAction>
#include <QEvent>
#include <QHeaderView>
#include <algorithm>
#include <cmath>

#include "app/kit/metric_text.h"
#include "app/kit/std_text.h"
#include "app/kit/tables/bar_delegate.h"
#include "app/kit/theme.h"
#include "model/kernels/kernel_match.h"
#include "timeline/look/format.h"

namespace app {
namespace {

using Model = KernelSummaryModel;

QString extent(const std::array<std::uint32_t, 3>& e) {
    return e[0] ? QStringLiteral("(%1, %2, %3)").arg(e[0]).arg(e[1]).arg(e[2]) : QString();
}

double volume(const std::array<std::uint32_t, 3>& e) {
    return e[0] ? static_cast<double>(model::volumeOf(e)) : model::KernelSummary::kNone;
}

/// Unit of a column's numbers; nullptr = it holds none.
const char* unitOf(int column) {
    switch (column) {
    case Model::Speedup:
    case Model::Compute:
    case Model::Memory: return "%";
    case Model::Duration:
    case Model::Gain: return "ns";
    case Model::Number:
    case Model::Registers:
    case Model::Cycles:
    case Model::Grid:
    case Model::Block: return "";
    default: return nullptr;
    }
}
/// Columns whose numbers show how they differ from the baseline.
bool isCompared(int column) { return unitOf(column) && column != Model::Number; }
bool isExtent(int column) { return column == Model::Grid || column == Model::Block; }

const std::array<std::uint32_t, 3>& extentOf(const model::Snapshot& s, const model::KernelSummary& k, int column) {
    const model::KernelProfile& p = s.kernelProfiles().at(k.profile);
    return column == Model::Grid ? p.grid : p.block;
}

}  // namespace

void KernelSummaryModel::set(const ShownKernel& shown) {
    beginResetModel();
    const bool isNew = m_snapshot != shown.snapshot;
    if (isNew)
        m_kernels = shown.snapshot ? model::kernelSummaries(*shown.snapshot) : std::vector<model::KernelSummary>();
    m_snapshot = shown.snapshot;
    m_baseline = shown.baseline;
    m_bases.clear();
    if (m_baseline && m_baseline.isEach && m_snapshot) {
        for (const auto& namesake : model::namesakes(*m_snapshot, *m_baseline.snapshot)) {
            m_bases.emplace_back();
            if (namesake) m_bases.back() = model::summaryOf(*m_baseline.snapshot, *namesake);
        }
    } else if (m_baseline) {
        m_bases.emplace_back(model::summaryOf(*m_baseline.snapshot, m_baseline.profile));
    }
    endResetModel();
    if (isNew && m_sortColumn >= 0) sort(m_sortColumn, m_order);
}

const model::KernelSummary* KernelSummaryModel::baseOf(const model::KernelSummary& k) const {
    const std::size_t at = m_baseline.isEach ? k.profile : 0;
    return at < m_bases.size() && m_bases[at] ? &*m_bases[at] : nullptr;
}

int KernelSummaryModel::rowOf(model::ProfileId profile) const {
    const auto at =
        std::find_if(m_kernels.begin(), m_kernels.end(), [&](const auto& k) { return k.profile == profile; });
    return at == m_kernels.end() ? -1 : static_cast<int>(at - m_kernels.begin());
}

double KernelSummaryModel::number(const model::KernelSummary& k, int column) const {
    switch (column) {
    case Number: return k.profile + 1;
    case Speedup: return k.speedup;
    case Gain: return k.gainNs();
    case Duration: return k.ns;
    case Compute: return k.compute;
    case Memory: return k.memory;
    case Registers: return k.registers;
    case Cycles: return k.cycles;
    case Grid:
    case Block: return volume(extentOf(*m_snapshot, k, column));
    default: return model::KernelSummary::kNone;
    }
}

QString KernelSummaryModel::valueText(const model::Snapshot& s, const model::KernelSummary& k, int column) const {
    if (isExtent(column)) return extent(extentOf(s, k, column));
    const double v = number(k, column);
    return std::isnan(v) ? QString() : metricText(s, model::MetricValue::ofReal(v), unitOf(column));
}

QString KernelSummaryModel::delta(const model::KernelSummary& k, const model::KernelSummary& base, int column) const {
    if (!isExtent(column)) return deltaBeside(number(k, column), number(base, column), unitOf(column));
    const auto& now = extentOf(*m_snapshot, k, column);
    const auto& before = extentOf(*m_baseline.snapshot, base, column);
    if (now != before && model::volumeOf(now) == model::volumeOf(before))
        return QStringLiteral("≈");  // of another shape
    return deltaBeside(volume(now), volume(before), {});
}

QString KernelSummaryModel::text(const model::KernelSummary& k, int column) const {
    const model::KernelProfile& p = m_snapshot->kernelProfiles().at(k.profile);
    switch (column) {
    case Function: return utf8(m_snapshot->text(p.function ? p.function : p.name));
    case Name: return utf8(m_snapshot->text(p.name));
    default: break;
    }
    const QString value = valueText(*m_snapshot, k, column);
    const model::KernelSummary* base = isCompared(column) ? baseOf(k) : nullptr;
    return base && !value.isEmpty() ? withDelta(value, delta(k, *base, column)) : value;
}

QString KernelSummaryModel::copy(const model::KernelSummary& k, int column) const {
    if (isExtent(column)) return valueText(*m_snapshot, k, column);
    if (!unitOf(column)) return text(k, column);
    const double v = number(k, column);
    return std::isnan(v) ? QString() : rawReal(v);
}

QVariant KernelSummaryModel::toolTip(const model::KernelSummary& k, int column) const {
    QStringList lines;
    if (column == Speedup && k.rule)
        lines
            << tr("Estimated by the rule “%1”").arg(utf8(m_snapshot->text(k.rule->title ? k.rule->title : k.rule->id)));
    else if (column == Speedup || (column == Gain && !k.rule))
        lines << tr("No rule of the profiler estimates a gain for the whole kernel.");
    if (isCompared(column) && m_baseline) lines << aboutBaseline(k, column);
    if (column == Name || column == Function) lines << text(k, Name);
    return lines.isEmpty() ? QVariant() : QVariant(lines.join(u'\n'));
}

QString KernelSummaryModel::aboutBaseline(const model::KernelSummary& k, int column) const {
    const model::KernelSummary* base = baseOf(k);
    if (!base) return tr("%1 holds no kernel of this name: there is nothing to compare with.").arg(m_baseline.report);
    const QString value = valueText(*m_baseline.snapshot, *base, column);
    if (value.isEmpty())
        return tr("Kernel %1 of %2 was not measured in this.").arg(base->profile + 1).arg(m_baseline.report);
    const QString difference =
        isExtent(column) ? QString() : deltaText(number(k, column), number(*base, column), unitOf(column));
    const QString numbers =
        difference.isEmpty() ? tr("Baseline %1").arg(value) : tr("Baseline %1; difference %2").arg(value, difference);
    return numbers + u'\n' + tr("Kernel %1 of %2").arg(base->profile + 1).arg(m_baseline.report);
}

QVariant KernelSummaryModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || !m_snapshot) return {};
    const model::KernelSummary& k = m_kernels[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole: return text(k, index.column());
    case kCopyRole: return copy(k, index.column());
    case Qt::ToolTipRole: return toolTip(k, index.column());
    case Qt::TextAlignmentRole:
        return static_cast<int>((unitOf(index.column()) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case BarDelegate::kShare:
        if (const double v = number(k, index.column());
            (index.column() == Compute || index.column() == Memory) && !std::isnan(v))
            return v / 100;
        return {};
    case Qt::ForegroundRole: {
        const model::KernelSummary* base = index.column() == Duration || index.column() == Cycles ? baseOf(k) : nullptr;
        if (!base || deltaPercent(number(k, index.column()), number(*base, index.column())).isEmpty()) return {};
        const double d = number(k, index.column()) - number(*base, index.column());
        const timeline::Tokens& t = timeline::tokens(themeManager()->theme());
        return d < 0 ? QVariant(QColor(t.good)) : d > 0 ? QVariant(QColor(t.bad)) : QVariant();
    }
    default: return {};
    }
}

QVariant KernelSummaryModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((unitOf(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
    const bool tip = role == Qt::ToolTipRole;
    switch (section) {
    case Number: return tip ? tr("Place in the report, from 1") : tr("No.", "number of a kernel");
    case Speedup:
        return tip ? tr("Greatest share of the duration that one rule of the profiler thinks can be saved; estimates for a part of the kernel do not count")
                   : tr("Est. speed-up");
    case Gain: return tip ? tr("Duration × estimated speed-up: where work pays most") : tr("Could save");
    case Function: return tip ? tr("Name of the function alone") : tr("Function");
    case Duration: return tip ? tr("On the device, as the profiler measured it") : tr("Duration");
    case Compute: return tip ? tr("Throughput of the multiprocessors, of what they could do") : tr("Compute");
    case Memory: return tip ? tr("Throughput of the memory system, of what it could do") : tr("Memory");
    case Registers: return tip ? tr("Registers of a thread") : tr("Registers");
    case Grid: return tip ? tr("Blocks of the launch; ordered by their number") : tr("Grid");
    case Block: return tip ? tr("Threads of a block; ordered by their number") : tr("Block");
    case Cycles: return tip ? tr("Cycles that passed while the kernel ran") : tr("Cycles");
    case Name: return tip ? tr("Whole name, as the compiler spells it") : tr("Name");
    default: return {};
    }
}

void KernelSummaryModel::sort(int column, Qt::SortOrder order) {
    m_sortColumn = column;
    m_order = order;
    beginResetModel();
    const bool up = order == Qt::AscendingOrder;
    // What was not measured comes last, whichever way.
    std::stable_sort(m_kernels.begin(), m_kernels.end(), [&](const auto& a, const auto& b) {
        if (!unitOf(column)) return up ? text(a, column) < text(b, column) : text(b, column) < text(a, column);
        const double x = number(a, column), y = number(b, column);
        if (std::isnan(x) || std::isnan(y)) return !std::isnan(x) && std::isnan(y);
        return up ? x < y : y < x;
    });
    endResetModel();
}

void KernelSummaryModel::retranslate() {
    emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    if (rowCount()) emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

KernelSummaryView::KernelSummaryView()
    : Table(QStringLiteral("kernelSummary")), m_model(new KernelSummaryModel(this)), m_pin(new QAction(this)) {
    setModel(m_model);
    setItemDelegate(new BarDelegate(this));
    setSortingEnabled(true);
    sortByColumn(KernelSummaryModel::Number, Qt::AscendingOrder);
    horizontalHeader()->setStretchLastSection(false);
    constexpr std::array kWidths{44, 190, 150, 136, 136, 136, 136, 110, 150, 130, 150, 460};
    for (int c = 0; c < KernelSummaryModel::ColumnCount; ++c) setColumnWidth(c, kWidths[static_cast<std::size_t>(c)]);
    restoreColumns();
    connect(m_pin, &QAction::triggered, this, [this] {
        if (currentIndex().isValid()) emit baselineRequested(m_model->profileAt(currentIndex().row()));
    });
    setContextActions({m_pin});
    retranslate();
    connect(m_model, &QAbstractItemModel::modelReset, this, &KernelSummaryView::selectShown);
    connect(this, &Table::rowActivated, this,
            [this](const QModelIndex& index) { emit kernelRequested(m_model->profileAt(index.row())); });
}

void KernelSummaryView::setKernel(const ShownKernel& shown) {
    m_profile = shown.profile;
    m_model->set(shown);
    if (shown.baseline) widenNumbers();
}

/// Numbers and how they differ are not shortened, in whichever language.
void KernelSummaryView::widenNumbers() {
    constexpr int kPadding = 16;
    const int rows = std::min(m_model->rowCount(), kSampledRows);
    for (int column = 0; column < KernelSummaryModel::ColumnCount; ++column) {
        int width = columnWidth(column);
        for (int row = 0; row < rows && isCompared(column); ++row)
            width = std::max(width,
                             fontMetrics().horizontalAdvance(m_model->index(row, column).data().toString()) + kPadding);
        if (!isColumnHidden(column) && width != columnWidth(column)) setColumnWidth(column, width);
    }
}

void KernelSummaryView::selectShown() {
    const int row = m_model->rowOf(m_profile);
    if (row < 0) return;
    selectRow(row);
    scrollTo(m_model->index(row, 0));
}

void KernelSummaryView::retranslate() {
    m_pin->setText(tr("Compare with this kernel"));
    m_model->retranslate();
}

void KernelSummaryView::changeEvent(QEvent* event) {
    Table::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) retranslate();
}

}  // namespace app
