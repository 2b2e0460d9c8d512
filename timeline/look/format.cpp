// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/look/format.h"

#include <array>
#include <cmath>

#include <QCoreApplication>
#include <QLocale>

namespace timeline {
namespace {

const QChar kGroup(0x202f);  // narrow no-break space
const QChar kSpace(0x00a0);  // between value and unit
const QChar kMinus(0x2212);

QString point() { return QLocale().decimalPoint(); }

/// Digits with a gap after each third from the right.
QString grouped(QString digits) {
    for (qsizetype i = digits.size() - 3; i > 0; i -= 3) digits.insert(i, kGroup);
    return digits;
}
/// Digits with a gap after each third from the left, for decimals.
QString groupedDecimals(QString digits) {
    for (qsizetype i = 3; i < digits.size(); i += 4) digits.insert(i, kGroup);
    return digits;
}

std::uint64_t magnitude(TimeNs ns) {
    return ns < 0 ? std::uint64_t{0} - static_cast<std::uint64_t>(ns) : static_cast<std::uint64_t>(ns);
}

constexpr std::array<std::uint64_t, 10> kPow10{1,      10,      100,      1000,      10000,
                                               100000, 1000000, 10000000, 100000000, 1000000000};

/// `ns` in units of 10^unitDigits ns with `decimals` digits, rounded half away from zero; integers only, so that no
/// digit is invented.
QString fixed(TimeNs ns, int unitDigits, int decimals) {
    decimals = std::clamp(decimals, 0, unitDigits);
    const std::uint64_t drop = kPow10[static_cast<std::size_t>(unitDigits - decimals)];
    const std::uint64_t v = (magnitude(ns) + drop / 2) / drop, scale = kPow10[static_cast<std::size_t>(decimals)];
    QString s = grouped(QString::number(v / scale));
    if (decimals > 0)
        s += point() + groupedDecimals(QString::number(v % scale).rightJustified(decimals, QLatin1Char('0')));
    return ns < 0 && v != 0 ? kMinus + s : s;
}

QString withUnit(const QString& value, const QString& unit) { return value + kSpace + unit; }

/// Value with about four significant digits.
QString significant(double v) {
    const double a = std::fabs(v);
    const int decimals = a >= 1000 || a == 0 ? 0 : a >= 100 ? 1 : a >= 10 ? 2 : a >= 1 ? 3 : 4;
    QString s = QString::number(a, 'f', decimals);
    const qsizetype dot = s.indexOf(QLatin1Char('.'));
    if (dot >= 0) {
        while (s.endsWith(QLatin1Char('0'))) s.chop(1);
        if (s.endsWith(QLatin1Char('.'))) s.chop(1);
    }
    const qsizetype whole = s.indexOf(QLatin1Char('.'));
    QString out = grouped(whole < 0 ? s : s.left(whole));
    if (whole >= 0) out += point() + s.mid(whole + 1);
    return v < 0 && s != QLatin1String("0") ? kMinus + out : out;
}

/// A time in seconds, and from a minute on in hours, minutes and seconds, which nobody has to divide by 60.
QString timeText(TimeNs t, int decimals) {
    const std::uint64_t drop = kPow10[static_cast<std::size_t>(9 - decimals)], scale = kPow10[9];
    const std::uint64_t v = (magnitude(t) + drop / 2) / drop * drop, seconds = v / scale;
    if (seconds < 60) return withUnit(fixed(t, 9, decimals), unitName(model::kSeconds));
    const auto two = [](std::uint64_t n) { return QString::number(n).rightJustified(2, QLatin1Char('0')); };
    const std::uint64_t days = seconds / 86400, hours = seconds / 3600 % 24;
    QString out = t < 0 ? QString(kMinus) : QString();
    if (days > 0) out += withUnit(grouped(QString::number(days)), unitName(model::kDays)) + kSpace + two(hours);
    else out += QString::number(hours);
    return out + QLatin1Char(':') + two(seconds / 60 % 60) + QLatin1Char(':') + two(seconds % 60) +
           decimalsText(static_cast<TimeNs>(v % scale), decimals);
}

}  // namespace

QString unitName(const model::TimeUnit& unit) { return QString::fromUtf8(unit.name); }

QString formatIn(const model::TimeUnit& unit, TimeNs ns, int decimals) { return fixed(ns, unit.decimals, decimals); }

QString formatDuration(TimeNs ns) {
    const auto v = static_cast<TimeNs>(std::min<std::uint64_t>(magnitude(ns), model::kTimeMax));
    if (v >= model::kMinutes.ns) {
        // Rounded to what is shown first, so that 59.96 s never becomes 60.0 s.
        const TimeNs tenths = (v + 50000000) / 100000000;
        const QString text = QCoreApplication::translate("timeline", "%1 min %2 s")
                                 .arg(grouped(QString::number(tenths / 600)),
                                      QString::number(tenths % 600 / 10).rightJustified(2, QLatin1Char('0')) + point() +
                                          QString::number(tenths % 10));
        return ns < 0 ? kMinus + text : text;
    }
    // A value that rounds up to 1000 belongs to the next unit.
    const model::TimeUnit& unit = v >= 999999500 ? model::kSeconds : model::unitFor(static_cast<double>(v));
    return withUnit(formatIn(unit, ns, 3), unitName(unit));
}

int decimalsFor(double ns) {
    if (ns >= 1e9) return 0;
    if (ns >= 1e6) return 3;
    return ns >= 1e3 ? 6 : 9;
}

QString decimalsText(TimeNs ofSecond, int decimals) {
    if (decimals <= 0) return {};
    const auto digits = static_cast<std::uint64_t>(ofSecond) / kPow10[static_cast<std::size_t>(9 - decimals)];
    return point() + groupedDecimals(QString::number(digits).rightJustified(decimals, QLatin1Char('0')));
}

QString formatExactTime(TimeNs t) { return timeText(t, 9); }

QString formatTime(TimeNs t, double nsPerPx) { return timeText(t, std::max(3, decimalsFor(nsPerPx))); }

QString formatRoundTime(TimeNs t, TimeNs step) {
    return timeText(t, step >= model::kSeconds.ns ? 0 : std::max(3, decimalsFor(static_cast<double>(step))));
}

QString formatCount(std::uint64_t n) { return grouped(QString::number(n)); }

QString formatBytes(std::uint64_t bytes) {
    static constexpr std::array<const char*, 7> kUnits{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    double v = static_cast<double>(bytes);
    std::size_t unit = 0;
    for (; v >= 1023.95 && unit + 1 < kUnits.size(); ++unit) v /= 1024;
    const QString value = unit == 0 ? grouped(QString::number(bytes))
                                    : QString::number(v, 'f', v < 10 ? 2 : 1).replace(QLatin1Char('.'), point());
    return withUnit(value, QLatin1String(kUnits[unit]));
}

QString formatRate(double bytesPerSecond) {
    static constexpr std::array<const char*, 6> kUnits{"B/s", "kB/s", "MB/s", "GB/s", "TB/s", "PB/s"};
    if (!std::isfinite(bytesPerSecond)) return {};
    std::size_t unit = 0;
    for (; std::fabs(bytesPerSecond) >= 999.95 && unit + 1 < kUnits.size(); ++unit) bytesPerSecond /= 1000;
    return withUnit(QString::number(bytesPerSecond, 'f', unit == 0 ? 0 : 1).replace(QLatin1Char('.'), point()),
                    QLatin1String(kUnits[unit]));
}

QString formatPercent(double fraction) {
    if (!std::isfinite(fraction)) return {};
    const QString unit = QStringLiteral("%");
    if (fraction > 0 && fraction < 0.001)
        return QLatin1Char('<') + QString(kSpace) + withUnit(QLatin1Char('0') + point() + QLatin1Char('1'), unit);
    if (fraction >= 1 && fraction < 1.0005) return withUnit(QStringLiteral("100"), unit);
    if (fraction == 0) return withUnit(QStringLiteral("0"), unit);
    // 99.97 % must not read as all of it.
    const double shown = fraction < 1 ? std::min(fraction * 100, 99.9) : fraction * 100;
    return withUnit(QString::number(shown, 'f', 1).replace(QLatin1Char('.'), point()), unit);
}

QString formatValue(double value) {
    if (std::isnan(value)) return {};
    if (std::isinf(value)) return value < 0 ? kMinus + QString(QChar(0x221e)) : QString(QChar(0x221e));
    if (std::fabs(value) >= 1e15 || (value != 0 && std::fabs(value) < 1e-3)) {
        QString s = QString::number(value, 'e', 3);
        return s.replace(QLatin1Char('.'), point());
    }
    return significant(value);
}

QString rawNumber(std::int64_t n) { return QString::number(n); }

}  // namespace timeline
