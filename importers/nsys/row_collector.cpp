// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/nsys/row_collector.h"
#include "importers/common/cuda_names.h"
#include "model/base/messages.h"

#include <fmt/format.h>
#include <bit>
#include <limits>

namespace importers::nsys {

using model::Event;
using model::Note;
using model::TimeNs;
using model::TrackKey;
using model::TrackKind;

namespace {

constexpr std::int64_t kNone = TrackKey::kNone;
constexpr std::int64_t kOsrtClass = 27;
constexpr std::uint64_t kPidMask = ~std::uint64_t{0xffffff};

// NVTX event types, as ENUM_NSYS_EVENT_TYPE numbers them.
enum NvtxType : std::int64_t {
    kNvtxCategory = 33,
    kNvtxMark = 34,
    kNvtxThread = 39,
    kNvtxPushPop = 59,
    kNvtxStartEnd = 60,
    kNvtxtMark = 65,
    kNvtxtPushPop = 70,
    kNvtxtStartEnd = 71,
    kNvtxDomainCreate = 75,
    kNvtxDomainDestroy = 76,
};

struct TrackOfTable {
    TableId table;
    TrackKind kind;
};
constexpr TrackOfTable kTracks[] = {{TableId::Kernel, TrackKind::StreamKernels},
                                    {TableId::Memcpy, TrackKind::StreamMemory},
                                    {TableId::Memset, TrackKind::StreamMemory},
                                    {TableId::GraphTrace, TrackKind::StreamGraphs},
                                    {TableId::Sync, TrackKind::StreamSync},
                                    {TableId::CudaEvent, TrackKind::StreamEvents},
                                    {TableId::Nvtx, TrackKind::Nvtx},
                                    {TableId::Runtime, TrackKind::CudaApi},
                                    {TableId::GraphEvents, TrackKind::CudaGraphs},
                                    {TableId::GraphNodeEvents, TrackKind::CudaGraphs},
                                    {TableId::MemoryUsage, TrackKind::MemoryEvents},
                                    {TableId::MemoryPool, TrackKind::MemoryPool},
                                    {TableId::UmCpuFault, TrackKind::UnifiedMemory},
                                    {TableId::UmGpuFault, TrackKind::UnifiedMemory},
                                    {TableId::Osrt, TrackKind::OsRuntime},
                                    {TableId::Cudnn, TrackKind::Cudnn},
                                    {TableId::Cublas, TrackKind::Cublas},
                                    {TableId::Sched, TrackKind::ThreadState},
                                    {TableId::CpuSample, TrackKind::CpuSamples},
                                    {TableId::GpuMetric, TrackKind::GpuMetric},
                                    {TableId::ProfilerOverhead, TrackKind::ProfilerOverhead},
                                    {TableId::CuptiOverhead, TrackKind::ProfilerOverhead},
                                    {TableId::Jit, TrackKind::Jit},
                                    {TableId::Diagnostic, TrackKind::Diagnostics}};
static_assert(std::size(kTracks) == kTableCount);

constexpr bool tracksInOrder() {
    for (std::size_t i = 0; i < kTableCount; ++i)
        if (static_cast<std::size_t>(kTracks[i].table) != i) return false;
    return true;
}
static_assert(tracksInOrder(), "kTracks is indexed by TableId");

std::int64_t intAt(std::span<const Cell> cells, int column, std::int64_t fallback) {
    return column < 0 ? fallback : cells[static_cast<std::size_t>(column)].intOr(fallback);
}
bool isNull(std::span<const Cell> cells, int column) {
    return column < 0 || cells[static_cast<std::size_t>(column)].isNull();
}

}  // namespace

TrackKind trackOf(TableId t) { return kTracks[static_cast<std::size_t>(t)].kind; }

void TablePlan::take(const Table& table, int at, model::StringTable& strings) {
    const Column& c = table.columns[static_cast<std::size_t>(at)];
    const auto arg = [&](bool isStringId) {
        args.push_back({at, strings.intern(c.name), isStringId, c.role != Role::ArgString && c.role != Role::ArgText});
    };
    switch (c.role) {
    case Role::Start: start = at; break;
    case Role::End: end = at; break;
    case Role::GlobalPid:
        pid = at;
        // Messages stand on the row of the machine, whichever process they are about.
        if (table.id == TableId::Diagnostic) arg(false), args.back().usual = 0;
        break;
    case Role::GlobalTid: tid = at; break;
    case Role::Device: device = at; break;
    // Allocations of a GPU are on one row, whatever their contexts and streams.
    case Role::Context:
        context = at;
        if (table.id == TableId::MemoryUsage) arg(false);
        break;
    case Role::Stream:
        stream = at;
        if (table.id == TableId::MemoryUsage) arg(false);
        break;
    case Role::Correlation: correlation = at; break;
    case Role::Name: name = at; break;
    case Role::NameText: nameText = at; break;
    case Role::Domain: domain = at; break;
    case Role::EventType: eventType = at; break;
    case Role::EventClass:
        // Tables that mix classes: runtime and driver of CUDA, calls of the system and what the profiler adds to
        // them.
        if (table.id == TableId::Runtime || table.id == TableId::Osrt) arg(false);
        if (table.id == TableId::Osrt) args.back().usual = kOsrtClass;
        break;
    case Role::Callchain: chain = at; break;
    case Role::GridId: gridId = at; break;
    case Role::Type: type = at; break;
    case Role::Metric: metric = at; break;
    case Role::Value:
        value = at;
        if (table.id == TableId::MemoryUsage) arg(false);
        break;
    case Role::Cpu:
        cpu = at;
        if (table.id == TableId::CpuSample) arg(false);
        break;
    case Role::SchedIn: schedIn = at; break;
    case Role::Arg:
    case Role::ArgText: arg(false); break;
    case Role::ArgString: arg(true); break;
    case Role::Ignored: break;
    }
}

TablePlan TablePlan::of(const Table& table, std::span<const std::string> extra, model::StringTable& strings) {
    TablePlan p;
    for (std::size_t i = 0; i < table.columns.size(); ++i) p.take(table, static_cast<int>(i), strings);
    for (std::size_t i = 0; i < extra.size(); ++i)
        p.args.push_back({static_cast<int>(table.columns.size() + i), strings.intern(extra[i]), false});
    for (const int at : {p.start, p.end, p.pid, p.tid, p.device, p.context, p.stream, p.correlation, p.value})
        if (at >= 0) p.numbers.push_back(at);
    p.shortName = columnIndex(table, "shortName");
    p.copyKind = columnIndex(table, "copyKind");
    p.syncType = columnIndex(table, "syncType");
    p.oldSyncType = columnIndex(table, "deprecatedSyncType");
    p.graphId = columnIndex(table, "graphId");
    p.memKind = columnIndex(table, "memKind");
    p.operation = columnIndex(table, "memoryOperationType");
    p.colour = columnIndex(table, "color");
    p.category = columnIndex(table, "category");
    return p;
}

bool TablePlan::uses(int cell) const {
    for (const int c :
         {start,    end,       pid,         tid,     device,  context,   stream, correlation, name,    nameText,
          domain,   eventType, chain,       gridId,  type,    metric,    value,  cpu,         schedIn, shortName,
          copyKind, syncType,  oldSyncType, graphId, memKind, operation, colour, category})
        if (c == cell) return true;
    return false;
}

void ChainMap::set(std::int64_t id, model::ChainId chain) {
    // Exports number chains from 1 without gaps; anything else is kept, only slower.
    if (id >= 0 && static_cast<std::size_t>(id) <= ++m_count * 4 + 1024) {
        if (static_cast<std::size_t>(id) >= m_dense.size()) m_dense.resize(static_cast<std::size_t>(id) + 1);
        m_dense[static_cast<std::size_t>(id)] = chain;
    } else {
        m_sparse[id] = chain;
    }
}

model::ChainId ChainMap::find(std::int64_t id) const {
    if (id >= 0 && static_cast<std::size_t>(id) < m_dense.size() && m_dense[static_cast<std::size_t>(id)])
        return m_dense[static_cast<std::size_t>(id)];
    const auto found = m_sparse.find(id);
    return found == m_sparse.end() ? 0 : found->second;
}

std::size_t RowCollector::RowGroupHash::operator()(const RowGroupKey& k) const {
    std::uint64_t h = k.global * 0x9e3779b97f4a7c15ull;
    h = std::rotl(h ^ static_cast<std::uint64_t>(k.detail), 29) * 0xbf58476d1ce4e5b9ull;
    h = std::rotl(h ^ k.place ^ (static_cast<std::uint64_t>(k.kind) << 56), 31) * 0x94d049bb133111ebull;
    return h ^ (h >> 32);
}

RowCollector::RowCollector(model::EventStore& store, ReportStrings& strings) : m_store(store), m_strings(strings) {
    for (const Table& t : tables()) m_plans[static_cast<std::size_t>(t.id)] = TablePlan::of(t, {}, store.strings());
}

void RowCollector::setExtraColumns(TableId id, std::span<const std::string> names) {
    m_plans[static_cast<std::size_t>(id)] = TablePlan::of(table(id), names, m_store.strings());
}

Group& RowCollector::group(TrackKind kind, std::uint64_t global, std::int64_t device, std::int64_t context,
                           std::int64_t detail) {
    // No device is none of the devices: shifted, it would be the first.
    const std::uint64_t place = device == kNone ? UINT32_MAX : static_cast<std::uint64_t>(device);
    const RowGroupKey key{global, detail, place << 32 ^ static_cast<std::uint64_t>(context), kind};
    if (m_lastGroup && key == m_lastKey) return *m_lastGroup;
    Group*& g = m_groupIndex[key];
    if (!g) {
        TrackKey k;
        k.host = static_cast<std::int64_t>(global >> 48);
        k.pid = pidOf(global);
        k.tid = tidOf(global);
        k.device = device;
        k.context = context;
        k.stream = detail;
        k.domain = detail;
        g = &m_groups.emplace_back(kind, k);
    }
    m_lastKey = key;
    m_lastGroup = g;
    return *g;
}

void RowCollector::note(Note what, TableId id, std::size_t rowid) {
    for (NoteCount& n : m_notes)
        if (n.note == what && n.table == id) {
            ++n.count;
            return;
        }
    m_notes.push_back({what, id, 1, rowid});
}

void RowCollector::giveColours() {
    m_store.setNameColours(m_colours);
    m_colours.clear();
}

void RowCollector::reportNotes() {
    giveColours();
    for (const NoteCount& n : m_notes)
        m_store.diagnostics().add(n.note, table(n.table).name, n.count, {model::MessageCode::RowOfTable, {n.firstRow}},
                                  static_cast<std::int64_t>(n.firstRow));
    m_notes.clear();
}

void RowCollector::clearGroups() {
    m_groups.clear();
    m_groupIndex.clear();
    m_lastGroup = nullptr;
    m_untimed.clear();
    m_rows.fill(0);
}

model::StringId RowCollector::word(std::string_view text) {
    const auto found = m_words.find(text);
    if (found != m_words.end()) return found->second;
    const model::StringId id = m_store.strings().intern(text);
    m_words.emplace(m_store.strings().at(id), id);
    return id;
}

bool RowCollector::readTimes(TableId id, const TablePlan& plan, Cells cells, std::size_t rowid, Event& e) {
    for (const int at : plan.numbers)
        if (const Cell& c = cells[static_cast<std::size_t>(at)]; c.type == Cell::Type::Text && c.asNumber().isNull())
            note(Note::NotANumber, id, rowid);
    e.start = intAt(cells, plan.start, model::kTimeMin);
    if (e.start == model::kTimeMin) {
        note(Note::NoTime, id, rowid);
        return false;
    }
    e.end = plan.end < 0 ? e.start : isNull(cells, plan.end) ? model::kTimeMax : intAt(cells, plan.end, e.start);
    const auto clamp = [&](TimeNs& t) {
        if (t == model::kTimeMax) return;  // never closed
        const TimeNs c = std::clamp(t, -model::kTimeLimit, model::kTimeLimit);
        if (c != t) note(Note::TimeOutOfRange, id, rowid);
        t = c;
    };
    clamp(e.start);
    clamp(e.end);
    if (e.start == model::kTimeMax) e.start = model::kTimeLimit;
    if (e.end < e.start) {
        note(Note::EndBeforeStart, id, rowid);
        e.end = e.start;
    }
    return true;
}

void RowCollector::row(TableId id, Cells cells, std::size_t rowid) {
    const auto t = static_cast<std::size_t>(id);
    if (!m_tables[t]) return;
    const TablePlan& plan = m_plans[t];
    ++m_rows[t];
    Event e;
    const model::ChainId given = std::exchange(m_pendingChain, 0);
    if (id == TableId::CudaEvent && intAt(cells, plan.start, 0) == 0) {
        e.start = model::kTimeMax;  // no time of its own: Ingest places it at its API call
    } else if (!readTimes(id, plan, cells, rowid, e)) {
        return;
    }
    if (id == TableId::GpuMetric) return metricRow(plan, cells, e.start);

    e.correlation = static_cast<std::uint32_t>(intAt(cells, plan.correlation, 0));
    if (plan.chain >= 0) {
        e.payload = given;
        if (const std::int64_t chain = intAt(cells, plan.chain, 0); chain && m_chains) {
            e.payload = m_chains->find(chain);
            if (!e.payload && id != TableId::CpuSample) note(Note::DanglingReference, id, rowid);
        }
    }
    if (plan.gridId >= 0) e.payload = static_cast<std::uint32_t>(intAt(cells, plan.gridId, 0));
    if (id == TableId::Nvtx) return nvtxRow(plan, cells, rowid, e);

    e.name = id == TableId::CpuSample ? leafSymbol(e.payload) : nameOf(id, plan, cells);
    e.args = argsOf(id, plan, cells);
    const auto global = static_cast<std::uint64_t>(intAt(cells, plan.tid >= 0 ? plan.tid : plan.pid, 0));
    const std::int64_t device = intAt(cells, plan.device, kNone), context = intAt(cells, plan.context, kNone);
    if (id == TableId::Diagnostic) return diagnosticRow(plan, cells, e);
    if (id == TableId::MemoryUsage) memoryRow(plan, cells, e);
    if (id == TableId::Sched) {
        e.end = intAt(cells, plan.schedIn, 0) != 0;
        e.payload = static_cast<std::uint32_t>(intAt(cells, plan.cpu, 0));
    }
    // A synchronisation of a whole context has no stream; old exports say so with -1 or 2^32 - 1.
    std::int64_t stream = plan.stream < 0 || id == TableId::MemoryUsage ? kNone : intAt(cells, plan.stream, kNone);
    if (stream == 4294967295) stream = -1;
    Group& g = group(trackOf(id), global, device, context, stream);
    if (e.start == model::kTimeMax) m_untimed.push_back({g.key, e});
    else if (e.end == model::kTimeMax && id != TableId::Sched) g.open.push_back(e);
    else stage(g, e);
}

bool RowCollector::isStringId(const Cell& text) const {
    const Cell number = text.asNumber();
    return number.type == Cell::Type::Int && m_strings.text(number.i);
}

model::StringId RowCollector::nameOf(TableId id, const TablePlan& plan, Cells cells) {
    switch (id) {
    case TableId::Memcpy: return word(nameAt(kCopyNames, intAt(cells, plan.copyKind, 0)));
    case TableId::Memset: return word("Memset");
    case TableId::GraphTrace:
        return m_store.strings().intern(fmt::format("CUDA graph {}", intAt(cells, plan.graphId, 0)));
    case TableId::Sync: {
        std::int64_t type = intAt(cells, plan.syncType, 0);
        if (type == 0) type = intAt(cells, plan.oldSyncType, 0);
        return word(nameAt(kSyncNames, type));
    }
    case TableId::CudaEvent: return word("CUDA event");
    case TableId::MemoryUsage: return word(intAt(cells, plan.operation, 0) == 0 ? "Allocation" : "Deallocation");
    case TableId::MemoryPool: return word("Memory pool operation");
    case TableId::UmCpuFault: return word("CPU page fault");
    case TableId::UmGpuFault: return word("GPU page fault");
    case TableId::Sched: return 0;
    default: break;
    }
    if (!isNull(cells, plan.nameText)) {
        const Cell& c = cells[static_cast<std::size_t>(plan.nameText)];
        if (c.type == Cell::Type::Text) return m_store.strings().intern(c.text());
    }
    const int column = isNull(cells, plan.name) ? plan.shortName : plan.name;
    if (isNull(cells, column)) return 0;
    const Cell& c = cells[static_cast<std::size_t>(column)];
    return c.type == Cell::Type::Text && !isStringId(c) ? m_store.strings().intern(c.text())
                                                        : m_strings.intern(c.intOr(0));
}

model::ArgsId RowCollector::argsOf(TableId id, const TablePlan& plan, Cells cells) {
    if (!(m_columns & model::kArgsColumn)) return 0;
    constexpr std::size_t kMax = 64;
    std::int64_t values[kMax];
    model::ArgsTable::Key keys[kMax];
    std::size_t n = 0;
    std::uint64_t present = 0, real = 0, text = 0;
    for (std::size_t i = 0; i < plan.args.size() && i < kMax; ++i) {
        const TablePlan::ArgColumn& a = plan.args[i];
        Cell c = cells[static_cast<std::size_t>(a.cell)];
        if (c.isNull() || c.type == Cell::Type::Blob) continue;
        if (a.isNumber && c.type == Cell::Type::Text && !c.asNumber().isNull()) c = c.asNumber();
        const std::uint64_t bit = std::uint64_t{1} << i;
        model::Arg::Type type = model::Arg::Type::Int;
        std::int64_t value = c.i;
        if (c.type == Cell::Type::Int && value == a.usual) continue;
        if (c.type == Cell::Type::Text && !(a.isStringId && isStringId(c))) {
            value = m_store.strings().intern(c.text());
            type = model::Arg::Type::String;
            text |= bit;
        } else if (a.isStringId) {
            value = m_strings.intern(c.intOr(0));
            type = model::Arg::Type::String;
            text |= bit;
        } else if (c.type == Cell::Type::Real) {
            value = std::bit_cast<std::int64_t>(c.real);
            type = model::Arg::Type::Real;
            real |= bit;
        }
        present |= bit;
        values[n] = value;
        keys[n++] = {a.key, type};
    }
    if (n == 0) return 0;
    auto& cache = m_shapes[static_cast<std::size_t>(id)];
    for (const CachedShape& s : cache)
        if (s.present == present && s.real == real && s.text == text) return internArgs(s.shape, {values, n});
    cache.push_back({present, real, text, m_store.args().shape({keys, n})});
    return internArgs(cache.back().shape, {values, n});
}

model::ArgsId RowCollector::internArgs(std::uint32_t shape, std::span<const std::int64_t> values) {
    if (values.size() > Memo::kValues) return m_store.args().intern(shape, values);
    std::uint64_t h = shape;
    for (const std::int64_t v : values) h = std::rotl(h * 0x9e3779b97f4a7c15ull, 23) + static_cast<std::uint64_t>(v);
    Memo& memo = m_memo[(h * 0x9e3779b97f4a7c15ull) >> 56];
    if (memo.id && memo.shape == shape && std::equal(values.begin(), values.end(), memo.values)) return memo.id;
    memo.shape = shape;
    memo.id = m_store.args().intern(shape, values);
    std::copy(values.begin(), values.end(), memo.values);
    return memo.id;
}

void RowCollector::nvtxRow(const TablePlan& plan, Cells cells, std::size_t rowid, Event e) {
    const std::int64_t type = intAt(cells, plan.eventType, kNvtxPushPop);
    const auto global = static_cast<std::uint64_t>(intAt(cells, plan.tid, 0));
    const std::int64_t domain = intAt(cells, plan.domain, 0);
    e.name = nameOf(TableId::Nvtx, plan, cells);
    const std::string_view text = m_store.strings().at(e.name);
    switch (type) {
    case kNvtxDomainCreate: m_domains[{static_cast<std::int64_t>(global & kPidMask), domain}] = text; return;
    case kNvtxDomainDestroy: return;
    case kNvtxThread: m_threadNames[static_cast<std::int64_t>(global)] = text; return;
    case kNvtxCategory:
        m_categories.push_back({pidOf(global), domain, intAt(cells, plan.category, 0), std::string(text)});
        return;
    case kNvtxMark:
    case kNvtxtMark: e.end = e.start; break;
    case kNvtxPushPop:
    case kNvtxtPushPop:
    case kNvtxStartEnd:
    case kNvtxtStartEnd: break;
    default:
        m_store.diagnostics().add(Note::NotShown, {model::MessageCode::NvtxEventOfType, {type}}, 1,
                                  {model::MessageCode::RowOfTable, {rowid}}, static_cast<std::int64_t>(rowid));
        return;
    }
    e.args = argsOf(TableId::Nvtx, plan, cells);
    if (const auto colour = static_cast<std::uint32_t>(intAt(cells, plan.colour, 0)); colour && e.name) {
        m_colours.emplace_back(e.name, colour);
        if (m_colours.size() == 4096) giveColours();
    }
    const bool process = type == kNvtxStartEnd || type == kNvtxtStartEnd;
    Group& g = group(process ? TrackKind::ProcessNvtx : TrackKind::Nvtx, process ? global & kPidMask : global, kNone,
                     kNone, domain);
    if (e.end == model::kTimeMax) g.open.push_back(e);
    else stage(g, e);
}

void RowCollector::metricRow(const TablePlan& plan, Cells cells, TimeNs t) {
    const TrackKey key =
        metricKey(static_cast<std::uint64_t>(intAt(cells, plan.type, 0)), intAt(cells, plan.metric, 0));
    Group& g = group(TrackKind::GpuMetric, static_cast<std::uint64_t>(key.host) << 48, key.device, kNone, key.domain);
    Event e;
    e.start = t;
    const Cell& value = cells[static_cast<std::size_t>(plan.value)];
    e.end = std::bit_cast<std::int64_t>(
        value.type == Cell::Type::Text ? value.realOr(std::numeric_limits<double>::quiet_NaN()) : value.realOr(0));
    stage(g, e);
}

TrackKey RowCollector::metricKey(std::uint64_t type, std::int64_t metric) {
    // The type is hw:8 vm:8 source:16 type:32, its low byte the GPU; metric numbers are unique inside a type only.
    TrackKey key;
    key.host = static_cast<std::int64_t>(type >> 48);
    key.device = static_cast<std::int64_t>(type & 0xff);
    key.domain = static_cast<std::int64_t>(((type >> 8) & 0xffffffffffull) << 16 |
                                           (static_cast<std::uint64_t>(metric) & 0xffff));
    return key;
}

void RowCollector::stageAt(TrackKind kind, const TrackKey& key, TimeNs t, Event e) {
    const std::uint64_t global = static_cast<std::uint64_t>(key.host) << 48 |
                                 static_cast<std::uint64_t>(key.pid) << 24 | static_cast<std::uint64_t>(key.tid);
    e.start = e.end = t;
    stage(group(kind, global, key.device, key.context, key.stream), e);
}

void RowCollector::memoryRow(const TablePlan& plan, Cells cells, const Event& e) {
    // The change in bytes; Ingest adds them up to the curve.
    const auto global = static_cast<std::uint64_t>(intAt(cells, plan.pid, 0));
    const std::int64_t bytes = intAt(cells, plan.value, 0);
    Group& g =
        group(TrackKind::MemoryUsage, global, intAt(cells, plan.device, kNone), kNone, intAt(cells, plan.memKind, 7));
    Event change;
    change.start = e.start;
    change.end = intAt(cells, plan.operation, 0) == 0 ? bytes : -bytes;
    stage(g, change);
}

void RowCollector::diagnosticRow(const TablePlan& plan, Cells cells, const Event& e) {
    m_store.diagnostics().add(Note::ReportMessage, m_store.strings().at(e.name), 1,
                              {model::MessageCode::AtTime, {model::Argument::time(e.start)}});
    stage(group(TrackKind::Diagnostics, static_cast<std::uint64_t>(intAt(cells, plan.pid, 0)) & 0xffff000000000000ull,
                kNone, kNone, kNone),
          e);
}

model::StringId RowCollector::leafSymbol(model::ChainId chain) const {
    return chain ? m_store.callchains().leaf(chain).symbol : 0;
}

void RowCollector::frames(std::span<const RepFrame> frames) {
    if (!(m_columns & model::kPayloadColumn)) return;
    m_frames.clear();
    for (const RepFrame& f : frames)
        m_frames.push_back({m_strings.intern(f.symbolId), m_strings.intern(f.moduleId),
                            static_cast<std::uint64_t>(f.ip), f.flags, f.unwindMethod});
    m_pendingChain = m_store.callchains().intern(m_frames);
}

void RowCollector::process(std::int64_t globalPid, std::string_view name) { m_processes[globalPid] = name; }

}  // namespace importers::nsys
