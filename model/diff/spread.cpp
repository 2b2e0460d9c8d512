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

using Sorted = std::vector<double>;

Sorted sorted(std::span<const double> values) {
    Sorted out(values.begin(), values.end());
    std::sort(out.begin(), out.end());
    return out;
}

/// Of all differences between a value of `high` and one of `low` the n-th, from the smallest, which is 1. There are
/// many: so it is sought by halves, and how many are no greater is counted in one walk.
double nthDifference(const Sorted& low, const Sorted& high, double n) {
    struct UpTo {
        double count = 0, greatest = 0;
    };
    const auto upTo = [&](double most) {
        UpTo out{0, high.front() - low.back()};
        std::size_t below = 0;
        for (const double v : low) {
            while (below < high.size() && high[below] - v <= most) ++below;
            out.count += static_cast<double>(below);
            if (below > 0) out.greatest = std::max(out.greatest, high[below - 1] - v);
        }
        return out;
    };
    constexpr int kHalves = 50;
    double less = high.front() - low.back(), most = high.back() - low.front();
    if (upTo(less).count >= n) return less;
    for (int i = 0; i < kHalves; ++i) {
        const double middle = less + (most - less) / 2;
        (upTo(middle).count >= n ? most : less) = middle;
    }
    return upTo(most).greatest;
}

double range(const Sorted& values) { return values.back() - values.front(); }

/// By how much `high` is above `low` at least, that is after chance has taken what it may; less than nothing where that
/// is more than all.
double leastDifference(const Sorted& low, const Sorted& high, double deviations) {
    const auto n = static_cast<double>(low.size()), m = static_cast<double>(high.size());
    const double between = high.front() - low.back(), apart = std::min(low.size(), high.size()) >= kEnough
                                                                  ? between
                                                                  : between - std::max(range(low), range(high));
    const double rank =
        n * m / 2 -
        deviations * std::sqrt(n * m * (n + m + 1) / 12);  // of so few no order is beyond chance where it is below 0
    return rank > 0 ? std::max(apart, nthDifference(low, high, std::ceil(rank))) : apart;
}

}  // namespace

std::string_view verdictKey(Verdict verdict) {
    constexpr std::array<std::string_view, 9> kKeys{"within", "slower", "faster",  "added", "removed",
                                                    "more",   "fewer",  "unclear", "small"};
    return kKeys[static_cast<std::size_t>(verdict)];
}

double quantileOf(std::vector<double> values, double share) {
    if (values.empty()) return 0;
    const double place = share * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(below), values.end());
    const double low = values[below], part = place - static_cast<double>(below);
    if (part == 0) return low;
    return low +
           part * (*std::min_element(values.begin() + static_cast<std::ptrdiff_t>(below) + 1, values.end()) - low);
}

double medianOf(std::vector<double> values) { return quantileOf(std::move(values), 0.5); }

double spreadOf(const std::vector<double>& values) {
    const double median = medianOf(values);
    std::vector<double> distances;
    for (const double v : values) distances.push_back(std::abs(v - median));
    return kMadToDeviation * medianOf(std::move(distances));
}

Change changeOf(std::span<const double> a, std::span<const double> b, Asked asked, double least) {
    Change out{medianOf({a.begin(), a.end()}), medianOf({b.begin(), b.end()}), 0, Verdict::Unclear,
               std::min(a.size(), b.size())};
    if (out.measured == 0) return out;
    const double size = std::abs(out.delta());
    const bool small = size <= least * std::max(std::abs(out.a), std::abs(out.b));
    if (!out.spreadIsKnown()) {
        out.verdict = small ? Verdict::Within : Verdict::Unclear;
        return out;
    }
    const Sorted inA = sorted(a), inB = sorted(b);
    const double deviations = kNormalOf[static_cast<std::size_t>(asked)];
    out.spread = std::max(
        0.0, size - (out.delta() < 0 ? leastDifference(inB, inA, deviations) : leastDifference(inA, inB, deviations)));
    out.verdict = size <= out.spread ? Verdict::Within
                  : small            ? Verdict::Small
                  : out.delta() > 0  ? Verdict::Slower
                                     : Verdict::Faster;
    return out;
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
