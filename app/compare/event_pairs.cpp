// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/compare/event_pairs.h"

#include <QColor>
#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "app/compare/difference_model.h"
#include "app/kit/std_text.h"
#include "app/kit/tables/table.h"
#include "app/kit/theme.h"
#include "model/diff/wording.h"
#include "model/workload/summary.h"
#include "timeline/look/format.h"
#include "timeline/look/palette.h"

namespace app {

using model::diff::EventPair;

namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

double valueOf(const EventPair& p, int column) {
    const bool a = p.a.isValid(), b = p.b.isValid(), both = a && b;
    switch (column) {
    case EventPairModel::Repetition: return p.repetition;
    case EventPairModel::StartA: return a ? static_cast<double>(p.startA) : kNothing;
    case EventPairModel::LengthA: return a ? static_cast<double>(p.lengthA) : kNothing;
    case EventPairModel::StartB: return b ? static_cast<double>(p.startB) : kNothing;
    case EventPairModel::LengthB: return b ? static_cast<double>(p.lengthB) : kNothing;
    case EventPairModel::Delta: return both ? static_cast<double>(p.lengthB - p.lengthA) : kNothing;
    default:
        return both && p.lengthA > 0 ? static_cast<double>(p.lengthB - p.lengthA) / static_cast<double>(p.lengthA)
                                     : kNothing;
    }
}

}  // namespace

void EventPairModel::show(Pairs pairs, Order order) {
    beginResetModel();
    m_pairs = std::move(pairs);
    m_order = std::move(order);
    endResetModel();
}

EventPairModel::Order EventPairModel::ordered(const Pairs& pairs, int column, Qt::SortOrder order,
                                              const std::stop_token& stop) {
    auto out = std::make_shared<std::vector<std::uint32_t>>(pairs->size());
    std::iota(out->begin(), out->end(), 0u);
    std::vector<double> values;
    values.reserve(pairs->size());
    for (const EventPair& p : *pairs) values.push_back(valueOf(p, column));
    if (stop.stop_requested()) return out;
    std::stable_sort(out->begin(), out->end(), [&](std::uint32_t x, std::uint32_t y) {
        const double a = values[x], b = values[y];
        if (std::isnan(a) || std::isnan(b)) return !std::isnan(a) && std::isnan(b);
        return order == Qt::AscendingOrder ? a < b : b < a;
    });
    return out;
}

void EventPairModel::setTimes(const timeline::TimeFormat& a, const timeline::TimeFormat& b) {
    if (a == m_timesA && b == m_timesB) return;
    m_timesA = a;
    m_timesB = b;
    if (rowCount() > 0) emit dataChanged(index(0, StartA), index(rowCount() - 1, StartB), {Qt::DisplayRole});
}

const EventPair* EventPairModel::pair(const QModelIndex& index) const {
    const auto row = static_cast<std::size_t>(index.row());
    if (!index.isValid() || !m_pairs || row >= m_pairs->size()) return nullptr;
    return &(*m_pairs)[m_order ? (*m_order)[row] : row];
}

int EventPairModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !m_pairs ? 0 : static_cast<int>(std::min<std::size_t>(m_pairs->size(), INT_MAX));
}

QVariant EventPairModel::data(const QModelIndex& index, int role) const {
    const EventPair* p = pair(index);
    if (!p) return {};
    const int column = index.column();
    if (role == Qt::TextAlignmentRole) return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
    const model::TimeNs delta = p->lengthB - p->lengthA;
    if (role == Qt::ForegroundRole && column >= Delta) {
        const timeline::Tokens& t = timeline::tokens(themeManager()->theme());
        const bool more = !p->a.isValid() || (p->isInBoth() && delta > 0),
                   less = !p->b.isValid() || (p->isInBoth() && delta < 0);
        return QColor(more ? t.bad : less ? t.good : t.secondaryText);
    }
    const double value = valueOf(*p, column);
    if (role == kCopyRole && column == StartA && p->a.isValid()) return m_timesA.raw(p->startA);
    if (role == kCopyRole && column == StartB && p->b.isValid()) return m_timesB.raw(p->startB);
    if (role == kCopyRole)
        return std::isnan(value) ? QString() : QString::number(value, 'f', column == Percent ? 6 : 0);
    if (role != Qt::DisplayRole) return {};
    if (column == Repetition)
        return p->repetition == EventPair::kBefore ? tr("before") : QString::number(p->repetition + 1);
    if (column == Delta && !p->isInBoth())
        return p->a.isValid() ? QStringLiteral("－ ") + tr("only in A") : QStringLiteral("＋ ") + tr("only in B");
    if (std::isnan(value)) return QStringLiteral("–");
    switch (column) {
    case StartA: return m_timesA.exact(p->startA);
    case StartB: return m_timesB.exact(p->startB);
    case LengthA: return timeline::formatDuration(p->lengthA);
    case LengthB: return timeline::formatDuration(p->lengthB);
    case Delta: return (delta > 0 ? QStringLiteral("+") : QString()) + timeline::formatDuration(delta);
    default: return changeText({static_cast<double>(p->lengthA), static_cast<double>(p->lengthB)});
    }
}

QVariant EventPairModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::ToolTipRole)) return {};
    const bool tip = role == Qt::ToolTipRole;
    switch (section) {
    case Repetition:
        return tip ? tr("The repetition that it belongs to in both reports (GPU work to the one that launched it), or that it follows")
                   : tr("Repetition");
    case StartA: return tip ? tr("Begin in A") : tr("Start A");
    case LengthA: return tip ? tr("Duration in A") : tr("Duration A");
    case StartB: return tip ? tr("Begin in B") : tr("Start B");
    case LengthB: return tip ? tr("Duration in B") : tr("Duration B");
    case Delta: return tip ? tr("Duration in B − duration in A") : tr("Δ");
    case Percent: return tip ? tr("(B − A) ÷ A") : tr("Δ (%)");
    default: return {};
    }
}

EventPairs::EventPairs(QWidget* parent)
    : QWidget(parent), m_title(new QLabel(this)), m_model(new EventPairModel(this)),
      m_table(new Table(QStringLiteral("compareEvents"), this)) {
    m_title->setTextFormat(Qt::PlainText);
    m_title->setContentsMargins(8, 4, 8, 4);
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_table->setModel(m_model);
    m_table->setSortingEnabled(true);
    m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);  // as they come
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_title);
    column->addWidget(m_table, 1);
    for (int c = EventPairModel::StartA; c < EventPairModel::ColumnCount; ++c) m_table->setColumnWidth(c, 130);
    m_table->restoreColumns();
    connect(m_model, &EventPairModel::sortWanted, this, &EventPairs::arrange);
    connect(m_table, &Table::rowActivated, this, [this](const QModelIndex& index) {
        if (m_model->pair(index)) emit proofRequested(proof(index));
    });
    retranslate();
}

void EventPairs::show(std::shared_ptr<const model::diff::Comparison> comparison, const model::diff::Row* row,
                      bool chosen) {
    if (comparison == m_comparison && row == m_row && chosen == m_chosen) return;
    m_comparison = std::move(comparison);
    m_row = row;
    m_chosen = chosen;
    m_model->show(nullptr, nullptr);
    m_table->setColumnHidden(EventPairModel::Repetition, m_comparison && isWhole(*m_comparison));  // there is one
    m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    m_work.forget();
    if (m_comparison && m_row)
        m_work.run(
            [c = m_comparison, row = m_row](const std::stop_token& stop) {
                return std::make_shared<const std::vector<EventPair>>(eventPairs(*c, *row, stop));
            },
            [this](EventPairModel::Pairs pairs) {
                m_model->show(std::move(pairs), nullptr);
                retranslate();
                emit settled();
            });
    retranslate();
}

void EventPairs::arrange(int column, Qt::SortOrder order) {
    const EventPairModel::Pairs pairs = m_model->pairs();
    if (!pairs) return;  // they come in their order, and the header says so
    if (column < 0) return m_model->show(pairs, nullptr);
    m_work.run([pairs, column,
                order](const std::stop_token& stop) { return EventPairModel::ordered(pairs, column, order, stop); },
               [this, pairs](EventPairModel::Order made) {
                   m_model->show(pairs, std::move(made));
                   emit settled();
               });
}

model::diff::Proof EventPairs::proof(const QModelIndex& index) const {
    const EventPair* p = m_model->pair(index);
    model::diff::Proof proof;
    if (!p || !m_comparison) return proof;
    if (p->a.isValid()) proof.a = model::reports::evidenceOf(*m_comparison->a, {p->a});
    if (p->b.isValid()) proof.b = model::reports::evidenceOf(*m_comparison->b, {p->b});
    return proof;
}

QString EventPairs::title() const {
    if (!m_comparison || !m_row)
        return tr("Choose a row of another tab: its events of A and B are listed here side by side.");
    const std::string_view text = m_comparison->names.text(m_row->name);
    const QString name = utf8(text);
    const QString count = m_model->pairs() ? timeline::formatCount(m_model->pairs()->size()) : QStringLiteral("…");
    return (m_chosen ? tr("%1: %2 events, A beside B in the order in which they begin")
                     : tr("%1: %2 events, A beside B. Nothing is chosen in another tab: this is what changed most."))
        .arg(name, count);
}

void EventPairs::retranslate() {
    m_title->setText(title());
    m_title->setToolTip(title());
    emit m_model->headerDataChanged(Qt::Horizontal, 0, EventPairModel::ColumnCount - 1);
}

void EventPairs::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QWidget::changeEvent(event);
}

}  // namespace app
