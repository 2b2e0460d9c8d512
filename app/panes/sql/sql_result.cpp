// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panes/sql/sql_result.h"

#include <QElapsedTimer>
#include <QIODevice>
#include <algorithm>
#include <array>
#include <charconv>
#include <numeric>

#include "app/kit/file_text.h"
#include "app/kit/tables/row_text.h"

namespace app {
namespace {

constexpr std::size_t kMostBytes = std::size_t{512} << 20;  // of a result; SQL can make rows without end
constexpr qsizetype kShownLetters = 1000;           // of a cell on screen: laying out a text of megabytes takes seconds
constexpr std::size_t kRun = std::size_t{1} << 15;  // rows that are sorted or written between two looks at a stop token
constexpr std::size_t kSampledResultRows = 100;     // that decide whether a column is of numbers

SqlRows::Value valueOf(const importers::Cell& cell) {
    using Type = importers::Cell::Type;
    switch (cell.type) {
    case Type::Int: return qint64{cell.i};
    case Type::Real: return cell.real;
    case Type::Text:
    case Type::Blob: return QByteArray(cell.bytes, static_cast<qsizetype>(cell.size));
    case Type::Null: break;
    }
    return {};
}

QByteArray shortest(double value) {
    std::array<char, 32> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    QByteArray text(digits.data(), end - digits.data());
    // As SQLite prints it: a real stays one.
    return text.contains('.') || text.contains('e') || text.contains('n') ? text : text + ".0";
}

bool isBefore(const SqlRows& rows, int column, std::uint32_t a, std::uint32_t b) {
    const SqlRows::Value &x = rows.at(a, column), &y = rows.at(b, column);
    const auto *i = std::get_if<qint64>(&x), *j = std::get_if<qint64>(&y);
    if (i && j) return *i < *j;
    const auto m = rows.number(a, column), n = rows.number(b, column);
    if (m && n) return *m < *n;
    return x.index() != y.index() ? x.index() < y.index() : x < y;
}

}  // namespace

std::optional<double> SqlRows::number(std::size_t row, int column) const {
    const Value& v = at(row, column);
    if (const auto* i = std::get_if<qint64>(&v)) return static_cast<double>(*i);
    if (const auto* d = std::get_if<double>(&v)) return *d;
    return {};
}

QString SqlRows::text(std::size_t row, int column) const {
    const Value& v = at(row, column);
    if (const auto* i = std::get_if<qint64>(&v)) return QString::number(*i);
    if (const auto* d = std::get_if<double>(&v)) return QString::number(*d, 'g', 15);
    if (const auto* t = std::get_if<QByteArray>(&v)) return QString::fromUtf8(*t);
    return {};
}

QByteArray SqlRows::exactText(std::size_t row, int column) const {
    const Value& v = at(row, column);
    if (const auto* i = std::get_if<qint64>(&v)) return QByteArray::number(*i);
    if (const auto* d = std::get_if<double>(&v)) return shortest(*d);
    if (const auto* t = std::get_if<QByteArray>(&v)) return *t;
    return {};
}

int SqlRows::column(const QString& name) const {
    const auto at = std::find_if(columns.begin(), columns.end(),
                                 [&](const QString& c) { return c.compare(name, Qt::CaseInsensitive) == 0; });
    return at == columns.end() ? -1 : static_cast<int>(at - columns.begin());
}

SqlRows runSql(const model::SnapshotPtr& report, const std::string& sql, std::size_t mostRows,
               const std::stop_token& stop) {
    SqlRows out;
    QElapsedTimer clock;
    clock.start();
    importers::SqlSession session(report);
    std::size_t bytes = 0, rows = 0;
    const auto result = session.query(
        sql, stop,
        [&](std::span<const std::string> names) {
            for (const std::string& name : names) out.columns.append(QString::fromStdString(name));
        },
        [&](std::span<const importers::Cell> cells) {
            if (rows == mostRows || bytes > kMostBytes) return !(out.more = true);
            for (const importers::Cell& cell : cells) {
                out.values.push_back(valueOf(cell));
                bytes += sizeof(SqlRows::Value) + cell.size;
            }
            ++rows;
            return true;
        });
    if (!result) out.error = result.error();
    out.seconds = static_cast<double>(clock.nsecsElapsed()) / 1e9;
    return out;
}

void sortRows(const SqlRows& rows, int column, Qt::SortOrder direction, std::vector<std::uint32_t>& order,
              const std::stop_token& stop) {
    const auto before = [&](std::uint32_t a, std::uint32_t b) {
        return direction == Qt::AscendingOrder ? isBefore(rows, column, a, b) : isBefore(rows, column, b, a);
    };
    const auto at = [&](std::size_t i) {
        return order.begin() + static_cast<std::ptrdiff_t>(std::min(i, order.size()));
    };
    for (std::size_t i = 0; i < order.size() && !stop.stop_requested(); i += kRun)
        std::stable_sort(at(i), at(i + kRun), before);
    for (std::size_t length = kRun; length < order.size(); length *= 2)
        for (std::size_t i = 0; i + length < order.size() && !stop.stop_requested(); i += 2 * length)
            std::inplace_merge(at(i), at(i + length), at(i + 2 * length), before);
}

QString writeCsv(const SqlRows& rows, const std::vector<std::uint32_t>& order, QIODevice& to,
                 const std::stop_token& stop) {
    QByteArray text;
    const auto columns = static_cast<int>(rows.columns.size());
    for (int c = 0; c < columns; ++c) text += (c ? "," : "") + csvCell(rows.columns[c]);
    text += '\n';
    for (std::size_t r = 0; r < rows.rows() && !stop.stop_requested(); ++r) {
        for (int c = 0; c < columns; ++c)
            text += (c ? "," : "") + csvCell(QString::fromUtf8(rows.exactText(order.empty() ? r : order[r], c)));
        text += '\n';
        if (r % kRun + 1 != kRun) continue;
        if (to.write(text) != text.size()) return to.errorString();
        text.clear();
    }
    return to.write(text) == text.size() ? QString() : to.errorString();
}

SqlResultModel::SqlResultModel(QObject* parent) : QAbstractTableModel(parent) {}

void SqlResultModel::run(model::SnapshotPtr report, const QString& sql) {
    m_nextSql = sql;
    m_nextReport = report;
    m_query.run(
        [report = std::move(report), sql = sql.toStdString()](const std::stop_token& stop) {
            auto rows = std::make_shared<const SqlRows>(runSql(report, sql, kMostRows, stop));
            ChartPoints points = ChartPoints::of(*rows);
            return std::make_pair(std::move(rows), std::move(points));
        },
        [this](auto made) { setResult(std::move(made.first), std::move(made.second)); });
    emit changed();
}

void SqlResultModel::clear() {
    m_query.forget();
    m_nextSql.clear();
    m_nextReport.reset();
    setResult(std::make_shared<const SqlRows>(), {});
}

void SqlResultModel::setResult(std::shared_ptr<const SqlRows> rows, ChartPoints points) {
    m_sorting.forget();
    beginResetModel();
    std::swap(m_rows, rows);
    m_points = std::move(points);
    m_order = std::make_shared<Order>();
    m_sql = m_nextSql;
    m_report = m_nextReport;
    m_numeric.assign(static_cast<std::size_t>(m_rows->columns.size()), false);
    for (int c = 0; c < m_rows->columns.size(); ++c)
        for (std::size_t r = 0; r < std::min(m_rows->rows(), kSampledResultRows); ++r)
            if (m_rows->number(r, c)) m_numeric[static_cast<std::size_t>(c)] = true;
    endResetModel();
    m_query.release(std::move(rows));
    emit taken();
    emit changed();
}

int SqlResultModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows->rows());
}
int SqlResultModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows->columns.size());
}

QVariant SqlResultModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::Alignment(
            (m_numeric[static_cast<std::size_t>(index.column())] ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    if (role != Qt::DisplayRole && role != kCopyRole && role != Qt::ToolTipRole) return {};
    const std::size_t row = source(index.row());
    if (std::holds_alternative<std::monostate>(m_rows->at(row, index.column())))
        return role == Qt::DisplayRole ? QVariant(QStringLiteral("NULL")) : QVariant(QString());
    const QString text = role == kCopyRole ? QString::fromUtf8(m_rows->exactText(row, index.column()))
                                           : m_rows->text(row, index.column());
    return role == kCopyRole || text.size() <= kShownLetters ? text : text.left(kShownLetters) + u'…';
}

QVariant SqlResultModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
    if (role == Qt::DisplayRole) return m_rows->columns[section];
    if (role == Qt::TextAlignmentRole && m_numeric[static_cast<std::size_t>(section)])
        return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
    return {};
}

void SqlResultModel::sort(int column, Qt::SortOrder direction) {
    m_sorting.forget();
    if (column < 0 || column >= columnCount()) {
        if (!m_order->empty()) applyOrder(std::make_shared<Order>());
        return;
    }
    m_sorting.run(
        [rows = m_rows, column, direction](const std::stop_token& stop) {
            auto order = std::make_shared<Order>(rows->rows());
            std::iota(order->begin(), order->end(), 0u);
            sortRows(*rows, column, direction, *order, stop);
            return std::shared_ptr<const Order>(std::move(order));
        },
        [this](std::shared_ptr<const Order> order) { applyOrder(std::move(order)); });
    emit changed();
}

void SqlResultModel::applyOrder(std::shared_ptr<const Order> order) {
    beginResetModel();
    m_order = std::move(order);
    endResetModel();
    emit changed();
}

}  // namespace app
