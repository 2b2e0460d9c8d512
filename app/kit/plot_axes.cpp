// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kit/plot_axes.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

#include "timeline/look/format.h"

namespace app {
namespace {

class ValueTicker : public QCPAxisTicker {
protected:
    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return timeline::formatValue(tick); }
};

class WholeTicker : public ValueTicker {
protected:
    // The steps of QCustomPlot are 1, 2, 2.5 and 5 times a power of ten.
    double getTickStep(const QCPRange& range) override {
        return std::max(1.0, std::floor(ValueTicker::getTickStep(range)));
    }
};

class ShareTicker : public QCPAxisTicker {
protected:
    QString getTickLabel(double tick, const QLocale&, QChar, int) override {
        return timeline::formatValue(tick * 100) + QChar::Nbsp + u'%';
    }
};

class ByteTicker : public QCPAxisTicker {
protected:
    // Steps of 1, 2 or 4 … times a power of two's unit: "512 MiB", not "476.8 MiB".
    double getTickStep(const QCPRange& range) override {
        double unit = 1;
        while (range.size() / unit > 2048) unit *= 1024;
        const double wanted = range.size() / unit / 4;
        double step = 1;
        while (step < wanted) step *= 2;
        return step * unit;
    }
    QString getTickLabel(double tick, const QLocale&, QChar, int) override {
        return tick < 0 ? QString() : timeline::formatBytes(static_cast<std::uint64_t>(tick));
    }
};

class DurationTicker : public QCPAxisTicker {
protected:
    QString getTickLabel(double tick, const QLocale&, QChar, int) override {
        const model::TimeUnit& unit = model::unitFor(std::round(tick));
        return timeline::formatValue(unit.of(tick)) + QChar::Nbsp + timeline::unitName(unit);
    }
    double getTickStep(const QCPRange& range) override {
        return std::max(1.0, QCPAxisTicker::getTickStep(range));  // a duration is so many whole ns
    }
};

class LogDurationTicker : public DurationTicker {
protected:
    QString getTickLabel(double tick, const QLocale& locale, QChar format, int precision) override {
        return DurationTicker::getTickLabel(std::pow(10, tick), locale, format, precision);
    }
    QVector<double> createTickVector(double, const QCPRange& range) override {
        return range.size() < 1 ? roundDurations(range) : decades(range);
    }

private:
    /// Less than a decade: round steps of the durations themselves, as far as their labels have room.
    QVector<double> roundDurations(const QCPRange& range) {
        constexpr double kLeastGap = 0.16;  // of the axis
        const QCPRange ns(std::pow(10, range.lower), std::pow(10, range.upper));
        QVector<double> out;
        for (const double t : DurationTicker::createTickVector(getTickStep(ns), ns))
            if (t > 0 && (out.isEmpty() || std::log10(t) - out.last() > range.size() * kLeastGap))
                out.append(std::log10(t));
        return out;
    }
    static QVector<double> decades(const QCPRange& range) {
        constexpr int kMostTicks = 5;
        const int first = static_cast<int>(std::floor(range.lower)), last = static_cast<int>(std::ceil(range.upper));
        const int every = std::max(1, (last - first + kMostTicks - 1) / kMostTicks);
        QVector<double> out;
        for (int decade = first; decade <= last; decade += every)
            for (const double digit : {1.0, 2.0, 5.0})
                if (digit == 1.0 || range.size() < 1.6) out.append(decade + std::log10(digit));
        return out;
    }
};

class TimeTicker : public QCPAxisTicker {
public:
    TimeTicker(model::TimeNs origin, timeline::TimeFormat times) : m_origin(origin), m_times(std::move(times)) {}

protected:
    double getTickStep(const QCPRange& range) override { return m_step = QCPAxisTicker::getTickStep(range); }
    QString getTickLabel(double tick, const QLocale&, QChar, int) override {
        return m_times.at(m_origin + std::llround(tick), std::max(1.0, m_step / 10));
    }

private:
    const model::TimeNs m_origin;
    const timeline::TimeFormat m_times;
    double m_step = 1;
};

}  // namespace

QSharedPointer<QCPAxisTicker> valueTicks() { return QSharedPointer<ValueTicker>::create(); }
QSharedPointer<QCPAxisTicker> wholeTicks() { return QSharedPointer<WholeTicker>::create(); }
QSharedPointer<QCPAxisTicker> shareTicks() { return QSharedPointer<ShareTicker>::create(); }
QSharedPointer<QCPAxisTicker> byteTicks() { return QSharedPointer<ByteTicker>::create(); }
QSharedPointer<QCPAxisTicker> durationTicks(bool logarithmic) {
    if (logarithmic) return QSharedPointer<LogDurationTicker>::create();
    return QSharedPointer<DurationTicker>::create();
}
QSharedPointer<QCPAxisTicker> timeTicks(model::TimeNs origin, const timeline::TimeFormat& times) {
    return QSharedPointer<TimeTicker>::create(origin, times);
}

}  // namespace app
