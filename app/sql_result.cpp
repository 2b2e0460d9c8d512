// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sql_result.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QPointer>
#include <QThreadPool>
#include <algorithm>
#include <numeric>

#include "app/row_text.h"

namespace app {
namespace {

constexpr std::size_t kMostBytes = std::size_t{512} << 20;  // of a result; SQL can make rows without end
constexpr qsizetype kShownLetters = 1000;                  // of a cell on screen: laying out a text of megabytes takes seconds
constexpr std::size_t kSampledRows = 100;                   // that decide whether a column is of numbers

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

QByteArray csvCell(QByteArray text) {
    if (text.contains(',') || text.contains('"') || text.contains('\n') || text.contains('\r')) text = '"' + text.replace("\"", "\"\"") + '"';
    return text;
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

int SqlRows::column(const QString& name) const {
    const auto at = std::find_if(columns.begin(), columns.end(), [&](const QString& c) { return c.compare(name, Qt::CaseInsensitive) == 0; });
    return at == columns.end() ? -1 : static_cast<int>(at - columns.begin());
}

SqlRows runSql(const model::SnapshotPtr& report, const std::string& sql, std::size_t mostRows, const std::stop_token& stop) {
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

SqlResultModel::SqlResultModel(QObject* parent) : QAbstractTableModel(parent) {}
SqlResultModel::~SqlResultModel() { m_stop.request_stop(); }

void SqlResultModel::run(model::SnapshotPtr report, const QString& sql) {
    m_stop.request_stop();
    m_stop = std::stop_source();
    m_working = true;
    emit changed();
    QThreadPool::globalInstance()->start([report = std::move(report), sql = sql.toStdString(), request = ++m_request, stop = m_stop.get_token(), self = QPointer<SqlResultModel>(this)] {
        auto rows = std::make_shared<const SqlRows>(runSql(report, sql, kMostRows, stop));
        QMetaObject::invokeMethod(
            QCoreApplication::instance(),
            [self, request, rows = std::move(rows)]() mutable {
                if (self && request == self->m_request) self->take(std::move(rows));
            },
            Qt::QueuedConnection);
    });
}

void SqlResultModel::cancel() { m_stop.request_stop(); }

void SqlResultModel::clear() {
    m_stop.request_stop();
    ++m_request;
    take(std::make_shared<const SqlRows>());
}

void SqlResultModel::take(std::shared_ptr<const SqlRows> rows) {
    beginResetModel();
    m_rows = std::move(rows);
    m_order.clear();
    m_numeric.assign(static_cast<std::size_t>(m_rows->columns.size()), false);
    for (int c = 0; c < m_rows->columns.size(); ++c)
        for (std::size_t r = 0; r < std::min(m_rows->rows(), kSampledRows); ++r)
            if (m_rows->number(r, c)) m_numeric[static_cast<std::size_t>(c)] = true;
    m_working = false;
    endResetModel();
    emit changed();
}

int SqlResultModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(m_rows->rows()); }
int SqlResultModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(m_rows->columns.size()); }

QVariant SqlResultModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) return {};
    if (role == Qt::TextAlignmentRole) return QVariant::fromValue(Qt::Alignment((m_numeric[static_cast<std::size_t>(index.column())] ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    if (role != Qt::DisplayRole && role != kCopyRole && role != Qt::ToolTipRole) return {};
    const std::size_t row = source(index.row());
    if (std::holds_alternative<std::monostate>(m_rows->at(row, index.column()))) return role == Qt::DisplayRole ? QVariant(QStringLiteral("NULL")) : QVariant(QString());
    const QString text = m_rows->text(row, index.column());
    return role == kCopyRole || text.size() <= kShownLetters ? text : text.left(kShownLetters) + u'…';
}

QVariant SqlResultModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
    if (role == Qt::DisplayRole) return m_rows->columns[section];
    if (role == Qt::TextAlignmentRole && m_numeric[static_cast<std::size_t>(section)]) return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
    return {};
}

void SqlResultModel::sort(int column, Qt::SortOrder order) {
    beginResetModel();
    m_order.clear();
    if (column >= 0 && column < columnCount()) {
        m_order.resize(m_rows->rows());
        std::iota(m_order.begin(), m_order.end(), 0u);
        const auto less = [&](std::uint32_t a, std::uint32_t b) {
            const SqlRows::Value &x = m_rows->at(a, column), &y = m_rows->at(b, column);
            const auto *i = std::get_if<qint64>(&x), *j = std::get_if<qint64>(&y);
            if (i && j) return *i < *j;
            const auto m = m_rows->number(a, column), n = m_rows->number(b, column);
            if (m && n) return *m < *n;
            return x.index() != y.index() ? x.index() < y.index() : x < y;
        };
        std::stable_sort(m_order.begin(), m_order.end(), [&](std::uint32_t a, std::uint32_t b) { return order == Qt::AscendingOrder ? less(a, b) : less(b, a); });
    }
    endResetModel();
}

QByteArray SqlResultModel::csv() const {
    QByteArray out;
    for (int c = 0; c < columnCount(); ++c) out += (c ? "," : "") + csvCell(m_rows->columns[c].toUtf8());
    out += '\n';
    for (int r = 0; r < rowCount(); ++r) {
        for (int c = 0; c < columnCount(); ++c) out += (c ? "," : "") + csvCell(m_rows->text(source(r), c).toUtf8());
        out += '\n';
    }
    return out;
}

}  // namespace app
