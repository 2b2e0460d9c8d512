// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/kernels/source_metrics.h"

namespace model {

/// Matches the rows of a table with those of another kernel's table. For each row, the values of the matching row in
/// the order of the columns of `now`, NaN if not measured; empty if there is no such row. If both tables have texts,
/// rows are matched as in a difference of two files, even if additions or removals have moved them. Otherwise lines are
/// matched by their number, and instructions by their offset in a function of the same name that ends at the same
/// offset. Both tables must be of lines, or both of instructions.
std::vector<std::vector<double>> valuesBefore(const Snapshot& snapshot, const SourceTable& now, const Snapshot& other,
                                              const SourceTable& before);

/// Whether rows of both are matched by their texts.
bool areMatchedByText(const SourceTable& now, const SourceTable& before);

/// The same file in another report: of the same path, else the only one with the same name. 0 = none.
StringId sameFile(const Snapshot& snapshot, StringId file, const Snapshot& other, std::span<const StringId> files);

}  // namespace model
