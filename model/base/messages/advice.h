// SPDX-License-Identifier: GPL-3.0-or-later
// What rules, the checklist and doubts about the measurement tell.
#ifndef MESSAGE
#error "include model/base/messages.h"
#endif

// What findings of a rule mean and what to do, what is told where there are none, and how a gain is estimated.
MESSAGE(MeasurementAdvice,
        QT_TRANSLATE_NOOP(
            "Messages",
            "Resolve these first: other advice depends on the quality of the measurement, and says so where it does."))
MESSAGE(MeasurementNothing, QT_TRANSLATE_NOOP("Messages", "Nothing about the measurement is doubtful."))
MESSAGE(
    MemcpyAsyncAdvice,
    QT_TRANSLATE_NOOP(
        "Messages",
        "The driver copies pageable memory through a buffer of its own, and the call may not return before that is done: it is not asynchronous. Allocate the host memory pinned (cudaMallocHost; pin_memory=True for a DataLoader of PyTorch)."))
MESSAGE(MemcpyAsyncNothing, QT_TRANSLATE_NOOP("Messages", "No asynchronous copy of pageable memory was found."))
MESSAGE(
    MemcpySyncAdvice,
    QT_TRANSLATE_NOOP(
        "Messages",
        "The thread does nothing until such a copy has ended. Use cudaMemcpyAsync with pinned memory on a stream of its own, so that the copy runs beside kernels (non_blocking=True in PyTorch)."))
MESSAGE(MemcpySyncNothing, QT_TRANSLATE_NOOP("Messages", "No synchronous copy between host and device was found."))
MESSAGE(
    MemsetSyncAdvice,
    QT_TRANSLATE_NOOP(
        "Messages",
        "A memset of device memory returns at once; one of pinned or managed memory does not. Use cudaMemsetAsync."))
MESSAGE(MemsetSyncNothing, QT_TRANSLATE_NOOP("Messages", "No memset that blocks a thread was found."))
MESSAGE(
    ApiSyncAdvice,
    QT_TRANSLATE_NOOP(
        "Messages",
        "A waiting thread launches nothing, so the GPU runs out of work after the wait. Remove unnecessary waits (in PyTorch, .item(), .cpu() and printing a tensor wait, too), or let streams wait for events instead (cudaStreamWaitEvent)."))
MESSAGE(ApiSyncNothing, QT_TRANSLATE_NOOP("Messages", "No call that waits for the GPU was found."))
MESSAGE(
    GpuGapsAdvice,
    QT_TRANSLATE_NOOP(
        "Messages",
        "The GPU waits for the CPU. Look at what the threads of the process do in that time: loading data, compiling, waiting for others."))
MESSAGE(GpuGapsNothing, QT_TRANSLATE_NOOP("Messages", "No gap of that length was found."))
MESSAGE(
    GpuTimeUtilAdvice,
    QT_TRANSLATE_NOOP(
        "Messages",
        "Short kernels with gaps between them, or waiting, leave a GPU unused. Launch less often (larger batches, fused kernels, CUDA Graphs) or from more streams."))
MESSAGE(GpuTimeUtilNothing, QT_TRANSLATE_NOOP("Messages", "Every process used its GPUs more than that throughout."))
MESSAGE(
    NeedlessSyncAdvice,
    QT_TRANSLATE_NOOP(
        "Messages",
        "While the thread waited, it could not launch work ahead, so the GPU was idle when the wait ended. Remove the wait, or move it later: in PyTorch, .item(), .cpu(), nonzero() and printing a tensor wait; read the results of a step one step later."))
MESSAGE(NeedlessSyncNothing, QT_TRANSLATE_NOOP("Messages", "No wait was followed by an idle GPU."))
MESSAGE(
    NeedlessSyncFormula,
    QT_TRANSLATE_NOOP(
        "Messages",
        "From the end of the work that was waited for to the next work on the GPU. Without the wait, launches would come earlier; the CPU may still need some of that time."))
MESSAGE(
    HostBoundAdvice,
    QT_TRANSLATE_NOOP(
        "Messages",
        "Python and the framework take longer to launch work than the GPU takes to run it. torch.compile or CUDA graphs remove both costs; larger batches, fused optimizers (fused=True, foreach) and less work between launches help, too. Threads of one process share Python's lock: load data in separate processes."))
MESSAGE(HostBoundNothing, QT_TRANSLATE_NOOP("Messages", "GPUs seldom wait for Python or operators."))
MESSAGE(
    HostBoundFormula,
    QT_TRANSLATE_NOOP(
        "Messages",
        "Sum over the gaps of the GPU: from the start of the gap to the call that launched the next work, counting the time that its thread spent in Python or operators and not in a CUDA call."))
MESSAGE(
    DataLoadingAdvice,
    QT_TRANSLATE_NOOP(
        "Messages",
        "The next batch is not there when the GPU is ready. Load with more workers (num_workers, persistent_workers=True, prefetch_factor), pin the memory, decode less or on the GPU, and copy the next batch while the present one is computed."))
MESSAGE(DataLoadingNothing, QT_TRANSLATE_NOOP("Messages", "The GPUs had work while data was loaded."))
MESSAGE(
    DataLoadingFormula,
    QT_TRANSLATE_NOOP(
        "Messages",
        "Length of the range between the first and the last work of the process − time in which any of its GPUs had work."))
MESSAGE(
    SmallKernelsAdvice,
    QT_TRANSLATE_NOOP(
        "Messages",
        "Launching such kernels takes longer than running them, so the GPU waits between them. Launch them as one CUDA graph (mode=\"reduce-overhead\" of torch.compile), fuse them, or give each more work (a larger batch)."))
MESSAGE(SmallKernelsNothing,
        QT_TRANSLATE_NOOP("Messages", "No long row of small kernels with gaps between them was found."))
MESSAGE(
    SmallKernelsFormula,
    QT_TRANSLATE_NOOP(
        "Messages",
        "Sum of the gaps between the kernels of the row in which no stream of the GPU did anything. A CUDA graph cannot save more; it leaves about a microsecond for each kernel."))
MESSAGE(
    KernelOverlapAdvice,
    QT_TRANSLATE_NOOP(
        "Messages",
        "Kernels ran at the same time, so their summed durations exceed the time that passed, and kernels that share the GPU each look slower than they are alone. Compare wall-clock times (GPU Time Breakdown) instead of sums, and treat percentages of sums with care."))
MESSAGE(KernelOverlapNothing,
        QT_TRANSLATE_NOOP(
            "Messages",
            "The sum of the kernels' durations is close to the time in which kernels ran, so it can be read as such."))
MESSAGE(
    PageableCopiesAdvice,
    QT_TRANSLATE_NOOP(
        "Messages",
        "Such a copy goes through a buffer of the driver, keeps the calling thread, and runs beside no kernel. Allocate the host memory pinned (pin_memory=True for a DataLoader of PyTorch, cudaMallocHost) and copy asynchronously (non_blocking=True)."))
MESSAGE(PageableCopiesNothing, QT_TRANSLATE_NOOP("Messages", "No copy of pageable memory was found."))
MESSAGE(
    PageableCopiesFormula,
    QT_TRANSLATE_NOOP(
        "Messages",
        "For each copy its duration − size ÷ best bandwidth of a pinned copy in this report, or − the shortest pinned copy if that is longer. What a blocked thread could have done meanwhile is not counted."))
MESSAGE(
    AllocatorChurnAdvice,
    QT_TRANSLATE_NOOP(
        "Messages",
        "These calls are slow, and freeing waits for the GPU. Allocate once and use the memory again, or in stream order (cudaMallocAsync). In PyTorch a caching allocator that goes on allocating is short of memory or fragmented: shapes that change, empty_cache(); try PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True."))
MESSAGE(AllocatorChurnNothing,
        QT_TRANSLATE_NOOP("Messages", "Memory is allocated at the beginning and then used again."))
MESSAGE(
    AllocatorChurnFormula,
    QT_TRANSLATE_NOOP(
        "Messages",
        "Wall clock time in which such calls ran. Where the GPU had enough queued work meanwhile, nothing is gained."))
MESSAGE(
    ExposedCommunicationAdvice,
    QT_TRANSLATE_NOOP(
        "Messages",
        "The GPU waits for others, or for the network, instead of computing. Start collectives earlier and on a stream of their own (buckets of DDP, forward and backward prefetch of FSDP), make them smaller (gradients in bfloat16, accumulation), and look whether one rank comes late."))
MESSAGE(ExposedCommunicationNothing,
        QT_TRANSLATE_NOOP("Messages", "Communication is hidden behind other kernels, or short."))
MESSAGE(ExposedCommunicationFormula,
        QT_TRANSLATE_NOOP(
            "Messages",
            "Wall clock time of communication kernels − time of it in which another kernel ran on the same GPU."))
MESSAGE(
    SlowRankAdvice,
    QT_TRANSLATE_NOOP(
        "Messages",
        "All ranks end a collective together, so one that comes late keeps all of them. Compare what it does before the collectives with another rank: more data, a slower GPU or CPU, loading, saving and logging that only one rank does."))
MESSAGE(SlowRankNothing, QT_TRANSLATE_NOOP("Messages", "No rank is much later than the others."))
MESSAGE(SlowRankFormula,
        QT_TRANSLATE_NOOP(
            "Messages",
            "Sum over the collectives that the rank entered last: shortest duration among the other ranks − its own."))
MESSAGE(
    ClockThrottlingAdvice,
    QT_TRANSLATE_NOOP(
        "Messages",
        "The GPU lowered its clock: for power, heat, or because it was idle before. Kernels that compute are slower then, and two runs cannot be compared. Warm up before measuring, look at the power limit and temperature (nvidia-smi -q -d CLOCK,PERFORMANCE), or lock the clock for measurements (nvidia-smi -lgc)."))
MESSAGE(ClockThrottlingNothing, QT_TRANSLATE_NOOP("Messages", "The clock stayed near its maximum while kernels ran."))
MESSAGE(
    ClockThrottlingFormula,
    QT_TRANSLATE_NOOP(
        "Messages",
        "For each stretch of a low clock the time of kernels × (1 − clock ÷ highest clock). Kernels that wait for memory gain less."))
MESSAGE(
    Fp32ProductsAdvice,
    QT_TRANSLATE_NOOP(
        "Messages",
        "These products leave the tensor cores idle, which are several times as fast. Allow TF32 (torch.set_float32_matmul_precision(\"high\"), torch.backends.cudnn.allow_tf32) where its 10 bits of mantissa will do, or compute in BF16 or FP16 (torch.autocast); see that sizes are multiples of 8. Chips before Ampere have no TF32."))
MESSAGE(Fp32ProductsNothing,
        QT_TRANSLATE_NOOP("Messages", "No matrix products in FP32 without tensor cores take much of the time."))
MESSAGE(
    Fp32ProductsFormula,
    QT_TRANSLATE_NOOP(
        "Messages",
        "Time in which such kernels ran × (1 − FP32 peak ÷ peak of TF32 tensor cores, or of FP16 where there is no TF32), by the data sheet. Small products and those that wait for memory gain less."))
MESSAGE(
    ProfilerRulesAdvice,
    QT_TRANSLATE_NOOP(
        "Messages",
        "These are the profiler's own rules, in its words. Begin with the kernel that takes most time, not with the greatest percentage."))
MESSAGE(ProfilerRulesNothing,
        QT_TRANSLATE_NOOP("Messages", "The rules of the profiler found nothing in these kernels."))
MESSAGE(
    ProfilerRulesFormula,
    QT_TRANSLATE_NOOP(
        "Messages",
        "Duration of the kernel × the estimate of the profiler, of one launch. An estimate for a part of the kernel has no time; estimates do not add up."))

// Questions of the checklist, what their numbers are, and what to do where the answer is no.
MESSAGE(CheckCompleteQuestion, QT_TRANSLATE_NOOP("Messages", "Is the capture complete?"))
MESSAGE(CheckCompleteNumber, QT_TRANSLATE_NOOP("Messages", "Warnings and errors of the capture; none is good"))
MESSAGE(CheckCompleteAdvice,
        QT_TRANSLATE_NOOP(
            "Messages",
            "The missing part may be what matters. Read the import log first, and capture again if necessary."))
MESSAGE(CheckGpuBusyQuestion, QT_TRANSLATE_NOOP("Messages", "Is each GPU busy for 80 % of the time?"))
MESSAGE(CheckGpuBusyNumber,
        QT_TRANSLATE_NOOP(
            "Messages", "Time in which the least busy GPU did anything, from its first to its last work; 80 % is good"))
MESSAGE(
    CheckGpuBusyAdvice,
    QT_TRANSLATE_NOOP(
        "Messages",
        "The GPU waits. Look at its longest gaps, and at the rules “GPU Waits for Data” and “Launches Late Because of Python”."))
MESSAGE(CheckCopiesHiddenQuestion, QT_TRANSLATE_NOOP("Messages", "Are copies hidden behind kernels?"))
MESSAGE(CheckCopiesHiddenNumber,
        QT_TRANSLATE_NOOP(
            "Messages",
            "Time in which copies or memsets ran and no kernel, on the GPU where that is most; at most 2 % is good"))
MESSAGE(
    CheckCopiesHiddenAdvice,
    QT_TRANSLATE_NOOP(
        "Messages",
        "Copy from pinned memory, asynchronously and on a stream of its own, the next batch while the present one is computed."))
MESSAGE(CheckCommunicationHiddenQuestion, QT_TRANSLATE_NOOP("Messages", "Is communication hidden behind computing?"))
MESSAGE(
    CheckCommunicationHiddenNumber,
    QT_TRANSLATE_NOOP(
        "Messages",
        "Time in which communication kernels ran and no other kernel, on the GPU where that is most; at most 5 % is good"))
MESSAGE(
    CheckCommunicationHiddenAdvice,
    QT_TRANSLATE_NOOP(
        "Messages",
        "Start collectives during the backward pass, in buckets and on a stream of their own, and look for a rank that is late."))
MESSAGE(CheckNoNeedlessSyncQuestion, QT_TRANSLATE_NOOP("Messages", "Is there no wait that leaves a GPU idle?"))
MESSAGE(
    CheckNoNeedlessSyncNumber,
    QT_TRANSLATE_NOOP(
        "Messages",
        "Time of the GPUs that was lost behind synchronizing calls (the rule “Synchronization Before an Idle GPU”); less than 1 % is good"))
MESSAGE(CheckNoNeedlessSyncAdvice,
        QT_TRANSLATE_NOOP("Messages", "Leave out waits that nothing needs, or read results a step later."))
MESSAGE(CheckKernelsLongQuestion, QT_TRANSLATE_NOOP("Messages", "Are kernels long enough?"))
MESSAGE(CheckKernelsLongNumber,
        QT_TRANSLATE_NOOP(
            "Messages",
            "Share of the kernels that are shorter than 10 µs and that no CUDA graph launched; at most 50 % is good"))
MESSAGE(
    CheckKernelsLongAdvice,
    QT_TRANSLATE_NOOP(
        "Messages",
        "The work is cut into pieces that take longer to launch than to run. Fuse kernels, use CUDA graphs, or larger batches."))
MESSAGE(CheckWarmupExcludedQuestion, QT_TRANSLATE_NOOP("Messages", "Is warm-up excluded?"))
MESSAGE(CheckWarmupExcludedNumber,
        QT_TRANSLATE_NOOP("Messages",
                          "Pace of the first step compared with the median of the others; at most 120 % is good"))
MESSAGE(
    CheckWarmupExcludedAdvice,
    QT_TRANSLATE_NOOP(
        "Messages",
        "The first steps allocate, compile and choose algorithms. Let some pass before the capture begins, or select the steps behind them."))
MESSAGE(CheckEnoughStepsQuestion, QT_TRANSLATE_NOOP("Messages", "Are there enough steps?"))
MESSAGE(CheckEnoughStepsNumber, QT_TRANSLATE_NOOP("Messages", "Steps of the process that has fewest; 5 are good"))
MESSAGE(CheckEnoughStepsAdvice,
        QT_TRANSLATE_NOOP("Messages",
                          "One step may be unlike the others. Capture several, so that a median means something."))

// Doubts about a measurement, and what to do about each.
MESSAGE(DoubtGiant, QT_TRANSLATE_NOOP("Messages", "one instance of a kernel holds much of all GPU time"))
MESSAGE(
    DoubtGiantNext,
    QT_TRANSLATE_NOOP(
        "Messages",
        "Look at that instance first: a kernel that only waits for another GPU or process also counts as busy. Exclude it by selecting a time range, or capture again"))
MESSAGE(DoubtLowClock, QT_TRANSLATE_NOOP("Messages", "the clock is far below the highest"))
MESSAGE(DoubtLowClockNext,
        QT_TRANSLATE_NOOP("Messages",
                          "Warm the GPU up, look for a limit of power or heat, or lock the clock, and measure again"))
MESSAGE(DoubtOverhead, QT_TRANSLATE_NOOP("Messages", "the profiler itself took much of the time"))
MESSAGE(DoubtOverheadNext, QT_TRANSLATE_NOOP("Messages", "Trace less at once, or a shorter time"))
MESSAGE(DoubtCoverage, QT_TRANSLATE_NOOP("Messages", "most of the report's time holds no events"))
MESSAGE(DoubtCoverageNext,
        QT_TRANSLATE_NOOP("Messages", "Select the part in which something happens, and see the health of the capture"))
MESSAGE(DoubtWarmUp, QT_TRANSLATE_NOOP("Messages", "warm-up is inside"))
MESSAGE(DoubtWarmUpNext, QT_TRANSLATE_NOOP("Messages", "Select the steps behind it, or begin the capture later"))
MESSAGE(DoubtMixedGpus, QT_TRANSLATE_NOOP("Messages", "GPUs of several kinds are mixed"))
MESSAGE(DoubtMixedGpusNext,
        QT_TRANSLATE_NOOP("Messages", "Compare each GPU with its own kind, as the slower kind makes the others wait"))
MESSAGE(DoubtMixedClocks, QT_TRANSLATE_NOOP("Messages", "GPUs ran at different clocks"))
MESSAGE(DoubtMixedClocksNext,
        QT_TRANSLATE_NOOP("Messages", "The slower GPU makes the others wait: look for its limit of power or heat"))
MESSAGE(DoubtOddSteps, QT_TRANSLATE_NOOP("Messages", "steps differ in kind"))
MESSAGE(
    DoubtOddStepsNext,
    QT_TRANSLATE_NOOP(
        "Messages",
        "Some steps launch far fewer or more kernels than others, as steps of evaluation do: look at each kind by itself"))
MESSAGE(TakeWithCare, QT_TRANSLATE_NOOP("Messages", "Take this with care: %1."))

// What stands in cells.
MESSAGE(ModelOfSizes, QT_TRANSLATE_NOOP("Messages", "model: work and bytes are counted from the sizes of the inputs"))
MESSAGE(WorkIncomplete, QT_TRANSLATE_NOOP("Messages", "incomplete: not all instructions were counted"))
MESSAGE(WorkOfMoves,
        QT_TRANSLATE_NOOP("Messages", "half-precision instructions (%1 % of the work) may be register moves"))
MESSAGE(NoWorkCounted, QT_TRANSLATE_NOOP("Messages", "no floating-point work was counted"))
MESSAGE(NoFloatingPointWork, QT_TRANSLATE_NOOP("Messages", "no floating-point work"))
MESSAGE(PeakFromNoSheet, QT_TRANSLATE_NOOP("Messages", "the peak is from no data sheet"))
MESSAGE(TimesName, "%1 × %2")
MESSAGE(CountOf, "%1 / %2")
MESSAGE(ClockOfMetric, "%1, %2: %3 / %4 MHz")
MESSAGE(StepLaunches, "%1 (%2 / %3)")
MESSAGE(ProcessId, "PID %1")
MESSAGE(SaidByCurve, QT_TRANSLATE_NOOP("Messages", "the curve"))
MESSAGE(SaidByDevice, QT_TRANSLATE_NOOP("Messages", "the device"))
MESSAGE(SaidByDataSheet, QT_TRANSLATE_NOOP("Messages", "the data sheet"))
