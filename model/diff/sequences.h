// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "model/workload/names.h"

namespace model::diff {

/// Indices in both sequences, of elements that belong together; both ascend.
using IndexPair = std::pair<std::uint32_t, std::uint32_t>;

/// A longest common subsequence, by the furthest reaching paths of Myers: O((n + m) · d) for d differences. From a
/// thousand differences on, or fewer where there are many, it goes on from the path that has come furthest: then it may
/// not be the longest one, but time stays linear in the lengths.
std::vector<IndexPair> commonSequence(std::span<const NameId> a, std::span<const NameId> b);

/// Which sequences of two reports belong together, by the numbers of their streams or threads in order of their begin:
/// those of one number, the others in order. In no order.
std::vector<IndexPair> matchedLines(std::span<const std::int64_t> a, std::span<const std::int64_t> b);

/// Stretches of two sequences with a common element, or an end, on both sides.
struct Run {
    std::uint32_t beginA = 0, endA = 0, beginB = 0, endB = 0;
};
/// What lies between common elements, where it does in either.
std::vector<Run> runsBetween(std::span<const IndexPair> common, std::size_t sizeA, std::size_t sizeB);

/// One thing a sequence is made of, from the surest to the least sure sign that it is another's.
struct Token {
    NameId name = 0;   ///< whole
    NameId base = 0;   ///< without what a compiler adds
    NameId range = 0;  ///< what the program called the code that made it; 0 = unknown
};
/// Elements that are the same: first by whole names, what is between equal ones by base names. Both indices ascend.
std::vector<IndexPair> matched(std::span<const Token> a, std::span<const Token> b);
/// Runs that differ: what is between matched ones, by ranges, and those that are matched by base names alone. A run
/// that has elements on both sides is a replacement.
std::vector<Run> differences(std::span<const Token> a, std::span<const Token> b);

}  // namespace model::diff
