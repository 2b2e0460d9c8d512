// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/reports/report.h"

#include <algorithm>
#include <array>

#include "model/base/messages.h"
#include "model/reports/allocations.h"
#include "model/reports/contents.h"
#include "model/reports/cuda.h"
#include "model/reports/functions.h"
#include "model/reports/gpu.h"
#include "model/reports/host.h"
#include "model/reports/kern_exec.h"
#include "model/reports/kernel_groups.h"
#include "model/reports/nvtx.h"
#include "model/reports/operators.h"
#include "model/reports/profiles.h"
#include "model/reports/roofline.h"
#include "model/reports/row_use.h"
#include "model/reports/samples.h"
#include "model/reports/unified.h"
#include "model/workload/range_names.h"

namespace model::reports {
namespace {

constexpr const Report* kReports[]{
    &kNvtxSum,
    &kOsrtSum,
    &kLibrarySum,
    &kMpiSum,
    &kCudaApiSum,
    &kCudaGpuKernSum,
    &kCudaGpuMemTimeSum,
    &kCudaGpuMemSizeSum,
    &kCudaGpuKernGbSum,
    &kCudaGpuSum,
    &kCudaApiGpuSum,
    &kCudaApiTrace,
    &kCudaGpuTrace,
    &kCudaKernExecSum,
    &kCudaKernExecTrace,
    &kNvtxPushPopSum,
    &kNvtxStartEndSum,
    &kNvtxPushPopTrace,
    &kNvtxGpuProjSum,
    &kNvtxGpuProjTrace,
    &kNvtxKernSum,
    &kNvtxTree,
    &kNvtxBackwardSum,
    &kUmSum,
    &kUmTotalSum,
    &kUmCpuPageFaultsSum,
    &kGpuBreakdown,
    &kIdleBreakdown,
    &kLaunchLatency,
    &kNcclSum,
    &kStepSum,
    &kMemorySum,
    &kGpuMetricSum,
    &kKernelGroupSum,
    &kKernelGroupOverlap,
    &kRowUse,
    &kMemoryPeak,
    &kMemoryEvents,
    &kMemoryFragmentation,
    &kOpSum,
    &kOpShapeSum,
    &kOpStackSum,
    &kOpModuleSum,
    &kCpuSampleSum,
    &kCpuTopDown,
    &kCpuBottomUp,
    &kPythonSampleSum,
    &kPythonSampleTopDown,
    &kPythonSampleBottomUp,
    &kLaunchTopDown,
    &kLaunchBottomUp,
    &kPythonSum,
    &kPythonTopDown,
    &kPythonBottomUp,
    &kSliceSum,
    &kSliceTopDown,
    &kSliceBottomUp,
    &kRoofline,
    &kKernelProfiles,
    &kKernelMetrics,
    &kKernelRules,
    &kKernelSource,
};

/// As Nsight Systems called them until 2022.4: scripts still do. And the third of the tables of functions, as its
/// neighbours are called.
constexpr std::array<std::array<std::string_view, 2>, 17> kOldNames{{
    {"cpu_flat", "cpu_sample_sum"},
    {"gpukernsum", "cuda_gpu_kern_sum"},
    {"gpumemtimesum", "cuda_gpu_mem_time_sum"},
    {"gpumemsizesum", "cuda_gpu_mem_size_sum"},
    {"gpusum", "cuda_gpu_sum"},
    {"gputrace", "cuda_gpu_trace"},
    {"cudaapisum", "cuda_api_sum"},
    {"cudaapitrace", "cuda_api_trace"},
    {"apigpusum", "cuda_api_gpu_sum"},
    {"kernexecsum", "cuda_kern_exec_sum"},
    {"kernexectrace", "cuda_kern_exec_trace"},
    {"nvtxsum", "nvtx_sum"},
    {"nvtxppsum", "nvtx_pushpop_sum"},
    {"nvtxpptrace", "nvtx_pushpop_trace"},
    {"nvtxssesum", "nvtx_startend_sum"},
    {"osrtsum", "osrt_sum"},
    {"umsum", "um_sum"},
}};

/// Tables by how much they answer about a report that holds what they are of. What nobody asked for comes last: calls
/// are there in nearly every report.
constexpr const Report* kOpening[]{&kKernelProfiles, &kCudaGpuKernSum, &kCudaGpuSum,      &kOpSum,   &kPythonSum,
                                   &kSliceSum,       &kCpuSampleSum,   &kPythonSampleSum, &kNvtxSum, &kCudaApiSum,
                                   &kLibrarySum,     &kOsrtSum,        &kGpuMetricSum};

/// Reasons about a part of a report, and the same about the whole.
constexpr auto kOfWhole = [] {
    using enum MessageCode;
    return std::to_array<std::pair<MessageCode, MessageCode>>({{NoGpuWorkInTime, NoGpuWork},
                                                               {NoKernelsInTime, NoKernels},
                                                               {NoGpuKernelsInTime, NoGpuKernels},
                                                               {NoMemoryOperationsInTime, NoMemoryOperations},
                                                               {NoCudaCallsInTime, NoCudaCalls},
                                                               {NoCallsOfCudaInTime, NoCallsOfCuda},
                                                               {NoCallsNorWorkInTime, NoCallsNorWork},
                                                               {NoWorkNorThreadCallsInTime, NoWorkNorThreadCalls},
                                                               {NoOsCallsInTime, NoOsCalls},
                                                               {NoLibraryCallsInTime, NoLibraryCalls},
                                                               {NoMpiCallsInTime, NoMpiCalls},
                                                               {NoCopiesInTime, NoCopies},
                                                               {NoCommunicationInTime, NoCommunication},
                                                               {NoUnifiedMemoryInTime, NoUnifiedMemory},
                                                               {NoAllocationsInTime, NoAllocations},
                                                               {NoGpuCurvesInTime, NoGpuCurves},
                                                               {NoRangesInTime, NoRanges},
                                                               {NoThreadRangesInTime, NoThreadRanges},
                                                               {NoRangesWithWorkInTime, NoRangesWithWork},
                                                               {NoOperatorsInTime, NoOperators},
                                                               {NoOperatorsNorPythonInTime, NoOperatorsNorPython},
                                                               {NoCpuSamplesInTime, NoCpuSamples},
                                                               {NoPythonSamplesInTime, NoPythonSamples},
                                                               {NoPythonFunctionsInTime, NoPythonFunctions},
                                                               {NoThreadSlicesInTime, NoThreadSlices},
                                                               {NoKernelMetricsInTime, NoKernelMetrics},
                                                               {NoRooflineMetricsInTime, NoRooflineMetrics},
                                                               {NoWorkOfKernelsInTime, NoWorkOfKernels}});
}();

}  // namespace

Table makeTable(const Report& report, const Request& request) {
    if (report.needsTimes && request.report.store().diagnostics().total(Note::OrderOnly))
        return listTable({}, {}, MessageCode::NoStartTimes);
    Table out = report.make(request);
    out.why = whyOf(request, std::move(out.why));
    return out;
}

Message lacks(const Report& table, const Contents& report) {
    if (table.needsTimes && report.isOrderOnly()) return MessageCode::NoStartTimes;
    return table.lacks ? Message(table.lacks(report)) : Message();
}

const Report& opening(const Contents& report) {
    const auto holds = [&](const Report* r) { return lacks(*r, report).empty(); };
    if (const auto r = std::find_if(std::begin(kOpening), std::end(kOpening), holds); r != std::end(kOpening))
        return **r;
    const auto r = std::find_if(std::begin(kReports), std::end(kReports), holds);
    return r == std::end(kReports) ? kCudaGpuKernSum : **r;
}

std::string_view titleOf(Subject subject) {
    switch (subject) {
    case Subject::Overview: return QT_TRANSLATE_NOOP("Reports", "Steps, GPUs and use");
    case Subject::Kernels: return QT_TRANSLATE_NOOP("Reports", "Kernels and GPU work");
    case Subject::Memory: return QT_TRANSLATE_NOOP("Reports", "Memory and copies");
    case Subject::CudaApi: return QT_TRANSLATE_NOOP("Reports", "CUDA API");
    case Subject::Communication: return QT_TRANSLATE_NOOP("Reports", "Communication");
    case Subject::Nvtx: return QT_TRANSLATE_NOOP("Reports", "NVTX ranges");
    case Subject::Frameworks: return QT_TRANSLATE_NOOP("Reports", "Framework operators");
    case Subject::Functions: return QT_TRANSLATE_NOOP("Reports", "Functions and samples");
    case Subject::OsRuntime: return QT_TRANSLATE_NOOP("Reports", "OS runtime and libraries");
    case Subject::Profiles: return QT_TRANSLATE_NOOP("Reports", "Profiled kernels");
    }
    return {};
}

Wanted needsOf(const Report& report, KernelNames names, bool rangeNames) {
    Wanted out = report.needs;
    if (names != KernelNames::Demangled) out |= Wanted::of({}, kArgsColumn);
    if (rangeNames) out |= Wanted::of(kRangeRows);
    if (rangeNames)
        out |=
            Wanted::of({TrackKind::CudaApi, TrackKind::StreamKernels, TrackKind::StreamMemory, TrackKind::StreamGraphs},
                       kCorrelationColumn);
    return out;
}

bool takesRangeNames(const Report& report) {
    constexpr std::string_view kKeys[] = {"cuda_gpu_kern_sum",    "cuda_gpu_kern_gb_sum", "cuda_gpu_sum",
                                          "cuda_api_gpu_sum",     "cuda_gpu_trace",       "cuda_kern_exec_sum",
                                          "cuda_kern_exec_trace", "gpu_metric_sum"};
    return std::find(std::begin(kKeys), std::end(kKeys), report.key) != std::end(kKeys);
}

bool takesLaunches(const Report& report) { return report.key == kRoofline.key; }

Message whyOf(const Request& request, Message why) {
    const TimeRange all = request.report.range();
    if (request.range.begin > all.begin || request.range.end < all.end) return why;
    const auto whole = std::find_if(std::begin(kOfWhole), std::end(kOfWhole),
                                    [&](const auto& reason) { return reason.first == why.code; });
    if (whole != std::end(kOfWhole)) why.code = whole->second;
    return why;
}

std::span<const Report* const> all() { return kReports; }

const Report* find(std::string_view key) {
    for (const auto& [old, now] : kOldNames)
        if (old == key) key = now;
    for (const Report* r : kReports)
        if (r->key == key) return r;
    return nullptr;
}

}  // namespace model::reports
