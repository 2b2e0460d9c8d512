// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/rep/beside.h"

namespace importers {

/// Whether the end of a write-ahead log is missing, or something in it is not what was written: then SQLite leaves
/// changes out silently. What an earlier use of the log left behind the last change is no fault.
bool isWalCut(const model::InputFile& wal);

/// The same of a rollback journal that SQLite would apply.
bool isJournalCut(const model::InputFile& journal);

}  // namespace importers
