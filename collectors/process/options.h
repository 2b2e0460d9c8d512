// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace collectors {

/// What is looked at from outside of the processes, by the sampler.
struct Sampling {
    std::string cpuSampling;  ///< "process-tree" or "system-wide"; empty = none
    std::string cpuSwitches;  ///< … when threads come onto a CPU and leave it
    unsigned cpuSamplingHz = 1000;
    std::string cpuStacks = "fp";  ///< "fp", "dwarf", "none"
    std::string gpuMetrics;        ///< "all", or numbers of devices; empty = none
    unsigned gpuMetricsHz = 1000;
    std::string gpuMetricsSet;                              ///< empty = the standard one
    bool gpuState = false;                                  ///< temperature, power, clocks
    bool cpuUse = false, network = false, storage = false;  ///< of the machine

    bool needsSampler() const;
    bool operator==(const Sampling&) const = default;
};

inline constexpr unsigned kAnyFilters = ~0u;
/// Filters of calls of the system (seccomp) that this process runs under; 0 where /proc does not say it. With the calls
/// that a dynamic linker makes, and no others.
unsigned seccompFilters();

inline constexpr unsigned kNoStack = ~0u;  ///< in the place of a threshold: none has its stack

/// What a session asks of the processes in it. It stands in "<folder>/options", a line each, "key value"; the folder is
/// what the environment variable SIGHTLINE_SESSION says. Unknown keys are for newer libraries.
struct Options : Sampling {
    std::string folder;
    bool cuda = true;
    bool nvtx = true;
    bool allCalls = false;         ///< cheap query calls, too
    bool graphNodes = false;       ///< each node of a CUDA graph instead of one bar a launch
    bool memory = false;           ///< allocations and pools
    bool unifiedMemory = false;    ///< migrations and faults
    bool deviceEvents = false;     ///< CUDA events with their time on the device
    bool startPaused = false;      ///< nothing is traced until the session says so
    bool profilerApi = false;      ///< cudaProfilerStart and -Stop begin and end the capture
    std::string nvtxCapture;       ///< "range@domain": it begins and ends the capture; empty = none
    bool rangeEnds = true;         ///< … with false it only begins it, as cudaProfilerStart does
    std::string include, exclude;  ///< NVTX domains, with commas; empty = all
    unsigned flushMs = 250;
    unsigned seccompFilters =
        kAnyFilters;  ///< those that the session runs under; one of the program's own may end who joins

    // Calls of libraries and of Python, in the processes.
    bool osRuntime = false;
    unsigned osrtThreshold = 1000;         ///< ns; shorter calls are not noted
    unsigned osrtStackThreshold = 80'000;  ///< ns; longer ones have their stack
    unsigned osrtStackDepth = 24;
    bool osrtFiles = false;     ///< with the names of files
    std::string kernelMetrics;  ///< "roofline": counters of each kernel, in the place of traces of CUDA; empty = none
    unsigned kernelMetricsPerName = 0;  ///< of the first launches of each kernel; 0 = of all
    std::string libraries;              ///< "cublas,cudnn,mpi,openmp": those whose calls are noted
    unsigned cudaStackKernel = kNoStack, cudaStackMemory = kNoStack, cudaStackSync = kNoStack,
             cudaStackOther = kNoStack;  ///< ns: longer calls of CUDA have their stack
    std::string pythonStacks;            ///< "cuda" = stacks of Python at launches; empty = none
    bool pythonSampling = false;
    unsigned pythonSamplingHz = 1000;

    /// Whether anything in the processes is traced.
    bool tracesCalls() const { return cuda || nvtx || osRuntime || !libraries.empty() || pythonSampling; }

    /// "osrt", "cublas" …: whether its calls are noted.
    bool wantsLibrary(std::string_view key) const;
    /// Whether any call of CUDA has a stack.
    bool wantsStacksOfCalls() const;

    /// False: there is no session, its options cannot be read, or this process runs under more filters than it.
    bool read();
};

/// For a command and its session: options as the file has them.
std::string asText(const Options& options);

Options& options();

}  // namespace collectors
