// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "app/cli/recorder/recorder_triggers.h"
#include "app/cli/recorder/spool_trim.h"
#include "model/base/message.h"
#include "model/rep/beside.h"

namespace app::recorder {

/// Keeps the last seconds of a capture, and says when a report of them is due. For one thread. Times: ns of
/// CLOCK_MONOTONIC.
class FlightRecorder {
public:
    FlightRecorder(std::int64_t keepNs, const TriggerOptions& triggers);

    std::int64_t keepNs() const { return m_keepNs; }
    /// Looks at the spools of a session; call it once a second. `trims`: what is too old may go, because nobody reads
    /// it now.
    void look(const model::Folder& session, std::int64_t now, bool trims);
    /// Whether a report is due. What asks for reports by itself may do so again when all that they hold is new.
    Trigger due(std::int64_t now) const;
    /// A report of what is kept begins to be written.
    void wrote(std::int64_t now);

private:
    std::int64_t m_keepNs, m_trimNs, m_quietUntil = 0;
    RecorderTriggers m_triggers;
    std::map<std::string, SpoolTrim> m_spools;
};

}  // namespace app::recorder
