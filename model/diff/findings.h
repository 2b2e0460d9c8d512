// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/diff/compare.h"

namespace model::diff {

/// One sentence about what changed.
struct Finding {
    enum class Kind : std::uint8_t {
        Setup,   ///< the reports were made in different ways
        Same,    ///< a repetition takes as long in both, though something changed: that comes first
        Change,  ///< B takes more or less, beyond the spread
        Note,    ///< how it was compared, and what cannot be said
    };
    Kind kind = Kind::Note;
    std::string_view key;   ///< stable: "step_time"
    const char* text = "";  ///< English, with the places %1 … %9; the window translates it in the context "Compare"
    std::vector<std::string> values = {};
    double weight = 0;  ///< ns a repetition; what is listed first
    Proof proof = {};

    std::string sentence() const;
};
std::string_view findingKindKey(Finding::Kind kind);

/// What changed: differences of set-up, then changes by their weight, then notes. A change is one beyond the spread that costs or
/// saves half a percent of a repetition or more, or another number of events. What only follows from a change is left
/// out: longer waits for the GPU, ranges around slower calls.
std::vector<Finding> findingsOf(const Comparison& c);

/// "16.65 ms", "8.4 µs"; "+17.0 %".
std::string durationText(double ns);
std::string percentText(double before, double after);
/// How a rank is called: "GPU 1", or "process 12" where it used none; "GPU 1 / GPU 3" where it is another one in B.
std::string rankText(const Figures& figures, std::size_t rank);
std::string rankText(const Comparison& c, const PartRow& row);

}  // namespace model::diff
