// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "model/workload/collectives.h"

namespace timeline {

/// Which work of a report is communication; null where names alone tell it.
using CommunicationPtr = std::shared_ptr<const model::reports::CommunicationWork>;

/// The kind of row whose colours work of that name has: where most of it is communication by more than its name, those
/// of NCCL's calls.
model::TrackKind colourKind(const CommunicationPtr& communication, model::TrackKind kind, model::StringId name);

/// Whether work of that name has two colours: ask for each event.
bool isMixed(const CommunicationPtr& communication, model::TrackKind kind, model::StringId name);
model::TrackKind colourKind(const CommunicationPtr& communication, model::TrackKind kind, model::StringId name,
                            model::EventRef event);

}  // namespace timeline
