// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/recorder/flight_recorder.h"

#include <utility>

#include "importers/capture/capture.h"
#include "model/base/messages.h"

namespace app::recorder {
namespace {

/// A record may come to its file a second late, and what it tells is known with the next look, and perhaps while a
/// report is written.
constexpr std::int64_t kLateBy = 4'000'000'000;

}  // namespace

FlightRecorder::FlightRecorder(std::int64_t keepNs, TriggerOptions triggers)
    : m_keepNs(keepNs), m_triggers(std::move(triggers), keepNs) {}

Trigger FlightRecorder::look(const model::Folder& session, std::int64_t now, bool trims) {
    for (const std::string& name : importers::capture::spoolsIn(session)) {
        auto spool = SpoolFrames::open(session, name);
        if (!spool) continue;
        SpoolTrim& trim = m_spools[name];
        trim.look(*spool, now);
        m_triggers.look(name, *spool, now);
        if (trims) trim.trim(*spool, now - m_keepNs - kLateBy);
    }
    Trigger found = m_triggers.found(now);
    const bool isAsked = found.why.code == model::MessageCode::SnapshotMark;
    return isAsked || now >= m_quietUntil ? found : Trigger();
}

}  // namespace app::recorder
