// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/diff/spread.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace model::diff {
namespace {

constexpr std::size_t kEnough = 5;              // values that are not apart by chance
constexpr double kNormalOf[] = {2.576, 3.291};  // one in a hundred, in a thousand; both sides
constexpr double kMadToDeviation = 1.4826;

/// How far the rank sum of B is from what chance gives, in standard deviations, with its sign.
double rankDeviation(std::span<const double> a, std::span<const double> b) {
    std::vector<std::pair<double, bool>> all;  // value, whether B's
    for (const double v : a) all.emplace_back(v, false);
    for (const double v : b) all.emplace_back(v, true);
    std::sort(all.begin(), all.end());
    const auto n = static_cast<double>(a.size()), m = static_cast<double>(b.size()), whole = n + m;
    double sum = 0, ties = 0;
    for (std::size_t i = 0; i < all.size();) {
        std::size_t end = i;
        while (end < all.size() && all[end].first == all[i].first) ++end;
        const auto equal = static_cast<double>(end - i);
        const double rank = static_cast<double>(i + end + 1) / 2;  // mean of the ranks i + 1 … end
        for (; i < end; ++i)
            if (all[i].second) sum += rank;
        ties += equal * equal * equal - equal;
    }
    const double variance = n * m / 12 * (whole + 1 - ties / (whole * (whole - 1)));
    return variance > 0 ? (sum - m * (whole + 1) / 2) / std::sqrt(variance) : 0;
}

/// Whether all of one are below all of the other; few ones by more than they differ among themselves.
bool isSeparate(std::span<const double> low, std::span<const double> high) {
    const auto [lowest, highOfLow] = std::minmax_element(low.begin(), low.end());
    const auto [lowOfHigh, highest] = std::minmax_element(high.begin(), high.end());
    const double between = std::min(low.size(), high.size()) >= kEnough ? 0 : std::max(*highOfLow - *lowest, *highest - *lowOfHigh);
    return *lowOfHigh - *highOfLow > between;
}

}  // namespace

std::string_view verdictKey(Verdict verdict) {
    constexpr std::array<std::string_view, 9> kKeys{"within", "slower", "faster", "added", "removed", "more", "fewer", "unclear", "small"};
    return kKeys[static_cast<std::size_t>(verdict)];
}

double quantileOf(std::vector<double> values, double share) {
    if (values.empty()) return 0;
    const double place = share * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(below), values.end());
    const double low = values[below], part = place - static_cast<double>(below);
    if (part == 0) return low;
    return low + part * (*std::min_element(values.begin() + static_cast<std::ptrdiff_t>(below) + 1, values.end()) - low);
}

double medianOf(std::vector<double> values) { return quantileOf(std::move(values), 0.5); }

double spreadOf(const std::vector<double>& values) {
    const double median = medianOf(values);
    std::vector<double> distances;
    for (const double v : values) distances.push_back(std::abs(v - median));
    return kMadToDeviation * medianOf(std::move(distances));
}

Verdict judge(std::span<const double> a, std::span<const double> b, Asked asked, double leastChange) {
    if (a.empty() || b.empty()) return Verdict::Unclear;
    const double before = medianOf({a.begin(), a.end()}), after = medianOf({b.begin(), b.end()});
    const bool small = std::abs(after - before) <= leastChange * std::max(std::abs(before), std::abs(after));
    if (a.size() < kFewestForSpread || b.size() < kFewestForSpread) return small ? Verdict::Within : Verdict::Unclear;
    const double deviation = rankDeviation(a, b), least = kNormalOf[static_cast<std::size_t>(asked)];
    const bool slower = after > before && (deviation > least || isSeparate(a, b)), faster = after < before && (deviation < -least || isSeparate(b, a));
    if (!slower && !faster) return Verdict::Within;
    return small ? Verdict::Small : slower ? Verdict::Slower : Verdict::Faster;
}

bool isBimodal(std::vector<std::int64_t> durations) {
    if (durations.size() < 10) return false;
    std::sort(durations.begin(), durations.end());
    const std::size_t least = durations.size() / 5;
    for (std::size_t i = least; i + least <= durations.size(); ++i)
        if (durations[i - 1] > 0 && durations[i] >= 2 * durations[i - 1]) return true;
    return false;
}

}  // namespace model::diff
