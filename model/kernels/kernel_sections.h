// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "model/store/event_store.h"

namespace model {

/// A number of a section, and the numbers that it is made of.
struct SectionLine {
    StringId metric = 0;
    StringId instance = 0;  ///< of which text key (an opcode) of the metric it is; 0 = of the metric itself
    std::string label;      ///< as the report names it
    MetricValue value;
    std::string_view unit;
    double share = std::numeric_limits<double>::quiet_NaN();  ///< length of its bar, 0–1; NaN = it has none
    std::vector<SectionLine> parts;  ///< the greatest first; of a throughput, which is the greatest of its parts
};

/// Numbers that are to be seen beside each other.
struct SectionBars {
    std::string title;
    std::vector<SectionLine> lines;
};

/// What a section of the profiler shows of one kernel.
struct SectionGroup {
    const ProfileSection* section = nullptr;
    std::vector<SectionLine> numbers;
    std::vector<SectionBars> charts;
};

/// Sections in their order, without what was not measured; sections without numbers are left out. Which numbers form a
/// chart and what a throughput is made of is in the report ("breakdown:" metrics), so that new versions of the profiler
/// need no change here. Long charts are ordered by size; short ones keep the report's order, which leads from what is
/// possible to what was reached.
std::vector<SectionGroup> sectionGroups(const Snapshot& snapshot, const KernelProfile& profile);

/// The value of the same line in another profile, maybe of another report; None where that has none.
MetricValue valueOfLine(const Snapshot& from, const SectionLine& line, const Snapshot& snapshot,
                        const KernelProfile& profile);

/// A metric's name for reading: "l1tex__data_bank_reads.avg.pct_of_peak_sustained_elapsed" → "L1: data bank reads".
std::string readableMetric(std::string_view metric);

}  // namespace model
