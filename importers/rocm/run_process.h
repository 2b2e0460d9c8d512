// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "importers/rocm/rows.h"

namespace importers::rocm {

/// A record of rocprofv3, whether it was written as JSON or as CSV. kNone and "" = not said.
struct Record {
    model::TimeNs start = kNone, end = kNone;
    std::int64_t thread = kNone, correlation = kNone, stream = kNone, queue = kNone;
    std::int64_t agent = kNone, from = kNone, to = kNone;  ///< ids of agents
    std::int64_t bytes = kNone, address = kNone, source = kNone, target = kNone;
    std::int64_t dispatch = kNone, shared = kNone, scratch = kNone;
    std::array<std::int64_t, 3> grid{kNone, kNone, kNone}, block{kNone, kNone, kNone};
    KernelSymbol kernel;
    std::string_view kind;       ///< HIP_RUNTIME_API_EXT, MARKER_CORE_API …
    std::string_view operation;  ///< hipMemcpy, MEMORY_COPY_HOST_TO_DEVICE …
    std::string_view message;    ///< of a marker
    std::string_view region;
    model::ArgsId more = 0;
};

/// One process of a run of rocprofv3: knows its GPUs, and puts its records onto rows.
class RunProcess {
public:
    RunProcess(Building& building, Shared& shared) : m_b(building), m_shared(shared), m_rows(building, shared) {}

    /// Host and process of all rows; before the first record.
    void setKey(std::int64_t host, std::int64_t pid);
    const model::TrackKey& key() const { return m_key; }

    struct Agent {
        bool isGpu = false;
        std::int64_t device = 0;  ///< of a GPU: its number among the GPUs
    };
    void addAgent(std::int64_t id, const Agent& agent, const model::Facts& facts);

    void addDispatch(const Record& r);
    void addCopy(const Record& r);
    void addCall(const Record& r);
    void addAllocation(const Record& r);
    /// A value of a counter that was collected during a dispatch. It waits for the record of that dispatch; if there is
    /// none, its own record makes the row.
    void addCounter(const Record& dispatch, std::string_view name, double value);
    /// Makes the rows that had to wait.
    void finish();

private:
    struct Waiting {
        Record record;
        std::vector<std::pair<std::string, double>> values;
    };

    bool accept(const Record& r, model::EventKind kind);
    Timed timed(const Record& r) const;
    std::int64_t deviceOf(std::int64_t agent);
    std::optional<std::int64_t> gpuOf(std::int64_t agent, bool isGpuIfUnknown);
    model::TrackKey streamKey(std::int64_t device, const Record& r);
    model::StringId word(std::string_view s) { return m_b.store.strings().intern(s); }

    Building& m_b;
    Shared& m_shared;
    Rows m_rows;
    model::TrackKey m_key;
    std::map<std::int64_t, Agent> m_agents;
    std::map<std::int64_t, Waiting> m_counted;  ///< by dispatch
    std::int64_t m_unknownAgents = 0;
    std::int64_t m_number = 0;  ///< of the record, for notes
};

}  // namespace importers::rocm
