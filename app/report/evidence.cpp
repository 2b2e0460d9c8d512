// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/evidence.h"

namespace app {

void showEvidence(ReportPage& page, const model::reports::Evidence& evidence) {
    timeline::TimelineView* view = page.view();
    if (evidence.events.empty()) {
        if (evidence.range.begin >= evidence.range.end) return;
        view->setSelection(evidence.range);
        view->zoomTo(evidence.range);
        return;
    }
    const model::Snapshot& s = *page.document()->snapshot();
    std::vector<model::TimeNs> times;
    for (const model::EventRef e : evidence.events)
        if (e.lane < s.laneCount() && e.row < s.lane(e.lane).rows) times.push_back(s.lane(e.lane).start(e.row));
    view->setHits(times);
    view->zoomTo(evidence.range);
    view->selectEvent(evidence.events.front(), true);
}

}  // namespace app
