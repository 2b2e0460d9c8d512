// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/reports/trace.h"

#include <fmt/format.h>

namespace model::reports {

Trace::Trace(const Request& r, std::initializer_list<TrackKind> kinds) : m_s(r.report) {
    forEvents(r, kinds, [&](const Track&, EventRef e, const LaneView&) { m_events.push_back(e); });
    const auto startOf = [&](EventRef e) { return m_s.lane(e.lane).start(e.row); };
    std::stable_sort(m_events.begin(), m_events.end(), [&](EventRef a, EventRef b) { return startOf(a) < startOf(b); });
}

Trace::Row Trace::row(std::size_t row) const {
    const LaneView view = lane(row);
    return {view.lane->row(m_events[row].row), &m_s.track(view.lane->track())};
}

Cell Trace::threadName(const Track& call) const {
    const std::string_view name = reports::threadName(m_s, call.key);
    return name.empty() ? Cell() : Cell(std::string(name));
}

Cell Trace::deviceName(const Track& work) const {
    const std::string text = deviceText(m_s, work.key);
    return text.empty() ? Cell() : Cell(text);
}

Table traceTable(std::shared_ptr<const Trace> trace, Message why, std::function<Cell(std::size_t, std::size_t)> cell) {
    Table t;
    t.rows = trace->size();
    t.cell = std::move(cell);
    t.evidence = [trace](std::size_t row) {
        const Event e = trace->row(row).event;
        return Evidence{{trace->ref(row)}, {e.start, e.end}};
    };
    if (t.rows == 0) t.why = std::move(why);
    return t;
}

std::string_view threadName(const Snapshot& s, const TrackKey& key) {
    for (const Track& t : s.tree().tracks)
        if (t.kind == TrackKind::Thread && t.key.host == key.host && t.key.pid == key.pid && t.key.tid == key.tid)
            return s.text(t.name);
    return {};
}

std::string deviceText(const Snapshot& s, const TrackKey& key) { return deviceText(s, key.host, key.device); }

std::string deviceText(const Snapshot& s, std::int64_t host, std::int64_t device) {
    if (device == TrackKey::kNone) return {};
    for (const Entity& e : s.info().entities)
        if (e.type == Entity::Type::Device && e.key.host == host && e.key.device == device)
            return fmt::format("{} ({})", e.name, device);
    return fmt::format("GPU ({})", device);
}

}  // namespace model::reports
