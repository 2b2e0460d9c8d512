// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cupti.h>

#include <cstdint>

namespace collectors {

// CUDA graphs as one record a launch (CUPTI_ACTIVITY_KIND_GRAPH_TRACE), unless their nodes are requested.
//
// CUPTI (11.8 to 13.0) crashes the program with SIGSEGV if a graph is launched while this kind is on, but was
// instantiated while it was off. It also crashes if the kind is switched while other threads launch graphs. So it is on
// from the first instantiation in the process to its end, whether anything is captured or not, and launches outside of
// captures are discarded. Programs without graphs pay nothing for that.

/// Asks CUPTI to call onInstantiation(), before any graph of the process is instantiated. If CUPTI cannot do that,
/// captures record the nodes, and the report says so.
void prepareGraphs(CUpti_SubscriberHandle subscriber);

/// Whether a function of the driver API makes an executable graph. Its callbacks have to stay on as long as the process
/// runs.
bool isInstantiation(CUpti_CallbackId id);

/// For every callback of the driver API; ignores all but instantiations. Any thread; acquires no lock but its own.
void onInstantiation(CUpti_CallbackId id, const CUpti_CallbackData& call);

/// A capture begins (before kernels are recorded) or ends (after that).
void recordGraphs(bool on);

/// Remembers a recorded call that launches a graph. Times in ns.
void noteGraphLaunch(std::uint32_t correlation, std::uint64_t start);
/// Whether a record of a graph belongs to a capture: its launch does, if that is known, or else it began in one. Times
/// in ns.
bool isGraphCaptured(std::uint32_t correlation, std::uint64_t start);

/// In a forked child.
void forgetGraphs();

}  // namespace collectors
