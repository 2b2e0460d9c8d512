// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "importers/common/arguments.h"
#include "importers/common/event_groups.h"
#include "importers/xplane/arrows.h"
#include "importers/xplane/operators.h"
#include "importers/xplane/plane.h"
#include "importers/xplane/rows.h"

namespace importers::xplane {

/// Puts the events of lines into rows, line by line.
class EventReader {
public:
    EventReader(model::EventStore& store, EventGroups& groups, Rows& rows, HloModules& modules)
        : m_store(store), m_groups(groups), m_rows(rows), m_operators(store, modules), m_arrows(store),
          m_tuples(store) {}

    /// The following lines are of that plane.
    void beginPlane(Plane& plane);

    void beginLine();
    /// A field of the line itself: a number, or a name.
    void lineNumber(std::uint32_t field, std::uint64_t value);
    void lineText(std::uint32_t field, std::string_view text);
    /// An event of the line. `readableEnd`: see WireReader. `offset` is where it stands in the file.
    void event(std::string_view message, const char* readableEnd, std::int64_t offset);
    void endLine();

    Operators& operators() { return m_operators; }
    Arrows& arrows() { return m_arrows; }
    /// Events that could not be read, or have no time of their own.
    void noteOddities();

private:
    enum class LineKind : std::uint8_t { Stream, DeviceRow, Calls, Thread, Steps, Counters };
    /// What an event became.
    struct Placed {
        model::TrackKind kind;
        model::EventKind counted;
    };
    void chooseRow();
    model::Event eventOf(const EventName& name, std::int64_t offset, std::int64_t duration);
    void readStats(EventName& name, const char* readableEnd);
    void readOtherStats(EventName& name, const char* readableEnd);
    void place(EventName& name, const Facts& facts, model::Event event);
    Placed gpuWork(const EventName& name, const Facts& facts, model::Event& event);
    Placed hostEvent(const EventName& name, const Facts& facts, model::Event& event);
    void counterValue(const EventName& name, model::TimeNs time);
    void allocation(const Facts& facts, model::TimeNs time);
    void finishArgs(EventName& name, model::Event& event);
    std::uint32_t correlationOf(const Facts& facts);
    model::StringId stepName(model::StringId name, const Facts* facts);
    EventGroup& groupOf(model::TrackKind kind);
    void moveLine(model::TimeNs by);

    model::EventStore& m_store;
    EventGroups& m_groups;
    Rows& m_rows;
    Operators m_operators;
    Arrows m_arrows;
    TupleInterner m_tuples;

    Plane* m_plane = nullptr;
    PlaneKind m_planeKind = PlaneKind::Other;
    std::int64_t m_process = 0, m_device = model::TrackKey::kNone;

    // The line.
    std::int64_t m_id = 0;
    model::TimeNs m_begin = 0;
    std::string m_name, m_shownName;
    bool m_hasRow = false;
    LineKind m_kind = LineKind::Thread;
    model::TrackKey m_key;
    std::array<EventGroup*, model::kTrackKindCount> m_groupOf{};  // of m_key
    std::vector<std::pair<EventGroup*, std::size_t>> m_touched;   // groups with events of the line, and the first one
    std::size_t m_firstArrow = 0;

    // The event.
    std::vector<std::string_view> m_stats, m_running;
    std::vector<model::Arg> m_args;
    Facts m_facts;

    std::unordered_map<std::uint64_t, std::uint32_t> m_largeCorrelations;
    model::StringId m_durationKey = 0, m_collectiveKey = 0;
    std::uint64_t m_damaged = 0, m_totals = 0, m_countersWithoutValue = 0;
    std::int64_t m_firstDamage = -1;
};

}  // namespace importers::xplane
