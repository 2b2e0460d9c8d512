// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "app/text/json.h"
#include "model/store/event_store.h"

namespace app {

/// What is in a report, for people.
std::string infoText(const model::Snapshot& report);

/// The same as one JSON object: source, session, events, devices, processes, skipped, diagnostics.
void infoJson(const model::Snapshot& report, JsonWriter& json);

}  // namespace app
