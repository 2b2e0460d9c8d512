// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <stop_token>

#include "model/query/query.h"
#include "model/store/added_rows.h"

namespace app {

// What is known of all events of a name. In any thread; linear in the events of the report. Once stopped, a result says
// nothing.

/// The longest event of that name; invalid if there is none.
model::EventRef longestNamed(const model::Snapshot& report, model::StringId name, const std::stop_token& stop);

/// All events of a name as a row of the timeline.
struct NamedRow {
    std::optional<model::AddedRow> row;  ///< absent: none, stopped, or too many at the same time
    std::size_t events = 0;
};
/// `track` is that of the row, `title` its name.
NamedRow rowNamed(const model::Snapshot& report, model::StringId name, model::TrackId track, model::StringId title,
                  const std::stop_token& stop);

/// How many launches of the same function, whatever its template arguments, began before that kernel in its process.
std::size_t launchesBefore(const model::Snapshot& report, model::EventRef kernel, const std::stop_token& stop);

}  // namespace app
