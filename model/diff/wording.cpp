// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/diff/wording.h"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

#include "model/base/time_units.h"
#include "model/base/translate_noop.h"

namespace model::diff {
namespace {

constexpr std::string_view kMinus = "\u2212",
                           kGap = "\u202f";  // the gap between thousands is narrow, and no line breaks there

/// Three digits of it, in thousands.
std::string factorText(double factor) {
    const double unit = std::pow(10, std::max(0.0, std::floor(std::log10(factor)) - 2));
    std::string out = fmt::format("{:.0f}", std::round(factor / unit) * unit);
    for (std::size_t end = out.size(); end > 3;) out.insert(end -= 3, kGap);
    return out;
}

}  // namespace

std::string durationText(double ns) {
    const double size = std::abs(ns);
    const std::string sign(ns < -0.5 ? kMinus : std::string_view());  // what is rounded to nothing has none
    const TimeUnit& unit = unitFor(size);
    return fmt::format("{}{:.{}f} {}", sign, unit.of(size), unit.decimals / 3, unit.name);
}

std::string percentText(double before, double after) {
    constexpr double kManyTimes = 10, kHardlyAny = 1000;
    if (before <= 0) return after <= 0 ? "0.0 %" : QT_TRANSLATE_NOOP("Compare", "from 0");
    if (after >= kManyTimes * before) return "× " + factorText(after / before);
    if (after > 0 && before >= kHardlyAny * after) return "÷ " + factorText(before / after);
    const double percent = (after - before) * 100 / before;
    if (std::abs(percent) < 0.05) return "0.0 %";  // rounded, and nothing has no sign
    return fmt::format("{}{:.1f} %", percent < 0 ? kMinus : "+", std::abs(percent));
}

bool isWhole(const Comparison& c) { return c.figuresA.repetitions.unit == Unit::Whole; }

bool hasSpread(const Comparison& c) {
    return !isWhole(c) && std::min(c.figuresA.count(), c.figuresB.count()) >= kFewestForSpread;
}

const char* verdictWord(const Change& change) {
    switch (change.verdict) {
    case Verdict::Slower: return QT_TRANSLATE_NOOP("Compare", "slower");
    case Verdict::Faster: return QT_TRANSLATE_NOOP("Compare", "faster");
    case Verdict::Added: return QT_TRANSLATE_NOOP("Compare", "added");
    case Verdict::Removed: return QT_TRANSLATE_NOOP("Compare", "removed");
    case Verdict::More: return QT_TRANSLATE_NOOP("Compare", "more often");
    case Verdict::Fewer: return QT_TRANSLATE_NOOP("Compare", "less often");
    case Verdict::Unclear: return QT_TRANSLATE_NOOP("Compare", "unclear");
    case Verdict::Small: return QT_TRANSLATE_NOOP("Compare", "small (below 2 %)");
    case Verdict::Within: break;
    }
    return change.spreadIsKnown() ? QT_TRANSLATE_NOOP("Compare", "within the spread")
                                  : QT_TRANSLATE_NOOP("Compare", "alike");
}

const char* verdictReason(const Change& change) {
    if (change.spreadIsKnown() || (change.verdict != Verdict::Within && change.verdict != Verdict::Unclear))
        return verdictWord(change);
    return change.measured > 1 ? QT_TRANSLATE_NOOP("Compare", "spread unknown (two measurements)")
                               : QT_TRANSLATE_NOOP("Compare", "spread unknown (one measurement)");
}

std::string replacementText(const Comparison& c, const Row& row) {
    std::string out;
    for (const auto& [arrow, names] : {std::pair("→ ", &row.replacedBy), std::pair("← ", &row.replaces)})
        for (const NameId name : *names)
            out += fmt::format("{}{}",
                               name != names->front() ? ", "
                               : out.empty()          ? arrow
                                                      : fmt::format("; {}", arrow),
                               c.names.text(name));
    return out;
}

std::string rankText(const Figures& figures, std::size_t rank) {
    const Rank& r = figures.ranks[rank];
    const std::int64_t pid = figures.repetitions.series[rank].pid;
    const std::int64_t number = r.number.value_or(static_cast<std::int64_t>(rank));
    if (r.device == TrackKey::kNone)
        return r.number || pid == TrackKey::kNone || isTextId(pid) ? fmt::format("rank {}", number)
                                                                   : fmt::format("process {}", pid);
    const bool alone = std::count_if(figures.ranks.begin(), figures.ranks.end(),
                                     [&](const Rank& o) { return o.device == r.device; }) == 1;
    return alone ? fmt::format("GPU {}", r.device) : fmt::format("GPU {} of rank {}", r.device, number);
}

std::string rankText(const Comparison& c, const PartRow& row) {
    const std::string a = rankText(c.figuresA, row.rankA), b = rankText(c.figuresB, row.rankB);
    return a == b || c.figuresA.ranks[row.rankA].device == TrackKey::kNone ? a : a + " / " + b;
}

}  // namespace model::diff
