// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/text/table_text.h"
#include "app/text/threshold.h"
#include "model/base/error.h"
#include "model/diff/alignment.h"
#include "model/diff/compare.h"

namespace app {

struct CompareOptions {
    std::vector<std::string> by;  ///< "kernel", "nvtx", "step", "api", "operator", "memory"; empty = step and kernel
    std::string align = "auto";   ///< auto, start, kernel, step[:n], range:NAME[:n], event:NAME[:n] (from 1), wall
    std::vector<std::string> failIf;  ///< thresholds, see Threshold
    bool stretch = false;
    bool whole = false;     ///< whole reports, not repetitions
    std::size_t rows = 30;  ///< of each table at most, for people
    TableFormat format = TableFormat::Table;
};

struct CompareKind;  ///< what can be compared by

/// What was typed, with its names understood.
struct ComparePlan {
    CompareOptions options;
    std::vector<const CompareKind*> kinds;
    std::optional<model::diff::AlignRequest> align;  ///< none: auto
    std::vector<Threshold> thresholds;               ///< of `options.failIf`, in its order
};

/// What can be compared by: the words of CompareOptions::by.
std::vector<std::string> compareKeys();

/// Errors: what is wrong with the options. Needs no report.
model::Result<ComparePlan> comparePlan(CompareOptions options);

struct CompareText {
    std::string text;                     ///< for standard output
    std::vector<model::Message> broken;   ///< thresholds that broke
    std::vector<model::Message> excused;  ///< those that did not because the change is within the spread
    std::vector<model::Message> notes;    ///< what nobody may overlook, whatever is printed
};

/// A table of a comparison, all of its rows.
struct CompareTable {
    std::string_view key;  ///< as in CompareOptions::by
    const model::reports::Report* report = nullptr;
    std::vector<std::vector<model::reports::Cell>> rows;
    std::vector<model::diff::Change> changes;  ///< by row
};
/// Steps and names, in the order in which they are listed; some may have no rows.
std::vector<CompareTable> compareTables(const model::diff::Comparison& comparison);

/// Two reports compared: what changed in sentences, then tables. Errors: what the options ask for and the reports lack.
model::Result<CompareText> compareText(model::SnapshotPtr a, model::SnapshotPtr b, const ComparePlan& plan);

}  // namespace app
