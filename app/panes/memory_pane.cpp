// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panes/memory_pane.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>

#include "app/kit/elided_label.h"
#include "app/kit/tables/table.h"
#include "app/panes/memory_curve.h"
#include "app/report/row_menu.h"
#include "app/report/span_choice.h"
#include "timeline/look/format.h"
#include "timeline/rows/counter_geometry.h"
#include "timeline/rows/row_list.h"

namespace app {
namespace {

constexpr int kWidestColumn = 420;
constexpr const char* kReports[] = {"memory_peak", "memory_events", "memory_sum"};

/// Curves of bytes in use: of devices, of allocators, and those that a process counts. Metrics of a GPU are what its
/// units do.
bool isMemory(const model::Snapshot& s, const model::Track& t) {
    return t.counter != model::kNoCounter && s.counter(t.counter).rows > 0 && t.kind != model::TrackKind::GpuMetric &&
           timeline::holdsBytes(s, t);
}

/// "Allocated ‹ GPU 0 ‹ [812] python3": its own name first, which is what is read where there is no room for all.
QString curveTitle(const model::Snapshot& s, const model::Track& t) {
    QStringList parts;
    for (const model::Track* at = &t;; at = &s.track(at->parent)) {
        if (at->kind != model::TrackKind::Host) parts.append(timeline::trackTitle(s, *at));
        if (at->parent >= s.trackCount() || at->parent == at->id) break;
    }
    return parts.join(QStringLiteral(" ‹ "));
}

}  // namespace

MemoryPane::MemoryPane(QWidget* parent)
    : Pane(parent), m_curve(new QComboBox), m_view(new QComboBox), m_status(new ElidedLabel(nullptr, Qt::ElideRight)),
      m_plot(new MemoryCurve), m_table(new Table(QStringLiteral("memory"))), m_model(new ReportTableModel(this)) {
    for (QComboBox* box : {m_curve, m_view}) box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_curve->setMaximumWidth(420);
    m_status->setForegroundRole(QPalette::PlaceholderText);
    m_status->setTextFormat(Qt::PlainText);
    m_table->setModel(m_model);
    m_table->setSortingEnabled(true);
    m_table->horizontalHeader()->setSortIndicator(-1, Qt::DescendingOrder);

    auto* top = new QHBoxLayout;
    top->setContentsMargins(8, 4, 8, 4);
    for (QWidget* w : std::initializer_list<QWidget*>{m_curve, m_view, makeSpan()}) top->addWidget(w);
    top->addStretch();
    top->addWidget(m_status);
    auto* splitter = new QSplitter;
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_plot);
    splitter->addWidget(m_table);
    splitter->setSizes({600, 800});
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(top);
    column->addWidget(splitter, 1);
    setContent(content);

    connect(m_curve, &QComboBox::activated, this, &MemoryPane::showCurve);
    connect(m_view, &QComboBox::activated, this, &MemoryPane::refresh);
    connect(m_model, &ReportTableModel::changed, this, &MemoryPane::onChanged);
    setSubjects(m_table,
                [this](const QModelIndex& index) { return subjectOf(*host()->report(), m_model->evidence(index)); });
    connect(m_plot, &MemoryCurve::spanSelected, this, [this](model::TimeRange span) {
        if (host()) host()->setSelection(span);
    });
    retranslate();
}

void MemoryPane::setView(View view) {
    m_view->setCurrentIndex(static_cast<int>(view));
    refresh();
}

void MemoryPane::hostChanged() {
    if (host()) connect(host(), &PaneHost::selectionChanged, hostContext(), [this] { refreshSoon(); });
}

// The curves of the report; the chosen one stays if it is still there.
void MemoryPane::fillCurves() {
    const model::SnapshotPtr report = host()->report();
    if (report == m_listed) return;
    m_listed = report;
    const QString chosen = m_curve->currentText();
    m_curve->clear();
    for (const bool device : {true, false})  // what fills up first comes first
        for (const model::Track& t : report->tree().tracks)
            if (isMemory(*report, t) && (t.kind == model::TrackKind::MemoryUsage) == device)
                m_curve->addItem(curveTitle(*report, t), t.counter);
    m_curve->setCurrentIndex(std::max(0, m_curve->findText(chosen)));
    m_curve->setEnabled(m_curve->count() > 1);
}

void MemoryPane::refresh() {
    if (!hasReport() || isLoading()) {
        m_model->show({});
        m_plot->clear();
        m_listed = nullptr;
        return setEmptyText(hasReport() ? tr("Memory is analyzed once the report is loaded.")
                                        : tr("Open a report to see its memory."));
    }
    if (!isVisible()) return;
    fillCurves();
    if (m_curve->count() == 0) {
        m_model->show({});
        m_plot->clear();
        return setEmptyText(tr(
            "The report holds no memory in use. Capture with memory usage switched on (sightline profile or nsys profile with --cuda-memory-usage=true, or profile_memory=True of PyTorch's profiler)."));
    }
    setEmptyText({});
    emit chipsChanged();
    showCurve();
    ReportTableModel::Request request;
    request.snapshot = host()->report();
    request.report = model::reports::find(kReports[std::max(0, m_view->currentIndex())]);
    request.range = span()->range();
    m_model->setTimes(host()->times());
    m_model->show(std::move(request));
    onChanged();
}

void MemoryPane::showCurve() {
    if (!host() || m_curve->count() == 0) return;
    const model::SnapshotPtr report = host()->report();
    const model::TimeRange whole = report->whole();
    m_plot->setTimes(host()->times());
    m_plot->setSelection(host()->selection());
    m_plot->setCurve(report, m_curve->currentData().toUInt(), span()->range().value_or(whole));
    m_status->setText(status());
}

QString MemoryPane::status() const {
    const auto peak = m_plot->peak();
    const bool isEmpty = host() && m_model->report() && m_model->total() == 0;
    const QString table = m_model->isWorking() ? tr("Counting…")
                          : isEmpty            ? ReportWords(host()->report())(m_model->why())
                                               : QString();
    if (!peak) return table;
    const QString most = tr("Peak %1 at %2")
                             .arg(timeline::formatBytes(static_cast<std::uint64_t>(std::max(0.0, peak->second))),
                                  (host() ? host()->times() : timeline::TimeFormat()).exact(peak->first));
    return table.isEmpty() ? most : most + QStringLiteral("  ·  ") + table;
}

void MemoryPane::onChanged() {
    m_status->setText(status());
    if (m_model->isWorking()) return;
    if (const model::reports::Report* report = m_model->report(); report && report != m_sized) {
        m_sized = report;
        QHeaderView* header = m_table->horizontalHeader();
        header->setSortIndicator(-1, Qt::DescendingOrder);
        // What held the memory is what one comes for: it stands first, though it is the last column of the table in
        // text.
        for (int c = 0; c < header->count(); ++c) header->moveSection(header->visualIndex(c), c);
        if (m_view->currentIndex() == static_cast<int>(View::Peak) && header->count() > 0)
            header->moveSection(header->visualIndex(header->count() - 1), 0);
        m_table->resizeColumnsToContents();
        for (int c = 0; c < m_model->columnCount(); ++c)
            m_table->setColumnWidth(c, std::min(kWidestColumn, m_table->columnWidth(c) + 12));
    }
    if (isSettled()) emit settled();
}

void MemoryPane::retranslate() {
    const int view = std::max(0, m_view->currentIndex());
    m_view->clear();
    m_view->addItems({tr("Held at the peak"), tr("Allocations"), tr("All curves")});
    m_view->setCurrentIndex(view);
    m_curve->setToolTip(tr("Which curve is drawn"));
    m_view->setToolTip(tr("What the table lists"));
    for (QComboBox* box : {m_curve, m_view}) box->setAccessibleName(box->toolTip());
    m_plot->setAccessibleName(tr("Memory in use"));
    m_table->setAccessibleName(title());
    m_model->retranslate();
    m_listed = nullptr;  // titles of rows are texts of the window
    refresh();
}

}  // namespace app
