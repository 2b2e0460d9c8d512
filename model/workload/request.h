// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "model/base/message.h"
#include "model/query/query.h"

namespace model::roofline {
struct PeakTable;
}

namespace model::reports {

/// What the numbers of a column are. Times are ns, sizes bytes or, where Nsight Systems prints them so, MB of 10^6
/// bytes.
enum class Unit : std::uint8_t { Text, Count, Ns, Bytes, Megabytes, BytesPerSecond, Percent, Number };

struct ColumnInfo {
    std::string_view title;  ///< as `nsys stats` heads it, with the unit: "Total Time (ns)"
    Unit unit = Unit::Text;
    std::string_view meaning;  ///< one English sentence
    bool words =
        false;  ///< its texts are words of ours, separated by "; ", as long as sentences: the window translates them
};

/// Empty where the report does not say.
using Cell = std::variant<std::monostate, std::int64_t, double, std::string, Message>;

/// What a row of a table stands for on the timeline.
struct Evidence {
    std::vector<EventRef> events;  ///< at most kMostEvidence of them
    TimeRange range;               ///< around them
};
inline constexpr std::size_t kMostEvidence = 10'000;

enum class KernelNames : std::uint8_t {
    Demangled,  ///< whole, as the compiler spells it
    Base,       ///< the function's own name
    Mangled,    ///< as in the binary, where the report has it
};

/// GPU work whose name matches a pattern (RE2) is grouped under a given name.
struct NameGroup {
    std::string name, pattern;
};

struct Request {
    const Snapshot& report;
    TimeRange range;  ///< events that overlap it count, whole
    KernelNames names = KernelNames::Demangled;
    std::int64_t limit = 0;  ///< the report's own number (rows, a threshold); 0 = its default
    std::stop_token stop = {};
    bool rangeNames =
        false;  ///< kernels as "range/kernel", after the innermost NVTX range around their launch (takesRangeNames())
    bool eachLaunch = false;  ///< a row a launch instead of one a name (takesLaunches())
    const roofline::PeakTable* peaks =
        nullptr;  ///< what chips can do by their data sheets; null: unknown. Outlives the table
    std::span<const NameGroup> groups = {};  ///< for kernel_group_sum and kernel_group_overlap
};

/// The answer. Cells are made when they are asked for, so that a table of millions of rows costs little. Valid as long
/// as the snapshot of the request is.
struct Table {
    std::size_t rows = 0;
    std::function<Cell(std::size_t row, std::size_t column)> cell;
    std::function<Evidence(std::size_t row)> evidence;  ///< empty: none
    Message why;                                        ///< why there are no rows
};

}  // namespace model::reports
