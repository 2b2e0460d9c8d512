// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "importers/rocm/reading.h"

namespace importers::rocm {

/// One profile inside a rocpd database: the tables with one suffix and, if they hold rows of several profiles, one
/// guid.
struct Profile {
    std::string suffix;
    std::string guid;  ///< empty: all rows
};

/// Shared by all profiles of a file: machines, and the names of rows.
struct Shared {
    std::map<std::string, std::int64_t> hosts;  ///< by the machine's id
    std::map<std::pair<model::TrackKind, model::TrackKey>, std::string> names;
    std::set<model::TrackKey> describedDevices;
    std::uint32_t correlations = 0;
    std::int64_t counters = 0;
};

/// The profiles of a database; empty if it is not a rocpd database.
std::vector<Profile> profilesOf(Reading& reading);
/// Whether a table belongs to one of the profiles and is read.
bool isRocpdTable(std::string_view name, std::span<const Profile> profiles);

/// Where something happened, by the ids of the info tables; kNone = unknown.
struct Where {
    static constexpr std::int64_t kNone = model::TrackKey::kNone;
    std::int64_t process = kNone, thread = kNone, agent = kNone, queue = kNone, stream = kNone, name = kNone;
};

/// The tables of one profile to which others refer. There are two layouts, distinguished by their columns: rows with
/// their own place and times, and rows that refer to a track and two time stamps.
class RocpdInfo {
public:
    RocpdInfo(Reading& reading, Shared& shared, Profile profile);
    void load();

    struct Agent {
        bool isGpu = false;
        std::int64_t device = 0;
    };
    struct Kernel {
        model::StringId name = 0;
        std::int64_t registers = 0, accumulators = 0, scalars = 0;
    };
    struct Counter {
        std::string name;
        std::int64_t agent = Where::kNone;
        std::int64_t process = Where::kNone;
    };
    /// The data of a row in the event table.
    struct EventRow {
        std::int64_t stack = 0, parent = 0;
        model::StringId message = 0;  ///< of a marker
        std::uint32_t category = 0;   ///< index into categories()
        model::ArgsId args = 0;
    };

    /// nullptr if the profile has no such table. Without prefix and suffix: "kernel_dispatch".
    const SqliteTable* table(std::string_view name) const;
    /// The rows of a table that belong to this profile.
    template <class F>
    void rows(Columns& columns, F&& use) {
        const int guid = m_profile.guid.empty() ? -1 : columns("guid");
        m_r.rows(columns, [&](Cells cells, std::int64_t rowid) {
            if (guid >= 0 && cells[guid].type == Cell::Type::Text && cells[guid].text() != m_profile.guid) return;
            use(cells, rowid);
        });
    }

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

    const std::string* string(std::int64_t id) const { return m_strings.find(id); }
    const Agent* agent(std::int64_t id) const { return m_agents.find(id); }
    const Kernel* kernel(std::int64_t id) const { return m_kernels.find(id); }
    const Counter* counter(std::int64_t id) const { return m_counters.find(id); }
    const EventRow* event(std::int64_t id) const { return m_events.find(id); }
    const std::string& category(const EventRow& e) const { return m_categories[e.category]; }

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
    void loadNames(std::string_view table, ById<std::string>& into);
    void loadKernels();
    void loadCounters();
    void loadTracks();
    void loadTimes();
    void loadEvents();
    void loadArguments();
    void addArguments(std::int64_t event, model::ArgsId more);
    std::uint32_t categoryIndex(std::int64_t id);
    Process process(std::int64_t id) const;

    Reading& m_r;
    Shared& m_shared;
    Profile m_profile;
    Arguments m_args;
    ById<std::string> m_strings, m_categoryNames, m_queues, m_streams;
    ById<std::int64_t> m_hosts, m_times;
    ById<Process> m_processes;
    std::map<std::int64_t, std::int64_t> m_processOfPid;  ///< some writers name a process by its pid
    ById<Thread> m_threads;
    ById<Agent> m_agents;
    ById<Kernel> m_kernels;
    ById<Counter> m_counters;
    ById<Where> m_tracks;
    ById<EventRow> m_events;
    std::vector<std::string> m_categories;
    std::map<std::int64_t, std::uint32_t> m_categoryIndex;
};

}  // namespace importers::rocm
