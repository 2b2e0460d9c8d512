// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <initializer_list>
#include <string>

#include "model/query/query.h"

namespace model {

/// Rows on which people name parts of their program, with whatever tool: NVTX, roctx, record_function and other
/// annotations of frameworks, atrace. Ranges of a thread nest; those of a process may overlap.
inline constexpr std::initializer_list<TrackKind> kRangeRows{TrackKind::Nvtx, TrackKind::Nccl, TrackKind::Annotations,
                                                             TrackKind::ProcessNvtx};
inline constexpr std::initializer_list<TrackKind> kThreadRangeRows{TrackKind::Nvtx, TrackKind::Nccl,
                                                                   TrackKind::Annotations};

constexpr bool isThreadRangeRow(TrackKind kind) {
    return kind == TrackKind::Nvtx || kind == TrackKind::Nccl || kind == TrackKind::Annotations;
}
constexpr bool isRangeRow(TrackKind kind) { return isThreadRangeRow(kind) || kind == TrackKind::ProcessNvtx; }

/// How ranges of such a row were made: "NVTX", "roctx", "RCCL", "atrace", or "Annotation" if the report does not tell.
std::string_view rangeKind(const Snapshot& s, const Track& row);

/// "domain:name" for NVTX, ":name" in its default domain. Other kinds have no domains: just the name.
std::string rangeLabel(const Snapshot& s, const Track& row, StringId name);
std::string rangeLabel(const Snapshot& s, const Track& row, std::string_view name);

}  // namespace model
