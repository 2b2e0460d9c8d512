// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/rep/beside.h"

namespace importers {

/// Whether the end of a write-ahead log is missing or damaged, in which case SQLite silently ignores changes. Remains
/// of an earlier use of the log after the last change are no fault.
bool isWalCut(const model::InputFile& wal);

/// The same for a rollback journal that SQLite would apply.
bool isJournalCut(const model::InputFile& journal);

}  // namespace importers
