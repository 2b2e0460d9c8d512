// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "importers/common/arguments.h"
#include "importers/rocm/building.h"

namespace importers::rocm {

inline constexpr std::int64_t kNone = model::TrackKey::kNone;  ///< a number that the file does not give

/// Shared by all processes of a file: machines, GPUs, and the names of rows.
struct Shared {
    explicit Shared(model::EventStore& s) : store(s) {}

    /// Number of a machine; `id` distinguishes machines.
    std::int64_t host(const std::string& id, std::string_view name, const model::Facts& facts);
    void process(const model::TrackKey& key, std::string_view name);
    /// Describes a GPU once; its name is the first fact.
    void device(const model::TrackKey& key, const model::Facts& facts);
    /// The row of a stream; where there is none, of the queue that stands in for it. `key`: host, process and device.
    /// `name`: what the report calls it, or nothing.
    model::TrackKey stream(model::TrackKey key, std::int64_t stream, std::int64_t queue, std::string_view name);
    /// The work of that stream names hardware queues, by which a row of its context can show it.
    /// Thread safe.
    void hasQueues(model::TrackKey stream) {
        stream.stream = kNone;
        std::lock_guard lock(mutex);
        queued.insert(stream);
    }
    /// Gives the rows of the built report their names.
    void nameTracks();

    model::EventStore& store;
    std::map<std::string, std::int64_t> hosts;  ///< by the machine's id
    std::map<std::pair<model::TrackKind, model::TrackKey>, std::string> names;
    std::set<model::TrackKey> describedDevices;
    std::map<std::tuple<model::TrackKind, model::TrackKey, std::string>, std::int64_t> counters;
    std::set<model::TrackKey> queued;     ///< contexts whose work names a hardware queue beside its stream
    std::uint32_t correlations = 0;       ///< numbers from 1 to this one are in use
    std::uint32_t largeCorrelations = 0;  ///< so are as many of the greatest ones
    std::mutex mutex;  ///< held by readers of parts while they ask for the row of a stream or name a thread
};

/// One value of a performance counter.
struct CounterValue {
    std::string name;
    model::TrackKind kind = model::TrackKind::GpuMetric;  ///< or ProcessCounter
    model::TrackKey of;                                   ///< the GPU, or the process
    double value = 0;
};

struct KernelSymbol {
    model::StringId name = 0;
    std::int64_t registers = 0, accumulators = 0, scalars = 0;
};

/// What all rows have. Times in ns.
struct Timed {
    model::TimeNs start = 0, end = 0;
    std::uint32_t correlation = 0;  ///< 0 = none; the same number for a call and the work that it started
    model::ArgsId more = 0;         ///< further arguments
};

struct Dispatch : Timed {
    model::TrackKey stream;
    KernelSymbol kernel;
    std::array<std::int64_t, 3> grid{kNone, kNone, kNone};  ///< in threads
    std::array<std::int64_t, 3> block{kNone, kNone, kNone};
    std::int64_t shared = kNone, scratch = kNone;  ///< bytes
    std::int64_t queue = kNone;                    ///< where the row is that of a stream
    std::int64_t id = 0;
    std::string_view region;  ///< what the program calls the kernel
    std::span<const CounterValue> counters;
};

struct Copy : Timed {
    model::TrackKey stream;
    model::StringId name = 0;
    std::int64_t bytes = kNone;
    std::int64_t from = kNone, to = kNone;        ///< GPUs; kNone = the host's memory
    std::int64_t source = kNone, target = kNone;  ///< addresses
};

/// A call of the runtime or of a library, or a marker.
struct Call : Timed {
    model::TrackKey thread;
    std::string_view category;  ///< as the profiler calls the kind of call: HIP_RUNTIME_API, rocm_hip_api …
    model::StringId name = 0;
    model::StringId message = 0;  ///< of a marker
};

struct Allocation : Timed {
    enum class What : std::uint8_t { Allocate, Reallocate, Free, Reclaim };
    What what = What::Allocate;
    std::string_view level;  ///< REAL, VIRTUAL, SCRATCH; "" = not said
    model::TrackKey device;  ///< host, process and GPU; kNone = that where the memory was allocated
    bool ofHost = false;     ///< memory of the machine, allocated for the GPU
    std::int64_t address = kNone, bytes = kNone;
    std::int64_t queue = kNone;  ///< that scratch memory belongs to
};
/// What an operation does: MEMORY_ALLOCATION_VMEM_FREE, SCRATCH_MEMORY_ALLOC … Sets `what` and `level`.
void setOperation(Allocation& allocation, std::string_view operation);

struct CallRow;

/// Makes events of dispatches, copies, calls and memory: the one place that decides which rows they are on, and what
/// arguments they have.
class Rows {
public:
    Rows(Building& building, Shared& shared) : m_b(building), m_shared(shared), m_args(building.store) {}

    /// Kernels of the runtime that copy or fill memory become copies and fills.
    void addDispatch(const Dispatch& d);
    void addCopy(const Copy& c);
    void addCall(const Call& c);
    void addAllocation(const Allocation& a);
    void addCounters(std::span<const CounterValue> values, model::TimeNs start, model::TimeNs end);
    /// Adds the curves of what was given. `allocations`: for notes.
    void finish(std::string_view allocations);

private:
    struct Held {
        model::TimeNs time;
        model::TrackKey device;
        std::size_t level;
        std::int64_t address, bytes;
        Allocation::What what;
        model::ArgsId args;
        std::uint32_t correlation;
    };
    model::StringId word(std::string_view s) { return m_b.store.strings().intern(s); }
    void addInt(std::string_view key, std::int64_t value) {
        if (value != kNone) m_args.addInt(key, value);
    }
    void add(model::TrackKind kind, const model::TrackKey& key, const model::Event& event);
    const CallRow& rowOfCall(std::string_view category);
    void addWork(model::TrackKind track, const model::TrackKey& stream, const Timed& times, model::StringId name,
                 std::uint32_t payload);
    model::ArgsId withArgument(model::ArgsId args, std::string_view key, model::StringId value);
    void placeMemory();
    void addMemoryUsage(std::string_view allocations);

    Building& m_b;
    Shared& m_shared;
    Arguments m_args;
    std::map<std::string, const CallRow*, std::less<>> m_callRows;  ///< by category
    model::TrackKey m_lastQueued;                                   ///< of the stream whose dispatch named a queue last
    std::array<EventGroup*, 64> m_groups{};                         ///< of the rows that had events lately
    std::vector<Held> m_memory;
    std::map<std::pair<model::TrackKind, model::TrackKey>, std::vector<Building::Interval>> m_series;
};

}  // namespace importers::rocm
