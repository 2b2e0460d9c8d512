// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include "importers/chrome/launch_arrows.h"
#include "importers/chrome/rows.h"
#include "importers/common/stop_check.h"
#include "model/store/event_store.h"

namespace importers::chrome {

/// Assigns each piece of work to the process whose call launched it, if ids alone do not tell: in files merged from
/// several ranks. False, with nothing changed, if ids tell. `usual` = the default owner of a row.
bool giveToOwners(Rows& rows, LaunchArrows& arrows, const std::function<std::int64_t(const RowId&)>& usual,
                  model::EventStore& store, StopCheck& check);

}  // namespace importers::chrome
