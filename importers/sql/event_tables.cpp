// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of Nsight Systems over events: columns by the role that the schema gives them, read from lanes whatever the
// report's format is.
#include <algorithm>
#include <array>
#include <memory>

#include "importers/nsys/schema.h"
#include "importers/sql/event_names.h"
#include "importers/sql/event_source.h"
#include "model/base/ascii.h"
#include "model/query/drawn.h"

namespace importers::sql {

using model::Arg;
using model::lower;
using model::StringId;
using model::TrackKey;
using model::TrackKind;
using nsys::Role;
using nsys::TableId;

namespace {

// NVTX event types, as ENUM_NSYS_EVENT_TYPE numbers them.
constexpr std::int64_t kCategory = 33, kMark = 34, kPushPop = 59, kStartEnd = 60, kDomainCreate = 75;

const TrackKey& keyOf(const RowAt& at) { return at.part.track->key; }
StringId nameOf(const RowAt& at) { return at.part.lane.name(at.row); }
std::string_view nameText(const RowAt& at) { return at.s.text(nameOf(at)); }
bool isPoint(const RowAt& at) { return at.part.lane.start(at.row) == at.part.lane.end(at.row); }

Cell valueOf(const RowAt& at, const Arg& a) {
    if (a.type == Arg::Type::Int) return Cell::ofInt(a.value);
    return a.type == Arg::Type::Real ? Cell::ofReal(a.real()) : textCell(at.s, static_cast<StringId>(a.value));
}
const Arg* argument(const RowAt& at) {
    const Arg* a = argOf(at, at.column.key);
    return a ? a : argOf(at, at.column.otherKey);
}

Cell none(const RowAt&) { return {}; }
Cell constant(const RowAt& at) { return Cell::ofInt(at.column.constant); }
Cell start(const RowAt& at) { return Cell::ofInt(at.part.lane.start(at.row)); }
Cell end(const RowAt& at) { return Cell::ofInt(at.part.lane.end(at.row)); }
Cell pid(const RowAt& at) { return globalPid(keyOf(at)); }
Cell tid(const RowAt& at) { return globalTid(keyOf(at)); }
Cell device(const RowAt& at) { return keyCell(keyOf(at).device); }
Cell context(const RowAt& at) { return keyCell(keyOf(at).context); }
Cell stream(const RowAt& at) { return keyCell(keyOf(at).stream); }
Cell domain(const RowAt& at) { return Cell::ofInt(keyOf(at).domain == TrackKey::kNone ? 0 : keyOf(at).domain); }
Cell correlation(const RowAt& at) { return Cell::ofInt(at.part.lane.lane->correlation(at.row)); }
Cell name(const RowAt& at) { return nameIdCell(nameOf(at)); }
Cell nameAsText(const RowAt& at) { return textCell(at.s, nameOf(at)); }
std::uint32_t payloadOf(const RowAt& at) {
    const model::Lane& lane = *at.part.lane.lane;
    return lane.columns() & model::kPayloadColumn ? lane.payloadColumn()[at.row] : 0;
}
Cell gridId(const RowAt& at) { return Cell::ofInt(payloadOf(at)); }
Cell chain(const RowAt& at) { return payloadOf(at) ? Cell::ofInt(payloadOf(at)) : Cell(); }
Cell arg(const RowAt& at) {
    const Arg* a = argument(at);
    return a ? valueOf(at, *a) : Cell();
}
Cell argName(const RowAt& at) {
    const Arg* a = argument(at);
    return a && a->type == Arg::Type::String ? nameIdCell(static_cast<StringId>(a->value)) : Cell();
}

// Columns whose value is elsewhere in other reports, or that lanes do not have as they are.
Cell shortName(const RowAt& at) {
    const Cell own = argName(at);
    return own.isNull() ? name(at) : own;
}
template <std::int64_t (*FromName)(std::string_view)>
Cell argOrFromName(const RowAt& at) {
    const Arg* a = argument(at);
    if (a) return valueOf(at, *a);
    const std::int64_t value = FromName(nameText(at));
    return value < 0 ? Cell() : Cell::ofInt(value);
}
/// Waiting for a whole context is on no stream: all bits are set.
Cell syncStream(const RowAt& at) { return keyOf(at).stream == -1 ? Cell::ofInt(4294967295) : stream(at); }
Cell argOrConstant(const RowAt& at) { return argument(at) ? arg(at) : constant(at); }
Cell machine(const RowAt& at) { return Cell::ofInt(globalVid(keyOf(at).host)); }
Cell argOrMachine(const RowAt& at) { return argument(at) ? arg(at) : machine(at); }
Cell nvtxEnd(const RowAt& at) { return isPoint(at) ? Cell() : end(at); }
Cell nvtxType(const RowAt& at) {
    return Cell::ofInt(isPoint(at) ? kMark : at.part.track->kind == TrackKind::ProcessNvtx ? kStartEnd : kPushPop);
}
// One stretch of running is two events of the scheduler.
Cell schedTime(const RowAt& at) { return at.which ? end(at) : start(at); }
Cell schedIn(const RowAt& at) { return Cell::ofInt(at.which == 0); }
Cell schedState(const RowAt& at) { return at.which ? arg(at) : Cell::ofInt(0); }
Cell schedBlock(const RowAt& at) { return at.which ? arg(at) : Cell(); }

struct Special {
    TableId table;
    std::string_view column;
    Cell (*get)(const RowAt&);
    std::string_view otherKey = {};
};
constexpr Special kSpecial[] = {
    {TableId::Kernel, "shortName", shortName},
    {TableId::Kernel, "dynamicSharedMemory", arg, "shared memory"},
    {TableId::Memcpy, "bytes", arg, "Bytes"},
    {TableId::Memset, "bytes", arg, "Bytes"},
    {TableId::Memcpy, "copyKind", argOrFromName<copyKindOf>},
    {TableId::Memcpy, "srcKind", argOrFromName<sourceKindOf>},
    {TableId::Memcpy, "dstKind", argOrFromName<targetKindOf>},
    {TableId::Sync, "syncType", argOrFromName<syncTypeOf>},
    {TableId::Runtime, "eventClass", argOrFromName<apiClassOf>},
    {TableId::Nvtx, "end", nvtxEnd},
    {TableId::Nvtx, "eventType", nvtxType},
    {TableId::MemoryUsage, "contextId", arg},
    {TableId::MemoryUsage, "streamId", arg},
    {TableId::Sync, "streamId", syncStream},
    {TableId::Osrt, "eventClass", argOrConstant},
    {TableId::Diagnostic, "globalPid", argOrMachine},
    {TableId::Sched, "start", schedTime},
    {TableId::Sched, "isSchedIn", schedIn},
    {TableId::Sched, "threadState", schedState},
    {TableId::Sched, "threadBlock", schedBlock},
};

/// Rows of the timeline that make a table, with what else is to know of it. (GPU_METRICS is no table of events, see
/// generic_tables.cpp; overheads of CUPTI are among those of the profiler.)
struct Rows {
    TableId table;
    std::array<TrackKind, 4> kinds;
    std::size_t kindCount;
    std::int64_t eventClass = 0;  ///< where all rows have one
};
constexpr TrackKind kNo = TrackKind::Host;
constexpr Rows kRows[] = {
    {TableId::Kernel, {TrackKind::StreamKernels, kNo, kNo, kNo}, 1},
    {TableId::Memcpy, {TrackKind::StreamMemory, kNo, kNo, kNo}, 1},
    {TableId::Memset, {TrackKind::StreamMemory, kNo, kNo, kNo}, 1},
    {TableId::GraphTrace, {TrackKind::StreamGraphs, kNo, kNo, kNo}, 1},
    {TableId::Sync, {TrackKind::StreamSync, kNo, kNo, kNo}, 1},
    {TableId::CudaEvent, {TrackKind::StreamEvents, kNo, kNo, kNo}, 1},
    {TableId::Nvtx, {TrackKind::Nvtx, TrackKind::Nccl, TrackKind::ProcessNvtx, TrackKind::Annotations}, 4},
    {TableId::Runtime, {TrackKind::CudaApi, kNo, kNo, kNo}, 1},
    {TableId::GraphEvents, {TrackKind::CudaGraphs, kNo, kNo, kNo}, 1, 77},
    {TableId::GraphNodeEvents, {TrackKind::CudaGraphs, kNo, kNo, kNo}, 1, 77},
    {TableId::MemoryUsage, {TrackKind::MemoryEvents, kNo, kNo, kNo}, 1},
    {TableId::MemoryPool, {TrackKind::MemoryPool, kNo, kNo, kNo}, 1},
    {TableId::UmCpuFault, {TrackKind::UnifiedMemory, kNo, kNo, kNo}, 1},
    {TableId::UmGpuFault, {TrackKind::UnifiedMemory, kNo, kNo, kNo}, 1},
    {TableId::Osrt, {TrackKind::OsRuntime, kNo, kNo, kNo}, 1, 27},
    {TableId::Cudnn, {TrackKind::Cudnn, kNo, kNo, kNo}, 1, 28},
    {TableId::Cublas, {TrackKind::Cublas, kNo, kNo, kNo}, 1, 29},
    {TableId::Sched, {TrackKind::ThreadState, kNo, kNo, kNo}, 1},
    {TableId::CpuSample, {TrackKind::CpuSamples, kNo, kNo, kNo}, 1},
    {TableId::ProfilerOverhead, {TrackKind::ProfilerOverhead, kNo, kNo, kNo}, 1},
    {TableId::Jit, {TrackKind::Jit, kNo, kNo, kNo}, 1, 103},
    {TableId::Diagnostic, {TrackKind::Diagnostics, kNo, kNo, kNo}, 1},
};

/// How a column of that role is read.
EventColumn columnOf(Role role, const Rows& rows) {
    switch (role) {
    case Role::Start: return {{"", Type::Int, Use::Start}, start};
    case Role::End: return {{"", Type::Int, Use::End}, end};
    case Role::GlobalPid: return {{"", Type::Int, Use::OfPart}, pid};
    case Role::GlobalTid: return {{"", Type::Int, Use::OfPart}, tid};
    case Role::Device: return {{"", Type::Int, Use::OfPart}, device};
    case Role::Context: return {{"", Type::Int, Use::OfPart}, context};
    case Role::Stream: return {{"", Type::Int, Use::OfPart}, stream};
    case Role::Domain: return {{"", Type::Int, Use::OfPart}, domain};
    case Role::Correlation: return {{""}, correlation};
    case Role::Name: return {{"", Type::Int, Use::Plain, true}, name};
    case Role::NameText: return {{"", Type::Text}, nameAsText};
    case Role::EventClass: return {{""}, constant, 0, 0, rows.eventClass};
    case Role::Callchain: return {{""}, chain};
    case Role::GridId: return {{""}, gridId};
    case Role::ArgString: return {{"", Type::Int, Use::Plain, true}, argName};
    case Role::ArgText: return {{"", Type::Text}, arg};
    case Role::Ignored: return {{""}, none};
    default: return {{""}, arg};
    }
}

std::vector<EventColumn> columnsOf(const model::Snapshot& s, const nsys::Table& table, const Rows& rows) {
    std::vector<EventColumn> out;
    for (const nsys::Column& c : table.columns) {
        if (c.role == Role::Ignored) continue;
        EventColumn column = columnOf(c.role, rows);
        column.column.name = c.name;
        column.key = s.store().strings().find(c.name);
        if (column.column.name == "doubleValue" || column.column.name == "floatValue") column.column.type = Type::Real;
        for (const Special& special : kSpecial)
            if (special.table == table.id && special.column == c.name) {
                column.get = special.get;
                column.otherKey = s.store().strings().find(special.otherKey);
            }
        out.push_back(column);
    }
    return out;
}

/// Columns beyond those of the schema, so that a trace with arguments of all sorts stays a table.
constexpr std::size_t kMostExtraColumns = 40;

/// Arguments that the schema has no column for, each as a column under its own name; SQLite takes upper and lower case
/// for the same.
void addOtherArguments(const model::Snapshot& s, std::span<const LanePart> parts, std::vector<EventColumn>& columns) {
    const model::ArgsTable& args = s.store().args();
    std::vector<StringId> taken{s.store().strings().find("unpaired")};  // said by the row that is not there
    std::vector<std::string> names{"table"};                            // what lines of JSON call their table
    for (const EventColumn& c : columns) {
        names.push_back(lower(c.column.name));
        taken.insert(taken.end(), {c.key, c.otherKey});
    }
    std::vector<bool> seen(args.shapeCount()), looked;  // by shape, by tuple
    std::size_t extra = 0;
    const auto addShape = [&](std::uint32_t shape) {
        for (const auto& [key, type] : args.shapeKeys(shape)) {
            if (std::find(taken.begin(), taken.end(), key) != taken.end() || extra == kMostExtraColumns) continue;
            taken.push_back(key);
            const std::string name = lower(s.text(key));
            if (name.empty() || name.find('"') != name.npos ||
                std::find(names.begin(), names.end(), name) != names.end())
                continue;
            names.push_back(name);
            columns.push_back({{s.text(key), Type::Any}, arg, key});
            ++extra;
        }
    };
    for (const LanePart& p : parts)
        if (p.lane.lane->columns() & model::kArgsColumn)
            for (std::size_t i = 0; i < p.lane.rows; ++i) {
                const model::ArgsId id = p.lane.lane->argsColumn()[i];
                if (id >= looked.size()) looked.resize(std::max<std::size_t>(id + std::size_t{1}, 2 * looked.size()));
                if (!id || looked[id]) continue;
                looked[id] = true;
                if (args.at(id).empty()) continue;
                const std::uint32_t shape = args.shapeOf(id);
                if (shape >= seen.size() || seen[shape]) continue;
                seen[shape] = true;
                addShape(shape);
            }
}

/// Whether the name of an event is of a sort, asked once for each name.
EventSource::Accepts byName(const model::Snapshot& s, bool (*is)(std::string_view)) {
    return [&s, is, known = std::make_shared<std::vector<std::uint8_t>>()](const LanePart& part, std::size_t row,
                                                                           std::size_t) {
        const StringId id = part.lane.name(row);
        if (id >= known->size()) known->resize(id + std::size_t{1}, 0);
        std::uint8_t& answer = (*known)[id];
        if (!answer) answer = is(s.text(id)) ? 2 : 1;
        return answer == 2;
    };
}

EventSource::Accepts byArgument(const model::Snapshot& s, StringId key, bool has) {
    return [&s, key, has](const LanePart& part, std::size_t row, std::size_t) {
        const model::ArgsId args = part.lane.lane->argsColumn()[row];
        return (key && args && s.store().args().find(args, key).has_value()) == has;
    };
}

/// Running is a begin and an end, of which a report may lack one.
EventSource::Accepts isScheduled(const model::Snapshot& s) {
    return [&s, running = byName(s, [](std::string_view n) { return n == "Running"; }),
            key = s.store().strings().find("unpaired")](const LanePart& part, std::size_t row, std::size_t which) {
        if (!running(part, row, which)) return false;
        const bool has = key && part.lane.lane->columns() & model::kArgsColumn;
        const auto unpaired = has ? s.store().args().find(part.lane.lane->argsColumn()[row], key) : std::nullopt;
        return !unpaired || (unpaired->value == 1) == (which == 0);
    };
}

/// Rows of one kind may belong to two tables.
EventSource::Accepts acceptsOf(const model::Snapshot& s, TableId table) {
    switch (table) {
    case TableId::Memcpy: return byName(s, [](std::string_view n) { return !model::isMemset(n); });
    case TableId::Memset: return byName(s, [](std::string_view n) { return model::isMemset(n); });
    case TableId::UmCpuFault: return byName(s, [](std::string_view n) { return n == "CPU page fault"; });
    case TableId::UmGpuFault: return byName(s, [](std::string_view n) { return n != "CPU page fault"; });
    case TableId::Sched: return isScheduled(s);
    case TableId::GraphEvents: return byArgument(s, s.store().strings().find("graphNodeId"), false);
    case TableId::GraphNodeEvents: return byArgument(s, s.store().strings().find("graphNodeId"), true);
    default: return {};
    }
}

}  // namespace

std::vector<std::vector<Cell>> nvtxNames(const model::Snapshot& s, std::span<const EventColumn> columns) {
    std::vector<std::vector<Cell>> out;
    const auto add = [&](std::int64_t type, std::int64_t pid, std::int64_t host, std::int64_t domainId, StringId text,
                         Cell category) {
        TrackKey key;
        key.host = host;
        key.pid = pid;
        std::vector<Cell> row;
        for (const EventColumn& c : columns) {
            const std::string_view n = c.column.name;
            row.push_back(n == "start"       ? Cell::ofInt(0)
                          : n == "eventType" ? Cell::ofInt(type)
                          : n == "text"      ? textCell(s, text)
                          : n == "textId"    ? nameIdCell(text)
                          : n == "globalTid" ? globalTid(key)
                          : n == "domainId"  ? Cell::ofInt(domainId)
                          : n == "category"  ? category
                                             : Cell());
        }
        out.push_back(std::move(row));
    };
    std::vector<std::array<std::int64_t, 3>> seen;
    for (const model::Track& t : s.tree().tracks) {
        const bool named = t.kind == TrackKind::Nvtx || t.kind == TrackKind::Nccl || t.kind == TrackKind::ProcessNvtx;
        const std::array<std::int64_t, 3> domain{t.key.host, t.key.pid, t.key.domain};
        if (!named || !t.name || std::find(seen.begin(), seen.end(), domain) != seen.end()) continue;
        seen.push_back(domain);
        add(kDomainCreate, t.key.pid, t.key.host, t.key.domain, t.name, {});
    }
    for (const model::ReportInfo::Category& c : s.info().categories) {
        const auto process = std::find_if(s.tree().tracks.begin(), s.tree().tracks.end(), [&](const model::Track& t) {
            return t.kind == TrackKind::Process && t.key.pid == c.pid;
        });
        const std::int64_t host = process == s.tree().tracks.end() ? 0 : process->key.host;
        const bool domain = c.id == nsys::kNvtxDomainItself;
        add(domain ? kDomainCreate : kCategory, c.pid, host, c.domain, s.store().strings().find(c.name),
            domain ? Cell() : Cell::ofInt(c.id));
    }
    return out;
}

bool hasEventTable(const model::Snapshot& s, const LanePart& lane) {
    // Other reports give threads states that are no rows of the scheduler.
    if (lane.track->kind == TrackKind::ThreadState) return s.text(lane.lane.name(0)) == "Running";
    return std::any_of(std::begin(kRows), std::end(kRows), [&](const Rows& r) {
        return std::find(r.kinds.begin(), r.kinds.begin() + static_cast<std::ptrdiff_t>(r.kindCount),
                         lane.track->kind) != r.kinds.begin() + static_cast<std::ptrdiff_t>(r.kindCount);
    });
}

void addEventTables(const model::Snapshot& s, Cover cover, Sources& out) {
    for (const Rows& rows : kRows) {
        const nsys::Table& table = nsys::table(rows.table);
        std::vector<LanePart> parts;
        for (std::size_t k = 0; k < rows.kindCount; ++k)
            for (const LanePart& p : lanesOf(s, {rows.kinds[k]})) parts.push_back(p);
        std::vector<EventColumn> columns = columnsOf(s, table, rows);
        EventSource::Options options;
        options.accepts = acceptsOf(s, rows.table);
        if (rows.table == TableId::Sched) options.rowsPerEvent = 2;
        if (cover == Cover::Once) addOtherArguments(s, parts, columns);
        if (rows.table == TableId::Nvtx) options.extra = nvtxNames(s, columns);
        out.push_back(
            std::make_unique<EventSource>(table.name, s, std::move(columns), std::move(parts), std::move(options)));
    }
}

}  // namespace importers::sql
