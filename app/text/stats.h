// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/text/table_text.h"
#include "app/text/table_view.h"
#include "model/store/event_store.h"
#include "model/store/wanted.h"

namespace app {

struct StatsOptions {
    std::vector<std::string>
        reports;             ///< "name[:arg…]", each perhaps several with commas; empty = what is usual and has rows
    std::string filterTime;  ///< "a/b" with units; empty = all
    std::string filterNvtx;  ///< "range[@domain][/n]"; empty = all
    TableFormat format = TableFormat::Table;
    TableView view;
    bool leaveOutEmpty = false;  ///< tables without rows, also where they were named
    std::string by;  ///< "host", "rank", "device", "stream": every table that can be told by it; empty = none
    std::vector<std::string>
        groups;  ///< "NAME=PATTERN" of kernel_group_sum and kernel_group_overlap; empty = usual ones
    std::string
        folded;  ///< "samples", "nvtx", "python", "operators", "slices": stacks for a flame graph instead of tables
};

/// A text that says what is wrong with the options, or nothing. Needs no report.
std::string complaintAbout(const StatsOptions& options);

/// The part of a report that these tables and filters look at.
model::Wanted neededFor(const StatsOptions& options);

/// The tables of one report as text; JSON goes to `json` (one object a table) and the text is empty. Empty and
/// `complaint` set where the options do not fit the report (no such NVTX range).
std::string statsText(const model::Snapshot& report, const StatsOptions& options, JsonWriter& json,
                      std::string& complaint);

/// The part of a report that the filters leave; `complaint` set where they do not fit the report (no such NVTX range).
std::optional<model::TimeRange> filteredRange(const model::Snapshot& report, const std::string& time,
                                              const std::string& nvtx, std::string& complaint);
/// What is wrong with a filter of time, or nothing.
std::string complaintAboutTime(const std::string& time);

/// Names and meanings of all reports, for --help-reports.
std::string reportList();

/// "1.5s", "20ms", "300us", "4000" or "4000ns" as ns.
std::optional<model::TimeNs> timeOf(std::string_view text);
/// "a/b", "a/", "/b" within `whole`.
std::optional<model::TimeRange> timeRangeOf(std::string_view text, model::TimeRange whole);

}  // namespace app
