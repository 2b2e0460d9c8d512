// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QByteArray>
#include <QStringList>
#include <memory>
#include <optional>
#include <stop_token>
#include <variant>
#include <vector>

class QIODevice;

#include "app/kit/background.h"
#include "app/panes/sql/chart_points.h"
#include "importers/sql/sql_session.h"

namespace app {

/// What a query gave: values, row after row.
struct SqlRows {
    using Value = std::variant<std::monostate, qint64, double, QByteArray>;
    QStringList columns;
    std::vector<Value> values;  ///< rows × columns
    bool more = false;          ///< there are further rows that were not taken
    std::optional<importers::SqlError> error;
    double seconds = 0;

    std::size_t rows() const {
        return columns.isEmpty() ? 0 : values.size() / static_cast<std::size_t>(columns.size());
    }
    const Value& at(std::size_t row, int column) const {
        return values[row * static_cast<std::size_t>(columns.size()) + static_cast<std::size_t>(column)];
    }
    std::optional<double> number(std::size_t row, int column) const;
    /// For people: numbers with at most 15 digits.
    QString text(std::size_t row, int column) const;
    /// For programs: numbers that read back as they are.
    QByteArray exactText(std::size_t row, int column) const;
    /// Place of the column of that name, -1 = none.
    int column(const QString& name) const;
};

/// Runs a statement over a report, in any thread. Stops taking rows at `mostRows`, or when they take much memory.
SqlRows runSql(const model::SnapshotPtr& report, const std::string& sql, std::size_t mostRows,
               const std::stop_token& stop);

/// Orders the rows of a result by a column: numbers before texts, equals as they came. `order` holds what is ordered;
/// nothing can be said of it once it was stopped. In any thread.
void sortRows(const SqlRows& rows, int column, Qt::SortOrder direction, std::vector<std::uint32_t>& order,
              const std::stop_token& stop);

/// Writes rows as CSV (RFC 4180), in that order, or as they came if it is empty. Returns what went wrong, "" if
/// nothing. In any thread.
QString writeCsv(const SqlRows& rows, const std::vector<std::uint32_t>& order, QIODevice& to,
                 const std::stop_token& stop);

/// Rows of a query as a table. Queries run and rows are sorted in threads, the newest request wins; what is shown stays
/// until then.
class SqlResultModel : public QAbstractTableModel {
    Q_OBJECT

public:
    static constexpr std::size_t kMostRows = 1'000'000;

    explicit SqlResultModel(QObject* parent = nullptr);

    void run(model::SnapshotPtr report, const QString& sql);
    /// What the query gave so far stays.
    void cancel() { m_query.stop(); }
    void clear();
    bool isWorking() const { return m_query.isWorking(); }
    bool isSorting() const { return m_sorting.isWorking(); }
    const SqlRows& result() const { return *m_rows; }
    std::shared_ptr<const SqlRows> sharedResult() const { return m_rows; }
    /// What there is to draw of the result.
    const ChartPoints& points() const { return m_points; }
    /// The statement that gave the result, and the report that was asked.
    const QString& sql() const { return m_sql; }
    const model::SnapshotPtr& report() const { return m_report; }
    /// Row of the result that a row of the table shows.
    std::size_t source(int row) const {
        return m_order->empty() ? static_cast<std::size_t>(row) : (*m_order)[static_cast<std::size_t>(row)];
    }
    /// Rows of the result as they are shown; empty: as they came.
    std::shared_ptr<const std::vector<std::uint32_t>> order() const { return m_order; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;

signals:
    /// There is another result, as it came; changed() follows.
    void taken();
    /// What the model says of itself.
    void changed();

private:
    using Order = std::vector<std::uint32_t>;
    void setResult(std::shared_ptr<const SqlRows> rows, ChartPoints points);
    void applyOrder(std::shared_ptr<const Order> order);
    std::shared_ptr<const SqlRows> m_rows = std::make_shared<SqlRows>();
    std::shared_ptr<const Order> m_order = std::make_shared<Order>();
    std::vector<bool> m_numeric;
    ChartPoints m_points;
    QString m_sql, m_nextSql;
    model::SnapshotPtr m_report, m_nextReport;
    Newest m_query{this}, m_sorting{this};  ///< last
};

}  // namespace app
