// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace collectors {

/// What the sampler observes from outside the processes.
struct Sampling {
    std::string cpuSampling;  ///< "process-tree" or "system-wide"; empty = none
    std::string cpuSwitches;  ///< … the same for context switches: when threads come onto a CPU and leave it
    unsigned cpuSamplingHz = 1000;
    std::string cpuStacks = "fp";  ///< "fp", "dwarf", "none"
    std::string gpuMetrics;        ///< "all", or device numbers; empty = none
    unsigned gpuMetricsHz = 1000;
    std::string gpuMetricsSet;                              ///< empty = the default set
    bool gpuState = false;                                  ///< temperature, power, clocks
    bool cpuUse = false, network = false, storage = false;  ///< of the machine

    bool needsSampler() const;
    bool operator==(const Sampling&) const = default;
};

inline constexpr unsigned kAnyFilters = ~0u;
/// Number of system call filters (seccomp) of this process; 0 if /proc does not tell. Uses only system calls that a
/// dynamic linker also makes.
unsigned seccompFilters();

inline constexpr unsigned kNoStack = ~0u;  ///< in place of a threshold: no call gets its stack

/// What a session requests from its processes. Stored in "<folder>/options", one "key value" a line; SIGHTLINE_SESSION
/// names the folder. Unknown keys are for newer libraries, and are skipped.
struct Options : Sampling {
    std::string folder;
    bool cuda = true;
    bool nvtx = true;
    bool allCalls = false;         ///< also cheap query calls
    bool graphNodes = false;       ///< each node of a CUDA graph instead of one bar a launch
    bool memory = false;           ///< allocations and pools
    bool unifiedMemory = false;    ///< migrations and faults
    bool deviceEvents = false;     ///< CUDA events with their time on the device
    bool startPaused = false;      ///< nothing is traced until the session sends `start`
    bool profilerApi = false;      ///< cudaProfilerStart and -Stop begin and end the capture
    std::string nvtxCapture;       ///< "range@domain": it begins and ends the capture; empty = none
    bool rangeEnds = true;         ///< … with false it only begins it, as cudaProfilerStart does
    std::string include, exclude;  ///< NVTX domains, with commas; empty = all
    unsigned flushMs = 250;
    unsigned seccompFilters = kAnyFilters;  ///< filters that the session runs under; a process with a filter of its own
                                            ///< must not join, because joining could kill it

    // Calls of libraries and of Python, in the processes.
    bool osRuntime = false;
    unsigned osrtThreshold = 1000;         ///< ns; shorter calls are not recorded
    unsigned osrtStackThreshold = 80'000;  ///< ns; longer calls get their stack
    unsigned osrtStackDepth = 24;
    bool osrtFiles = false;             ///< also record file names
    std::string kernelMetrics;          ///< "roofline": counters of each kernel, instead of CUDA traces; empty = none
    unsigned kernelMetricsPerName = 0;  ///< only for the first launches of each kernel; 0 = all
    std::string libraries;              ///< "cublas,cudnn,mpi,openmp": libraries whose calls are recorded
    unsigned cudaStackKernel = kNoStack, cudaStackMemory = kNoStack, cudaStackSync = kNoStack,
             cudaStackOther = kNoStack;  ///< ns: longer CUDA calls get their stack
    std::string pythonStacks;            ///< "cuda" = Python stacks at launches; empty = none
    bool pythonSampling = false;
    unsigned pythonSamplingHz = 1000;

    /// Whether anything in the processes is traced.
    bool tracesCalls() const { return cuda || nvtx || osRuntime || !libraries.empty() || pythonSampling; }

    /// Whether calls of a library ("osrt", "cublas" …) are recorded.
    bool wantsLibrary(std::string_view key) const;
    /// Whether any CUDA call can get a stack.
    bool wantsStacksOfCalls() const;

    /// False if there is no session, its options cannot be read, or this process runs under more filters than the
    /// session.
    bool read();
};

/// The options as the file holds them; for commands and their session.
std::string asText(const Options& options);

Options& options();

}  // namespace collectors
