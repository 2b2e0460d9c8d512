// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "importers/common/staging.h"
#include "importers/nsys/rep_events.h"
#include "importers/nsys/schema.h"
#include "importers/nsys/strings.h"
#include "model/store/event_store.h"

namespace importers::nsys {

/// The kind of track for a table's rows (NVTX rows may also go to two others: NCCL, ranges of a process).
model::TrackKind trackOf(TableId table);

/// The columns of a table's rows, and which of them are arguments.
struct TablePlan {
    int start = -1, end = -1, pid = -1, tid = -1, device = -1, context = -1, stream = -1, correlation = -1, name = -1,
        nameText = -1, domain = -1, eventType = -1, chain = -1, gridId = -1, type = -1, metric = -1, value = -1,
        cpu = -1, schedIn = -1;
    int shortName = -1, copyKind = -1, syncType = -1, oldSyncType = -1, graphId = -1, memKind = -1, operation = -1,
        colour = -1, category = -1;
    struct ArgColumn {
        int cell;
        model::StringId key;
        bool isStringId;
        bool isNumber = false;           ///< its text is a number written as text
        std::int64_t usual = INT64_MIN;  ///< a value that is not worth keeping
    };
    std::vector<ArgColumn> args;
    std::vector<int> numbers;  ///< cells that tell where and when a row is

    /// `extra` = names of additional columns after those of the table; each is kept as an argument.
    static TablePlan of(const Table& table, std::span<const std::string> extra, model::StringTable& strings);
    /// Whether a column is more than an argument.
    bool uses(int cell) const;

private:
    /// A column of the table: where it is, or that it is an argument.
    void take(const Table& table, int at, model::StringTable& strings);
};

/// Maps ids of call chains in a report to those of the store.
class ChainMap {
public:
    void set(std::int64_t id, model::ChainId chain);
    model::ChainId find(std::int64_t id) const;

private:
    std::vector<model::ChainId> m_dense;
    std::unordered_map<std::int64_t, model::ChainId> m_sparse;
    std::size_t m_count = 0;  // chains so far: limits the size of the table, whatever their ids are
};

/// The future contents of one track: a group of staged events.
struct Group {
    Group(model::TrackKind k, const model::TrackKey& identity) : kind(k), key(identity) {}
    model::TrackKind kind;
    model::TrackKey key;
    StagedEvents events;
    std::vector<model::Event> open;  ///< ranges that were never closed; they wait for the end of the report
};

using TableSet = std::bitset<kTableCount>;  ///< by TableId

/// Converts rows to events, grouped by track. One for each thread; see Ingest.
class RowCollector final : public RowSink {
public:
    RowCollector(model::EventStore& store, ReportStrings& strings);

    /// Additional columns after those of the table, in the following rows (an export newer than the table).
    void setExtraColumns(TableId table, std::span<const std::string> names);
    /// Sets the targets of Callchain cells; nullptr = none. Must outlive the rows.
    void setChains(const ChainMap* chains) { m_chains = chains; }
    /// Skips rows of other tables, and arguments and call chains without their column (of LaneColumn).
    void limit(const TableSet& tables, std::uint8_t columns) { m_tables = tables, m_columns = columns; }

    void row(TableId table, std::span<const Cell> cells, std::size_t rowid) override;
    void frames(std::span<const RepFrame> frames) override;
    void process(std::int64_t globalPid, std::string_view name) override;

    /// Identity of the track of a GPU metric.
    static model::TrackKey metricKey(std::uint64_t typeId, std::int64_t metricId);
    /// Stages an event whose time was found later.
    void stageAt(model::TrackKind kind, const model::TrackKey& key, model::TimeNs t, model::Event event);

    // For Ingest, after all rows.
    struct Untimed {
        model::TrackKey key;
        model::Event event;
    };
    std::deque<Group>& groups() { return m_groups; }
    std::vector<Untimed>& untimed() { return m_untimed; }
    const std::array<std::uint64_t, kTableCount>& rows() const { return m_rows; }
    const std::map<std::int64_t, std::string>& processes() const { return m_processes; }
    const std::map<std::pair<std::int64_t, std::int64_t>, std::string>& domains() const { return m_domains; }
    const std::map<std::int64_t, std::string>& threadNames() const { return m_threadNames; }
    const std::vector<model::ReportInfo::Category>& categories() const { return m_categories; }
    /// Passes on its counts about the rows, and resets them.
    void reportNotes();
    void clearGroups();

private:
    using Cells = std::span<const Cell>;
    struct RowGroupKey {
        std::uint64_t global;
        std::int64_t detail;
        std::uint64_t place;  // device and context
        model::TrackKind kind;
        bool operator==(const RowGroupKey&) const = default;
    };
    struct RowGroupHash {
        std::size_t operator()(const RowGroupKey& k) const;
    };
    struct CachedShape {
        std::uint64_t present, real, text;
        std::uint32_t shape;
    };
    /// Small tuples repeat often (a call that returned 0), so they are cached without a lookup in the shared table.
    struct Memo {
        static constexpr std::size_t kValues = 4;
        std::uint32_t shape = 0;
        model::ArgsId id = 0;
        std::int64_t values[kValues] = {};
    };
    model::ArgsId internArgs(std::uint32_t shape, std::span<const std::int64_t> values);

    /// Counts here, without lock or text: a damaged export may have millions of them.
    void note(model::Note note, TableId table, std::size_t rowid);
    void nvtxRow(const TablePlan& plan, Cells cells, std::size_t rowid, model::Event e);
    void giveColours();
    void metricRow(const TablePlan& plan, Cells cells, model::TimeNs t);
    void memoryRow(const TablePlan& plan, Cells cells, const model::Event& e);
    void diagnosticRow(const TablePlan& plan, Cells cells, const model::Event& e);
    /// Whether text in place of a string id is such an id; otherwise it is the string itself.
    bool isStringId(const Cell& text) const;
    model::StringId nameOf(TableId table, const TablePlan& plan, Cells cells);
    model::ArgsId argsOf(TableId table, const TablePlan& plan, Cells cells);
    model::StringId leafSymbol(model::ChainId chain) const;
    bool readTimes(TableId table, const TablePlan& plan, Cells cells, std::size_t rowid, model::Event& e);
    Group& group(model::TrackKind kind, std::uint64_t global, std::int64_t device, std::int64_t context,
                 std::int64_t detail);
    void stage(Group& g, const model::Event& e) { g.events.push(e); }
    model::StringId word(std::string_view text);

    model::EventStore& m_store;
    ReportStrings& m_strings;
    const ChainMap* m_chains = nullptr;
    TableSet m_tables = TableSet().set();
    std::uint8_t m_columns = model::kArgsColumn | model::kCorrelationColumn | model::kPayloadColumn;
    std::array<TablePlan, kTableCount> m_plans;
    std::array<std::vector<CachedShape>, kTableCount> m_shapes;
    std::array<Memo, 256> m_memo;
    std::array<std::uint64_t, kTableCount> m_rows{};

    std::deque<Group> m_groups;
    std::unordered_map<RowGroupKey, Group*, RowGroupHash> m_groupIndex;
    RowGroupKey m_lastKey{};
    Group* m_lastGroup = nullptr;

    struct NoteCount {
        model::Note note;
        TableId table;
        std::uint64_t count;
        std::size_t firstRow;
    };
    std::vector<NoteCount> m_notes;

    std::vector<Untimed> m_untimed;
    std::vector<model::Frame> m_frames;
    model::ChainId m_pendingChain = 0;
    std::map<std::int64_t, std::string> m_processes;
    std::map<std::pair<std::int64_t, std::int64_t>, std::string> m_domains;  // (global pid, domain id)
    std::map<std::int64_t, std::string> m_threadNames;
    std::vector<model::ReportInfo::Category> m_categories;
    std::vector<std::pair<model::StringId, std::uint32_t>> m_colours;  // that will go to the store
    std::unordered_map<std::string_view, model::StringId> m_words;
};

}  // namespace importers::nsys
