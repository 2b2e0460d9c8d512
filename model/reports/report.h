// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "model/store/wanted.h"
#include "model/workload/request.h"

namespace model::reports {

struct Report {
    std::string_view key;      ///< as on the command line: "cuda_gpu_kern_sum"
    std::string_view title;    ///< English
    std::string_view meaning;  ///< what is counted, in one or two sentences
    std::span<const ColumnInfo> columns;
    Table (*make)(const Request&);
    bool usual = false;       ///< part of what is printed when no report is named
    Wanted needs{};           ///< the part of a report that it looks at, kernels by their demangled names
    bool needsTimes = false;  ///< means nothing where events stand in their order only (Note::OrderOnly)
};

/// The report's table; one without rows, with the reason, where it would mean nothing. Its reason is whyOf() the
/// request.
Table makeTable(const Report& report, const Request& request);

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
