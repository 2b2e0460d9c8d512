// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/compare/compare_align.h"

#include <algorithm>

namespace app {

using model::diff::AlignBy;

namespace {

constexpr std::size_t kMostRepetitions = 500;

}  // namespace

std::vector<AlignChoice> alignChoices(const model::diff::Comparison& c) {
    std::vector<AlignChoice> out;
    for (const AlignBy by : {AlignBy::Start, AlignBy::Kernel, AlignBy::Wall})
        if (const auto found = model::diff::align(c, {by})) out.push_back({by, {}, 0, *found, 1});
    std::size_t n = 0;
    for (auto& [left, right, name] : model::diff::repetitionPairs(c, kMostRepetitions)) {
        AlignChoice choice{AlignBy::Step, std::move(name), n++, {left.when.begin, right.when.begin}, 1};
        const double inA = static_cast<double>(extentOf(left).length());
        const double inB = static_cast<double>(extentOf(right).length());
        if (inA > 0 && inB > 0) choice.stretch = inA / inB;
        out.push_back(std::move(choice));
    }
    return out;
}

std::size_t firstChoice(const std::vector<AlignChoice>& choices) {
    for (const AlignBy by : {AlignBy::Step, AlignBy::Kernel})
        if (const auto at =
                std::find_if(choices.begin(), choices.end(), [by](const AlignChoice& c) { return c.by == by; });
            at != choices.end())
            return static_cast<std::size_t>(at - choices.begin());
    return 0;
}

}  // namespace app
