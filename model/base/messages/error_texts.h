// SPDX-License-Identifier: GPL-3.0-or-later
// What an error is, for each model::ErrorCode, and what to do next. %1 is its subject, %2 its detail, %3 its offset; a
// part in [ ] is left out where the value of its place is empty.
#ifndef MESSAGE
#error "include model/base/messages.h"
#endif
MESSAGE(ErrorCannotOpen, QT_TRANSLATE_NOOP("Messages", "%1 cannot be opened[: %2]."))
MESSAGE(NextCannotOpen,
        QT_TRANSLATE_NOOP("Messages", "Check that the file is there and that you may read it, then try again."))
MESSAGE(ErrorNotAFile, QT_TRANSLATE_NOOP("Messages", "%1 is not a file."))
MESSAGE(NextNotAFile,
        QT_TRANSLATE_NOOP("Messages",
                          "Choose a report file. A folder can be dropped on the window: the reports in it are listed."))
MESSAGE(ErrorEmptyFile, QT_TRANSLATE_NOOP("Messages", "%1 is empty (0 bytes)."))
MESSAGE(NextEmptyFile,
        QT_TRANSLATE_NOOP("Messages",
                          "Recording or copying was probably interrupted: copy the file again, or record again."))
MESSAGE(ErrorTruncated,
        QT_TRANSLATE_NOOP("Messages", "%1 ends too early[ (at byte %3)][: %2]. Nothing in it could be read."))
MESSAGE(NextTruncated, QT_TRANSLATE_NOOP("Messages", "Copy the file again and compare its size with the original."))
MESSAGE(ErrorDamaged, QT_TRANSLATE_NOOP("Messages", "%1 is damaged[ (at %3)][: %2]."))
MESSAGE(NextDamaged,
        QT_TRANSLATE_NOOP(
            "Messages",
            "Copy the file again from the machine that recorded it. If the original is damaged too, record again."))
MESSAGE(ErrorUnknownFormat, QT_TRANSLATE_NOOP("Messages", "%1 is not a report that Sightline can read[: %2]."))
MESSAGE(
    NextUnknownFormat,
    QT_TRANSLATE_NOOP(
        "Messages",
        "Open a report of Nsight Systems or Nsight Compute, a trace of Chrome, PyTorch or Perfetto, a database of rocprof, or a Sightline report (.rep)."))
MESSAGE(ErrorNewerVersion, QT_TRANSLATE_NOOP("Messages", "%1 was written by a newer version[: %2]."))
MESSAGE(NextNewerVersion,
        QT_TRANSLATE_NOOP("Messages", "Update Sightline, or convert the report with the program that wrote it."))
MESSAGE(ErrorForeignDatabase,
        QT_TRANSLATE_NOOP("Messages", "%1 is an SQLite database, but not a profile[; among its tables are %2]."))
MESSAGE(NextForeignDatabase,
        QT_TRANSLATE_NOOP("Messages", "Open a database that “nsys export --type sqlite”, rocprofv3 or rpd wrote."))
MESSAGE(ErrorEmptyDatabase, QT_TRANSLATE_NOOP("Messages", "%1 is an SQLite database without any table of a profiler."))
MESSAGE(NextEmptyDatabase,
        QT_TRANSLATE_NOOP("Messages",
                          "The export was probably interrupted. Export again with “nsys export --type sqlite”."))
MESSAGE(ErrorGitLfsPointer,
        QT_TRANSLATE_NOOP("Messages", "%1 is a Git LFS pointer; the real file[ (%2)] was not downloaded."))
MESSAGE(NextGitLfsPointer, QT_TRANSLATE_NOOP("Messages", "Fetch it with “git lfs pull” in its folder, then try again."))
MESSAGE(ErrorRawCapture,
        QT_TRANSLATE_NOOP("Messages", "%1 is a raw capture (.qdstrm) that was never turned into a report."))
MESSAGE(
    NextRawCapture,
    QT_TRANSLATE_NOOP(
        "Messages",
        "Turn it into one with the QdstrmImporter of the Nsight Systems version that recorded it, then open the .nsys-rep."))
MESSAGE(ErrorUnsupportedFeature, QT_TRANSLATE_NOOP("Messages", "%1 uses something that Sightline cannot read[: %2]."))
MESSAGE(NextUnsupportedFeature,
        QT_TRANSLATE_NOOP("Messages", "Open another form of the same report, for example its SQLite export."))
MESSAGE(ErrorTooLarge,
        QT_TRANSLATE_NOOP("Messages", "%1 is damaged: a length in it is larger than the file[ (at %3)][: %2]."))
MESSAGE(ErrorOutOfMemory, QT_TRANSLATE_NOOP("Messages", "There is not enough memory for %1[: %2]."))
MESSAGE(NextOutOfMemory, QT_TRANSLATE_NOOP("Messages", "Close other reports or programs, then try again."))
MESSAGE(ErrorCancelled, QT_TRANSLATE_NOOP("Messages", "%1 was not read to its end: it was cancelled."))
MESSAGE(NextCancelled, QT_TRANSLATE_NOOP("Messages", "Load it again to see everything."))
MESSAGE(ErrorCannotWrite, QT_TRANSLATE_NOOP("Messages", "%1 cannot be written[: %2]."))
MESSAGE(NextCannotWrite,
        QT_TRANSLATE_NOOP("Messages", "Check the free space and your rights in that folder, or choose another place."))
MESSAGE(ErrorHtmlPage, QT_TRANSLATE_NOOP("Messages", "%1 is an HTML page[ (“%2”)], not a trace."))
MESSAGE(
    NextHtmlPage,
    QT_TRANSLATE_NOOP(
        "Messages",
        "A server probably sent this page in place of the file, for example to ask for a login: download the file again."))
MESSAGE(ErrorFtraceText, QT_TRANSLATE_NOOP("Messages", "%1 is a text trace of the Linux kernel (ftrace, systrace)."))
MESSAGE(NextFtraceText,
        QT_TRANSLATE_NOOP("Messages", "Open it at ui.perfetto.dev. Sightline reads traces of GPU programs."))
MESSAGE(ErrorSpeedscopeFile, QT_TRANSLATE_NOOP("Messages", "%1 is a speedscope profile that holds no calls."))
MESSAGE(NextSpeedscopeFile, QT_TRANSLATE_NOOP("Messages", "Record the program again, for as long as it works."))
MESSAGE(ErrorExecutionTrace,
        QT_TRANSLATE_NOOP("Messages",
                          "%1 is a PyTorch execution trace[ in the form of %2]: it lists operators without times."))
MESSAGE(NextExecutionTrace,
        QT_TRANSLATE_NOOP("Messages",
                          "Open the trace that the PyTorch profiler wrote in the same run (.pt.trace.json)."))
MESSAGE(ErrorNcclInspectorLog,
        QT_TRANSLATE_NOOP("Messages", "%1 is a log of the NCCL Inspector: figures of collectives without events."))
MESSAGE(NextNcclInspectorLog,
        QT_TRANSLATE_NOOP("Messages", "Open a trace of the same run, from Nsight Systems or the PyTorch profiler."))
MESSAGE(ErrorCpuProfile, QT_TRANSLATE_NOOP("Messages", "%1 is a CPU profile of a JavaScript program (.cpuprofile)."))
MESSAGE(NextCpuProfile,
        QT_TRANSLATE_NOOP("Messages",
                          "Open it in the developer tools of a browser. Sightline reads traces of GPU programs."))
MESSAGE(ErrorRecipeResult,
        QT_TRANSLATE_NOOP("Messages", "%1 is the result of an Nsight Systems recipe[ (%2)], not a report."))
MESSAGE(NextRecipeResult, QT_TRANSLATE_NOOP("Messages", "Open the reports (.nsys-rep) that the recipe was run on."))
MESSAGE(ErrorOldJsonExport, QT_TRANSLATE_NOOP("Messages", "%1 is an export of Nsight Systems in its old JSON form."))
MESSAGE(NextOldJsonExport,
        QT_TRANSLATE_NOOP("Messages",
                          "Open the report (.nsys-rep) itself, or export it with “nsys export --type sqlite”."))
MESSAGE(ErrorJsonWithoutEvents, QT_TRANSLATE_NOOP("Messages", "%1 is JSON, but holds no trace events[: %2]."))
MESSAGE(NextJsonWithoutEvents,
        QT_TRANSLATE_NOOP("Messages",
                          "Open the trace itself: JSON with “traceEvents”, or a list of events with “ph” and “ts”."))
MESSAGE(ErrorPerfData,
        QT_TRANSLATE_NOOP("Messages", "%1 is a recording of Linux perf (perf.data) that cannot be read[: %2]."))
MESSAGE(
    NextPerfData,
    QT_TRANSLATE_NOOP(
        "Messages",
        "Install perf, or print its samples where it is installed (“perf script -F +pid > samples.txt”), and open these."))
MESSAGE(ErrorPprofProfile, QT_TRANSLATE_NOOP("Messages", "%1 is a pprof profile: sums of call stacks without times."))
MESSAGE(NextPprofProfile,
        QT_TRANSLATE_NOOP("Messages", "Look at it with “pprof”. To see the program over time, record a trace of it."))
MESSAGE(ErrorTracyCapture, QT_TRANSLATE_NOOP("Messages", "%1 is a capture of the Tracy profiler."))
MESSAGE(NextTracyCapture,
        QT_TRANSLATE_NOOP(
            "Messages",
            "Open it with the version of Tracy that recorded it, or list its zones with “tracy-csvexport -u”."))
MESSAGE(ErrorProgramFile, QT_TRANSLATE_NOOP("Messages", "%1 is a program or a library[ (%2)], not a report."))
MESSAGE(NextProgramFile,
        QT_TRANSLATE_NOOP("Messages", "Record it first, for example with “nsys profile”, then open the report."))
MESSAGE(ErrorPickleFile,
        QT_TRANSLATE_NOOP("Messages", "%1 is a Python pickle, but no memory snapshot of PyTorch[: %2]."))
MESSAGE(NextPickleFile,
        QT_TRANSLATE_NOOP("Messages", "Open the file that torch.cuda.memory._dump_snapshot() wrote, as it wrote it."))
MESSAGE(ErrorMemoryPicture,
        QT_TRANSLATE_NOOP("Messages", "%1 holds only a picture of PyTorch's memory over time, no numbers."))
MESSAGE(
    NextMemoryPicture,
    QT_TRANSLATE_NOOP(
        "Messages",
        "Write the numbers with export_memory_timeline(\"NAME.json.gz\"), or a snapshot with torch.cuda.memory._dump_snapshot(), and open that."))
MESSAGE(ErrorTableFile, QT_TRANSLATE_NOOP("Messages", "%1 holds tables in the form of %2."))
MESSAGE(NextTableFile,
        QT_TRANSLATE_NOOP(
            "Messages", "Open the report that they were exported from, or export it with “nsys export --type sqlite”."))
MESSAGE(ErrorCsvTable,
        QT_TRANSLATE_NOOP("Messages", "%1 is a CSV table, but none that ncu prints[; its columns are %2]."))
MESSAGE(NextCsvTable, QT_TRANSLATE_NOOP("Messages", "Open the report that the table was made from."))
MESSAGE(ErrorEmptyArchive, QT_TRANSLATE_NOOP("Messages", "%1 is compressed, with nothing inside."))
MESSAGE(NextEmptyArchive,
        QT_TRANSLATE_NOOP("Messages", "Packing or copying was probably interrupted: pack or copy the file again."))
MESSAGE(ErrorOtherArchive, QT_TRANSLATE_NOOP("Messages", "%1 is an archive[ (%2)]."))
MESSAGE(NextOtherArchive, QT_TRANSLATE_NOOP("Messages", "Unpack it, then open the reports that were in it."))
MESSAGE(ErrorWouldReplaceSource,
        QT_TRANSLATE_NOOP("Messages", "%1 is a file that the report is made from, and was left as it is."))
MESSAGE(NextWouldReplaceSource, QT_TRANSLATE_NOOP("Messages", "Give the .rep file that is to be written another name."))
MESSAGE(ErrorWouldReplaceOther,
        QT_TRANSLATE_NOOP("Messages", "%1 is there already, is not a Sightline report and was left as it is[: %2]."))
MESSAGE(NextWouldReplaceOther,
        QT_TRANSLATE_NOOP("Messages",
                          "Give the .rep file that is to be written another name; on the command line it comes last."))
MESSAGE(ErrorNoTemporaryFile,
        QT_TRANSLATE_NOOP("Messages", "The trace in %1 cannot be read: no temporary file can be written for it[: %2]."))
MESSAGE(
    NextNoTemporaryFile,
    QT_TRANSLATE_NOOP(
        "Messages",
        "Free some space in the folder for temporary files, or set the environment variable TMPDIR to a folder that you may write to."))
