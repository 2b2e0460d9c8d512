// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/sql/event_source.h"

#include <algorithm>

namespace importers::sql {

using model::LaneView;
using model::TimeNs;

namespace {

/// Row id of the part without a lane.
constexpr std::uint64_t kExtraLane = 0x3fffffff;

/// First row of a sorted column that is not below t, or, with `above`, that is above it.
std::uint64_t firstAt(const model::Column<TimeNs>& times, std::size_t rows, TimeNs t, bool above) {
    std::size_t first = 0, last = rows;
    while (first < last) {
        const std::size_t middle = first + (last - first) / 2;
        if (times[middle] < t || (above && times[middle] == t)) first = middle + 1;
        else last = middle;
    }
    return first;
}

}  // namespace

const model::Arg* argOf(const RowAt& at, model::StringId key) {
    const model::Lane& lane = *at.part.lane.lane;
    const model::ArgsId id = lane.columns() & model::kArgsColumn ? lane.argsColumn()[at.row] : 0;
    if (!id || !key) return nullptr;
    for (const model::Arg& a : at.scratch.args(at.s, id))
        if (a.key == key) return &a;
    return nullptr;
}

std::vector<LanePart> lanesOf(const model::Snapshot& s, std::initializer_list<model::TrackKind> kinds) {
    std::vector<LanePart> out;
    for (const model::Track& t : s.tree().tracks) {
        if (kinds.size() && std::find(kinds.begin(), kinds.end(), t.kind) == kinds.end()) continue;
        for (const auto* lanes : {&t.lanes, &t.overflow})
            for (const model::LaneId id : *lanes)
                if (const LaneView lane = s.lane(id); !lane.isEmpty()) out.push_back({&t, lane, id});
    }
    return out;
}

EventSource::EventSource(std::string_view name, const model::Snapshot& s, std::vector<EventColumn> columns,
                         std::vector<LanePart> parts, Options options)
    : Source(name), m_s(s), m_getters(std::move(columns)), m_parts(std::move(parts)), m_options(std::move(options)) {
    for (const EventColumn& c : m_getters) m_columns.push_back(c.column);
    std::sort(m_parts.begin(), m_parts.end(), [](const LanePart& a, const LanePart& b) { return a.id < b.id; });
}

std::uint64_t EventSource::rows(std::size_t part) const {
    return isExtra(part) ? m_options.extra.size() : std::uint64_t{m_parts[part].lane.rows} * m_options.rowsPerEvent;
}

std::uint64_t EventSource::settle(std::size_t part, std::uint64_t row, std::uint64_t end) const {
    if (!m_options.accepts || isExtra(part)) return row;
    const unsigned per = m_options.rowsPerEvent;
    while (row < end && !m_options.accepts(m_parts[part], row / per, row % per)) ++row;
    return std::min(row, end);
}

Span EventSource::narrowed(std::size_t part, const TimeBounds& b) const {
    if (isExtra(part)) return {0, rows(part)};
    const LaneView& lane = m_parts[part].lane;
    const auto &start = lane.lane->start(), &end = lane.lane->end();
    const bool both = m_options.rowsPerEvent == 2;  // the table's start is either border of the event
    const std::uint64_t from = firstAt(both ? end : start, lane.rows, b.startMin, false),
                        to = firstAt(start, lane.rows, b.startMax, true);
    const std::uint64_t first = std::max(from, firstAt(end, lane.rows, b.endMin, false)),
                        last = std::min(to, firstAt(end, lane.rows, b.endMax, true));
    return {first * m_options.rowsPerEvent, std::max(first, last) * m_options.rowsPerEvent};
}

Cell EventSource::cell(std::size_t part, std::uint64_t row, std::size_t column, Scratch& scratch) const {
    if (isExtra(part)) return m_options.extra[row][column];
    const EventColumn& c = m_getters[column];
    const unsigned per = m_options.rowsPerEvent;
    if (per == 1) return c.get({m_s, m_parts[part], row, 0, c, scratch});
    return c.get({m_s, m_parts[part], row / per, row % per, c, scratch});
}

std::int64_t EventSource::rowid(std::size_t part, std::uint64_t row) const {
    const std::uint64_t lane = isExtra(part) ? kExtraLane : m_parts[part].id;
    return static_cast<std::int64_t>((lane << 32) * m_options.rowsPerEvent + row);
}

std::optional<Place> EventSource::findRowid(std::int64_t id) const {
    if (id < 0) return {};
    const unsigned per = m_options.rowsPerEvent;
    const std::uint64_t event = static_cast<std::uint64_t>(id) / per, lane = event >> 32;
    const std::uint64_t row = (event & 0xffffffff) * per + static_cast<std::uint64_t>(id) % per;
    if (lane == kExtraLane && !m_options.extra.empty()) return placeOf(m_parts.size(), row);
    const auto at = std::lower_bound(m_parts.begin(), m_parts.end(), lane,
                                     [](const LanePart& p, std::uint64_t l) { return p.id < l; });
    if (at == m_parts.end() || at->id != lane) return {};
    return placeOf(static_cast<std::size_t>(at - m_parts.begin()), row);
}

Cell FixedSource::keep(std::string_view text) {
    m_texts.push_back(std::make_unique<std::string>(text));
    return Cell::ofText(*m_texts.back());
}

}  // namespace importers::sql
