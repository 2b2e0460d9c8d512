// SPDX-License-Identifier: GPL-3.0-or-later
// Operators, annotations and CUDA calls as key_averages() of PyTorch's profiler sums them up. A call is inside of the
// operator that makes it, so an operator's own time is without its calls. Work of a GPU belongs to the innermost
// operator around the call that launched it.
#include "model/reports/operators.h"

#include <memory>
#include <tuple>

#include "model/base/messages.h"
#include "model/base/translate_noop.h"
#include "model/query/nesting.h"
#include "model/reports/allocations.h"
#include "model/reports/contents.h"
#include "model/reports/gpu.h"
#include "model/roofline/mfu_columns.h"
#include "model/store/vendor_words.h"
#include "model/workload/launches.h"
#include "model/workload/summary.h"

namespace model::reports {
namespace {

constexpr std::int64_t kFrames = 5;
constexpr std::string_view kModule = "nn.Module: ";

/// What the operators of one thread did; the vectors are by item of the nesting.
struct ThreadOps {
    ThreadId thread;
    Nesting nesting;
    std::vector<std::int64_t> selfDevice, device, selfHostBytes, hostBytes, selfDeviceBytes, deviceBytes;  // ns, bytes

    std::vector<std::pair<std::uint32_t, const roofline::KernelWork*>> work;  // of kernels, by their item

    ThreadOps(ThreadId id, Nesting n) : thread(id), nesting(std::move(n)) {
        for (auto* v : {&selfDevice, &selfHostBytes, &selfDeviceBytes}) v->assign(nesting.items().size(), 0);
    }
    void sumUp() {
        for (const auto& [self, total] : {std::pair(&selfDevice, &device), std::pair(&selfHostBytes, &hostBytes),
                                          std::pair(&selfDeviceBytes, &deviceBytes)})
            nesting.sumUp(*total = *self);
    }
};

struct OperatorsOfThreads {
    std::vector<ThreadOps> threads;
    std::shared_ptr<const roofline::CountedWork> counted;
    bool device = false, memory = false;  // whether the report says so
};

void addTo(std::int64_t& sum, std::int64_t value) { sum = saturatingAdd(sum, value); }

TrackKind kindOf(const Snapshot& s, EventRef e) { return s.track(trackOf(s, e)).kind; }

/// The operator that an event of that time belongs to: not a call, unless there is nothing else around it.
std::uint32_t ownerAt(const Snapshot& s, const Nesting& n, TimeNs t) {
    const std::uint32_t inner = n.at(t);
    for (std::uint32_t i = inner; i != Nesting::kNone; i = n.items()[i].parent)
        if (kindOf(s, n.items()[i].event) != TrackKind::CudaApi) return i;
    return inner;
}

using ThreadIndex = std::map<ThreadId, ThreadOps*>;

/// Operators by process and "External id", for work whose call the report lacks.
using ExternalIds = std::map<std::array<std::int64_t, 3>, std::pair<ThreadOps*, std::uint32_t>>;  // host, process, id
ExternalIds externalIds(const Snapshot& s, OperatorsOfThreads& ops) {
    ExternalIds out;
    for (ThreadOps& t : ops.threads)
        for (std::uint32_t i = 0; i < t.nesting.items().size(); ++i) {
            const EventRef e = t.nesting.items()[i].event;
            if (kindOf(s, e) != TrackKind::Operators) continue;
            if (const std::uint32_t id = s.lane(e.lane).lane->correlation(e.row))
                out.try_emplace({t.thread[0], t.thread[1], id}, &t, i);
        }
    return out;
}

void addDeviceTime(const Request& whole, const ThreadIndex& threads, OperatorsOfThreads& out) {
    const CallIndex calls(whole.report);
    const ArgReader externalId(whole.report, "External id");
    out.counted = std::make_shared<const roofline::CountedWork>(whole);
    std::optional<ExternalIds> byId;
    const auto add = [&](ThreadOps& t, std::uint32_t item, EventRef e, const LaneView& lane) {
        addTo(t.selfDevice[item], durationAt(lane, e.row));
        if (const roofline::KernelWork* work = out.counted->find(e)) t.work.emplace_back(item, work);
    };
    forEvents(whole, {TrackKind::StreamKernels, TrackKind::StreamMemory, TrackKind::StreamGraphs},
              [&](const Track& t, EventRef e, const LaneView& lane) {
                  out.device = true;
                  const std::uint32_t correlation = lane.lane->correlation(e.row);
                  if (const EventRef call = correlation ? calls.find(t.key, correlation) : EventRef{}; call.isValid()) {
                      const auto of = threads.find(threadOf(whole.report.track(trackOf(whole.report, call)).key));
                      if (of == threads.end()) return;
                      const std::uint32_t i =
                          ownerAt(whole.report, of->second->nesting, whole.report.lane(call.lane).start(call.row));
                      if (i != Nesting::kNone) add(*of->second, i, e, lane);
                  } else if (const auto id = externalId.number(argsAt(lane, e.row))) {
                      if (!byId) byId = externalIds(whole.report, out);
                      const auto of = byId->find({t.key.host, t.key.pid, *id});
                      if (of != byId->end()) add(*of->second.first, of->second.second, e, lane);
                  }
              });
}

void addMemory(const Request& whole, const ThreadIndex& threads, OperatorsOfThreads& out) {
    for (const Allocation& a : allocationsOf(whole)) {
        if (a.track->kind != TrackKind::ThreadInstants) continue;
        out.memory = true;
        const auto of = threads.find(threadOf(a.track->key));
        if (of == threads.end()) continue;
        const std::uint32_t i = ownerAt(whole.report, of->second->nesting, a.time);
        if (i != Nesting::kNone)
            addTo((a.device == TrackKey::kNone ? of->second->selfHostBytes : of->second->selfDeviceBytes)[i], a.bytes);
    }
}

/// Everything that operators did, of those rows; `keep` by name.
OperatorsOfThreads measure(const Request& r, std::initializer_list<TrackKind> kinds,
                           const std::function<bool(StringId)>& keep = {}) {
    OperatorsOfThreads out;
    for (const auto& [thread, rows] : rowsByThread(r.report, kinds)) {
        Nesting n(r.report, rows, r.range, keep, r.stop);
        if (!n.items().empty()) out.threads.emplace_back(thread, std::move(n));
    }
    if (out.threads.empty()) return out;
    ThreadIndex threads;
    for (ThreadOps& t : out.threads) threads[t.thread] = &t;
    Request whole = r;
    whole.range = {kTimeMin, kTimeMax};
    addDeviceTime(whole, threads, out);
    addMemory(whole, threads, out);
    for (ThreadOps& t : out.threads) t.sumUp();
    return out;
}

/// Sums of the operators with one key.
struct OpRow {
    std::string name, more;
    std::string_view kind;
    std::int64_t calls = 0, selfCpu = 0, cpu = 0, selfDevice = 0, device = 0, selfHostBytes = 0, hostBytes = 0,
                 selfDeviceBytes = 0, deviceBytes = 0;
    roofline::WorkSum work;
    std::vector<EventRef> events;
};

/// Which operators are one row: those with one name and one number, and what the row shows of them.
struct Grouping {
    std::function<std::uint32_t(const ThreadOps&, std::uint32_t item)> number;
    std::function<std::string(std::uint32_t number)> text;
    bool calls = true;  // whether CUDA calls are rows
};

/// All steps are one row, as "ProfilerStep*".
class Names {
public:
    explicit Names(const Snapshot& s) : m_s(s) {}
    StringId id(StringId name) {
        const auto [at, fresh] = m_ids.try_emplace(name, name);
        if (fresh && m_s.text(name).starts_with("ProfilerStep#")) at->second = m_step = m_step ? m_step : name;
        return at->second;
    }
    std::string text(StringId id) const { return id == m_step && m_step ? "ProfilerStep*" : std::string(m_s.text(id)); }

private:
    const Snapshot& m_s;
    StringId m_step = 0;
    std::unordered_map<StringId, StringId> m_ids;
};

std::string_view kindText(TrackKind kind, bool inHip) {
    switch (kind) {
    case TrackKind::CudaApi: return inHip ? "HIP API" : "CUDA API";
    case TrackKind::Annotations: return QT_TRANSLATE_NOOP("Reports", "Annotation");
    case TrackKind::Operators: return QT_TRANSLATE_NOOP("Reports", "Operator");
    default: return QT_TRANSLATE_NOOP("Reports", "Module");
    }
}

class Rows {
public:
    Rows(const Request& r, const Grouping& by) : m_r(r), m_by(by), m_names(r.report), m_inHip(usesHip(r.report)) {}

    void add(const ThreadOps& t) {
        const auto& items = t.nesting.items();
        std::vector<std::uint32_t> rowOf(items.size(), Nesting::kNone);
        for (std::uint32_t i = 0; i < items.size(); ++i) {
            const TrackKind kind = kindOf(m_r.report, items[i].event);
            if (!m_r.range.overlaps(items[i].when.begin, items[i].when.end)) continue;
            addTo(m_selfCpu, items[i].self());
            addTo(m_selfDevice, t.selfDevice[i]);
            if (kind == TrackKind::CudaApi && !m_by.calls) continue;
            rowOf[i] = row(t, i, kind);
            sum(m_rows[rowOf[i]], t, i, isInner(items, rowOf, i));
        }
        for (const auto& [item, work] : t.work) addWork(items, rowOf, item, *work);
    }
    std::vector<OpRow>& all() { return m_rows; }
    /// Of everything in that time, calls that are no rows included: what shares are of. ns
    std::int64_t selfCpu() const { return m_selfCpu; }
    std::int64_t selfDevice() const { return m_selfDevice; }

private:
    std::uint32_t row(const ThreadOps& t, std::uint32_t i, TrackKind kind) {
        const StringId name = m_names.id(t.nesting.items()[i].name);
        const std::uint32_t number = m_by.number ? m_by.number(t, i) : 0;
        const auto [at, fresh] =
            m_index[kind].try_emplace(std::uint64_t{name} << 32 | number, static_cast<std::uint32_t>(m_rows.size()));
        if (fresh) {
            m_rows.emplace_back();
            m_rows.back().name = m_names.text(name);
            m_rows.back().more = m_by.text ? m_by.text(number) : std::string();
            m_rows.back().kind = kindText(kind, m_inHip);
        }
        return at->second;
    }
    /// Whether it lies in one of the same row: then its time is in that one's already.
    static bool isInner(const std::vector<Nesting::Item>& items, const std::vector<std::uint32_t>& rowOf,
                        std::uint32_t i) {
        for (std::uint32_t p = items[i].parent; p != Nesting::kNone; p = items[p].parent)
            if (rowOf[p] == rowOf[i]) return true;
        return false;
    }
    /// To each row around it, once: as total device time is counted.
    void addWork(const std::vector<Nesting::Item>& items, const std::vector<std::uint32_t>& rowOf, std::uint32_t item,
                 const roofline::KernelWork& work) {
        for (; item != Nesting::kNone; item = items[item].parent)
            if (rowOf[item] != Nesting::kNone && !isInner(items, rowOf, item)) m_rows[rowOf[item]].work.add(work);
    }
    static void sum(OpRow& row, const ThreadOps& t, std::uint32_t i, bool inner) {
        addTo(row.selfCpu, t.nesting.items()[i].self());
        addTo(row.selfDevice, t.selfDevice[i]);
        addTo(row.selfHostBytes, t.selfHostBytes[i]);
        addTo(row.selfDeviceBytes, t.selfDeviceBytes[i]);
        if (row.events.size() < kMostEvidence) row.events.push_back(t.nesting.items()[i].event);
        if (inner) return;
        ++row.calls;
        addTo(row.cpu, t.nesting.items()[i].when.length());
        addTo(row.device, t.device[i]);
        addTo(row.hostBytes, t.hostBytes[i]);
        addTo(row.deviceBytes, t.deviceBytes[i]);
    }

    const Request& m_r;
    const Grouping& m_by;
    Names m_names;
    const bool m_inHip;
    std::vector<OpRow> m_rows;
    std::int64_t m_selfCpu = 0, m_selfDevice = 0;
    std::map<TrackKind, std::unordered_map<std::uint64_t, std::uint32_t>> m_index;  // by name and number
};

Cell cellIf(bool known, std::int64_t value) {
    if (!known) return {};
    return value;
}
Cell shareIf(bool known, std::int64_t part, std::int64_t whole) {
    if (!known || whole <= 0) return {};
    return static_cast<double>(part) * 100 / static_cast<double>(whole);
}
Cell meanIf(bool known, std::int64_t sum, std::int64_t count) {
    if (!known) return {};
    return static_cast<double>(sum) / static_cast<double>(count);
}

/// The row's cells; `more` is whether it is grouped by something beside the name.
std::vector<Cell> cellsOf(const OpRow& row, const OperatorsOfThreads& ops, std::int64_t cpuSum, std::int64_t deviceSum,
                          bool more) {
    std::vector<Cell> out{row.name};
    if (more) out.emplace_back(row.more);
    out.insert(out.end(), {shareIf(true, row.selfCpu, cpuSum), row.selfCpu, shareIf(true, row.cpu, cpuSum), row.cpu,
                           meanIf(true, row.cpu, row.calls), shareIf(ops.device, row.selfDevice, deviceSum),
                           cellIf(ops.device, row.selfDevice), cellIf(ops.device, row.device),
                           meanIf(ops.device, row.device, row.calls), row.calls, cellIf(ops.memory, row.selfHostBytes),
                           cellIf(ops.memory, row.hostBytes), cellIf(ops.memory, row.selfDeviceBytes),
                           cellIf(ops.memory, row.deviceBytes), std::string(row.kind)});
    roofline::appendMfu(out, row.work, static_cast<double>(row.device) * 1e-9);
    return out;
}

Table opTable(const Request& r, const OperatorsOfThreads& ops, const Grouping& by, Message why) {
    Rows rows(r, by);
    for (const ThreadOps& t : ops.threads) rows.add(t);
    std::stable_sort(rows.all().begin(), rows.all().end(), [](const OpRow& a, const OpRow& b) {
        return a.selfCpu != b.selfCpu ? a.selfCpu > b.selfCpu : std::tie(a.name, a.more) < std::tie(b.name, b.more);
    });
    std::vector<std::vector<Cell>> cells;
    std::vector<Evidence> evidence;
    for (OpRow& row : rows.all()) {
        cells.push_back(cellsOf(row, ops, rows.selfCpu(), rows.selfDevice(), static_cast<bool>(by.text)));
        evidence.push_back(evidenceOf(r.report, std::move(row.events)));
    }
    return listTable(std::move(cells), std::move(evidence), std::move(why));
}

constexpr MessageCode kNoOperators = MessageCode::NoOperatorsInTime;

OperatorsOfThreads allOps(const Request& r) {
    return holdsEvents(r, {TrackKind::Operators})
               ? measure(r, {TrackKind::Annotations, TrackKind::Operators, TrackKind::CudaApi})
               : OperatorsOfThreads();
}

Table opSum(const Request& r) { return opTable(r, allOps(r), {}, kNoOperators); }

Table opShapeSum(const Request& r) {
    const ArgReader dims(r.report, "Input Dims"), oldDims(r.report, "Input dims");
    Grouping by;
    by.calls = false;
    by.number = [&](const ThreadOps& t, std::uint32_t i) {
        const EventRef e = t.nesting.items()[i].event;
        const ArgsId args = argsAt(r.report.lane(e.lane), e.row);
        const StringId text = dims.text(args);
        return text ? text : oldDims.text(args);
    };
    by.text = [&](std::uint32_t shape) { return std::string(r.report.text(shape)); };
    return opTable(r, allOps(r), by, kNoOperators);
}

/// Texts with numbers from 1; 0 = none.
class Texts {
public:
    std::uint32_t number(const std::string& text) {
        if (text.empty()) return 0;
        const auto [at, fresh] = m_numbers.try_emplace(text, static_cast<std::uint32_t>(m_numbers.size() + 1));
        if (fresh) m_texts.push_back(text);
        return at->second;
    }
    std::string text(std::uint32_t number) const { return number ? m_texts[number - 1] : std::string(); }

private:
    std::unordered_map<std::string, std::uint32_t> m_numbers;
    std::vector<std::string> m_texts;
};

/// The Python functions around each operator, innermost first: its call chain, or the Python rows of its thread.
class Stacks {
public:
    explicit Stacks(const Request& r)
        : m_r(r), m_most(static_cast<std::size_t>(r.limit > 0 ? r.limit : kFrames)),
          m_rows(rowsByThread(r.report, {TrackKind::PythonFunctions})) {}

    std::string of(const ThreadOps& t, std::uint32_t i) {
        const Nesting::Item& item = t.nesting.items()[i];
        const LaneView lane = m_r.report.lane(item.event.lane);
        std::string out;
        if (const ChainId chain =
                lane.lane->columns() & kPayloadColumn ? lane.lane->payloadColumn()[item.event.row] : 0) {
            for (const Frame& f : m_r.report.store().callchains().at(chain))
                if (m_frames < m_most) append(out, m_r.report.text(f.symbol));
        } else if (const Nesting* python = pythonOf(t.thread)) {
            for (std::uint32_t p = python->at(item.when.begin); p != Nesting::kNone && m_frames < m_most;
                 p = python->items()[p].parent)
                if (python->items()[p].when.end >= item.when.end) append(out, m_r.report.text(python->items()[p].name));
        }
        m_frames = 0;
        return out;
    }

private:
    void append(std::string& to, std::string_view frame) {
        to.append(to.empty() ? "" : "; ").append(frame);
        ++m_frames;
    }
    const Nesting* pythonOf(const ThreadId& thread) {
        const auto rows = m_rows.find(thread);
        if (rows == m_rows.end()) return nullptr;
        const auto [at, fresh] = m_python.try_emplace(thread);
        if (fresh) at->second = std::make_unique<Nesting>(m_r.report, rows->second, m_r.range);
        return at->second.get();
    }

    const Request& m_r;
    std::size_t m_most, m_frames = 0;
    std::map<ThreadId, std::vector<const Track*>> m_rows;
    std::map<ThreadId, std::unique_ptr<Nesting>> m_python;
};

Table opStackSum(const Request& r) {
    Stacks stacks(r);
    Texts texts;
    bool any = false;
    Grouping by;
    by.calls = false;
    by.number = [&](const ThreadOps& t, std::uint32_t i) {
        const std::uint32_t number = texts.number(stacks.of(t, i));
        any |= number != 0;
        return number;
    };
    by.text = [&](std::uint32_t number) { return texts.text(number); };
    Table table = opTable(r, allOps(r), by, kNoOperators);
    if (table.rows > 0 && !any) return listTable({}, {}, MessageCode::NoStacks);
    return table;
}

/// Modules inside of each other, outermost first: "ResNet_0 / Sequential_1 / BasicBlock_0".
std::string modulePath(const Snapshot& s, const Nesting& n, std::uint32_t i) {
    std::string out;
    for (; i != Nesting::kNone; i = n.items()[i].parent) {
        const std::string one(s.text(n.items()[i].name).substr(kModule.size()));
        out = out.empty() ? one : one + " / " + out;
    }
    return out;
}

Table opModuleSum(const Request& r) {
    const OperatorsOfThreads ops = measure(r, {TrackKind::PythonFunctions},
                                           [&](StringId name) { return r.report.text(name).starts_with(kModule); });
    Texts texts;
    Grouping by;
    by.number = [&](const ThreadOps& t, std::uint32_t i) { return texts.number(modulePath(r.report, t.nesting, i)); };
    by.text = [&](std::uint32_t number) { return texts.text(number); };
    return opTable(r, ops, by, MessageCode::NoModules);
}

#define OP_COLUMNS                                                                                                   \
    {QT_TRANSLATE_NOOP("Reports", "Self CPU (%)"), Unit::Percent,                                                    \
     QT_TRANSLATE_NOOP("Reports", "Self CPU time as a share of that of all operators and CUDA calls"), Role::Self},  \
        {QT_TRANSLATE_NOOP("Reports", "Self CPU (ns)"), Unit::Ns,                                                    \
         QT_TRANSLATE_NOOP("Reports", "CPU time outside of what is called inside: operators, and CUDA calls"),       \
         Role::Self},                                                                                                \
        {QT_TRANSLATE_NOOP("Reports", "Total CPU (%)"), Unit::Percent,                                               \
         QT_TRANSLATE_NOOP("Reports",                                                                                \
                           "Total CPU time as a share of the self CPU time of all operators and CUDA calls")},       \
        {QT_TRANSLATE_NOOP("Reports", "Total CPU (ns)"), Unit::Ns,                                                   \
         QT_TRANSLATE_NOOP(                                                                                          \
             "Reports",                                                                                              \
             "CPU time with what is called inside; one that lies in another of this row counts with that one"),      \
         Role::Each},                                                                                                \
        {QT_TRANSLATE_NOOP("Reports", "Avg CPU (ns)"), Unit::Ns,                                                     \
         QT_TRANSLATE_NOOP("Reports", "Total CPU time by the number of calls"), Role::Each},                         \
        {QT_TRANSLATE_NOOP("Reports", "Self Device (%)"), Unit::Percent,                                             \
         QT_TRANSLATE_NOOP("Reports", "Self device time as a share of that of all operators and CUDA calls"),        \
         Role::Self},                                                                                                \
        {QT_TRANSLATE_NOOP("Reports", "Self Device (ns)"), Unit::Ns,                                                 \
         QT_TRANSLATE_NOOP("Reports", "Time of kernels, copies and memsets that it launched itself"), Role::Self},   \
        {QT_TRANSLATE_NOOP("Reports", "Total Device (ns)"), Unit::Ns,                                                \
         QT_TRANSLATE_NOOP("Reports", "The same with what is called inside"), Role::Each},                           \
        {QT_TRANSLATE_NOOP("Reports", "Avg Device (ns)"), Unit::Ns,                                                  \
         QT_TRANSLATE_NOOP("Reports", "Total device time by the number of calls"), Role::Each},                      \
        {QT_TRANSLATE_NOOP("Reports", "Calls"), Unit::Count,                                                         \
         QT_TRANSLATE_NOOP("Reports",                                                                                \
                           "How many there are; one that lies in another of this row counts with that one")},        \
        {QT_TRANSLATE_NOOP("Reports", "Self CPU Mem"), Unit::Bytes,                                                  \
         QT_TRANSLATE_NOOP("Reports", "Host memory that it allocated itself, less what it freed"), Role::Self},      \
        {QT_TRANSLATE_NOOP("Reports", "CPU Mem"), Unit::Bytes,                                                       \
         QT_TRANSLATE_NOOP("Reports", "The same with what is called inside")},                                       \
        {QT_TRANSLATE_NOOP("Reports", "Self Device Mem"), Unit::Bytes,                                               \
         QT_TRANSLATE_NOOP("Reports", "Device memory that it allocated itself, less what it freed"), Role::Self},    \
        {QT_TRANSLATE_NOOP("Reports", "Device Mem"), Unit::Bytes,                                                    \
         QT_TRANSLATE_NOOP("Reports", "The same with what is called inside")},                                       \
        {QT_TRANSLATE_NOOP("Reports", "Kind"), Unit::Text,                                                           \
         QT_TRANSLATE_NOOP("Reports",                                                                                \
                           "Operator of the framework, annotation of the program, call of the CUDA API, or module"), \
         Role::Words},                                                                                               \
        roofline::kMfuColumn, roofline::kMfuWorkColumn, roofline::kMfuPeakColumn, roofline::kMfuPrecisionColumn,     \
        roofline::kMfuSourceColumn
#define OP_NAME                                                                                           \
    {                                                                                                     \
        QT_TRANSLATE_NOOP("Reports", "Name"), Unit::Text,                                                 \
            QT_TRANSLATE_NOOP("Reports", "Its name; all steps of PyTorch's profiler are one"), Role::Name \
    }

constexpr ColumnInfo kOpColumns[] = {OP_NAME, OP_COLUMNS};
constexpr ColumnInfo kShapeColumns[] = {OP_NAME,
                                        {QT_TRANSLATE_NOOP("Reports", "Input Shapes"), Unit::Text,
                                         QT_TRANSLATE_NOOP("Reports", "Sizes of the tensors that it was given")},
                                        OP_COLUMNS};
constexpr ColumnInfo kStackColumns[] = {OP_NAME,
                                        {QT_TRANSLATE_NOOP("Reports", "Stack"), Unit::Text,
                                         QT_TRANSLATE_NOOP("Reports", "Functions around it, the innermost first")},
                                        OP_COLUMNS};
constexpr ColumnInfo kModuleColumns[] = {
    OP_NAME,
    {QT_TRANSLATE_NOOP("Reports", "Module"), Unit::Text,
     QT_TRANSLATE_NOOP("Reports", "The modules around it and itself, the outermost first")},
    OP_COLUMNS};
#undef OP_NAME
#undef OP_COLUMNS

}  // namespace

constinit const Report kOpSum{
    "op_sum",
    QT_TRANSLATE_NOOP("Reports", "Operator Summary"),
    QT_TRANSLATE_NOOP(
        "Reports",
        "Operators of a framework, annotations and CUDA calls by name, with CPU and device time and memory, as key_averages() of PyTorch's profiler has them."),
    kOpColumns,
    opSum,
    Subject::Frameworks,
    without<MessageCode::NoOperators, TrackKind::Operators>,
    false,
    Wanted::of({TrackKind::Annotations, TrackKind::Operators, TrackKind::CudaApi, TrackKind::ThreadInstants,
                TrackKind::StreamKernels, TrackKind::StreamMemory, TrackKind::StreamGraphs},
               kArgsColumn | kCorrelationColumn)};
constinit const Report kOpShapeSum{
    "op_shape_sum",
    QT_TRANSLATE_NOOP("Reports", "Operators by Input Shapes"),
    QT_TRANSLATE_NOOP("Reports",
                      "Operators and annotations by name and the sizes of their inputs (record_shapes=True)."),
    kShapeColumns,
    opShapeSum,
    Subject::Frameworks,
    without<MessageCode::NoOperators, TrackKind::Operators>};
constinit const Report kOpStackSum{
    "op_stack_sum",
    QT_TRANSLATE_NOOP("Reports", "Operators by Stack"),
    QT_TRANSLATE_NOOP("Reports",
                      "Operators and annotations by name and the Python functions around them (with_stack=True)."),
    kStackColumns,
    opStackSum,
    Subject::Frameworks,
    without<MessageCode::NoOperators, TrackKind::Operators>};
constinit const Report kOpModuleSum{
    "op_module_sum",
    QT_TRANSLATE_NOOP("Reports", "Modules"),
    QT_TRANSLATE_NOOP(
        "Reports",
        "Modules of PyTorch by their place in the model. What the backward pass does runs in a thread of its own and belongs to none."),
    kModuleColumns,
    opModuleSum,
    Subject::Frameworks,
    without<MessageCode::NoModules, TrackKind::PythonFunctions>};

}  // namespace model::reports
