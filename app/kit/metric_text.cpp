// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kit/metric_text.h"

#include <QCoreApplication>
#include <array>
#include <cmath>

#include "app/kit/std_text.h"
#include "timeline/look/format.h"

namespace app {
namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(KernelMetrics)
};

const QChar kSpace(QChar::Nbsp);  // as between a number and its unit everywhere

QString withPrefix(double v, const QString& unit) {
    constexpr std::array kPrefixes{"", "k", "M", "G", "T", "P"};
    std::size_t i = 0;
    for (; std::fabs(v) >= 999.95 && i + 1 < kPrefixes.size(); ++i) v /= 1000;
    return timeline::formatValue(v) + kSpace + QLatin1String(kPrefixes[i]) + unit;
}

QString bareNumber(model::MetricValue value) {
    if (value.type == model::MetricValue::Type::Int) return timeline::formatCount(value.bits);
    const double v = value.number();
    // Counters are whole numbers that reports keep as doubles.
    if (v >= 0 && v < 1e15 && v == std::floor(v)) return timeline::formatCount(static_cast<std::uint64_t>(v));
    return std::isnan(v) ? QStringLiteral("NaN") : timeline::formatValue(v);
}

}  // namespace

QString metricText(const model::Snapshot& snapshot, model::MetricValue value, std::string_view unit) {
    if (value.type == model::MetricValue::Type::Text) return utf8(snapshot.text(value.text()));
    if (!value.isNumber()) return {};
    const double v = value.number();
    if (!std::isfinite(v) || unit.empty()) return bareNumber(value);
    if (unit == "%") return QLocale().toString(v, 'f', 2) + kSpace + u'%';
    if (unit == "ns" && v >= 0 && v < 9e18) return timeline::formatDuration(std::llround(v));
    if (unit == "byte" && v >= 0 && v < 1.8e19) return timeline::formatBytes(static_cast<std::uint64_t>(v));
    if (unit == "byte/s") return withPrefix(v, QStringLiteral("B/s"));
    if (unit == "Hz") return withPrefix(v, QStringLiteral("Hz"));
    if (unit.ends_with("/s")) return withPrefix(v, utf8(unit));
    return bareNumber(value) + kSpace + utf8(unit);
}

QString rawReal(double v) {
    return v == std::floor(v) && std::fabs(v) < 1e15 ? QString::number(v, 'f', 0)
                                                     : QString::number(v, 'g', QLocale::FloatingPointShortest);
}

QString metricRaw(const model::Snapshot& snapshot, model::MetricValue value) {
    switch (value.type) {
    case model::MetricValue::Type::None: return {};
    case model::MetricValue::Type::Int: return QString::number(value.bits);
    case model::MetricValue::Type::Real: return rawReal(value.number());
    case model::MetricValue::Type::Text: return utf8(snapshot.text(value.text()));
    }
    return {};
}

std::string_view metricUnitOf(const model::Snapshot& snapshot, const model::MetricList::Entry& entry) {
    return entry.unit ? snapshot.text(entry.unit) : model::metricUnit(snapshot.text(entry.name));
}

QString placeMetricTitle(std::string_view metric) {
    if (metric == "smsp__pcsamp_sample_count") return Text::tr("Samples");
    if (metric == "inst_executed") return Text::tr("Instructions");
    if (metric == "thread_inst_executed") return Text::tr("Thread instructions");
    if (metric == "thread_inst_executed_true") return Text::tr("Thread instructions, predicated on");
    constexpr std::string_view kStall = "smsp__pcsamp_warps_issue_stalled_", kNotIssued = "_not_issued";
    if (!metric.starts_with(kStall)) return utf8(metric);
    metric.remove_prefix(kStall.size());
    const bool notIssued = metric.ends_with(kNotIssued);
    if (notIssued) metric.remove_suffix(kNotIssued.size());
    const QString reason = utf8(metric).replace(u'_', u' ');  // NVIDIA's own names of the reasons
    return (notIssued ? Text::tr("Stalled, not issued: %1") : Text::tr("Stalled: %1")).arg(reason);
}

}  // namespace app
