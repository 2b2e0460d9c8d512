// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QVector>

namespace app {

struct SqlRows;

/// What a chart draws of a query's result: the first other column of numbers over the first column.
struct ChartPoints {
    QVector<double> keys, values;
    QStringList labels;  ///< of bars; empty where a line is drawn
    QString keyTitle, valueTitle;

    bool isEmpty() const { return keys.isEmpty(); }
    bool areBars() const { return !labels.isEmpty(); }
    /// In any thread; O(rows). Of many rows the least and the greatest of each few: a peak is never lost.
    static ChartPoints of(const SqlRows& rows);
};

}  // namespace app
