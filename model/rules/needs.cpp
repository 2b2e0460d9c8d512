// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/rules/needs.h"

#include "model/base/messages.h"
#include "model/store/vendor_words.h"
#include "model/workload/events.h"

namespace model::rules {

using reports::holdsEvents;
using reports::Request;

Message whyNoWork(const Request& r) {
    return holdsEvents(r, {TrackKind::StreamKernels, TrackKind::StreamGraphs, TrackKind::StreamMemory})
               ? Message()
               : MessageCode::NoGpuWorkInTime;
}

Message whyNoKernels(const Request& r) {
    return holdsEvents(r, {TrackKind::StreamKernels}) ? Message() : MessageCode::NoKernelsInTime;
}

Message whyNoCalls(const Request& r) {
    return holdsEvents(r, {TrackKind::CudaApi}) ? Message() : MessageCode::NoCallsOfCudaInTime;
}

Message whyOtherVendor(const Request& r) { return usesHip(r.report) ? MessageCode::RuleOfOtherVendor : Message(); }

Message whyNoLaunches(const Request& r) {
    Message why = whyNoWork(r);
    return why.empty() ? whyNoCalls(r) : why;
}

}  // namespace model::rules
