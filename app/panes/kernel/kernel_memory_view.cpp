// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panes/kernel/kernel_memory_view.h"

#include <QCoreApplication>
#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QScrollBar>
#include <QStackedLayout>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "app/kit/metric_text.h"
#include "app/kit/side_by_side.h"
#include "app/kit/tables/bar_delegate.h"
#include "app/panes/kernel/memory_chart.h"
#include "app/panes/kernel/roofline_text.h"
#include "model/kernels/memory_flow.h"

namespace app {
namespace {

constexpr int kMostColumns = 7;          // label and six numbers
constexpr QSize kMemoryCellRoom(14, 4);  // px, beside and above what a cell shows
constexpr int kWide = 760, kChartWidth = 545,
              kTablesHeight = 200;  // px, of both beside each other, of the chart then, of the tables else

QString translated(std::string_view english) {
    const QByteArray text(english.data(), static_cast<qsizetype>(english.size()));
    return QCoreApplication::translate("MemoryTables", text.constData());
}

/// The same cell of another kernel's tables; NaN if it has none.
double cellOf(const std::vector<model::MemoryTable>& tables, std::string_view title, std::string_view label,
              std::size_t column) {
    for (const model::MemoryTable& t : tables)
        for (const model::MemoryTable::Row& row : t.rows)
            if (t.title == title && row.label == label) return row.cells[column];
    return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

KernelMemoryView::KernelMemoryView()
    : m_chart(new MemoryChartWidget), m_tables(new QTreeWidget), m_why(new QLabel), m_noteLabel(new QLabel),
      m_stack(new QStackedLayout(this)) {
    m_tables->setColumnCount(kMostColumns);
    m_tables->setHeaderHidden(true);
    m_tables->setRootIsDecorated(false);
    m_tables->setIndentation(10);
    m_tables->setFrameShape(QFrame::NoFrame);
    m_tables->setItemDelegate(new BarDelegate(m_tables, kMemoryCellRoom));
    m_tables->setUniformRowHeights(true);
    m_tables->setFocusPolicy(Qt::ClickFocus);
    m_tables->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_tables->header()->setStretchLastSection(false);
    m_why->setWordWrap(true);
    m_why->setMargin(12);
    m_why->setAlignment(Qt::AlignTop);
    m_why->setForegroundRole(QPalette::PlaceholderText);
    m_noteLabel->setWordWrap(true);
    m_noteLabel->setContentsMargins(10, 4, 10, 4);
    m_noteLabel->setForegroundRole(QPalette::PlaceholderText);
    m_noteLabel->hide();
    m_parts = new SideBySide(m_chart, m_tables, {kWide, kChartWidth, kTablesHeight, true});
    auto* measured = new QWidget;
    auto* column = new QVBoxLayout(measured);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_noteLabel);
    column->addWidget(m_parts, 1);
    m_stack->addWidget(measured);
    m_stack->addWidget(m_why);
}

void KernelMemoryView::setKernel(const ShownKernel& shown) {
    m_shown = shown;
    fill();
}

void KernelMemoryView::fill() {
    const model::KernelProfile* p = m_shown.kernel();
    model::MemoryChart chart = p ? model::memoryChart(*m_shown.snapshot, *p) : model::MemoryChart();
    m_why->setText(tr(
        "The memory system was not measured for this kernel. Profile it with “ncu --set full”, or add “--section MemoryWorkloadAnalysis_Chart --section MemoryWorkloadAnalysis_Tables”."));
    const bool isMeasured = chart.isMeasured();
    m_stack->setCurrentIndex(isMeasured ? 0 : 1);
    std::optional<model::MemoryChart> baseline;
    if (isMeasured && m_shown.baseline)
        baseline = model::memoryChart(*m_shown.baseline.snapshot, m_shown.baseline.kernel());
    m_isCompared = baseline && model::isComparable(chart, *baseline);
    if (!m_isCompared) baseline.reset();
    m_chart->setChart(std::move(chart), std::move(baseline));
    fillTables();
    m_note =
        !isMeasured || !m_shown.baseline ? QString()
        : m_isCompared
            ? cachesText(model::roofline::cachesOf(*m_shown.snapshot),
                         model::roofline::cachesOf(*m_shown.baseline.snapshot))
            : tr("Nothing is compared: %1 has none of these numbers. Profile its kernels with “ncu --set full”, too.")
                  .arg(m_shown.baseline.report);
    m_noteLabel->setText(m_note);
    m_noteLabel->setVisible(!m_note.isEmpty());
}

QString KernelMemoryView::whyEmpty() const { return m_stack->currentIndex() == 1 ? m_why->text() : QString(); }

void KernelMemoryView::fillTables() {
    m_tables->clear();
    const model::KernelProfile* p = m_shown.kernel();
    if (!p) return;
    const model::Snapshot& s = *m_shown.snapshot;
    std::vector<model::MemoryTable> base;
    if (m_shown.baseline) base = model::memoryTables(*m_shown.baseline.snapshot, m_shown.baseline.kernel());
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    for (const model::MemoryTable& table : model::memoryTables(s, *p)) {
        auto* head = new QTreeWidgetItem(m_tables, {translated(table.title)});
        head->setFont(0, bold);
        head->setFlags(Qt::ItemIsEnabled);
        for (std::size_t c = 0; c < table.columns.size(); ++c) {
            const int column = static_cast<int>(c) + 1;
            head->setText(column, translated(table.columns[c].title));
            head->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
            head->setForeground(column, palette().color(QPalette::PlaceholderText));
        }
        head->setExpanded(true);
        for (const model::MemoryTable::Row& row : table.rows) {
            auto* item = new QTreeWidgetItem(head, {translated(row.label)});
            for (std::size_t c = 0; c < row.cells.size(); ++c) {
                if (std::isnan(row.cells[c])) continue;
                const int column = static_cast<int>(c) + 1;
                const std::string_view unit = table.columns[c].unit;
                const QString delta = deltaBeside(row.cells[c], cellOf(base, table.title, row.label, c), unit);
                m_isCompared |= !delta.isEmpty();
                item->setText(column, withDelta(metricText(s, model::MetricValue::ofReal(row.cells[c]), unit), delta));
                item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
                item->setToolTip(column, QString::fromStdString(row.metrics[c]));
                if (row.cells[c] == 0) item->setForeground(column, palette().color(QPalette::PlaceholderText));
                if (unit == "%") item->setData(column, BarDelegate::kShare, row.cells[c] / 100);
            }
        }
    }
    int width = 0;
    for (int column = 0; column < m_tables->columnCount(); ++column)
        width += static_cast<const QAbstractItemView*>(m_tables)->sizeHintForColumn(column);
    m_parts->setSecondWidth(width + m_tables->verticalScrollBar()->sizeHint().width());
}

void KernelMemoryView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange) fill();
}

}  // namespace app
