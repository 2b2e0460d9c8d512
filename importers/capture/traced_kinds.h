// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "model/base/message.h"
#include "model/store/track.h"

namespace importers::capture {

/// One kind of what programs do that a capture may ask for, with all that the option, the dialog, the reader and the
/// health of a report need to know of it.
struct TracedKind {
    std::string_view key;                              ///< as -t has it
    std::string_view alsoKey = {};                     ///< another word for it that the help lists
    std::string_view help = {};                        ///< behind its key in the help
    std::string_view name;                             ///< as its calls are noted, and as it is shown
    const char* label;                                 ///< English: what the dialog calls it …
    const char* cost;                                  ///< … and what it costs the program
    model::TrackKind row = model::TrackKind::Library;  ///< of its calls
    bool isStandard = false;  ///< traced where nobody asked for it by name, so that nothing of it is missed where other
                              ///< things are there
    model::MessageCode whyNothing;                 ///< why nothing came of it
    model::MessageCode shown{};                    ///< in place of its name
    std::array<model::MessageCode, 4> failures{};  ///< what may be said to have failed in its place
};

/// All, in the order in which they are listed. To add one: see collectors/README.md.
std::span<const TracedKind> tracedKinds();
/// By what was typed, other words for it too; null = no such kind.
const TracedKind* tracedKind(std::string_view typed);
/// By the name that calls are noted with; null = of a newer collector.
const TracedKind* tracedKindNamed(std::string_view name);

}  // namespace importers::capture
