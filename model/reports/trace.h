// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "model/workload/events.h"

namespace model::reports {

/// Events of some kinds of rows in order of start, for tables with one row an event. The cells are read from the store
/// when they are shown. The snapshot must outlive it.
class Trace {
public:
    Trace(const Request& r, std::initializer_list<TrackKind> kinds);

    struct Row {
        Event event;
        const Track* track;
    };
    std::size_t size() const { return m_events.size(); }
    EventRef ref(std::size_t row) const { return m_events[row]; }
    Row row(std::size_t row) const;
    LaneView lane(std::size_t row) const { return m_s.lane(m_events[row].lane); }
    std::string_view text(StringId id) const { return m_s.text(id); }
    const Snapshot& snapshot() const { return m_s; }

    Cell threadName(const Track& call) const;
    /// "NVIDIA H100 (0)".
    Cell deviceName(const Track& work) const;

private:
    const Snapshot& m_s;
    std::vector<EventRef> m_events;
};

/// One row an event of the trace.
Table traceTable(std::shared_ptr<const Trace> trace, Message why, std::function<Cell(std::size_t, std::size_t)> cell);

/// The name that the report gives to the thread, process or GPU of such a row; empty if none.
std::string_view threadName(const Snapshot& s, const TrackKey& key);
std::string deviceText(const Snapshot& s, const TrackKey& key);
std::string deviceText(const Snapshot& s, std::int64_t host, std::int64_t device);

}  // namespace model::reports
