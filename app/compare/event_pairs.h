// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QWidget>
#include <memory>
#include <vector>

#include "app/kit/background.h"
#include "model/diff/event_pairs.h"
#include "timeline/look/time_format.h"

class QLabel;

namespace app {

class Table;

/// Events of one name in two reports beside each other, in an order that was made elsewhere: rows are read where they
/// are shown.
class EventPairModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Repetition, StartA, LengthA, StartB, LengthB, Delta, Percent, ColumnCount };
    using Pairs = std::shared_ptr<const std::vector<model::diff::EventPair>>;
    using Order = std::shared_ptr<const std::vector<std::uint32_t>>;

    using QAbstractTableModel::QAbstractTableModel;
    /// Null order: as they come.
    void show(Pairs pairs, Order order);
    /// How moments of A and of B are written and copied.
    void setTimes(const timeline::TimeFormat& a, const timeline::TimeFormat& b);
    const model::diff::EventPair* pair(const QModelIndex& index) const;
    const Pairs& pairs() const { return m_pairs; }
    /// For a thread: what has no value in that column comes last, whatever the order.
    static Order ordered(const Pairs& pairs, int column, Qt::SortOrder order, const std::stop_token& stop);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override {
        return parent.isValid() ? 0 : static_cast<int>(ColumnCount);
    }
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override { emit sortWanted(column, order); }

signals:
    void sortWanted(int column, Qt::SortOrder order);

private:
    timeline::TimeFormat m_timesA, m_timesB;
    Pairs m_pairs;
    Order m_order;
};

/// The list of them with a line above that says whose they are.
class EventPairs : public QWidget {
    Q_OBJECT

public:
    explicit EventPairs(QWidget* parent = nullptr);
    /// Lists the events of a row of the comparison. Not `chosen`: this row was not asked for; the line says why it is
    /// there. Null: there is nothing.
    void show(std::shared_ptr<const model::diff::Comparison> comparison, const model::diff::Row* row, bool chosen);
    bool isWorking() const { return m_work.isWorking(); }
    EventPairModel* model() const { return m_model; }
    Table* table() const { return m_table; }
    QString title() const;
    /// The events of a row.
    model::diff::Proof proof(const QModelIndex& index) const;

signals:
    void proofRequested(const model::diff::Proof& proof);
    void settled();

protected:
    void changeEvent(QEvent* event) override;

private:
    void arrange(int column, Qt::SortOrder order);
    void retranslate();

    std::shared_ptr<const model::diff::Comparison> m_comparison;
    const model::diff::Row* m_row = nullptr;  ///< of m_comparison
    bool m_chosen = false;
    QLabel* m_title;
    EventPairModel* m_model;
    Table* m_table;
    Newest m_work{this};  // last
};

}  // namespace app
