// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <algorithm>
#include <cmath>

#include "importers/common/blits.h"
#include "importers/rocm/rocm.h"
#include "importers/rocm/rocpd_info.h"
#include "model/base/messages.h"

namespace importers::rocm {

using model::ErrorCode;
using model::Event;
using model::EventKind;
using model::Note;
using model::TimeNs;
using model::TrackKey;
using model::TrackKind;

namespace {

constexpr std::int64_t kNone = Where::kNone;

struct Level {
    std::string_view key;
    std::string_view name;
};
constexpr Level kLevels[] = {{"REAL", "Device"}, {"VIRTUAL", "Virtual"}, {"SCRATCH", "Scratch"}};

/// The events of one profile.
class RocpdEvents {
public:
    RocpdEvents(Reading& reading, Shared& shared, const Profile& profile)
        : m_r(reading), m_shared(shared), m_info(reading, shared, profile), m_args(reading.store) {}

    void read() {
        m_info.load();
        readCounterValues();
        readRegions();
        readKernels();
        readCopies();
        readAllocations();
        readSamples();
        for (auto& [key, series] : m_series) m_r.addIntervals(key.first, key.second, series);
        if (!m_values.empty()) m_r.store.diagnostics().add(Note::NoTime, "rocpd_pmc_event", m_values.size());
        if (m_lostKernels)
            m_r.store.diagnostics().add(Note::DanglingReference, "rocpd_kernel_dispatch.kernel_id", m_lostKernels);
        if (m_lostCallers) m_r.store.diagnostics().add(Note::DanglingReference, "rocpd_event.stack_id", m_lostCallers);
    }

private:
    using Place = RocpdInfo::Place;

    struct Row {
        std::int64_t id;
        TimeNs start, end;
        Where where;
        const RocpdInfo::EventRow* event;
    };

    model::StringId word(std::string_view s) { return m_r.store.strings().intern(s); }
    model::StringId stringAt(const Cell& cell) {
        if (cell.isNull()) return 0;
        const std::string* found = m_info.string(cell.intOr(-1));
        if (!found)
            m_r.store.diagnostics().add(Note::MissingString, "rocpd_string", 1,
                                        {model::MessageCode::IdOfRow, {cell.intOr(-1)}});
        return found ? word(*found) : 0;
    }

    /// Calls use(cells, row) for the rows of a table that have a time. `want` asks for the table's own columns.
    template <class W, class F>
    void forEach(std::string_view name, std::optional<EventKind> kind, W&& want, F&& use) {
        const SqliteTable* t = m_info.table(name);
        if (!t) return;
        Columns columns(*t);
        const int id = columns("id"), event = columns("event_id");
        const Place place = RocpdInfo::placeOf(columns);
        want(columns);
        m_info.rows(columns, [&](Cells r, std::int64_t) {
            if (kind) m_r.count(*kind);
            const auto times = m_info.times(place, r);
            if (!m_r.hasTime(times ? times->first : 0, t->name, r[id].intOr(-1))) return;
            use(r, Row{r[id].intOr(-1), times->first, times->second, m_info.where(place, r),
                       r[event].isNull() ? nullptr : m_info.event(r[event].intOr(-1))});
        });
    }

    // Values of performance counters belong to an event; the rows of that event say when.

    struct CounterValue {
        std::int64_t counter;
        double value;
    };

    void readCounterValues() {
        const SqliteTable* t = m_info.table("pmc_event");
        if (!t) return;
        Columns c(*t);
        const int event = c("event_id"), counter = c("pmc_id"), value = c("value");
        m_info.rows(c, [&](Cells r, std::int64_t) {
            m_r.count(EventKind::GpuMetric);
            const double v = r[value].realOr(NAN);
            m_values[r[event].intOr(kNone)].push_back({r[counter].intOr(-1), v});
        });
    }

    /// Adds the counters of an event to their rows and, where `asArguments`, to the event's arguments.
    bool addCounters(std::int64_t eventId, const Row& row, model::StringId trackName, bool asArguments) {
        const auto taken = m_values.extract(eventId);
        if (!taken) return false;
        std::map<std::int64_t, int> seen;  // one counter can have several values: one of each of its instances
        for (const CounterValue& v : taken.mapped()) {
            const RocpdInfo::Counter* counter = m_info.counter(v.counter);
            std::string name = counter && !counter->name.empty() ? counter->name
                               : trackName                       ? std::string(m_r.store.strings().at(trackName))
                                                                 : fmt::format("Counter {}", v.counter);
            if (const int instance = seen[v.counter]++) name += fmt::format(" #{}", instance);
            if (asArguments) m_args.addReal(name, v.value);
            const auto [kind, key] = counterTrack(row.where, counter, name);
            m_series[{kind, key}].push_back({row.start, row.end, v.value});
        }
        return true;
    }

    std::pair<TrackKind, TrackKey> counterTrack(Where where, const RocpdInfo::Counter* counter,
                                                const std::string& name) {
        if (where.agent == kNone && counter) where.agent = counter->agent;
        if (where.process == kNone && counter) where.process = counter->process;
        const RocpdInfo::Agent* agent = m_info.agent(where.agent);
        const bool ofGpu = agent && agent->isGpu;
        TrackKey key = ofGpu ? m_info.deviceKey(where) : m_info.processKey(where);
        const auto [found, isNew] = m_counterIndex.emplace(std::tuple{ofGpu, key, name}, m_shared.counters);
        m_shared.counters += isNew;
        key.domain = found->second;
        const TrackKind kind = ofGpu ? TrackKind::GpuMetric : TrackKind::ProcessCounter;
        if (isNew) m_shared.names[{kind, key}] = name;
        return {kind, key};
    }

    /// Rows of the CPU: calls of HIP and the runtime below it, RCCL calls, markers, and what other samplers record.
    void readRegions() {
        int name = -1, event = -1;
        forEach(
            "region", std::nullopt, [&](Columns& c) { name = c("name_id"), event = c("event_id"); },
            [&](Cells r, const Row& row) {
                Event e{row.start, row.end, stringAt(r[name]), row.event ? row.event->args : 0, 0, 0};
                const std::string_view called = m_r.store.strings().at(e.name);
                const auto [track, kind] =
                    trackOfRegion(row.event ? m_info.category(*row.event) : std::string(), called);
                m_r.count(kind);
                TrackKey key =
                    track == TrackKind::ProcessNvtx ? m_info.processKey(row.where) : m_info.threadKey(row.where);
                if (track == TrackKind::ProcessNvtx || track == TrackKind::Nccl) key.domain = 0;
                if (row.event && row.event->message) {
                    e.args = withArgument(e.args, "call", e.name);
                    e.name = row.event->message;
                }
                if (track == TrackKind::CudaApi || track == TrackKind::Nccl) e.correlation = callerNumber(row);
                if (row.event) addCounters(r[event].intOr(kNone), row, e.name, false);
                m_r.groups.add(track, key, e);
            });
    }

    static std::pair<TrackKind, EventKind> trackOfRegion(const std::string& category, std::string_view name) {
        const auto has = [&](std::string_view part) {
            const auto low = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
            return std::search(category.begin(), category.end(), part.begin(), part.end(),
                               [&](char a, char b) { return low(a) == b; }) != category.end();
        };
        if (has("marker"))
            return {name == "roctxProcessRangeA" ? TrackKind::ProcessNvtx : TrackKind::Annotations,
                    EventKind::Annotation};
        if (has("rccl")) return {TrackKind::Nccl, EventKind::Nvtx};
        if (has("hip") || has("hsa")) return {TrackKind::CudaApi, EventKind::CudaApi};
        if (has("pthread")) return {TrackKind::OsRuntime, EventKind::Osrt};
        return {TrackKind::Slices, EventKind::Slice};
    }

    model::ArgsId withArgument(model::ArgsId args, std::string_view key, model::StringId value) {
        std::vector<model::Arg> all = m_r.store.args().at(args);
        all.push_back({word(key), model::Arg::Type::String, value});
        return m_r.store.args().intern(all);
    }

    // A call and the work that it starts have the same stack id; work can also name its caller as parent.

    std::uint32_t callerNumber(const Row& row) {
        if (!row.event || row.event->stack == 0) return 0;
        const auto [found, isNew] = m_callers.emplace(row.event->stack, m_shared.correlations + 1);
        m_shared.correlations += isNew;
        return found->second;
    }

    std::uint32_t numberOfWork(const Row& row) {
        if (!row.event) return 0;
        for (const std::int64_t id : {row.event->stack, row.event->parent})
            if (const auto found = m_callers.find(id); id && found != m_callers.end()) return found->second;
        m_lostCallers += !m_callers.empty();
        return 0;
    }

    void readKernels() {
        int kernel = -1, dispatch = -1, shared = -1, scratch = -1, renamed = -1, event = -1;
        int grid[3], block[3];
        const auto want = [&](Columns& c) {
            kernel = c("kernel_id"), dispatch = c("dispatch_id"), shared = c("group_segment_size"),
            scratch = c("private_segment_size");
            renamed = c("region_name_id"), event = c("event_id");
            grid[0] = c("grid_size_x"), grid[1] = c("grid_size_y"), grid[2] = c("grid_size_z");
            block[0] = c("workgroup_size_x"), block[1] = c("workgroup_size_y"), block[2] = c("workgroup_size_z");
        };
        forEach("kernel_dispatch", EventKind::Kernel, want, [&](Cells r, const Row& row) {
            const RocpdInfo::Kernel* symbol = m_info.kernel(r[kernel].intOr(-1));
            m_lostKernels += !symbol;
            const model::StringId name =
                symbol && symbol->name ? symbol->name : word(fmt::format("Kernel {}", r[kernel].intOr(-1)));
            constexpr std::string_view kGrid[] = {"gridX", "gridY", "gridZ"}, kBlock[] = {"blockX", "blockY", "blockZ"};
            for (std::size_t i = 0; i < 3; ++i) {  // the grid is given in threads
                const std::int64_t threads = r[grid[i]].intOr(0), size = r[block[i]].intOr(0);
                m_args.addInt(kGrid[i], threads > 0 && size > 0 ? (threads - 1) / size + 1 : threads);
            }
            for (std::size_t i = 0; i < 3; ++i) m_args.add(kBlock[i], r[block[i]]);
            m_args.add("dynamicSharedMemory", r[shared]);
            m_args.add("localMemoryPerThread", r[scratch]);
            if (symbol && symbol->registers) m_args.addInt("registersPerThread", symbol->registers);
            if (symbol && symbol->accumulators) m_args.addInt("accum_vgpr_count", symbol->accumulators);
            if (symbol && symbol->scalars) m_args.addInt("sgpr_count", symbol->scalars);
            if (row.where.stream != kNone && row.where.queue != kNone) m_args.addInt("queue_id", row.where.queue);
            if (const std::string* region = m_info.string(r[renamed].intOr(-1));
                region && !region->empty() && word(*region) != name)
                m_args.addText("region", *region);
            addCounters(r[event].intOr(kNone), row, 0, true);
            const auto blit = blitKind(m_r.store.strings().at(name));
            if (blit) m_r.recount(EventKind::Kernel, *blit);
            addWork(blit ? TrackKind::StreamMemory : TrackKind::StreamKernels, row, name,
                    static_cast<std::uint32_t>(r[dispatch].intOr(0)));
        });
    }

    void addWork(TrackKind track, const Row& row, model::StringId name, std::uint32_t payload) {
        if (row.event && row.event->args)
            for (const model::Arg& a : m_r.store.args().at(row.event->args)) m_args.addArgument(a);
        m_r.groups.add(track, m_info.streamKey(row.where),
                       {row.start, row.end, name, m_args.intern(), numberOfWork(row), payload});
    }

    void readCopies() {
        int name = -1, size = -1, dst = -1, src = -1, dstAddress = -1, srcAddress = -1;
        const auto want = [&](Columns& c) {
            name = c("name_id"), size = c("size"), dst = c("dst_agent_id"), src = c("src_agent_id"),
            dstAddress = c("dst_address"), srcAddress = c("src_address");
        };
        forEach("memory_copy", EventKind::Memcpy, want, [&](Cells r, Row row) {
            const std::int64_t to = r[dst].intOr(kNone), from = r[src].intOr(kNone);
            const RocpdInfo::Agent *toAgent = m_info.agent(to), *fromAgent = m_info.agent(from);
            // The row of the GPU that received, or else of the one that gave.
            if (toAgent && toAgent->isGpu) row.where.agent = to;
            else if (fromAgent && fromAgent->isGpu) row.where.agent = from;
            const model::StringId copy = stringAt(r[name]);
            m_args.add("bytes", r[size]);
            m_args.addInt("copyKind", copyKindOf(m_r.store.strings().at(copy)));
            if (fromAgent && fromAgent->isGpu) m_args.addInt("srcDeviceId", fromAgent->device);
            if (toAgent && toAgent->isGpu) m_args.addInt("dstDeviceId", toAgent->device);
            m_args.add("dst_address", r[dstAddress]);
            m_args.add("src_address", r[srcAddress]);
            addWork(TrackKind::StreamMemory, row, copy ? copy : word("Memory copy"), 0);
        });
    }

    struct Allocation {
        TimeNs time;
        TrackKey device;
        std::size_t level;
        std::int64_t address, bytes;
        char type;  ///< first letter of what was done, L for RECLAIM
    };

    void readAllocations() {
        int type = -1, level = -1, address = -1, size = -1;
        std::vector<Allocation> all;
        const auto want = [&](Columns& c) {
            type = c("type"), level = c("level"), address = c("address"), size = c("size");
        };
        forEach("memory_allocate", EventKind::MemoryUsage, want, [&](Cells r, const Row& row) {
            const std::string_view what = r[type].type == Cell::Type::Text ? r[type].text() : "";
            const std::string_view where = r[level].type == Cell::Type::Text ? r[level].text() : "";
            std::size_t index = 0;
            while (index + 1 < std::size(kLevels) && kLevels[index].key != where) ++index;
            if (where.empty()) index = 0;
            TrackKey key = m_info.streamKey(row.where);
            key.context = key.stream = TrackKey::kNone;
            const char done = what == "ALLOC" ? 'A' : what == "FREE" ? 'F' : what == "RECLAIM" ? 'L' : 'R';
            all.push_back({row.start, key, index, r[address].intOr(0), r[size].intOr(0), done});
            m_args.add("bytes", r[size]);
            m_args.add("address", r[address]);
            m_args.add("level", r[level]);
            const std::string_view name = done == 'A' ? "Allocation" : done == 'R' ? "Reallocation" : "Deallocation";
            m_r.groups.add(TrackKind::MemoryEvents, key,
                           {row.start, row.start, word(name), m_args.intern(), numberOfAllocation(row), 0});
        });
        addMemoryUsage(all);
    }

    std::uint32_t numberOfAllocation(const Row& row) {
        const std::uint64_t before = m_lostCallers;
        const std::uint32_t number = numberOfWork(row);
        m_lostCallers = before;  // memory can be taken outside of every call that was recorded
        return number;
    }

    /// Rows that free memory say where it was, but seldom how much.
    void addMemoryUsage(std::vector<Allocation>& all) {
        std::stable_sort(all.begin(), all.end(),
                         [](const Allocation& a, const Allocation& b) { return a.time < b.time; });
        std::map<std::tuple<TrackKey, std::size_t, std::int64_t>, std::int64_t> live;
        std::map<std::pair<TrackKey, std::size_t>, double> used;
        std::uint64_t unknown = 0;
        for (const Allocation& a : all) {
            std::int64_t& held = live[{a.device, a.level, a.address}];
            double& sum = used[{a.device, a.level}];
            if (a.type == 'A' || a.type == 'R') {
                sum += static_cast<double>(a.bytes) - static_cast<double>(a.type == 'R' ? held : 0);
                held = a.bytes;
            } else {
                const std::int64_t bytes = held ? held : a.bytes;
                unknown += bytes == 0;
                sum -= static_cast<double>(bytes);
                held = 0;
            }
            TrackKey key = a.device;
            key.domain = static_cast<std::int64_t>(a.level);
            m_shared.names[{TrackKind::MemoryUsage, key}] = kLevels[a.level].name;
            m_r.groups.addValue(TrackKind::MemoryUsage, key, a.time, sum);
        }
        if (unknown) m_r.store.diagnostics().add(Note::DanglingReference, "rocpd_memory_allocate.address", unknown);
    }

    /// Points in time: values of counters, or else marks on the row that they name.
    void readSamples() {
        int name = -1, event = -1;
        forEach(
            "sample", std::nullopt, [&](Columns& c) { name = c("name_id"), event = c("event_id"); },
            [&](Cells r, const Row& row) {
                const std::string* trackName = m_info.string(row.where.name);
                const model::StringId own = stringAt(r[name]);
                const model::StringId called = own ? own : trackName ? word(*trackName) : 0;
                if (row.event && addCounters(r[event].intOr(kNone), row, trackName ? word(*trackName) : called, false))
                    return;  // their values were counted
                m_r.count(EventKind::Instant);
                const bool onThread = row.where.thread != kNone;
                const TrackKey key = onThread ? m_info.threadKey(row.where) : m_info.processKey(row.where);
                m_r.groups.add(onThread ? TrackKind::ThreadInstants : TrackKind::ProcessInstants, key,
                               {row.start, row.start, called, row.event ? row.event->args : 0, 0, 0});
            });
    }

    Reading& m_r;
    Shared& m_shared;
    RocpdInfo m_info;
    Arguments m_args;
    std::unordered_map<std::int64_t, std::vector<CounterValue>> m_values;  ///< by event
    std::map<std::tuple<bool, TrackKey, std::string>, std::int64_t> m_counterIndex;
    std::map<std::pair<TrackKind, TrackKey>, std::vector<Reading::Interval>> m_series;
    std::unordered_map<std::int64_t, std::uint32_t> m_callers;  ///< by stack id
    std::uint64_t m_lostKernels = 0, m_lostCallers = 0;
};

void nameTracks(Reading& reading, const Shared& shared) {
    model::EventStore& store = reading.store;
    const model::SnapshotPtr s = store.publish();
    for (const model::Track& t : s->tree().tracks) {
        const auto name = [&](std::string_view text) {
            if (!text.empty()) store.setTrackName(t.id, store.strings().intern(text));
        };
        if (const auto found = shared.names.find({t.kind, t.key}); found != shared.names.end()) name(found->second);
        if (t.kind == TrackKind::CudaApi) name("HIP API");
        if (t.kind == TrackKind::Nccl) name("RCCL");
        if (t.kind == TrackKind::Annotations || t.kind == TrackKind::ProcessNvtx) name("roctx");
        if (t.kind == TrackKind::CudaHw) {
            TrackKey gpu;
            gpu.host = t.key.host;
            gpu.device = t.key.device;
            const auto found = shared.names.find({TrackKind::Gpu, gpu});
            name(found == shared.names.end() || found->second.empty() ? std::string("HIP") : "HIP, " + found->second);
        }
        if (t.kind == TrackKind::Thread)
            store.info().entities.push_back({model::Entity::Type::Thread, t.key, std::string(s->text(t.name)), {}});
    }
}

}  // namespace

int sniffRocpd(const Sniff& s) {
    if (!s.head.starts_with(std::string_view("SQLite format 3\0", 16))) return 0;
    for (const std::string_view mark : {"rocpd_kernel_dispatch", "rocpd_info_process", "rocpd_region"})
        if (s.head.find(mark) != std::string_view::npos) return 80;
    return 0;
}

model::Result<void> openRocpd(const std::filesystem::path& path, model::EventStore& store, const OpenOptions& options) {
    const auto db = SqliteReader::open(path);
    if (!db) return tl::unexpected<model::Error>(db.error());
    Reading reading(*db, store, options);
    const std::vector<Profile> profiles = profilesOf(reading);
    if (profiles.empty()) return tl::unexpected<model::Error>(foreign(*db, path));
    model::ReportInfo& info = store.info();
    info.format = "ROCm profile database (rocpd)";
    info.formatKey = "rocpd";
    info.product = "ROCm";
    for (const model::Message& problem : db->logProblems()) store.diagnostics().add(Note::Incomplete, problem);
    if (db->damage()) reading.damaged({ErrorCode::Damaged, "", db->damage()->detail, db->damage()->offset});
    Shared shared;
    for (const Profile& p : profiles)
        if (!options.stop.stop_requested()) RocpdEvents(reading, shared, p).read();
    reading.nameUnknownTables([&](std::string_view name) { return isRocpdTable(name, profiles); });
    reading.build();
    nameTracks(reading, shared);
    return finish(reading, path);
}

}  // namespace importers::rocm
