// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panes/kernel/kernel_metrics_view.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>
#include <algorithm>
#include <array>

#include "app/kit/tables/table.h"
#include "app/panes/kernel/kernel_metrics_model.h"
#include "timeline/look/format.h"

namespace app {

KernelMetricsView::KernelMetricsView()
    : m_metrics(new KernelMetricsModel(this)), m_table(new Table(QStringLiteral("kernelAllMetrics"))),
      m_filter(new QLineEdit), m_count(new QLabel) {
    m_filter->setClearButtonEnabled(true);
    m_filter->setMaximumWidth(360);
    m_count->setForegroundRole(QPalette::PlaceholderText);
    m_table->setModel(m_metrics);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(KernelMetricsModel::Name, Qt::AscendingOrder);
    m_table->horizontalHeader()->setStretchLastSection(false);
    constexpr std::array kWidths{620, 150, 150, 200};
    for (int c = 0; c < KernelMetricsModel::ColumnCount; ++c)
        m_table->setColumnWidth(c, kWidths[static_cast<std::size_t>(c)]);
    m_table->restoreColumns();
    auto* top = new QHBoxLayout;
    top->setContentsMargins(8, 4, 8, 4);
    top->addWidget(m_filter, 1);
    top->addStretch();
    top->addWidget(m_count);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(top);
    column->addWidget(m_table, 1);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& words) {
        m_metrics->setFilter(words);
        updateCount();
    });
    retranslate();
}

// What is kept of the columns is what somebody has chosen.
KernelMetricsView::~KernelMetricsView() {
    m_isCompared = false;
    fitNames();
}

void KernelMetricsView::setKernel(const ShownKernel& shown) {
    m_isCompared = static_cast<bool>(shown.baseline);
    m_metrics->setKernel(shown);
    for (const int column : {KernelMetricsModel::Baseline, KernelMetricsModel::Delta})
        m_table->setColumnHidden(column, !shown.baseline);
    fitNames();
    updateCount();
}

/// Beside a baseline names give way, so that what they differ by is seen.
void KernelMetricsView::fitNames() {
    constexpr int kLeast = 200;  // px
    const int shown = m_table->columnWidth(KernelMetricsModel::Name), wanted = m_nameWidth > 0 ? m_nameWidth : shown;
    const int others = m_table->horizontalHeader()->length() - shown, room = m_table->viewport()->width() - others;
    const int width = m_isCompared ? std::min(wanted, std::max(kLeast, room)) : wanted;
    m_nameWidth = width < wanted ? wanted : 0;
    if (width != shown) m_table->setColumnWidth(KernelMetricsModel::Name, width);
}

void KernelMetricsView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitNames();
}

void KernelMetricsView::updateCount() {
    const int shown = m_metrics->rowCount(), all = m_metrics->total();
    m_count->setText(
        shown == all
            ? tr("%Ln metric(s), %1 not measured", nullptr, all)
                  .arg(timeline::formatCount(static_cast<std::uint64_t>(m_metrics->notMeasured())))
            : tr("%1 of %Ln metric(s)", nullptr, all).arg(timeline::formatCount(static_cast<std::uint64_t>(shown))));
}

void KernelMetricsView::retranslate() {
    m_filter->setPlaceholderText(tr("Filter metrics"));
    m_metrics->retranslate();
    updateCount();
}

void KernelMetricsView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) retranslate();
}

}  // namespace app
