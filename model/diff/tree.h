// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <stop_token>
#include <vector>

#include "model/diff/compare.h"
#include "model/workload/call_tree.h"

namespace model::diff {

/// Where the time of a repetition goes by the path of names that led there, in both reports: what a flame graph of a
/// difference draws. Names are in general form, so that "layer 3" of one is "layer 4" of the other.
struct TreeDifference {
    SnapshotPtr names;  ///< has the names of the nodes, and nothing else
    std::shared_ptr<const CallTree>
        tree;  ///< a node is as wide as it is in the report where it takes more, and at least as what is in it
    std::vector<double> a, b;  ///< totals by node, ns or samples a repetition

    double delta(std::uint32_t node) const { return b[node] - a[node]; }
    /// Change as a part of the greater one: −1 (only in A) … 1 (only in B).
    double share(std::uint32_t node) const;
};

/// Time from the first to the last repetition, divided by their number. Nothing in it where a report has nothing of
/// that source. Linear in the events.
TreeDifference treeDifference(const Comparison& c, CallSource source, std::stop_token stop = {});

/// Of what both reports have trees.
std::vector<CallSource> treeSources(const Snapshot& a, const Snapshot& b);

}  // namespace model::diff
