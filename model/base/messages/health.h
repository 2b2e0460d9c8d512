// SPDX-License-Identifier: GPL-3.0-or-later
// What a capture lacks, for each model::HealthCode, and what to do about it.
#ifndef MESSAGE
#error "include model/base/messages.h"
#endif
MESSAGE(HealthLaunchesWithoutWork,
        QT_TRANSLATE_NOOP("Messages", "Launches whose GPU work is not in the report: %1 of %2, mostly %3."))
MESSAGE(AdviceLaunchesWithoutWork,
        QT_TRANSLATE_NOOP("Messages", "Begin the capture between two steps, and synchronize the GPU before it ends."))
MESSAGE(HealthWorkWithoutLaunch,
        QT_TRANSLATE_NOOP("Messages", "Kernels whose launch is not in the report: %1 of %2, mostly %3."))
MESSAGE(AdviceWorkWithoutLaunch,
        QT_TRANSLATE_NOOP("Messages", "Trace the CUDA API too, in all threads and from before the first launch on."))
MESSAGE(HealthWorkBeforeLaunch,
        QT_TRANSLATE_NOOP(
            "Messages",
            "Kernels that begin before their launch: %1 of %2, by up to %3. The clocks of CPU and GPU disagree."))
MESSAGE(
    AdviceWorkBeforeLaunch,
    QT_TRANSLATE_NOOP(
        "Messages",
        "Do not rely on times between CPU and GPU that are shorter than that; a newer driver and profiler may keep the clocks closer."))
MESSAGE(HealthUnfinishedRanges,
        QT_TRANSLATE_NOOP(
            "Messages",
            "Ranges that were never closed: %1. They are drawn to the end of the report, or of what encloses them."))
MESSAGE(AdviceUnfinishedRanges,
        QT_TRANSLATE_NOOP(
            "Messages",
            "Close every range that the program opens, also where an exception leaves it, before the capture ends."))
MESSAGE(HealthDroppedRecords, QT_TRANSLATE_NOOP("Messages", "The profiler lost records, or may have: %1."))
MESSAGE(AdviceDroppedRecords,
        QT_TRANSLATE_NOOP("Messages",
                          "Capture a shorter time or fewer kinds of events, or give the profiler larger buffers."))
MESSAGE(HealthUnreadParts,
        QT_TRANSLATE_NOOP("Messages", "Parts of the file that could not be read: %1. The notes say which."))
MESSAGE(AdviceUnreadParts,
        QT_TRANSLATE_NOOP("Messages", "Copy the file again from the machine that recorded it, or record again."))
MESSAGE(HealthUnknownParts,
        QT_TRANSLATE_NOOP("Messages",
                          "Events or parts of a kind that Sightline does not know: %1. The notes say which."))
MESSAGE(AdviceUnknownParts,
        QT_TRANSLATE_NOOP(
            "Messages",
            "The file is not damaged. A newer version of Sightline may know them; if it does not, please tell us."))
MESSAGE(HealthTooDeep,
        QT_TRANSLATE_NOOP("Messages",
                          "Events that are nested or overlap too deeply to be drawn: %1. The notes say where."))
MESSAGE(
    AdviceTooDeep,
    QT_TRANSLATE_NOOP(
        "Messages",
        "The file is not damaged. Record work that overlaps in threads of its own, or as asynchronous events, or capture a shorter time."))
MESSAGE(HealthMissingPermission, QT_TRANSLATE_NOOP("Messages", "The profiler lacked a permission: %1."))
MESSAGE(
    AdviceMissingPermission,
    QT_TRANSLATE_NOOP(
        "Messages",
        "Ask for it and record again: CPU samples need kernel.perf_event_paranoid at 2 or less, with time in the kernel at 1, of the whole system at 0; GPU counters need access for all users."))
MESSAGE(HealthCollectorFailed, QT_TRANSLATE_NOOP("Messages", "A part of the profiler did not start as it should: %1."))
MESSAGE(
    AdviceCollectorFailed,
    QT_TRANSLATE_NOOP("Messages",
                      "Check that profiler and driver fit together, and that no other profiler runs at the same time."))
MESSAGE(HealthNothingCollected, QT_TRANSLATE_NOOP("Messages", "Something was to be recorded, and nothing came: %1."))
MESSAGE(AdviceNothingCollected,
        QT_TRANSLATE_NOOP(
            "Messages",
            "If the program does use it, start the program through the profiler, and capture while it is used."))
MESSAGE(HealthLowCoverage, QT_TRANSLATE_NOOP("Messages", "Events cover only %1 of the time of the report."))
MESSAGE(AdviceLowCoverage, QT_TRANSLATE_NOOP("Messages", "Begin and end the capture around the part that matters."))
MESSAGE(
    HealthIdleUnreliable,
    QT_TRANSLATE_NOOP("Messages",
                      "Idle time of GPUs is not reliable here: a GPU may have worked where the report shows nothing."))
MESSAGE(AdviceIdleUnreliable,
        QT_TRANSLATE_NOOP("Messages", "Draw no conclusions from idle GPU time until the other findings are resolved."))
MESSAGE(HealthCut,
        QT_TRANSLATE_NOOP("Messages", "An excerpt of %1, from %2 to %3. Events that cross these times are kept whole."))
MESSAGE(
    AdviceCut,
    QT_TRANSLATE_NOOP(
        "Messages",
        "Work in it may have been launched before it, and work of its last calls may run after it: both are in the full report."))
MESSAGE(HealthCutStacks, QT_TRANSLATE_NOOP("Messages", "Stacks are not whole: %1."))
MESSAGE(AdviceCutStacks, QT_TRANSLATE_NOOP("Messages", "Trees have them below “[outer frames left out]”."))
MESSAGE(HealthNothingUnderstood,
        QT_TRANSLATE_NOOP("Messages",
                          "Nothing in the report could be interpreted: %1 rows. The notes name their tables."))
MESSAGE(
    AdviceNothingUnderstood,
    QT_TRANSLATE_NOOP(
        "Messages",
        "Export the report again with another version of its profiler, or open the report itself; and please tell us."))
MESSAGE(HealthCapturedLaunches,
        QT_TRANSLATE_NOOP(
            "Messages",
            "Launches that were captured into graphs: %1 of %2. Their work runs when the graphs are launched."))
MESSAGE(AdviceCapturedLaunches,
        QT_TRANSLATE_NOOP("Messages",
                          "Nothing is missing. To see each kernel of a graph, capture with --cuda-graph-trace=node."))
MESSAGE(AdviceReasonItself,
        QT_TRANSLATE_NOOP("Messages",
                          "The reason says what to change, if anything; the rest of the report is not affected."))
MESSAGE(
    AdviceDeeperStacks,
    QT_TRANSLATE_NOOP(
        "Messages",
        "Trees have them below “[outer frames left out]”. More are read where the system allows it: sysctl kernel.perf_event_max_stack=1000 before the capture."))
MESSAGE(
    AdviceFramePointers,
    QT_TRANSLATE_NOOP(
        "Messages",
        "Trees have them below “[outer frames left out]”. Build the program with -fno-omit-frame-pointer and capture with -b fp."))
MESSAGE(
    AdviceInstallDriver,
    QT_TRANSLATE_NOOP(
        "Messages",
        "Install the NVIDIA driver; in a container, give it the GPU (docker run --gpus all). sightline status -e says what can be captured on this machine."))
MESSAGE(
    AdviceCaptureBegin,
    QT_TRANSLATE_NOOP(
        "Messages",
        "Check what begins the capture, or capture the program from its beginning, without -c and -y. sightline status -e says what can be captured on this machine."))
