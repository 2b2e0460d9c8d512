// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/look/time_format.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QRegularExpression>
#include <QTimeZone>

#include <algorithm>
#include <array>
#include <chrono>

#include "model/base/time_units.h"
#include "model/store/wall_clock.h"
#include "timeline/look/format.h"

namespace timeline {
namespace {

constexpr TimeNs kSecond = model::kSeconds.ns, kMinute = model::kMinutes.ns, kHour = model::kHours.ns,
                 kDay = model::kDays.ns;

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(timeline::TimeFormat)
public:
    struct Style {
        const char* id;
        const char* name;
    };
    static constexpr std::array<Style, kTimeStyleCount> kStyles{{
        {"offset", QT_TR_NOOP("From the Start of the Report")},
        {"utc", QT_TR_NOOP("Wall Clock in UTC")},
        {"local", QT_TR_NOOP("Wall Clock of This Computer")},
        {"captured", QT_TR_NOOP("Wall Clock of the Captured Machine")},
    }};
};

TimeNs floorDiv(TimeNs v, TimeNs by) { return v / by - (v % by < 0 ? 1 : 0); }

QString twoDigits(TimeNs v) { return QString::number(v).rightJustified(2, QLatin1Char('0')); }

QString dateText(TimeNs clock) {
    const std::chrono::year_month_day d{std::chrono::sys_days{std::chrono::days{floorDiv(clock, kDay)}}};
    return QStringLiteral("%1-%2-%3")
        .arg(static_cast<int>(d.year()))
        .arg(static_cast<unsigned>(d.month()), 2, 10, QLatin1Char('0'))
        .arg(static_cast<unsigned>(d.day()), 2, 10, QLatin1Char('0'));
}

/// "+02:00", or "Z" for UTC itself.
QString zoneText(TimeNs offset) {
    if (offset == 0) return QStringLiteral("Z");
    const TimeNs minutes = std::abs(offset) / kMinute;
    return (offset < 0 ? QLatin1Char('-') : QLatin1Char('+')) + twoDigits(minutes / 60) + QLatin1Char(':') +
           twoDigits(minutes % 60);
}

/// The offsets of a zone from UTC between two instants, ns since 1970: the first one, and each change.
std::vector<std::pair<TimeNs, TimeNs>> offsetsOf(const QTimeZone& zone, TimeNs from, TimeNs to) {
    const auto when = [](TimeNs ns) { return QDateTime::fromMSecsSinceEpoch(floorDiv(ns, 1'000'000), Qt::UTC); };
    if (!zone.isValid()) return {{from, 0}};
    std::vector<std::pair<TimeNs, TimeNs>> out{{from, zone.offsetFromUtc(when(from)) * kSecond}};
    if (!zone.hasTransitions()) return out;
    for (const QTimeZone::OffsetData& change : zone.transitions(when(from), when(to))) {
        const TimeNs at = change.atUtc.toMSecsSinceEpoch() * 1'000'000, offset = change.offsetFromUtc * kSecond;
        if (at > from && offset != out.back().second) out.emplace_back(at, offset);
    }
    return out;
}

/// Hours, minutes, seconds and their decimals as digits; a part that is missing is 0.
std::optional<TimeNs> clockNs(const QRegularExpressionMatch& m, int hours) {
    const TimeNs h = m.captured(hours).toLongLong(), min = m.captured(hours + 1).toLongLong(),
                 s = m.captured(hours + 2).toLongLong();
    if (min >= 60 || s >= 60) return {};
    return h * kHour + min * kMinute + s * kSecond +
           m.captured(hours + 3).left(9).leftJustified(9, QLatin1Char('0')).toLongLong();
}

/// A typed or copied text in ASCII: without the spaces between digits, with a point and a hyphen.
QString plain(QStringView text) {
    QString out;
    for (const QChar c : text) {
        if (c == QChar(0x202f)) continue;
        out += c == QChar(0x2212)      ? QLatin1Char('-')
               : c == QLatin1Char(',') ? QLatin1Char('.')
               : c.isSpace()           ? QLatin1Char(' ')
                                       : c;
    }
    // Decimals in groups, as they are shown: "12.317 402 518".
    static const QRegularExpression gap(
        QStringLiteral("(?<=\\.\\d{3}|\\.\\d{6}) (?=\\d{3})|(?<=\\.\\d{3} \\d{3}) (?=\\d{3})"));
    return out.trimmed().remove(gap);
}

}  // namespace

QString timeStyleId(TimeStyle style) { return QLatin1String(Texts::kStyles[static_cast<std::size_t>(style)].id); }

TimeStyle timeStyleFromId(const QString& id) {
    for (std::size_t i = 0; i < kTimeStyleCount; ++i)
        if (id == QLatin1String(Texts::kStyles[i].id)) return static_cast<TimeStyle>(i);
    return TimeStyle::Offset;
}

QString timeStyleText(TimeStyle style) { return Texts::tr(Texts::kStyles[static_cast<std::size_t>(style)].name); }

QString whyNoTimes(const model::ReportInfo& info, TimeStyle style) {
    if (style == TimeStyle::Offset) return {};
    if (!model::wallClockOf(info)) return Texts::tr("The report does not say at which time of day it was captured.");
    if (style == TimeStyle::Captured && !model::utcOffsetOf(info))
        return Texts::tr("The report does not say in which time zone it was captured.");
    return {};
}

TimeFormat::TimeFormat(const model::ReportInfo& info, TimeRange times, TimeStyle style, std::optional<TimeNs> zero,
                       const QTimeZone* local)
    : m_zero(zero.value_or(0)), m_origin(m_zero), m_epoch(model::wallClockOf(info).value_or(0)), m_begin(times.begin) {
    if (zero || style == TimeStyle::Offset || !whyNoTimes(info, style).isEmpty()) return;
    const TimeNs from = m_epoch + times.begin, to = m_epoch + times.end;
    if (style == TimeStyle::Local)
        for (const auto& [at, offset] : offsetsOf(local ? *local : QTimeZone::systemTimeZone(), from, to))
            m_zone.push_back({at - m_epoch, offset});
    else m_zone.push_back({times.begin, style == TimeStyle::Captured ? *model::utcOffsetOf(info) * kSecond : 0});
    // Days begin where the clock of the first event says so.
    m_origin = -((m_epoch + m_zone.front().ns) % kDay);
    m_dates = floorDiv(clockOf(times.begin), kDay) != floorDiv(clockOf(times.end), kDay);
}

TimeNs TimeFormat::offsetAt(TimeNs t) const {
    const auto after =
        std::upper_bound(m_zone.begin() + 1, m_zone.end(), t, [](TimeNs v, const Offset& o) { return v < o.from; });
    return std::prev(after)->ns;
}

TimeNs TimeFormat::clockOf(TimeNs t) const { return model::saturatingAdd(t, m_epoch + offsetAt(t)); }

QString TimeFormat::clockText(TimeNs t, int decimals, bool date, bool seconds) const {
    // Cut, not rounded: 23:59:59.9996 is not yet the next day.
    const TimeNs clock = clockOf(t), inDay = clock - floorDiv(clock, kDay) * kDay;
    QString out = date ? dateText(clock) + QLatin1Char(' ') : QString();
    out += twoDigits(inDay / kHour) + QLatin1Char(':') + twoDigits(inDay / kMinute % 60);
    if (seconds) out += QLatin1Char(':') + twoDigits(inDay / kSecond % 60) + decimalsText(inDay % kSecond, decimals);
    if (m_zone.size() > 1) out += QLatin1Char(' ') + zoneText(offsetAt(t));
    return out;
}

QString TimeFormat::exact(TimeNs t) const {
    return isClock() ? clockText(t, 9, m_dates) : formatExactTime(model::saturatingSub(t, m_zero));
}

QString TimeFormat::at(TimeNs t, double nsPerPx) const {
    if (!isClock()) return formatTime(model::saturatingSub(t, m_zero), nsPerPx);
    return clockText(t, decimalsFor(nsPerPx), m_dates);
}

QString TimeFormat::raw(TimeNs t) const {
    if (!isClock()) return rawNumber(model::saturatingSub(t, m_zero));
    const TimeNs clock = clockOf(t), inDay = clock - floorDiv(clock, kDay) * kDay;
    return dateText(clock) + QLatin1Char('T') + twoDigits(inDay / kHour) + QLatin1Char(':') +
           twoDigits(inDay / kMinute % 60) + QLatin1Char(':') + twoDigits(inDay / kSecond % 60) + QLatin1Char('.') +
           QString::number(inDay % kSecond).rightJustified(9, QLatin1Char('0')) + zoneText(offsetAt(t));
}

QString TimeFormat::label(TimeNs t, TimeNs step) const {
    if (!isClock()) return formatRoundTime(model::saturatingSub(t, m_zero), step);
    const bool newDay = floorDiv(clockOf(t), kDay) != floorDiv(clockOf(model::saturatingSub(t, step)), kDay);
    const bool midnight = clockOf(t) % kDay == 0;
    if (newDay && (midnight || step >= kDay)) return dateText(clockOf(t));
    const int decimals = step >= kSecond ? 0 : std::max(3, decimalsFor(static_cast<double>(step)));
    return clockText(t, decimals, newDay, step % kMinute != 0);
}

std::optional<TimeNs> TimeFormat::parse(QStringView given) const {
    const QString text = plain(given);
    if (const auto clock = parseClock(text)) return clock;
    static const QRegularExpression offset(
        QStringLiteral("^(-?)(?:(\\d{1,5}) ?d(?: (?=\\d)|$))?(?:(\\d{1,7}):(\\d\\d?):(\\d\\d?)(?:\\.(\\d+))?)?$"));
    const auto m = offset.match(text);
    if (!m.hasMatch() || (m.captured(2).isEmpty() && m.captured(3).isEmpty())) return {};
    const auto inDay = clockNs(m, 3);
    if (!inDay) return {};
    const TimeNs ns = m.captured(2).toLongLong() * kDay;
    const TimeNs sum = model::saturatingAdd(ns, *inDay);
    if (sum > model::kTimeLimit) return {};
    return model::saturatingAdd(m_zero, m.captured(1).isEmpty() ? sum : -sum);
}

// A time of day without a date means the first such time from the start of the report on. It is one where times are
// shown so, or where a date or a zone says it.
std::optional<TimeNs> TimeFormat::parseClock(const QString& text) const {
    if (m_epoch == 0) return {};
    static const QRegularExpression form(
        QStringLiteral("^(?:(\\d{4})-(\\d\\d?)-(\\d\\d?)(?:[ T]|$))?(?:(\\d\\d?):(\\d\\d)(?::(\\d\\d)(?:\\.(\\d+))?)?)?"
                       "(?: ?(?:(Z|UTC)|([+-]\\d\\d):?(\\d\\d)))?$"));
    const auto m = form.match(text);
    const bool date = !m.captured(1).isEmpty(), time = !m.captured(4).isEmpty(),
               zone = !m.captured(8).isEmpty() || !m.captured(9).isEmpty();
    if (!m.hasMatch() || (!date && !time) || (!isClock() && !date && !zone)) return {};
    const auto inDay = clockNs(m, 4);
    if (!inDay || *inDay >= kDay) return {};
    TimeNs offset = isClock() ? m_zone.front().ns : 0;
    if (zone) {
        const TimeNs hours = m.captured(9).toLongLong(), minutes = m.captured(10).toLongLong();
        offset = hours * kHour + (m.captured(9).startsWith(QLatin1Char('-')) ? -minutes : minutes) * kMinute;
    }
    const auto instant = [&](TimeNs day) { return model::saturatingSub(day + *inDay - offset, m_epoch); };
    const auto settled = [&](TimeNs day) {
        TimeNs t = instant(day);
        // By the clock of that time, which may differ from the one at the start of the report.
        if (!zone && isClock()) offset = offsetAt(t), t = instant(day);
        return t;
    };
    if (date) {
        const QDate d(m.captured(1).toInt(), m.captured(2).toInt(), m.captured(3).toInt());
        const TimeNs days = QDate(1970, 1, 1).daysTo(d);
        if (!d.isValid() || days < 0 || days > (TimeNs{1} << 62) / kDay) return {};
        return settled(days * kDay);
    }
    const TimeNs today = floorDiv(model::saturatingAdd(m_begin, m_epoch + offset), kDay) * kDay;
    const TimeNs t = settled(today);
    // A minute is named by its beginning, which may lie before the first event.
    return t >= m_begin - kMinute ? t : settled(today + kDay);
}

}  // namespace timeline
