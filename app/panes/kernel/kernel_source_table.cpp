// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panes/kernel/kernel_source_table.h"

#include <QAbstractTableModel>
#include <QApplication>
#include <QFileInfo>
#include <QHeaderView>
#include <algorithm>
#include <cmath>
#include <limits>

#include "app/kit/icons.h"
#include "app/kit/metric_text.h"
#include "app/kit/std_text.h"
#include "app/kit/tables/bar_delegate.h"
#include "app/kit/theme.h"
#include "app/panes/kernel/kernel_source_view.h"
#include "app/pictures/picture_fonts.h"
#include "timeline/look/format.h"

namespace app {
namespace {

constexpr int kColumnsAtFirst = 6;  // of metrics; the others are in the menu of the header
constexpr int kFewColumns = 1;      // … beside another table
constexpr int kPlaceWidth = 84, kHeatWidth = 64, kLeastCode = 240;  // px

}  // namespace

/// Rows of a SourceTable. Cells are tinted by their share of the column.
class KernelSourceModel : public QAbstractTableModel {
public:
    using Column = KernelSourceTable::Column;
    using enum KernelSourceTable::Column;

    static QString numberText(double v) {
        return v >= 0 && v < 1e15 && v == std::floor(v) ? timeline::formatCount(static_cast<std::uint64_t>(v))
                                                        : timeline::formatValue(v);
    }
    double greatest(std::size_t column) const { return m_greatest[column]; }

    explicit KernelSourceModel(QObject* parent) : QAbstractTableModel(parent), m_fixed(fixedFont()) {}

    void set(KernelSourceTable::Content content) {
        beginResetModel();
        m_snapshot = std::move(content.snapshot);
        m_table = std::move(content.table);
        m_texts = std::move(content.texts);
        m_ptx = std::move(content.ptx);
        m_linked.clear();
        addTexts();
        m_before.clear();
        m_totals.clear();
        m_greatest.clear();
        for (std::size_t c = 0; c < m_table.columns.size(); ++c) {
            double greatest = 0;
            for (const auto& row : m_table.rows)
                if (row.values[c] > greatest) greatest = row.values[c];
            m_greatest.push_back(greatest);
            m_totals.push_back(m_table.total(c));
        }
        sortByHeat();
        endResetModel();
    }
    void setHeat(std::string_view metric) {
        m_metric = metric;
        sortByHeat();
        if (rowCount() == 0) return;
        emit dataChanged(index(0, Heat), index(rowCount() - 1, Heat));
        emit headerDataChanged(Qt::Horizontal, Heat, Heat);
    }
    const std::vector<int>& byHeat() const { return m_byHeat; }
    void setLinked(std::vector<int> rows) {
        if (rows == m_linked) return;
        m_linked = std::move(rows);
        if (rowCount() > 0) emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    }
    const std::vector<int>& linked() const { return m_linked; }
    const model::SourceTable& table() const { return m_table; }
    /// Values of the baseline by row, as valuesBefore() has them; of the table that was set.
    void setBefore(std::vector<std::vector<double>> before) {
        beginResetModel();
        m_before = std::move(before);
        endResetModel();
    }
    bool hasBefore() const { return !m_before.empty(); }
    /// Rows that the baseline has, too.
    std::size_t matched() const {
        return static_cast<std::size_t>(
            std::count_if(m_before.begin(), m_before.end(), [](const auto& values) { return !values.empty(); }));
    }

    int rowCount(const QModelIndex& parent = {}) const override {
        return parent.isValid() ? 0 : static_cast<int>(m_table.rows.size());
    }
    int columnCount(const QModelIndex& parent = {}) const override {
        return parent.isValid() ? 0 : FirstMetric + static_cast<int>(m_table.columns.size());
    }

    QVariant data(const QModelIndex& index, int role) const override {
        if (!index.isValid()) return {};
        const auto& row = m_table.rows[static_cast<std::size_t>(index.row())];
        if (role == Qt::ToolTipRole) return toolTip(row, static_cast<std::size_t>(index.row()), index.column());
        if (role == Qt::BackgroundRole && index.column() < FirstMetric) return linkedGround(index.row());
        if (index.column() == Place) return place(row, index.row(), role);
        if (index.column() == Heat) return heat(row, role);
        if (index.column() == Code) return code(row, role);
        return metric(row, static_cast<std::size_t>(index.row()),
                      static_cast<std::size_t>(index.column() - FirstMetric), role);
    }

    QVariant headerData(int section, Qt::Orientation orientation, int role) const override {
        if (orientation != Qt::Horizontal) return {};
        const bool isMetric = section >= FirstMetric;
        if (section == Heat && role == Qt::ToolTipRole)
            return m_table.columns.empty()
                       ? QVariant()
                       : KernelSourceView::tr("Share of all: %1").arg(placeMetricTitle(m_snapshot->text(heatMetric())));
        if (section == Heat && role == Qt::DisplayRole) return KernelSourceView::tr("Share");
        if (role == Qt::TextAlignmentRole)
            return static_cast<int>((section == Code ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
        const std::string_view name =
            isMetric ? m_snapshot->text(m_table.columns[static_cast<std::size_t>(section - FirstMetric)])
                     : std::string_view();
        if (role == Qt::ToolTipRole) return utf8(name);
        if (role != Qt::DisplayRole) return {};
        if (isMetric) return placeMetricTitle(name);
        const bool lines = !m_table.rows.empty() && m_table.rows.front().line > 0;
        if (section == Place) return lines ? KernelSourceView::tr("Line") : KernelSourceView::tr("Offset");
        return lines ? KernelSourceView::tr("Source") : KernelSourceView::tr("Instruction");
    }

private:
    using Row = model::SourceTable::Row;

    void addTexts() {
        if (!m_texts) return;
        for (Row& row : m_table.rows) {
            if (!row.function || !row.text.empty()) continue;
            const auto function = m_texts->find(m_snapshot->text(row.function->name));
            if (function == m_texts->end()) continue;
            if (const auto text = function->second.find(row.offset); text != function->second.end())
                row.text = text->second;
        }
    }

    model::StringId heatMetric() const { return m_table.columns[m_heat]; }

    /// Rows by the metric that was asked for, or the first.
    void sortByHeat() {
        m_heat = 0;
        for (std::size_t c = 0; c < m_table.columns.size(); ++c)
            if (m_snapshot->text(m_table.columns[c]) == m_metric) m_heat = c;
        m_byHeat.clear();
        const auto value = [this](int row) { return m_table.rows[static_cast<std::size_t>(row)].values[m_heat]; };
        for (int row = 0; row < rowCount() && !m_table.columns.empty(); ++row)
            if (value(row) > 0) m_byHeat.push_back(row);
        std::stable_sort(m_byHeat.begin(), m_byHeat.end(), [&](int a, int b) { return value(a) > value(b); });
    }

    bool isLinked(int row) const { return std::binary_search(m_linked.begin(), m_linked.end(), row); }
    QVariant linkedGround(int row) const {
        if (!isLinked(row)) return {};
        QColor ground(timeline::tokens(themeManager()->theme()).accent);
        ground.setAlphaF(0.14F);
        return ground;
    }

    QVariant heat(const Row& row, int role) const {
        if (role == Qt::TextAlignmentRole) return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
        if (m_table.columns.empty() || !(row.values[m_heat] > 0) || !(m_totals[m_heat] > 0)) return {};
        if (role == Qt::DisplayRole) return timeline::formatPercent(row.values[m_heat] / m_totals[m_heat]);
        if (role == kCopyRole) return rawReal(100 * row.values[m_heat] / m_totals[m_heat]);
        if (role == BarDelegate::kShare) return row.values[m_heat] / m_greatest[m_heat];
        return {};
    }

    QVariant place(const Row& row, int at, int role) const {
        if (role == Qt::TextAlignmentRole) return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
        if (role == Qt::DecorationRole && !row.markers.empty()) return icon(QStringLiteral("warning"));
        if (role == Qt::ForegroundRole) return QApplication::palette().color(QPalette::PlaceholderText);
        if (role != Qt::DisplayRole && role != kCopyRole) return {};
        const QString text =
            row.line ? QString::number(row.line) : QStringLiteral("0x%1").arg(row.offset, 4, 16, QLatin1Char('0'));
        return role == Qt::DisplayRole && isLinked(at) ? QStringLiteral("▸ ") + text : text;  // not by colour alone
    }

    QVariant code(const Row& row, int role) const {
        if (role == Qt::FontRole) return m_fixed;
        if (role == Qt::DisplayRole || role == kCopyRole) {
            if (!row.text.empty()) return utf8(row.text).replace(u'\t', QStringLiteral("    "));
            // The text of instructions is not in reports: which line they belong to is.
            const auto* line = row.function ? row.function->lineAt(row.offset) : nullptr;
            return line ? QStringLiteral("%1:%2")
                              .arg(QFileInfo(utf8(m_snapshot->text(line->file))).fileName())
                              .arg(line->line)
                        : QString();
        }
        if (role == Qt::ForegroundRole && row.text.empty())
            return QApplication::palette().color(QPalette::PlaceholderText);
        return {};
    }

    /// NaN where the baseline has nothing there.
    double before(std::size_t row, std::size_t column) const {
        return row < m_before.size() && column < m_before[row].size() ? m_before[row][column]
                                                                      : std::numeric_limits<double>::quiet_NaN();
    }

    QVariant metric(const Row& row, std::size_t at, std::size_t column, int role) const {
        const double v = row.values[column];
        if (role == Qt::TextAlignmentRole) return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
        if (std::isnan(v)) return {};
        if (role == Qt::DisplayRole) return withDelta(numberText(v), deltaBeside(v, before(at, column), {}));
        if (role == kCopyRole) return rawReal(v);
        if (role == Qt::ForegroundRole && v == 0) return QApplication::palette().color(QPalette::PlaceholderText);
        if (role == Qt::BackgroundRole && v > 0 && m_greatest[column] > 0) {
            QColor tint(timeline::tokens(themeManager()->theme()).accent);
            tint.setAlphaF(static_cast<float>(0.32 * v / m_greatest[column]));
            return tint;
        }
        return {};
    }

    QVariant toolTip(const Row& row, std::size_t at, int column) const {
        QStringList lines;
        if (column >= FirstMetric) {
            const auto c = static_cast<std::size_t>(column - FirstMetric);
            if (const double v = row.values[c]; !std::isnan(v) && m_totals[c] > 0)
                lines << KernelSourceView::tr("%1 of all").arg(timeline::formatPercent(v / m_totals[c]));
            if (const double b = before(at, c); !std::isnan(b))
                lines << KernelSourceView::tr("Baseline: %1").arg(numberText(b));
        }
        if (column == Heat && !m_table.columns.empty()) lines << placeMetricTitle(m_snapshot->text(heatMetric()));
        if (column == Code && !row.text.empty()) lines << utf8(row.text).trimmed();
        for (const model::SourceMarker* m : row.markers) lines << utf8(m_snapshot->text(m->text));
        return lines.isEmpty() ? QVariant() : QVariant(lines.join(u'\n'));
    }

    model::SnapshotPtr m_snapshot;
    model::SourceTable m_table;
    std::shared_ptr<const importers::ncu::SassListing> m_texts;
    std::shared_ptr<const importers::ncu::CubinPtx> m_ptx;
    std::vector<double> m_totals, m_greatest;   // by column
    std::vector<std::vector<double>> m_before;  // of the baseline, by row and column
    std::string m_metric;                       // that the heat is of, where it was measured here
    std::size_t m_heat = 0;                     // column of the heat
    std::vector<int> m_byHeat;                  // rows, the hottest first
    std::vector<int> m_linked;                  // rows, in order
    QFont m_fixed;
};

KernelSourceTable::KernelSourceTable(QWidget* parent) : Table(QString(), parent), m_model(new KernelSourceModel(this)) {
    setModel(m_model);
    setItemDelegateForColumn(Heat, new BarDelegate(this));
    horizontalHeader()->setMinimumSectionSize(48);
    setTextElideMode(Qt::ElideRight);  // code is read from its beginning
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) { emit rowChosen(current.isValid() ? current.row() : -1); });
}

void KernelSourceTable::setContent(Content content) { m_model->set(std::move(content)); }
const model::SourceTable& KernelSourceTable::content() const { return m_model->table(); }
void KernelSourceTable::setBefore(std::vector<std::vector<double>> before) { m_model->setBefore(std::move(before)); }
std::size_t KernelSourceTable::matched() const { return m_model->matched(); }
void KernelSourceTable::setHeat(std::string_view metric) { m_model->setHeat(metric); }
const std::vector<int>& KernelSourceTable::byHeat() const { return m_model->byHeat(); }
const std::vector<int>& KernelSourceTable::linked() const { return m_model->linked(); }

void KernelSourceTable::stepByHeat(int direction) {
    const std::vector<int>& order = byHeat();
    if (order.empty()) return;
    // The focus alone makes the first row the current one: that is no choice.
    const bool chosen = currentIndex().isValid() && selectionModel()->isRowSelected(currentIndex().row(), {});
    const auto at = chosen ? std::find(order.begin(), order.end(), currentIndex().row()) : order.end();
    std::ptrdiff_t next = at == order.end() ? 0 : at - order.begin() + direction;
    next = std::clamp<std::ptrdiff_t>(next, 0, static_cast<std::ptrdiff_t>(order.size()) - 1);
    const QModelIndex row = m_model->index(order[static_cast<std::size_t>(next)], Code);
    setCurrentIndex(row);
    scrollTo(row, PositionAtCenter);
}

void KernelSourceTable::setLinked(std::vector<int> rows) {
    m_model->setLinked(std::move(rows));
    if (!linked().empty()) scrollTo(m_model->index(linked().front(), Code), PositionAtCenter);
}

void KernelSourceTable::fitColumns(bool few) {
    setColumnWidth(Place, kPlaceWidth);  // with the mark of a remark
    setColumnWidth(Heat, kHeatWidth);
    const std::size_t metrics = content().columns.size();
    for (std::size_t c = 0; c < metrics; ++c) {
        const int column = FirstMetric + static_cast<int>(c);
        setColumnHidden(column, static_cast<int>(c) >= (few ? kFewColumns : kColumnsAtFirst));
        const int title =
            fontMetrics().horizontalAdvance(m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
        const int number = fontMetrics().horizontalAdvance(KernelSourceModel::numberText(m_model->greatest(c)));
        const int delta = matched() ? fontMetrics().horizontalAdvance(QStringLiteral("  (+100.0 %)")) : 0;
        setColumnWidth(column, std::max(number + delta + 20, std::clamp(title + 20, 80, 220)));
    }
    fitCode();
}

// Code is never cut beside empty space.
void KernelSourceTable::fitCode() {
    int others = 0;
    for (int c = 0; c < m_model->columnCount(); ++c)
        if (c != Code && !isColumnHidden(c)) others += columnWidth(c);
    setColumnWidth(Code, std::max(kLeastCode, viewport()->width() - others));
}

void KernelSourceTable::resizeEvent(QResizeEvent* event) {
    Table::resizeEvent(event);
    if (m_model->columnCount() > FirstMetric) fitCode();
}

void KernelSourceTable::scrollToHottest() {
    if (!byHeat().empty()) scrollTo(m_model->index(byHeat().front(), Code), PositionAtCenter);
}

}  // namespace app
