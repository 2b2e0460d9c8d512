// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "app/text/table_text.h"
#include "app/text/table_view.h"
#include "model/reports/kernel_groups.h"
#include "model/reports/report.h"
#include "model/reports/split.h"
#include "model/store/event_store.h"
#include "model/store/wanted.h"

namespace app {

/// What commands with tables of a report share: the part of the report that they are about, and how they show it.
struct TableOptions {
    std::string filterTime;  ///< "a/b" with units; empty = all
    std::string filterNvtx;  ///< "range[@domain][/n]"; empty = all
    TableFormat format = TableFormat::Table;
    TableView view;
};

struct StatsOptions : TableOptions {
    std::vector<std::string>
        reports;  ///< "name[:arg…]", each perhaps several with commas; empty = what is usual and has rows
    bool leaveOutEmpty = false;  ///< tables without rows, also where they were named
    std::string by;  ///< "host", "rank", "device", "stream": every table that can be told by it; empty = none
    std::vector<std::string>
        groups;  ///< "NAME=PATTERN" of kernel_group_sum and kernel_group_overlap; empty = usual ones
    std::string
        folded;  ///< "samples", "nvtx", "python", "operators", "slices": stacks for a flame graph instead of tables
};

/// One report with its arguments: "cuda_gpu_kern_sum:base".
struct WantedTable {
    const model::reports::Report* report = nullptr;
    model::reports::KernelNames names = model::reports::KernelNames::Demangled;
    std::int64_t limit = 0;
    bool rangeNames = false;
    bool byLaunch = false, byName = false;  ///< as typed
    std::optional<model::reports::SplitBy> splitBy = {};
};

/// What was typed, with its names understood: made once, for any number of reports.
struct StatsPlan {
    StatsOptions options;
    std::vector<WantedTable> tables;
    std::vector<model::reports::NameGroup> groups;

    /// The part of a report that these tables and filters look at.
    model::Wanted needs() const;
};

/// Or a text that says what is wrong with the options. Needs no report.
tl::expected<StatsPlan, model::Message> statsPlan(StatsOptions options);

/// The tables of one report as text; JSON goes to `json` (one object a table) and the text is empty. Empty and
/// `complaint` set where the options do not fit the report (no such NVTX range).
std::string statsText(const model::Snapshot& report, const StatsPlan& plan, JsonWriter& json,
                      model::Message& complaint);

/// The part of a report that the filters leave; `complaint` set where they do not fit the report (no such NVTX range).
std::optional<model::TimeRange> filteredRange(const model::Snapshot& report, const std::string& time,
                                              const std::string& nvtx, model::Message& complaint);
/// What is wrong with a filter of time, or nothing.
model::Message complaintAboutTime(const std::string& time);

/// Names and meanings of all reports, for --help-reports.
std::string reportList();

/// "1.5s", "20ms", "300us", "4000" or "4000ns" as ns.
std::optional<model::TimeNs> timeOf(std::string_view text);
/// "a/b", "a/", "/b" within `whole`.
std::optional<model::TimeRange> timeRangeOf(std::string_view text, model::TimeRange whole);

}  // namespace app
