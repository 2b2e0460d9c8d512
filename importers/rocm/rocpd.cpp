// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <cmath>

#include "importers/rocm/rocm.h"
#include "importers/rocm/rocpd_info.h"
#include "model/base/messages.h"

namespace importers::rocm {

using model::ErrorCode;
using model::EventKind;
using model::Note;
using model::TimeNs;
using model::TrackKey;
using model::TrackKind;

namespace {

/// The events of one profile.
class RocpdEvents {
public:
    RocpdEvents(Reading& reading, Shared& shared, const Profile& profile)
        : m_r(reading), m_shared(shared), m_info(reading, shared, profile), m_rows(reading, shared) {}

    void read() {
        m_info.load();
        readCounterValues();
        readRegions();
        readKernels();
        readCopies();
        readAllocations();
        readSamples();
        m_rows.finish("rocpd_memory_allocate.address");
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

    /// Calls use(cells, row) for the rows of a table that have a time; the others are counted as `kind`. `want` asks
    /// for the table's own columns.
    template <class W, class F>
    void forEach(std::string_view name, std::optional<EventKind> kind, W&& want, F&& use) {
        const SqliteTable* t = m_info.table(name);
        if (!t) return;
        Columns columns(*t);
        const int id = columns("id"), event = columns("event_id");
        const Place place = RocpdInfo::placeOf(columns);
        want(columns);
        m_info.rows(columns, [&](Cells r, std::int64_t) {
            const auto times = m_info.times(place, r);
            if (!m_r.hasTime(times ? times->first : 0, t->name, r[id].intOr(-1))) {
                if (kind) m_r.count(*kind);
                return;
            }
            use(r, Row{r[id].intOr(-1), times->first, times->second, m_info.where(place, r),
                       r[event].isNull() ? nullptr : m_info.event(r[event].intOr(-1))});
        });
    }

    // Values of performance counters belong to an event; the rows of that event say when.

    struct PmcValue {
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

    /// The counters of an event.
    std::vector<CounterValue> countersOf(std::int64_t eventId, const Row& row, model::StringId trackName) {
        std::vector<CounterValue> out;
        const auto values = m_values.extract(eventId);
        if (!values) return out;
        for (const PmcValue& v : values.mapped()) {
            const RocpdInfo::Counter* counter = m_info.counter(v.counter);
            CounterValue& c = out.emplace_back();
            c.name = counter && !counter->name.empty() ? counter->name
                     : trackName                       ? std::string(m_r.store.strings().at(trackName))
                                                       : fmt::format("Counter {}", v.counter);
            c.value = v.value;
            Where where = row.where;
            if (where.agent == kNone && counter) where.agent = counter->agent;
            if (where.process == kNone && counter) where.process = counter->process;
            const RocpdInfo::Agent* agent = m_info.agent(where.agent);
            const bool ofGpu = agent && agent->isGpu;
            c.kind = ofGpu ? TrackKind::GpuMetric : TrackKind::ProcessCounter;
            c.of = ofGpu ? m_info.deviceKey(where) : m_info.processKey(where);
        }
        return out;
    }

    /// Rows of the CPU: calls of HIP and the runtime below it, RCCL calls, markers, and what other samplers record.
    void readRegions() {
        int name = -1, event = -1;
        forEach(
            "region", std::nullopt, [&](Columns& c) { name = c("name_id"), event = c("event_id"); },
            [&](Cells r, const Row& row) {
                if (const auto* frame = row.event ? m_info.frame(*row.event) : nullptr) {
                    addFrame(*frame, row);
                    return;
                }
                Call call;
                static_cast<Timed&>(call) = timed(row);
                call.name = stringAt(r[name]);
                call.thread = m_info.threadKey(row.where);
                if (row.event) {
                    call.category = m_info.category(*row.event);
                    call.message = row.event->message;
                    call.correlation = callerNumber(row);
                    m_rows.addCounters(countersOf(r[event].intOr(kNone), row, call.message ? call.message : call.name),
                                       row.start, row.end);
                }
                m_rows.addCall(call);
            });
        addSample();
    }

    // A sampler writes each frame of a call stack as a region, and all frames of one sample with the same times.

    void addFrame(const RocpdInfo::SampledFrame& frame, const Row& row) {
        const TrackKey thread = m_info.threadKey(row.where);
        const auto isInside = [&] { return m_sample.stack.back().depth < frame.depth; };
        if (m_sample.stack.empty() || m_sample.thread != thread || m_sample.start != row.start || !isInside()) {
            addSample();
            m_sample.thread = thread;
            m_sample.start = row.start;
        }
        m_sample.stack.push_back(frame);
    }
    void addSample() {
        if (m_sample.stack.empty()) return;
        std::vector<model::Frame> leafFirst;
        for (auto f = m_sample.stack.rbegin(); f != m_sample.stack.rend(); ++f) leafFirst.push_back(f->frame);
        m_r.count(EventKind::CpuSample);
        m_r.groups.add(
            TrackKind::CpuSamples, m_sample.thread,
            {m_sample.start, m_sample.start, leafFirst.front().symbol, 0, 0, m_r.store.callchains().intern(leafFirst)});
        m_sample.stack.clear();
    }

    static Timed timed(const Row& row) { return {row.start, row.end, 0, row.event ? row.event->args : 0}; }

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
            Dispatch d;
            static_cast<Timed&>(d) = timed(row);
            d.correlation = numberOfWork(row);
            d.stream = m_info.streamKey(row.where);
            const KernelSymbol* symbol = m_info.kernel(r[kernel].intOr(-1));
            m_lostKernels += !symbol;
            if (symbol) d.kernel = *symbol;
            if (!d.kernel.name) d.kernel.name = word(fmt::format("Kernel {}", r[kernel].intOr(-1)));
            for (std::size_t i = 0; i < 3; ++i) d.grid[i] = r[grid[i]].intOr(0), d.block[i] = r[block[i]].intOr(kNone);
            d.shared = r[shared].intOr(kNone);
            d.scratch = r[scratch].intOr(kNone);
            d.id = r[dispatch].intOr(0);
            if (row.where.stream != kNone && row.where.queue != kNone) d.queue = m_info.queueNumber(row.where.queue);
            if (const std::string* region = m_info.string(r[renamed].intOr(-1))) d.region = *region;
            const std::vector<CounterValue> counters = countersOf(r[event].intOr(kNone), row, 0);
            d.counters = counters;
            m_rows.addDispatch(d);
        });
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
            Copy copy;
            if (toAgent && toAgent->isGpu) copy.to = toAgent->device;
            if (fromAgent && fromAgent->isGpu) copy.from = fromAgent->device;
            // The row of the GPU that received, or else of the one that gave.
            if (copy.to != kNone) row.where.agent = to;
            else if (copy.from != kNone) row.where.agent = from;
            static_cast<Timed&>(copy) = timed(row);
            copy.correlation = numberOfWork(row);
            copy.stream = m_info.streamKey(row.where);
            copy.name = stringAt(r[name]);
            copy.bytes = r[size].intOr(kNone);
            copy.target = r[dstAddress].intOr(kNone);
            copy.source = r[srcAddress].intOr(kNone);
            m_rows.addCopy(copy);
        });
    }

    void readAllocations() {
        int type = -1, level = -1, address = -1, size = -1;
        const auto want = [&](Columns& c) {
            type = c("type"), level = c("level"), address = c("address"), size = c("size");
        };
        forEach("memory_allocate", EventKind::MemoryUsage, want, [&](Cells r, const Row& row) {
            const std::string_view what = r[type].type == Cell::Type::Text ? r[type].text() : "";
            Allocation a;
            static_cast<Timed&>(a) = timed(row);
            a.correlation = numberOfAllocation(row);
            a.what = what == "ALLOC"     ? Allocation::What::Allocate
                     : what == "FREE"    ? Allocation::What::Free
                     : what == "RECLAIM" ? Allocation::What::Reclaim
                                         : Allocation::What::Reallocate;
            if (r[level].type == Cell::Type::Text) a.level = r[level].text();
            a.device = m_info.processKey(row.where);
            if (row.where.agent != kNone) {
                const RocpdInfo::Agent* agent = m_info.agent(row.where.agent);
                a.ofHost = agent && !agent->isGpu;
                a.device.device = a.ofHost ? 0 : m_info.deviceKey(row.where).device;
            }
            a.address = r[address].intOr(kNone);
            a.bytes = r[size].intOr(kNone);
            if (a.level == "SCRATCH" && row.where.queue != kNone) a.queue = m_info.queueNumber(row.where.queue);
            m_rows.addAllocation(a);
        });
    }

    std::uint32_t numberOfAllocation(const Row& row) {
        const std::uint64_t before = m_lostCallers;
        const std::uint32_t number = numberOfWork(row);
        m_lostCallers = before;  // memory can be taken outside of every call that was recorded
        return number;
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
                if (row.event && m_info.frame(*row.event)) return;  // its region was read
                if (row.event) {
                    const auto values = countersOf(r[event].intOr(kNone), row, trackName ? word(*trackName) : called);
                    m_rows.addCounters(values, row.start, row.end);
                    if (!values.empty()) return;  // they were counted
                }
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
    Rows m_rows;
    std::unordered_map<std::int64_t, std::vector<PmcValue>> m_values;  ///< by event
    struct {
        TrackKey thread;
        TimeNs start = 0;
        std::vector<RocpdInfo::SampledFrame> stack;             ///< from the outermost frame on
    } m_sample;                                                 ///< whose frames are being read
    std::unordered_map<std::int64_t, std::uint32_t> m_callers;  ///< by stack id
    std::uint64_t m_lostKernels = 0, m_lostCallers = 0;
};

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
    Shared shared(store);
    for (const Profile& p : profiles)
        if (!options.stop.stop_requested()) RocpdEvents(reading, shared, p).read();
    reading.nameUnknownTables([&](std::string_view name) { return isRocpdTable(name, profiles); });
    reading.build();
    shared.nameTracks();
    return reading.finish(path);
}

}  // namespace importers::rocm
