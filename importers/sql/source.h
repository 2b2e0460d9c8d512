// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "importers/common/cell.h"
#include "model/store/event_store.h"

namespace importers::sql {

/// The declared type of a column. SQLite values keep their own type: an argument that is a text in the report is a text
/// in an Int column, too.
enum class Type : std::uint8_t { Int, Real, Text, Any };

/// How a query plan can use a column.
enum class Use : std::uint8_t {
    Plain,
    Start,
    End,     ///< ns; narrowed() finds the rows between bounds
    OfPart,  ///< one value in a whole part
    Key,     ///< find() finds its rows
};

struct Column {
    std::string_view name;
    Type type = Type::Int;
    Use use = Use::Plain;
    bool isName = false;  ///< its numbers are ids of StringIds
};

/// Row numbers [first, last) of a part.
struct Span {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
};
struct Place {
    std::size_t part = 0;
    Span rows;
};

/// Bounds of the Start and End columns, both inclusive.
struct TimeBounds {
    model::TimeNs startMin = model::kTimeMin, startMax = model::kTimeMax;
    model::TimeNs endMin = model::kTimeMin, endMax = model::kTimeMax;
};

/// Cache of a reader between cells: unpacks a tuple of arguments once a row, and frequent tuples (launch
/// configurations) rarely.
class Scratch {
public:
    const std::vector<model::Arg>& args(const model::Snapshot& s, model::ArgsId id) {
        if (m_tuples.empty()) m_tuples.resize(kTuples);
        auto& [known, tuple] = m_tuples[id % kTuples];
        if (known != id) {
            tuple = s.store().args().at(id);
            known = id;
        }
        return tuple;
    }
    /// At most 65 536 frames, innermost first.
    const std::vector<model::Frame>& frames(const model::Snapshot& s, model::ChainId id) {
        if (m_chain != id) {
            m_frames = s.store().callchains().at(id);
            if (m_frames.size() > 65536) m_frames.resize(65536);
            m_chain = id;
        }
        return m_frames;
    }

private:
    static constexpr std::size_t kTuples = 256;
    std::vector<std::pair<model::ArgsId, std::vector<model::Arg>>> m_tuples;
    model::ChainId m_chain = 0;
    std::vector<model::Frame> m_frames;
};

/// The rows of one SQL table, read in place. They lie in parts (lanes, counters). Each part numbers its own rows;
/// numbers may have gaps. Texts of cells live as long as the source. Constant, except for caches: one thread at a time.
class Source {
public:
    explicit Source(std::string_view name) : m_name(name) {}
    virtual ~Source() = default;
    Source(const Source&) = delete;
    Source& operator=(const Source&) = delete;

    std::string_view name() const { return m_name; }
    /// Whether rows are events or values of the timeline, and not facts about it.
    virtual bool isTimeline() const { return false; }
    virtual std::span<const Column> columns() const = 0;

    virtual std::size_t parts() const { return 1; }
    /// Upper bound of the row numbers of a part.
    virtual std::uint64_t rows(std::size_t part) const = 0;
    /// Whether OfPart columns have one value in that part.
    virtual bool isUniform(std::size_t) const { return true; }
    /// Whether row numbers have gaps, which settle() skips.
    virtual bool hasGaps() const { return false; }
    /// The first existing row in [row, end), or end.
    virtual std::uint64_t settle(std::size_t, std::uint64_t row, std::uint64_t) const { return row; }
    /// A range of a part that contains all rows within the bounds, and possibly others.
    virtual Span narrowed(std::size_t part, const TimeBounds&) const { return {0, rows(part)}; }
    /// All rows with that value in the Key column.
    virtual std::optional<Place> find(std::int64_t) const { return {}; }
    virtual Cell cell(std::size_t part, std::uint64_t row, std::size_t column, Scratch& scratch) const = 0;

    /// Identifies a row, and stays the same while the report is open.
    virtual std::int64_t rowid(std::size_t part, std::uint64_t row) const {
        return static_cast<std::int64_t>(part << 32 | row);
    }
    virtual std::optional<Place> findRowid(std::int64_t id) const;

    /// Number of rows. Linear if numbers have gaps.
    virtual std::uint64_t count() const;
    bool isEmpty() const;

protected:
    /// The place of one row, if it exists.
    std::optional<Place> placeOf(std::size_t part, std::uint64_t row, std::uint64_t count = 1) const;

private:
    std::string m_name;
};
using Sources = std::vector<std::unique_ptr<Source>>;

enum class Cover : std::uint8_t {
    All,   ///< `events`, `args` and `counters` hold everything: nothing is copied
    Once,  ///< for files: they hold what no other table has, and event tables have a column for each argument
};
/// Every table of a report, in listing order, including those without rows. They read from the report, which must
/// outlive them. To add one that Nsight Systems also writes: the schema (nsys/schema.cpp) and its kind of row
/// (event_tables.cpp). To add a small one: fact_tables.cpp.
Sources allTables(const model::Snapshot& report, Cover cover = Cover::All);

/// Version of the export's schema for the names of tables and columns.
inline constexpr std::string_view kSchemaVersion = "3.24.0";

// Ids as Nsight Systems packs them: machine 16 bits, process 24, thread 24. Larger numbers are truncated. Numbers for
// texts (model::textId) count from 1. Nothing if there is no process.
Cell globalPid(const model::TrackKey& key);
Cell globalTid(const model::TrackKey& key);
/// Machine only.
std::int64_t globalVid(std::int64_t host);
/// A field of a key, or nothing.
inline Cell keyCell(std::int64_t field) {
    return field == model::TrackKey::kNone || model::isTextId(field) ? Cell() : Cell::ofInt(field);
}
/// The system's process number of a key, or nothing. If a process became another program, several have the same number;
/// globalPid distinguishes them.
Cell pidCell(const model::Snapshot& s, const model::TrackKey& key);
/// The id of a name in StringIds, or nothing.
inline Cell nameIdCell(model::StringId id) { return id ? Cell::ofInt(id) : Cell(); }
inline Cell textCell(const model::Snapshot& s, model::StringId id) { return id ? Cell::ofText(s.text(id)) : Cell(); }

}  // namespace importers::sql
