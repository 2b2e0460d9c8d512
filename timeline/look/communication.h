// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "model/workload/collectives.h"

namespace timeline {

/// Which work of a report is communication; null if names alone decide.
using CommunicationPtr = std::shared_ptr<const model::reports::CommunicationWork>;

/// The kind of row whose colours work of that name gets: that of NCCL's calls, if most of the work is communication and
/// its name does not tell.
model::TrackKind colourKind(const CommunicationPtr& communication, model::TrackKind kind, model::StringId name);

/// Whether work of that name has two colours, so that each event has to be looked up.
bool isMixed(const CommunicationPtr& communication, model::TrackKind kind, model::StringId name);
model::TrackKind colourKind(const CommunicationPtr& communication, model::TrackKind kind, model::StringId name,
                            model::EventRef event);

}  // namespace timeline
