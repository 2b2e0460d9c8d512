// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/diff/wording.h"

#include <fmt/format.h>
#include <algorithm>

#include "model/base/messages.h"
#include "model/base/translate_noop.h"

namespace model::diff {

using enum MessageCode;

Argument changeOf(double before, double after) {
    constexpr double kManyTimes = 10, kHardlyAny = 1000;
    if (before <= 0) return after <= 0 ? Argument::change(0) : Argument(FromZero);
    if (after >= kManyTimes * before) return Message(TimesAsMuch, {Argument::factor(after / before)});
    if (after > 0 && before >= kHardlyAny * after) return Message(PartOfIt, {Argument::factor(before / after)});
    return Argument::change((after - before) * 100 / before);
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

Message rankName(const Figures& figures, std::size_t rank) {
    const Rank& r = figures.ranks[rank];
    const std::int64_t pid = figures.repetitions.series[rank].pid;
    const std::int64_t number = r.number.value_or(static_cast<std::int64_t>(rank));
    if (r.device == TrackKey::kNone)
        return r.number || pid == TrackKey::kNone || isTextId(pid) ? Message(RankNumber, {number})
                                                                   : Message(ProcessNumber, {Argument::process(pid)});
    const bool alone = std::count_if(figures.ranks.begin(), figures.ranks.end(),
                                     [&](const Rank& o) { return o.device == r.device; }) == 1;
    return alone ? Message(GpuNumber, {r.device}) : Message(GpuOfRank, {r.device, number});
}

Message rankName(const Comparison& c, const PartRow& row) {
    Message a = rankName(c.figuresA, row.rankA), b = rankName(c.figuresB, row.rankB);
    if (a == b || c.figuresA.ranks[row.rankA].device == TrackKey::kNone) return a;
    return {InAAndB, {std::move(a), std::move(b)}};
}

}  // namespace model::diff
