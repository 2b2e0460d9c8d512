// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/look/communication.h"

namespace timeline {
namespace {

using model::TrackKind;

bool isWork(TrackKind kind) { return kind == TrackKind::StreamKernels || kind == TrackKind::StreamGraphs; }

}  // namespace

TrackKind colourKind(const CommunicationPtr& communication, TrackKind kind, model::StringId name) {
    if (!communication || !isWork(kind) || communication->isToldByName(name)) return kind;
    return communication->mostOf(name).value_or(false) ? TrackKind::Nccl : kind;
}

bool isMixed(const CommunicationPtr& communication, TrackKind kind, model::StringId name) {
    return communication && isWork(kind) && communication->isMixed(name);
}

TrackKind colourKind(const CommunicationPtr& communication, TrackKind kind, model::StringId name,
                     model::EventRef event) {
    return (*communication)(name, event) ? TrackKind::Nccl : kind;
}

}  // namespace timeline
