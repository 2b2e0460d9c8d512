// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importers/sql/virtual_table.h"

namespace importers::sql {

/// Puts own functions in the place of those of SQLite that take quadratic time and cannot be stopped: instr, replace,
/// trim, ltrim, rtrim in linear time, LIKE and GLOB so that they look at watch.stop. They answer alike. An SQLite
/// result code.
int registerTextFunctions(sqlite3* db, Watch& watch);

}  // namespace importers::sql
