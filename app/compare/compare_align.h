// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "model/diff/alignment.h"
#include "model/diff/compare.h"

namespace app {

/// One way to lay two reports on each other.
struct AlignChoice {
    model::diff::AlignBy by = model::diff::AlignBy::Start;
    std::string repetition;            ///< name of a step or range; empty otherwise
    std::size_t nth = 0;               ///< of its kind, from 0
    model::diff::Alignment alignment;  ///< not stretched
    double stretch = 1;                ///< that makes the repetition as long in B as in A
};

/// Those that make sense for both: the start, the first kernel, the clock on the wall, and each repetition of the first
/// rank (500 at most). Looks at all kernels' rows: not for the window's thread.
std::vector<AlignChoice> alignChoices(const model::diff::Comparison& comparison);
/// The one to begin with: the first whole repetition, else the first kernel, else the start.
std::size_t firstChoice(const std::vector<AlignChoice>& choices);

}  // namespace app
