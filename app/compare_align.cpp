// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/compare_align.h"

#include <algorithm>

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

}  // namespace

std::vector<AlignChoice> alignChoices(const model::diff::Comparison& c) {
    std::vector<AlignChoice> out;
    for (const AlignBy by : {AlignBy::Start, AlignBy::Kernel, AlignBy::Wall})
        if (const auto found = model::diff::align(*c.a, *c.b, {by})) out.push_back({by, {}, 0, *found, 1});
    const Repetitions &a = c.figuresA.repetitions, &b = c.figuresB.repetitions;
    if (a.unit == model::diff::Unit::Whole || a.series.empty() || b.series.empty()) return out;
    const auto &left = a.series[0].whole, &right = b.series[0].whole;
    for (std::size_t i = 0; i < std::min({left.size(), right.size(), kMostRepetitions}); ++i) {
        AlignChoice choice{AlignBy::Step, nameOf(*c.a, left[i], a), i, {left[i].when.begin, right[i].when.begin}, 1};
        if (!left[i].when.isEmpty() && !right[i].when.isEmpty()) choice.stretch = static_cast<double>(left[i].when.length()) / static_cast<double>(right[i].when.length());
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
