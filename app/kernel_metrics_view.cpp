// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kernel_metrics_view.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

#include "app/kernel_metrics_model.h"
#include "app/table.h"
#include "timeline/format.h"

namespace app {

KernelMetricsView::KernelMetricsView() : m_metrics(new KernelMetricsModel(this)), m_table(new Table(QStringLiteral("kernelAllMetrics"))), m_filter(new QLineEdit), m_count(new QLabel) {
    m_filter->setClearButtonEnabled(true);
    m_filter->setMaximumWidth(360);
    m_count->setForegroundRole(QPalette::PlaceholderText);
    m_table->setModel(m_metrics);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(KernelMetricsModel::Name, Qt::AscendingOrder);
    m_table->horizontalHeader()->setStretchLastSection(false);
    constexpr std::array kWidths{620, 180, 180, 220};
    for (int c = 0; c < KernelMetricsModel::ColumnCount; ++c) m_table->setColumnWidth(c, kWidths[static_cast<std::size_t>(c)]);
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

void KernelMetricsView::setKernel(const ShownKernel& shown) {
    m_metrics->setKernel(shown);
    for (const int column : {KernelMetricsModel::Baseline, KernelMetricsModel::Delta}) m_table->setColumnHidden(column, !shown.baseline);
    updateCount();
}

void KernelMetricsView::updateCount() {
    const int shown = m_metrics->rowCount(), all = m_metrics->total();
    m_count->setText(shown == all ? tr("%Ln metric(s), %1 not measured", nullptr, all).arg(timeline::formatCount(static_cast<std::uint64_t>(m_metrics->notMeasured())))
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
