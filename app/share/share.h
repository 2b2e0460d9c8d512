// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "app/html/html_view.h"
#include "app/report/save_job.h"
#include "app/share/share_dialog.h"
#include "timeline/rows/view_state.h"

namespace app {

class ReportPage;

/// Writes such a copy. `sources` are not written over; `counts` is filled in the thread of the job.
SaveJob::Work savingCopy(model::SnapshotPtr report, const ShareDialog::Request& request, const QStringList& sources,
                         std::shared_ptr<importers::ScrubCounts> counts);
/// Writes a page about a report, or about what changed from `a` to `b`, in the language of the window. `b` may be null.
/// `view`: what the page of one report shows of its timeline.
SaveJob::Work writingHtml(model::SnapshotPtr a, model::SnapshotPtr b, const ShareDialog::Request& request,
                          const QStringList& sources, std::shared_ptr<importers::ScrubCounts> counts,
                          HtmlView view = {});
/// What a page shows of what somebody made of a timeline: added rows, colours and, if wanted, notes. `shown` is what
/// the timeline shows, `report` that without added rows.
HtmlView htmlViewOf(const timeline::ViewState& state, const model::SnapshotPtr& shown, const model::SnapshotPtr& report,
                    bool withNotes);

/// Asks, and saves a copy of a report or a part of it beside other work; the bars of the page show how far it is.
ShareDialog* shareCopy(ReportPage* page, bool selectionFirst, QWidget* parent);
/// The same for a page about the report; with `a` about what changed from that page's report to this one's.
ShareDialog* shareHtml(ReportPage* page, ReportPage* a, QWidget* parent);

}  // namespace app
