// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/diff/late_rank.h"

#include <algorithm>
#include <numeric>

#include "model/diff/spread.h"

namespace model::diff {

std::optional<LateRank> lateRank(const Figures& figures) {
    std::vector<std::size_t> ranks;
    std::size_t repetitions = SIZE_MAX;
    for (std::size_t i = 0; i < figures.ranks.size(); ++i) {
        const auto& c = figures.ranks[i].communication;
        if (std::accumulate(c.begin(), c.end(), 0.0) <= 0) continue;
        ranks.push_back(i);
        repetitions = std::min(repetitions, c.size());
    }
    if (ranks.size() < 2) return {};
    std::vector<double> sums(figures.ranks.size());
    std::vector<std::size_t> shortest(figures.ranks.size());
    for (std::size_t r = 0; r < repetitions; ++r) {
        std::size_t least = ranks[0];
        for (const std::size_t i : ranks) {
            sums[i] += figures.ranks[i].communication[r];
            if (figures.ranks[i].communication[r] < figures.ranks[least].communication[r]) least = i;
        }
        ++shortest[least];
    }
    const std::size_t late =
        *std::min_element(ranks.begin(), ranks.end(), [&](std::size_t a, std::size_t b) { return sums[a] < sums[b]; });
    if (2 * shortest[late] <= repetitions) return {};
    double others = 0;
    for (const std::size_t i : ranks) others += i == late ? 0 : sums[i];
    std::vector<double> lengths;
    for (const Work& w : figures.kernels)
        if (w.communication) lengths.push_back(static_cast<double>(w.when.length()));
    return LateRank{late,
                    (others / static_cast<double>(ranks.size() - 1) - sums[late]) / static_cast<double>(repetitions),
                    quantileOf(std::move(lengths), 0.1)};
}

}  // namespace model::diff
