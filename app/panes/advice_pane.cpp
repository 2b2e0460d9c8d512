// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panes/advice_pane.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>
#include <numeric>

#include "app/kit/error_text.h"
#include "app/kit/icons.h"
#include "app/kit/manual/manual_place.h"
#include "app/kit/tables/table.h"
#include "app/report/row_menu.h"
#include "app/report/span_choice.h"
#include "model/rules/measurement.h"
#include "timeline/look/format.h"

namespace app {
namespace {

constexpr int kListWidth = 320;

const model::rules::Rule& ruleNumber(int index) { return *model::rules::all()[static_cast<std::size_t>(index)]; }

/// What the findings of a rule could gain at most, ns; 0 where it estimates nothing.
double gainOf(const ReportTableModel& found, const model::rules::Rule& rule) {
    double out = 0;
    for (int r = 0; rule.estimates() && r < found.rowCount(); ++r)
        out = std::max(out, found.index(r, 0).data(kCopyRole).toDouble());
    return out;
}

int measurementRule() {
    const auto all = model::rules::all();
    return static_cast<int>(std::find(all.begin(), all.end(), &model::rules::kMeasurement) - all.begin());
}

}  // namespace

QString careText(const std::vector<model::Message>& doubts) { return messageText(model::rules::careOf(doubts)); }

AdvicePane::AdvicePane(QWidget* parent)
    : Pane(parent), m_rules(new QListWidget), m_meaning(new QLabel), m_advice(new QLabel),
      m_table(new Table(QStringLiteral("advice"))) {
    m_rules->setFrameShape(QFrame::NoFrame);
    m_rules->setUniformItemSizes(true);
    for (QLabel* label : {m_meaning, m_advice}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    }
    m_meaning->setForegroundRole(QPalette::PlaceholderText);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->setSortingEnabled(true);
    for (int i = 0; i < static_cast<int>(model::rules::all().size()); ++i) {
        m_found.push_back(new ReportTableModel(this));
        (new QListWidgetItem(m_rules))->setData(Qt::UserRole, i);
        connect(m_found.back(), &ReportTableModel::changed, this, &AdvicePane::updateList);
    }
    m_sized.assign(m_found.size(), false);

    auto* right = new QWidget;
    auto* texts = new QVBoxLayout;
    texts->setContentsMargins(12, 8, 12, 6);
    texts->setSpacing(4);
    texts->addWidget(m_advice);
    texts->addWidget(m_meaning);
    auto* column = new QVBoxLayout(right);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(texts);
    column->addWidget(m_table, 1);
    column->addStretch();  // the texts stay at the top where there is no table
    auto* splitter = new QSplitter;
    auto* left = new QWidget;
    auto* list = new QVBoxLayout(left);
    list->setContentsMargins(8, 4, 0, 0);
    list->addWidget(makeSpan());
    list->addWidget(m_rules, 1);
    splitter->addWidget(left);
    splitter->addWidget(right);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({kListWidth, 3 * kListWidth});
    splitter->setChildrenCollapsible(false);
    setContent(splitter);

    connect(m_rules, &QListWidget::currentRowChanged, this, &AdvicePane::choose);
    connect(m_rules, &QListWidget::itemClicked, this, [this] { m_chosen = true; });
    setSubjects(m_table, [this](const QModelIndex& index) {
        return m_rules->currentRow() >= 0
                   ? subjectOf(*host()->report(), found(ruleAt(m_rules->currentRow()))->evidence(index))
                   : RowSubject();
    });
    m_rules->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_rules, &QWidget::customContextMenuRequested, this, [this](const QPoint& where) {
        QMenu menu(this);
        addManualAction(menu, m_rules);
        menu.exec(m_rules->viewport()->mapToGlobal(where));
    });
    m_rules->setCurrentRow(0);
    retranslate();
}

bool AdvicePane::isSettled() const {
    return Pane::isSettled() &&
           std::none_of(m_found.begin(), m_found.end(), [](const ReportTableModel* m) { return m->isWorking(); });
}

void AdvicePane::refresh() {
    if (!hasReport()) {
        for (ReportTableModel* m : m_found) m->show({});
        return setEmptyText(tr("Open a report to get advice on it."));
    }
    if (isLoading()) return setEmptyText(tr("The rules are applied when the report is loaded."));
    if (!isVisible()) return;
    emit chipsChanged();
    for (std::size_t i = 0; i < m_found.size(); ++i)
        if (m_found[i]->setTimes(host()->times())) m_sized[i] = false;
    for (std::size_t i = 0; i < m_found.size(); ++i)
        m_found[i]->show({host()->report(), &model::rules::all()[i]->table, span()->range()});
    setEmptyText({});
    m_words = ReportWords(host()->report());
    updateList();
}

int AdvicePane::ruleAt(int row) const { return m_rules->item(row)->data(Qt::UserRole).toInt(); }

int AdvicePane::rowOf(int rule) const {
    for (int row = 0; row < m_rules->count(); ++row)
        if (ruleAt(row) == rule) return row;
    return -1;
}

bool AdvicePane::showPart(const QString& key) {
    const auto all = model::rules::all();
    const auto at = std::find(all.begin(), all.end(), model::rules::find(key.toStdString()));
    if (at == all.end()) return false;
    m_chosen = true;
    chooseRule(static_cast<int>(at - all.begin()));
    return true;
}

QString AdvicePane::whyNoPart(const QString& key) const {
    return tr("There is no rule “%1”; “sightline analyze --help-rules” lists them.").arg(key);
}

// What found something first, of that doubts about the measurement, then the greatest gain.
void AdvicePane::sortList() {
    std::vector<int> order(m_found.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [this](int a, int b) {
        const auto key = [this](int i) {
            return std::tuple(found(i)->total() > 0, i == measurementRule(), gainOf(*found(i), ruleNumber(i)));
        };
        return key(a) > key(b);
    });
    const int current = m_rules->currentRow() >= 0 ? ruleAt(m_rules->currentRow()) : -1;
    const QSignalBlocker quiet(m_rules);
    for (int row = 0; row < m_rules->count(); ++row)
        m_rules->item(row)->setData(Qt::UserRole, order[static_cast<std::size_t>(row)]);
    m_rules->setCurrentRow(m_chosen ? rowOf(current) : 0);
}

void AdvicePane::updateList() {
    if (isSettled()) sortList();
    for (int row = 0; row < m_rules->count(); ++row) {
        const int i = ruleAt(row);
        const ReportTableModel* model = found(i);
        const QString title = m_words(ruleNumber(i).table.title);
        const std::size_t n = model->total();
        m_rules->item(row)->setText(
            n ? tr("%1 (%2)", "rule and how often it applies").arg(title, timeline::formatCount(n)) : title);
        m_rules->item(row)->setIcon(icon(n ? QStringLiteral("warning") : QStringLiteral("info")));
        m_rules->item(row)->setForeground(n ? QBrush() : palette().brush(QPalette::PlaceholderText));
        m_rules->item(row)->setToolTip(m_words(ruleNumber(i).table.meaning));
    }
    choose(m_rules->currentRow());
    if (isSettled()) emit settled();
}

QString AdvicePane::adviceText() const { return m_advice->text(); }

void AdvicePane::choose(int row) {
    if (row < 0) return;
    const auto index = static_cast<std::size_t>(ruleAt(row));
    const model::rules::Rule& chosen = *model::rules::all()[index];
    setManualPlace(this, "rule", chosen.table.key);
    ReportTableModel* model = m_found[index];
    const QString formula = !chosen.estimates() || model->total() == 0 ? QString() : u'\n' + m_words(chosen.formula);
    m_meaning->setText(m_words(chosen.table.meaning) + formula);
    const model::Message why = model->why();  // what the report lacks for the rule
    QString advice = m_words(model->total() ? chosen.advice : why.empty() ? chosen.nothing : why);
    const ReportTableModel& measurement = *found(measurementRule());
    const QString care = careText(model::rules::doubtsAbout(measurement.table(), chosen.table.key));
    if (model->total() && !care.isEmpty()) advice += u'\n' + care;
    m_advice->setText(model->isWorking() ? tr("Looking…") : advice);
    m_table->setVisible(model->total() > 0);
    if (m_table->model() != model) {
        m_table->setModel(model);
        m_table->horizontalHeader()->setSortIndicator(-1, Qt::DescendingOrder);
        m_sized[index] = false;
    }
    if (model->total() == 0 || m_sized[index]) return;
    m_sized[index] = true;
    m_table->resizeColumnsToContents();
}

void AdvicePane::retranslate() {
    m_rules->setAccessibleName(tr("Rules"));
    m_table->setAccessibleName(tr("What was found"));
    for (ReportTableModel* m : m_found) m->retranslate();
    updateList();
    refresh();
}

}  // namespace app
