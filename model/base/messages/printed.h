// SPDX-License-Identifier: GPL-3.0-or-later
// What the command line prints around tables and of a report as a whole.
#ifndef MESSAGE
#error "include model/base/messages.h"
#endif
// Tables.
MESSAGE(FirstRowsOfAll, QT_TRANSLATE_NOOP("Messages", "The first %1 of %2 rows; --rows 0 shows all."))
MESSAGE(TablesWithoutRows, QT_TRANSLATE_NOOP("Messages", "Without rows: %1. sightline stats -r NAME says why."))
MESSAGE(AllTablesWithoutRows,
        QT_TRANSLATE_NOOP("Messages", "All tables are without rows: %1. What the report holds says: sightline info"))
// analyze.
MESSAGE(SeeRule, QT_TRANSLATE_NOOP("Messages", "See the rule %1."))
MESSAGE(WithCare, QT_TRANSLATE_NOOP("Messages", "%1 (with care)"))
MESSAGE(NumberOfAnswer, QT_TRANSLATE_NOOP("Messages", "%1[, %2]: %3."))
MESSAGE(NothingCostsTime, QT_TRANSLATE_NOOP("Messages", "No rule found anything that costs time."))
MESSAGE(RulesFoundNothing, QT_TRANSLATE_NOOP("Messages", "Found nothing: %1."))
MESSAGE(RulesLackNeeds, QT_TRANSLATE_NOOP("Messages", "Lack what they need: %1."))
MESSAGE(AllRulesAreSaid, QT_TRANSLATE_NOOP("Messages", "All rules with what they say: sightline analyze --all"))
MESSAGE(GainAtMost, QT_TRANSLATE_NOOP("Messages", "Gain at most: %1"))
// compare.
MESSAGE(WhatChanged, QT_TRANSLATE_NOOP("Messages", "What changed"))
MESSAGES(SmallerChanges, QT_TRANSLATE_N_NOOP("Messages", "… and %Ln smaller changes: --rows %2 or -f json lists all"),
         "… and %Ln smaller change: --rows %2 or -f json lists all")
MESSAGE(TimeInBoth,
        QT_TRANSLATE_NOOP("Messages", "Time in A = time in B %1 %2 ns[, with B's times from %3 ns on stretched by %4]"))
MESSAGE(
    MfuOfSteps,
    QT_TRANSLATE_NOOP(
        "Messages",
        "MFU of the steps in %1: %2 % of %3 TFLOP/s, the dense peak of %4 in %5; work is known of %6 % of the kernels' time."))
MESSAGE(MfuUnknown, QT_TRANSLATE_NOOP("Messages", "MFU of the steps in %1 cannot be told. %2"))
MESSAGE(OfWholeReports, QT_TRANSLATE_NOOP("Messages", "%1, of the whole reports"))
MESSAGE(MediansOfRepetitions, QT_TRANSLATE_NOOP("Messages", "%1, medians of the repetitions"))
MESSAGE(FirstOfAll, QT_TRANSLATE_NOOP("Messages", "The first %1 of %2:"))
MESSAGE(NothingInBoth, QT_TRANSLATE_NOOP("Messages", "Nothing that both reports hold."))
// info.
MESSAGE(SpanOfEvents, QT_TRANSLATE_NOOP("Messages", "%1 of events from %2 to %3[, %4]"))
MESSAGE(WithoutEvents, QT_TRANSLATE_NOOP("Messages", "no events[, %1]"))
MESSAGE(ReportIsPartial, QT_TRANSLATE_NOOP("Messages", "partial"))
MESSAGE(CaptureHealthIs, QT_TRANSLATE_NOOP("Messages", "capture health:[ %1]"))
MESSAGE(EventsCover, QT_TRANSLATE_NOOP("Messages", "events cover %1 of the time[; %2]"))
MESSAGE(IdleNotReliable, QT_TRANSLATE_NOOP("Messages", "idle time is not reliable"))
MESSAGE(NothingIsMissing, QT_TRANSLATE_NOOP("Messages", "nothing seems to be missing"))
MESSAGE(LeftOutOfFile, QT_TRANSLATE_NOOP("Messages", "left out: %1 %2"))
MESSAGE(WithFirst, QT_TRANSLATE_NOOP("Messages", "%1[ (first: %2)]"))
MESSAGES(
    KernelsProfiled,
    QT_TRANSLATE_N_NOOP(
        "Messages",
        "%Ln kernels profiled: up to %2 metrics each (%3 values), %4 sections, %5 remarks of rules, %6 values by place or time"),
    "%Ln kernel profiled: up to %2 metrics (%3 values), %4 sections, %5 remarks of rules, %6 values by place or time")
MESSAGE(AllThatIsDrawn, QT_TRANSLATE_NOOP("Messages", "%1, %2[ (%3)] and %4 on %5"))
MESSAGES(NumberOfEvents, QT_TRANSLATE_N_NOOP("Messages", "%Ln events"), "%Ln event")
MESSAGES(NumberOfCounterValues, QT_TRANSLATE_N_NOOP("Messages", "%Ln values of counters"), "%Ln value of counters")
MESSAGE(EventsAndValues, QT_TRANSLATE_NOOP("Messages", "%1[, %2]"))
MESSAGES(NumberOfGaps, QT_TRANSLATE_N_NOOP("Messages", "%Ln gaps"), "%Ln gap")
MESSAGES(NumberOfArrows, QT_TRANSLATE_N_NOOP("Messages", "%Ln arrows"), "%Ln arrow")
MESSAGES(NumberOfRows, QT_TRANSLATE_N_NOOP("Messages", "%Ln rows"), "%Ln row")
// Facts about each file of a merged report.
MESSAGE(TitleFile, QT_TRANSLATE_NOOP("Messages", "File"))
MESSAGE(TitleRank, QT_TRANSLATE_NOOP("Messages", "Rank"))
MESSAGE(TitleHost, QT_TRANSLATE_NOOP("Messages", "Host"))
MESSAGE(TitleClock, QT_TRANSLATE_NOOP("Messages", "Clock"))
MESSAGE(TitleClockAhead, QT_TRANSLATE_NOOP("Messages", "Clock is ahead by"))
MESSAGE(TitleAlignedBy, QT_TRANSLATE_NOOP("Messages", "Aligned by"))
MESSAGE(TitleShiftedBy, QT_TRANSLATE_NOOP("Messages", "Shifted by"))
MESSAGE(TitleCollectives, QT_TRANSLATE_NOOP("Messages", "Collectives compared"))
MESSAGE(TitleResidual, QT_TRANSLATE_NOOP("Messages", "Residual"))
MESSAGE(TitleCutFrom, QT_TRANSLATE_NOOP("Messages", "Cut from"))
MESSAGE(TitleCutBegin, QT_TRANSLATE_NOOP("Messages", "Cut begins at"))
MESSAGE(TitleCutEnd, QT_TRANSLATE_NOOP("Messages", "Cut ends at"))
MESSAGE(ClockIsMeasure, QT_TRANSLATE_NOOP("Messages", "the measure for the other files"))
MESSAGE(AlignedByCollectives, QT_TRANSLATE_NOOP("Messages", "ends of collectives"))
MESSAGE(AlignedByWallClock, QT_TRANSLATE_NOOP("Messages", "wall clock"))
MESSAGE(AlignedByClock, QT_TRANSLATE_NOOP("Messages", "clock of the machine"))
MESSAGE(AlignedByOffset, QT_TRANSLATE_NOOP("Messages", "given offset"))
MESSAGE(AlignedByStart, QT_TRANSLATE_NOOP("Messages", "start"))
// Why a kind of event has other numbers in the file and on rows.
MESSAGE(CarriedByOthers, QT_TRANSLATE_NOOP("Messages", "other events of the file carry them"))
MESSAGE(EndsAndArrows,
        QT_TRANSLATE_NOOP("Messages", "the file has ends, rows have arrows; launches are joined by correlation ids"))
MESSAGE(InAndOutAreOne, QT_TRANSLATE_NOOP("Messages", "in and out are one state"))
MESSAGE(SomeOnlyName, QT_TRANSLATE_NOOP("Messages", "some only name things"))
MESSAGE(DrawnAsKind, QT_TRANSLATE_NOOP("Messages", "drawn as %1"))
MESSAGE(OneEntryIsSeveral, QT_TRANSLATE_NOOP("Messages", "one entry of the file can be several"))
// Facts about the file of a report.
MESSAGE(TitleOnlyKinds, QT_TRANSLATE_NOOP("Messages", "Only events of kinds"))
MESSAGE(TitleTraces, QT_TRANSLATE_NOOP("Messages", "Traces in this file"))
MESSAGE(TitleFirstEvent, QT_TRANSLATE_NOOP("Messages", "Time of the first event in the file (ns)"))
