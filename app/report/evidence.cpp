// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/evidence.h"

namespace app {

void showEvidence(PaneHost& host, const model::reports::Evidence& evidence) {
    if (evidence.events.empty()) {
        if (evidence.range.begin >= evidence.range.end) return;
        host.setSelection(evidence.range);
        host.zoomTo(evidence.range);
        return;
    }
    const model::Snapshot& s = *host.snapshot();
    std::vector<model::TimeNs> times;
    for (const model::EventRef e : evidence.events)
        if (holds(s, e)) times.push_back(s.lane(e.lane).start(e.row));
    host.setHits(times);
    if (evidence.events.size() == 1) return host.showEvent(evidence.events.front());
    host.zoomTo(evidence.range);
    host.selectEvent(evidence.events.front());
}

}  // namespace app
