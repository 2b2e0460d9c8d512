// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "importers/export/export.h"
#include "model/look/colouring.h"
#include "model/look/note.h"

namespace app {

/// What a person made of the timeline of a report, and what its page shows, too.
struct HtmlView {
    model::look::ColourBy colours = model::look::ColourBy::Kind;
    std::vector<model::look::Note> notes{};  ///< of `shown`, or else of the report
    /// The report with rows that were added to it, for the timeline; null: the report has none. Everything else on the
    /// page is of the report alone.
    model::SnapshotPtr shown{};
};

/// What is given away of a report.
struct HtmlPart {
    model::SnapshotPtr report;
    HtmlView view;
};

/// The part of a report that the options select, scrubbed as requested, with what of the view belongs to it: added rows
/// with their events of that time, and notes. Texts of both are scrubbed like names that people gave. A note whose
/// event or row is not in the part is about its moment; one whose moment is not in it is left out. Nothing if stopped.
std::optional<HtmlPart> htmlPart(const model::SnapshotPtr& report, const HtmlView& view,
                                 importers::ExportOptions options);

}  // namespace app
