// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace model::diff {

/// What a difference between two reports amounts to.
enum class Verdict : std::uint8_t {
    Within,  ///< within the spread; where none is known, too small to matter
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
/// Median distance from the median, scaled so that it is the standard deviation where values are normally distributed.
/// One outlier, however far away, does not move it.
double spreadOf(const std::vector<double>& values);

/// Repetitions that show a spread at all.
inline constexpr std::size_t kFewestForSpread = 3;
/// Less than this share of change is nothing that one measures on a GPU whose clock moves.
inline constexpr double kLeastChange = 0.02;

/// How many such questions are asked at once: chance answers some of them.
enum class Asked : std::uint8_t { Few, Many };

/// One number of both reports, as the median of the repetitions, in ns.
struct Change {
    double a = 0, b = 0;
    double spread = 0;  ///< how much of the difference chance may make; says nothing unless it is known
    Verdict verdict = Verdict::Within;
    std::size_t measured = 0;  ///< repetitions, of the report that has fewer
    bool spreadIsKnown() const { return measured >= kFewestForSpread; }
    double delta() const { return b - a; }
};

/// The one rule of when a difference is one: it is Within if and only if it is not greater than the spread that is
/// shown with it, Slower or Faster beyond it, and Small if it is beyond it and the medians differ by a share of `least`
/// or less. The spread is the difference less what is left of it at least by a rank test (Mann–Whitney, on the level of
/// one in a hundred, of many questions one in a thousand): of all differences between a repetition of B and one of A, a
/// low one. So neither outliers nor two modes of a distribution mislead it, as they do a comparison of means, and more
/// repetitions make it smaller. With five values or more each it is enough that none of B lies among those of A; with
/// three or four they must lie further apart than they differ among themselves. Of fewer no spread is known: then what
/// differs by `least` is Unclear. O(n log n).
Change changeOf(std::span<const double> a, std::span<const double> b, Asked asked = Asked::Many,
                double least = kLeastChange);
inline Verdict judge(std::span<const double> a, std::span<const double> b, Asked asked = Asked::Many,
                     double least = kLeastChange) {
    return changeOf(a, b, asked, least).verdict;
}

/// Whether durations fall into two groups, each a fifth of them or more, with one twice as long as the other and
/// nothing between: then neither their mean nor their median says anything. O(n log n).
bool isBimodal(std::vector<std::int64_t> durations);

}  // namespace model::diff
