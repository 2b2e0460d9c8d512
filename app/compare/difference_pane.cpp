// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/compare/difference_pane.h"

#include <QCoreApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QSplitter>
#include <QStandardItemModel>
#include <QTabWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "app/kit/error_text.h"
#include "app/kit/manual/manual_place.h"
#include "app/kit/signed_text.h"
#include "app/kit/std_text.h"
#include "app/kit/tables/sentence_table.h"
#include "app/report/row_menu.h"
#include "model/diff/setup.h"
#include "timeline/look/format.h"

namespace app {

using model::diff::Category;
using model::diff::Unit;

namespace {
constexpr int kFilterWidth = 220, kNameWidth = 420, kKindWidth = 90;  // logical px

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
    : QWidget(parent), m_rowMenus{new RowMenu(this), new RowMenu(this)}, m_summary(new QLabel(this)),
      m_filter(new QLineEdit(this)), m_tabs(new QTabWidget(this)), m_findingsModel(new QStandardItemModel(this)),
      m_setupModel(new QStandardItemModel(this)), m_adviceModel(new QStandardItemModel(this)),
      m_findingsTable(new SentenceTable(QStringLiteral("compareFindings"), {1}, this)),
      m_setup(new Table(QStringLiteral("compareSetup"), this)),
      m_adviceTable(new Table(QStringLiteral("compareAdvice"), this)), m_events(new EventPairs(this)),
      m_flame(new DifferenceFlame(this)), m_histogram(new DifferenceHistogram(this)) {
    setObjectName(QStringLiteral("differencePane"));
    setManualPlace(this, QStringLiteral("compare.differences"));
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setWordWrap(true);
    m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_filter->setClearButtonEnabled(true);
    m_filter->setFixedWidth(kFilterWidth);
    layOut();
    makeTabs();
    connect(m_tabs, &QTabWidget::currentChanged, this, &DifferencePane::showHistogram);
    connect(m_tabs, &QTabWidget::currentChanged, this, &DifferencePane::showEvents);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& words) {
        for (const Page& page : std::as_const(m_pages)) page.model->setFilter(words);
        m_flame->setSearch(words);
    });
    retranslate();
}

void DifferencePane::makeTabs() {
    m_tabs->setDocumentMode(true);
    m_findingsTable->setObjectName(QStringLiteral("findings"));
    m_flame->setObjectName(QStringLiteral("flame"));
    m_events->setObjectName(QStringLiteral("events"));
    m_adviceTable->setObjectName(QStringLiteral("advice"));
    m_setup->setObjectName(QStringLiteral("setup"));
    m_findingsTable->setModel(m_findingsModel);
    m_findingsTable->horizontalHeader()->setStretchLastSection(true);
    m_tabs->addTab(m_findingsTable, QString());
    connect(m_findingsTable, &Table::rowActivated, this, [this](const QModelIndex& index) {
        emit proofRequested(m_findings[static_cast<std::size_t>(index.row())].proof);
    });
    offerRowMenu(m_findingsTable,
                 [this](const QModelIndex& index) { return m_findings[static_cast<std::size_t>(index.row())].proof; });
    offerRowMenu(m_events->table(), [this](const QModelIndex& index) { return m_events->proof(index); });
    addPage({}, "compareParts");
    addPage(Category::Kernel, "compareKernels");
    addPage(Category::Range, "compareRanges");
    addPage(Category::Operator, "compareOperators");
    addPage(Category::Api, "compareApi");
    addPage(Category::Memory, "compareMemory");
    addPage(Category::Slice, "compareSlices");
    m_tabs->addTab(m_events, QString());
    connect(m_events, &EventPairs::proofRequested, this, &DifferencePane::proofRequested);
    connect(m_events, &EventPairs::settled, this, &DifferencePane::eventsListed);
    m_tabs->addTab(m_flame, QString());
    m_adviceTable->setModel(m_adviceModel);
    m_tabs->addTab(m_adviceTable, QString());
    m_setup->setModel(m_setupModel);
    m_tabs->addTab(m_setup, QString());
}

void DifferencePane::layOut() {
    auto* top = new QHBoxLayout;
    top->setContentsMargins(8, 4, 8, 4);
    top->addWidget(m_summary, 1);
    top->addWidget(m_filter);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(top);
    auto* across = new QSplitter;
    across->setChildrenCollapsible(false);
    across->addWidget(m_tabs);
    across->addWidget(m_histogram);
    across->setStretchFactor(0, 1);
    across->setSizes({1000, 340});
    column->addWidget(across, 1);
}

void DifferencePane::addPage(std::optional<Category> category, const char* key) {
    const Page page{category, new DifferenceModel(category, this), new Table(QLatin1String(key), this)};
    page.table->setObjectName(QString::fromLatin1(key).mid(7).toLower());  // "compareKernels"
    page.table->setModel(page.model);
    page.table->setSortingEnabled(true);
    page.table->horizontalHeader()->setSortIndicator(-1, Qt::DescendingOrder);  // as it comes: what matters first
    page.table->setColumnWidth(DifferenceModel::Name, kNameWidth);
    page.table->restoreColumns();
    if (!category)  // parts are not counted
        for (const int column :
             {DifferenceModel::CountA, DifferenceModel::CountB, DifferenceModel::EachA, DifferenceModel::EachB})
            page.table->setColumnHidden(column, true);
    connect(page.table, &Table::rowActivated, this,
            [this, model = page.model](const QModelIndex& index) { emit proofRequested(model->proof(index)); });
    offerRowMenu(page.table, [model = page.model](const QModelIndex& index) { return model->proof(index); });
    connect(page.table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &DifferencePane::showHistogram);
    connect(page.table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            [this, i = m_pages.size()] { m_lastChosen = i; });
    m_tabs->addTab(page.table, QString());
    m_pages.append(page);
}

void DifferencePane::setHosts(PaneHost* a, PaneHost* b) {
    for (PaneHost* host : m_hosts)
        if (host) host->disconnect(this);
    m_hosts = {a, b};
    for (PaneHost* host : m_hosts) connect(host, &PaneHost::timesChanged, this, &DifferencePane::updateTimes);
    updateTimes();
}

// Each column of moments as the ruler above it.
void DifferencePane::updateTimes() {
    if (m_hosts[0] && m_hosts[1]) m_events->model()->setTimes(m_hosts[0]->times(), m_hosts[1]->times());
}

void DifferencePane::offerRowMenu(Table* table, ProofOf proofOf) {
    table->setRowMenu([this, proofOf = std::move(proofOf)](QMenu& menu, const QModelIndex& index) {
        if (m_comparison) fillRowMenu(menu, proofOf(index));
    });
}

// What panes offer for a row, of the events of each side. A side without any has no menu.
void DifferencePane::fillRowMenu(QMenu& menu, const model::diff::Proof& proof) {
    const auto subject = [](const model::SnapshotPtr& report, const model::reports::Evidence& evidence) {
        return evidence.events.empty() && evidence.range.isEmpty() ? RowSubject() : subjectOf(*report, evidence);
    };
    const RowSubject subjects[] = {subject(m_comparison->a, proof.a), subject(m_comparison->b, proof.b)};
    if (subjects[0].isEmpty() && subjects[1].isEmpty()) return;
    menu.addAction(tr("Show in Both Timelines"), this, [this, proof] { emit proofRequested(proof); })
        ->setObjectName(QStringLiteral("rowShowBoth"));
    const QString titles[] = {tr("In A"), tr("In B")};
    for (std::size_t i = 0; i < m_hosts.size(); ++i) {
        if (!m_hosts[i] || subjects[i].isEmpty()) continue;
        QMenu* side = menu.addMenu(titles[i]);
        side->menuAction()->setObjectName(i == 0 ? QStringLiteral("rowInA") : QStringLiteral("rowInB"));
        m_rowMenus[i]->fill(*side, m_hosts[i], subjects[i], {});
    }
}

QStringList DifferencePane::tabNames() const {
    QStringList out;
    for (int i = 0; i < m_tabs->count(); ++i) out.append(m_tabs->widget(i)->objectName());
    return out;
}

bool DifferencePane::showTab(const QString& name) {
    const auto at = static_cast<int>(tabNames().indexOf(name));
    if (at < 0 || !m_tabs->isTabVisible(at)) return false;
    m_tabs->setCurrentIndex(at);
    return true;
}

void DifferencePane::show(model::SnapshotPtr a, model::SnapshotPtr b) {
    m_work.run(
        [a = std::move(a), b = std::move(b)](const std::stop_token& stop) {
            auto comparison = model::diff::compare(a, b, {false, stop});
            auto choices = alignChoices(*comparison);
            auto findings = model::diff::findingsOf(*comparison);
            auto flame = std::make_shared<DifferenceFlame::Made>(DifferenceFlame::make(*comparison, stop));
            return Made{std::move(comparison), std::move(flame), std::move(choices), std::move(findings)};
        },
        [this](Made made) { setResult(std::move(made)); });
    m_summary->setText(summary());
}

void DifferencePane::setResult(Made made) {
    m_comparison = std::move(made.comparison);
    m_choices = std::move(made.choices);
    m_findings = std::move(made.findings);
    if (model::Message none = nothingChanged(*m_comparison, m_findings); !none.empty())
        m_findings.insert(m_findings.begin(), {model::diff::Finding::Kind::Same, "nothing_changed", std::move(none)});
    for (const Page& page : std::as_const(m_pages)) page.model->show(m_comparison);
    for (const Page& page : std::as_const(m_pages)) page.table->resizeColumnsToContents();
    for (const Page& page : std::as_const(m_pages)) {
        for (const int column : {DifferenceModel::Name, DifferenceModel::Replacement})
            page.table->setColumnWidth(column, std::min(kNameWidth, page.table->columnWidth(column)));
        page.table->setColumnHidden(DifferenceModel::Replacement, !page.model->hasReplacements());
    }
    m_flame->show(m_comparison, std::move(*made.flame));
    fillFindings();
    fillSetup();
    updateTabs();
    showHistogram();
    showEvents();
    m_summary->setText(summary());
    lookForAdvice();
}

// Rules take their time; all else is there before.
void DifferencePane::lookForAdvice() {
    m_advice.clear();
    m_adviceWork.run(
        [c = m_comparison](const std::stop_token& stop) { return model::diff::adviceChanges(*c->a, *c->b, stop); },
        [this](std::vector<model::diff::AdviceChange> found) {
            m_advice = std::move(found);
            fillAdvice();
            updateTabs();
            emit settled();
        });
}

void DifferencePane::fillAdvice() {
    m_adviceModel->removeRows(0, m_adviceModel->rowCount());
    const auto number = [](std::size_t n) { return timeline::formatCount(n); };
    const auto share = [](double part, bool known) { return known ? timeline::formatPercent(part) : QString(); };
    for (const model::diff::AdviceChange& c : m_advice) {
        const bool gains = c.rule->estimates();
        QList<QStandardItem*> row;
        const double delta = c.delta() * 100;
        const QString change = gains ? withSign(delta, QLocale().toString(std::abs(delta), 'f', 1)) : QString();
        for (const QString& cell :
             {QCoreApplication::translate("Reports", std::string(c.rule->table.title).c_str()), number(c.foundA),
              number(c.foundB), share(c.gainA, gains), share(c.gainB, gains), change})
            row.append(new QStandardItem(cell));
        for (qsizetype i = 1; i < row.size(); ++i) row[i]->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        row[0]->setToolTip(messageText(model::Message(c.rule->advice)));
        m_adviceModel->appendRow(row);
    }
    m_adviceModel->setHorizontalHeaderLabels({tr("Advice"), tr("Found in A"), tr("Found in B"), tr("Gain at most, A"),
                                              tr("Gain at most, B"), tr("Δ (points)", "difference of two per cents")});
    m_adviceTable->resizeColumnsToContents();
}

// Of the chosen line of a table by name: how single events are spread.
void DifferencePane::showHistogram() {
    const auto page = std::find_if(m_pages.cbegin(), m_pages.cend(),
                                   [this](const Page& p) { return p.table == m_tabs->currentWidget(); });
    m_histogram->setVisible(page != m_pages.cend() && page->category);
    if (!m_comparison || page == m_pages.cend() || !page->category) return;
    const model::diff::Row* row = chosenRow(*page);
    if (!row) return m_histogram->show({}, {}, {});
    const auto each = [](const model::diff::Figure* f) { return f ? f->each : std::vector<model::TimeNs>(); };
    m_histogram->show(utf8(m_comparison->names.text(row->name)), each(m_comparison->figureA(*row)),
                      each(m_comparison->figureB(*row)));
}

const model::diff::Row* DifferencePane::chosenRow(const Page& page) const {
    const QModelIndexList chosen = page.table->selectionModel()->selectedRows();
    return chosen.isEmpty() ? nullptr : page.model->row(chosen.first());
}

// Of the line that was chosen last in a table by name, else of the kernel that changed most, else of anything. Made
// when it is looked at.
void DifferencePane::showEvents() {
    if (m_tabs->currentWidget() != m_events) return;
    if (!m_comparison) return m_events->show(nullptr, nullptr, false);
    if (const model::diff::Row* row = m_lastChosen < m_pages.size() ? chosenRow(m_pages[m_lastChosen]) : nullptr)
        return m_events->show(m_comparison, row, true);
    const auto& rows = m_comparison->rows;
    auto most = std::find_if(rows.begin(), rows.end(),
                             [](const model::diff::Row& r) { return r.category == Category::Kernel; });
    if (most == rows.end()) most = rows.begin();
    m_events->show(m_comparison, most == rows.end() ? nullptr : &*most, false);
}

void DifferencePane::fillFindings() {
    m_findingsModel->removeRows(0, m_findingsModel->rowCount());
    for (const model::diff::Finding& f : m_findings) {
        const QString sentence = messageText(f.message);
        auto *kind = new QStandardItem(kindText(f.kind)), *said = new QStandardItem(sentence);
        QStringList whole{sentence};
        for (const std::string& name : f.wholeNames) whole.append(utf8(name));
        said->setToolTip(whole.join(QStringLiteral("\n\n")));
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
    for (const model::diff::SetupDifference& d :
         model::diff::setupDifferences(m_comparison->a->info(), m_comparison->b->info()))
        m_setupModel->appendRow({new QStandardItem(utf8(d.fact)), new QStandardItem(messageText(d.a)),
                                 new QStandardItem(messageText(d.b))});
    m_setup->resizeColumnsToContents();
}

// A kind that a report did not trace has no tab: there is nothing to compare.
void DifferencePane::updateTabs() {
    for (const Page& page : std::as_const(m_pages))
        m_tabs->setTabVisible(m_tabs->indexOf(page.table), page.model->isWorthShowing());
    m_tabs->setTabVisible(m_tabs->indexOf(m_events), m_comparison && !m_comparison->rows.empty());
    m_tabs->setTabVisible(m_tabs->indexOf(m_flame), !m_flame->isEmpty());
    m_tabs->setTabVisible(m_tabs->indexOf(m_adviceTable), !m_advice.empty());
    m_tabs->setTabVisible(m_tabs->indexOf(m_setup), m_setupModel->rowCount() > 0);
}

QString DifferencePane::summary() const {
    if (m_work.isWorking() || !m_comparison) return tr("Comparing …");
    if (const auto empty =
            std::find_if(m_findings.begin(), m_findings.end(), [](const auto& f) { return f.key == "empty"; });
        empty != m_findings.end())
        return messageText(empty->message);
    const model::diff::Change time = m_comparison->ofAllRanks(model::diff::Part::Time);
    const auto duration = [](double ns) {
        return timeline::formatDuration(static_cast<model::TimeNs>(std::llround(ns)));
    };
    const QString change = changeText(time), verdict = verdictText(time, true);
    const auto &a = m_comparison->figuresA.repetitions, &b = m_comparison->figuresB.repetitions;
    if (a.unit == Unit::Whole)
        return tr("Nothing repeats in both reports: they are compared as a whole. %1 → %2 (%3), %4")
            .arg(duration(time.a), duration(time.b), change, verdict);
    return tr("%1: %2 whole ones in A, %3 in B. Median %4 → %5 (%6), %7")
        .arg(utf8(a.name))
        .arg(a.count())
        .arg(b.count())
        .arg(duration(time.a), duration(time.b), change, verdict);
}

QString DifferencePane::about() const {
    if (m_tabs->currentWidget() == m_events) return m_events->title();
    if (m_tabs->currentWidget() == m_flame) return m_flame->statistic();
    const bool hasTimes = std::any_of(m_pages.cbegin(), m_pages.cend(),
                                      [this](const Page& p) { return p.table == m_tabs->currentWidget(); });
    return hasTimes && m_comparison && !isWhole(*m_comparison) ? tr("medians of the repetitions") : QString();
}

void DifferencePane::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QWidget::changeEvent(event);
}

void DifferencePane::retranslate() {
    m_tabs->setTabText(m_tabs->indexOf(m_findingsTable), tr("What Changed"));
    for (const Page& page : std::as_const(m_pages)) {
        const auto& category = page.category;
        m_tabs->setTabText(m_tabs->indexOf(page.table), !category                         ? tr("GPU Time")
                                                        : *category == Category::Kernel   ? tr("Kernels")
                                                        : *category == Category::Range    ? tr("Ranges")
                                                        : *category == Category::Operator ? tr("Operators")
                                                        : *category == Category::Api      ? tr("API Calls")
                                                        : *category == Category::Slice    ? tr("Slices")
                                                                                          : tr("Copies"));
        page.model->retranslate();
    }
    m_tabs->setTabText(m_tabs->indexOf(m_events), tr("Events"));
    m_tabs->setTabText(m_tabs->indexOf(m_flame), tr("Flame Graph"));
    m_tabs->setTabText(m_tabs->indexOf(m_adviceTable), tr("Advice"));
    fillAdvice();
    m_tabs->setTabText(m_tabs->indexOf(m_setup), tr("Set-up"));
    m_filter->setPlaceholderText(tr("Names that hold …"));
    fillFindings();
    m_setupModel->setHorizontalHeaderLabels({tr("Fact"), QStringLiteral("A"), QStringLiteral("B")});
    m_summary->setText(summary());
}

}  // namespace app
