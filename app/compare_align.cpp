// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/compare_align.h"

#include <algorithm>
#include <map>

#include "model/event_store.h"

namespace app {

using model::diff::AlignBy;
using model::diff::Repetition;
using model::diff::Repetitions;

namespace {

constexpr std::size_t kMostRepetitions = 500;

std::string nameOf(const model::Snapshot& s, const Repetition& r, const Repetitions& all) {
    return all.unit == model::diff::Unit::Step && r.event.isValid() ? std::string(s.text(model::eventAt(s, r.event).name)) : all.name;
}

/// Those that may have been warm-up, too, in order.
std::vector<Repetition> inOrder(const model::diff::Series& series) {
    std::vector<Repetition> out = series.warmUp;
    out.insert(out.end(), series.whole.begin(), series.whole.end());
    std::sort(out.begin(), out.end(), [](const Repetition& x, const Repetition& y) { return x.when.begin < y.when.begin; });
    return out;
}

/// What lies on each other: steps of one name; where the reports share none, as with ranges that have no numbers, the n-th of both.
std::vector<std::pair<Repetition, Repetition>> pairsOf(const model::diff::Comparison& c) {
    const Repetitions &a = c.figuresA.repetitions, &b = c.figuresB.repetitions;
    std::vector<std::pair<Repetition, Repetition>> out;
    if (a.unit == model::diff::Unit::Step) {
        std::map<std::string, Repetition> named;
        for (const Repetition& r : inOrder(b.series[0])) named.try_emplace(nameOf(*c.b, r, b), r);
        for (const Repetition& r : inOrder(a.series[0]))
            if (const auto same = named.find(nameOf(*c.a, r, a)); same != named.end() && out.size() < kMostRepetitions) out.emplace_back(r, same->second);
        if (out.size() > 1) return out;
        out.clear();
    }
    const auto &left = a.series[0].whole, &right = b.series[0].whole;
    for (std::size_t i = 0; i < std::min({left.size(), right.size(), kMostRepetitions}); ++i) out.emplace_back(left[i], right[i]);
    return out;
}

}  // namespace

std::vector<AlignChoice> alignChoices(const model::diff::Comparison& c) {
    std::vector<AlignChoice> out;
    for (const AlignBy by : {AlignBy::Start, AlignBy::Kernel, AlignBy::Wall})
        if (const auto found = model::diff::align(*c.a, *c.b, {by})) out.push_back({by, {}, 0, *found, 1});
    const Repetitions &a = c.figuresA.repetitions, &b = c.figuresB.repetitions;
    if (a.unit == model::diff::Unit::Whole || a.series.empty() || b.series.empty()) return out;
    std::size_t n = 0;
    for (const auto& [left, right] : pairsOf(c)) {
        AlignChoice choice{AlignBy::Step, nameOf(*c.a, left, a), n++, {left.when.begin, right.when.begin}, 1};
        if (!left.when.isEmpty() && !right.when.isEmpty()) choice.stretch = static_cast<double>(left.when.length()) / static_cast<double>(right.when.length());
        out.push_back(std::move(choice));
    }
    return out;
}

std::size_t firstChoice(const std::vector<AlignChoice>& choices) {
    for (const AlignBy by : {AlignBy::Step, AlignBy::Kernel})
        if (const auto at = std::find_if(choices.begin(), choices.end(), [by](const AlignChoice& c) { return c.by == by; }); at != choices.end())
            return static_cast<std::size_t>(at - choices.begin());
    return 0;
}

}  // namespace app
