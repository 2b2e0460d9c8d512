// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "model/store/event_store.h"

namespace model {

/// Where the data of a kernel are, from the kernel outwards.
enum class MemoryPlace : std::uint8_t { Kernel, L1, Shared, L2, Device, System, Peer, Count };
inline constexpr std::size_t kMemoryPlaces = static_cast<std::size_t>(MemoryPlace::Count);

/// The traffic from one place to another. NaN = not measured.
struct MemoryFlow {
    MemoryPlace from = MemoryPlace::Kernel, to = MemoryPlace::L1;
    std::string_view unit;  ///< "byte", "request" or "inst"
    double amount = std::numeric_limits<double>::quiet_NaN();
    double percent = std::numeric_limits<double>::quiet_NaN();  ///< of the maximum of that path
    std::string metrics;                                        ///< that were added up, one a line
};

struct MemoryChart {
    std::vector<MemoryFlow> flows;                ///< always the same flows in the same order
    std::array<double, kMemoryPlaces> hitRate{};  ///< per cent; NaN if there is none

    const MemoryFlow& flow(MemoryPlace from, MemoryPlace to) const;
    /// Whether anything of it was measured.
    bool isMeasured() const;
};

/// Whether both have a number for the same flow.
bool isComparable(const MemoryChart& a, const MemoryChart& b);

MemoryChart memoryChart(const Snapshot& snapshot, const KernelProfile& profile);

/// A table of traffic. Titles and labels are for translation (context "MemoryTables").
struct MemoryTable {
    struct Column {
        std::string_view title, unit;  ///< unit as of metricUnit()
    };
    struct Row {
        std::string_view label;
        std::vector<double> cells;         ///< one a column; NaN = not measured
        std::vector<std::string> metrics;  ///< the metric of each cell
    };
    std::string_view title;
    std::vector<Column> columns;
    std::vector<Row> rows;  ///< those with at least one measured value
};

/// Tables of L1, shared memory, L2 and device memory; those without rows are left out.
std::vector<MemoryTable> memoryTables(const Snapshot& snapshot, const KernelProfile& profile);

}  // namespace model
