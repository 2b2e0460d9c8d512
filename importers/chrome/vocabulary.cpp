// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/chrome/vocabulary.h"

#include <algorithm>
#include <array>
#include <string>

#include "importers/common/cuda_names.h"
#include "model/base/ascii.h"

namespace importers::chrome {

using model::equalNoCase;

namespace {

using T = model::TrackKind;
using E = model::EventKind;

// One line a category; names of 2021 and of other makers' devices at the end.
constexpr Category kCategories[] = {
    {"kernel", T::StreamKernels, E::Kernel, true},
    {"gpu_memcpy", T::StreamMemory, E::Memcpy, true},
    {"gpu_memset", T::StreamMemory, E::Memset, true},
    {"gpu_user_annotation", T::StreamAnnotations, E::Annotation, true},
    {"cuda_sync", T::StreamSync, E::Synchronization, true},
    {"xpu_sync", T::StreamSync, E::Synchronization, true, "XPU"},
    {"cuda_event", T::StreamEvents, E::CudaEvent, true},
    {"cuda_runtime", T::CudaApi, E::CudaApi, false},
    {"cuda_driver", T::CudaApi, E::CudaApi, false},
    {"cpu_op", T::Operators, E::Operator, false},
    {"user_annotation", T::Annotations, E::Annotation, false},
    {"python_function", T::PythonFunctions, E::PythonFunction, false},
    {"overhead", T::ProfilerOverhead, E::ProfilerOverhead, false},
    {"collective_comm", T::Operators, E::Operator, false},
    {"xpu_runtime", T::CudaApi, E::CudaApi, false, "XPU"},
    {"xpu_driver", T::CudaApi, E::CudaApi, false, "XPU"},
    {"mtia_runtime", T::CudaApi, E::CudaApi, false, "MTIA"},
    {"mtia_ccp_events", T::StreamKernels, E::Kernel, true, "MTIA"},
    {"mtia_insight", T::Slices, E::Slice, false, "MTIA"},
    {"gpu_op", T::StreamKernels, E::Kernel, true, "XPU"},
    {"hpu_op", T::StreamKernels, E::Kernel, true, "HPU"},
    {"glow_runtime", T::CudaApi, E::CudaApi, false, "Glow"},
    {"privateuse1_runtime", T::CudaApi, E::CudaApi, false, "PrivateUse1"},
    {"privateuse1_driver", T::CudaApi, E::CudaApi, false, "PrivateUse1"},
    {"cuda_profiler_range", T::Slices, E::Slice, false},
    {"memcpy", T::StreamMemory, E::Memcpy, true},
    {"memset", T::StreamMemory, E::Memset, true},
    {"runtime", T::CudaApi, E::CudaApi, false},
    {"operator", T::Operators, E::Operator, false},
    {"python", T::PythonFunctions, E::PythonFunction, false},
};

struct Reserved {
    std::string_view name;
    std::uint32_t argb;
};
// Names that the format reserves, with the colours that its first viewer gave them.
constexpr Reserved kReserved[] = {
    {"thread_state_uninterruptible", 0xffb67d8f},
    {"thread_state_iowait", 0xffff8c00},
    {"thread_state_running", 0xff7ec894},
    {"thread_state_runnable", 0xff85a0d2},
    {"thread_state_sleeping", 0xfff0f0f0},
    {"thread_state_unknown", 0xffc79b7d},
    {"background_memory_dump", 0xff00b4b4},
    {"light_memory_dump", 0xff0000b4},
    {"detailed_memory_dump", 0xffb400b4},
    {"vsync_highlight_color", 0xff0000ff},
    {"generic_work", 0xff7d7d7d},
    {"good", 0xff007d00},
    {"bad", 0xffb47d00},
    {"terrible", 0xffb40000},
    {"black", 0xff000000},
    {"grey", 0xffdddddd},
    {"white", 0xffffffff},
    {"yellow", 0xffffff00},
    {"olive", 0xff646400},
    {"rail_response", 0xff4387fd},
    {"rail_animation", 0xfff44a3f},
    {"rail_idle", 0xffee8e00},
    {"rail_load", 0xff0da861},
    {"startup", 0xffe6e600},
    {"heap_dump_stack_frame", 0xff808080},
    {"heap_dump_object_type", 0xff0000ff},
    {"heap_dump_child_node_arrow", 0xffcc6600},
    {"cq_build_running", 0xffffff77},
    {"cq_build_passed", 0xff99ee66},
    {"cq_build_failed", 0xffee8888},
    {"cq_build_abandoned", 0xffbbbbbb},
    {"cq_build_attempt_runnig", 0xffdede4b},
    {"cq_build_attempt_passed", 0xff67da23},
    {"cq_build_attempt_failed", 0xffc55151},
};

std::int64_t memoryKind(std::string_view word) {
    const auto found = std::find_if(kMemoryKinds.begin(), kMemoryKinds.end(),
                                    [&](std::string_view kind) { return equalNoCase(kind, word); });
    return found == kMemoryKinds.end() ? -1 : found - kMemoryKinds.begin();
}

}  // namespace

bool isDriverCall(std::string_view name) {
    return name.size() > 2 && (name.starts_with("ze") || name.starts_with("cl")) && name[2] >= 'A' && name[2] <= 'Z';
}

std::string_view categoryOfCommand(std::string_view name) {
    struct Command {
        std::string_view begin, category;
    };
    constexpr Command kCommands[] = {{"zeCommandListAppendMemoryCopy", "gpu_memcpy"},
                                     {"zeCommandListAppendMemoryFill", "gpu_memset"},
                                     {"zeCommandListAppendBarrier", "xpu_sync"},
                                     {"zeCommandListAppendSignalEvent", "xpu_sync"},
                                     {"zeCommandListAppendWaitOnEvents", "xpu_sync"},
                                     {"clEnqueueReadBuffer", "gpu_memcpy"},
                                     {"clEnqueueWriteBuffer", "gpu_memcpy"},
                                     {"clEnqueueCopyBuffer", "gpu_memcpy"},
                                     {"clEnqueueFillBuffer", "gpu_memset"}};
    for (const Command& c : kCommands)
        if (name.starts_with(c.begin)) return c.category;
    return {};
}

bool mayBeRange(std::string_view category) { return equalNoCase(category, "operator"); }

bool isRangeName(std::string_view name) {
    for (const std::string_view operation : {"detach", "detach_", "record_param_comms"})
        if (name == operation) return false;
    const std::size_t last = name.find_last_not_of("0123456789");
    const bool ofAutograd = last != name.npos && name.substr(0, last + 1).ends_with("Backward");
    return !name.empty() && !ofAutograd && name.find("::") == name.npos;
}

MemoryKinds memoryKindsIn(std::string_view name) {
    constexpr std::string_view kArrow = " -> ";
    const std::size_t open = name.rfind('(');
    if (open == name.npos || !name.ends_with(')')) return {};
    const std::string_view inside = name.substr(open + 1, name.size() - open - 2);
    const std::size_t arrow = inside.find(kArrow);
    if (arrow == inside.npos) return {-1, memoryKind(inside)};
    return {memoryKind(inside.substr(0, arrow)), memoryKind(inside.substr(arrow + kArrow.size()))};
}

const Category* category(std::string_view name) {
    const auto found = std::find_if(std::begin(kCategories), std::end(kCategories),
                                    [&](const Category& c) { return equalNoCase(c.name, name); });
    return found == std::end(kCategories) ? nullptr : found;
}

std::uint32_t reservedColour(std::string_view name) {
    for (const Reserved& r : kReserved)
        if (r.name == name) return r.argb;
    return 0;
}

}  // namespace importers::chrome
