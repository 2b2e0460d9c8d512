// SPDX-License-Identifier: GPL-3.0-or-later
// What a report lacks of what a capture was to have, and why.
#ifndef MESSAGE
#error "include model/base/messages.h"
#endif
MESSAGES(RecordsDropped, QT_TRANSLATE_N_NOOP("Messages", "Process %1: %Ln records were dropped (%3)"),
         "Process %1: %Ln record was dropped (%3)")
MESSAGE(NotTracedInProcess, QT_TRANSLATE_NOOP("Messages", "Process %1: %2 could not be traced: %3"))
MESSAGE(NotTraced, QT_TRANSLATE_NOOP("Messages", "%1 could not be traced: %2"))
MESSAGE(NothingTraced, QT_TRANSLATE_NOOP("Messages", "Nothing was traced of %1: %2"))
MESSAGE(NothingCaptured, QT_TRANSLATE_NOOP("Messages", "Nothing was captured: %1"))
MESSAGE(NoPythonRanges, QT_TRANSLATE_NOOP("Messages", "No ranges of Python for %1: %2"))
MESSAGE(ProcessKilled,
        QT_TRANSLATE_NOOP(
            "Messages",
            "Process %1 ended without saying so, as one that was killed: its last quarter of a second may be missing"))
MESSAGE(
    SessionKilled,
    QT_TRANSLATE_NOOP(
        "Messages",
        "The session ended without saying so, as one that was killed: what programs noted in their last quarter of a second may be missing"))
MESSAGE(NotedAfterSession,
        QT_TRANSLATE_NOOP(
            "Messages",
            "The session ended without saying so, as one that was killed. What programs did is noted for %1 more"))
MESSAGE(
    SampledAfterSession,
    QT_TRANSLATE_NOOP(
        "Messages",
        "The session ended without saying so, as one that was killed. What programs did is noted for %1 more, and samples and curves of what was looked at from outside for %2"))
MESSAGE(
    KernelsMeasured,
    QT_TRANSLATE_NOOP(
        "Messages",
        "Kernels ran one by one and %1 times each while they were measured: times are those of kernels alone, and caches were warm when bytes of DRAM were counted"))
MESSAGE(CountersRefused,
        QT_TRANSLATE_NOOP(
            "Messages", "GPU %1 does not have these counters, or not together with the others; they are left out: %2"))
MESSAGE(CutAtEnd, QT_TRANSLATE_NOOP("Messages", "Ranges that went on after the capture: they are drawn to its end"))
MESSAGE(LogCut,
        QT_TRANSLATE_NOOP("Messages",
                          "the file that ends in %1 beside it is cut or damaged, and changes in it are left out"))
MESSAGE(LogNotRead,
        QT_TRANSLATE_NOOP(
            "Messages", "the file that ends in %1 beside it is a link, no file, or another account's, and is not read"))
MESSAGES(
    ProcessesKilled,
    QT_TRANSLATE_N_NOOP(
        "Messages",
        "%Ln processes ended without saying so, as ones that were killed: their last quarter of a second may be missing"),
    "%Ln process ended without saying so, as one that was killed: its last quarter of a second may be missing")
MESSAGES(FilesReplaced,
         QT_TRANSLATE_N_NOOP(
             "Messages",
             "Functions of %Ln files have no names: the files are no longer the ones that ran. %2 is one of them"),
         "Functions of %Ln file have no names: the file is no longer the one that ran. It is %2")
MESSAGE(FileReplaced,
        QT_TRANSLATE_NOOP("Messages", "Functions of %1 have no names: the file is no longer the one that ran"))
MESSAGE(DiskFull, QT_TRANSLATE_NOOP("Messages", "the disk was full or could not be written"))
MESSAGE(CuptiHadNoRoom, QT_TRANSLATE_NOOP("Messages", "CUPTI had no room"))
MESSAGE(SamplesTooFast, QT_TRANSLATE_NOOP("Messages", "samples of CPUs came faster than they were taken"))
MESSAGE(SamplesThrottled,
        QT_TRANSLATE_NOOP("Messages", "the kernel held samples of CPUs back, since they took too much time"))
MESSAGE(KernelTimeOfCpus, QT_TRANSLATE_NOOP("Messages", "time of CPUs in the kernel"))
MESSAGE(CpusOfAllProcesses, QT_TRANSLATE_NOOP("Messages", "CPUs of all processes"))
MESSAGE(CpusOfProcess, QT_TRANSLATE_NOOP("Messages", "CPUs of process %1"))
MESSAGE(Cpus, QT_TRANSLATE_NOOP("Messages", "CPUs"))
MESSAGE(CpuSamplingRate, QT_TRANSLATE_NOOP("Messages", "CPU sampling at %1 Hz"))
MESSAGE(MaxSampleRate, QT_TRANSLATE_NOOP("Messages", "kernel.perf_event_max_sample_rate is %1"))
MESSAGE(DwarfStacks, QT_TRANSLATE_NOOP("Messages", "stacks by DWARF's tables"))
MESSAGE(RegistersUnknown, QT_TRANSLATE_NOOP("Messages", "this machine's registers are not known"))
MESSAGE(StacksOf32Bits, QT_TRANSLATE_NOOP("Messages", "stacks of programs of 32 bits"))
MESSAGE(Only64Bits, QT_TRANSLATE_NOOP("Messages", "only those of 64 bits are read by DWARF's tables"))
MESSAGE(
    ParanoidOwnOnly,
    QT_TRANSLATE_NOOP(
        "Messages",
        "the system does not allow it (kernel.perf_event_paranoid is %1); the program and its children are looked at"))
MESSAGE(Paranoid, QT_TRANSLATE_NOOP("Messages", "the system does not allow it (kernel.perf_event_paranoid is %1)"))
MESSAGE(NoPerfEvents, QT_TRANSLATE_NOOP("Messages", "the system does not know perf_event_open"))
MESSAGE(TooManyOpenFiles, QT_TRANSLATE_NOOP("Messages", "there may not be so many open files"))
MESSAGE(StacksOfSamples, QT_TRANSLATE_NOOP("Messages", "stacks of samples"))
MESSAGE(NoTimeForFrames, QT_TRANSLATE_NOOP("Messages", "there was no time to find all of their frames"))
MESSAGE(OsRuntime, QT_TRANSLATE_NOOP("Messages", "the OS runtime"))
MESSAGE(NotUsed, QT_TRANSLATE_NOOP("Messages", "no process of the program used it"))
MESSAGE(NoCudaDriver, QT_TRANSLATE_NOOP("Messages", "there is no CUDA driver on this machine"))
MESSAGE(DidNothing, QT_TRANSLATE_NOOP("Messages", "it did nothing of what was asked for"))
MESSAGE(EndedBeforeDelay, QT_TRANSLATE_NOOP("Messages", "the program ended before the capture began (-y)"))
MESSAGE(RangeWithoutNvtx,
        QT_TRANSLATE_NOOP("Messages", "no process of the program used NVTX, so the range %1 could not be seen"))
MESSAGE(RangeNeverBegan, QT_TRANSLATE_NOOP("Messages", "the NVTX range %1 never began"))
MESSAGE(StartWithoutCuda,
        QT_TRANSLATE_NOOP(
            "Messages",
            "CUDA could not be traced, so a call of cudaProfilerStart(), which -c waits for, could not be seen"))
MESSAGE(StartNotCalled, QT_TRANSLATE_NOOP("Messages", "no process called cudaProfilerStart(), which -c waits for"))
MESSAGE(
    StartWithoutDriver,
    QT_TRANSLATE_NOOP(
        "Messages",
        "there is no CUDA driver on this machine, so a call of cudaProfilerStart(), which -c waits for, could not be seen"))
MESSAGE(
    StartCudaNotUsed,
    QT_TRANSLATE_NOOP(
        "Messages",
        "no process of the program used CUDA, so a call of cudaProfilerStart(), which -c waits for, could not be seen"))
MESSAGE(
    NotCalled,
    QT_TRANSLATE_NOOP(
        "Messages",
        "no call of it was seen; functions that a program gets by dlsym(), and programs that are linked statically, go past"))
MESSAGE(NoLongCall, QT_TRANSLATE_NOOP("Messages", "no call took so long that it is noted (--osrt-threshold)"))
MESSAGE(NoOpenMpRegion,
        QT_TRANSLATE_NOOP("Messages",
                          "no process began a region with a runtime that tells tools of it, as LLVM's and Intel's do"))
MESSAGE(TheRest, QT_TRANSLATE_NOOP("Messages", "the rest"))
MESSAGE(OwnOpenMpTool, QT_TRANSLATE_NOOP("Messages", "the program has a tool of its own for it"))
MESSAGE(OtherOpenMpTool, QT_TRANSLATE_NOOP("Messages", "OMP_TOOL_LIBRARIES names another tool, or none"))
MESSAGE(OpenMpNotBegun, QT_TRANSLATE_NOOP("Messages", "its runtime has not begun: the program opened no region"))
MESSAGE(GnuOpenMp, QT_TRANSLATE_NOOP("Messages", "OpenMP of libgomp"))
MESSAGE(
    GnuOpenMpTellsNothing,
    QT_TRANSLATE_NOOP(
        "Messages",
        "GNU's runtime tells tools nothing; build with clang, or put LLVM's in its place: -e LD_PRELOAD=libomp.so.5"))
MESSAGE(StacksOfCudaCalls, QT_TRANSLATE_NOOP("Messages", "stacks of CUDA calls"))
MESSAGE(PeerCopy, QT_TRANSLATE_NOOP("Messages", "memcpy between devices"))
MESSAGE(MemoryPool, QT_TRANSLATE_NOOP("Messages", "memory pool"))
MESSAGE(CudaEvent, QT_TRANSLATE_NOOP("Messages", "CUDA event"))
MESSAGE(UnknownCuptiError, QT_TRANSLATE_NOOP("Messages", "unknown error of CUPTI"))
MESSAGE(CuptiLacksFunctions, QT_TRANSLATE_NOOP("Messages", "%1 lacks functions of CUPTI"))
MESSAGE(FramesNotExported, QT_TRANSLATE_NOOP("Messages", "it does not export what is needed to read its frames"))
MESSAGE(OwnMemoryNotReadable,
        QT_TRANSLATE_NOOP("Messages",
                          "the system does not let a process read its own memory safely (process_vm_readv)"))
MESSAGE(FramesNotTold, QT_TRANSLATE_NOOP("Messages", "its runtime does not say where it keeps its frames"))
MESSAGE(PythonWithoutGil,
        QT_TRANSLATE_NOOP("Messages", "it runs without the GIL, and its threads' frames cannot be read"))
MESSAGE(FramesNotUnderstood, QT_TRANSLATE_NOOP("Messages", "what its runtime says of its frames is not understood"))
MESSAGE(PythonTooOld, QT_TRANSLATE_NOOP("Messages", "versions before 3.9 are not known"))
MESSAGE(PythonTooNew, QT_TRANSLATE_NOOP("Messages", "this version of Sightline knows Python up to 3.14"))
MESSAGE(ConnectionEnded,
        QT_TRANSLATE_NOOP("Messages", "its connection ended while it went on: what it did afterwards may be missing"))
MESSAGE(MaxSizeReached, QT_TRANSLATE_NOOP("Messages", "what was captured reached the %1 GB of --max-size"))
MESSAGE(DiskNearlyFull, QT_TRANSLATE_NOOP("Messages", "only %1 of the disk were free, and %2 stay so"))
MESSAGE(Clock, QT_TRANSLATE_NOOP("Messages", "clock"))
MESSAGE(Control, QT_TRANSLATE_NOOP("Messages", "control"))
MESSAGE(Names, QT_TRANSLATE_NOOP("Messages", "names"))
MESSAGE(UnifiedMemory, QT_TRANSLATE_NOOP("Messages", "unified memory"))
MESSAGE(NotInThisVersion, QT_TRANSLATE_NOOP("Messages", "it is not captured by this version"))
MESSAGE(TooManyTexts,
        QT_TRANSLATE_NOOP("Messages", "there are more different texts than there is room for: later ones are missing"))
MESSAGE(SessionGone, QT_TRANSLATE_NOOP("Messages", "the session was gone, and nobody was there to end the capture"))
MESSAGE(Seccomp,
        QT_TRANSLATE_NOOP("Messages", "the program forbade itself calls of the system (seccomp), which tracing needs"))
MESSAGE(NoClock,
        QT_TRANSLATE_NOOP("Messages",
                          "the program forbade itself the processor's clock (PR_SET_TSC), which tracing needs"))
MESSAGE(ThreadsDidNotEnd,
        QT_TRANSLATE_NOOP("Messages", "threads of this library did not end when the program changed its rights"))
MESSAGE(NoThreadToStop,
        QT_TRANSLATE_NOOP("Messages",
                          "no thread could be created: the capture cannot be stopped before the program ends"))
MESSAGE(OtherCuptiTool,
        QT_TRANSLATE_NOOP("Messages",
                          "another tool in this process, such as torch.profiler, already uses CUPTI; only one can"))
MESSAGE(CuptiClockRefused, QT_TRANSLATE_NOOP("Messages", "CUPTI did not take our clock: times are shifted"))
MESSAGE(NoCupti, QT_TRANSLATE_NOOP("Messages",
                                   "libcupti was not found beside the program, in the system, or in /usr/local/cuda"))
MESSAGE(UnknownKernelShape, QT_TRANSLATE_NOOP("Messages", "kernels of a shape that is not in the spool"))
MESSAGE(StateOfGpu, QT_TRANSLATE_NOOP("Messages", "the state of GPU %1"))
MESSAGE(StateOfGpus, QT_TRANSLATE_NOOP("Messages", "the state of GPUs"))
MESSAGE(UserMayNotLook, QT_TRANSLATE_NOOP("Messages", "this user may not look at it"))
MESSAGE(NvmlKnowsNoGpu, QT_TRANSLATE_NOOP("Messages", "NVML knows no GPU"))
MESSAGE(NoNvml, QT_TRANSLATE_NOOP("Messages", "libnvidia-ml.so.1, which comes with the NVIDIA driver, was not found"))
MESSAGE(NvmlLacksFunctions, QT_TRANSLATE_NOOP("Messages", "libnvidia-ml.so.1 lacks functions"))
MESSAGE(NvmlDidNotStart, QT_TRANSLATE_NOOP("Messages", "NVML did not start (error %1)"))
MESSAGE(NoLibcuda, QT_TRANSLATE_NOOP("Messages", "libcuda.so.1, which comes with the NVIDIA driver, was not found"))
MESSAGE(LibcudaLacksFunctions, QT_TRANSLATE_NOOP("Messages", "libcuda.so.1 lacks functions"))
MESSAGE(CudaDidNotStart, QT_TRANSLATE_NOOP("Messages", "CUDA did not start (error %1)"))
MESSAGE(CudaKnowsNoGpu, QT_TRANSLATE_NOOP("Messages", "CUDA knows no GPU"))
MESSAGE(NoGpuOfNumber, QT_TRANSLATE_NOOP("Messages", "there is no GPU of that number"))
MESSAGE(NoVisibleGpuOfNumber,
        QT_TRANSLATE_NOOP("Messages", "there is no GPU of that number among those that CUDA_VISIBLE_DEVICES names"))
MESSAGE(CountersForAdministrators,
        QT_TRANSLATE_NOOP("Messages", "GPU counters are for administrators only on this machine"))
MESSAGE(CuptiTooOldToSample,
        QT_TRANSLATE_NOOP("Messages", "the libcupti of this machine is older than 12.6, which cannot sample counters"))
MESSAGE(CuptiTooOldToRead,
        QT_TRANSLATE_NOOP("Messages",
                          "the libcupti of this machine is older than 12.6, which cannot read counters in this way"))
MESSAGE(CuptiTooOldForKernels,
        QT_TRANSLATE_NOOP("Messages",
                          "the libcupti of this program is older than 12.6, which cannot measure kernels in this way"))
MESSAGE(HasNoneOfCounters, QT_TRANSLATE_NOOP("Messages", "it has none of the counters that were asked for"))
MESSAGE(GpuHasNoneOfCounters, QT_TRANSLATE_NOOP("Messages", "the GPU has none of the counters that were asked for"))
MESSAGE(RestOfMetricsOfGpu, QT_TRANSLATE_NOOP("Messages", "the rest of the metrics of GPU %1"))
MESSAGE(MetricsOfGpu, QT_TRANSLATE_NOOP("Messages", "the metrics of GPU %1"))
MESSAGE(GpuMetrics, QT_TRANSLATE_NOOP("Messages", "GPU metrics"))
MESSAGE(GpuSamplesTooFast,
        QT_TRANSLATE_NOOP("Messages", "samples of GPU %1, which could not be read as fast as they came"))
MESSAGE(KernelMetricsNotGiven, QT_TRANSLATE_NOOP("Messages", "metrics of kernels that CUPTI did not give"))
MESSAGE(KernelMetrics, QT_TRANSLATE_NOOP("Messages", "metrics of kernels"))
MESSAGE(KernelsOfGraphs, QT_TRANSLATE_NOOP("Messages", "kernels of CUDA graphs"))
MESSAGE(GraphsNotMeasured,
        QT_TRANSLATE_NOOP("Messages", "kernels are measured one by one, and a graph launches several at once"))
MESSAGE(LookedAtFromOutside, QT_TRANSLATE_NOOP("Messages", "what is looked at from outside of the program"))
MESSAGE(ProcessEnded, QT_TRANSLATE_NOOP("Messages", "its process ended"))
MESSAGE(ProcessNotStarted, QT_TRANSLATE_NOOP("Messages", "its process could not be started"))
MESSAGE(NoAnswerInTime, QT_TRANSLATE_NOOP("Messages", "it did not answer within ten seconds"))
MESSAGE(UnknownMeter, QT_TRANSLATE_NOOP("Messages", "readings of a meter that is not in the spool"))
MESSAGE(CallsWithoutRoom, QT_TRANSLATE_NOOP("Messages", "calls of libraries: their thread had no room"))
MESSAGE(CallsTooFast,
        QT_TRANSLATE_NOOP("Messages",
                          "calls of the OS runtime and of libraries: they came faster than they were written"))
MESSAGE(
    CallsInHandler,
    QT_TRANSLATE_NOOP(
        "Messages",
        "calls of the OS runtime and of libraries: a handler of a signal made them while its thread noted another one"))
MESSAGE(CallsOfTooManyThreads,
        QT_TRANSLATE_NOOP(
            "Messages",
            "calls of the OS runtime and of libraries: more than 2048 threads made them, or there was no memory"))
MESSAGE(OpenMpCallsTooDeep, QT_TRANSLATE_NOOP("Messages", "calls of OpenMP: too many were open at once in a thread"))
MESSAGE(LibraryCalls, QT_TRANSLATE_NOOP("Messages", "calls of libraries"))
MESSAGE(NoThreadToWrite, QT_TRANSLATE_NOOP("Messages", "no thread could be created that writes them"))
MESSAGE(OpenMp, QT_TRANSLATE_NOOP("Messages", "OpenMP"))
MESSAGE(OpenMpToolsDisabled,
        QT_TRANSLATE_NOOP("Messages",
                          "OMP_TOOL=disabled in the environment of the program forbids tools; set it to enabled"))
MESSAGE(PythonRanges, QT_TRANSLATE_NOOP("Messages", "ranges of Python"))
MESSAGE(PythonIsolated, QT_TRANSLATE_NOOP("Messages", "Python does not load what makes them with %1; leave it out"))
MESSAGE(RuntimeAndLibraryCalls, QT_TRANSLATE_NOOP("Messages", "calls of the OS runtime and of libraries"))
MESSAGE(FileOfSightlineMissing,
        QT_TRANSLATE_NOOP("Messages", "%1 is neither beside this program nor in ../lib/sightline"))
MESSAGE(
    PreloadFolderName,
    QT_TRANSLATE_NOOP(
        "Messages",
        "the folder of %1 has a blank or a colon in its name, which LD_PRELOAD cannot have: install Sightline elsewhere"))
MESSAGE(LinkedStatically, QT_TRANSLATE_NOOP("Messages", "%1 is linked statically: no library can stand before its own"))
MESSAGE(OtherUsersRights,
        QT_TRANSLATE_NOOP("Messages",
                          "%1 runs with another user's rights, and loads no libraries that its user chooses"))
MESSAGE(TheProgram, QT_TRANSLATE_NOOP("Messages", "the program"))
MESSAGE(PythonLoadedNothing,
        QT_TRANSLATE_NOOP("Messages", "no Python has loaded what makes them; -I, -E and -S keep it out"))
MESSAGE(ModuleNotImported, QT_TRANSLATE_NOOP("Messages", "no program of Python imported this module"))
MESSAGE(NoSuchFunction, QT_TRANSLATE_NOOP("Messages", "the module has no function of this name"))
MESSAGE(RangeOfCoroutine,
        QT_TRANSLATE_NOOP("Messages", "a range would end before a coroutine or generator does anything"))
MESSAGE(NotAFunction, QT_TRANSLATE_NOOP("Messages", "it is no function"))
MESSAGE(CallableObject,
        QT_TRANSLATE_NOOP("Messages",
                          "it is an object that can be called, and whoever looks at it would see the difference"))
MESSAGE(OfAnObject, QT_TRANSLATE_NOOP("Messages", "it belongs to an object and not to a module or a class"))
MESSAGE(FunctionsMadeLater, QT_TRANSLATE_NOOP("Messages", "its functions are made while it runs"))
MESSAGE(PythonRefuses, QT_TRANSLATE_NOOP("Messages", "Python refuses it: %1"))
MESSAGE(PythonVersion, QT_TRANSLATE_NOOP("Messages", "Python %1: %2"))
MESSAGE(RangesOf, QT_TRANSLATE_NOOP("Messages", "ranges of %1"))
MESSAGE(PythonSamples, QT_TRANSLATE_NOOP("Messages", "Python samples"))
MESSAGE(NoMemoryForThem, QT_TRANSLATE_NOOP("Messages", "there was no memory for them"))
MESSAGE(NvtxWithoutMemory, QT_TRANSLATE_NOOP("Messages", "events of NVTX: there was no memory for them"))
MESSAGE(GraphsAsAWhole, QT_TRANSLATE_NOOP("Messages", "graphs as a whole"))
MESSAGE(GraphsNotTold,
        QT_TRANSLATE_NOOP("Messages", "this CUPTI does not tell when graphs are made; their nodes are traced instead"))
MESSAGE(NoThread, QT_TRANSLATE_NOOP("Messages", "no thread could be created"))
MESSAGE(PythonFramesChanged,
        QT_TRANSLATE_NOOP("Messages", "samples of Python whose frames changed while they were read"))
MESSAGE(PythonSamplesTooFast, QT_TRANSLATE_NOOP("Messages", "samples of Python that came too fast"))
MESSAGE(PythonStacksNotRead, QT_TRANSLATE_NOOP("Messages", "stacks of Python that could not be read"))
MESSAGE(PythonStacksAtCalls, QT_TRANSLATE_NOOP("Messages", "Python stacks at CUDA calls"))
MESSAGE(CuptiLacksNeeded, QT_TRANSLATE_NOOP("Messages", "this CUPTI lacks functions that they need"))
MESSAGE(OuterFramesLeftOut, QT_TRANSLATE_NOOP("Messages", "Outer frames are left out of stacks: %1 (%2)"))
MESSAGE(MoreFramesThanKernelReads,
        QT_TRANSLATE_NOOP("Messages",
                          "CPU samples that have more frames than the kernel reads, kernel.perf_event_max_stack"))
MESSAGE(StackLongerThanCopied,
        QT_TRANSLATE_NOOP(
            "Messages",
            "CPU samples whose stack is longer than what is copied of it, 8 KiB, or has more than 256 frames"))
MESSAGE(MoreFramesThanKept, QT_TRANSLATE_NOOP("Messages", "more than 512 frames of Python, or 128 of others"))
MESSAGE(BlocksOfSpool, QT_TRANSLATE_NOOP("Messages", "blocks of the spool"))
MESSAGE(NvtxRange, QT_TRANSLATE_NOOP("Messages", "NVTX range"))
MESSAGE(NvtxRangeBefore, QT_TRANSLATE_NOOP("Messages", "NVTX range that began before the capture"))
