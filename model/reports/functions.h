// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "model/reports/report.h"
#include "model/workload/call_tree.h"

namespace model::reports {

// Who called whom: samples of CPUs and of Python, Python functions, and the slices of trace events.
extern const Report kCpuTopDown, kCpuBottomUp, kPythonSampleTopDown, kPythonSampleBottomUp, kLaunchTopDown,
    kLaunchBottomUp, kPythonTopDown, kPythonBottomUp, kSliceTopDown, kSliceBottomUp, kSliceSum;

/// A node of a tree as a row of a table.
struct TreeLine {
    std::uint32_t node = 0;
    std::uint32_t level = 0;  ///< nodes around it
};
/// From the top, a node before what is inside it, the one with most first. `levels`: only so many of them; 0 = all.
std::vector<TreeLine> treeLines(const CallTree& tree, std::int64_t levels = 0);

/// Its name, indented by its level.
std::string indentedName(const Snapshot& s, const CallTree& tree, TreeLine line);

}  // namespace model::reports
