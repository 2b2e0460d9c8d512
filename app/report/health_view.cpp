// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/health_view.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QStandardItemModel>
#include <QVBoxLayout>
#include <algorithm>

#include "app/kit/error_text.h"
#include "app/kit/icons.h"
#include "app/kit/tables/report_table_model.h"
#include "app/kit/tables/sentence_table.h"
#include "timeline/look/format.h"

namespace app {
namespace {

/// Of the report that a sentence is about, while it is made: what writes numbers is a plain function.
thread_local const timeline::TimeFormat* momentsAs = nullptr;

constexpr model::NumberText kNumbers{
    [](std::uint64_t n) { return timeline::formatCount(n).toStdString(); },
    [](std::int64_t ns) { return timeline::formatDuration(ns).toStdString(); },
    [](std::int64_t ns) { return momentsAs->exact(ns).toStdString(); },
    [](double percent) { return QLocale().toString(percent, 'f', 1).toStdString() + " %"; }};

}  // namespace

QString healthFact(const model::HealthFinding& finding, const timeline::TimeFormat& times) {
    momentsAs = &times;
    return messageText(factOf(finding), kNumbers);
}
QString healthAdvice(const model::HealthFinding& finding) { return messageText(adviceOn(finding)); }

HealthView::HealthView(QWidget* parent)
    : QWidget(parent), m_summary(new QLabel(this)), m_findings(new QStandardItemModel(this)),
      m_table(new SentenceTable(QStringLiteral("health"), {1, 2})) {
    m_summary->setMargin(6);
    m_summary->setTextFormat(Qt::PlainText);
    m_table->setModel(m_findings);
    m_table->setSortingEnabled(false);
    m_table->horizontalHeader()->setStretchLastSection(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_summary);
    column->addWidget(m_table, 1);
    retranslate();
}

void HealthView::setHost(PaneHost* host) {
    if (host == m_host && host) return;
    m_examining.forget();
    if (m_host) m_host->disconnect(this);
    m_host = host;
    if (host) connect(host, &PaneHost::timesChanged, this, &HealthView::fill);
    m_asked.reset();
    m_known = false;
    refresh();
    fill();
}

bool HealthView::isDue() const {
    return m_host && m_host->state() == ReportState::Ready && m_host->report() != m_asked.lock();
}

void HealthView::refresh() {
    if (!isDue() || !isVisible()) return;
    m_asked = m_host->report();
    m_known = false;
    m_examining.run(
        [report = m_host->report()](const std::stop_token& stop) { return model::captureHealth(*report, stop); },
        [this](model::Health health) { setResult(std::move(health)); });
}

void HealthView::refreshNow() {
    if (!m_host || m_host->state() != ReportState::Ready || (m_known && !isDue())) return;
    m_examining.forget();
    const model::SnapshotPtr report = m_host->report();
    m_asked = report;
    setResult(model::captureHealth(*report));
}

void HealthView::setResult(model::Health health) {
    m_health = std::move(health);
    m_known = true;
    fill();
    emit computed();
}

void HealthView::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refresh();
    fill();
}

void HealthView::fill() {
    m_findings->setRowCount(0);
    m_findings->setHorizontalHeaderLabels({tr("Severity"), tr("Finding"), tr("Next time")});
    if (!m_known) {
        m_summary->setText(m_host && m_host->state() == ReportState::Loading ? tr("Examined once the report is read.")
                                                                             : tr("Examining the report…"));
        return;
    }
    QStringList summary;
    if (m_health.coverage)
        summary.append(tr("Events cover %1 % of the time of the report.")
                           .arg(QLocale().toString(*m_health.coverage * 100, 'f', 1)));
    if (!m_health.idleReliable) summary.append(tr("Idle time of GPUs is not reliable in this report."));
    if (m_health.findings.empty()) summary.append(tr("Nothing seems to be missing."));
    m_summary->setText(summary.join(u' '));
    const timeline::TimeFormat times = m_host ? m_host->times() : timeline::TimeFormat();
    const ReportWords words(m_host ? m_host->report() : nullptr);
    for (const model::HealthFinding& f : m_health.findings) {
        auto* severity = new QStandardItem(severityText(f.severity));
        severity->setIcon(
            icon(f.severity == model::Severity::Info ? QStringLiteral("info") : QStringLiteral("warning"),
                 f.severity == model::Severity::DataLoss ? QPalette::BrightText : QPalette::PlaceholderText));
        auto* fact = new QStandardItem(healthFact(f, times));
        fact->setToolTip(f.subject.empty() ? fact->text() : messageText(f.subject));
        auto* advice = new QStandardItem(words.in(healthAdvice(f)));
        advice->setToolTip(advice->text());
        m_findings->appendRow({severity, fact, advice});
    }
    m_table->setColumnWidth(0, 130);
    m_table->setColumnWidth(1, std::max(260, (m_table->viewport()->width() - 130) / 2));
    m_table->restoreColumns();
}

void HealthView::retranslate() { fill(); }

}  // namespace app
