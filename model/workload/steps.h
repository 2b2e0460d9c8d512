// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "model/workload/intervals.h"

namespace model::reports {

/// One step of a run: an annotation or NVTX range whose name looks like one.
struct Step {
    EventRef event;
    TimeRange range;  ///< on the CPU
    std::string_view name;
    std::int64_t host = 0;
    std::int64_t pid = 0;
    std::int64_t tid = TrackKey::kNone;
};

/// Whether a name is that of a step: "ProfilerStep#12", "step 3", "iteration_7", "batch 5".
bool isStep(std::string_view name);

/// Steps that overlap the request's range, in order of start.
std::vector<Step> stepsOf(const Request& r);

/// A step on one GPU. With its CPU range, these are the three figures of a step ("Steps" in
/// resources/manual/numbers.md); nothing else defines them.
struct DeviceStep {
    DeviceId device;       ///< its number is kNone if no step of the process has GPU work: then only the CPU counts
    std::size_t work = 0;  ///< number of pieces of work that the step launched there
    TimeRange gpu;         ///< from the first start to the last end of that work; empty if there is none
    TimeRange pace;  ///< from the end of the previous step's pace, or the step's own begin if later, to the end of its
                     ///< own work on CPU and GPU
    /// The first step, if its work outlasts it into the next one. Its pace includes the time that filling an empty
    /// queue takes, which no later step spends. Medians of paces leave it out.
    bool fills = false;
};

/// For each step, one DeviceStep for every GPU that the steps of its process and thread use; always at least one.
/// `steps` holds all steps, in order of start. The previous step is the one before it on the same thread and, if steps
/// nest, at the same depth. Work belongs to the steps around its launch in its process, but only to those of the
/// launching thread if that has steps of its own. If most launches are not in the report, work belongs to the steps in
/// which it began. GPU-side rows of the file with a step's name (PyTorch's profiler writes some) extend the span. They
/// may include work whose launch the report lacks, but not work of other threads. A step of the process kNone is
/// launched by all processes. O(n log n) in work and steps.
std::vector<std::vector<DeviceStep>> deviceSteps(const Snapshot& s, std::span<const Step> steps,
                                                 const std::stop_token& stop = {});

/// Medians of the figures of steps, in ns.
struct StepMedians {
    std::size_t steps = 0;
    double cpu = 0;
    std::optional<double> gpu, pace;  ///< over steps on GPUs; over all that do not fill a queue
};

/// All steps of a report with their figures, in order of start. Valid as long as the snapshot.
struct StepFigures {
    std::vector<Step> steps;
    std::vector<std::vector<DeviceStep>> onDevices;  ///< by step
    /// Over the steps whose CPU range overlaps a time. Their paces begin where the previous ones end, inside that time
    /// or before it.
    StepMedians medians(TimeRange range) const;
};
StepFigures stepFigures(const Snapshot& s, const std::stop_token& stop = {});

}  // namespace model::reports
