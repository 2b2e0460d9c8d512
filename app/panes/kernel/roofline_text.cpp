// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panes/kernel/roofline_text.h"

#include <QCoreApplication>
#include <QStringList>
#include <cmath>

#include "app/kit/std_text.h"
#include "app/panes/kernel/kernel_view.h"
#include "timeline/look/format.h"

namespace app {
namespace {

using model::roofline::Bound;
using model::roofline::isKnown;
using model::roofline::Level;
using model::roofline::Origin;
using model::roofline::Point;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Roofline)
};

/// Formulas of models are sentences that the window translates; those of metrics are names.
QString formulaText(const Point& p) {
    return p.isModel ? QCoreApplication::translate("Roofline", p.formula.c_str()) : QString::fromStdString(p.formula);
}

QString levelLine(const Point& p, const model::roofline::LevelInfo& info) {
    const std::size_t l = indexOf(info.level);
    QString line = Words::tr("%1: %2").arg(utf8(info.label), byteRateText(p.bandwidth(info.level)));
    if (isKnown(p.peakBytes[l]) && p.peakBytes[l] > 0)
        line +=
            Words::tr(" (%1 of %2)")
                .arg(timeline::formatPercent(p.bytes[l] / p.peakBytes[l]), byteRateText(p.peakBytes[l] / p.seconds));
    if (p.flop > 0 && p.bytes[l] > 0)
        line += Words::tr(", %1 FLOP/byte").arg(timeline::formatValue(p.intensity(info.level)));
    if (isKnown(p.efficiency(info.level)) && p.flop > 0)
        line += Words::tr(", %1 of its roof").arg(timeline::formatPercent(p.efficiency(info.level)));
    if (!p.definition[l].empty()) line += Words::tr(" — from %1").arg(QString::fromStdString(p.definition[l]));
    return line;
}

QStringList notesOf(const Point& p) {
    QStringList out;
    if (p.isModel)
        out += Words::tr("Model: counted from the sizes of the inputs; each tensor goes to or from memory once.");
    if (p.isIncomplete)
        out += Words::tr(
            "Incomplete: tensor units were busy or instructions are missing that no collected metric counts.");
    if (p.phantomShare > 0)
        out += Words::tr("Half-precision instructions, %1 of the work, may be register moves and are not drawn.")
                   .arg(timeline::formatPercent(p.phantomShare));
    return out;
}

}  // namespace

QString rateText(double value, const QString& unit) {
    if (!std::isfinite(value)) return QStringLiteral("–");
    constexpr const char* kPrefixes[] = {"", "k", "M", "G", "T", "P", "E"};
    std::size_t i = 0;
    while (std::abs(value) >= 1000 && i + 1 < std::size(kPrefixes)) value /= 1000, ++i;
    return timeline::formatValue(value) + QChar::Nbsp + QLatin1String(kPrefixes[i]) + unit;
}
QString flopRateText(double v) { return rateText(v, QStringLiteral("FLOP/s")); }
QString byteRateText(double v) { return rateText(v, QStringLiteral("B/s")); }

QString boundText(Bound bound) {
    switch (bound) {
    case Bound::Dram: return Words::tr("DRAM");
    case Bound::L2: return Words::tr("L2");
    case Bound::L1: return Words::tr("L1");
    case Bound::Compute: return Words::tr("Compute");
    case Bound::Latency: return Words::tr("Latency");
    case Bound::Unknown: break;
    }
    return Words::tr("Unknown");
}

QString pointText(const Point& p) {
    QStringList lines{QString::fromStdString(p.name)};
    if (!p.shape.empty()) lines += QString::fromStdString(p.shape);
    lines += Words::tr("Launches: %1, %2 on the device")
                 .arg(timeline::formatCount(p.launches), timeline::formatDuration(std::llround(p.seconds * 1e9)));
    QString work = p.hasWork() ? Words::tr("%1: %2").arg(utf8(precisionInfo(p.precision).label), flopRateText(p.rate()))
                               : Words::tr("No floating-point work");
    if (p.hasWork() && isKnown(p.peakFlop) && p.peakFlop > 0)
        work += Words::tr(" (%1 of %2)")
                    .arg(timeline::formatPercent(p.flop / p.peakFlop), flopRateText(p.peakFlop / p.seconds));
    lines += work;
    if (p.hasWork()) lines += Words::tr("Work: %1 = %2").arg(rateText(p.flop, QStringLiteral("FLOP")), formulaText(p));
    for (const auto& level : model::roofline::levels())
        if (isKnown(p.bytes[indexOf(level.level)])) lines += levelLine(p, level);
    lines += Words::tr("Bound by: %1").arg(boundText(p.bound()));
    if (!p.peakDefinition.empty()) {
        const QString from = p.peaks == Origin::Measured ? Words::tr("Peak measured: %1")
                             : p.isVerified              ? Words::tr("Peak by the data sheet: %1")
                                                         : Words::tr("Peak, not from a data sheet: %1");
        lines += from.arg(QString::fromStdString(p.peakDefinition));
    }
    return (lines + notesOf(p)).join(u'\n');
}

QString cachesText(model::roofline::Caches now, model::roofline::Caches before) {
    using model::roofline::Caches;
    if (now == Caches::Warm && before == Caches::Cleared)
        return Words::tr("Bytes of DRAM: with warm caches, of the baseline with cleared ones");
    if (now == Caches::Cleared && before == Caches::Warm)
        return Words::tr("Bytes of DRAM: with cleared caches, of the baseline with warm ones");
    return {};
}

QString beforeText(const Point& before, const Point& now) {
    const double a = before.seconds / static_cast<double>(std::max<std::uint64_t>(1, before.launches)),
                 b = now.seconds / static_cast<double>(std::max<std::uint64_t>(1, now.launches));
    const QString change = a > 0 ? deltaBeside(b, a, {}) : QStringLiteral("–");
    return Words::tr("Baseline: %1, %2 a launch; now %3 (%4)")
        .arg(flopRateText(before.rate()), timeline::formatDuration(std::llround(a * 1e9)),
             timeline::formatDuration(std::llround(b * 1e9)), change);
}

QString roofText(const model::roofline::Roof& roof) {
    QString name = utf8(roof.isWork ? precisionInfo(roof.precision).label : levelInfo(roof.level).label);
    if (!roof.variant.empty()) name += QStringLiteral(" (%1)").arg(QString::fromStdString(roof.variant));
    const QString rate = roof.isWork ? flopRateText(roof.rate) : byteRateText(roof.rate);
    switch (roof.origin) {
    case Origin::Measured: return Words::tr("%1 %2, measured").arg(name, rate);
    case Origin::DataSheet:
        return (roof.isVerified ? Words::tr("%1 %2, data sheet") : Words::tr("%1 %2, not from a data sheet"))
            .arg(name, rate);
    case Origin::Practical: return Words::tr("%1 %2, practical").arg(name, rate);
    }
    return name;
}

}  // namespace app
