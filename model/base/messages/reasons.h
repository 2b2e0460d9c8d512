// SPDX-License-Identifier: GPL-3.0-or-later
// Why a table or an answer is empty: model::reports::Table::why. A code that ends in InTime is of a part of a report,
// the one before it of the whole.
#ifndef MESSAGE
#error "include model/base/messages.h"
#endif
MESSAGE(
    NoStartTimes,
    QT_TRANSLATE_NOOP(
        "Messages",
        "The report holds no start times: kernels stand in their order, so that gaps, queues and overlap mean nothing. Open a timeline report of the same program."))
MESSAGE(NoEvents, QT_TRANSLATE_NOOP("Messages", "The report holds no events."))
MESSAGE(NoGpuWork, QT_TRANSLATE_NOOP("Messages", "The report holds no GPU work."))
MESSAGE(NoGpuWorkInTime, QT_TRANSLATE_NOOP("Messages", "The report holds no GPU work in that time."))
MESSAGE(NoKernels, QT_TRANSLATE_NOOP("Messages", "The report holds no kernels."))
MESSAGE(NoKernelsInTime, QT_TRANSLATE_NOOP("Messages", "The report holds no kernels in that time."))
MESSAGE(NoGpuKernels, QT_TRANSLATE_NOOP("Messages", "The report holds no GPU kernels."))
MESSAGE(NoGpuKernelsInTime, QT_TRANSLATE_NOOP("Messages", "The report holds no GPU kernels in that time."))
MESSAGE(NoMemoryOperations, QT_TRANSLATE_NOOP("Messages", "The report holds no GPU memory operations."))
MESSAGE(NoMemoryOperationsInTime,
        QT_TRANSLATE_NOOP("Messages", "The report holds no GPU memory operations in that time."))
MESSAGE(NoCudaCalls, QT_TRANSLATE_NOOP("Messages", "The report holds no CUDA API calls."))
MESSAGE(NoCudaCallsInTime, QT_TRANSLATE_NOOP("Messages", "The report holds no CUDA API calls in that time."))
MESSAGE(NoCallsOfCuda, QT_TRANSLATE_NOOP("Messages", "The report holds no calls of the CUDA API."))
MESSAGE(NoCallsOfCudaInTime, QT_TRANSLATE_NOOP("Messages", "The report holds no calls of the CUDA API in that time."))
MESSAGE(NoCallsNorWork, QT_TRANSLATE_NOOP("Messages", "The report holds neither CUDA calls nor GPU work."))
MESSAGE(NoCallsNorWorkInTime,
        QT_TRANSLATE_NOOP("Messages", "The report holds neither CUDA calls nor GPU work in that time."))
MESSAGE(NoWorkNorThreadCalls, QT_TRANSLATE_NOOP("Messages", "The report holds no GPU work and no calls of threads."))
MESSAGE(NoWorkNorThreadCallsInTime,
        QT_TRANSLATE_NOOP("Messages", "The report holds no GPU work and no calls of threads in that time."))
MESSAGE(NoLaunchedWork,
        QT_TRANSLATE_NOOP("Messages", "The report holds no GPU work whose launching call it holds, too."))
MESSAGE(NoLaunchedKernels,
        QT_TRANSLATE_NOOP("Messages", "The report holds no kernels whose launching call it holds, too."))
MESSAGE(NoOsCalls, QT_TRANSLATE_NOOP("Messages", "The report holds no OS runtime calls."))
MESSAGE(NoOsCallsInTime, QT_TRANSLATE_NOOP("Messages", "The report holds no OS runtime calls in that time."))
MESSAGE(
    NoLibraryCalls,
    QT_TRANSLATE_NOOP(
        "Messages",
        "The report holds no calls of libraries. Capture with -t cublas,cudnn,cusolver,cusparse,mpi,openmp,opengl."))
MESSAGE(
    NoLibraryCallsInTime,
    QT_TRANSLATE_NOOP(
        "Messages",
        "The report holds no calls of libraries in that time. Capture with -t cublas,cudnn,cusolver,cusparse,mpi,openmp,opengl."))
MESSAGE(NoMpiCalls, QT_TRANSLATE_NOOP("Messages", "The report holds no calls of MPI. Capture with -t mpi."))
MESSAGE(NoMpiCallsInTime,
        QT_TRANSLATE_NOOP("Messages", "The report holds no calls of MPI in that time. Capture with -t mpi."))
MESSAGE(NoCopies, QT_TRANSLATE_NOOP("Messages", "The report holds no copies or memsets."))
MESSAGE(NoCopiesInTime, QT_TRANSLATE_NOOP("Messages", "The report holds no copies or memsets in that time."))
MESSAGE(NoCommunication, QT_TRANSLATE_NOOP("Messages", "The report holds no communication between GPUs."))
MESSAGE(NoCommunicationInTime,
        QT_TRANSLATE_NOOP("Messages", "The report holds no communication between GPUs in that time."))
MESSAGE(
    NoKnownCollectives,
    QT_TRANSLATE_NOOP(
        "Messages",
        "The report holds communication, but none that is known to keep all ranks together: neither arguments, nor calls of the library, nor names of kernels say which collectives it is. Trace NVTX, by which NCCL says it, or operators of the framework."))
MESSAGE(
    NoMatchedCollectives,
    QT_TRANSLATE_NOOP(
        "Messages",
        "The report holds no collectives of several ranks that belong together. Open the reports of all ranks as one (Open Several as One; --merge)."))
MESSAGE(
    NoUnifiedMemory,
    QT_TRANSLATE_NOOP(
        "Messages",
        "The report holds no migrations or page faults of unified memory. Nsight Systems traces them with --cuda-um-cpu-page-faults and --cuda-um-gpu-page-faults."))
MESSAGE(
    NoUnifiedMemoryInTime,
    QT_TRANSLATE_NOOP(
        "Messages",
        "The report holds no migrations or page faults of unified memory in that time. Nsight Systems traces them with --cuda-um-cpu-page-faults and --cuda-um-gpu-page-faults."))
MESSAGE(
    NoAllocations,
    QT_TRANSLATE_NOOP(
        "Messages",
        "The report holds no allocations. PyTorch's profiler records them with profile_memory=True, Nsight Systems with --cuda-memory-usage=true."))
MESSAGE(
    NoAllocationsInTime,
    QT_TRANSLATE_NOOP(
        "Messages",
        "The report holds no allocations in that time. PyTorch's profiler records them with profile_memory=True, Nsight Systems with --cuda-memory-usage=true."))
MESSAGE(
    NoSegments,
    QT_TRANSLATE_NOOP(
        "Messages",
        "The report holds no segments of an allocator. A memory snapshot of PyTorch has them (torch.cuda.memory._dump_snapshot())."))
MESSAGE(NoMemoryCurve, QT_TRANSLATE_NOOP("Messages", "The report holds no curve of device memory."))
MESSAGE(NoGpuCurves,
        QT_TRANSLATE_NOOP("Messages", "The report holds no curves of GPUs. Capture with --gpu-metrics-devices=all."))
MESSAGE(NoGpuCurvesInTime,
        QT_TRANSLATE_NOOP("Messages",
                          "The report holds no curves of GPUs in that time. Capture with --gpu-metrics-devices=all."))
MESSAGE(NoClockCurve,
        QT_TRANSLATE_NOOP("Messages",
                          "The report holds no clock of a GPU; Nsight Systems records it with --gpu-metrics-devices."))
MESSAGE(NoRanges, QT_TRANSLATE_NOOP("Messages",
                                    "The report holds no such ranges: of NVTX, roctx, or annotations of a framework."))
MESSAGE(NoRangesInTime,
        QT_TRANSLATE_NOOP(
            "Messages", "The report holds no such ranges in that time: of NVTX, roctx, or annotations of a framework."))
MESSAGE(NoThreadRanges, QT_TRANSLATE_NOOP("Messages", "The report holds no ranges or annotations of threads."))
MESSAGE(NoThreadRangesInTime,
        QT_TRANSLATE_NOOP("Messages", "The report holds no ranges or annotations of threads in that time."))
MESSAGE(NoRangesWithWork, QT_TRANSLATE_NOOP("Messages", "The report holds no ranges in which GPU work was launched."))
MESSAGE(NoRangesWithWorkInTime,
        QT_TRANSLATE_NOOP("Messages", "The report holds no ranges in which GPU work was launched in that time."))
MESSAGE(NoStepRanges,
        QT_TRANSLATE_NOOP(
            "Messages",
            "The report holds no ranges that are named like steps (ProfilerStep#1, step 1, iteration 1, batch 1)."))
MESSAGE(OnlyOneStep, QT_TRANSLATE_NOOP("Messages", "There is only one step: nothing to compare the first one with."))
MESSAGE(NoOperators, QT_TRANSLATE_NOOP("Messages", "The report holds no operators of a framework."))
MESSAGE(NoOperatorsInTime, QT_TRANSLATE_NOOP("Messages", "The report holds no operators of a framework in that time."))
MESSAGE(NoOperatorsNorPython,
        QT_TRANSLATE_NOOP("Messages", "The report holds neither operators of a framework nor Python functions."))
MESSAGE(NoOperatorsNorPythonInTime,
        QT_TRANSLATE_NOOP("Messages",
                          "The report holds neither operators of a framework nor Python functions in that time."))
MESSAGE(NoOperatorsNorCalls,
        QT_TRANSLATE_NOOP("Messages", "The report holds neither operators of a framework nor CUDA calls."))
MESSAGE(NoStacks,
        QT_TRANSLATE_NOOP("Messages",
                          "The operators have no stacks. PyTorch's profiler records them with with_stack=True."))
MESSAGE(NoModules,
        QT_TRANSLATE_NOOP("Messages",
                          "The report holds no modules. PyTorch's profiler records them with with_stack=True."))
MESSAGE(
    NoBackwardLinks,
    QT_TRANSLATE_NOOP(
        "Messages",
        "The report holds no backward operators with the number of a forward one. PyTorch's profiler writes these numbers, and so does torch.autograd.profiler.emit_nvtx()."))
MESSAGE(NoCpuSamples,
        QT_TRANSLATE_NOOP("Messages", "The report holds no CPU samples. Capture with --sample=process-tree."))
MESSAGE(NoCpuSamplesInTime,
        QT_TRANSLATE_NOOP("Messages",
                          "The report holds no CPU samples in that time. Capture with --sample=process-tree."))
MESSAGE(NoPythonSamples,
        QT_TRANSLATE_NOOP("Messages", "The report holds no samples of Python. Capture with --python-sampling."))
MESSAGE(NoPythonSamplesInTime,
        QT_TRANSLATE_NOOP("Messages",
                          "The report holds no samples of Python in that time. Capture with --python-sampling."))
MESSAGE(NoPythonFunctions,
        QT_TRANSLATE_NOOP(
            "Messages", "The report holds no Python functions. PyTorch's profiler records them with with_stack=True."))
MESSAGE(NoPythonFunctionsInTime,
        QT_TRANSLATE_NOOP(
            "Messages",
            "The report holds no Python functions in that time. PyTorch's profiler records them with with_stack=True."))
MESSAGE(NoThreadSlices,
        QT_TRANSLATE_NOOP("Messages",
                          "The report holds no slices of threads. Trace events have them as B and E, or X."))
MESSAGE(NoThreadSlicesInTime,
        QT_TRANSLATE_NOOP(
            "Messages", "The report holds no slices of threads in that time. Trace events have them as B and E, or X."))
MESSAGE(
    NoLoadingOfData,
    QT_TRANSLATE_NOOP(
        "Messages",
        "The report holds neither ranges that are named like loading of data (DataLoader, load_data, next_batch) nor steps that begin with a copy from the host."))
MESSAGE(NoKernelMetrics,
        QT_TRANSLATE_NOOP(
            "Messages",
            "The report holds no metrics of kernels; Nsight Compute measures them: “ncu --set full -o NAME PROGRAM”."))
MESSAGE(
    NoKernelMetricsInTime,
    QT_TRANSLATE_NOOP(
        "Messages",
        "The report holds no metrics of kernels in that time; Nsight Compute measures them: “ncu --set full -o NAME PROGRAM”."))
MESSAGE(KernelsNotMeasured,
        QT_TRANSLATE_NOOP("Messages", "The report holds no metrics of kernels; Nsight Compute measures them."))
MESSAGE(
    RuleOfOtherVendor,
    QT_TRANSLATE_NOOP(
        "Messages",
        "This rule holds for GPUs of another vendor: it judges by names that only its libraries and profilers have."))
MESSAGE(DensePeakUnknown,
        QT_TRANSLATE_NOOP(
            "Messages",
            "The dense peak of %1 in %2 is not known: the table of chips does not name this GPU or precision."))
MESSAGE(NoRuleFindings,
        QT_TRANSLATE_NOOP(
            "Messages",
            "The rules of the profiler found nothing in these kernels, or were not applied: “ncu --set full”."))
MESSAGE(NothingByInstruction,
        QT_TRANSLATE_NOOP(
            "Messages",
            "Nothing was measured by instruction of these kernels: “ncu --set full”, or “--section SourceCounters”."))
MESSAGE(
    NoRooflineMetrics,
    QT_TRANSLATE_NOOP(
        "Messages",
        "The kernels were profiled without the metrics of a roofline. Nsight Compute collects them with --set roofline or --set full."))
MESSAGE(
    NoRooflineMetricsInTime,
    QT_TRANSLATE_NOOP(
        "Messages",
        "The kernels in that time were profiled without the metrics of a roofline. Nsight Compute collects them with --set roofline or --set full."))
MESSAGE(
    NoWorkOfKernels,
    QT_TRANSLATE_NOOP(
        "Messages",
        "The report says nothing of the kernels' work. Profile with ncu --set roofline, or with PyTorch's profiler and record_shapes=True."))
MESSAGE(
    NoWorkOfKernelsInTime,
    QT_TRANSLATE_NOOP(
        "Messages",
        "The report says nothing of the kernels' work in that time. Profile with ncu --set roofline, or with PyTorch's profiler and record_shapes=True."))
MESSAGE(TensorCoresUnknown, QT_TRANSLATE_NOOP("Messages", "The report does not say whether its GPU has tensor cores."))
