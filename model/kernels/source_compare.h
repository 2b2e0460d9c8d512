// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/kernels/source_metrics.h"

namespace model {

/// What the rows of a table have in another kernel's table: by row, its values in the order of the columns of `now`,
/// NaN where not measured; empty where the other has no such row. Where both tables have texts, rows are the same as in
/// a difference of two files, wherever they were moved to by what was added or taken away before them. Else lines are
/// the same by their number, and instructions by their offset in a function of the same name that ends at the same
/// place. Both tables are of lines or both of instructions.
std::vector<std::vector<double>> valuesBefore(const Snapshot& snapshot, const SourceTable& now, const Snapshot& other,
                                              const SourceTable& before);

/// Whether rows of both are matched by their texts.
bool areMatchedByText(const SourceTable& now, const SourceTable& before);

/// The file of another report that is that one: of the same path, else the only one of the same name. 0 = none.
StringId sameFile(const Snapshot& snapshot, StringId file, const Snapshot& other, std::span<const StringId> files);

}  // namespace model
