// SPDX-License-Identifier: GPL-3.0-or-later
// What a session says: what a machine allows, options that do not fit, why there is no capture or no report.
#ifndef MESSAGE
#error "include model/base/messages.h"
#endif
MESSAGE(NotFound, QT_TRANSLATE_NOOP("Messages", "not found"))
MESSAGE(None, QT_TRANSLATE_NOOP("Messages", "none"))
MESSAGE(
    PartMissing,
    QT_TRANSLATE_NOOP(
        "Messages",
        "%1 is neither beside this program nor in ../lib/sightline. Without it nothing can be captured: install it again."))
MESSAGE(BuiltWithoutCollectors,
        QT_TRANSLATE_NOOP(
            "Messages",
            "This build cannot capture: it was made without the headers of CUDA (CMake option SIGHTLINE_COLLECTORS)."))
MESSAGE(
    CudaCannotBeTraced,
    QT_TRANSLATE_NOOP(
        "Messages",
        "CUDA cannot be traced on this machine, NVTX can. Install the driver; in a container, give it the GPU (docker run --gpus all)."))
MESSAGE(NotAmongLibraries, QT_TRANSLATE_NOOP("Messages", "not among the system's libraries"))
MESSAGE(
    OwnCuptiIsTraced,
    QT_TRANSLATE_NOOP(
        "Messages",
        "Programs that bring their own, as PyTorch does, are traced anyway. For others, install CUPTI from the CUDA toolkit, or add its folder to LD_LIBRARY_PATH."))
MESSAGE(OpenToYou, QT_TRANSLATE_NOOP("Messages", "open to you"))
MESSAGE(ForAdministratorsOnly, QT_TRANSLATE_NOOP("Messages", "for administrators only"))
MESSAGE(
    OpenCounters,
    QT_TRANSLATE_NOOP(
        "Messages",
        "Tracing does not need them. To open them: options nvidia NVreg_RestrictProfilingToAdminUsers=0 in /etc/modprobe.d, then load the driver again."))
MESSAGE(NoDriverSays, QT_TRANSLATE_NOOP("Messages", "there is no NVIDIA driver that reports them"))
MESSAGE(SeeTheDriver, QT_TRANSLATE_NOOP("Messages", "See the driver."))
MESSAGE(KernelHasNone, QT_TRANSLATE_NOOP("Messages", "the kernel has none"))
MESSAGE(PerfEventParanoid, QT_TRANSLATE_NOOP("Messages", "perf_event_paranoid is %1"))
MESSAGE(
    AllowSampling,
    QT_TRANSLATE_NOOP(
        "Messages",
        "-s and --cpuctxsw record nothing. To allow them: sysctl kernel.perf_event_paranoid=2; in a container, docker run --cap-add PERFMON and a seccomp profile that permits perf_event_open."))
MESSAGE(
    SampleKernelToo,
    QT_TRANSLATE_NOOP(
        "Messages",
        "Samples hold the program's own part of the time, none in the kernel. To see both: sysctl kernel.perf_event_paranoid=1"))
MESSAGE(
    SampleSystemToo,
    QT_TRANSLATE_NOOP(
        "Messages",
        "Your own programs are sampled, others' are not (system-wide). To allow that: sysctl kernel.perf_event_paranoid=0"))
MESSAGE(PythonVersionsKnown, QT_TRANSLATE_NOOP("Messages", "CPython 3.9 to 3.14, with a GIL"))
MESSAGE(OwnMemoryNotSafe, QT_TRANSLATE_NOOP("Messages", "processes may not read their own memory safely"))
MESSAGE(
    AllowOwnMemory,
    QT_TRANSLATE_NOOP(
        "Messages",
        "Stacks at CUDA launches are not affected. In a container, allow process_vm_readv (docker run --cap-add SYS_PTRACE)."))
MESSAGE(SetTmpdir, QT_TRANSLATE_NOOP("Messages", "Set TMPDIR to a folder that is yours."))
MESSAGE(FreeSpaceUnknown, QT_TRANSLATE_NOOP("Messages", "Its free space is not known."))
MESSAGE(SpaceInMemory, QT_TRANSLATE_NOOP("Messages", "%1 GB in %2, which is memory"))
MESSAGE(SpaceInFolder, QT_TRANSLATE_NOOP("Messages", "%1 GB in %2"))
MESSAGE(SetTmpdirLarger,
        QT_TRANSLATE_NOOP(
            "Messages",
            "A busy program writes some 50 MB a second while it is captured: set TMPDIR to a folder on a larger disk."))
MESSAGE(UnknownOptionNear, QT_TRANSLATE_NOOP("Messages", "There is no option %1. Did you mean %2?"))
MESSAGE(UnknownOption, QT_TRANSLATE_NOOP("Messages", "There is no option %1. sightline profile --help lists all."))
MESSAGE(OptionOfLaunchAndStart,
        QT_TRANSLATE_NOOP("Messages", "%1 does not belong to this command; it is one of sightline launch and start."))
MESSAGE(OptionOfProfileAndLaunch,
        QT_TRANSLATE_NOOP("Messages", "%1 does not belong to this command; it is one of sightline profile and launch."))
MESSAGE(OptionOfProfileAndStart,
        QT_TRANSLATE_NOOP("Messages", "%1 does not belong to this command; it is one of sightline profile and start."))
MESSAGE(OptionOfProfile,
        QT_TRANSLATE_NOOP("Messages", "%1 does not belong to this command; it is one of sightline profile."))
MESSAGE(OptionNeedsValue, QT_TRANSLATE_NOOP("Messages", "%1 needs a value: %2."))
MESSAGE(OptionTwice, QT_TRANSLATE_NOOP("Messages", "%1 is given twice."))
MESSAGE(NothingElseToTrace,
        QT_TRANSLATE_NOOP("Messages", "%1 is not captured by this version, and nothing else is to be traced."))
MESSAGE(NothingToTrace, QT_TRANSLATE_NOOP("Messages", "-t none leaves nothing to capture."))
MESSAGE(ApiRangeNeedsCuda, QT_TRANSLATE_NOOP("Messages", "-c cudaProfilerApi needs cuda among what is traced (-t)."))
MESSAGE(FunctionsTraceNeedsNvtx,
        QT_TRANSLATE_NOOP("Messages", "--python-functions-trace needs nvtx among what is traced (-t)."))
MESSAGE(PytorchNeedsNvtx, QT_TRANSLATE_NOOP("Messages", "--pytorch needs nvtx among what is traced (-t)."))
MESSAGE(PythonBacktraceNeedsCuda,
        QT_TRANSLATE_NOOP("Messages", "--python-backtrace=cuda needs cuda among what is traced (-t)."))
MESSAGE(CudaBacktraceNeedsCuda, QT_TRANSLATE_NOOP("Messages", "--cudabacktrace needs cuda among what is traced (-t)."))
MESSAGE(NoReadableFile, QT_TRANSLATE_NOOP("Messages", "there is no file “%1” that can be read"))
MESSAGE(ListNotJson, QT_TRANSLATE_NOOP("Messages", "“%1” cannot be used: it is no JSON from line %2 on"))
MESSAGE(ListNotAList, QT_TRANSLATE_NOOP("Messages", "“%1” cannot be used: it is no list"))
MESSAGE(ListByteOrderMark, QT_TRANSLATE_NOOP("Messages", "“%1” cannot be used: it begins with a byte order mark"))
MESSAGE(ListFunctionsNotNames,
        QT_TRANSLATE_NOOP("Messages", "“%1” cannot be used: its entry %2 has functions that are no list of names"))
MESSAGE(ListModuleNotText,
        QT_TRANSLATE_NOOP("Messages", "“%1” cannot be used: its entry %2 has a module that is no text"))
MESSAGE(ListDomainNotText,
        QT_TRANSLATE_NOOP("Messages", "“%1” cannot be used: its entry %2 has a domain that is no text"))
MESSAGE(ListCategoryNotText,
        QT_TRANSLATE_NOOP("Messages", "“%1” cannot be used: its entry %2 has a category that is no text"))
MESSAGE(ListColourUnknown,
        QT_TRANSLATE_NOOP(
            "Messages",
            "“%1” cannot be used: its entry %2 has a color that is neither a name, as red, nor six hexadecimal digits"))
MESSAGE(ListWithoutFunctions, QT_TRANSLATE_NOOP("Messages", "“%1” cannot be used: its entry %2 has no functions"))
MESSAGE(ListNamesNoModule, QT_TRANSLATE_NOOP("Messages", "“%1” cannot be used: it names no module"))
MESSAGE(ListEntryNotObject, QT_TRANSLATE_NOOP("Messages", "“%1” cannot be used: its entry %2 is no object"))
MESSAGE(NvtxRangeNeedsNvtx, QT_TRANSLATE_NOOP("Messages", "-c nvtx needs nvtx among what is traced (-t)."))
MESSAGE(NvtxRangeNeedsName, QT_TRANSLATE_NOOP("Messages", "-c nvtx needs the name of the range: -p RANGE."))
MESSAGE(RangeNameNeedsNvtx, QT_TRANSLATE_NOOP("Messages", "-p has a meaning with -c nvtx only."))
MESSAGE(RangeEndNeedsRange,
        QT_TRANSLATE_NOOP("Messages",
                          "The end of a range means nothing without one: add -c cudaProfilerApi or -c nvtx."))
MESSAGE(RangeAndDelay,
        QT_TRANSLATE_NOOP("Messages", "The capture begins with a range (-c) or after a time (-y), not both."))
MESSAGE(EndlessCapture,
        QT_TRANSLATE_NOOP("Messages", "-x false needs a duration (-d), or the capture would never end."))
MESSAGE(OnlyOneOf, QT_TRANSLATE_NOOP("Messages", "Only one of %1 and %2 can be given."))
MESSAGE(NoProgramNamed,
        QT_TRANSLATE_NOOP("Messages", "What is to be run? The program and its arguments stand behind the options."))
MESSAGE(NoneOf, QT_TRANSLATE_NOOP("Messages", "“%1” is none of %2"))
MESSAGE(NotATime, QT_TRANSLATE_NOOP("Messages", "“%1” is no time; write seconds (10, 0.5) or a unit (300ms)"))
MESSAGE(NotASize, QT_TRANSLATE_NOOP("Messages", "“%1” is not a size; write bytes, or a unit (500M, 20G)"))
MESSAGE(KindNotTraceable, QT_TRANSLATE_NOOP("Messages", "“%1” cannot be traced; there are %2"))
MESSAGE(NotANumberFromTo, QT_TRANSLATE_NOOP("Messages", "“%1” is not a number from %2 to %3"))
MESSAGE(NotAGpuNumber,
        QT_TRANSLATE_NOOP("Messages", "“%1” is not a GPU number; write all, none, or numbers separated by commas"))
MESSAGE(KernelMetricsNeedCuda, QT_TRANSLATE_NOOP("Messages", "--kernel-metrics needs cuda among what is traced (-t)."))
MESSAGE(SessionLooksOtherwise,
        QT_TRANSLATE_NOOP(
            "Messages",
            "The session looks at the machine already, in another way; begin another one with --session-new."))
MESSAGE(
    HotkeyNeedsWindow,
    QT_TRANSLATE_NOOP(
        "Messages",
        "a hotkey needs a window of the program; use -c cudaProfilerApi or -c nvtx, or sightline launch with start and stop"))
MESSAGE(RepeatNeedsNumber, QT_TRANSLATE_NOOP("Messages", "repeat-shutdown needs a number: repeat-shutdown:3"))
MESSAGE(NotNameValue, QT_TRANSLATE_NOOP("Messages", "“%1” is not of the form NAME=value"))
MESSAGE(NoSuchExport,
        QT_TRANSLATE_NOOP("Messages", "a report cannot be exported as “%1”; there are sqlite, json, csv, chrome"))
MESSAGE(NotASessionName,
        QT_TRANSLATE_NOOP("Messages",
                          "“%1” is no name of a session: it begins with a letter and has at most 200 characters"))
MESSAGE(OnlyOneOfValues, QT_TRANSLATE_NOOP("Messages", "only one of %1 and %2 can be given"))
MESSAGE(ValueTooLong, QT_TRANSLATE_NOOP("Messages", "it is too long, or contains a line break"))
MESSAGE(ExportNotWritten,
        QT_TRANSLATE_NOOP("Messages", "this version does not write %1; there are sqlite, json, csv, chrome"))
MESSAGE(RateCapped, QT_TRANSLATE_NOOP("Messages", "%1 is more than this version does; %2 counts"))
MESSAGE(OneRateForGpus,
        QT_TRANSLATE_NOOP("Messages", "all GPUs are sampled equally often, at the highest of the frequencies"))
MESSAGE(MetricSetUnknown,
        QT_TRANSLATE_NOOP("Messages", "this version does not have the set “%1”; its own one, general, is used"))
MESSAGE(BranchRecordsUnread,
        QT_TRANSLATE_NOOP("Messages", "this version does not read branch records; frame pointers are used"))
MESSAGE(MetricSets, QT_TRANSLATE_NOOP("Messages", "there are general, full, light, and names of metrics with commas"))
MESSAGE(FunctionListedTwice, QT_TRANSLATE_NOOP("Messages", "%1 is listed twice, and has one range for each call."))
MESSAGE(
    RangesOfMain,
    QT_TRANSLATE_NOOP(
        "Messages",
        "Functions of __main__ cannot have ranges: they are made while it runs. Import them from a module of their own."))
MESSAGE(NothingForReportName,
        QT_TRANSLATE_NOOP("Messages", "%1 is not set, and nothing stands for it in the name of the report: %2"))
MESSAGE(NothingForSessionName, QT_TRANSLATE_NOOP("Messages", "%1 is not set and is left out of the session's name: %2"))
MESSAGE(ReportEnding, QT_TRANSLATE_NOOP("Messages", "Reports of Sightline end in .rep, not in %1: this one is %2"))
MESSAGE(SessionRunsAlready, QT_TRANSLATE_NOOP("Messages", "A session %1 is running already."))
MESSAGE(SessionWritesThatFile,
        QT_TRANSLATE_NOOP("Messages", "The session %1 is going to write %2. Name another file with -o."))
MESSAGE(NoFolderForReport,
        QT_TRANSLATE_NOOP("Messages", "There is no folder %1 for the report. Create it, or name another one with -o."))
MESSAGE(ReportFolderNotWritable,
        QT_TRANSLATE_NOOP("Messages", "No report can be written into %1: %2. Name another folder with -o."))
MESSAGE(NotAFolder, QT_TRANSLATE_NOOP("Messages", "%1 is no folder"))
MESSAGE(ReportIsThere,
        QT_TRANSLATE_NOOP(
            "Messages",
            "%1 is there already, and was left as it is. Name another one with -o, or replace it with -f true."))
MESSAGE(ReportNameTooLong,
        QT_TRANSLATE_NOOP("Messages", "The name %1 is too long for a file. Name another one with -o."))
MESSAGE(ReportIsDeadLink,
        QT_TRANSLATE_NOOP("Messages", "%1 is a link to something that is not there. Name another file with -o."))
MESSAGE(ReportIsFolder, QT_TRANSLATE_NOOP("Messages", "%1 is a folder. Name a file with -o."))
MESSAGE(ReportIsSpecial,
        QT_TRANSLATE_NOOP("Messages", "%1 is no file that can hold a report. Name another one with -o."))
MESSAGE(NoSuchProgram, QT_TRANSLATE_NOOP("Messages", "There is no program %1. Check its name and the PATH."))
MESSAGE(ProgramCannotRun, QT_TRANSLATE_NOOP("Messages", "%1 cannot be run: %2."))
MESSAGE(SessionCannotOpen, QT_TRANSLATE_NOOP("Messages", "No session can be opened in %1: %2."))
MESSAGE(CaptureCancelled, QT_TRANSLATE_NOOP("Messages", "The capture was cancelled; there is no report."))
MESSAGE(NoStartCame, QT_TRANSLATE_NOOP("Messages", "Nothing was captured: no sightline start came."))
MESSAGE(WritingInterrupted, QT_TRANSLATE_NOOP("Messages", "Writing the report was interrupted."))
MESSAGES(
    LostLeaveRoom,
    QT_TRANSLATE_N_NOOP(
        "Messages",
        "%Ln records were dropped; the report says of which kind. Leave more room for captures (TMPDIR), or trace less."),
    "%Ln record was dropped; the report says of which kind. Leave more room for captures (TMPDIR), or trace less.")
MESSAGES(LostTraceLess,
         QT_TRANSLATE_N_NOOP(
             "Messages", "%Ln records were dropped; the report says of which kind. Trace less, or for a shorter time."),
         "%Ln record was dropped; the report says of which kind. Trace less, or for a shorter time.")
MESSAGE(RunsWithoutThatRange,
        QT_TRANSLATE_NOOP(
            "Messages",
            "The program is already running and does not watch for that range. Give -c (and -p) to sightline launch."))
MESSAGE(SessionTracesOtherwise,
        QT_TRANSLATE_NOOP("Messages",
                          "The session already traces something else; start another one with --session-new."))
MESSAGE(GiveRangeToStart, QT_TRANSLATE_NOOP("Messages", "The session is there already: give -c to sightline start."))
MESSAGE(CannotBeWritten,
        QT_TRANSLATE_NOOP(
            "Messages",
            "%1 cannot be written: %2. Check the free space and your rights in that folder, or choose another place."))
MESSAGE(CaptureIsKept, QT_TRANSLATE_NOOP("Messages", "What was captured is kept in %1. To try again: %2"))
MESSAGE(NoReportWritten, QT_TRANSLATE_NOOP("Messages", "No report was written."))
MESSAGE(NotCaptured, QT_TRANSLATE_NOOP("Messages", "Not captured by this version: %1."))
MESSAGE(OptionWithoutEffect, QT_TRANSLATE_NOOP("Messages", "%1 has no effect without %2."))
MESSAGE(ProgramGoesOn,
        QT_TRANSLATE_NOOP("Messages", "The program is still running (process %1): the signal did not end it."))
MESSAGE(
    ChildrenGoOn,
    QT_TRANSLATE_NOOP(
        "Messages",
        "The program has ended; its children go on and are waited for (%1). --wait=primary does not wait; Ctrl+C ends them."))
MESSAGE(CaptureEndsHere, QT_TRANSLATE_NOOP("Messages", "The capture ends here and the program goes on: %1."))
MESSAGE(MoreThanMaxSize,
        QT_TRANSLATE_NOOP(
            "Messages",
            "%1 GB were captured, more than --max-size allows: the capture had ended before the limit was noticed."))
MESSAGE(RecorderKept,
        QT_TRANSLATE_NOOP("Messages",
                          "The flight recorder kept the last %1 only: what was before is not in this report."))
MESSAGE(SnapshotAsked, QT_TRANSLATE_NOOP("Messages", "A report of the last %1 is written, as it was asked for."))
MESSAGE(SnapshotMark,
        QT_TRANSLATE_NOOP("Messages", "A report of the last %1 is written: the program set the mark “%2”."))
MESSAGE(SnapshotSlowStep,
        QT_TRANSLATE_NOOP("Messages", "A report of the last %1 is written: “%2” took %3, %4 × the median."))
MESSAGE(SnapshotStall,
        QT_TRANSLATE_NOOP("Messages", "A report of the last %1 is written: for %2 no work of a GPU has ended."))
MESSAGE(SnapshotStallOfCalls,
        QT_TRANSLATE_NOOP("Messages",
                          "A report of the last %1 is written: for %2 no call and no range that is traced has ended."))
MESSAGES(SnapshotsOver,
         QT_TRANSLATE_N_NOOP(
             "Messages",
             "%Ln reports were written without being asked for. From now on one is written when it is asked for."),
         "%Ln report was written without being asked for. From now on one is written when it is asked for.")
MESSAGE(NoFlightRecorder,
        QT_TRANSLATE_NOOP("Messages", "This session keeps everything: it was begun without --flight-recorder."))
MESSAGE(
    RecorderNeedsHoles,
    QT_TRANSLATE_NOOP(
        "Messages",
        "The file system of %1 gives back no parts of files, which --flight-recorder needs; set TMPDIR to a folder of another one."))
MESSAGE(NotASlowStep,
        QT_TRANSLATE_NOOP("Messages", "“%1” is no factor above 1; write 1.5, or 1.5:NAME for ranges of that name"))
MESSAGE(SessionEnding, QT_TRANSLATE_NOOP("Messages", "The session is ending."))
MESSAGE(CaptureRunning, QT_TRANSLATE_NOOP("Messages", "A capture is running already; stop or cancel it first."))
MESSAGE(ReportStillWritten, QT_TRANSLATE_NOOP("Messages", "The report of the previous capture is still being written."))
MESSAGE(NothingIsCaptured, QT_TRANSLATE_NOOP("Messages", "Nothing is being captured."))
MESSAGE(OptionValueSentence, QT_TRANSLATE_NOOP("Messages", "%1: %2."))
MESSAGE(OptionValue, QT_TRANSLATE_NOOP("Messages", "%1: %2"))
MESSAGE(StartTakesNoProgram, QT_TRANSLATE_NOOP("Messages", "start takes no program; what is “%1”?"))
MESSAGE(NeedsName, QT_TRANSLATE_NOOP("Messages", "it needs a name"))
