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

#include "importers/sql/sql_session.h"

namespace app {

/// What a query gave: values, row after row.
struct SqlRows {
    using Value = std::variant<std::monostate, qint64, double, QByteArray>;
    QStringList columns;
    std::vector<Value> values;      ///< rows × columns
    bool more = false;              ///< there are further rows that were not taken
    std::optional<importers::SqlError> error;
    double seconds = 0;

    std::size_t rows() const { return columns.isEmpty() ? 0 : values.size() / static_cast<std::size_t>(columns.size()); }
    const Value& at(std::size_t row, int column) const { return values[row * static_cast<std::size_t>(columns.size()) + static_cast<std::size_t>(column)]; }
    std::optional<double> number(std::size_t row, int column) const;
    QString text(std::size_t row, int column) const;
    /// Place of the column of that name, -1 = none.
    int column(const QString& name) const;
};

/// Runs a statement over a report, in any thread. Stops taking rows at `mostRows`, or when they take much memory.
SqlRows runSql(const model::SnapshotPtr& report, const std::string& sql, std::size_t mostRows, const std::stop_token& stop);

/// Rows of a query as a table; runs queries in a pool thread, the newest wins.
class SqlResultModel : public QAbstractTableModel {
    Q_OBJECT

public:
    static constexpr std::size_t kMostRows = 1'000'000;

    explicit SqlResultModel(QObject* parent = nullptr);
    ~SqlResultModel() override;

    void run(model::SnapshotPtr report, const QString& sql);
    void cancel();
    void clear();
    bool isWorking() const { return m_working; }
    const SqlRows& result() const { return *m_rows; }
    /// Row of the result that a row of the table shows.
    std::size_t source(int row) const { return m_order.empty() ? static_cast<std::size_t>(row) : m_order[static_cast<std::size_t>(row)]; }
    QByteArray csv() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;

signals:
    void changed();

private:
    void take(std::shared_ptr<const SqlRows> rows);
    std::shared_ptr<const SqlRows> m_rows = std::make_shared<SqlRows>();
    std::vector<std::uint32_t> m_order;  // empty: as they came
    std::vector<bool> m_numeric;
    std::uint64_t m_request = 0;
    std::stop_source m_stop;
    bool m_working = false;
};

}  // namespace app
