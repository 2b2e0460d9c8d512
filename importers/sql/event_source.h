// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <initializer_list>

#include "importers/sql/source.h"
#include "model/query/query.h"

namespace importers::sql {

/// A lane as a part of a table.
struct LanePart {
    const model::Track* track = nullptr;
    model::LaneView lane;
    model::LaneId id = 0;
};

struct EventColumn;
/// The event of a cell.
struct RowAt {
    const model::Snapshot& s;
    const LanePart& part;
    std::size_t row;    ///< of the lane
    std::size_t which;  ///< index among several table rows of one event
    const EventColumn& column;
    Scratch& scratch;
};

/// A column of events, and how to read it.
struct EventColumn {
    Column column;
    Cell (*get)(const RowAt&);
    model::StringId key = 0, otherKey = 0;  ///< of an argument, and its key in other reports
    std::int64_t constant = 0;
};

/// The argument of an event, or nullptr.
const model::Arg* argOf(const RowAt& at, model::StringId key);

/// Lanes on rows of those kinds.
std::vector<LanePart> lanesOf(const model::Snapshot& s, std::initializer_list<model::TrackKind> kinds);

/// A table with a row, or a fixed number of rows, for each event of some lanes. Its row ids are (lane << 32 | row in
/// the lane) · rows for each event.
class EventSource : public Source {
public:
    using Accepts = std::function<bool(const LanePart&, std::size_t row, std::size_t which)>;
    struct Options {
        Accepts accepts{};                       ///< empty: all events
        unsigned rowsPerEvent = 1;               ///< 2: its start and its end
        std::vector<std::vector<Cell>> extra{};  ///< rows that are not events, as a part of their own
    };
    EventSource(std::string_view name, const model::Snapshot& s, std::vector<EventColumn> columns,
                std::vector<LanePart> parts, Options options);

    bool isTimeline() const override { return !m_parts.empty(); }
    std::span<const Column> columns() const override { return m_columns; }
    std::size_t parts() const override { return m_parts.size() + (m_options.extra.empty() ? 0 : 1); }
    std::uint64_t rows(std::size_t part) const override;
    bool isUniform(std::size_t part) const override { return !isExtra(part); }
    bool hasGaps() const override { return static_cast<bool>(m_options.accepts); }
    std::uint64_t settle(std::size_t part, std::uint64_t row, std::uint64_t end) const override;
    Span narrowed(std::size_t part, const TimeBounds& bounds) const override;
    Cell cell(std::size_t part, std::uint64_t row, std::size_t column, Scratch& scratch) const override;
    std::int64_t rowid(std::size_t part, std::uint64_t row) const override;
    std::optional<Place> findRowid(std::int64_t id) const override;

private:
    bool isExtra(std::size_t part) const { return part == m_parts.size(); }

    const model::Snapshot& m_s;
    std::vector<EventColumn> m_getters;
    std::vector<Column> m_columns;
    std::vector<LanePart> m_parts;  // by lane id
    Options m_options;
};

/// The tables of Nsight Systems over events, from its schema.
void addEventTables(const model::Snapshot& s, Cover cover, Sources& out);
/// Whether a table of Nsight Systems holds the rows of a lane.
bool hasEventTable(const model::Snapshot& s, const LanePart& lane);
/// `events`, `args`, `tracks`, `counters`, `flows`: everything in a report, whatever its format; and the tables of
/// Nsight Systems over names, metrics and call chains.
void addGenericTables(const model::Snapshot& s, Cover cover, Sources& out);
/// What a profiler measured of kernels: the pages of Nsight Compute.
void addProfileTables(const model::Snapshot& s, Sources& out);
/// Names, devices, processes and the report itself.
void addFactTables(const model::Snapshot& s, Sources& out);
/// ENUM_*: the meaning of numbers in other tables.
void addEnumTables(Sources& out);
/// Rows of NVTX_EVENTS that name domains and categories.
std::vector<std::vector<Cell>> nvtxNames(const model::Snapshot& s, std::span<const EventColumn> columns);

/// A table with all its cells in memory.
class FixedSource : public Source {
public:
    FixedSource(std::string_view name, std::vector<Column> columns) : Source(name), m_columns(std::move(columns)) {}
    void add(std::vector<Cell> row) { m_rows.push_back(std::move(row)); }
    /// A text that lives as long as the table.
    Cell keep(std::string_view text);

    std::span<const Column> columns() const override { return m_columns; }
    std::uint64_t rows(std::size_t) const override { return m_rows.size(); }
    Cell cell(std::size_t, std::uint64_t row, std::size_t column, Scratch&) const override {
        return m_rows[row][column];
    }

private:
    std::vector<Column> m_columns;
    std::vector<std::vector<Cell>> m_rows;
    std::vector<std::unique_ptr<std::string>> m_texts;
};

}  // namespace importers::sql
