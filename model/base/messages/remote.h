// SPDX-License-Identifier: GPL-3.0-or-later
// What is told of captures on other machines. “It” and “there” are the target of --on.
#ifndef MESSAGE
#error "include model/base/messages.h"
#endif
MESSAGE(
    TargetUnknown,
    QT_TRANSLATE_NOOP(
        "Messages",
        "“%1” is no target: ssh:user@host[:port], or a command that runs another one elsewhere, such as docker exec -i NAME."))
MESSAGE(TargetQuoteOpen, QT_TRANSLATE_NOOP("Messages", "“%1” has a quote without its end."))
MESSAGE(TargetUnreachable, QT_TRANSLATE_NOOP("Messages", "%1 cannot be reached: %2."))
MESSAGE(TransportEnded, QT_TRANSLATE_NOOP("Messages", "the command ended with exit code %1"))
MESSAGE(TransportKilled, QT_TRANSLATE_NOOP("Messages", "the command was ended by signal %1"))
MESSAGE(TransportClosed, QT_TRANSLATE_NOOP("Messages", "the connection was closed"))
MESSAGE(TransportSilent, QT_TRANSLATE_NOOP("Messages", "nothing came for %1"))
MESSAGE(TransportGarbage, QT_TRANSLATE_NOOP("Messages", "what came is no answer of Sightline"))
MESSAGE(TransportNoShell, QT_TRANSLATE_NOOP("Messages", "no shell answered"))
MESSAGE(TransportCancelled, QT_TRANSLATE_NOOP("Messages", "it was interrupted"))
MESSAGE(ConnectionLost,
        QT_TRANSLATE_NOOP("Messages",
                          "The connection to %1 is lost: %2. The capture goes on there, and Sightline connects again."))
MESSAGE(ConnectedAgain, QT_TRANSLATE_NOOP("Messages", "Connected to %1 again."))
MESSAGE(GoesOnThere,
        QT_TRANSLATE_NOOP("Messages", "The capture on %1 goes on without this command. For its report: %2"))
MESSAGE(
    InterruptAgain,
    QT_TRANSLATE_NOOP("Messages",
                      "%1 cannot be reached at the moment. Ctrl+C again ends this command; the capture goes on there."))
MESSAGE(SendsCollector, QT_TRANSLATE_NOOP("Messages", "The collector is sent to %1, once for this version (%2)."))
MESSAGE(CollectorUnreadable, QT_TRANSLATE_NOOP("Messages", "The collector cannot be sent: %1: %2."))
MESSAGE(
    ThereOtherMachine,
    QT_TRANSLATE_NOOP(
        "Messages",
        "%1 is %2, and the collector here is for %3. Build the target portable on such a machine, and name its folder with --on-kit."))
MESSAGE(
    ThereOldLibrary,
    QT_TRANSLATE_NOOP(
        "Messages",
        "%1 has %2, and the collector here needs glibc %3 or newer. Build the target portable on an older system, and name its folder with --on-kit."))
MESSAGE(ThereNoPlace,
        QT_TRANSLATE_NOOP(
            "Messages",
            "No folder on %1 can hold the collector: neither ~/.cache nor TMPDIR can be written and has %2 free."))
MESSAGE(ThereNoProgram, QT_TRANSLATE_NOOP("Messages", "%1 lacks the program %2, which unpacks the collector."))
MESSAGE(CollectorNotRun, QT_TRANSLATE_NOOP("Messages", "The collector cannot be run on %1: %2."))
MESSAGE(CollectorOther,
        QT_TRANSLATE_NOOP("Messages",
                          "The collector for %1 is of version %2, and this program of version %3. Build it anew."))
MESSAGE(SaidThere, QT_TRANSLATE_NOOP("Messages", "%1: %2"))
MESSAGE(NoFolderThere, QT_TRANSLATE_NOOP("Messages", "There is no folder %1 for the program to run in."))
MESSAGE(CannotStartThere, QT_TRANSLATE_NOOP("Messages", "The session cannot be started: %1."))
MESSAGE(NoCaptureThere, QT_TRANSLATE_NOOP("Messages", "There is no capture %1."))
MESSAGE(CaptureStillRuns, QT_TRANSLATE_NOOP("Messages", "The capture %1 is running."))
MESSAGE(CaptureIsGone,
        QT_TRANSLATE_NOOP("Messages",
                          "%1 has nothing left of this capture: it was started again, or its TMPDIR was emptied."))
MESSAGE(SessionDiedThere,
        QT_TRANSLATE_NOOP("Messages", "The session on %1 was killed. The report is made from what it left."))
MESSAGE(KeptThere, QT_TRANSLATE_NOOP("Messages", "What the capture left on %1 stays there. To remove it: %2"))
MESSAGE(ReportStaysThere, QT_TRANSLATE_NOOP("Messages", "The report stays on %1. To bring it here: %2"))
MESSAGE(LiveEndsDiskFull,
        QT_TRANSLATE_NOOP(
            "Messages",
            "What happens on %1 is not shown live any more, since the disk here is nearly full. The capture goes on."))
MESSAGE(OnlySomeThere,
        QT_TRANSLATE_NOOP("Messages", "A session on another machine answers status, stop, cancel and shutdown."))
MESSAGE(AnswerLost, QT_TRANSLATE_NOOP("Messages", "The connection was lost before the answer came."))
MESSAGE(ClockThere,
        QT_TRANSLATE_NOOP("Messages", "The clock of %1 is %2 ahead of the one here, with an error of at most %3."))
MESSAGE(ClockThereBehind,
        QT_TRANSLATE_NOOP("Messages", "The clock of %1 is %2 behind the one here, with an error of at most %3."))
MESSAGE(NotMerged, QT_TRANSLATE_NOOP("Messages", "The reports are not merged: there is none of %1."))
MESSAGE(OneReportOnly, QT_TRANSLATE_NOOP("Messages", "Only one report came, so nothing is merged."))
MESSAGE(AgentAlone,
        QT_TRANSLATE_NOOP("Messages",
                          "This command serves sightline profile --on, which runs it where the program is to run."))
MESSAGE(FolderTooFull, QT_TRANSLATE_NOOP("Messages", "%1 is not written: it needs %2, and the disk has %3 free."))
