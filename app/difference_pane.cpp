// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/difference_pane.h"

#include <QCoreApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QStandardItemModel>
#include <QTabWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "app/table.h"
#include "model/diff/setup.h"
#include "timeline/format.h"

namespace app {

using model::diff::Category;
using model::diff::Unit;

namespace {
constexpr int kFilterWidth = 220, kNameWidth = 420, kKindWidth = 90;  // logical px

QString text(std::string_view s) { return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size())); }
/// In the language of the window.
QString findingText(const model::diff::Finding& f) {
    QString out;
    const QString form = QCoreApplication::translate("Compare", f.text);
    for (qsizetype i = 0; i < form.size(); ++i) {
        const int place = form[i] == u'%' && i + 1 < form.size() ? form[i + 1].digitValue() : -1;
        if (place < 1 || static_cast<std::size_t>(place) > f.values.size()) out += form[i];
        else out += QCoreApplication::translate("Compare", f.values[static_cast<std::size_t>(place) - 1].c_str()), ++i;  // some are words of ours
    }
    return out;
}

QString kindText(model::diff::Finding::Kind kind) {
    switch (kind) {
    case model::diff::Finding::Kind::Setup: return DifferencePane::tr("Set-up");
    case model::diff::Finding::Kind::Same: return DifferencePane::tr("Same");
    case model::diff::Finding::Kind::Change: return DifferencePane::tr("Change");
    case model::diff::Finding::Kind::Note: break;
    }
    return DifferencePane::tr("Note");
}
}  // namespace

DifferencePane::DifferencePane(QWidget* parent)
    : QWidget(parent), m_summary(new QLabel(this)), m_filter(new QLineEdit(this)), m_tabs(new QTabWidget(this)), m_findingsModel(new QStandardItemModel(this)),
      m_setupModel(new QStandardItemModel(this)), m_findingsTable(new Table(QStringLiteral("compareFindings"), this)), m_setup(new Table(QStringLiteral("compareSetup"), this)), m_flame(new DifferenceFlame(this)) {
    setObjectName(QStringLiteral("differencePane"));
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_filter->setClearButtonEnabled(true);
    m_filter->setFixedWidth(kFilterWidth);
    m_tabs->setDocumentMode(true);
    m_findingsTable->setModel(m_findingsModel);
    m_findingsTable->horizontalHeader()->setStretchLastSection(true);
    m_tabs->addTab(m_findingsTable, QString());
    connect(m_findingsTable, &Table::rowActivated, this, [this](const QModelIndex& index) { emit proofRequested(m_findings[static_cast<std::size_t>(index.row())].proof); });
    addPage({}, "compareParts");
    addPage(Category::Kernel, "compareKernels");
    addPage(Category::Range, "compareRanges");
    addPage(Category::Operator, "compareOperators");
    addPage(Category::Api, "compareApi");
    addPage(Category::Memory, "compareMemory");
    m_tabs->addTab(m_flame, QString());
    m_setup->setModel(m_setupModel);
    m_tabs->addTab(m_setup, QString());

    auto* top = new QHBoxLayout;
    top->setContentsMargins(8, 4, 8, 4);
    top->addWidget(m_summary, 1);
    top->addWidget(m_filter);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(top);
    column->addWidget(m_tabs, 1);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& words) {
        for (const Page& page : std::as_const(m_pages)) page.model->setFilter(words);
        m_flame->setSearch(words);
    });
    retranslate();
}

void DifferencePane::addPage(std::optional<Category> category, const char* key) {
    const Page page{category, new DifferenceModel(category, this), new Table(QLatin1String(key), this)};
    page.table->setModel(page.model);
    page.table->setSortingEnabled(true);
    page.table->horizontalHeader()->setSortIndicator(-1, Qt::DescendingOrder);  // as it comes: what matters first
    page.table->setColumnWidth(DifferenceModel::Name, kNameWidth);
    page.table->restoreColumns();
    if (!category)  // parts are not counted
        for (const int column : {DifferenceModel::CountA, DifferenceModel::CountB, DifferenceModel::EachA, DifferenceModel::EachB}) page.table->setColumnHidden(column, true);
    connect(page.table, &Table::rowActivated, this, [this, model = page.model](const QModelIndex& index) { emit proofRequested(model->proof(index)); });
    m_tabs->addTab(page.table, QString());
    m_pages.append(page);
}

void DifferencePane::show(model::SnapshotPtr a, model::SnapshotPtr b) {
    m_work.run([a = std::move(a), b = std::move(b)](const std::stop_token& stop) {
            auto comparison = model::diff::compare(a, b, {false, stop});
            auto choices = alignChoices(*comparison);
            auto findings = model::diff::findingsOf(*comparison);
            auto flame = std::make_shared<DifferenceFlame::Made>(DifferenceFlame::make(*comparison, stop));
            return Made{std::move(comparison), std::move(flame), std::move(choices), std::move(findings)};
        },
        [this](Made made) { take(std::move(made)); });
    m_summary->setText(summary());
}

void DifferencePane::take(Made made) {
    m_comparison = std::move(made.comparison);
    m_choices = std::move(made.choices);
    m_findings = std::move(made.findings);
    for (const Page& page : std::as_const(m_pages)) page.model->show(m_comparison);
    for (const Page& page : std::as_const(m_pages)) page.table->resizeColumnsToContents();
    for (const Page& page : std::as_const(m_pages)) page.table->setColumnWidth(DifferenceModel::Name, std::min(kNameWidth, page.table->columnWidth(DifferenceModel::Name)));
    m_flame->show(m_comparison, std::move(*made.flame));
    fillFindings();
    fillSetup();
    updateTabs();
    m_summary->setText(summary());
    emit settled();
}

void DifferencePane::fillFindings() {
    m_findingsModel->removeRows(0, m_findingsModel->rowCount());
    for (const model::diff::Finding& f : m_findings) {
        const QString sentence = findingText(f);
        auto *kind = new QStandardItem(kindText(f.kind)), *said = new QStandardItem(sentence);
        said->setToolTip(sentence);
        if (f.kind == model::diff::Finding::Kind::Note) kind->setForeground(palette().placeholderText());
        m_findingsModel->appendRow({kind, said});
    }
    m_findingsModel->setHorizontalHeaderLabels({tr("Kind"), tr("What changed")});
    m_findingsTable->setColumnWidth(0, kKindWidth);
}

void DifferencePane::fillSetup() {
    m_setupModel->clear();
    m_setupModel->setHorizontalHeaderLabels({tr("Fact"), QStringLiteral("A"), QStringLiteral("B")});
    if (!m_comparison) return;
    for (const model::diff::SetupDifference& d : model::diff::setupDifferences(m_comparison->a->info(), m_comparison->b->info()))
        m_setupModel->appendRow({new QStandardItem(text(d.fact)), new QStandardItem(text(d.a)), new QStandardItem(text(d.b))});
    m_setup->resizeColumnsToContents();
}

// A kind that a report did not trace has no tab: nothing of it can be said.
void DifferencePane::updateTabs() {
    for (const Page& page : std::as_const(m_pages)) m_tabs->setTabVisible(m_tabs->indexOf(page.table), page.model->isWorthShowing());
    m_tabs->setTabVisible(m_tabs->indexOf(m_flame), !m_flame->isEmpty());
    m_tabs->setTabVisible(m_tabs->indexOf(m_setup), m_setupModel->rowCount() > 0);
}

QString DifferencePane::summary() const {
    if (m_work.isWorking() || !m_comparison) return tr("Comparing …");
    const model::diff::Change time = m_comparison->ofAllRanks(model::diff::Part::Time);
    const auto duration = [](double ns) { return timeline::formatDuration(static_cast<model::TimeNs>(std::llround(ns))); };
    const double share = time.a > 0 ? time.delta() / time.a * 100 : 0;
    const QString change = (share > 0 ? QStringLiteral("+") : QString()) + QLocale().toString(share, 'f', 1).replace(u'-', QChar(0x2212)) + QStringLiteral(" %");
    const auto &a = m_comparison->figuresA.repetitions, &b = m_comparison->figuresB.repetitions;
    if (a.unit == Unit::Whole) return tr("Nothing repeats in both reports: they are compared as a whole. %1 → %2 (%3), %4").arg(duration(time.a), duration(time.b), change, verdictText(time.verdict));
    return tr("%1: %2 whole ones in A, %3 in B. %4 → %5 (%6), %7")
        .arg(text(a.name)).arg(a.count()).arg(b.count()).arg(duration(time.a), duration(time.b), change, verdictText(time.verdict));
}

void DifferencePane::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QWidget::changeEvent(event);
}

void DifferencePane::retranslate() {
    m_tabs->setTabText(m_tabs->indexOf(m_findingsTable), tr("What Changed"));
    for (const Page& page : std::as_const(m_pages)) {
        const auto& category = page.category;
        m_tabs->setTabText(m_tabs->indexOf(page.table), !category                      ? tr("GPU Time")
                              : *category == Category::Kernel   ? tr("Kernels")
                              : *category == Category::Range    ? tr("NVTX Ranges")
                              : *category == Category::Operator ? tr("Operators")
                              : *category == Category::Api      ? tr("API Calls")
                                                                : tr("Copies"));
        page.model->retranslate();
    }
    m_tabs->setTabText(m_tabs->indexOf(m_flame), tr("Flame Graph"));
    m_tabs->setTabText(m_tabs->indexOf(m_setup), tr("Set-up"));
    m_filter->setPlaceholderText(tr("Names that hold …"));
    fillFindings();
    m_setupModel->setHorizontalHeaderLabels({tr("Fact"), QStringLiteral("A"), QStringLiteral("B")});
    m_summary->setText(summary());
}

}  // namespace app
