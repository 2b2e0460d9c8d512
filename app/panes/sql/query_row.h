// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QString>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "model/query/query.h"
#include "model/store/added_rows.h"

namespace app {

struct SqlRows;

/// Which columns of a result say when something was, and what. -1 = none.
struct EventColumns {
    int start = -1, end = -1, duration = -1;
    std::vector<int> names;  ///< the first that has a value names an event

    explicit EventColumns(const SqlRows& rows);
    bool areEnough() const { return start >= 0; }
};

/// A result as a row of the timeline, and what could not become part of it.
struct QueryRow {
    model::AddedRow row;
    bool done = false;            ///< false: stopped, nothing to show, or too many events at the same time
    bool crowded = false;         ///< that is why
    std::size_t events = 0;       ///< of the row
    std::size_t cut = 0;          ///< of them: began before the report or ended after it
    std::size_t outside = 0;      ///< left out: before or after the report
    std::size_t withoutTime = 0;  ///< left out: no start, an end before it, or times that are no whole numbers

    /// Translated: what was done, and what was not.
    QString sentence() const;

    Q_DECLARE_TR_FUNCTIONS(app::QueryRow)
};

/// Makes a row of a result; in any thread. Names of events go to `strings`, which are those of the report; an integer
/// in the column of a name is the id of a string. Where the result has no name, it is the title. A result has at most
/// SqlResultModel::kMostRows rows.
QueryRow makeQueryRow(const SqlRows& rows, const model::Snapshot& report, model::StringTable& strings,
                      model::TrackId track, const QString& title, std::stop_token stop);

/// When a row of a result was, ns, an instant at least one long; nothing if it does not say.
std::optional<model::TimeRange> timeOfRow(const SqlRows& rows, std::size_t row);
/// The event of the report that has the times of that row, and its name if several have; invalid if none has.
/// O(lanes · log n).
model::EventRef eventOfRow(const SqlRows& rows, std::size_t row, const model::Snapshot& report);
/// The name of a row, as the report has it; empty if the report has no such name.
std::string nameOfRow(const SqlRows& rows, std::size_t row, const model::Snapshot& report);

/// The first line of a statement with something in it that is not a comment.
QString titleOfQuery(const QString& sql);

}  // namespace app
