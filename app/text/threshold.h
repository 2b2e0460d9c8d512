// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/base/error.h"
#include "model/diff/compare.h"

namespace app {

/// A condition on two reports: metric.statistic OP number. "step.p50>+3%": it breaks when B's median step takes more
/// than 3 % longer than A's. A number with a sign is a change from A to B, one without is B's own value.
///   metric     step (the pace), step.cpu, step.gpu, compute, communication, memory, idle (ns a repetition), step.mfu
///              (per cent of the dense peak), or kernel:NAME, api:NAME, range:NAME, operator:NAME, copy:NAME
///   statistic  p50, p90, p99 (any p0 … p100), mean, min, max of the repetitions;
///              count: events a repetition, the median, of what has a name
///   OP         > >= < <=
///   unit       %, ns, us, ms, s; for count none (5, +1) or % (+10%)
/// A "~" behind a change asks for one beyond the spread of the repetitions: "step.p50>+3%~".
struct Threshold {
    enum class Kind : std::uint8_t { Value, Change, Percent };
    std::string text, metric, name, statistic;
    double quantile = 0.5;  ///< for p…
    bool greater = true, orEqual = false;
    Kind kind = Kind::Value;
    double number = 0;          ///< ns, percent, or events
    bool beyondSpread = false;  ///< a change that chance explains does not break it
};

/// Errors: the text is none.
model::Result<Threshold> thresholdOf(std::string_view text);

/// What the two reports say to it.
struct ThresholdAnswer {
    bool broken = false;
    double a = 0, b = 0;
    bool times = true;          ///< a and b are ns, else numbers of events, or per cent
    bool withinSpread = false;  ///< it would be broken, were the change not within the spread
};
/// Errors: which report lacks the metric.
model::Result<ThresholdAnswer> check(const Threshold& threshold, const model::diff::Comparison& c);

}  // namespace app
