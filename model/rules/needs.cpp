// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/rules/needs.h"

#include "model/base/translate_noop.h"
#include "model/workload/events.h"

namespace model::rules {

using reports::holdsEvents;
using reports::Request;

std::string whyNoWork(const Request& r) {
    return holdsEvents(r, {TrackKind::StreamKernels, TrackKind::StreamGraphs, TrackKind::StreamMemory})
               ? ""
               : QT_TRANSLATE_NOOP("Reports", "The report holds no GPU work in that time.");
}

std::string whyNoKernels(const Request& r) {
    return holdsEvents(r, {TrackKind::StreamKernels})
               ? ""
               : QT_TRANSLATE_NOOP("Reports", "The report holds no kernels in that time.");
}

std::string whyNoCalls(const Request& r) {
    return holdsEvents(r, {TrackKind::CudaApi})
               ? ""
               : QT_TRANSLATE_NOOP("Reports", "The report holds no calls of the CUDA API in that time.");
}

std::string whyNoLaunches(const Request& r) {
    std::string why = whyNoWork(r);
    return why.empty() ? whyNoCalls(r) : why;
}

}  // namespace model::rules
