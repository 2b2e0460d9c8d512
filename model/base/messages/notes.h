// SPDX-License-Identifier: GPL-3.0-or-later
// The sentence of each model::Note: %1 is its count, %2 what it is about.
#ifndef MESSAGE
#error "include model/base/messages.h"
#endif
MESSAGES(SkippedUnknown, QT_TRANSLATE_N_NOOP("Messages", "%Ln events of an unknown type were skipped: %2"),
         "%Ln event of an unknown type was skipped: %2")
MESSAGES(NotShown, QT_TRANSLATE_N_NOOP("Messages", "%Ln events are understood but not drawn: %2"),
         "%Ln event is understood but not drawn: %2")
MESSAGE(MissingColumn, QT_TRANSLATE_NOOP("Messages", "The report has no column %2"))
MESSAGES(MissingString,
         QT_TRANSLATE_N_NOOP("Messages", "%Ln names are missing in the report (%2); a placeholder is shown"),
         "%Ln name is missing in the report (%2); a placeholder is shown")
MESSAGES(EndBeforeStart,
         QT_TRANSLATE_N_NOOP("Messages", "%Ln events end before they start and are drawn with zero length: %2"),
         "%Ln event ends before it starts and is drawn with zero length: %2")
MESSAGES(NeverClosed,
         QT_TRANSLATE_N_NOOP(
             "Messages",
             "%Ln ranges were never closed and are drawn to the end of the report, or of what encloses them: %2"),
         "%Ln range was never closed and is drawn to the end of the report, or of what encloses it: %2")
MESSAGES(Overlapping,
         QT_TRANSLATE_N_NOOP("Messages",
                             "%Ln events partially overlap others of their row and are kept on an extra lane: %2"),
         "%Ln event partially overlaps others of its row and is kept on an extra lane: %2")
MESSAGES(NoTime, QT_TRANSLATE_N_NOOP("Messages", "%Ln rows of the file have no usable time and cannot be drawn: %2"),
         "%Ln row of the file has no usable time and cannot be drawn: %2")
MESSAGES(TimeOutOfRange, QT_TRANSLATE_N_NOOP("Messages", "%Ln times are out of range and were clamped: %2"),
         "%Ln time is out of range and was clamped: %2")
MESSAGES(DanglingReference, QT_TRANSLATE_N_NOOP("Messages", "%Ln references lead nowhere: %2"),
         "%Ln reference leads nowhere: %2")
MESSAGE(TimeGap, QT_TRANSLATE_NOOP("Messages", "Nothing happened for a long stretch: %2"))
MESSAGE(Incomplete, QT_TRANSLATE_NOOP("Messages", "The file is incomplete: %2. What could be read is shown"))
MESSAGE(CountMismatch, QT_TRANSLATE_NOOP("Messages", "The file announces another number of entries than it holds: %2"))
MESSAGES(DamagedPart, QT_TRANSLATE_N_NOOP("Messages", "%Ln parts of the file are damaged and were left out: %2"),
         "%Ln part of the file is damaged and was left out: %2")
MESSAGES(UnknownTable, QT_TRANSLATE_N_NOOP("Messages", "A table with %Ln rows is not shown: %2"),
         "A table with %Ln row is not shown: %2")
MESSAGE(Cancelled, QT_TRANSLATE_NOOP("Messages", "Loading was cancelled; the report is partial"))
MESSAGE(ReportMessage, "%2")
MESSAGES(NewerMinorVersion,
         QT_TRANSLATE_N_NOOP("Messages", "%Ln parts were written by a newer version and passed over: %2"),
         "%Ln part was written by a newer version and passed over: %2")
MESSAGES(SchedUnpaired, QT_TRANSLATE_N_NOOP("Messages", "%Ln scheduling events have no partner: %2"),
         "%Ln scheduling event has no partner: %2")
MESSAGES(UnmatchedEnd, QT_TRANSLATE_N_NOOP("Messages", "%Ln ends have no begin and were ignored: %2"),
         "%Ln end has no begin and was ignored: %2")
MESSAGES(UnmatchedFlow,
         QT_TRANSLATE_N_NOOP("Messages", "%Ln arrows lack an end, or an event at an end, and are not drawn: %2"),
         "%Ln arrow lacks an end, or an event at an end, and is not drawn: %2")
MESSAGES(NotANumber, QT_TRANSLATE_N_NOOP("Messages", "%Ln values are not numbers: %2"), "%Ln value is not a number: %2")
MESSAGES(NoDuration,
         QT_TRANSLATE_N_NOOP("Messages", "%Ln events have no readable duration and are drawn with zero length: %2"),
         "%Ln event has no readable duration and is drawn with zero length: %2")
MESSAGE(ChecksumMismatch, QT_TRANSLATE_NOOP("Messages", "The checksum of the compressed data does not match: %2"))
MESSAGES(ClockSkew, QT_TRANSLATE_N_NOOP("Messages", "%Ln pieces of work begin before the call that launched them: %2"),
         "%Ln piece of work begins before the call that launched it: %2")
MESSAGES(DepthLimit,
         QT_TRANSLATE_N_NOOP(
             "Messages", "%Ln events are nested or overlap more deeply than rows are kept for, and are not drawn: %2"),
         "%Ln event is nested or overlaps more deeply than rows are kept for, and is not drawn: %2")
MESSAGE(FileLeftOut, QT_TRANSLATE_NOOP("Messages", "A file is left out of this report: %2"))
MESSAGES(
    OrderOnly,
    QT_TRANSLATE_N_NOOP(
        "Messages",
        "The report has no start times: %Ln kernels stand in their order, one after another; their durations are real, the times between them are not"),
    "The report has no start times: %Ln kernel stands in its order; its duration is real, its time is not")
MESSAGES(AssumedDuration, QT_TRANSLATE_N_NOOP("Messages", "%Ln kernels have no duration and are drawn 1 µs long: %2"),
         "%Ln kernel has no duration and is drawn 1 µs long: %2")
MESSAGES(HeldBefore,
         QT_TRANSLATE_N_NOOP("Messages",
                             "%Ln allocations were made before the trace begins and are shown at its beginning: %2"),
         "%Ln allocation was made before the trace begins and is shown at its beginning: %2")
MESSAGES(
    EntriesLost,
    QT_TRANSLATE_N_NOOP(
        "Messages",
        "The trace was full, and its oldest entries were overwritten: those of at least %Ln allocations are lost (%2). Record with a greater max_entries"),
    "The trace was full, and its oldest entries were overwritten: that of at least %Ln allocation is lost (%2). Record with a greater max_entries")
MESSAGES(RanOutOfMemory,
         QT_TRANSLATE_N_NOOP("Messages", "%Ln requests for GPU memory failed because there was none left: %2"),
         "%Ln request for GPU memory failed because there was none left: %2")
