// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace model::diff {

/// What a difference between two reports amounts to.
enum class Verdict : std::uint8_t {
    Within,  ///< within the spread of the repetitions; where none is known, too small to matter
    Slower,
    Faster,
    Added,
    Removed,  ///< in one of the reports only
    More,
    Fewer,    ///< another number per repetition
    Unclear,  ///< too few repetitions to know a spread
    Small,    ///< beyond the spread, and too small to matter
};
/// "within", "slower" …
std::string_view verdictKey(Verdict verdict);

/// Of any number of values, in any order; 0 of none. Linear.
double medianOf(std::vector<double> values);
/// Value below which that share (0 … 1) lies; between two values in proportion.
double quantileOf(std::vector<double> values, double share);
/// Median distance from the median, scaled so that it is the standard deviation where values are normally distributed. One
/// outlier, however far away, does not move it.
double spreadOf(const std::vector<double>& values);

/// Repetitions that show a spread at all.
inline constexpr std::size_t kFewestForSpread = 3;
/// Less than this share of change is nothing that one measures on a GPU whose clock moves.
inline constexpr double kLeastChange = 0.02;

/// How many such questions are asked at once: chance answers some of them.
enum class Asked : std::uint8_t { Few, Many };

/// Whether B's values are greater (Slower) or smaller (Faster) than A's beyond their spread. A rank test (Mann–Whitney, on the level of
/// one in a hundred, of many questions one in a thousand; with the correction for ties): it asks how often a repetition of B takes longer than one
/// of A, so neither outliers nor two modes of a distribution mislead it, as they do a comparison of means. With five values or more
/// each it is enough that none of B lies among those of A; with three or four they must lie further apart than they spread. Beyond
/// their spread, medians that differ by a share of `least` or less are Small. O(n log n).
Verdict judge(std::span<const double> a, std::span<const double> b, Asked asked = Asked::Many, double least = kLeastChange);

/// Whether durations fall into two groups, each a fifth of them or more, with one twice as long as the other and nothing between: then
/// neither their mean nor their median says anything. O(n log n).
bool isBimodal(std::vector<std::int64_t> durations);

}  // namespace model::diff
