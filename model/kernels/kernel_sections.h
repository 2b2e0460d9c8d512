// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "model/store/event_store.h"

namespace model {

/// A number of a section, and the numbers that it consists of.
struct SectionLine {
    StringId metric = 0;
    StringId instance = 0;  ///< the text key (an opcode) of the metric; 0 = the metric itself
    std::string label;      ///< as in the report
    MetricValue value;
    std::string_view unit;
    double share = std::numeric_limits<double>::quiet_NaN();  ///< length of its bar, 0–1; NaN = it has none
    std::vector<SectionLine> parts;  ///< the greatest first; for a throughput, which is the greatest of its parts
};

/// Numbers that belong side by side.
struct SectionBars {
    std::string title;
    std::vector<SectionLine> lines;
};

/// The content of a section of the profiler for one kernel.
struct SectionGroup {
    const ProfileSection* section = nullptr;
    std::vector<SectionLine> numbers;
    std::vector<SectionBars> charts;
};

/// Sections in their order, without values that were not measured; sections without numbers are left out. The report
/// ("breakdown:" metrics) defines which numbers form a chart, and the parts of a throughput. So new versions of the
/// profiler need no change here. Long charts are ordered by size. Short ones keep the report's order, which leads from
/// what is possible to what was reached.
std::vector<SectionGroup> sectionGroups(const Snapshot& snapshot, const KernelProfile& profile);

/// The value of the same line in another profile, possibly of another report; None if that has none.
MetricValue valueOfLine(const Snapshot& from, const SectionLine& line, const Snapshot& snapshot,
                        const KernelProfile& profile);

/// A readable name of a metric: "l1tex__data_bank_reads.avg.pct_of_peak_sustained_elapsed" → "L1: data bank reads".
std::string readableMetric(std::string_view metric);

}  // namespace model
