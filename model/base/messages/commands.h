// SPDX-License-Identifier: GPL-3.0-or-later
// What the command line tells: what does not fit, what is in the way, what it has done.
#ifndef MESSAGE
#error "include model/base/messages.h"
#endif
MESSAGE(Sentence, QT_TRANSLATE_NOOP("Messages", "%1."))
MESSAGE(Sentences, QT_TRANSLATE_NOOP("Messages", "%1 %2"))
MESSAGE(StandardOutput, QT_TRANSLATE_NOOP("Messages", "standard output"))
MESSAGE(StandardInput, QT_TRANSLATE_NOOP("Messages", "standard input"))
MESSAGE(AskStatus,
        QT_TRANSLATE_NOOP("Messages",
                          "If the program does use it: sightline status -e says what can be captured on this machine."))
MESSAGE(ReportWritten, QT_TRANSLATE_NOOP("Messages", "%1 (%2) is written."))
MESSAGE(ReportOfSessionWritten, QT_TRANSLATE_NOOP("Messages", "%1 is written."))
MESSAGE(FileLeftAsIs, QT_TRANSLATE_NOOP("Messages", "%1 was left as it is: %2."))
MESSAGE(CannotBeTraced, QT_TRANSLATE_NOOP("Messages", "%1 cannot be traced: %2."))
MESSAGE(NothingForStats, QT_TRANSLATE_NOOP("Messages", "--stats: the report has no data for any table."))
MESSAGE(InterruptedBeforeRun,
        QT_TRANSLATE_NOOP("Messages", "The program was not run: the session was interrupted before."))
MESSAGE(
    GuestsGoOn,
    QT_TRANSLATE_NOOP(
        "Messages",
        "The program has ended; the session goes on with what sightline launch runs in it[ (%1)]. Ctrl+C ends the session alone."))
MESSAGE(NoWriterProcess, QT_TRANSLATE_NOOP("Messages", "No process for writing the report could be started: %1."))
MESSAGE(WriterKilled, QT_TRANSLATE_NOOP("Messages", "Writing the report was ended by signal %1."))
MESSAGE(UnknownQuestion, QT_TRANSLATE_NOOP("Messages", "A session does not understand “%1”."))
MESSAGE(NoReportButKept, QT_TRANSLATE_NOOP("Messages", "No report was written; what was captured is kept in %1."))
MESSAGE(SessionHasEnded, QT_TRANSLATE_NOOP("Messages", "The session has ended."))
MESSAGE(
    SessionSilent,
    QT_TRANSLATE_NOOP(
        "Messages",
        "The session %1 does not answer within %2 seconds. If it was stopped, kill -CONT lets its sightline go on."))
MESSAGE(SessionWaits,
        QT_TRANSLATE_NOOP("Messages", "Session %1 waits for programs: sightline launch PROGRAM; then sightline stop."))
MESSAGE(NoFolderOfSession,
        QT_TRANSLATE_NOOP(
            "Messages",
            "%1 is not the folder of a session. sightline recover without a name lists the sessions that exist."))
MESSAGE(SessionIsRunning,
        QT_TRANSLATE_NOOP("Messages", "The session %1 is running. To end it: sightline stop --session=%1"))
MESSAGE(NothingCapturedIn, QT_TRANSLATE_NOOP("Messages", "%1 holds nothing that was captured."))
MESSAGE(ProgramRunsNotRemoved,
        QT_TRANSLATE_NOOP(
            "Messages",
            "The program of this session still runs (%1) and writes into it: end it first, or leave out --remove."))
MESSAGE(ProgramRunsStill,
        QT_TRANSLATE_NOOP("Messages",
                          "The program of this session still runs (%1); the report holds what it did so far."))
MESSAGE(SessionLeftIsKept,
        QT_TRANSLATE_NOOP("Messages",
                          "What the session left is kept. To remove it: rm -r '%1' (or recover with --remove)"))
MESSAGE(FolderRemoved, QT_TRANSLATE_NOOP("Messages", "%1 is removed."))
MESSAGE(FolderStays,
        QT_TRANSLATE_NOOP("Messages", "What the session left is removed; %1 stays, with what others put there."))
MESSAGE(NoSessionRuns, QT_TRANSLATE_NOOP("Messages", "No session is running."))
MESSAGE(NoSuchSession, QT_TRANSLATE_NOOP("Messages", "No session %1 is running; sightline sessions lists them."))
MESSAGE(SeveralSessions, QT_TRANSLATE_NOOP("Messages", "Several sessions are running: %1. Name one with --session."))
MESSAGE(SessionsTakesNo, QT_TRANSLATE_NOOP("Messages", "sessions takes no “%1”."))
MESSAGE(RecoverTakesOne, QT_TRANSLATE_NOOP("Messages", "recover takes one session at a time."))
MESSAGE(NeedsValue, QT_TRANSLATE_NOOP("Messages", "%1 needs a value."))
MESSAGE(OptionNotHere, QT_TRANSLATE_NOOP("Messages", "There is no option %1 here; there are: %2."))
MESSAGE(CommandHasNoOptions, QT_TRANSLATE_NOOP("Messages", "There is no option %1 here; there are: none."))
MESSAGE(DidYouMean, QT_TRANSLATE_NOOP("Messages", "Did you mean “%1”?"))
MESSAGE(DidYouMeanTwo, QT_TRANSLATE_NOOP("Messages", "Did you mean “%1” or “%2”?"))
MESSAGE(DidYouMeanThree, QT_TRANSLATE_NOOP("Messages", "Did you mean “%1”, “%2” or “%3”?"))
MESSAGE(CommandsAreListed, QT_TRANSLATE_NOOP("Messages", "Commands are listed by: sightline help"))
MESSAGE(AllAboutCommand, QT_TRANSLATE_NOOP("Messages", "All about it: sightline help %1"))
MESSAGE(NotACommandButFile,
        QT_TRANSLATE_NOOP("Messages", "“%1” is no command. What is in that file says: sightline info %1"))
MESSAGE(NoSuchCommand, QT_TRANSLATE_NOOP("Messages", "There is no command “%1”."))
MESSAGE(CommandMissing, QT_TRANSLATE_NOOP("Messages", "A command is missing."))
MESSAGE(NoSuchOption, QT_TRANSLATE_NOOP("Messages", "There is no option %1."))
MESSAGE(NoSuchOptionOf, QT_TRANSLATE_NOOP("Messages", "There is no option %1 of %2."))
MESSAGE(OneWordTooMany, QT_TRANSLATE_NOOP("Messages", "“%1” is an unexpected argument."))
MESSAGE(CommandNeedsOption, QT_TRANSLATE_NOOP("Messages", "%1 needs %2: %3."))
MESSAGE(CommandTakesWords, QT_TRANSLATE_NOOP("Messages", "%1 takes these words: %2."))
MESSAGE(OptionsExclude, QT_TRANSLATE_NOOP("Messages", "%1 and %2 do not go together."))
MESSAGE(OptionGoesWith, QT_TRANSLATE_NOOP("Messages", "%1 goes with %2 only."))
MESSAGE(OptionOnce, QT_TRANSLATE_NOOP("Messages", "%1 may be given once, with one value."))
MESSAGE(OptionRefusesValue, QT_TRANSLATE_NOOP("Messages", "%1 does not take such a value: %2."))
MESSAGE(NotAWholeNumber, QT_TRANSLATE_NOOP("Messages", "“%1” is no whole number from %2 to %3."))
MESSAGE(NotAWholeNumberFrom, QT_TRANSLATE_NOOP("Messages", "“%1” is no whole number from %2 on."))
MESSAGE(NoneOfThese, QT_TRANSLATE_NOOP("Messages", "“%1” is none of these: %2."))
MESSAGE(NamesNoKind, QT_TRANSLATE_NOOP("Messages", "names no kind of event"))
MESSAGE(IsReportItself,
        QT_TRANSLATE_NOOP("Messages", "%1 is the report itself, and was left as it is. Name another file with -o."))
MESSAGE(IsFolder, QT_TRANSLATE_NOOP("Messages", "%1 is a folder. Name a file with -o."))
MESSAGE(IsThereAlready,
        QT_TRANSLATE_NOOP(
            "Messages", "%1 is there already, and was left as it is. Name another one with -o, or replace it with %2."))
MESSAGE(FolderHoldsNoReport,
        QT_TRANSLATE_NOOP("Messages", "%1 holds no report. Name a report, or a folder that holds some."))
MESSAGE(NeedsReport, QT_TRANSLATE_NOOP("Messages", "%1 needs a report file."))
MESSAGE(QueryNeedsWords, QT_TRANSLATE_NOOP("Messages", "query needs an SQL statement (or --schema) and a report file."))
MESSAGE(StatementNotReadable, QT_TRANSLATE_NOOP("Messages", "The statement cannot be read from %1: %2."))
MESSAGE(OnlyWithMerge, QT_TRANSLATE_NOOP("Messages", "several reports become one file with --merge only."))
MESSAGE(ReportInterrupted, QT_TRANSLATE_NOOP("Messages", "The report was interrupted; nothing was written."))
MESSAGE(ExportInterrupted, QT_TRANSLATE_NOOP("Messages", "The export was interrupted; nothing was written."))
MESSAGE(OneReportOrTwo, QT_TRANSLATE_NOOP("Messages", "Give one report, or two to compare."))
MESSAGE(NothingToTakeOut, QT_TRANSLATE_NOOP("Messages", "“%1” is nothing to take out. There are: %2, all."))
MESSAGE(NothingInThatTime, QT_TRANSLATE_NOOP("Messages", "%1 has nothing in that time."))
MESSAGE(HoldsNoSuchEvents,
        QT_TRANSLATE_NOOP("Messages", "%1 holds no such events. See what it holds with: sightline info"))
MESSAGE(SeveralTables, QT_TRANSLATE_NOOP("Messages", "These are several tables: %1. Name a folder for them with -o."))
MESSAGE(NoKindOfEvent, QT_TRANSLATE_NOOP("Messages", "“%1” is no kind of event. There are: %2."))
MESSAGE(OnlyCsvToOutput, QT_TRANSLATE_NOOP("Messages", "Only csv goes to standard output. Name a file with -o."))
MESSAGE(OnlyCsvForSpreadsheets,
        QT_TRANSLATE_NOOP("Messages", "Only csv can be made safe for spreadsheets. Use -t csv."))
MESSAGE(FileOfSessionLeftOut, QT_TRANSLATE_NOOP("Messages", "%1 cannot be read and is left out[: %2]."))
MESSAGE(FirstRowsOnly, QT_TRANSLATE_NOOP("Messages", "these are the first %1 rows; --limit 0 prints all."))
MESSAGE(NotAnUnitOfTime, QT_TRANSLATE_NOOP("Messages", "“%1” is no unit of time: ns, us, ms, s."))
MESSAGE(NoSuchColumn, QT_TRANSLATE_NOOP("Messages", "There is no column “%1”[: %2]."))
MESSAGE(NoSuchColumnInTables, QT_TRANSLATE_NOOP("Messages", "There is no column “%1” in these tables."))
MESSAGE(NotARangeOfTime,
        QT_TRANSLATE_NOOP(
            "Messages",
            "“%1” is not a range of time: give two times with a slash between them, such as 1.5s/2s or 300ms/."))
MESSAGE(TableIsEmpty, "%1: %2: %3")
MESSAGE(NothingAskedThere,
        QT_TRANSLATE_NOOP("Messages", "Of what was asked %1 has nothing in that time: it goes from %2 to %3 ns."))
MESSAGE(HasNoRange, QT_TRANSLATE_NOOP("Messages", "%1 has no range “%2”."))
MESSAGE(NotAGroup,
        QT_TRANSLATE_NOOP("Messages",
                          "“%1” is no group: a name, an equals sign, and a pattern, such as attention=flash|fmha."))
MESSAGE(GroupPatternIsNone, QT_TRANSLATE_NOOP("Messages", "The pattern of group “%1” is not valid: %2."))
MESSAGE(AtMostGroups, QT_TRANSLATE_NOOP("Messages", "At most %1 groups can be named."))
MESSAGE(RuleNotATable,
        QT_TRANSLATE_NOOP("Messages", "“%1” is no table but a rule: sightline analyze -r %1 applies it."))
MESSAGE(TableNotARule, QT_TRANSLATE_NOOP("Messages", "“%1” is no rule but a table: sightline stats -r %1 prints it."))
MESSAGE(NoSuchTable, QT_TRANSLATE_NOOP("Messages", "There is no report “%1”."))
MESSAGE(NoSuchRule, QT_TRANSLATE_NOOP("Messages", "There is no rule “%1”."))
MESSAGE(TablesAreListed, QT_TRANSLATE_NOOP("Messages", "All of them are listed by: sightline stats --help-reports"))
MESSAGE(RulesAreListed, QT_TRANSLATE_NOOP("Messages", "All of them are listed by: sightline analyze --help-rules"))
MESSAGE(
    NotAnArgumentOfTable,
    QT_TRANSLATE_NOOP(
        "Messages",
        "“%1” is no argument of a report: base, mangled, nvtx-name, name, launch, by=host, by=rank, by=device, by=stream, or a number."))
MESSAGE(NamesNoKernels, QT_TRANSLATE_NOOP("Messages", "%1 names no kernels that “nvtx-name” could stand before."))
MESSAGE(NoRowsByLaunch, QT_TRANSLATE_NOOP("Messages", "%1 has no rows by “name” or “launch”."))
MESSAGE(NoRowsOfGpus, QT_TRANSLATE_NOOP("Messages", "%1 has no rows of GPUs that could be told by “%2”."))
MESSAGE(NotASplit, QT_TRANSLATE_NOOP("Messages", "“%1” is none of host, rank, device, stream."))
MESSAGE(HoldsNoStacks, QT_TRANSLATE_NOOP("Messages", "%1 holds no stacks of “%2” in that time. It has: %3."))
MESSAGE(NotAThreshold, QT_TRANSLATE_NOOP("Messages", "“%1” is no threshold: a whole number above 0."))
MESSAGES(FilesAreNoReports, QT_TRANSLATE_N_NOOP("Messages", "%Ln files in %1 are no reports."),
         "%Ln file in %1 is no report.")
