// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/look/ruler_ticks.h"

#include "timeline/look/format.h"

namespace timeline {
namespace {

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

/// The last time up to `t` that is a whole number of steps from the origin.
TimeNs floorFrom(TimeNs origin, TimeNs t, TimeNs step) {
    const TimeNs rest = ((origin % step) + step) % step;
    return floorTo(model::saturatingSub(t, rest), step) + rest;
}

QString offsetLabel(TimeNs offset) {
    const model::TimeUnit& unit = offset % model::kMilliseconds.ns == 0   ? model::kMilliseconds
                                  : offset % model::kMicroseconds.ns == 0 ? model::kMicroseconds
                                                                          : model::kNanoseconds;
    return QLatin1Char('+') + formatIn(unit, offset, 0) + QChar(0x00a0) + unitName(unit);
}

struct Steps {
    TimeNs labelled, plain, anchor;
};

/// From a second to a day, steps are those of a clock.
struct ClockStep {
    TimeNs labelled, plain;  ///< s
};
constexpr ClockStep kClockSteps[] = {{2, 1},         {5, 1},        {10, 2},      {20, 5},       {30, 10},
                                     {60, 15},       {120, 30},     {300, 60},    {600, 120},    {1200, 300},
                                     {1800, 600},    {3600, 900},   {7200, 1800}, {10800, 3600}, {21600, 7200},
                                     {43200, 10800}, {86400, 21600}};

Steps stepsFor(const TimeScale& scale, double spacing) {
    constexpr TimeNs kSecond = model::kSeconds.ns, kDay = model::kDays.ns;
    Steps s{};
    const double least = std::max(1.0, spacing * scale.nsPerPx());
    if (least > static_cast<double>(kSecond) && least <= static_cast<double>(kDay)) {
        for (const ClockStep& step : kClockSteps) {
            s = {step.labelled * kSecond, step.plain * kSecond, step.labelled * kSecond};
            if (static_cast<double>(s.labelled) >= least) return s;
        }
    }
    if (least > static_cast<double>(kDay)) {
        s.labelled = niceStep(least / static_cast<double>(kDay)) * kDay;
        s.plain = s.labelled % (5 * kDay) == 0 ? s.labelled / 5 : s.labelled / 2;
        s.anchor = s.labelled;
        return s;
    }
    s.labelled = niceStep(least);
    TimeNs power = 1;
    while (power * 10 <= s.labelled) power *= 10;
    const TimeNs mantissa = s.labelled / power;
    s.plain = power == 1 ? 1 : mantissa == 1 ? power / 5 : mantissa == 2 ? power / 2 : power;
    s.anchor = s.labelled >= model::kSeconds.ns ? s.labelled : power * 10;
    return s;
}

}  // namespace

std::vector<RulerTick> rulerTicks(const TimeScale& scale, double spacing, const TimeFormat& format) {
    std::vector<RulerTick> out;
    const TimeRange range = scale.range().outer();
    const Steps steps = stepsFor(scale, spacing);
    const TimeNs origin = format.origin();
    const auto add = [&](TimeNs t) {
        const TimeNs way = model::saturatingSub(t, origin);
        RulerTick tick;
        tick.time = t;
        tick.x = scale.x(t);
        tick.labelled = way % steps.labelled == 0;
        tick.anchor = way % steps.anchor == 0;
        if (tick.anchor) tick.label = format.label(t, steps.anchor);
        else if (tick.labelled) tick.label = offsetLabel(way - floorTo(way, steps.anchor));
        out.push_back(std::move(tick));
    };
    const TimeNs anchor = floorFrom(origin, range.begin, steps.anchor);
    TimeNs t = floorFrom(origin, range.begin, steps.plain);
    if (anchor < t) add(anchor);
    for (; t <= range.end; t += steps.plain) add(t);
    return out;
}

std::vector<int> gridLines(const TimeScale& scale, double spacing, TimeNs origin) {
    std::vector<int> out;
    const TimeNs step = stepsFor(scale, spacing).labelled;
    const TimeRange range = scale.range().outer();
    for (TimeNs t = floorFrom(origin, range.begin, step); t <= range.end; t += step) {
        const int x = scale.pixel(t);
        if (x >= 0 && x < scale.width()) out.push_back(x);
    }
    return out;
}

}  // namespace timeline
