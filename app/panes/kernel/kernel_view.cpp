// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panes/kernel/kernel_view.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>
#include <cmath>

#include "app/kit/metric_text.h"
#include "app/kit/signed_text.h"
#include "app/kit/std_text.h"
#include "model/kernels/kernel_summary.h"
#include "timeline/look/format.h"

namespace app {
namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(KernelMetrics)
};

constexpr double kLeastPart = 0.0005;   // less is "0.0 %"
constexpr double kLeastPoints = 0.005;  // which two decimals show
constexpr double kNoise = 1e-12;        // of what was computed from the same numbers
constexpr double kManyTimes = 9;        // more: from here on a factor reads better than per cents

QString pointsText(const QString& number) { return Text::tr("%1 points", "difference of two per cents").arg(number); }

/// With as many digits as it takes to see it.
QString sizeText(double size, std::string_view unit) {
    static const auto kStore = model::EventStore::create();  // texts of numbers need none of a report
    static const model::SnapshotPtr kNoReport = kStore->publish(true);
    const bool isShare = unit == "%";
    const QString text = isShare ? pointsText(QLocale().toString(size, 'f', 2))
                                 : metricText(*kNoReport, model::MetricValue::ofReal(size), unit);
    if (std::any_of(text.begin(), text.end(), [](QChar c) { return c.digitValue() > 0; })) return text;
    const QString number = QLocale().toString(size, 'g', 2);
    return isShare ? pointsText(number) : number + QChar::Nbsp + utf8(unit);
}

}  // namespace

model::MetricValue KernelBaseline::value(std::string_view metric) const {
    return snapshot ? model::ProfileValues(*snapshot, kernel()).value(metric) : model::MetricValue{};
}

QString deltaPercent(double now, double base) {
    if (!std::isfinite(now) || !std::isfinite(base) || base == 0) return {};
    const double part = (now - base) / std::abs(base);
    if (std::abs(part) < kLeastPart) return {};
    if (part >= kManyTimes) return QStringLiteral("×") + timeline::formatValue(now / base);
    const QString size = QLocale().toString(std::abs(part) * 100, 'f', 1) + QChar::Nbsp + u'%';
    return withSign(part, size);
}

QString deltaText(double now, double base, std::string_view unit) {
    if (!std::isfinite(now) || !std::isfinite(base)) return {};
    const double d = now - base;
    if (std::abs(d) <= kNoise * std::abs(base)) return Text::tr("equal", "to the baseline");
    const QString percent = deltaPercent(now, base);
    const QString size = withSign(d, sizeText(std::abs(d), unit));
    return percent.isEmpty() || unit == "%" ? size
                                            : Text::tr("%1 (%2)", "a difference, and in per cent").arg(size, percent);
}

QString deltaBeside(double now, double base, std::string_view unit) {
    if (!std::isfinite(now) || !std::isfinite(base)) return {};
    if (now == base) return QStringLiteral("=");
    const bool isShare = unit == "%";
    if (isShare ? std::abs(now - base) < kLeastPoints : base != 0 && deltaPercent(now, base).isEmpty())
        return QStringLiteral("≈");
    return isShare || base == 0 ? deltaText(now, base, unit) : deltaPercent(now, base);
}

QString withDelta(const QString& text, const QString& delta) {
    return delta.isEmpty() ? text : QStringLiteral("%1  (%2)").arg(text, delta);
}

}  // namespace app
