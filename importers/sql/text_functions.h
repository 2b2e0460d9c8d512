// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importers/sql/virtual_table.h"

namespace importers::sql {

/// Replaces those functions of SQLite that take quadratic time and cannot be stopped: instr, replace, trim, ltrim,
/// rtrim by linear ones, LIKE and GLOB by ones that check watch.stop. The results are the same. Returns an SQLite
/// result code.
int registerTextFunctions(sqlite3* db, Watch& watch);

}  // namespace importers::sql
