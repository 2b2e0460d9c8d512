// SPDX-License-Identifier: GPL-3.0-or-later
// What changed from one report to another: model::diff::Finding::message, and what stands in its places.
#ifndef MESSAGE
#error "include model/base/messages.h"
#endif

// Set-up.
MESSAGE(SetupDiffers, QT_TRANSLATE_NOOP("Messages", "%1 is %2 in A and %3 in B."))
MESSAGE(NotRecorded, QT_TRANSLATE_NOOP("Messages", "not recorded"))
MESSAGE(OnlyOneHolds, QT_TRANSLATE_NOOP("Messages", "Only %1 holds %2: they are not compared."))
MESSAGE(Kernels, QT_TRANSLATE_NOOP("Messages", "kernels"))
MESSAGE(CopiesAndMemsets, QT_TRANSLATE_NOOP("Messages", "copies and memsets"))
MESSAGE(CallsOfCuda, QT_TRANSLATE_NOOP("Messages", "calls of the CUDA API"))
MESSAGE(Ranges, QT_TRANSLATE_NOOP("Messages", "ranges"))
MESSAGE(Operators, QT_TRANSLATE_NOOP("Messages", "operators"))
MESSAGE(Slices, QT_TRANSLATE_NOOP("Messages", "slices"))
MESSAGE(NoCommonCalls,
        QT_TRANSLATE_NOOP(
            "Messages",
            "A and B have no API calls in common, as is the case for CUDA and HIP: their calls are not compared."))
MESSAGE(RanksDiffer, QT_TRANSLATE_NOOP("Messages", "Ranks: %1 in A, %2 in B."))
MESSAGE(
    StepNamesDiffer,
    QT_TRANSLATE_NOOP("Messages",
                      "Steps are called “%1” in A and “%2” in B: they are taken for the same, the n-th for the n-th."))

// How it was compared.
MESSAGE(BothReportsEmpty,
        QT_TRANSLATE_NOOP("Messages", "Both reports are empty: they hold no events, and there is nothing to compare."))
MESSAGE(OneReportEmpty,
        QT_TRANSLATE_NOOP("Messages", "%1 is empty: it holds no events, and there is nothing to compare."))
MESSAGE(ComparedByStep,
        QT_TRANSLATE_NOOP("Messages",
                          "Compared by step (%1): %2 in A, %3 in B. Times and numbers are medians of them."))
MESSAGE(
    ComparedByRange,
    QT_TRANSLATE_NOOP(
        "Messages",
        "Compared by repetition, from one begin of “%1” to the next: %2 in A, %3 in B. Times and numbers are medians of them."))
MESSAGE(ComparedAsWhole,
        QT_TRANSLATE_NOOP("Messages",
                          "Whole reports are compared: a longer one has more of everything, and no spread is known."))
MESSAGE(StepsByNumber,
        QT_TRANSLATE_NOOP(
            "Messages",
            "No step of A has the name of one of B, “%1” is one in A and “%2” in B: the n-th is laid on the n-th."))
MESSAGE(FewRepetitions,
        QT_TRANSLATE_NOOP("Messages",
                          "Fewer than three repetitions have no known spread: differences in time are not judged."))
MESSAGE(
    WarmUpKept,
    QT_TRANSLATE_NOOP(
        "Messages",
        "The first steps take 20 % longer than the median in %1, or more, and are not left out as warm-up: of one report fewer than three would be left."))
MESSAGE(
    WarmUpLeftOut,
    QT_TRANSLATE_NOOP(
        "Messages",
        "The first steps are left out of both reports as warm-up, %1 of A and %2 of B (%3): in %4 they take 20 % longer than the median, or more."))
MESSAGE(BothReports, QT_TRANSLATE_NOOP("Messages", "A and B"))
MESSAGE(
    KernelsWithoutLaunch,
    QT_TRANSLATE_NOOP(
        "Messages",
        "%2 of %3 kernels of %1 have no launch in the report, as happens at the edge of a capture; they are left out and do not count as a difference."))
MESSAGE(
    SameWorkAsFast,
    QT_TRANSLATE_NOOP(
        "Messages",
        "A repetition runs the same kernels in both (%1, of %2 names), and they are as fast: what differs is not their work."))
MESSAGE(SameWork, QT_TRANSLATE_NOOP("Messages", "A repetition runs the same kernels in both: %1, of %2 names."))
MESSAGE(KernelRenamed,
        QT_TRANSLATE_NOOP("Messages",
                          "“%1” has other template arguments or parameters in B: both are taken for the same kernel."))
MESSAGE(NothingToJudge, QT_TRANSLATE_NOOP("Messages", "Nothing changed that can be judged without a spread."))
MESSAGE(NothingLarge,
        QT_TRANSLATE_NOOP(
            "Messages", "No change beyond the spread is large enough to be listed here; the tables have all of them."))
MESSAGE(NothingBeyondSpread, QT_TRANSLATE_NOOP("Messages", "Nothing changed beyond the spread by more than 2 %."))

// Repetitions and ranks.
MESSAGE(StepTimeWithin,
        QT_TRANSLATE_NOOP("Messages", "%1: a repetition takes %2 in A and %3 in B (%4), which is within the spread."))
MESSAGE(StepTimeAlike,
        QT_TRANSLATE_NOOP("Messages",
                          "%1: a repetition takes %2 in A and %3 in B (%4), about the same; the spread is unknown."))
MESSAGE(StepTimeSmall,
        QT_TRANSLATE_NOOP("Messages", "%1: a repetition takes %2 in A and %3 in B (%4): as fast to within 2 %."))
MESSAGE(StepTimeUnclear,
        QT_TRANSLATE_NOOP(
            "Messages",
            "%1: a repetition takes %2 in A and %3 in B (%4); whether that is more than chance is not known."))
MESSAGE(StepTimeChanged, QT_TRANSLATE_NOOP("Messages", "%1: a repetition takes %2 in A and %3 in B (%4)."))
MESSAGE(GpuIdles, QT_TRANSLATE_NOOP("Messages", "%1 does nothing for %2 of a repetition in A and %3 in B (%4)."))
MESSAGE(
    LateInOne,
    QT_TRANSLATE_NOOP("Messages",
                      "Only in %1 is a rank late to communication: others wait for %2 (%3 per repetition on average)."))
MESSAGE(
    LateIsAnother,
    QT_TRANSLATE_NOOP(
        "Messages",
        "Another rank comes late to communication: others wait for %1 in A (%2 a repetition on average) and for %3 in B (%4)."))
MESSAGE(
    LateIsAnotherSameTransfer,
    QT_TRANSLATE_NOOP(
        "Messages",
        "Another rank comes late to communication: others wait for %1 in A (%2 a repetition on average) and for %3 in B (%4). The transfer itself is no slower: the fastest tenth takes %5 and %6."))

// Kernels.
MESSAGE(KernelsFused, QT_TRANSLATE_NOOP("Messages", "Kernels were fused, %1 × per repetition: %2 became %3 (%4 → %5)."))
MESSAGE(KernelsFusedInAll,
        QT_TRANSLATE_NOOP("Messages", "Kernels were fused, %1 × in the whole report: %2 became %3 (%4 → %5)."))
MESSAGE(KernelsReplaced,
        QT_TRANSLATE_NOOP("Messages", "Kernels were replaced, %1 × per repetition: %2 became %3 (%4 → %5)."))
MESSAGE(KernelsReplacedInAll,
        QT_TRANSLATE_NOOP("Messages", "Kernels were replaced, %1 × in the whole report: %2 became %3 (%4 → %5)."))
MESSAGE(
    WaitingNotTransfer,
    QT_TRANSLATE_NOOP(
        "Messages",
        "“%1” takes %2 of a repetition in A and %3 in B (%4); the fastest tenth is about the same (%5, %6), so the difference is waiting for other ranks, not the transfer."))
MESSAGE(WorkSlower, QT_TRANSLATE_NOOP("Messages", "“%1” is slower: %2 per repetition in A, %3 in B (%4)."))
MESSAGE(WorkFaster, QT_TRANSLATE_NOOP("Messages", "“%1” is faster: %2 per repetition in A, %3 in B (%4)."))
MESSAGE(ComputeChanged,
        QT_TRANSLATE_NOOP("Messages", "Kernels together keep a GPU busy for %1 of a repetition in A and %2 in B (%3)."))
MESSAGE(
    ComputeChangedUntold,
    QT_TRANSLATE_NOOP(
        "Messages",
        "Kernels together keep a GPU busy for %1 of a repetition in A and %2 in B (%3); no single kernel accounts for most of that."))

// Any events.
MESSAGE(BesideReplaced,
        QT_TRANSLATE_NOOP("Messages",
                          "Beside what was replaced, “%1” runs %2 × per repetition in A and %3 × in B (%4 → %5)."))
MESSAGE(BesideReplacedInAll,
        QT_TRANSLATE_NOOP(
            "Messages",
            "Beside what was replaced, “%1” runs %2 × in the whole of A and %3 × in the whole of B (%4 → %5)."))
MESSAGE(OnlyInB, QT_TRANSLATE_NOOP("Messages", "Only B has “%1”: %3 per repetition, %5."))
MESSAGE(OnlyInBInAll, QT_TRANSLATE_NOOP("Messages", "Only B has “%1”: %3 in the whole report, %5."))
MESSAGE(OnlyInA, QT_TRANSLATE_NOOP("Messages", "Only A has “%1”: %2 per repetition, %4."))
MESSAGE(OnlyInAInAll, QT_TRANSLATE_NOOP("Messages", "Only A has “%1”: %2 in the whole report, %4."))
MESSAGE(MoreOften, QT_TRANSLATE_NOOP("Messages", "“%1” comes more often: %2 per repetition in A, %3 in B (%4 → %5)."))
MESSAGE(MoreOftenInAll,
        QT_TRANSLATE_NOOP("Messages", "“%1” comes more often: %2 in the whole of A, %3 in the whole of B (%4 → %5)."))
MESSAGE(LessOften, QT_TRANSLATE_NOOP("Messages", "“%1” comes less often: %2 per repetition in A, %3 in B (%4 → %5)."))
MESSAGE(LessOftenInAll,
        QT_TRANSLATE_NOOP("Messages", "“%1” comes less often: %2 in the whole of A, %3 in the whole of B (%4 → %5)."))
MESSAGE(CodeOnCpu,
        QT_TRANSLATE_NOOP(
            "Messages",
            "On the CPU, “%1” itself, without what it calls, takes %2 of a repetition in A and %3 in B (%4)."))
MESSAGE(CallsTake,
        QT_TRANSLATE_NOOP("Messages", "On the CPU, calls of %1 take %2 of a repetition in A and %3 in B (%4)."))
MESSAGE(CallsTakeEach,
        QT_TRANSLATE_NOOP("Messages",
                          "On the CPU, calls of %1 take %2 of a repetition in A and %3 in B (%4); one call %5 and %6."))

// What two reports cannot be laid on each other by.
MESSAGE(NoRangeNumber, QT_TRANSLATE_NOOP("Messages", "%1 has no range “%3” number %2, counted from 1."))
MESSAGE(NoEventNumber, QT_TRANSLATE_NOOP("Messages", "%1 has no event “%3” number %2, counted from 1."))
MESSAGE(NoStepNumber,
        QT_TRANSLATE_NOOP("Messages",
                          "There is no step number %1, counted from 1: the reports have %2 whole ones in common."))
MESSAGE(HoldsNoSteps, QT_TRANSLATE_NOOP("Messages", "%1 holds no steps."))
MESSAGE(HoldsNoKernels, QT_TRANSLATE_NOOP("Messages", "%1 holds no kernels."))
MESSAGE(HoldsNoEvents, QT_TRANSLATE_NOOP("Messages", "%1 holds no events."))
MESSAGE(NoWallClock, QT_TRANSLATE_NOOP("Messages", "%1 does not record the wall-clock time."))

// What stands in their places.
MESSAGE(RankNumber, QT_TRANSLATE_NOOP("Messages", "rank %1"))
MESSAGE(ProcessNumber, QT_TRANSLATE_NOOP("Messages", "process %1"))
MESSAGE(GpuNumber, QT_TRANSLATE_NOOP("Messages", "GPU %1"))
MESSAGE(GpuOfRank, QT_TRANSLATE_NOOP("Messages", "GPU %1 of rank %2"))
MESSAGE(GpusTogether, QT_TRANSLATE_NOOP("Messages", "%1 × GPU"))
MESSAGE(FromZero, QT_TRANSLATE_NOOP("Messages", "from 0"))
MESSAGE(TimesAsMuch, "× %1")
MESSAGE(PartOfIt, "÷ %1")
MESSAGE(InAAndB, "%1 / %2")
MESSAGE(ItemAndNext, QT_TRANSLATE_NOOP("Messages", "%1, %2"))
MESSAGE(NameAndMore, "%1 …")
