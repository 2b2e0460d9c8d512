// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace collectors {

/// What a session asks of the processes in it. It stands in "<folder>/options", a line each, "key value"; the folder is what the
/// environment variable SIGHTLINE_SESSION says. Unknown keys are for newer libraries.
struct Options {
    std::string folder;
    bool cuda = true;
    bool nvtx = true;
    bool allCalls = false;      ///< cheap query calls, too
    bool graphNodes = false;    ///< each node of a CUDA graph instead of one bar a launch
    bool memory = false;        ///< allocations and pools
    bool unifiedMemory = false; ///< migrations and faults
    bool deviceEvents = false;  ///< CUDA events with their time on the device
    bool startPaused = false;   ///< nothing is traced until the session says so
    bool profilerApi = false;   ///< cudaProfilerStart and -Stop begin and end the capture
    std::string nvtxCapture;    ///< "range@domain": it begins and ends the capture; empty = none
    std::string include, exclude;  ///< NVTX domains, with commas; empty = all
    unsigned flushMs = 250;

    /// False: there is no session, or its options cannot be read.
    bool read();
};

/// For a command and its session: options as the file has them.
std::string asText(const Options& options);

Options& options();

}  // namespace collectors
