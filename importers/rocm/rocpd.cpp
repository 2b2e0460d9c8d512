// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

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

/// The counters of each event of a profile.
struct PmcValue {
    std::int64_t counter;
    double value;
};
using PmcValues = std::unordered_map<std::int64_t, std::vector<PmcValue>>;

/// What readers of the parts of a profile share.
struct ProfileState {
    Shared& shared;
    RocpdInfo& info;
    Callers& callers;
    PmcValues& values;
};

/// Makes events of the rows of a part of a table. Parts are read beside each other, each by one of these.
class RocpdRows {
public:
    using Place = RocpdInfo::Place;

    RocpdRows(Building& out, ProfileState& state)
        : m_b(out), m_shared(state.shared), m_info(state.info), m_callers(state.callers), m_values(state.values),
          m_rows(out, state.shared) {}

    struct Row {
        std::int64_t id;
        TimeNs start, end;
        Where where;
        const EventRow* event;
    };
    /// The columns that all tables of events have.
    struct Common {
        explicit Common(Columns& c) : id(c("id")), event(c("event_id")), place(RocpdInfo::placeOf(c)) {}
        int id, event;
        Place place;
    };
    /// Nothing if the row has no time: then it is counted as `kind`.
    std::optional<Row> row(const Common& c, std::string_view table, std::optional<EventKind> kind, Cells r) {
        const auto times = m_info.times(c.place, r);
        if (!m_b.hasTime(times ? times->first : 0, table, r[c.id].intOr(-1))) {
            if (kind) m_b.count(*kind);
            return {};
        }
        return Row{r[c.id].intOr(-1), times->first, times->second, m_info.where(c.place, r),
                   r[c.event].isNull() ? nullptr : m_info.event(r[c.event].intOr(-1))};
    }

    struct Region {
        explicit Region(Columns& c) : name(c("name_id")), event(c("event_id")) {}
        int name, event;
    };
    void region(const Region& c, Cells r, const Row& row);
    void addSample();
    struct Kernel {
        explicit Kernel(Columns& c);
        int kernel, dispatch, shared, scratch, renamed, event, grid[3], block[3];
    };
    void kernel(const Kernel& c, Cells r, const Row& row);
    struct Copied {
        explicit Copied(Columns& c);
        int name, size, to, from, toAddress, fromAddress;
    };
    void copy(const Copied& c, Cells r, Row row);
    struct Allocated {
        explicit Allocated(Columns& c) : type(c("type")), level(c("level")), address(c("address")), size(c("size")) {}
        int type, level, address, size;
    };
    void allocation(const Allocated& c, Cells r, const Row& row);
    struct Sample {
        explicit Sample(Columns& c) : name(c("name_id")), event(c("event_id")) {}
        int name, event;
    };
    void sample(const Sample& c, Cells r, const Row& row);

    void finish() { m_rows.finish("rocpd_memory_allocate.address"); }
    std::uint64_t lostKernels() const { return m_lostKernels; }
    std::uint64_t lostCallers() const { return m_lostCallers; }
    /// The stacks of the calls so far.
    const std::vector<std::int64_t>& stacks() const { return m_stacks; }

private:
    model::StringId word(std::string_view s) { return m_b.store.strings().intern(s); }
    model::StringId stringAt(const Cell& cell);
    TrackKey threadKey(const Where& where);
    TrackKey streamKey(const Where& where);
    std::vector<CounterValue> countersOf(std::int64_t eventId, const Row& row, model::StringId trackName);
    void addFrame(const RocpdInfo::SampledFrame& frame, const Row& row);
    static Timed timed(const Row& row) { return {row.start, row.end, 0, row.event ? row.event->args : 0}; }
    std::uint32_t callerNumber(const Row& row);
    std::uint32_t numberOfWork(const Row& row);

    Building& m_b;
    Shared& m_shared;
    RocpdInfo& m_info;
    Callers& m_callers;
    PmcValues& m_values;
    Rows m_rows;
    struct {
        TrackKey thread;
        TimeNs start = 0;
        std::vector<RocpdInfo::SampledFrame> stack;             ///< from the outermost frame on
    } m_sample;                                                 ///< whose frames are being read
    std::unordered_map<std::int64_t, model::StringId> m_words;  ///< by the file's id
    std::map<std::array<std::int64_t, 2>, TrackKey> m_threadKeys;
    std::map<std::array<std::int64_t, 4>, TrackKey> m_streamKeys;
    std::vector<std::int64_t> m_stacks;
    std::uint64_t m_lostKernels = 0, m_lostCallers = 0;
};

model::StringId RocpdRows::stringAt(const Cell& cell) {
    if (cell.isNull()) return 0;
    const std::int64_t id = cell.intOr(-1);
    if (const auto known = m_words.find(id); known != m_words.end()) return known->second;
    if (const std::string* found = m_info.string(id)) return m_words[id] = word(*found);
    m_b.store.diagnostics().add(Note::MissingString, "rocpd_string", 1, {model::MessageCode::IdOfRow, {id}});
    return 0;
}

TrackKey RocpdRows::threadKey(const Where& w) {
    const auto [known, isNew] = m_threadKeys.try_emplace({w.process, w.thread});
    if (isNew) {
        std::lock_guard lock(m_shared.mutex);
        known->second = m_info.threadKey(w);
    }
    return known->second;
}

TrackKey RocpdRows::streamKey(const Where& w) {
    const auto [known, isNew] = m_streamKeys.try_emplace({w.process, w.agent, w.queue, w.stream});
    if (isNew) {
        std::lock_guard lock(m_shared.mutex);
        known->second = m_info.streamKey(w);
    }
    return known->second;
}

/// The counters of an event.
std::vector<CounterValue> RocpdRows::countersOf(std::int64_t eventId, const Row& row, model::StringId trackName) {
    std::vector<CounterValue> out;
    if (m_values.empty()) return out;
    const auto values = m_values.extract(eventId);
    if (!values) return out;
    for (const PmcValue& v : values.mapped()) {
        const RocpdInfo::Counter* counter = m_info.counter(v.counter);
        CounterValue& c = out.emplace_back();
        c.name = counter && !counter->name.empty() ? counter->name
                 : trackName                       ? std::string(m_b.store.strings().at(trackName))
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
void RocpdRows::region(const Region& c, Cells r, const Row& row) {
    if (const auto* frame = row.event ? m_info.frame(*row.event) : nullptr) return addFrame(*frame, row);
    Call call;
    static_cast<Timed&>(call) = timed(row);
    call.name = stringAt(r[c.name]);
    call.thread = threadKey(row.where);
    if (row.event) {
        call.category = m_info.category(*row.event);
        call.message = row.event->message;
        call.correlation = callerNumber(row);
        m_rows.addCounters(countersOf(r[c.event].intOr(kNone), row, call.message ? call.message : call.name), row.start,
                           row.end);
    }
    m_rows.addCall(call);
}

// A sampler writes each frame of a call stack as a region, and all frames of one sample with the same times.

void RocpdRows::addFrame(const RocpdInfo::SampledFrame& frame, const Row& row) {
    const TrackKey thread = threadKey(row.where);
    const auto isInside = [&] { return m_sample.stack.back().depth < frame.depth; };
    if (m_sample.stack.empty() || m_sample.thread != thread || m_sample.start != row.start || !isInside()) {
        addSample();
        m_sample.thread = thread;
        m_sample.start = row.start;
    }
    m_sample.stack.push_back(frame);
}

void RocpdRows::addSample() {
    if (m_sample.stack.empty()) return;
    std::vector<model::Frame> leafFirst;
    for (auto f = m_sample.stack.rbegin(); f != m_sample.stack.rend(); ++f) leafFirst.push_back(f->frame);
    m_b.count(EventKind::CpuSample);
    m_b.groups.add(
        TrackKind::CpuSamples, m_sample.thread,
        {m_sample.start, m_sample.start, leafFirst.front().symbol, 0, 0, m_b.store.callchains().intern(leafFirst)});
    m_sample.stack.clear();
}

// A call and the work that it starts have the same stack id; work can also name its caller as parent.

std::uint32_t RocpdRows::callerNumber(const Row& row) {
    if (!row.event || row.event->stack == 0) return 0;
    m_stacks.push_back(row.event->stack);
    return m_callers.number(row.event->stack);
}

std::uint32_t RocpdRows::numberOfWork(const Row& row) {
    if (!row.event) return 0;
    for (const std::int64_t id : {row.event->stack, row.event->parent})
        if (id && m_callers.has(id)) return m_callers.number(id);
    m_lostCallers += !m_callers.empty();
    return 0;
}

RocpdRows::Kernel::Kernel(Columns& c)
    : kernel(c("kernel_id")), dispatch(c("dispatch_id")), shared(c("group_segment_size")),
      scratch(c("private_segment_size")), renamed(c("region_name_id")), event(c("event_id")) {
    constexpr const char* kAxes[] = {"x", "y", "z"};
    for (std::size_t i = 0; i < 3; ++i) {
        grid[i] = c(fmt::format("grid_size_{}", kAxes[i]));
        block[i] = c(fmt::format("workgroup_size_{}", kAxes[i]));
    }
}

void RocpdRows::kernel(const Kernel& c, Cells r, const Row& row) {
    Dispatch d;
    static_cast<Timed&>(d) = timed(row);
    d.correlation = numberOfWork(row);
    d.stream = streamKey(row.where);
    const KernelSymbol* symbol = m_info.kernel(r[c.kernel].intOr(-1));
    m_lostKernels += !symbol;
    if (symbol) d.kernel = *symbol;
    if (!d.kernel.name) d.kernel.name = word(fmt::format("Kernel {}", r[c.kernel].intOr(-1)));
    for (std::size_t i = 0; i < 3; ++i) d.grid[i] = r[c.grid[i]].intOr(0), d.block[i] = r[c.block[i]].intOr(kNone);
    d.shared = r[c.shared].intOr(kNone);
    d.scratch = r[c.scratch].intOr(kNone);
    d.id = r[c.dispatch].intOr(0);
    if (m_info.hasStream(row.where) && row.where.queue != kNone) d.queue = m_info.queueNumber(row.where.queue);
    if (const std::string* region = m_info.string(r[c.renamed].intOr(-1))) d.region = *region;
    const std::vector<CounterValue> counters = countersOf(r[c.event].intOr(kNone), row, 0);
    d.counters = counters;
    m_rows.addDispatch(d);
}

RocpdRows::Copied::Copied(Columns& c)
    : name(c("name_id")), size(c("size")), to(c("dst_agent_id")), from(c("src_agent_id")), toAddress(c("dst_address")),
      fromAddress(c("src_address")) {}

void RocpdRows::copy(const Copied& c, Cells r, Row row) {
    const std::int64_t to = r[c.to].intOr(kNone), from = r[c.from].intOr(kNone);
    const RocpdInfo::Agent *toAgent = m_info.agent(to), *fromAgent = m_info.agent(from);
    Copy copy;
    if (toAgent && toAgent->isGpu) copy.to = toAgent->device;
    if (fromAgent && fromAgent->isGpu) copy.from = fromAgent->device;
    // The row of the GPU that received, or else of the one that gave.
    if (copy.to != kNone) row.where.agent = to;
    else if (copy.from != kNone) row.where.agent = from;
    static_cast<Timed&>(copy) = timed(row);
    copy.correlation = numberOfWork(row);
    copy.stream = streamKey(row.where);
    copy.name = stringAt(r[c.name]);
    copy.bytes = r[c.size].intOr(kNone);
    copy.target = r[c.toAddress].intOr(kNone);
    copy.source = r[c.fromAddress].intOr(kNone);
    m_rows.addCopy(copy);
}

void RocpdRows::allocation(const Allocated& c, Cells r, const Row& row) {
    const std::string_view what = r[c.type].type == Cell::Type::Text ? r[c.type].text() : "";
    Allocation a;
    static_cast<Timed&>(a) = timed(row);
    const std::uint64_t before = m_lostCallers;
    a.correlation = numberOfWork(row);
    m_lostCallers = before;  // memory can be taken outside of every call that was recorded
    a.what = what == "ALLOC"     ? Allocation::What::Allocate
             : what == "FREE"    ? Allocation::What::Free
             : what == "RECLAIM" ? Allocation::What::Reclaim
                                 : Allocation::What::Reallocate;
    if (r[c.level].type == Cell::Type::Text) a.level = r[c.level].text();
    a.device = m_info.processKey(row.where);
    if (row.where.agent != kNone) {
        const RocpdInfo::Agent* agent = m_info.agent(row.where.agent);
        a.ofHost = agent && !agent->isGpu;
        a.device.device = a.ofHost ? 0 : m_info.deviceKey(row.where).device;
    }
    a.address = r[c.address].intOr(kNone);
    a.bytes = r[c.size].intOr(kNone);
    if (a.level == "SCRATCH" && row.where.queue != kNone) a.queue = m_info.queueNumber(row.where.queue);
    m_rows.addAllocation(a);
}

/// Points in time: values of counters, or else marks on the row that they name.
void RocpdRows::sample(const Sample& c, Cells r, const Row& row) {
    const std::string* trackName = m_info.string(row.where.name);
    const model::StringId own = stringAt(r[c.name]);
    const model::StringId called = own ? own : trackName ? word(*trackName) : 0;
    if (row.event && m_info.frame(*row.event)) return;  // its region was read
    if (row.event) {
        const auto values = countersOf(r[c.event].intOr(kNone), row, trackName ? word(*trackName) : called);
        m_rows.addCounters(values, row.start, row.end);
        if (!values.empty()) return;  // they were counted
    }
    m_b.count(EventKind::Instant);
    const bool onThread = row.where.thread != kNone;
    const TrackKey key = onThread ? threadKey(row.where) : m_info.processKey(row.where);
    m_b.groups.add(onThread ? TrackKind::ThreadInstants : TrackKind::ProcessInstants, key,
                   {row.start, row.start, called, row.event ? row.event->args : 0, 0, 0});
}

/// The events of one profile.
class RocpdEvents {
public:
    RocpdEvents(Reading& reading, Shared& shared, const Profile& profile)
        : m_r(reading), m_info(reading, shared, profile),
          m_callers(shared), m_state{shared, m_info, m_callers, m_values}, m_all(reading, m_state) {}

    void read() {
        m_info.load(m_callers);
        readCounterValues();
        readTable<RocpdRows::Region>("region", std::nullopt, &RocpdRows::region, parts());
        m_all.addSample();
        m_callers.add(m_all.stacks());
        readTable<RocpdRows::Kernel>("kernel_dispatch", EventKind::Kernel, &RocpdRows::kernel, parts());
        readTable<RocpdRows::Copied>("memory_copy", EventKind::Memcpy, &RocpdRows::copy, parts());
        readTable<RocpdRows::Allocated>("memory_allocate", EventKind::MemoryUsage, &RocpdRows::allocation, How::Whole);
        readTable<RocpdRows::Sample>("sample", std::nullopt, &RocpdRows::sample, How::Whole);
        m_r.settle();
        m_all.finish();
        const std::uint64_t kernels = m_lostKernels + m_all.lostKernels(),
                            callers = m_lostCallers + m_all.lostCallers();
        auto& notes = m_r.store.diagnostics();
        if (!m_values.empty()) notes.add(Note::NoTime, "rocpd_pmc_event", m_values.size());
        if (kernels) notes.add(Note::DanglingReference, "rocpd_kernel_dispatch.kernel_id", kernels);
        if (callers) notes.add(Note::DanglingReference, "rocpd_event.stack_id", callers);
    }

    /// Some of the GPU's work, for a first picture: without the calls that it belongs to.
    void readSample() {
        m_info.loadNames();
        readTable<RocpdRows::Kernel>("kernel_dispatch", EventKind::Kernel, &RocpdRows::kernel, How::Sampled);
        readTable<RocpdRows::Copied>("memory_copy", EventKind::Memcpy, &RocpdRows::copy, How::Sampled);
        m_r.settle();
    }

private:
    enum class How : std::uint8_t { Whole, InParts, Sampled };

    /// Rows must be read one after the other where each value goes to the first row of its event, and where frames of
    /// one sample follow each other.
    How parts() const { return !m_values.empty() || m_info.hasFrames() ? How::Whole : How::InParts; }

    /// Reads the rows of a table that have a time; the others are counted as `kind`.
    template <class C, class Use>
    void readTable(std::string_view name, std::optional<EventKind> kind, Use use, How how) {
        const SqliteTable* t = m_info.table(name);
        if (!t) return;
        Columns columns(*t);
        const RocpdRows::Common common(columns);
        const C own(columns);
        const auto read = [&](RocpdRows& rows, Cells r) {
            if (const auto row = rows.row(common, t->name, kind, r)) (rows.*use)(own, r, *row);
        };
        if (how == How::Whole) return m_info.rows(columns, [&](Cells r, std::int64_t) { read(m_all, r); });
        struct Part {
            Part(Reading& reading, ProfileState& state)
                : building(std::make_unique<Building>(reading.store, reading.options)), rows(*building, state) {}
            std::unique_ptr<Building> building;
            RocpdRows rows;
        };
        const auto make = [&] { return std::make_unique<Part>(m_r, m_state); };
        const auto readInto = [&](Part& part, Cells r) { read(part.rows, r); };
        const auto parts =
            how == How::Sampled ? m_info.sampled(columns, make, readInto) : m_info.inParts(columns, make, readInto);
        std::vector<std::unique_ptr<Building>> buildings;
        for (const auto& part : parts) {
            buildings.push_back(std::move(part->building));
            m_callers.add(part->rows.stacks());
            m_lostKernels += part->rows.lostKernels();
            m_lostCallers += part->rows.lostCallers();
        }
        m_r.append(buildings);
    }

    // Values of performance counters belong to an event; the rows of that event say when.

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

    Reading& m_r;
    RocpdInfo m_info;
    Callers m_callers;
    PmcValues m_values;
    ProfileState m_state;
    RocpdRows m_all;  ///< reads tables that are read as a whole
    std::uint64_t m_lostKernels = 0, m_lostCallers = 0;
};

void describe(model::ReportInfo& info) {
    info.format = "ROCm profile database (rocpd)";
    info.formatKey = "rocpd";
    info.product = "ROCm";
}

/// Smaller files are read at once.
constexpr std::uint64_t kPreviewed = 16 << 20;

/// Rows refer to events, whose table is as large as theirs, and end up in lanes when all are there. Until then, a
/// sample of the GPU's work shows what the file is of.
void preview(const SqliteReader& db, const OpenOptions& options) {
    if (!options.previewed || db.fileBytes() < kPreviewed) return;
    OpenOptions quiet = options;
    quiet.progress = {};
    const auto store = model::EventStore::create();
    Reading reading(db, *store, quiet);
    describe(store->info());
    Shared shared(*store);
    for (const Profile& p : profilesOf(reading)) RocpdEvents(reading, shared, p).readSample();
    reading.build();
    shared.nameTracks();
    if (store->publish(true)->eventCount() > 0) options.previewed(store);
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
    describe(store.info());
    for (const model::Message& problem : db->logProblems()) store.diagnostics().add(Note::Incomplete, problem);
    if (db->damage()) reading.damaged({ErrorCode::Damaged, "", db->damage()->detail, db->damage()->offset});
    preview(*db, options);
    Shared shared(store);
    for (const Profile& p : profiles)
        if (!options.stop.stop_requested()) RocpdEvents(reading, shared, p).read();
    reading.nameUnknownTables([&](std::string_view name) { return isRocpdTable(name, profiles); });
    reading.build();
    shared.nameTracks();
    return reading.finish(path);
}

}  // namespace importers::rocm
