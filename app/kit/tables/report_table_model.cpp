// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kit/tables/report_table_model.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/kit/error_text.h"
#include "app/kit/tables/table.h"
#include "app/text/table_text.h"
#include "timeline/look/format.h"

namespace app {

using model::reports::Cell;
using model::reports::Role;
using model::reports::Unit;

QString reportText(std::string_view english) {
    const QByteArray text(english.data(), static_cast<qsizetype>(english.size()));
    return QCoreApplication::translate("Reports", text.constData());
}

QString ReportWords::in(const QString& text) const {
    if (m_vendor == model::Vendor::Nvidia) return text;
    return QString::fromStdString(model::inWordsOf(m_vendor, text.toStdString()));
}

QString ReportWords::operator()(const model::Message& message) const { return in(messageText(message)); }

namespace {

/// Words and sentences of a report, each in the language of the window.
QString wordsText(const std::string& english) {
    QStringList out;
    for (const QString& part : QString::fromStdString(english).split(QStringLiteral("; ")))
        out += reportText(part.toStdString());
    return out.join(QStringLiteral("; "));
}

std::optional<double> numberOf(const Cell& cell) {
    if (const auto* i = std::get_if<std::int64_t>(&cell)) return static_cast<double>(*i);
    if (const auto* d = std::get_if<double>(&cell)) return *d;
    return {};
}

constexpr std::size_t kUnitRows = 10'000;  // as many rows decide on the unit of a column

/// The unit in which a column of lengths reads well.
const model::TimeUnit* unitOf(const model::reports::Report& report, const model::reports::Table& table,
                              std::size_t column) {
    if (report.columns[column].unit != Unit::Ns) return nullptr;
    double largest = 0;
    for (std::size_t r = 0; r < std::min(table.rows, kUnitRows); ++r)
        largest = std::max(largest, std::abs(numberOf(table.cell(r, column)).value_or(0)));
    return &model::unitFor(largest);
}

}  // namespace

/// One request, carried out in the pool.
struct ReportTableModel::Job {
    Request request;
    std::shared_ptr<const Made> made;  // when only the order is new
    QStringList words;
    int column;
    bool descending;
    std::stop_token stop;

    void make() {
        if (made || !request.report) return;
        auto fresh = std::make_shared<Made>();
        fresh->request = request;
        const model::TimeRange range = request.snapshot->whole();
        fresh->table =
            request.made ? *request.made
                         : makeTable(*request.report, {*request.snapshot, request.range.value_or(range), request.names,
                                                       0, stop, false, request.eachLaunch, &request.peaks->table});
        fresh->words = ReportWords(request.snapshot);
        for (std::size_t c = 0; c < request.report->columns.size(); ++c)
            fresh->units.push_back(unitOf(*request.report, fresh->table, c));
        made = std::move(fresh);
    }

    bool passes(std::uint32_t row) const {
        const auto& columns = made->request.report->columns;
        return std::all_of(words.begin(), words.end(), [&](const QString& word) {
            for (std::size_t c = 0; c < columns.size(); ++c) {
                if (columns[c].unit != Unit::Text) continue;
                const Cell cell = made->table.cell(row, c);
                if (QString::fromStdString(plainCell(cell, Unit::Text)).contains(word, Qt::CaseInsensitive))
                    return true;
            }
            return false;
        });
    }

    std::vector<std::uint32_t> order() const {
        std::vector<std::uint32_t> rows(std::min<std::size_t>(made->table.rows, UINT32_MAX));
        std::iota(rows.begin(), rows.end(), 0u);
        if (!words.isEmpty()) std::erase_if(rows, [&](std::uint32_t r) { return stop.stop_requested() || !passes(r); });
        if (column < 0 || static_cast<std::size_t>(column) >= made->request.report->columns.size() ||
            stop.stop_requested())
            return rows;
        // Cells are made when asked for: each once, not at each comparison.
        std::vector<Cell> keys(made->table.rows);
        for (const std::uint32_t r : rows) keys[r] = made->table.cell(r, static_cast<std::size_t>(column));
        const auto less = [&](std::uint32_t a, std::uint32_t b) {
            return descending ? before(keys[b], keys[a]) : before(keys[a], keys[b]);
        };
        std::stable_sort(rows.begin(), rows.end(), less);
        return rows;
    }

    /// Numbers by their size, texts by their letters, empty ones first.
    static bool before(const Cell& a, const Cell& b) {
        const auto x = numberOf(a), y = numberOf(b);
        if (x && y) return *x < *y;
        if (const auto* m = std::get_if<model::Message>(&a), *n = std::get_if<model::Message>(&b); m && n)
            return english(*m) < english(*n);
        return a.index() != b.index() ? a.index() < b.index() : a < b;
    }
};

ReportTableModel::ReportTableModel(QObject* parent) : QAbstractTableModel(parent) {}

void ReportTableModel::show(Request request) {
    if (request == m_request) return;
    if (request.report != m_request.report) m_column = -1;
    m_request = std::move(request);
    start();
}

bool ReportTableModel::setTimes(const timeline::TimeFormat& times) {
    if (times == m_times) return false;
    m_times = times;
    if (rowCount() > 0 && columnCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1), {Qt::DisplayRole});
    return true;
}

void ReportTableModel::setFilter(const QString& words) {
    if (words == m_filter) return;
    m_filter = words;
    start();
}

void ReportTableModel::sort(int column, Qt::SortOrder order) {
    m_column = column;
    m_direction = order;
    start();
}

void ReportTableModel::start() {
    if (!m_request.snapshot || !m_request.report) {
        m_work.forget();
        return setResult(nullptr, {});
    }
    Job job{m_request,
            m_shown && m_shown->request == m_request ? m_shown : nullptr,
            m_filter.split(QChar(' '), Qt::SkipEmptyParts),
            m_column,
            m_direction == Qt::DescendingOrder,
            {}};
    m_work.run(
        [job = std::move(job)](std::stop_token stop) mutable {
            job.stop = std::move(stop);
            job.make();
            std::vector<std::uint32_t> order = job.order();
            return std::make_pair(std::move(job.made), std::move(order));
        },
        [this](auto made) { setResult(std::move(made.first), std::move(made.second)); });
    emit changed();
}

void ReportTableModel::setResult(std::shared_ptr<const Made> made, std::vector<std::uint32_t> order) {
    beginResetModel();
    m_shown = std::move(made);
    m_order = std::move(order);
    endResetModel();
    emit changed();
}

model::reports::Evidence ReportTableModel::evidence(const QModelIndex& index) const {
    if (!index.isValid() || index.row() >= rowCount() || !m_shown->table.evidence) return {};
    return m_shown->table.evidence(m_order[static_cast<std::size_t>(index.row())]);
}

std::size_t ReportTableModel::tableRow(const QModelIndex& index) const {
    return m_order[static_cast<std::size_t>(index.row())];
}

QModelIndex ReportTableModel::indexOf(std::size_t tableRow) const {
    const auto at = std::find(m_order.begin(), m_order.end(), tableRow);
    return at == m_order.end() || at - m_order.begin() >= rowCount() ? QModelIndex()
                                                                     : index(static_cast<int>(at - m_order.begin()), 0);
}

std::string ReportTableModel::csv() const {
    return m_shown ? tableText(*m_shown->request.report, m_shown->table, TableFormat::Spreadsheet) : std::string();
}

int ReportTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(std::min(m_order.size(), kMaxRows));
}

int ReportTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() || !m_shown ? 0 : static_cast<int>(m_shown->request.report->columns.size());
}

Cell ReportTableModel::cell(const QModelIndex& index) const {
    return m_shown->table.cell(m_order[static_cast<std::size_t>(index.row())],
                               static_cast<std::size_t>(index.column()));
}

QVariant ReportTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || !m_shown || index.row() >= rowCount()) return {};
    const auto column = static_cast<std::size_t>(index.column());
    const model::reports::ColumnInfo& info = m_shown->request.report->columns[column];
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(
            Qt::Alignment((info.unit == Unit::Text ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter));
    if (role != Qt::DisplayRole && role != kCopyRole && role != Qt::ToolTipRole) return {};
    const Cell value = cell(index);
    if (const auto number = numberOf(value); number && info.unit == Unit::Instant) {
        const auto moment = static_cast<model::TimeNs>(std::llround(*number));
        return role == kCopyRole ? m_times.raw(moment) : m_times.exact(moment);
    }
    if (role == kCopyRole) return QString::fromStdString(plainCell(value, info.unit));
    if (const auto* message = std::get_if<model::Message>(&value)) return m_shown->words(*message);
    if (const auto* text = std::get_if<std::string>(&value))
        return info.role == Role::Words ? m_shown->words.in(wordsText(*text)) : labelText(*text);
    const auto number = numberOf(value);
    if (!number) return role == Qt::DisplayRole ? QVariant(QStringLiteral("–")) : QVariant();
    const auto whole = static_cast<std::int64_t>(std::llround(*number));
    switch (info.unit) {
    case Unit::Ns:
        if (role == Qt::ToolTipRole) return timeline::formatExactTime(whole);
        return timeline::formatIn(*m_shown->units[column], whole, 3);
    case Unit::Percent: return timeline::formatPercent(*number / 100);
    case Unit::Count: return timeline::formatCount(static_cast<std::uint64_t>(std::max<std::int64_t>(0, whole)));
    case Unit::Bytes: return timeline::formatBytes(static_cast<std::uint64_t>(std::max<std::int64_t>(0, whole)));
    case Unit::BytesPerSecond: return timeline::formatRate(*number);
    default:
        return std::holds_alternative<std::int64_t>(value) ? timeline::rawNumber(whole)
                                                           : timeline::formatValue(*number);
    }
}

QVariant ReportTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || !m_shown || section >= columnCount()) return {};
    const auto column = static_cast<std::size_t>(section);
    const model::reports::ColumnInfo& info = m_shown->request.report->columns[column];
    if (role == Qt::TextAlignmentRole && info.unit != Unit::Text)
        return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
    if (role == Qt::ToolTipRole) return m_shown->words(info.meaning);
    if (role != Qt::DisplayRole) return {};
    // Tables for programs say ns; here each column has the unit in which it reads well.
    const QString title = m_shown->words(info.title);
    if (!isTime(info.unit)) return title;
    const QString plain = QString::fromStdString(std::string(model::reports::withoutNs(title.toStdString())));
    const model::TimeUnit* unit = m_shown->units[column];
    return unit ? tr("%1 (%2)", "title of a column and its unit").arg(plain, timeline::unitName(*unit)) : plain;
}

void ReportTableModel::retranslate() {
    if (columnCount() > 0) emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
    if (rowCount() > 0) emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

}  // namespace app
