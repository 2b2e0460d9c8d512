// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "model/store/event_store.h"

namespace model {

/// What a snapshot shows, to be compared with what its file has (ReportInfo::eventsInFile).
struct Drawn {
    std::array<std::uint64_t, kEventKindCount> byKind{};  ///< events and values, without gaps; arrows count as Flow
    std::uint64_t events = 0;                             ///< bars and points on rows
    std::uint64_t values = 0;                             ///< of counters
    std::uint64_t gaps = 0;                               ///< of counters: from there on the value is not known
    std::uint64_t arrows = 0;                             ///< that the report draws itself
};

/// Linear in lanes and counters, not in their rows.
Drawn drawnOf(const Snapshot& report);

/// Whether work on a row of copies is a memset: copies and memsets share their rows, and names tell them apart.
bool isMemset(std::string_view name);

}  // namespace model
