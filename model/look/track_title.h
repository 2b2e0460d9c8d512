// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <span>
#include <string>

#include "model/store/event_store.h"

namespace model::look {

/// The text of a language for an English one. Their context is "timeline".
using Words = std::function<std::string(const char* english)>;

/// Label of a kind ("CUDA API").
std::string kindLabel(TrackKind kind, const Words& words);

/// Title of a track ("Stream 7", "[4242] python", "CUDA HW (NVIDIA H100)"), in one line.
std::string trackTitle(const Snapshot& s, const Track& track, const Words& words);

/// Title of a row that stands for such tracks: "Idle threads (12)", "3 more processes: bash, srun".
enum class FoldedAs : std::uint8_t { Idle, Waiting, Mixed };
std::string foldedTitle(const Snapshot& s, TrackKind kind, std::span<const TrackId> tracks, FoldedAs as,
                        const Words& words);

}  // namespace model::look
