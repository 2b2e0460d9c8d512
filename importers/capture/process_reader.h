// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "importers/capture/kernel_metrics_reader.h"
#include "importers/capture/nvtx_reader.h"
#include "importers/capture/outside_reader.h"
#include "importers/capture/spool_file.h"
#include "importers/common/arguments.h"
#include "importers/common/event_groups.h"

namespace importers::capture {

/// What several processes of a session have in common.
struct Session {
    Session(model::EventStore& s, KnownStacks& k) : store(s), known(k), groups(s), args(s) {}
    model::EventStore& store;
    KnownStacks& known;
    std::string spool;  ///< name of the file that is being read
    EventGroups groups;
    Arguments args;
    std::map<std::int64_t, collectors::spool::Device> devices;          ///< by number; one machine
    std::map<std::int64_t, std::string> deviceNames, givenDeviceNames;  ///< given ones: by the program
    std::map<model::TrackKey, std::string> streamNames, threadNames;
    std::map<std::pair<std::int64_t, std::int64_t>, std::string> givenStreamNames;  ///< by process and stream
    struct Stream {
        std::int32_t priority = 0;  ///< lower goes first
        std::uint32_t flag = 0;
    };
    std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t>, Stream> streams;  ///< by process, context and stream
    std::map<std::int64_t, std::string> processNames;
    std::map<std::int64_t, std::int64_t> parents;  ///< of processes
    std::map<std::int64_t, std::int64_t>
        numbers;  ///< that the system gave to processes which the report knows by a text
    std::map<std::pair<std::int64_t, std::int64_t>, std::string> domainNames;  ///< by process and domain
    std::vector<std::pair<model::StringId, std::uint32_t>> colours;
    std::map<std::pair<model::TrackKind, model::TrackKey>, model::StringId> meterNames;
    std::map<model::StringId, std::int64_t> libraries;  ///< numbers of those whose calls have a row
    std::set<model::StringId> called;                   ///< libraries of which any call counts
    std::vector<model::Argument> untraced;              ///< what is said to have failed
    model::Facts facts;                                 ///< of the session
    std::int64_t realtimeOffset = 0;                    ///< realtime − monotonic, ns; 0 = unknown
    std::string host, collector;
    std::uint64_t dropped = 0;  ///< records
    model::TimeNs last = 0;     ///< of anything that was seen
    model::TimeRange window{model::kTimeMin,
                            model::kTimeMax};  ///< of the spool that is being read: what begins in it counts

    model::TimeNs end = model::kTimeMax;  ///< of the capture, where it is known
    model::TimeNs overheadAfter =
        0;  ///< ns, of our own work behind that end: it would make the report longer than what it is about

    bool isRunning = false;  ///< its end is not in it yet
    /// Of a session that was killed: since when processes wrote on by themselves (0 = none did), and until when those
    /// of the program and what looks from outside did.
    struct Orphaned {
        model::TimeNs since = 0, program = 0, outside = 0;
    };
    Orphaned orphaned;
    std::set<std::int64_t>
        flushed;  ///< processes that had written everything when the capture was over, whatever became of them

    /// By which the report knows the process of a spool. Two spools may say the same number: of a process that became
    /// another program, or of two containers. The second one's threads, streams and domains are others.
    std::int64_t keyOf(std::int64_t pid);
    /// The number of a GPU in the report: processes that see different GPUs count them from 0, each for itself.
    std::int64_t deviceOf(const collectors::spool::Device& device);

    bool isWanted(model::TimeNs time) const { return time >= window.begin && time < window.end; }
    void add(model::EventKind event, model::TrackKind kind, const model::TrackKey& key, const model::Event& e) {
        if (!isWanted(e.start)) return;
        last = std::max({last, e.start, e.end});
        groups.add(kind, key, e);
        ++store.info().eventsInFile[static_cast<std::size_t>(event)];
    }
    bool addValue(model::TrackKind kind, const model::TrackKey& key, model::TimeNs time, double value) {
        if (isWanted(time)) groups.addValue(kind, key, time, value);
        return isWanted(time);
    }
    /// What a person who trusts the picture should know.
    void addNote(const model::Message& message, std::uint64_t n = 1) {
        store.diagnostics().add(model::Note::ReportMessage, message, n);
    }
    /// Records of a process that a report lacks. Whoever loses some loses more: the sum is said, by reportLost().
    void noteLost(std::int64_t pid, std::uint64_t records, const model::Message& why);
    void reportLost();
    /// Files that are no longer what ran.
    void reportReplaced();
    std::set<std::string> ranged;                    ///< modules of Python whose functions have ranges
    std::map<std::string, model::Message> unranged;  ///< … and what has none, with the reason
    /// That a process could not trace something.
    void reportUntraced(std::int64_t pid, const model::Message& what, const model::Message& why);
    /// What the session says, unless a process has said already that it could not be traced.
    void reportMessage(const model::Message& message);
    /// Whether it is said already that it could not be traced.
    bool isUntraced(const model::Argument& what) const {
        return std::any_of(untraced.begin(), untraced.end(), [&](const model::Argument& u) { return u == what; });
    }
    /// One sentence for all that were killed.
    void reportKilled();
    /// That the session was killed, and for how long each kind was noted afterwards.
    void reportSessionKilled();
    std::vector<std::int64_t> killed;  ///< processes that did not say that they ended

private:
    std::map<std::pair<std::int64_t, model::Message>, std::uint64_t> m_lost;  // by process and reason
    std::set<std::int64_t> m_pids;
    std::map<std::array<unsigned char, 16>, std::int64_t> m_devices;  // by uuid
    std::set<std::int64_t> m_deviceNumbers;
};

/// Reads the blocks of one spool: a handler for each type, in a table. Times stay those of the clock.
class ProcessReader {
public:
    ProcessReader(Session& session, std::int64_t pid);
    void read(const SpoolBlock& block);
    /// Blocks that say what the numbers of all others mean, before those: which GPUs, what was mapped, who is who.
    void readFirst(const SpoolBlock& block);
    static bool isFirst(collectors::spool::Block type);
    void finishFirst() { m_outside.finishFirst(); }
    /// Whether records of that type begin with when they happened, and mean nothing to others.
    static bool isTimed(collectors::spool::Block type);
    /// After the last block.
    void finish();

private:
    struct Handlers;
    model::StringId text(std::uint32_t number) const;
    std::string_view textOf(std::uint32_t number) const;
    model::StringId word(std::string_view s) { return m_session.store.strings().intern(s); }
    void readName(std::string_view name);
    std::int64_t deviceOf(std::uint32_t number) const;
    model::TrackKey streamKey(std::uint32_t device, std::uint32_t context, std::uint32_t stream) const;
    model::TrackKey threadKey(std::uint32_t thread) const;

    // Handlers of blocks and of records.
    void handleFacts(const SpoolBlock& block);
    void readStrings(const SpoolBlock& block);
    void readClock(const collectors::spool::Clock& clock);
    void readShape(const collectors::spool::KernelShape& shape);
    void readKernel(const collectors::spool::Kernel& kernel);
    void readGraphKernel(const collectors::spool::GraphKernel& kernel);
    void readCopy(const collectors::spool::Copy& copy);
    void readSet(const collectors::spool::Set& set);
    void readCall(const collectors::spool::Call& call);
    void readSync(const collectors::spool::Sync& sync);
    void readGraph(const collectors::spool::Graph& graph);
    void readEvent(const collectors::spool::CudaEvent& event) { m_untimed.push_back(event); }
    void readMemory(const collectors::spool::Memory& memory);
    void readPool(const collectors::spool::Pool& pool);
    void readUnified(const collectors::spool::Unified& unified);
    void readOverhead(const collectors::spool::Overhead& overhead);
    void readCompile(const collectors::spool::Compile& compile);
    void numberDevice(const collectors::spool::Device& device);
    void readDevice(const collectors::spool::Device& device);
    void readContext(const collectors::spool::Context& context);
    void readStream(const collectors::spool::Stream& stream);
    void readDomain(const collectors::spool::Domain& domain);
    void readNvtx(const collectors::spool::NvtxEvent& event);
    void readPayloads(const SpoolBlock& block) { m_nvtx.readPayloads(block.bytes); }
    void readSchemas(const SpoolBlock& block);
    void readLoss(const collectors::spool::Loss& loss);
    void readThread(const collectors::spool::Thread& thread);
    void readMetricLists(const SpoolBlock& block) { m_metrics.readLists(block.bytes); }
    void readKernelMetrics(const SpoolBlock& block) { m_metrics.read(block.bytes); }

    void waitForTurn(bool begins, model::TimeNs time);
    void readOrphaned(model::TimeNs time);
    void noteUntil();
    void addKernel(model::TimeNs start, model::TimeNs end, std::uint32_t correlation, std::uint32_t shape,
                   std::uint64_t node, std::uint32_t graph);
    void linkCollectives();

    struct Change {
        model::TimeNs time;
        std::int64_t bytes;
    };
    void addUsage(const model::TrackKey& key, const std::vector<Change>& changes);

    /// A kernel's launch as it is shared by many.
    struct Shape {
        model::TrackKey key;
        model::StringId name = 0;
        model::ArgsId args = 0;
        bool collective = false;
    };

    Session& m_session;
    std::int64_t m_pid;                               // as the system numbers it
    std::int64_t m_key;                               // … and the report
    std::map<std::uint32_t, std::int64_t> m_devices;  // number in the report by the process's own
    std::vector<model::StringId> m_strings{0};        // by number
    std::vector<Shape> m_shapes{Shape()};
    std::unordered_map<std::uint32_t, std::uint32_t> m_contexts;                    // device of each
    std::unordered_map<std::uint32_t, std::uint32_t> m_contextOf;                   // the last one of each device
    std::map<std::pair<std::int64_t, std::int64_t>, std::vector<Change>> m_memory;  // by device and kind
    std::unordered_map<std::uint64_t, std::int64_t> m_allocated;                    // bytes by address
    std::unordered_map<std::int32_t, model::ArgsId> m_results;
    std::unordered_map<std::uint32_t, model::TimeNs>
        m_callOf;  // when the call with a correlation id began, of events without a time
    std::vector<collectors::spool::CudaEvent> m_untimed;
    struct Collective {
        model::TimeNs start;
        std::uint32_t correlation, shape;
        model::TimeNs end;
    };
    std::vector<Collective> m_collectives;
    std::unordered_map<std::uint32_t, std::pair<std::int64_t, model::TimeNs>>
        m_launches;  // thread and start of calls, by correlation
    NvtxReader m_nvtx;
    OutsideReader m_outside;
    KernelMetricsReader m_metrics;
    std::uint64_t m_unknownBlocks = 0;
    std::uint64_t m_dangling = 0;
    bool m_finished = false, m_isSampler = false;
    model::TimeNs m_until = 0;                     ///< the last that is known to be noted
    bool m_direct = false;                         ///< nothing waited to be written
    bool m_complete = false;                       ///< all blocks were read
    model::TimeNs m_begin = 0;                     ///< of the first stretch of tracing; 0 = not said
    std::vector<collectors::spool::Sync> m_syncs;  ///< of contexts that have not come
};

}  // namespace importers::capture
