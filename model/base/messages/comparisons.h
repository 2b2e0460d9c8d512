// SPDX-License-Identifier: GPL-3.0-or-later
// What the command compare reports besides its findings: thresholds, and what does not fit two reports.
#ifndef MESSAGE
#error "include model/base/messages.h"
#endif
MESSAGE(NothingToCompareBy, QT_TRANSLATE_NOOP("Messages", "“%1” is nothing to compare by: %2."))
MESSAGE(CountedFromOne, QT_TRANSLATE_NOOP("Messages", "“%1” asks for number 0: they are counted from 1."))
MESSAGE(
    NothingToAlignOn,
    QT_TRANSLATE_NOOP(
        "Messages",
        "“%1” is not something to align on. Choose from: auto, start, kernel, step, step:3, range:NAME, range:NAME:3, event:NAME, event:NAME:3, wall."))
MESSAGE(
    StretchNeedsLength,
    QT_TRANSLATE_NOOP(
        "Messages",
        "--stretch makes a step, range or event as long in B as in A: “%1” has no length of its own, so --align step, range:NAME or event:NAME is needed."))
MESSAGE(AutoWhereNothingRepeats, QT_TRANSLATE_NOOP("Messages", "auto, where nothing repeats"))
MESSAGE(WholeReportsCompared,
        QT_TRANSLATE_NOOP("Messages", "%1: nothing repeats in both reports, so the whole ones were compared."))
MESSAGE(ThresholdBroken, QT_TRANSLATE_NOOP("Messages", "broken: %1: %2 in A, %3 in B (%4)"))
MESSAGE(ThresholdWithinSpread,
        QT_TRANSLATE_NOOP("Messages", "within the spread, not failed: %1: %2 in A, %3 in B (%4)"))
MESSAGE(
    NotALimit,
    QT_TRANSLATE_NOOP(
        "Messages",
        "“%1” is no threshold: metric.statistic, one of > >= < <=, and a number with its unit, such as step.p50>+3% or kernel:NAME.mean>1.5ms. %2"))
MESSAGE(NoComparison, QT_TRANSLATE_NOOP("Messages", "None of > >= < <= is in it."))
MESSAGE(LacksStatistic, QT_TRANSLATE_NOOP("Messages", "“%1” lacks a statistic: .p50, .mean …"))
MESSAGE(NoSuchMetric, QT_TRANSLATE_NOOP("Messages", "There is no metric “%1”."))
MESSAGE(MetricTakesNoName, QT_TRANSLATE_NOOP("Messages", "“%1” takes no name."))
MESSAGE(MetricLacksName, QT_TRANSLATE_NOOP("Messages", "“%1” lacks a name: %1:NAME."))
MESSAGE(NoSuchStatistic, QT_TRANSLATE_NOOP("Messages", "There is no statistic “%1”."))
MESSAGE(MetricHasNoCount,
        QT_TRANSLATE_NOOP("Messages", "“%1” has no count: that is for what has a name, as kernel:NAME.count."))
MESSAGE(LimitNotANumber, QT_TRANSLATE_NOOP("Messages", "“%1” is no number."))
MESSAGE(LimitLacksSign,
        QT_TRANSLATE_NOOP("Messages", "“%1” lacks its sign: +3% is a change to more than in A, -3% to less."))
MESSAGE(LimitLacksUnit, QT_TRANSLATE_NOOP("Messages", "“%1” lacks its unit: %, ns, us, ms or s."))
MESSAGE(NoSuchUnit, QT_TRANSLATE_NOOP("Messages", "There is no unit “%1”: %, ns, us, ms or s."))
MESSAGE(CountHasNoUnit,
        QT_TRANSLATE_NOOP("Messages", "“%1”: a count has no unit; 5 is B's own, +1 and +10% are changes."))
MESSAGE(SpreadNeedsChange, QT_TRANSLATE_NOOP("Messages", "“%1”: a ~ stands behind a change, which has a sign: +3%~."))
MESSAGE(AskedOfRepetition,
        QT_TRANSLATE_NOOP("Messages", "“%1” is asked of a repetition, and nothing repeats in both reports: %2. %3"))
MESSAGE(ReportHasNoEvents, QT_TRANSLATE_NOOP("Messages", "%1 (%2) has no events"))
MESSAGE(ReportHasNoSteps, QT_TRANSLATE_NOOP("Messages", "%1 (%2) has no steps"))
MESSAGE(ThisAndThat, QT_TRANSLATE_NOOP("Messages", "%1, and %2"))
MESSAGE(NoStepInCommon, QT_TRANSLATE_NOOP("Messages", "they have no whole step in common"))
MESSAGE(CaptureAgain,
        QT_TRANSLATE_NOOP("Messages", "Capture again; the report's health says why nothing was recorded."))
MESSAGE(
    MarkSteps,
    QT_TRANSLATE_NOOP(
        "Messages",
        "Mark the steps of the program, with a range of the same name around each, or compare whole reports with --whole."))
MESSAGE(SeveralKernelsNamed,
        QT_TRANSLATE_NOOP(
            "Messages",
            "“%1” cannot be answered: %2 kernels have that name, such as “%3” and “%4”. Give one with its parameters."))
MESSAGE(NeitherHoldsName, QT_TRANSLATE_NOOP("Messages", "“%1” cannot be answered: neither report holds such a name."))
MESSAGE(HoldsNothingOfIt, QT_TRANSLATE_NOOP("Messages", "“%1” cannot be answered: %2 holds nothing of it."))
MESSAGE(NoChangeFromZero,
        QT_TRANSLATE_NOOP("Messages", "“%1” cannot be answered: it is 0 in A, so there is no change in percent."))
