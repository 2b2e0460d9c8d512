// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panes/checklist_pane.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QVBoxLayout>
#include <cmath>

#include "app/kit/error_text.h"
#include "app/kit/icons.h"
#include "app/kit/manual/manual_place.h"
#include "app/kit/tables/sentence_table.h"
#include "app/kit/theme.h"
#include "app/panes/advice_pane.h"
#include "app/report/row_menu.h"
#include "app/report/span_choice.h"
#include "app/text/table_text.h"
#include "model/rules/measurement.h"
#include "timeline/look/format.h"
#include "timeline/look/palette.h"

namespace app {
namespace {

using model::checklist::Answer;
using model::checklist::Check;
using Answered = model::checklist::Verdict;

const Check& check(std::size_t row) { return model::checklist::all()[row]; }

}  // namespace

ChecklistModel::ChecklistModel(QObject* parent) : QAbstractTableModel(parent) {}

void ChecklistModel::show(model::SnapshotPtr report, std::optional<model::TimeRange> range) {
    const importers::Peaks* peaks = &importers::devicePeaks();
    if (report == m_report && range == m_range && peaks == m_peaks) return;
    m_report = std::move(report);
    m_range = range;
    m_peaks = peaks;
    m_words = ReportWords(m_report);
    if (!m_report) {
        m_work.forget();
        return setResult({});
    }
    m_work.run(
        [report_ = m_report, range, peaks](const std::stop_token& stop) {
            model::reports::Request request{*report_, range.value_or(report_->whole()), {}, 0, stop};
            request.peaks = &peaks->table;
            const model::reports::Table measurement = model::rules::kMeasurement.table.make(request);
            Asked out;
            for (const Check& c : model::checklist::all()) {
                if (stop.stop_requested()) break;
                out.answers.push_back(model::checklist::answer(c, request));
                const bool known = out.answers.back().verdict != Answered::Unknown;
                out.doubts.push_back(known ? model::rules::doubtsAbout(measurement, c.key)
                                           : std::vector<model::Message>());
            }
            return out;
        },
        [this](Asked asked) { setResult(std::move(asked)); });
    emit changed();
}

void ChecklistModel::setResult(Asked asked) {
    beginResetModel();
    m_answers = std::move(asked.answers);
    m_doubts = std::move(asked.doubts);
    endResetModel();
    emit changed();
}

int ChecklistModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_answers.size());
}
int ChecklistModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QString ChecklistModel::numberText(std::size_t row, bool raw) const {
    const model::reports::Cell& cell = m_answers[row].number;
    double number = 0;
    if (const auto* i = std::get_if<std::int64_t>(&cell)) number = static_cast<double>(*i);
    else if (const auto* d = std::get_if<double>(&cell)) number = *d;
    else return {};
    if (raw) return QString::fromStdString(plainCell(cell, check(row).unit));
    using model::reports::Unit;
    switch (check(row).unit) {
    case Unit::Percent: return timeline::formatPercent(number / 100);
    case Unit::Ns: return timeline::formatDuration(static_cast<model::TimeNs>(std::llround(number)));
    case Unit::Count: return timeline::formatCount(static_cast<std::uint64_t>(std::max(0.0, number)));
    default: return timeline::formatValue(number);
    }
}

/// How far the answer can be believed, which must not be what is cut; then what the number means, or what to do.
QString ChecklistModel::adviceText(std::size_t row, bool hover) const {
    QString text;
    switch (m_answers[row].verdict) {
    case Answered::Unknown: text = m_words(m_answers[row].why); break;
    case Answered::No: text = m_words(check(row).advice); break;
    case Answered::Yes:
        if (!hover) text = m_words(check(row).number);  // which its own column says on hover
    }
    const QString care = careText(m_doubts[row]);
    return text.isEmpty() || care.isEmpty() ? care + text : care + u' ' + text;
}

QVariant ChecklistModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) return {};
    const auto row = static_cast<std::size_t>(index.row());
    const Answer& a = m_answers[row];
    const timeline::Tokens& t = timeline::tokens(themeManager()->theme());
    if (role == Qt::ForegroundRole && index.column() == Verdict)
        return QColor(a.verdict == Answered::Yes ? t.good : a.verdict == Answered::No ? t.bad : t.secondaryText);
    if (role == Qt::TextAlignmentRole && index.column() == Number)
        return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
    if (role != Qt::DisplayRole && role != kCopyRole && role != Qt::ToolTipRole) return {};
    switch (index.column()) {
    case Verdict:
        return a.verdict == Answered::Yes ? tr("✓ Yes") : a.verdict == Answered::No ? tr("✗ No") : tr("? Unknown");
    case Question: return m_words(check(row).question);
    case Number: return role == Qt::ToolTipRole ? m_words(check(row).number) : numberText(row, role == kCopyRole);
    case About: return messageText(a.about);
    case Advice: return adviceText(row, role == Qt::ToolTipRole);
    default: return {};
    }
}

QVariant ChecklistModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole && section == Number)
        return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
    if (role != Qt::DisplayRole) return {};
    switch (section) {
    case Verdict: return tr("Answer");
    case Question: return tr("Question");
    case Number: return tr("Number");
    case About: return tr("Of");
    case Advice: return tr("What it means, or what to do");
    default: return {};
    }
}

void ChecklistModel::retranslate() {
    emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    if (rowCount() > 0) emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

ChecklistPane::ChecklistPane(QWidget* parent)
    : Pane(parent), m_model(new ChecklistModel(this)),
      m_table(new SentenceTable(QStringLiteral("checklist"),
                                {ChecklistModel::Question, ChecklistModel::About, ChecklistModel::Advice})) {
    m_table->setModel(m_model);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->setColumnWidth(ChecklistModel::Verdict, 90);
    m_table->setColumnWidth(ChecklistModel::Question, 280);
    m_table->setColumnWidth(ChecklistModel::Number, 90);
    m_table->setColumnWidth(ChecklistModel::About, 190);
    m_table->restoreColumns();
    auto* top = new QHBoxLayout;
    top->setContentsMargins(8, 4, 8, 4);
    top->addWidget(makeSpan());
    top->addStretch();
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(top);
    column->addWidget(m_table, 1);
    setContent(content);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& row) {
        if (row.isValid()) setManualPlace(m_table, "question", check(static_cast<std::size_t>(row.row())).key);
    });
    connect(m_model, &ChecklistModel::changed, this, [this] {
        if (isSettled()) emit settled();
    });
    setSubjects(m_table, [this](const QModelIndex& index) {
        const auto row = static_cast<std::size_t>(index.row());
        return row < m_model->answers().size() ? subjectOf(*host()->report(), m_model->answers()[row].evidence)
                                               : RowSubject();
    });
    retranslate();
}

void ChecklistPane::refresh() {
    if (!hasReport()) {
        m_model->show(nullptr, {});
        return setEmptyText(tr("Open a report to see its checklist."));
    }
    if (isLoading()) return setEmptyText(tr("The questions are answered when the report is loaded."));
    if (!isVisible()) return;
    m_model->show(host()->report(), span()->range());
    emit chipsChanged();
    setEmptyText({});
}

void ChecklistPane::retranslate() {
    m_table->setAccessibleName(title());
    m_table->setToolTip(QString());
    m_model->retranslate();
    refresh();
}

}  // namespace app
