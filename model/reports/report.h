// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "model/store/wanted.h"
#include "model/workload/request.h"

namespace model::reports {

class Contents;

/// What tables are about. Lists of tables are grouped by it, in this order.
enum class Subject : std::uint8_t {
    Overview,
    Kernels,
    Memory,
    CudaApi,
    Communication,
    Nvtx,
    Frameworks,
    Functions,
    OsRuntime,
    Profiles,
};
/// English.
std::string_view titleOf(Subject subject);

struct Report {
    std::string_view key;      ///< as on the command line: "cuda_gpu_kern_sum"
    std::string_view title;    ///< English
    std::string_view meaning;  ///< what is counted, in one or two sentences
    std::span<const ColumnInfo> columns;
    Table (*make)(const Request&);
    Subject subject = Subject::Overview;
    /// What a report lacks for the table to have rows (contents.h); null: that shows only when it is made.
    MessageCode (*lacks)(const Contents&) = nullptr;
    bool usual = false;       ///< part of what is printed when no report is named
    Wanted needs{};           ///< the part of a report that it looks at, kernels by their demangled names
    bool needsTimes = false;  ///< means nothing where events stand in their order only (Note::OrderOnly)
};

/// The report's table; one without rows, with the reason, where it would mean nothing. Its reason is whyOf() the
/// request.
Table makeTable(const Report& report, const Request& request);

/// Why the table has no rows of a whole report; nothing where it may have some. Makes no table.
Message lacks(const Report& table, const Contents& report);

/// The table that answers most about a report with such contents: of its kernels, where it has no GPU work of
/// operators, of functions, of calls.
const Report& opening(const Contents& report);

/// What a report needs of a file to be made with names of that form.
Wanted needsOf(const Report& report, KernelNames names, bool rangeNames = false);

/// Whether it names kernels and can put ranges before them (`:nvtx-name`).
bool takesRangeNames(const Report& report);
/// Whether it can have a row a launch (`:launch`).
bool takesLaunches(const Report& report);

/// Why a table is empty, of what the request asks for: about no time where that is the whole report.
Message whyOf(const Request& request, Message why);

/// All reports, in the order in which they are listed. To add one: a function and its line in report.cpp.
std::span<const Report* const> all();
/// By its key, or by the name that Nsight Systems before 2022.4 had for it; nullptr if there is none.
const Report* find(std::string_view key);

}  // namespace model::reports
