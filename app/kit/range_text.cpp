// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kit/range_text.h"

#include <QRegularExpression>
#include <QString>

#include "model/base/time_units.h"

namespace app {

model::TimeRange RangeText::within(model::TimeRange report) const {
    return {begin.value_or(report.begin), end.value_or(report.end)};
}

std::optional<model::TimeNs> parseTime(QStringView text) {
    static const QRegularExpression form(
        QStringLiteral("^(-?)(\\d{1,12}|\\d{1,18}(?=(?:ns)?$))(?:\\.(\\d{1,9})\\d*)?\\s*([a-zµ]*)$"));
    const auto m = form.match(text.trimmed().toString());
    if (!m.hasMatch()) return {};
    const std::string name = m.captured(4).toStdString();
    const model::TimeUnit* unit = name.empty() ? &model::kNanoseconds : model::timeUnit(name);
    std::int64_t whole = 0;
    if (!unit || __builtin_mul_overflow(m.captured(2).toLongLong(), unit->ns, &whole)) return {};
    // At most nine decimals: 60e9 · 999 999 999 would overflow, so what is longer is split into seconds.
    constexpr model::TimeNs kSecond = model::kSeconds.ns;
    const std::int64_t decimals = m.captured(3).leftJustified(9, u'0').toLongLong();
    const std::int64_t part = unit->ns > kSecond ? decimals * (unit->ns / kSecond) : decimals * unit->ns / kSecond;
    if (whole > model::kTimeLimit - part) return {};
    return m.captured(1).isEmpty() ? whole + part : -(whole + part);
}

std::optional<model::TimeNs> parseTimeAs(const timeline::TimeFormat& times, QStringView text) {
    if (const auto time = times.parse(text)) return time;
    QString plain;  // as shown: digits in groups, the decimal sign of the country
    for (const QChar c : text.trimmed())
        if (!c.isSpace() && c != QChar(0x202f))
            plain += c == QChar(0x2212) ? QLatin1Char('-') : c == QLatin1Char(',') ? QLatin1Char('.') : c;
    if (plain.startsWith(u'+')) plain.remove(0, 1);
    const auto offset = parseTime(plain);
    return offset ? std::optional(model::saturatingAdd(times.zero(), *offset)) : std::nullopt;
}

std::optional<RangeText> parseRange(QStringView text) {
    const qsizetype dots = text.indexOf(u"..");
    if (dots < 0) return {};
    // "1...5" would be ambiguous.
    const QStringView left = text.left(dots).trimmed(), right = text.mid(dots + 2).trimmed();
    if (right.startsWith(u'.')) return {};
    RangeText out;
    if (!left.isEmpty() && !(out.begin = parseTime(left))) return {};
    if (!right.isEmpty() && !(out.end = parseTime(right))) return {};
    if (out.begin && out.end && *out.end <= *out.begin) return {};
    return out;
}

}  // namespace app
