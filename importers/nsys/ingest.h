// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <tuple>
#include <utility>
#include <vector>

#include "importers/common/stop_check.h"
#include "importers/nsys/row_collector.h"
#include "model/store/wanted.h"

namespace importers::nsys {

/// The schema layer of Nsight Systems: the meaning of its rows, the same for every source. A source fills collectors,
/// from several threads if it likes, and flushes when a set of tables is complete:
///
///     RowCollector& rows = ingest.collector();   // one per thread or task
///     rows.row(TableId::Kernel, cells, rowid);   // …
///     ingest.flush();                            // groups become lanes; publish what is new
///     ingest.finish(facts);                      // once, at the end
///
/// Rows of tables that share a track (copies and sets of a stream) must be in the same flush. Synchronization must be
/// in that of kernels or a later one.
class Ingest {
public:
    /// After a stop, flush() and finish() throw Stopped; rows that are in their lanes by then stay.
    Ingest(model::EventStore& store, ReportStrings& strings, unsigned threads, const model::Wanted& wanted = {},
           std::stop_token stop = {});

    /// A new collector; it lives until the next flush. Thread safe. The order of the calls determines the order of rows
    /// with equal times.
    RowCollector& collector();

    /// Moves everything collected into lanes, in several threads, and empties the collectors.
    void flush();

    /// Whether rows of that table are wanted; others are skipped and not counted.
    bool wants(TableId table) const { return m_tables[static_cast<std::size_t>(table)]; }
    /// Whether more than the wanted tables must be read, because ranges that were never closed end with the report.
    /// Flushes. From then on, only rows of the other tables are accepted.
    bool needsTheRest();

    /// Places what had to wait for the end, names tracks, and describes devices, processes and streams.
    void finish(const SessionFacts& facts);

    /// Sets the name of a GPU metric; the source does so before the metrics are flushed.
    void setMetricName(std::uint64_t typeId, std::int64_t metricId, model::StringId name);

private:
    using GroupId = std::pair<model::TrackKind, model::TrackKey>;
    using GroupMap = std::map<GroupId, std::vector<Group*>>;

    void mergeFacts(RowCollector& rows);
    GroupMap gather();
    void build(const GroupId& id, model::TrackId track, std::vector<Group*>& parts);
    void buildCounter(model::TrackId track, std::vector<Group*>& parts, bool running);
    void buildThreadState(model::TrackId track, std::vector<Group*>& parts);
    void buildLanes(model::TrackId track, std::vector<Group*>& parts);
    template <class Earlier>
    static std::vector<model::Event> sorted(std::vector<Group*>& parts, Earlier earlier, StopCheck& check);
    void placeUntimed();
    void closeOpenRanges();
    void keepEmptyDomains();
    void nameTracks(const SessionFacts& facts);
    /// "" where the report has none. `namedThreads`: the system's names as numbers of strings, by thread.
    std::string trackName(const model::Track& t, const SessionFacts& facts,
                          const std::map<std::int64_t, std::int64_t>& namedThreads) const;
    std::string threadName(std::int64_t globalTid, const std::map<std::int64_t, std::int64_t>& named) const;
    model::StringId metricName(model::TrackKey key) const;
    void describe(const SessionFacts& facts);
    void describeContexts(const SessionFacts& facts);

    model::EventStore& m_store;
    ReportStrings& m_strings;
    unsigned m_threads;
    std::stop_token m_stop;
    TableSet m_tables;  ///< accepted tables
    std::uint8_t m_columns;
    bool m_isWhole;
    bool m_readsRest = false;
    std::mutex m_mutex;
    std::vector<std::unique_ptr<RowCollector>> m_collectors;
    std::int64_t m_host = 0;  ///< of the machine with the last event
    std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t>, std::int64_t>
        m_deviceOfContext;  ///< by host, process and context
    std::vector<RowCollector::Untimed> m_untimed;
    std::map<GroupId, std::vector<model::Event>> m_open;
    std::map<std::pair<std::int64_t, std::int64_t>, std::string> m_domains;
    std::map<std::int64_t, std::string> m_threadNames;
    std::map<std::int64_t, std::string> m_processes;
    std::map<model::TrackKey, model::StringId> m_metricNames;
};

}  // namespace importers::nsys
