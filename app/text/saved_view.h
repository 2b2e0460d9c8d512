// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <vector>

#include "model/base/error.h"
#include "model/look/colouring.h"
#include "model/look/note.h"

namespace app {

/// What the window keeps of a view beside a report ("report.rep.view.json"; timeline/rows/view_state.h describes it),
/// as far as a page shows it.
struct SavedView {
    model::look::ColourBy colours = model::look::ColourBy::Kind;
    std::vector<model::look::Note> notes{};  ///< at most Note::kMost; what cannot be read of them is left out
};

/// A note whose event or row the report does not have is about its moment, as in the window. Errors: those of
/// model::openNamed(); TooLarge; Damaged where it is no such file; NewerVersion.
model::Result<SavedView> readSavedView(const std::filesystem::path& file, const model::Snapshot& report);

}  // namespace app
