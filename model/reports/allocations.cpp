// SPDX-License-Identifier: GPL-3.0-or-later
// Memory: what was allocated, and what was held when most of it was in use.
#include "model/reports/allocations.h"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <memory>
#include <tuple>
#include <unordered_map>

#include "model/base/api_name.h"
#include "model/base/messages.h"
#include "model/base/own_labels.h"
#include "model/base/translate_noop.h"
#include "model/query/functions.h"
#include "model/query/nesting.h"
#include "model/reports/contents.h"
#include "model/reports/gpu.h"
#include "model/reports/trace.h"
#include "model/workload/launches.h"
#include "model/workload/summary.h"

namespace model::reports {
namespace {

constexpr MessageCode kNoAllocations = MessageCode::NoAllocationsInTime;
constexpr std::string_view kModule = "nn.Module: ";

/// Which memory: machine, process, GPU, kind.
using PoolKey = std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t>;
PoolKey poolOf(const Allocation& a) { return {a.track->key.host, a.track->key.pid, a.device, a.pool}; }

/// Nsight Systems says the size on the curve of memory only: how far it steps at that time.
class Curves {
public:
    explicit Curves(const Snapshot& s) {
        for (const Track& t : s.tree().tracks)
            if (t.kind == TrackKind::MemoryUsage && t.counter != kNoCounter)
                m_curves[{t.key.host, t.key.pid, t.key.device, t.key.domain}] = s.counter(t.counter);
    }
    std::int64_t stepAt(const PoolKey& pool, TimeNs t) const {
        const auto curve = m_curves.find(pool);
        const std::ptrdiff_t row = curve == m_curves.end() ? -1 : curve->second.series->rowAt(t, curve->second.rows);
        if (row < 0) return 0;
        const auto& values = curve->second.series->value();
        const double step =
            std::abs(values[static_cast<std::size_t>(row)] - (row > 0 ? values[static_cast<std::size_t>(row - 1)] : 0));
        return std::isfinite(step) && step < 9e18 ? static_cast<std::int64_t>(step) : 0;
    }

private:
    std::map<PoolKey, CounterView> m_curves;
};

struct AllocationReaders {
    ArgReader torchBytes, torchAddress, type, device, allocated, reserved, bytes, address, ownAddress, memory;
    Curves curves;
    explicit AllocationReaders(const Snapshot& s)
        : torchBytes(s, "Bytes"), torchAddress(s, "Addr"), type(s, "Device Type"), device(s, "Device Id"),
          allocated(s, "Total Allocated"), reserved(s, "Total Reserved"), bytes(s, "bytes"), address(s, "address"),
          ownAddress(s, "virtualAddress"), memory(s, "memKind"), curves(s) {}

    Allocation ofTorch(ArgsId args) const {
        Allocation a;
        a.bytes = torchBytes.number(args).value_or(0);
        a.address = torchAddress.number(args).value_or(0);
        a.device = type.number(args).value_or(0) == 0 ? TrackKey::kNone : device.number(args).value_or(0);
        a.allocated = allocated.number(args);
        a.reserved = reserved.number(args);
        return a;
    }
    Allocation ofDriver(const Track& t, std::string_view name, ArgsId args, TimeNs time) const {
        Allocation a;
        a.pool = memory.number(args).value_or(0);
        a.address = address.number(args).value_or(ownAddress.number(args).value_or(0));
        a.device = t.key.device;
        a.allocated = allocated.number(args);
        a.reserved = reserved.number(args);
        const auto size = bytes.number(args);
        a.bytes = size ? *size : curves.stepAt({t.key.host, t.key.pid, t.key.device, a.pool}, time);
        if (name == "Deallocation") a.bytes = saturatingSub(0, a.bytes);
        return a;
    }
};

std::string memoryText(const Snapshot& s, const Allocation& a) {
    if (a.device == TrackKey::kNone) return "CPU";
    constexpr const char* kKinds[] = {
        "", ", Pinned", "", ", Array", ", Managed", ", Device Static", ", Managed Static"};  // as CUPTI numbers them
    return deviceText(s, a.track->key.host, a.device) +
           (a.pool >= 0 && a.pool < std::ssize(kKinds) ? kKinds[a.pool] : "");
}

/// The innermost functions of a stack that are the program's own, outermost first: "step (train.py:40) / f (a.py:7)".
class StackTexts {
public:
    explicit StackTexts(const Snapshot& s) : m_s(s) {}

    const std::string& of(ChainId chain) {
        const auto [at, fresh] = m_texts.try_emplace(chain);
        if (fresh) at->second = make(chain);
        return at->second;
    }

private:
    static constexpr std::size_t kShown = 3;

    /// Files of the framework, and functions of C++, which have none, say little about whose memory it is.
    bool isOwn(const Frame& f) const {
        const std::string_view file = m_s.text(f.module);
        return !file.empty() && file.find("/torch/") == file.npos;
    }
    std::string make(ChainId chain) const {
        const std::vector<Frame> frames = m_s.store().callchains().at(chain);
        const bool anyOwn = std::any_of(frames.begin(), frames.end(), [&](const Frame& f) { return isOwn(f); });
        std::string out;
        std::size_t shown = 0;
        for (const Frame& f : frames) {
            if (shown == kShown) break;
            if (anyOwn && !isOwn(f)) continue;
            const std::string_view file = endOfPath(m_s.text(f.module), 1);
            std::string text(m_s.text(f.symbol));
            if (!file.empty()) text += fmt::format(" ({})", file);
            out = shown++ ? fmt::format("{} / {}", text, out) : text;
        }
        return out;
    }

    const Snapshot& m_s;
    std::unordered_map<ChainId, std::string> m_texts;
};

/// Says on whose behalf memory was taken: the module and the outermost operator, the range and the call, or the stack.
class Holders {
public:
    explicit Holders(const Snapshot& s)
        : m_s(s), m_before(s.store().strings().find("Allocated before the trace")), m_stacks(s), m_calls(s),
          m_operatorRows(rowsByThread(s, {TrackKind::Operators})),
          m_pythonRows(rowsByThread(s, {TrackKind::PythonFunctions})),
          m_rangeRows(rowsByThread(s, {TrackKind::Annotations, TrackKind::Nvtx})) {}

    std::string of(const Allocation& a) {
        if (a.track->kind == TrackKind::ThreadInstants)
            return joined(nameAt(m_modules, m_pythonRows, threadOf(a.track->key), a.time, false),
                          nameAt(m_operators, m_operatorRows, threadOf(a.track->key), a.time, true));
        const Lane& lane = *m_s.lane(a.event.lane).lane;
        const ChainId chain = lane.columns() & kPayloadColumn ? lane.payloadColumn()[a.event.row] : 0;
        if (chain) return m_stacks.of(chain);
        if (m_before && m_s.lane(a.event.lane).name(a.event.row) == m_before) return kAllocatedBefore;
        const std::uint32_t correlation = lane.correlation(a.event.row);
        const EventRef call = correlation ? m_calls.find(a.track->key, correlation) : EventRef{};
        if (!call.isValid()) return {};
        const Event e = eventAt(m_s, call);
        return joined(nameAt(m_ranges, m_rangeRows, threadOf(m_s.track(trackOf(m_s, call)).key), e.start, false),
                      withoutApiVersion(m_s.text(e.name)));
    }

private:
    using Rows = std::map<ThreadId, std::vector<const Track*>>;
    using Nestings = std::map<ThreadId, std::unique_ptr<Nesting>>;

    std::string_view nameAt(Nestings& made, const Rows& rows, const ThreadId& thread, TimeNs t, bool outermost) {
        const auto own = rows.find(thread);
        if (own == rows.end()) return {};
        const auto [at, fresh] = made.try_emplace(thread);
        const bool modules = &made == &m_modules;
        if (fresh)
            at->second = std::make_unique<Nesting>(m_s, own->second, TimeRange{kTimeMin, kTimeMax}, [&](StringId name) {
                return !modules || m_s.text(name).starts_with(kModule);
            });
        const auto& items = at->second->items();
        std::uint32_t i = at->second->at(t);
        if (i == Nesting::kNone) return {};
        while (outermost && items[i].parent != Nesting::kNone) i = items[i].parent;
        const std::string_view name = m_s.text(items[i].name);
        return modules ? name.substr(kModule.size()) : name;
    }
    static std::string joined(std::string_view around, std::string_view what) {
        return around.empty() || what.empty() ? std::string(around.empty() ? what : around)
                                              : fmt::format("{} / {}", around, what);
    }

    const Snapshot& m_s;
    const StringId m_before;
    StackTexts m_stacks;
    CallIndex m_calls;
    Rows m_operatorRows, m_pythonRows, m_rangeRows;
    Nestings m_operators, m_modules, m_ranges;
};

/// Allocations of one memory up to its peak.
struct Peak {
    std::int64_t bytes = 0;
    TimeNs when = 0;
    std::map<std::int64_t, const Allocation*> live;  // by address
    const Allocation* some = nullptr;
};

/// Up to which event most was in use, and what was live then. Two passes: to the peak, then what is live there.
Peak peakOf(const std::vector<const Allocation*>& all) {
    Peak out;
    std::int64_t sum = 0;
    std::size_t last = 0;
    bool any = false;
    for (std::size_t i = 0; i < all.size(); ++i) {
        sum = all[i]->allocated ? *all[i]->allocated : saturatingAdd(sum, all[i]->bytes);
        if (!any || sum > out.bytes) out.bytes = sum, out.when = all[i]->time, last = i;
        any = true;
    }
    for (std::size_t i = 0; i <= last; ++i) {
        if (all[i]->bytes > 0) out.live[all[i]->address] = all[i];
        else out.live.erase(all[i]->address);
    }
    out.some = all.front();
    return out;
}

struct Held {
    std::int64_t bytes = 0, count = 0;
    std::vector<EventRef> events;
};

Table memoryPeak(const Request& r) {
    const std::vector<Allocation> all = allocationsOf(r);
    std::map<PoolKey, std::vector<const Allocation*>> pools;
    for (const Allocation& a : all) pools[poolOf(a)].push_back(&a);
    Holders holders(r.report);
    std::vector<std::vector<Cell>> rows;
    std::vector<Evidence> evidence;
    for (const auto& [key, list] : pools) {
        const Peak peak = peakOf(list);
        std::map<std::string, Held> byHolder;
        std::int64_t before = peak.bytes;
        for (const auto& [address, a] : peak.live) {
            Held& h = byHolder[holders.of(*a)];
            h.bytes = saturatingAdd(h.bytes, a->bytes);
            ++h.count;
            if (h.events.size() < kMostEvidence) h.events.push_back(a->event);
            before = saturatingSub(before, a->bytes);
        }
        std::vector<std::pair<std::string, Held>> sorted(byHolder.begin(), byHolder.end());
        std::stable_sort(sorted.begin(), sorted.end(),
                         [](const auto& a, const auto& b) { return a.second.bytes > b.second.bytes; });
        const auto add = [&](std::int64_t bytes, Cell count, const std::string& by, Evidence proof) {
            rows.push_back(
                {memoryText(r.report, *peak.some), cellOfProcess(r.report, peak.some->track->key), peak.bytes,
                 peak.when, bytes,
                 peak.bytes > 0 ? Cell(static_cast<double>(bytes) * 100 / static_cast<double>(peak.bytes)) : Cell(),
                 std::move(count), by});
            evidence.push_back(std::move(proof));
        };
        for (auto& [by, h] : sorted) add(h.bytes, h.count, by, evidenceOf(r.report, std::move(h.events)));
        if (before > 0) add(before, {}, kAllocatedBefore, {{}, {peak.when, peak.when + 1}});
    }
    return listTable(std::move(rows), std::move(evidence), kNoAllocations);
}

/// When each allocation was freed; kTimeMax = not in the report.
std::vector<TimeNs> endsOf(const std::vector<Allocation>& all) {
    std::vector<TimeNs> out(all.size(), kTimeMax);
    std::map<std::pair<PoolKey, std::int64_t>, std::size_t> live;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::pair key(poolOf(all[i]), all[i].address);
        if (all[i].bytes > 0) {
            live[key] = i;
        } else if (const auto at = live.find(key); at != live.end()) {
            out[at->second] = all[i].time;
            live.erase(at);
        }
    }
    return out;
}

/// Cells are made when they are shown, perhaps by several threads: everything is known before.
struct EventList {
    std::vector<Allocation> all;
    std::vector<TimeNs> ends;
    std::vector<std::uint32_t> by;  // index of a text
    std::vector<std::string> holders;
};

Cell eventCell(const Snapshot& s, const EventList& list, std::size_t row, std::size_t column) {
    const Allocation& a = list.all[row];
    switch (column) {
    case 0: return a.time;
    case 1: return a.bytes;
    case 2: return list.ends[row] == kTimeMax ? Cell() : Cell(list.ends[row] - a.time);
    case 3: return cellOf(a.allocated);
    case 4: return cellOf(a.reserved);
    case 5: return a.address ? Cell(fmt::format("0x{:x}", static_cast<std::uint64_t>(a.address))) : Cell();
    case 6: return memoryText(s, a);
    case 7: return cellOfProcess(s, a.track->key);
    default: return list.holders[list.by[row]];
    }
}

Table memoryEvents(const Request& r) {
    auto list = std::make_shared<EventList>();
    list->all = allocationsOf(r);
    list->ends = endsOf(list->all);
    Holders holders(r.report);
    std::unordered_map<std::string, std::uint32_t> numbers;
    for (const Allocation& a : list->all) {
        const auto [at, fresh] = numbers.try_emplace(holders.of(a), static_cast<std::uint32_t>(numbers.size()));
        if (fresh) list->holders.push_back(at->first);
        list->by.push_back(at->second);
    }
    Table t;
    t.rows = list->all.size();
    t.cell = [list, &s = r.report](std::size_t row, std::size_t column) { return eventCell(s, *list, row, column); };
    t.evidence = [list](std::size_t row) {
        const Allocation& a = list->all[row];
        const TimeNs end = list->ends[row] == kTimeMax ? a.time + 1 : list->ends[row];
        return Evidence{{a.event}, {a.time, end}};
    };
    if (t.rows == 0) t.why = kNoAllocations;
    return t;
}

constexpr ColumnInfo kPeakColumns[] = {
    {QT_TRANSLATE_NOOP("Reports", "Device"), Unit::Text,
     QT_TRANSLATE_NOOP("Reports", "Name and number of the GPU, or the CPU")},
    {QT_TRANSLATE_NOOP("Reports", "PID"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Process")},
    {QT_TRANSLATE_NOOP("Reports", "Peak"), Unit::Bytes, QT_TRANSLATE_NOOP("Reports", "The most that was in use")},
    {QT_TRANSLATE_NOOP("Reports", "Peak Start (ns)"), Unit::Instant,
     QT_TRANSLATE_NOOP("Reports", "When that was first so")},
    {QT_TRANSLATE_NOOP("Reports", "Held"), Unit::Bytes,
     QT_TRANSLATE_NOOP("Reports", "What these allocations held then")},
    {QT_TRANSLATE_NOOP("Reports", "Held (%)"), Unit::Percent,
     QT_TRANSLATE_NOOP("Reports", "The same as a share of the peak")},
    {QT_TRANSLATE_NOOP("Reports", "Allocations"), Unit::Count, QT_TRANSLATE_NOOP("Reports", "How many were alive")},
    {QT_TRANSLATE_NOOP("Reports", "Held By"), Unit::Text,
     QT_TRANSLATE_NOOP(
         "Reports",
         "Module and outermost operator, range and call, or the program's innermost functions, that allocated the memory; “(allocated before)” is memory whose allocation the report does not show")},
};
constexpr ColumnInfo kEventColumns[] = {
    {QT_TRANSLATE_NOOP("Reports", "Start (ns)"), Unit::Instant,
     QT_TRANSLATE_NOOP("Reports", "When it was allocated or freed")},
    {QT_TRANSLATE_NOOP("Reports", "Size"), Unit::Bytes, QT_TRANSLATE_NOOP("Reports", "How much; below 0: freed"),
     Role::Sum},
    {QT_TRANSLATE_NOOP("Reports", "Lifetime (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "Until it was freed; empty where the report does not show that"), Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "Allocated"), Unit::Bytes,
     QT_TRANSLATE_NOOP("Reports", "What the allocator had given out afterwards")},
    {QT_TRANSLATE_NOOP("Reports", "Reserved"), Unit::Bytes,
     QT_TRANSLATE_NOOP("Reports", "What the allocator had from the driver afterwards")},
    {QT_TRANSLATE_NOOP("Reports", "Address"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Where it is")},
    {QT_TRANSLATE_NOOP("Reports", "Device"), Unit::Text,
     QT_TRANSLATE_NOOP("Reports", "Name and number of the GPU, or the CPU")},
    {QT_TRANSLATE_NOOP("Reports", "PID"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Process")},
    {QT_TRANSLATE_NOOP("Reports", "By"), Unit::Text,
     QT_TRANSLATE_NOOP("Reports",
                       "Module and outermost operator, range and call, or the program's innermost functions")},
};

}  // namespace

std::vector<Allocation> allocationsOf(const Request& r) {
    const StringId memory = r.report.store().strings().find("[memory]");
    const AllocationReaders read(r.report);
    std::vector<Allocation> out;
    forEvents(
        r, {TrackKind::ThreadInstants, TrackKind::MemoryEvents}, [&](const Track& t, EventRef e, const LaneView& lane) {
            const bool torch = t.kind == TrackKind::ThreadInstants;
            if (torch && (!memory || lane.name(e.row) != memory)) return;
            const ArgsId args = argsAt(lane, e.row);
            Allocation a =
                torch ? read.ofTorch(args) : read.ofDriver(t, r.report.text(lane.name(e.row)), args, lane.start(e.row));
            a.event = e;
            a.time = lane.start(e.row);
            a.track = &t;
            if (a.bytes != 0) out.push_back(a);
        });
    std::stable_sort(out.begin(), out.end(), [](const Allocation& a, const Allocation& b) { return a.time < b.time; });
    return out;
}

constinit const Report kMemoryPeak{
    "memory_peak",
    QT_TRANSLATE_NOOP("Reports", "Memory at Its Peak"),
    QT_TRANSLATE_NOOP(
        "Reports",
        "For each allocator the most that was in use, and which operators, modules or calls had allocated what was alive then."),
    kPeakColumns,
    memoryPeak,
    Subject::Memory,
    withoutAllocations};
constinit const Report kMemoryEvents{
    "memory_events",
    QT_TRANSLATE_NOOP("Reports", "Allocations"),
    QT_TRANSLATE_NOOP(
        "Reports",
        "Every allocation and release with its size, lifetime, and the operator, module or call it was for."),
    kEventColumns,
    memoryEvents,
    Subject::Memory,
    withoutAllocations};

}  // namespace model::reports
