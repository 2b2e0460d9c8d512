// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/report/pane_host.h"
#include "model/reports/report.h"

namespace app {

/// Shows in the timeline what a row of a table stands for. An event becomes wide; several are ticks over the whole
/// report, the first one selected and their time in view. Evidence that is only a stretch of time becomes the selected
/// span.
void showEvidence(PaneHost& host, const model::reports::Evidence& evidence);

}  // namespace app
