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

// Of a stall the report has what was before it.
FlightRecorder::FlightRecorder(std::int64_t keepNs, const TriggerOptions& triggers)
    : m_keepNs(keepNs), m_trimNs(keepNs + triggers.stallNs + kLateBy), m_triggers(triggers, keepNs) {}

void FlightRecorder::look(const model::Folder& session, std::int64_t now, bool trims) {
    for (const std::string& name : importers::capture::spoolsIn(session)) {
        auto spool = SpoolFrames::open(session, name);
        if (!spool) continue;
        SpoolTrim& trim = m_spools[name];
        trim.look(m_triggers.look(name, *spool, now), now);
        if (trims) trim.trim(*spool, now - m_trimNs);
    }
    if (now < m_quietUntil) m_triggers.forgetSteps();
}

Trigger FlightRecorder::due(std::int64_t now) const {
    return m_triggers.isAsked() || now >= m_quietUntil ? m_triggers.due(now) : Trigger();
}

void FlightRecorder::wrote(std::int64_t now) {
    m_triggers.forget(now);
    m_quietUntil = now + m_keepNs;
}

}  // namespace app::recorder
