// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "importers/common/arguments.h"
#include "importers/common/blits.h"
#include "importers/rocm/reading.h"
#include "importers/rocm/rocm.h"
#include "model/base/messages.h"

namespace importers::rocm {

using model::ErrorCode;
using model::Event;
using model::EventKind;
using model::Note;
using model::TrackKey;
using model::TrackKind;

namespace {

/// Rows that the tracer writes about itself, and user markers, have ids from here on.
constexpr std::int64_t kFirstOwnId = std::int64_t{1} << 31;

constexpr std::string_view kRpdTables[] = {
    "rocpd_api",     "rocpd_op",     "rocpd_api_ops", "rocpd_string",   "rocpd_kernelapi",        "rocpd_kernelop",
    "rocpd_copyapi", "rocpd_copyop", "rocpd_monitor", "rocpd_metadata", "rocpd_kernelcodeobject", "rocpd_stackframe"};

struct Launch {
    std::int64_t grid[3];
    std::int64_t block[3];
    std::int64_t shared;
    std::int64_t scratch;
    std::int64_t kernelName;
    std::string stream;
};

/// How an API call is known to the GPU work that it started.
struct Caller {
    std::int64_t pid = 0;
    std::uint32_t correlation = 0;
    model::ArgsId args = 0;  ///< of its launch or copy
};

struct Op {
    TrackKind track;
    EventKind kind;
};

Op classify(std::string_view type, bool isLaunch) {
    const auto has = [&](std::string_view part) { return type.find(part) != std::string_view::npos; };
    if (type == "KernelExecution" || isLaunch) return {TrackKind::StreamKernels, EventKind::Kernel};
    if (has("Copy")) return {TrackKind::StreamMemory, EventKind::Memcpy};
    if (has("Fill") || has("Memset")) return {TrackKind::StreamMemory, EventKind::Memset};
    if (has("Barrier") || has("Marker")) return {TrackKind::StreamSync, EventKind::Synchronization};
    return {TrackKind::StreamKernels, EventKind::Kernel};
}

class Rpd {
public:
    explicit Rpd(Reading& reading) : m_r(reading), m_args(reading.store) {}

    void read() {
        readStrings();
        readMetadata();
        readLinks();
        readLaunches("rocpd_kernelapi", "api_ptr_id", m_launches);
        readLaunches("rocpd_kernelop", "op_ptr_id", m_opLaunches);
        readCopies("rocpd_copyapi", "api_ptr_id", m_copies);
        readCopies("rocpd_copyop", "op_ptr_id", m_opCopies);
        readStacks();
        readCalls();
        readOps();
        readMonitor();
        noteDangling();
        m_r.nameUnknownTables([](std::string_view name) {
            return std::find(std::begin(kRpdTables), std::end(kRpdTables), name) != std::end(kRpdTables);
        });
        m_r.build();
        nameTracks();
    }

private:
    std::string_view text(std::int64_t id) {
        const std::string* found = m_strings.find(id);
        if (!found)
            m_r.store.diagnostics().add(Note::MissingString, "rocpd_string", 1, {model::MessageCode::IdOfRow, {id}});
        return found ? std::string_view(*found) : std::string_view();
    }
    model::StringId word(std::string_view s) { return m_r.store.strings().intern(s); }

    void readStrings() {
        const SqliteTable* t = m_r.baseTable("rocpd_string");
        if (!t) return;
        Columns c(*t);
        const int id = c("id"), string = c("string");
        m_r.rows(c, [&](Cells cells, std::int64_t) {
            if (cells[string].type == Cell::Type::Text)
                m_strings.set(cells[id].intOr(-1), std::string(cells[string].text()));
        });
    }

    void readMetadata() {
        const SqliteTable* t = m_r.baseTable("rocpd_metadata");
        if (!t) return;
        Columns c(*t);
        const int tag = c("tag"), value = c("value");
        m_r.rows(c, [&](Cells cells, std::int64_t) {
            if (cells[tag].type == Cell::Type::Text && cells[tag].text() == "schema_version" &&
                cells[value].type == Cell::Type::Text)
                m_r.store.info().schemaVersion = cells[value].text();
        });
    }

    void readLinks() {
        const SqliteTable* t = m_r.baseTable("rocpd_api_ops");
        if (!t) return;
        Columns c(*t);
        const int api = c("api_id"), op = c("op_id");
        m_r.rows(c, [&](Cells cells, std::int64_t) {
            m_apiOfOp.emplace(cells[op].intOr(-1), cells[api].intOr(-1));
            m_launching.insert(cells[api].intOr(-1));
        });
    }

    void readLaunches(std::string_view name, std::string_view key, std::unordered_map<std::int64_t, Launch>& into) {
        const SqliteTable* t = m_r.baseTable(name);
        if (!t) return;
        Columns c(*t);
        const int id = c(key), gridX = c("gridX"), gridY = c("gridY"), gridZ = c("gridZ"), blockX = c("workgroupX"),
                  blockY = c("workgroupY"), blockZ = c("workgroupZ"), shared = c("groupSegmentSize"),
                  scratch = c("privateSegmentSize"), kernel = c("kernelName_id"), stream = c("stream");
        m_r.rows(c, [&](Cells r, std::int64_t) {
            Launch l{{r[gridX].intOr(0), r[gridY].intOr(0), r[gridZ].intOr(0)},
                     {r[blockX].intOr(0), r[blockY].intOr(0), r[blockZ].intOr(0)},
                     r[shared].intOr(0),
                     r[scratch].intOr(0),
                     r[kernel].intOr(-1),
                     {}};
            if (r[stream].type == Cell::Type::Text) l.stream = r[stream].text();
            into.insert_or_assign(r[id].intOr(-1), std::move(l));
        });
    }

    void readCopies(std::string_view name, std::string_view key,
                    std::unordered_map<std::int64_t, model::ArgsId>& into) {
        const SqliteTable* t = m_r.baseTable(name);
        if (!t) return;
        Columns c(*t);
        const int id = c(key), size = c("size"), kind = c("kind"), src = c("srcDevice"), dst = c("dstDevice");
        const auto others = c.others({});
        m_r.rows(c, [&](Cells r, std::int64_t) {
            m_args.add("bytes", r[size]);
            // hipMemcpyKind: 0 = host to host, 3 = device to device, 4 = by the addresses.
            constexpr std::int64_t kKinds[] = {9, 1, 2, 8, 0};
            if (const std::int64_t k = r[kind].intOr(-1); k >= 0 && k < 5) m_args.addInt("copyKind", kKinds[k]);
            m_args.add("srcDeviceId", r[src]);
            m_args.add("dstDeviceId", r[dst]);
            for (const auto& other : others) m_args.add(other.name, r[other.cell]);
            into.insert_or_assign(r[id].intOr(-1), m_args.intern());
        });
    }

    /// Call stacks of API calls, leaf first.
    void readStacks() {
        const SqliteTable* t = m_r.baseTable("rocpd_stackframe");
        if (!t) return;
        Columns c(*t);
        const int api = c("api_ptr_id"), depth = c("depth"), name = c("name_id");
        std::unordered_map<std::int64_t, std::vector<std::pair<std::int64_t, std::int64_t>>> stacks;
        m_r.rows(c, [&](Cells r, std::int64_t) {
            stacks[r[api].intOr(-1)].emplace_back(r[depth].intOr(0), r[name].intOr(-1));
        });
        std::vector<model::Frame> frames;
        for (auto& [id, stack] : stacks) {
            std::sort(stack.begin(), stack.end());
            frames.clear();
            for (const auto& [level, symbol] : stack) frames.push_back({word(text(symbol)), 0, 0, 0, 0});
            m_stacks[id] = m_r.store.callchains().intern(frames);
        }
    }

    /// `inThreads`: the grid is given in threads, as hipExtModuleLaunchKernel takes it, and not in blocks.
    model::ArgsId argsOf(const Launch& l, bool inThreads) {
        constexpr std::string_view kGrid[] = {"gridX", "gridY", "gridZ"}, kBlock[] = {"blockX", "blockY", "blockZ"};
        for (std::size_t i = 0; i < 3; ++i) {
            const bool divide = inThreads && l.block[i] > 0 && l.grid[i] > 0;
            m_args.addInt(kGrid[i], divide ? (l.grid[i] - 1) / l.block[i] + 1 : l.grid[i]);
        }
        for (std::size_t i = 0; i < 3; ++i) m_args.addInt(kBlock[i], l.block[i]);
        m_args.addInt("dynamicSharedMemory", l.shared);
        if (l.scratch) m_args.addInt("localMemoryPerThread", l.scratch);
        if (!l.stream.empty() && l.stream != "0x0") m_args.addText("stream", l.stream);
        return m_args.intern();
    }

    /// Arguments of the work that the call started.
    model::ArgsId workArgs(std::int64_t api, std::string_view apiName) {
        if (const auto launch = m_launches.find(api); launch != m_launches.end())
            return argsOf(launch->second,
                          apiName == "hipExtModuleLaunchKernel" || apiName == "hipHccModuleLaunchKernel");
        const auto copy = m_copies.find(api);
        return copy == m_copies.end() ? 0 : copy->second;
    }

    void readCalls() {
        const SqliteTable* t = m_r.baseTable("rocpd_api");
        if (!t) return;
        Columns c(*t);
        const int id = c("id"), pid = c("pid"), tid = c("tid"), start = c("start"), end = c("end"),
                  name = c("apiName_id"), args = c("args_id");
        const auto others = c.others({"domain_id", "category_id"});
        m_r.rows(c, [&](Cells r, std::int64_t) {
            const std::int64_t api = r[id].intOr(-1);
            const std::string_view called = text(r[name].intOr(-1)), printed = text(r[args].intOr(-1));
            Event e{r[start].intOr(0), r[end].intOr(0), 0, 0, 0, 0};
            TrackKey key;
            key.pid = r[pid].intOr(0);
            key.tid = r[tid].intOr(0);
            m_pids.insert(key.pid);
            if (!m_r.hasTime(e.start, "rocpd_api", api)) return;
            if (called == "UserMarker") {  // a range of roctx; its text is the argument
                m_r.count(EventKind::Annotation);
                e.name = word(printed);
                return m_r.groups.add(TrackKind::Annotations, key, e);
            }
            e.name = word(called);
            const model::ArgsId work = workArgs(api, called);  // before those of the call are gathered
            m_args.addPrinted(printed);
            for (const auto& other : others) m_args.add(other.name, r[other.cell]);
            if (api >= kFirstOwnId) {
                m_r.count(EventKind::ProfilerOverhead);
                e.args = m_args.intern();
                return m_r.groups.add(TrackKind::ProfilerOverhead, key, e);
            }
            m_r.count(EventKind::CudaApi);
            Caller caller{key.pid, 0, work};
            if (m_launching.contains(api)) {
                caller.correlation = ++m_correlations;
                m_callers.emplace(api, caller);
                e.correlation = caller.correlation;
            }
            e.args = m_args.intern();
            if (!e.correlation && !e.args) e.args = caller.args;  // no work of the GPU shows them
            if (const auto stack = m_stacks.find(api); stack != m_stacks.end()) e.payload = stack->second;
            m_r.groups.add(TrackKind::CudaApi, key, e);
        });
    }

    void readOps() {
        const SqliteTable* t = m_r.baseTable("rocpd_op");
        if (!t) return;
        Columns c(*t);
        const int id = c("id"), gpu = c("gpuId"), queue = c("queueId"), start = c("start"), end = c("end"),
                  description = c("description_id"), type = c("opType_id");
        const auto others = c.others({"sequenceId"});
        m_r.rows(c, [&](Cells r, std::int64_t) {
            const std::int64_t op = r[id].intOr(-1);
            if (!m_r.hasTime(r[start].intOr(0), "rocpd_op", op)) return;
            const Caller caller = callerOf(op);
            const auto launch = m_opLaunches.find(op);
            const std::string_view typeName = text(r[type].intOr(-1)), described = text(r[description].intOr(-1));
            const std::string_view name = nameOf(op, described, typeName);
            const auto blit = blitKind(name);
            const Op what =
                blit ? Op{TrackKind::StreamMemory, *blit} : classify(typeName, launch != m_opLaunches.end());
            m_r.count(what.kind);
            Event e{r[start].intOr(0), r[end].intOr(0), word(name), 0, caller.correlation, 0};
            if (launch != m_opLaunches.end()) e.args = argsOf(launch->second, true);  // as the queue's packets have it
            else if (const auto copy = m_opCopies.find(op); copy != m_opCopies.end()) e.args = copy->second;
            else e.args = caller.args;
            e.args = withOthers(e.args, others, r, what.kind, typeName);
            TrackKey key;
            key.pid = caller.pid;
            key.device = r[gpu].intOr(0);
            key.context = 0;
            key.stream = r[queue].intOr(0);
            m_r.groups.add(what.track, key, e);
        });
    }

    std::string_view nameOf(std::int64_t op, std::string_view described, std::string_view typeName) {
        if (!described.empty()) return described;
        const auto api = m_apiOfOp.find(op);
        const auto launch = api == m_apiOfOp.end() ? m_launches.end() : m_launches.find(api->second);
        if (launch != m_launches.end() && typeName == "KernelExecution")
            if (const std::string* kernel = m_strings.find(launch->second.kernelName); kernel && !kernel->empty())
                return *kernel;
        return typeName;
    }

    model::ArgsId withOthers(model::ArgsId known, std::span<const Columns::Extra> others, Cells r, EventKind kind,
                             std::string_view typeName) {
        bool copyKind = kind != EventKind::Memcpy;
        for (const model::Arg& a : m_r.store.args().at(known))
            copyKind |= a.key == m_r.store.strings().find("copyKind");
        if (!copyKind) m_args.addInt("copyKind", copyKindOf(typeName));
        for (const auto& other : others) m_args.add(other.name, r[other.cell]);
        const model::ArgsId more = m_args.intern();
        if (!more) return known;
        std::vector<model::Arg> all = m_r.store.args().at(known);
        for (const model::Arg& a : m_r.store.args().at(more)) all.push_back(a);
        return m_r.store.args().intern(all);
    }

    Caller callerOf(std::int64_t op) {
        Caller none;
        if (m_pids.size() == 1) none.pid = *m_pids.begin();
        const auto api = m_apiOfOp.find(op);
        if (api == m_apiOfOp.end()) {
            ++m_unlinked;
            return none;
        }
        const auto caller = m_callers.find(api->second);
        if (caller != m_callers.end()) return caller->second;
        ++m_lostCallers;
        return none;
    }

    void noteDangling() {
        if (m_lostCallers) m_r.store.diagnostics().add(Note::DanglingReference, "rocpd_api_ops.api_id", m_lostCallers);
        if (m_unlinked && !m_apiOfOp.empty())
            m_r.store.diagnostics().add(Note::DanglingReference, "rocpd_op.id", m_unlinked);
    }

    void readMonitor() {
        const SqliteTable* t = m_r.baseTable("rocpd_monitor");
        if (!t) return;
        Columns c(*t);
        const int deviceType = c("deviceType"), device = c("deviceId"), what = c("monitorType"), start = c("start"),
                  end = c("end"), value = c("value");
        std::map<std::pair<std::int64_t, std::string>, std::vector<Reading::Interval>>
            series;  // by device; one that is no GPU has none
        m_r.rows(c, [&](Cells r, std::int64_t rowid) {
            if (!m_r.hasTime(r[start].intOr(0), "rocpd_monitor", rowid)) return;
            m_r.count(EventKind::GpuMetric);
            const auto textAt = [&](int i) { return r[i].type == Cell::Type::Text ? r[i].text() : std::string_view(); };
            double number = r[value].realOr(0);
            if (const std::string_view digits = textAt(value); r[value].type == Cell::Type::Text) {
                const auto [at, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
                if (error != std::errc() || at == digits.data()) {
                    m_r.store.diagnostics().add(Note::NotANumber, "rocpd_monitor.value", 1, digits.substr(0, 60),
                                                rowid);
                    number = NAN;
                }
            }
            const bool isGpu = textAt(deviceType) == "gpu" || textAt(deviceType).empty();
            const std::string name =
                isGpu ? std::string(textAt(what))
                      : fmt::format("{} {} {}", textAt(deviceType), r[device].intOr(0), textAt(what));
            series[{isGpu ? r[device].intOr(0) : TrackKey::kNone, name}].push_back(
                {r[start].intOr(0), r[end].intOr(0), number});
        });
        std::int64_t index = 0;
        for (auto& [id, samples] : series) addSeries(id.first, id.second, index++, samples);
    }

    void addSeries(std::int64_t device, const std::string& name, std::int64_t index,
                   std::vector<Reading::Interval>& samples) {
        TrackKey key;
        key.device = device;
        key.pid = key.tid = 0;
        key.domain = index;
        const TrackKind kind = device == TrackKey::kNone ? TrackKind::GenericCounter : TrackKind::GpuMetric;
        m_r.addIntervals(kind, key, samples);
        m_seriesNames[index] = name;
    }

    void nameTracks() {
        const model::SnapshotPtr s = m_r.store.publish();
        for (const model::Track& t : s->tree().tracks) {
            const auto name = [&](std::string_view n) { m_r.store.setTrackName(t.id, word(n)); };
            switch (t.kind) {
            case TrackKind::CudaHw: name("HIP"); break;
            case TrackKind::CudaApi: name("HIP API"); break;
            case TrackKind::Annotations: name("roctx"); break;
            case TrackKind::Stream: name(fmt::format("Queue {}", t.key.stream)); break;
            case TrackKind::GpuMetric:
            case TrackKind::GenericCounter: name(m_seriesNames[t.key.domain]); break;
            case TrackKind::Process:
                m_r.store.info().entities.push_back({model::Entity::Type::Process, t.key, {}, {}});
                break;
            case TrackKind::Thread:
                m_r.store.info().entities.push_back({model::Entity::Type::Thread, t.key, {}, {}});
                break;
            default: break;
            }
        }
    }

    Reading& m_r;
    Arguments m_args;
    ById<std::string> m_strings;
    std::unordered_map<std::int64_t, std::int64_t> m_apiOfOp;
    std::set<std::int64_t> m_launching;  ///< API calls with work on a GPU
    std::unordered_map<std::int64_t, Launch> m_launches, m_opLaunches;
    std::unordered_map<std::int64_t, model::ArgsId> m_copies, m_opCopies;
    std::unordered_map<std::int64_t, model::ChainId> m_stacks;
    std::unordered_map<std::int64_t, Caller> m_callers;
    std::set<std::int64_t> m_pids;
    std::map<std::int64_t, std::string> m_seriesNames;
    std::uint32_t m_correlations = 0;
    std::uint64_t m_unlinked = 0, m_lostCallers = 0;
};

}  // namespace

int sniffRpd(const Sniff& s) {
    if (!s.head.starts_with(std::string_view("SQLite format 3\0", 16))) return 0;
    return s.head.find("rocpd_api") != std::string_view::npos ? 80 : 0;
}

model::Result<void> openRpd(const std::filesystem::path& path, model::EventStore& store, const OpenOptions& options) {
    const auto db = SqliteReader::open(path);
    if (!db) return tl::unexpected<model::Error>(db.error());
    Reading reading(*db, store, options);
    if (!reading.baseTable("rocpd_api") && !reading.baseTable("rocpd_op"))
        return tl::unexpected<model::Error>(foreign(*db, path));
    model::ReportInfo& info = store.info();
    info.format = "rocmProfileData database";
    info.formatKey = "rpd";
    info.product = "rocmProfileData";
    for (const std::string_view needed : {"rocpd_api", "rocpd_op", "rocpd_string"})
        if (!reading.baseTable(needed)) store.diagnostics().add(Note::MissingColumn, needed);
    for (const model::Message& problem : db->logProblems()) store.diagnostics().add(Note::Incomplete, problem);
    if (db->damage()) reading.damaged({ErrorCode::Damaged, "", db->damage()->detail, db->damage()->offset});
    Rpd(reading).read();
    return reading.finish(path);
}

}  // namespace importers::rocm
