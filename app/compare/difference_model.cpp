// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/compare/difference_model.h"

#include <QColor>
#include <QCoreApplication>
#include <QLocale>
#include <algorithm>
#include <cmath>

#include "app/kit/error_text.h"
#include "app/kit/signed_text.h"
#include "app/kit/std_text.h"
#include "app/kit/tables/row_text.h"
#include "app/kit/theme.h"
#include "model/diff/findings.h"
#include "model/diff/short_names.h"
#include "timeline/look/format.h"
#include "timeline/look/palette.h"

namespace app {

using model::diff::Change;
using model::diff::Part;
using model::diff::Verdict;

namespace {

model::TimeNs rounded(double ns) { return static_cast<model::TimeNs>(std::llround(ns)); }

QString count(double n) {
    return n == std::floor(n) ? timeline::formatCount(static_cast<std::uint64_t>(n)) : QLocale().toString(n, 'f', 1);
}

/// What fits into a column: the first name, shortened, and how many more there are. The tool tip and copies have all.
QString shortReplacement(const model::diff::Comparison& c, const model::diff::Row& row) {
    QStringList out;
    for (const auto& [arrow, names] : {std::pair("→ ", &row.replacedBy), std::pair("← ", &row.replaces)}) {
        if (names->empty()) continue;
        const QString rest = names->size() > 1 ? QStringLiteral(", +%1").arg(names->size() - 1) : QString();
        out.append(QString::fromUtf8(arrow) +
                   QString::fromStdString(model::diff::shortName(c.names.text(names->front()))) + rest);
    }
    return out.join(QStringLiteral("; "));
}

}  // namespace

QString changeText(const Change& change) { return argumentText(model::diff::changeOf(change.a, change.b)); }

QString verdictText(const Change& change, bool why) {
    QString sign = QStringLiteral("≈ ");
    switch (change.verdict) {
    case Verdict::Slower:
    case Verdict::More: sign = QStringLiteral("▲ "); break;
    case Verdict::Faster:
    case Verdict::Fewer: sign = QStringLiteral("▼ "); break;
    case Verdict::Added: sign = QStringLiteral("＋ "); break;
    case Verdict::Removed: sign = QStringLiteral("－ "); break;
    case Verdict::Unclear: sign = QStringLiteral("? "); break;
    case Verdict::Within:
    case Verdict::Small: break;
    }
    return sign + QCoreApplication::translate("Compare", why ? verdictReason(change) : verdictWord(change));
}

DifferenceModel::DifferenceModel(std::optional<model::diff::Category> category, QObject* parent)
    : QAbstractTableModel(parent), m_category(category) {}

void DifferenceModel::show(std::shared_ptr<const model::diff::Comparison> comparison) {
    beginResetModel();
    m_comparison = std::move(comparison);
    arrange();
    endResetModel();
}

void DifferenceModel::setFilter(const QString& text) {
    if (text == m_filter) return;
    beginResetModel();
    m_filter = text;
    arrange();
    endResetModel();
}

void DifferenceModel::sort(int column, Qt::SortOrder order) {
    beginResetModel();
    m_column = column;
    m_order = order;
    arrange();
    endResetModel();
}

// Names are thousands at most, for kernels of one program.
void DifferenceModel::arrange() {
    m_lines.clear();
    m_total = 0;
    const auto take = [&](Line line) {
        ++m_total;
        if (m_filter.isEmpty() || name(line).contains(m_filter, Qt::CaseInsensitive)) m_lines.push_back(line);
    };
    if (m_comparison && m_category) {
        for (const model::diff::Row& row : m_comparison->rows)
            if (row.category == *m_category) take({&row, nullptr});
    } else if (m_comparison) {
        for (const model::diff::PartRow& part : m_comparison->parts) take({nullptr, &part});
    }
    if (m_column < 0) return;
    const auto less = [this](const Line& x, const Line& y) {
        if (m_column == Replacement) return replacement(x).localeAwareCompare(replacement(y)) < 0;
        if (m_column == Name) return name(x).localeAwareCompare(name(y)) < 0;
        if (m_column == VerdictColumn) return x.change().verdict < y.change().verdict;
        const QVariant a = number(x, m_column), b = number(y, m_column);
        return a.isValid() && b.isValid() ? a.toDouble() < b.toDouble() : b.isValid() && !a.isValid();
    };
    std::stable_sort(m_lines.begin(), m_lines.end(), [&](const Line& x, const Line& y) {
        return m_order == Qt::AscendingOrder ? less(x, y) : less(y, x);
    });
}

model::diff::Proof DifferenceModel::proof(const QModelIndex& index) const {
    if (!index.isValid() || static_cast<std::size_t>(index.row()) >= m_lines.size()) return {};
    const Line& line = m_lines[static_cast<std::size_t>(index.row())];
    return line.row ? m_comparison->proofOf(*line.row) : m_comparison->proofOf(*line.part);
}

int DifferenceModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_lines.size());
}

int DifferenceModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(ColumnCount);
}

QString DifferenceModel::name(const Line& line) const {
    if (line.row) {
        const auto text = [this](model::diff::NameId id) {
            const std::string_view t = m_comparison->names.text(id);
            return utf8(t);
        };
        const model::diff::Row& row = *line.row;
        return row.nameB && row.nameB != row.name ? tr("%1 → %2").arg(text(row.name), text(row.nameB)) : text(row.name);
    }
    const QString rank = messageText(rankName(*m_comparison, *line.part));
    switch (line.part->part) {
    case Part::Time:
        return isWhole(*m_comparison) ? tr("%1: whole report").arg(rank) : tr("%1: whole repetition").arg(rank);
    case Part::Cpu: return tr("%1: CPU range").arg(rank);
    case Part::Gpu: return tr("%1: GPU span").arg(rank);
    case Part::Compute: return tr("%1: compute only").arg(rank);
    case Part::Communication: return tr("%1: communication only").arg(rank);
    case Part::Memory: return tr("%1: copies only").arg(rank);
    case Part::Idle: return tr("%1: GPU idle").arg(rank);
    case Part::Count: break;
    }
    return rank;
}

bool DifferenceModel::hasReplacements() const {
    return m_comparison &&
           std::any_of(m_comparison->rows.begin(), m_comparison->rows.end(), [this](const model::diff::Row& row) {
               return row.category == m_category && !(row.replacedBy.empty() && row.replaces.empty());
           });
}

QString DifferenceModel::replacement(const Line& line) const {
    return line.row ? QString::fromStdString(replacementText(*m_comparison, *line.row)) : QString();
}

QVariant DifferenceModel::number(const Line& line, int column) const {
    const Change& c = line.change();
    switch (column) {
    case CountA: return line.row ? QVariant(line.row->countA) : QVariant();
    case CountB: return line.row ? QVariant(line.row->countB) : QVariant();
    case TimeA: return c.a;
    case TimeB: return c.b;
    case Delta: return c.delta();
    case Percent: return c.a != 0 ? QVariant(c.delta() / c.a) : QVariant();
    case Spread: return c.spreadIsKnown() ? QVariant(c.spread) : QVariant();
    // Of two kinds of events the median is one of either: it says nothing. Nor does that of none.
    case EachA: return line.row && !line.row->bimodal && line.row->countA > 0 ? QVariant(line.row->eachA) : QVariant();
    case EachB: return line.row && !line.row->bimodal && line.row->countB > 0 ? QVariant(line.row->eachB) : QVariant();
    default: return {};
    }
}

// One unit for a line, so that its numbers can be compared, and that of its own, so that those of short events are not
// all 0.001.
QString DifferenceModel::timeText(const Line& line, double ns) const {
    const model::TimeUnit& unit = model::unitFor(std::round(std::max(line.change().a, line.change().b)));
    return timeline::formatIn(unit, rounded(ns), 3) + u' ' + timeline::unitName(unit);
}

QString DifferenceModel::shown(const Line& line, int column) const {
    const QVariant n = number(line, column);
    if (!n.isValid()) return QStringLiteral("–");
    switch (column) {
    case CountA:
    case CountB: return count(n.toDouble());
    case Percent: return changeText(line.change());
    case Delta: return withSign(n.toDouble(), timeText(line, std::abs(n.toDouble())));
    case EachA:
    case EachB: return timeline::formatDuration(rounded(n.toDouble()));
    default: return timeText(line, n.toDouble());
    }
}

QVariant DifferenceModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || static_cast<std::size_t>(index.row()) >= m_lines.size()) return {};
    const Line& line = m_lines[static_cast<std::size_t>(index.row())];
    const bool text = index.column() == Name || index.column() == VerdictColumn || index.column() == Replacement;
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::Alignment((text ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter));
    if (role == Qt::ForegroundRole &&
        (index.column() == VerdictColumn || index.column() == Delta || index.column() == Percent)) {
        const timeline::Tokens& t = timeline::tokens(themeManager()->theme());
        const bool judged = line.change().verdict != Verdict::Within && line.change().verdict != Verdict::Small &&
                            line.change().verdict != Verdict::Unclear;
        // What comes more often may take less time: the difference has the colour of its own sign.
        const double delta = number(line, Delta).toDouble();
        if (index.column() != VerdictColumn && judged && delta != 0) return QColor(delta > 0 ? t.bad : t.good);
        // And where there are fewer that take more time, the number is neither good nor bad.
        if ((line.change().verdict == Verdict::More && delta < 0) ||
            (line.change().verdict == Verdict::Fewer && delta > 0))
            return QColor(t.secondaryText);
        switch (line.change().verdict) {
        case Verdict::Slower:
        case Verdict::More:
        case Verdict::Added: return QColor(t.bad);
        case Verdict::Faster:
        case Verdict::Fewer:
        case Verdict::Removed: return QColor(t.good);
        case Verdict::Within:
        case Verdict::Small:
        case Verdict::Unclear: return QColor(t.secondaryText);
        }
    }
    if (role == kCopyRole && !text) {
        const QVariant n = number(line, index.column());
        return n.isValid() ? QString::number(n.toDouble(), 'g', 15) : QString();
    }
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole && role != kCopyRole) return {};
    if (index.column() == VerdictColumn) return verdictText(line.change(), role == Qt::ToolTipRole);
    if (index.column() == Name) return name(line);
    if (index.column() == Replacement)
        return role == Qt::DisplayRole && line.row ? shortReplacement(*m_comparison, *line.row) : replacement(line);
    return role == Qt::ToolTipRole ? QVariant() : QVariant(shown(line, index.column()));
}

QVariant DifferenceModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::ToolTipRole)) return {};
    const bool tip = role == Qt::ToolTipRole;
    const bool whole = m_comparison && isWhole(*m_comparison);
    const QString number = whole ? tr("Events in the whole report") : tr("Events in a repetition, median"),
                  time = whole ? tr("Time in the whole report") : tr("Time in a repetition, median");
    switch (section) {
    case VerdictColumn:
        return tip ? tr("Slower or faster where Δ is greater than the spread; a change of up to 2 % is small. More or less often: the same for the counts")
                   : tr("B is");
    case Name: return m_category ? tr("Name") : tr("Part");
    case CountA: return tip ? number : tr("Count A");
    case CountB: return tip ? number : tr("Count B");
    case TimeA: return tip ? time : tr("A");
    case TimeB: return tip ? time : tr("B");
    case Delta: return tip ? tr("B − A") : tr("Δ");
    case Percent: return tip ? tr("(B − A) ÷ A") : tr("Δ (%)");
    case Spread:
        return tip ? tr("How much of Δ may be due to chance, by a rank test of all repetitions of A and B; more repetitions make it smaller")
                   : tr("Spread");
    case EachA:
        return tip ? tr("Median of single events; nothing where there are none, or where they are of two kinds")
                   : tr("One, A");
    case EachB:
        return tip ? tr("Median of single events; nothing where there are none, or where they are of two kinds")
                   : tr("One, B");
    case Replacement:
        return tip ? tr("→ kernels of B that came in its place; ← kernels of A in whose place it came")
                   : tr("Replacement");
    default: return {};
    }
}

void DifferenceModel::retranslate() {
    emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    if (rowCount() > 0) emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

}  // namespace app
