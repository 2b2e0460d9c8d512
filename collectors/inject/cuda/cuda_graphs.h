// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cupti.h>

#include <cstdint>

namespace collectors {

// CUDA graphs as one record a launch (CUPTI_ACTIVITY_KIND_GRAPH_TRACE), where the nodes are not asked for.
//
// CUPTI (11.8 to 13.0) ends the program with SIGSEGV where a graph is launched while this kind is on that was
// instantiated while it was off, and where the kind goes on or off while other threads launch graphs. So it is on from
// the first instantiation of the process to its end, whether anything is captured or not, and what was launched outside
// of captures is discarded. Programs without graphs pay nothing for that.

/// Before any graph of the process is instantiated: asks CUPTI to call onInstantiation(). Where it cannot, captures
/// have the nodes, which is told.
void prepareGraphs(CUpti_SubscriberHandle subscriber);

/// Whether a function of the driver's API makes an executable graph: its callbacks have to go on as long as the process
/// does.
bool isInstantiation(CUpti_CallbackId id);

/// For every callback of the driver's API: does nothing where it is about something else. Any thread; takes no lock but
/// its own.
void onInstantiation(CUpti_CallbackId id, const CUpti_CallbackData& call);

/// A capture begins (before kernels are recorded) or ends (after that).
void recordGraphs(bool on);

/// A call that launches a graph was recorded. ns.
void noteGraphLaunch(std::uint32_t correlation, std::uint64_t start);
/// Whether a record of a graph belongs to a capture: its launch does, as far as that is known, or it began in one. ns.
bool isGraphCaptured(std::uint32_t correlation, std::uint64_t start);

/// In a forked child.
void forgetGraphs();

}  // namespace collectors
