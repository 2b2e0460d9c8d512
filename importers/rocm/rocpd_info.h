// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "importers/rocm/reading.h"
#include "importers/rocm/rocpd_events.h"
#include "importers/rocm/rows.h"

namespace importers::rocm {

/// One profile inside a rocpd database: the tables with one suffix and, if they hold rows of several profiles, one
/// guid.
struct Profile {
    std::string suffix;
    std::string guid;  ///< empty: all rows
};

/// The profiles of a database; empty if it is not a rocpd database.
std::vector<Profile> profilesOf(Reading& reading);
/// Whether a table belongs to one of the profiles and is read.
bool isRocpdTable(std::string_view name, std::span<const Profile> profiles);

/// Where something happened, by the ids of the info tables; kNone = unknown.
struct Where {
    std::int64_t process = kNone, thread = kNone, agent = kNone, queue = kNone, stream = kNone, name = kNone;
};

/// The tables of one profile to which others refer. There are two layouts, distinguished by their columns: rows with
/// their own place and times, and rows that refer to a track and two time stamps.
class RocpdInfo {
public:
    RocpdInfo(Reading& reading, Shared& shared, Profile profile);
    /// Everything. Odd stacks of events get their numbers in the order of the events: those who ask for them later are
    /// several threads.
    void load(Callers& callers);
    /// Only what rows refer to for their names and places, without events.
    void loadNames();

    struct Agent {
        bool isGpu = false;
        std::int64_t device = 0;
    };
    struct Counter {
        std::string name;
        std::int64_t agent = kNone;
        std::int64_t process = kNone;
    };
    /// A frame of a call stack that a sampler recorded; each is an event of its own.
    struct SampledFrame {
        model::Frame frame;
        std::int64_t depth = 0;  ///< 0 = the outermost
    };

    /// nullptr if the profile has no such table. Without prefix and suffix: "kernel_dispatch".
    const SqliteTable* table(std::string_view name) const;
    /// The rows of a table that belong to this profile.
    template <class F>
    void rows(Columns& columns, F&& use) {
        const int guid = guidColumn(columns);
        m_r.rows(columns, [&](Cells cells, std::int64_t rowid) {
            if (isOurs(guid, cells)) use(cells, rowid);
        });
    }
    /// The same in parts, see Reading::inParts(): calls use(part, cells).
    template <class Make, class F>
    auto inParts(Columns& columns, Make&& make, F&& use) {
        const int guid = guidColumn(columns);
        return m_r.inParts(columns, make, [&](auto& part, Cells cells, std::int64_t) {
            if (isOurs(guid, cells)) use(part, cells);
        });
    }

    /// The same of a sample of the table, see Reading::sampleOf().
    template <class Make, class F>
    auto sampled(Columns& columns, Make&& make, F&& use) {
        const int guid = guidColumn(columns);
        return m_r.ofParts(m_r.sampleOf(columns.table()), columns, make, [&](auto& part, Cells cells, std::int64_t) {
            if (isOurs(guid, cells)) use(part, cells);
        });
    }

    /// Everything below but threadKey() and streamKey() may be called by several threads at once after load().

    /// The columns of place and time in a table of events, in either layout.
    struct Place {
        int process, thread, agent, queue, stream, track, start, end, startId, endId;
    };
    static Place placeOf(Columns& columns);
    Where where(const Place& place, Cells cells) const;
    /// Nothing if the row has no time.
    std::optional<std::pair<model::TimeNs, model::TimeNs>> times(const Place& place, Cells cells) const;

    // Keys of rows of the timeline.
    model::TrackKey processKey(const Where& w) const;
    model::TrackKey threadKey(const Where& w);
    model::TrackKey streamKey(const Where& w);
    model::TrackKey deviceKey(const Where& w) const;

    /// Whether work belongs to a stream. Work that a program puts into a queue itself belongs to none: its stream is
    /// not there, or one that the file does not list.
    bool hasStream(const Where& w) const;
    /// The number by which the runtime knows a queue.
    std::int64_t queueNumber(std::int64_t id) const;

    const std::string* string(std::int64_t id) const { return m_strings.find(id); }
    const Agent* agent(std::int64_t id) const { return m_agents.find(id); }
    const KernelSymbol* kernel(std::int64_t id) const { return m_kernels.find(id); }
    const Counter* counter(std::int64_t id) const { return m_counters.find(id); }
    /// nullptr if the event is none.
    const SampledFrame* frame(const EventRow& e) const { return e.frame ? &m_frames[e.frame - 1] : nullptr; }
    const EventRow* event(std::int64_t id) const { return m_events.find(id); }
    const std::string& category(const EventRow& e) const { return m_categories[e.category].name; }
    /// Whether there are frames of samplers among the events: then rows count in their order.
    bool hasFrames() const { return !m_frames.empty(); }

private:
    struct Process {
        std::int64_t host = 0, pid = 0;
    };
    struct Thread {
        std::int64_t tid = 0;
        std::string name;
    };

    void loadNodes();
    void loadProcesses();
    void loadThreads();
    void loadAgents();
    struct Numbered {
        std::string name;
        std::int64_t number = 0;
    };
    void loadNames(std::string_view table, ById<std::string>& into);
    void loadNumbered(std::string_view table, std::string_view word, ById<Numbered>& into);
    void loadKernels();
    void loadCounters();
    void loadTracks();
    void loadTimes();
    void loadEvents(Callers& callers);
    void loadArguments();
    void addArguments(std::int64_t event, model::ArgsId more);
    struct Category {
        std::uint32_t index = 0;
        bool isMarker = false, isSampling = false;
        std::string name;
    };
    Category categoryOf(std::int64_t id);
    class EventReader;
    int guidColumn(Columns& columns) const { return m_profile.guid.empty() ? -1 : columns("guid"); }
    bool isOurs(int guid, Cells cells) const {
        return guid < 0 || cells[guid].type != Cell::Type::Text || cells[guid].text() == m_profile.guid;
    }
    std::uint32_t addFrame(std::string_view callStack, std::string_view extdata);
    Process process(std::int64_t id) const;

    Reading& m_r;
    Shared& m_shared;
    Profile m_profile;
    ById<std::string> m_strings, m_categoryNames;
    ById<Numbered> m_queues, m_streams;
    ById<std::int64_t> m_hosts, m_times;
    ById<Process> m_processes;
    std::map<std::int64_t, std::int64_t> m_processOfPid;  ///< some writers name a process by its pid
    ById<Thread> m_threads;
    std::map<model::TrackKey, std::int64_t>
        m_namedBy;  ///< whose name the row of a thread has; guarded as Shared::names
    ById<Agent> m_agents;
    ById<KernelSymbol> m_kernels;
    ById<Counter> m_counters;
    ById<Where> m_tracks;
    EventTable m_events;
    std::mutex m_mutex;  // guards the following while events are read
    std::vector<SampledFrame> m_frames;
    std::vector<Category> m_categories;
    std::map<std::int64_t, std::uint32_t> m_categoryIndex;
};

}  // namespace importers::rocm
