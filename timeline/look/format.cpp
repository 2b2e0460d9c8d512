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

/// Decimals of a second that resolve `ns`, in whole groups of three.
int decimalsFor(double ns) {
    if (ns >= 1e9) return 0;
    if (ns >= 1e6) return 3;
    return ns >= 1e3 ? 6 : 9;
}

/// Least of 1, 2, 5 × 10^n that is not less than `ns`.
TimeNs niceStep(double ns) {
    TimeNs power = 1;
    while (static_cast<double>(power) * 10 <= ns && power < TimeNs{1000000000000000000}) power *= 10;
    for (const TimeNs m : {TimeNs{1}, TimeNs{2}, TimeNs{5}})
        if (static_cast<double>(power) * static_cast<double>(m) >= ns) return power * m;
    return power * 10;
}

TimeNs floorTo(TimeNs t, TimeNs step) {
    const TimeNs r = t % step;
    return t - (r < 0 ? r + step : r);
}

QString offsetLabel(TimeNs offset) {
    const int digits = offset % 1000000 == 0 ? 6 : offset % 1000 == 0 ? 3 : 0;
    return QLatin1Char('+') +
           withUnit(fixed(offset, digits, 0), unitName(model::kShownTimeUnits[static_cast<std::size_t>(digits) / 3]));
}

struct Steps {
    TimeNs labelled, plain, anchor;
};
Steps stepsFor(const TimeScale& scale, double spacing) {
    Steps s{};
    s.labelled = niceStep(std::max(1.0, spacing * scale.nsPerPx()));
    TimeNs power = 1;
    while (power * 10 <= s.labelled) power *= 10;
    const TimeNs mantissa = s.labelled / power;
    s.plain = power == 1 ? 1 : mantissa == 1 ? power / 5 : mantissa == 2 ? power / 2 : power;
    s.anchor = s.labelled >= static_cast<TimeNs>(kPow10[9]) ? s.labelled : power * 10;
    return s;
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

QString formatExactTime(TimeNs t) { return withUnit(fixed(t, 9, 9), unitName(model::kSeconds)); }

QString formatTime(TimeNs t, double nsPerPx) {
    return withUnit(fixed(t, 9, std::max(3, decimalsFor(nsPerPx))), unitName(model::kSeconds));
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

std::vector<RulerTick> rulerTicks(const TimeScale& scale, double spacing) {
    std::vector<RulerTick> out;
    const TimeRange range = scale.range().outer();
    const Steps steps = stepsFor(scale, spacing);
    const int decimals = std::max(steps.anchor >= 1000000000 ? 0 : 3, decimalsFor(static_cast<double>(steps.anchor)));
    const auto add = [&](TimeNs t) {
        RulerTick tick;
        tick.time = t;
        tick.x = scale.x(t);
        tick.labelled = t % steps.labelled == 0;
        tick.anchor = t % steps.anchor == 0;
        if (tick.anchor) tick.label = withUnit(fixed(t, 9, decimals), unitName(model::kSeconds));
        else if (tick.labelled) tick.label = offsetLabel(t - floorTo(t, steps.anchor));
        out.push_back(std::move(tick));
    };
    const TimeNs anchor = floorTo(range.begin, steps.anchor);
    TimeNs t = floorTo(range.begin, steps.plain);
    if (anchor < t) add(anchor);
    for (; t <= range.end; t += steps.plain) add(t);
    return out;
}

std::vector<int> gridLines(const TimeScale& scale, double spacing) {
    std::vector<int> out;
    const TimeNs step = stepsFor(scale, spacing).labelled;
    const TimeRange range = scale.range().outer();
    for (TimeNs t = floorTo(range.begin, step); t <= range.end; t += step) {
        const int x = scale.pixel(t);
        if (x >= 0 && x < scale.width()) out.push_back(x);
    }
    return out;
}

}  // namespace timeline
