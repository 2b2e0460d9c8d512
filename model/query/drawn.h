// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "model/store/event_store.h"

namespace model {

/// What a snapshot shows; compare it with what its file holds (ReportInfo::eventsInFile).
struct Drawn {
    std::array<std::uint64_t, kEventKindCount> byKind{};  ///< events and values, without gaps; arrows count as Flow
    std::uint64_t events = 0;                             ///< bars and points on rows
    std::uint64_t values = 0;                             ///< of counters
    std::uint64_t gaps = 0;                               ///< of counters: the value is unknown from there on
    std::uint64_t arrows = 0;                             ///< arrows of the report itself
};

/// Linear in lanes and counters, not in their rows.
Drawn drawnOf(const Snapshot& report);

/// Whether work on a row of copies is a memset. Copies and memsets share their rows; names distinguish them.
bool isMemset(std::string_view name);

}  // namespace model
