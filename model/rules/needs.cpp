// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/rules/needs.h"

#include "model/translate_noop.h"

namespace model::rules {

using reports::Request;

bool holds(const Request& r, std::initializer_list<TrackKind> kinds) {
    for (const Track& t : r.report.tree().tracks) {
        if (std::find(kinds.begin(), kinds.end(), t.kind) == kinds.end()) continue;
        for (const auto* lanes : {&t.lanes, &t.overflow})
            for (const LaneId id : *lanes)
                if (rowsOverlapping(r.report.lane(id), r.range).count() > 0) return true;
    }
    return false;
}

std::string whyNoWork(const Request& r) {
    return holds(r, {TrackKind::StreamKernels, TrackKind::StreamGraphs, TrackKind::StreamMemory}) ? "" : QT_TRANSLATE_NOOP("Reports", "The report holds no GPU work in that time.");
}

std::string whyNoKernels(const Request& r) {
    return holds(r, {TrackKind::StreamKernels}) ? "" : QT_TRANSLATE_NOOP("Reports", "The report holds no kernels in that time.");
}

std::string whyNoCalls(const Request& r) {
    return holds(r, {TrackKind::CudaApi}) ? "" : QT_TRANSLATE_NOOP("Reports", "The report holds no calls of the CUDA API in that time.");
}

std::string whyNoLaunches(const Request& r) {
    std::string why = whyNoWork(r);
    return why.empty() ? whyNoCalls(r) : why;
}

}  // namespace model::rules
