// SPDX-License-Identifier: GPL-3.0-or-later
// What a report is, in a sentence, and the greatest thing that advice has to say about it.
#ifndef MESSAGE
#error "include model/base/messages.h"
#endif

// The program, the GPUs that worked, the time, and what was recorded.
MESSAGE(HeadlineOnGpus, QT_TRANSLATE_NOOP("Messages", "%1 on %2: %3 with %4."))
MESSAGE(HeadlineOfProgram, QT_TRANSLATE_NOOP("Messages", "%1: %2 with %3."))
MESSAGES(HeadlineOfKernels, QT_TRANSLATE_N_NOOP("Messages", "%2 on %3: %Ln kernels that Nsight Compute measured."),
         "%2 on %3: %Ln kernel that Nsight Compute measured.")
MESSAGE(SomeProgram, QT_TRANSLATE_NOOP("Messages", "A program"))
MESSAGE(SomeGpu, QT_TRANSLATE_NOOP("Messages", "a GPU"))
MESSAGES(ProgramAndOthers, QT_TRANSLATE_N_NOOP("Messages", "%2 and %Ln other processes"), "%2 and %Ln other process")
MESSAGE(GpusOfOneName, QT_TRANSLATE_NOOP("Messages", "%1 × %2"))

// What was recorded.
MESSAGE(HoldsKernels, QT_TRANSLATE_NOOP("Messages", "kernels"))
MESSAGE(HoldsCopies, QT_TRANSLATE_NOOP("Messages", "copies"))
MESSAGE(HoldsCommunication, QT_TRANSLATE_NOOP("Messages", "communication"))
MESSAGE(HoldsCudaCalls, QT_TRANSLATE_NOOP("Messages", "CUDA calls"))
MESSAGE(HoldsRanges, QT_TRANSLATE_NOOP("Messages", "ranges"))
MESSAGE(HoldsOperators, QT_TRANSLATE_NOOP("Messages", "operators"))
MESSAGE(HoldsPythonFunctions, QT_TRANSLATE_NOOP("Messages", "Python functions"))
MESSAGE(HoldsCpuSamples, QT_TRANSLATE_NOOP("Messages", "CPU samples"))
MESSAGE(HoldsPythonSamples, QT_TRANSLATE_NOOP("Messages", "Python samples"))
MESSAGE(HoldsOsCalls, QT_TRANSLATE_NOOP("Messages", "OS calls"))
MESSAGE(HoldsLibraryCalls, QT_TRANSLATE_NOOP("Messages", "library calls"))
MESSAGE(HoldsSlices, QT_TRANSLATE_NOOP("Messages", "slices of threads"))
MESSAGE(HoldsGpuMetrics, QT_TRANSLATE_NOOP("Messages", "GPU metrics"))
MESSAGE(HoldsMemoryCurves, QT_TRANSLATE_NOOP("Messages", "memory curves"))
MESSAGE(HoldsOtherEvents, QT_TRANSLATE_NOOP("Messages", "other events"))

// The finding: of a rule by its title.
MESSAGE(GreatestGain, QT_TRANSLATE_NOOP("Messages", "What promises most: %1 (%2 at most, %3)."))
MESSAGE(FirstFinding, QT_TRANSLATE_NOOP("Messages", "What stands out: %1."))
MESSAGE(NothingStandsOut, QT_TRANSLATE_NOOP("Messages", "No rule found anything that stands out."))
MESSAGE(CannotTellWhatStandsOut,
        QT_TRANSLATE_NOOP("Messages", "What costs time cannot be told: no rule applies to what it holds."))
