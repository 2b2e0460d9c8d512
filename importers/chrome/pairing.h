// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "importers/chrome/records.h"
#include "importers/common/stop_check.h"

namespace importers::chrome {

/// Input of pairing, and its leftovers.
struct Pairing {
    model::ArgsTable& args;
    model::ArgsId unfinished = 0;  ///< added to the arguments of events without an end
    std::uint64_t ends = 0;        ///< ends without a begin; ignored
    std::uint64_t begins = 0;      ///< begins without an end; they end with the event around them, or at kTimeMax
    std::uint64_t enclosed = 0;    ///< those of them that end with the event around them
};

/// Pairs begins and ends of one thread, in the order of the file, into events in the order of their ends. An end closes
/// the innermost open event of its name; one without a name closes the innermost of all. An event that is still open
/// inside an event that ended, and never ends itself, ends with it. An end may precede a begin of its name at the same
/// time: if nothing else ends that event, it has zero length.
std::vector<model::Event> pairBeginEnds(std::vector<BeginEnd>& records, Pairing& pairing, StopCheck& check);

/// An event of an async track, and the name of the outermost open event with its id.
struct AsyncEvent {
    model::Event event;
    model::StringId root = 0;
    std::int64_t pid = 0;
};
/// The same for async events of one id.
void pairAsyncs(std::vector<Async>& records, Pairing& pairing, std::vector<AsyncEvent>& out, StopCheck& check);

/// Lifetimes of objects, and their snapshots as instants.
void pairObjects(std::vector<ObjectEvent>& records, Pairing& pairing, std::vector<AsyncEvent>& out, StopCheck& check);

}  // namespace importers::chrome
