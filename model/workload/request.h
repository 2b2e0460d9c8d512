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

/// The unit of a column. Lengths and points in time are ns. Sizes are bytes or, where Nsight Systems prints them so, MB
/// of 10^6 bytes.
enum class Unit : std::uint8_t { Text, Count, Ns, Bytes, Megabytes, BytesPerSecond, Percent, Number, Instant };

constexpr bool isTime(Unit unit) { return unit == Unit::Ns || unit == Unit::Instant; }

/// What a column says about the row, where that is more than its unit tells.
enum class Role : std::uint8_t {
    Value,     ///< counts, lengths and MB of all rows add up; others do not
    Sum,       ///< adds up, whatever its unit
    Self,      ///< of the row without what is inside it: adds up even where rows lie in each other
    Each,      ///< a mean, an extreme or a number of one thing: never adds up
    Change,    ///< what was is 100 %
    Name,      ///< what the row is about
    Words,     ///< words of ours, separated by "; ", as long as sentences: the window translates them
    Sentence,  ///< as long as one
    Verdict,   ///< of a comparison, as programs read it
    Level,     ///< rows around it: only what is of a row itself adds up in such a table
    Callers,   ///< the same, where a row lies in what it called: nothing adds up
};

/// Everything that is known about a column: who prints a table asks for nothing else.
struct ColumnInfo {
    std::string_view title;  ///< as in the headings of `nsys stats`, with the unit: "Total Time (ns)"
    Unit unit = Unit::Text;
    std::string_view meaning;  ///< one English sentence
    Role role = Role::Value;
    bool first = false;  ///< what one looks for first: before the others where a table has no order of its own
};

/// A title of a column of times, in any language, without the "(ns)" at its end: for those who say the unit in which
/// its values read well.
constexpr std::string_view withoutNs(std::string_view title) {
    constexpr std::string_view kNs = " (ns)";
    return title.ends_with(kNs) ? title.substr(0, title.size() - kNs.size()) : title;
}

/// Empty if the report does not tell.
using Cell = std::variant<std::monostate, std::int64_t, double, std::string, Message>;

/// The events that a row of a table stands for.
struct Evidence {
    std::vector<EventRef> events;  ///< at most kMostEvidence of them
    TimeRange range;               ///< around them
};
inline constexpr std::size_t kMostEvidence = 10'000;

enum class KernelNames : std::uint8_t {
    Demangled,  ///< complete, as the compiler spells it
    Base,       ///< the function's own name
    Mangled,    ///< as in the binary, if the report has it
};

/// Puts GPU work whose name matches a pattern (RE2) into a group with a given name.
struct NameGroup {
    std::string name, pattern;
};

struct Request {
    const Snapshot& report;
    TimeRange range;  ///< events that overlap it count, whole
    KernelNames names = KernelNames::Demangled;
    std::int64_t limit = 0;  ///< the table's own number (rows, a threshold); 0 = its default
    std::stop_token stop = {};
    bool rangeNames =
        false;  ///< kernels as "range/kernel", with the innermost NVTX range around their launch (takesRangeNames())
    bool eachLaunch = false;  ///< one row for each launch instead of each name (takesLaunches())
    const roofline::PeakTable* peaks =
        nullptr;  ///< peaks of chips by their data sheets; null: unknown. Must outlive the table
    std::span<const NameGroup> groups = {};  ///< for kernel_group_sum and kernel_group_overlap
};

/// A result. Cells are made on request, so that a table of millions of rows costs little. Valid as long as the snapshot
/// of the request.
struct Table {
    std::size_t rows = 0;
    std::function<Cell(std::size_t row, std::size_t column)> cell;
    std::function<Evidence(std::size_t row)> evidence;  ///< empty: none
    Message why;                                        ///< the reason if there are no rows
};

}  // namespace model::reports
