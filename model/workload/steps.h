// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "model/workload/intervals.h"

namespace model::reports {

/// One step of a run: an annotation or NVTX range that is named like one.
struct Step {
    EventRef event;
    TimeRange range;  ///< on the CPU
    std::string_view name;
    std::int64_t host = 0;
    std::int64_t pid = 0;
    std::int64_t tid = TrackKey::kNone;
};

/// Whether a range is one of the steps of a run: "ProfilerStep#12", "step 3", "iteration_7", "batch 5".
bool isStep(std::string_view name);

/// Steps that overlap the request's range, in order of start.
std::vector<Step> stepsOf(const Request& r);

/// What a step is on one GPU. With its CPU range these are the three figures of a step ("Steps" in
/// resources/manual/numbers.md); nothing else defines them.
struct DeviceStep {
    DeviceId device;       ///< its number is kNone where no step of the process has GPU work: then only the CPU counts
    std::size_t work = 0;  ///< pieces of work that the step launched there
    TimeRange gpu;         ///< from the first start to the last end of that work; empty where there is none
    TimeRange pace;  ///< from the end of the former step, or the own begin where that is later, to the end of its own
                     ///< work on CPU and GPU
    /// The first one, whose work outlasts it into the next step: its pace holds how long an empty queue takes to fill,
    /// which no later one does. Medians of paces leave it out.
    bool fills = false;
};

/// Of each step one for every GPU that the steps of its process and thread use; always at least one. The former step is
/// the one before it on the same thread, and as deep where steps lie in each other: `steps` holds all of them, in order
/// of start. Work belongs to the steps around its launch in its process; where the launching thread has steps of its
/// own, to those alone. Where most launches are not in the report it belongs to the steps in which it began. GPU-side
/// rows of the file that have a step's name (PyTorch's profiler writes some) extend the span: they may know of work
/// whose launch the report lacks, but not of that of other threads. A step of the process kNone is launched by all
/// processes. O(n log n) in work and steps.
std::vector<std::vector<DeviceStep>> deviceSteps(const Snapshot& s, std::span<const Step> steps,
                                                 const std::stop_token& stop = {});

/// Medians of the figures of steps, in ns.
struct StepMedians {
    std::size_t steps = 0;
    double cpu = 0;
    std::optional<double> gpu, pace;  ///< of those on GPUs; of all that do not fill a queue
};

/// All steps of a report with their figures, in order of start. Valid as long as the snapshot is.
struct StepFigures {
    std::vector<Step> steps;
    std::vector<std::vector<DeviceStep>> onDevices;  ///< by step
    /// Of those whose CPU range overlaps a time; their paces begin where the former ones end, in that time or before
    /// it.
    StepMedians medians(TimeRange range) const;
};
StepFigures stepFigures(const Snapshot& s, const std::stop_token& stop = {});

}  // namespace model::reports
