// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "model/diff/figures.h"

namespace model::diff {

/// The rank that others wait for in kernels of communication: they end together, so the last one to come has the
/// shortest ones.
struct LateRank {
    std::size_t rank = 0;
    double waited = 0;   ///< ns a repetition by which the others took longer, mean of all repetitions
    double fastest = 0;  ///< ns that the fastest tenth of the kernels of communication takes: the transfer itself
};

/// Nothing where there are fewer than two ranks that communicate, or none is late in a majority of repetitions and in
/// sum.
std::optional<LateRank> lateRank(const Figures& figures);

}  // namespace model::diff
