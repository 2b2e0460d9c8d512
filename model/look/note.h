// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "model/query/query.h"
#include "model/store/event_store.h"

namespace model::look {

/// A text that somebody wrote at an event, a row or a moment of one snapshot.
struct Note {
    enum class Of : std::uint8_t { Moment, Event, Row };
    Of of = Of::Moment;
    TimeNs time = 0;                    ///< of an event, its start when the note was written
    EventRef event{};                   ///< Event
    TrackId track = kNoTrack;           ///< Row: the track, or the one below which others are folded
    std::optional<TrackKind> folded{};  ///< Row: stands for the folded tracks of that kind
    std::string text{};                 ///< may hold anything

    static constexpr std::size_t kMost = 500;          ///< of a view
    static constexpr std::size_t kLongestText = 2000;  ///< bytes that are shown
};

}  // namespace model::look
