// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "model/base/message.h"
#include "model/diff/figures.h"
#include "model/roofline/peaks.h"

namespace model::diff {

/// The utilisation of a model (MFU) by the repetitions of a report.
struct MfuOfRepetitions {
    std::vector<double> percent;  ///< of the dense peak in its pace, of each over all ranks; empty: it cannot be told
    Message why;                  ///< the reason then
    double peak = 0;              ///< operations per second, in …
    roofline::Precision precision = roofline::Precision::Fp32;  ///< … the precision of most of the work
    std::string chip;
    double known = 0;  ///< share of the kernels' time whose work is known, 0 … 1
};

/// `peaks`: null = unknown. O(n log n) in kernels and operators.
MfuOfRepetitions mfuOf(const Snapshot& s, const Figures& figures, const roofline::PeakTable* peaks);

}  // namespace model::diff
