// SPDX-License-Identifier: GPL-3.0-or-later
// Times of events as offsets, by the wall clock and from a zero: on the ruler, in texts, and back.

#include <QElapsedTimer>
#include <QGuiApplication>
#include <QTimeZone>
#include <QtTest>

#include "model/store/wall_clock.h"
#include "tests/kit/qt_tests.h"
#include "timeline/look/format.h"
#include "timeline/look/ruler_ticks.h"

using namespace timeline;

namespace {

constexpr TimeNs kSecond = model::kSeconds.ns, kMinute = model::kMinutes.ns, kHour = model::kHours.ns,
                 kDay = model::kDays.ns;

/// Texts with plain spaces, to be read in the test.
std::string plainTime(QString s) {
    return s.replace(QChar(0x202f), QLatin1Char(' ')).replace(QChar(0x00a0), QLatin1Char(' ')).toStdString();
}

/// Ns since 1970 of a time of day in UTC.
TimeNs utc(int year, int month, int day, int hour = 0, int minute = 0, int second = 0) {
    return QDateTime(QDate(year, month, day), QTime(hour, minute, second), Qt::UTC).toSecsSinceEpoch() * kSecond;
}

model::ReportInfo report(TimeNs epoch, const char* offset = nullptr) {
    model::ReportInfo info;
    info.utcEpochNs = epoch;
    if (offset) info.session_facts.emplace_back(model::kUtcOffsetFact, offset);
    return info;
}

const model::ReportInfo kMorning = report(utc(2026, 11, 30, 9, 58, 30), "19800");
const TimeRange kMinutes{0, 5 * kMinute};

std::vector<std::string> labels(TimeRange shown, const TimeFormat& format) {
    std::vector<std::string> out;
    for (const RulerTick& t : rulerTicks(TimeScale(shown, 1000), 150, format))
        if (t.labelled) out.push_back(plainTime(t.label));
    return out;
}

}  // namespace

class TimelineTimesTest : public QObject {
    Q_OBJECT
private slots:
    void init() { QLocale::setDefault(QLocale::c()); }

    void offsetsReadAsHoursMinutesAndDaysFromAMinuteOn() {
        const TimeFormat f;
        QCOMPARE(plainTime(f.exact(59'999'999'999)), "59.999 999 999 s");
        QCOMPARE(plainTime(f.exact(60 * kSecond)), "0:01:00.000 000 000");
        QCOMPARE(plainTime(f.exact(3'723'456'000'000)), "1:02:03.456 000 000");
        QCOMPARE(plainTime(f.exact(2 * kDay + 3 * kHour + 4 * kMinute + 5 * kSecond)), "2 d 03:04:05.000 000 000");
        QCOMPARE(plainTime(f.exact(-90 * kSecond)), "−0:01:30.000 000 000");
        QCOMPARE(plainTime(f.at(3'723'456'789'012, 1e7)), "1:02:03.457");
        // Rounded to what is shown first: never 0:00:60.
        QCOMPARE(plainTime(f.at(59'999'999'999, 1e7)), "0:01:00.000");
        QVERIFY(!f.exact(model::kTimeMin).isEmpty());
        QVERIFY(!f.exact(model::kTimeMax).isEmpty());
    }

    void timesCountFromAZero() {
        const TimeFormat f(kMorning, kMinutes, TimeStyle::Utc, 100 * kSecond);
        QVERIFY(!f.isClock());
        QCOMPARE(plainTime(f.exact(100 * kSecond)), "0.000 000 000 s");
        QCOMPARE(plainTime(f.exact(98'500'000'000)), "−1.500 000 000 s");
        QCOMPARE(plainTime(f.exact(3 * kMinute)), "0:01:20.000 000 000");
        QCOMPARE(f.raw(98'500'000'000), QStringLiteral("-1500000000"));
        QCOMPARE(labels({97 * kSecond, 102 * kSecond}, f),
                 (std::vector<std::string>{"−3 s", "−2 s", "−1 s", "0 s", "1 s", "2 s"}));
    }

    void theWallClockIsThatOfTheZone() {
        const TimeNs t = 90 * kSecond + 7;
        QCOMPARE(plainTime(TimeFormat(kMorning, kMinutes, TimeStyle::Utc, {}).exact(t)), "10:00:00.000 000 007");
        QCOMPARE(plainTime(TimeFormat(kMorning, kMinutes, TimeStyle::Captured, {}).exact(t)), "15:30:00.000 000 007");
        const QTimeZone tokyo("Asia/Tokyo");
        QCOMPARE(plainTime(TimeFormat(kMorning, kMinutes, TimeStyle::Local, {}, &tokyo).exact(t)),
                 "19:00:00.000 000 007");
        QCOMPARE(TimeFormat(kMorning, kMinutes, TimeStyle::Utc, {}).raw(t),
                 QStringLiteral("2026-11-30T10:00:00.000000007Z"));
        QCOMPARE(TimeFormat(kMorning, kMinutes, TimeStyle::Captured, {}).raw(t),
                 QStringLiteral("2026-11-30T15:30:00.000000007+05:30"));
        QCOMPARE(plainTime(TimeFormat(kMorning, kMinutes, TimeStyle::Utc, {}).at(t, 1e6)), "10:00:00.000");
        // Cut, not rounded: it is not yet the next second.
        QCOMPARE(plainTime(TimeFormat(kMorning, kMinutes, TimeStyle::Utc, {}).at(90 * kSecond - 1, 1e7)),
                 "09:59:59.999");
    }

    void whatAReportDoesNotKnowIsAnOffsetAndSaysWhy() {
        const model::ReportInfo none = report(0), clock = report(utc(2026, 1, 2));
        for (const TimeStyle style : {TimeStyle::Utc, TimeStyle::Local, TimeStyle::Captured}) {
            QVERIFY(!whyNoTimes(none, style).isEmpty());
            QVERIFY(!TimeFormat(none, kMinutes, style, {}).isClock());
        }
        QVERIFY(whyNoTimes(none, TimeStyle::Offset).isEmpty());
        QVERIFY(whyNoTimes(clock, TimeStyle::Utc).isEmpty());
        QVERIFY(!whyNoTimes(clock, TimeStyle::Captured).isEmpty());
        QVERIFY(whyNoTimes(kMorning, TimeStyle::Captured).isEmpty());
        // Reports are untrusted: no zone is a minute or a week from UTC, and no clock shows the year 2300.
        for (const char* wrong : {"60", "604800", "x", ""})
            QVERIFY(!whyNoTimes(report(utc(2026, 1, 2), wrong), TimeStyle::Captured).isEmpty());
        QVERIFY(!whyNoTimes(report(model::kTimeMax), TimeStyle::Utc).isEmpty());
        QVERIFY(!whyNoTimes(report(-1), TimeStyle::Utc).isEmpty());
    }

    void theDateIsShownWhereTheDayChanges() {
        const TimeFormat f(report(utc(2026, 12, 31, 22)), {0, 4 * kHour}, TimeStyle::Utc, {});
        QCOMPARE(plainTime(f.exact(kHour)), "2026-12-31 23:00:00.000 000 000");
        QCOMPARE(plainTime(f.exact(3 * kHour)), "2027-01-01 01:00:00.000 000 000");
        QCOMPARE(labels({0, 4 * kHour}, f),
                 (std::vector<std::string>{"22:00", "23:00", "2027-01-01", "01:00", "02:00"}));
    }

    void aDayMayHave25Hours() {
        // Clocks in Berlin went back from 03:00 to 02:00 on 25 October 2026, at 01:00 UTC.
        const QTimeZone berlin("Europe/Berlin");
        const model::ReportInfo info = report(utc(2026, 10, 25, 0));
        const TimeFormat f(info, {0, 3 * kHour}, TimeStyle::Local, {}, &berlin);
        QCOMPARE(plainTime(f.exact(0)), "02:00:00.000 000 000 +02:00");
        QCOMPARE(plainTime(f.exact(kHour - 1)), "02:59:59.999 999 999 +02:00");
        QCOMPARE(plainTime(f.exact(kHour)), "02:00:00.000 000 000 +01:00");
        QCOMPARE(plainTime(f.exact(2 * kHour)), "03:00:00.000 000 000 +01:00");
        for (const TimeNs t : {TimeNs{0}, kHour - 1, kHour, 2 * kHour}) QCOMPARE(f.parse(f.exact(t)), std::optional(t));
        // In spring an hour is missing.
        const TimeFormat spring(report(utc(2026, 3, 29, 0, 59)), {0, kHour}, TimeStyle::Local, {}, &berlin);
        QCOMPARE(plainTime(spring.exact(0)), "01:59:00.000 000 000 +01:00");
        QCOMPARE(plainTime(spring.exact(kMinute)), "03:00:00.000 000 000 +02:00");
        // Without a change there is nothing to tell apart.
        QCOMPARE(plainTime(TimeFormat(info, {4 * kHour, 5 * kHour}, TimeStyle::Local, {}, &berlin).exact(4 * kHour)),
                 "05:00:00.000 000 000");
    }

    void aReportOfDaysIsReadByTheDay() {
        const TimeFormat offsets;
        QCOMPARE(labels({0, 5 * kDay}, offsets),
                 (std::vector<std::string>{"0 s", "1 d 00:00:00", "2 d 00:00:00", "3 d 00:00:00", "4 d 00:00:00",
                                           "5 d 00:00:00"}));
        QCOMPARE(labels({0, 5 * kMinute}, offsets),
                 (std::vector<std::string>{"0 s", "0:01:00", "0:02:00", "0:03:00", "0:04:00", "0:05:00"}));
        const TimeFormat clock(report(utc(2026, 11, 30, 9)), {0, 5 * kDay}, TimeStyle::Utc, {});
        QCOMPARE(labels({0, 3 * kDay}, clock), (std::vector<std::string>{"2026-11-30", "12:00", "2026-12-01", "12:00",
                                                                         "2026-12-02", "12:00", "2026-12-03"}));
    }

    void rulerLabelsDoNotChangeWhilePanning_data() {
        QTest::addColumn<int>("style");
        QTest::addColumn<qint64>("nsPerPx");
        for (const qint64 nsPerPx : {qint64{3}, qint64{70'000}, qint64{50'000'000}, qint64{400'000'000'000}})
            for (const int style : {0, 1, 3})
                QTest::addRow("%d, %lld", style, static_cast<long long>(nsPerPx)) << style << nsPerPx;
    }
    void rulerLabelsDoNotChangeWhilePanning() {
        QFETCH(int, style);
        QFETCH(qint64, nsPerPx);
        const TimeFormat f(kMorning, {0, 3 * kDay}, static_cast<TimeStyle>(style), {});
        std::map<TimeNs, QString> seen;
        TimeScale s(TimeRange{kMinute - 17, kMinute - 17 + nsPerPx * 1000}, 1000);
        for (int i = 0; i < 200; ++i) {
            double last = -1e9;
            for (const RulerTick& t : rulerTicks(s, 90, f)) {
                if (!t.labelled) continue;
                QVERIFY(t.x - last >= 89.9);
                last = t.x;
                const auto [at, fresh] = seen.emplace(t.time, t.label);
                QVERIFY(fresh || at->second == t.label);
            }
            s = TimeScale(s.pannedBy(31), 1000);
        }
    }

    void whatIsShownCanBeTyped() {
        const QTimeZone berlin("Europe/Berlin");
        const TimeRange days{0, 3 * kDay};
        for (const TimeFormat& f :
             {TimeFormat(), TimeFormat(kMorning, days, TimeStyle::Offset, 7 * kSecond),
              TimeFormat(kMorning, days, TimeStyle::Utc, {}), TimeFormat(kMorning, days, TimeStyle::Captured, {}),
              TimeFormat(kMorning, days, TimeStyle::Local, {}, &berlin)})
            for (const TimeNs t : {130 * kSecond + 7, 3 * kHour + 456'789'012, 2 * kDay + 7}) {
                QCOMPARE(f.parse(f.exact(t)), std::optional(t));
                if (f.isClock()) QCOMPARE(f.parse(f.raw(t)), std::optional(t));
            }
        const TimeFormat f(kMorning, kMinutes, TimeStyle::Utc, {});
        QCOMPARE(f.parse(u"10:00"), std::optional(90 * kSecond));
        QCOMPARE(f.parse(u"10:00:00.5"), std::optional(90 * kSecond + kSecond / 2));
        QCOMPARE(f.parse(u"10:00:00,5"), std::optional(90 * kSecond + kSecond / 2));
        QCOMPARE(f.parse(u"2026-11-30 10:00"), std::optional(90 * kSecond));
        QCOMPARE(f.parse(u"2026-11-30T11:00:00+01:00"), std::optional(90 * kSecond));
        // The first such time from the start of the report on.
        QCOMPARE(f.parse(u"00:00"), std::optional(utc(2026, 12, 1) - kMorning.utcEpochNs));
        for (const auto* wrong : {u"", u"-", u":", u"10", u"10:60:00", u"25:00", u"2026-02-30", u"later", u"1:2:3:4"})
            QVERIFY2(!f.parse(QStringView(wrong)), qPrintable(QString::fromUtf16(wrong)));
        QCOMPARE(TimeFormat().parse(u"−1 d 02:00:00"), std::optional(-(kDay + 2 * kHour)));
        QVERIFY(!TimeFormat().parse(u"2026-11-30 10:00"));  // a report without a clock
    }

    // A table asks for some hundred texts a frame: none may look a zone up.
    void aTextByTheClockCostsNotMuchMoreThanAnOffset() {
        const QTimeZone berlin("Europe/Berlin");
        const TimeFormat clock(kMorning, {0, 400 * kDay}, TimeStyle::Local, {}, &berlin), offset;
        const auto measured = [](const TimeFormat& f) {
            qint64 best = std::numeric_limits<qint64>::max();
            for (int run = 0; run < 5; ++run) {
                QElapsedTimer watch;
                watch.start();
                qsizetype chars = 0;
                for (TimeNs t = 0; t < 20'000; ++t) chars += f.exact(t * 1'717'171'717).size();
                if (chars == 0) return qint64{0};
                best = std::min(best, watch.nsecsElapsed());
            }
            return best;
        };
        const qint64 plainNs = measured(offset), clockNs = measured(clock);
        QVERIFY2(clockNs < 4 * plainNs, qPrintable(QStringLiteral("%1 against %2 ns").arg(clockNs).arg(plainNs)));
    }

    void stylesHaveStableNames() {
        for (std::size_t i = 0; i < kTimeStyleCount; ++i) {
            const auto style = static_cast<TimeStyle>(i);
            QCOMPARE(timeStyleFromId(timeStyleId(style)), style);
            QVERIFY(!timeStyleText(style).isEmpty());
        }
        QCOMPARE(timeStyleFromId(QStringLiteral("sundial")), TimeStyle::Offset);
    }
};

SIGHTLINE_QT_TEST(TimelineTimesTest)

#include "timeline_times_test.moc"
