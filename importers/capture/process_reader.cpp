// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/capture/process_reader.h"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <limits>
#include <type_traits>

#include "importers/capture/phrases.h"
#include "importers/common/cuda_names.h"
#include "importers/common/demangle.h"
#include "model/base/messages.h"
#include "model/store/kernel_profiles.h"
#include "model/workload/collective.h"

namespace importers::capture {

using model::Argument;
using model::Event;
using model::EventKind;
using model::Message;
using model::MessageCode;
using model::TimeNs;
using model::TrackKey;
using model::TrackKind;
namespace spool = collectors::spool;
using spool::Block;

namespace {

constexpr std::size_t kMostNumbers = 1u << 23;  // of strings and shapes of one spool

TimeNs timeOf(std::uint64_t ns) { return spoolTime(ns); }

std::uint64_t saturated(std::uint64_t a, std::uint64_t b) {
    return a > std::numeric_limits<std::uint64_t>::max() - b ? std::numeric_limits<std::uint64_t>::max() : a + b;
}

std::string_view overheadName(std::uint32_t kind) {
    switch (kind) {
    case 0xf0000000: return "Sightline: taking records over";
    case 1: return "Driver compiler";
    case 1u << 16: return "CUPTI buffer flush";
    case 2u << 16: return "CUPTI instrumentation";
    case 3u << 16: return "CUPTI resource";
    case 4u << 16: return "Lazy loading of functions";
    default: return "CUPTI overhead";
    }
}

/// Kinds of memory as Nsight Systems numbers them; CUPTI has another one for "unknown" in front.
std::int64_t memoryKind(std::uint32_t cupti) { return cupti >= 1 && cupti <= 7 ? cupti - 1 : 7; }

}  // namespace

ProcessReader::ProcessReader(Session& session, std::int64_t pid)
    : m_session(session), m_pid(pid), m_key(session.keyOf(pid)), m_nvtx(session, m_key),
      m_outside(session, m_key, m_strings, m_devices), m_metrics(session, m_key, m_strings, m_devices) {
    readName({});
}

std::int64_t Session::keyOf(std::int64_t pid) {
    if (m_pids.insert(pid).second) return pid;
    const std::int64_t key = model::textId(static_cast<std::uint32_t>(numbers.size()));
    numbers[key] = pid;
    return key;
}

std::int64_t Session::deviceOf(const spool::Device& d) {
    std::array<unsigned char, 16> uuid{};
    std::copy(std::begin(d.uuid), std::end(d.uuid), uuid.begin());
    if (uuid == std::array<unsigned char, 16>{}) return d.number;
    const auto [at, fresh] = m_devices.try_emplace(uuid, d.number);
    while (fresh && !m_deviceNumbers.insert(at->second).second) at->second = *m_deviceNumbers.rbegin() + 1;
    return at->second;
}

model::StringId ProcessReader::text(std::uint32_t number) const {
    return number < m_strings.size() ? m_strings[number] : 0;
}
std::string_view ProcessReader::textOf(std::uint32_t number) const {
    return m_session.store.strings().at(text(number));
}

// Another process of the same number has only its name to be known by.
void ProcessReader::readName(std::string_view name) {
    if (model::isTextId(m_key))
        m_session.processNames[m_key] = fmt::format("[{}]{}{}", m_pid, name.empty() ? "" : " ", name);
    else if (!name.empty()) m_session.processNames[m_key] = name;
}

std::int64_t ProcessReader::deviceOf(std::uint32_t number) const {
    const auto at = m_devices.find(number);
    return at == m_devices.end() ? static_cast<std::int64_t>(number) : at->second;
}

TrackKey ProcessReader::streamKey(std::uint32_t device, std::uint32_t context, std::uint32_t stream) const {
    TrackKey key;
    key.pid = m_key;
    key.device = deviceOf(device);
    key.context = context;
    key.stream = stream == 0xffffffff ? -1 : static_cast<std::int64_t>(stream);
    return key;
}

/// A record without a thread is of the first one.
TrackKey ProcessReader::threadKey(std::uint32_t thread) const {
    TrackKey key;
    key.pid = m_key;
    key.tid = thread ? static_cast<std::int64_t>(thread) : m_pid;
    return key;
}

namespace {

struct Handler {
    Block type;
    bool (*read)(ProcessReader&, const SpoolBlock&);  ///< false: of another kind; null: all of it is read first
    bool isTimed = false;
    bool (*readFirst)(ProcessReader&, const SpoolBlock&) = nullptr;
};
constexpr bool kTimed = true, kUntimed = false;

}  // namespace

/// A line for each type of block, in their order.
struct ProcessReader::Handlers {
    template <class Part>
    static Part& partOf(ProcessReader& reader) {
        if constexpr (std::is_same_v<Part, OutsideReader>) return reader.m_outside;
        else return reader;
    }
    template <class Part>
    static bool call(ProcessReader& reader, const SpoolBlock& block, void (Part::*function)(const SpoolBlock&)) {
        (partOf<Part>(reader).*function)(block);
        return true;
    }
    template <class Part, class Record>
    static bool call(ProcessReader& reader, const SpoolBlock& block, void (Part::*function)(const Record&)) {
        return eachRecord<Record>(block, [&](const Record& r) { (partOf<Part>(reader).*function)(r); });
    }
    /// By a function of this reader or of the one of what is outside, which reads a block or one of its records.
    template <auto function>
    static bool by(ProcessReader& reader, const SpoolBlock& block) {
        return call(reader, block, function);
    }

    using P = ProcessReader;
    using O = OutsideReader;
    static constexpr Handler kAll[] = {
        {Block::Facts, by<&P::handleFacts>},
        {Block::Strings, by<&P::readStrings>, kUntimed, by<&P::readStrings>},
        {Block::Clocks, by<&P::readClock>},
        {Block::KernelShapes, by<&P::readShape>},
        {Block::Kernels, by<&P::readKernel>, kTimed},
        {Block::GraphKernels, by<&P::readGraphKernel>, kTimed},
        {Block::Copies, by<&P::readCopy>, kTimed},
        {Block::Sets, by<&P::readSet>, kTimed},
        {Block::Calls, by<&P::readCall>, kTimed},
        {Block::Syncs, by<&P::readSync>, kTimed},
        {Block::Graphs, by<&P::readGraph>, kTimed},
        {Block::Events, by<&P::readEvent>},
        {Block::Memory, by<&P::readMemory>},
        {Block::Pools, by<&P::readPool>},
        {Block::Unified, by<&P::readUnified>, kTimed},
        {Block::Overheads, by<&P::readOverhead>, kTimed},
        {Block::Compiles, by<&P::readCompile>, kTimed},
        {Block::Devices, by<&P::readDevice>, kUntimed, by<&P::numberDevice>},
        {Block::Contexts, by<&P::readContext>},
        {Block::Streams, by<&P::readStream>},
        {Block::Domains, by<&P::readDomain>},
        {Block::Nvtx, by<&P::readNvtx>},
        {Block::Payloads, by<&P::readPayloads>},
        {Block::Schemas, by<&P::readSchemas>},
        {Block::Losses, by<&P::readLoss>},
        {Block::Threads, by<&P::readThread>},
        {Block::Stacks, by<&O::readStacks>},
        {Block::Mappings, nullptr, kUntimed, by<&O::readMapping>},
        {Block::Processes, nullptr, kUntimed, by<&O::readChange>},
        {Block::Samples, by<&O::readSample>, kTimed},
        {Block::Switches, by<&O::readSwitch>},
        {Block::LibraryCalls, by<&O::readLibraryCall>, kTimed},
        {Block::CallStacks, by<&O::readCallStack>, kTimed},
        {Block::Meters, by<&O::readMeter>},
        {Block::Readings, by<&O::readReading>, kTimed},
        {Block::Marks, by<&O::readMark>},
        {Block::MetricLists, by<&P::readMetricLists>},
        {Block::KernelMetrics, by<&P::readKernelMetrics>},
        {Block::RawStacks, by<&O::readRawStacks>},
        {Block::Discarded, nullptr},
    };

    static constexpr std::size_t indexOf(Block type) {
        return static_cast<std::size_t>(type) - static_cast<std::size_t>(Block::Facts);
    }
    static constexpr bool isWhole() {
        for (std::size_t i = 0; i < std::size(kAll); ++i)
            if (indexOf(kAll[i].type) != i) return false;
        return std::size(kAll) == indexOf(Block::End);
    }
    /// Null: of a newer collector.
    static const Handler* find(Block type) { return indexOf(type) < std::size(kAll) ? &kAll[indexOf(type)] : nullptr; }
};

void ProcessReader::read(const SpoolBlock& block) {
    static_assert(Handlers::isWhole(), "each type of block has its handler, in the order of spool.h");
    const Handler* handler = Handlers::find(block.type);
    if (handler && !handler->read) return;
    if (!handler || !handler->read(*this, block)) ++m_unknownBlocks;
}

void ProcessReader::readFirst(const SpoolBlock& block) {
    const Handler* handler = Handlers::find(block.type);
    if (!handler || !handler->readFirst) return;
    const bool known = handler->readFirst(*this, block);
    if (!known && !handler->read) ++m_unknownBlocks;  // nobody reads it again
}

bool ProcessReader::isFirst(Block type) {
    const Handler* handler = Handlers::find(type);
    return handler && handler->readFirst;
}

bool ProcessReader::isTimed(Block type) {
    const Handler* handler = Handlers::find(type);
    return handler && handler->isTimed;
}

void ProcessReader::readClock(const spool::Clock& c) {
    m_until = std::max(m_until, timeOf(c.monotonic));
    m_session.realtimeOffset = timeOf(c.realtime) - timeOf(c.monotonic);
}

void ProcessReader::readKernel(const spool::Kernel& k) {
    addKernel(timeOf(k.start), timeOf(k.end), k.correlation, k.shape, 0, 0);
}

void ProcessReader::readGraphKernel(const spool::GraphKernel& k) {
    addKernel(timeOf(k.start), timeOf(k.end), k.correlation, k.shape, k.node, k.graph);
}

void ProcessReader::readGraph(const spool::Graph& g) {
    m_session.args.addInt("graphId", g.graph);
    m_session.add(EventKind::GraphLaunch, TrackKind::StreamGraphs, streamKey(g.device, g.context, g.stream),
                  {timeOf(g.start), timeOf(g.end), word(fmt::format("CUDA graph {}", g.graph)), m_session.args.intern(),
                   g.correlation, 0});
}

void ProcessReader::readPool(const spool::Pool& p) {
    Arguments& a = m_session.args;
    a.addInt("address", static_cast<std::int64_t>(p.address)), a.addInt("memoryPoolOperationType", p.operation);
    a.addInt("memoryPoolType", p.type), a.addInt("size", static_cast<std::int64_t>(p.size)),
        a.addInt("utilizedSize", static_cast<std::int64_t>(p.used));
    TrackKey key = streamKey(p.device, 0, 0);
    key.context = key.stream = TrackKey::kNone;
    m_session.add(EventKind::MemoryPool, TrackKind::MemoryPool, key,
                  {timeOf(p.time), timeOf(p.time), word("Memory pool operation"), a.intern(), p.correlation, 0});
}

void ProcessReader::readOverhead(const spool::Overhead& o) {
    if (const TimeNs start = timeOf(o.start); start >= m_session.end) {
        if (m_session.isWanted(start))
            m_session.overheadAfter =
                model::saturatingAdd(m_session.overheadAfter, std::max<TimeNs>(0, timeOf(o.end) - start));
        return;
    }
    m_session.add(EventKind::ProfilerOverhead, TrackKind::ProfilerOverhead, threadKey(o.thread),
                  {timeOf(o.start), timeOf(o.end), word(overheadName(o.kind)), 0, o.correlation, 0});
}

void ProcessReader::readCompile(const spool::Compile& c) {
    constexpr std::array<std::string_view, 4> kNames{"JIT", "JIT: load from cache", "JIT: store into cache",
                                                     "JIT: compile"};
    Arguments& a = m_session.args;
    a.addInt("jitEntryType", c.type), a.addInt("jitOperationType", c.operation),
        a.addInt("cacheSize", static_cast<std::int64_t>(c.cacheBytes));
    m_session.add(EventKind::Jit, TrackKind::Jit, threadKey(c.thread),
                  {timeOf(c.start), timeOf(c.end), word(nameAt(kNames, c.operation)), a.intern(), c.correlation, 0});
}

void ProcessReader::readContext(const spool::Context& c) {
    m_contexts[c.number] = c.device;
    m_contextOf[c.device] = c.number;
    m_session.streamNames[streamKey(c.device, c.number, c.nullStream)] =
        fmt::format("Default stream ({})", c.nullStream);
}

void ProcessReader::readStream(const spool::Stream& t) {
    m_session.streams[{m_key, t.context, t.number}] = {t.priority, t.flag};
}

void ProcessReader::readDomain(const spool::Domain& d) { m_nvtx.readDomain(d, textOf(d.name)); }

void ProcessReader::readSchemas(const SpoolBlock& block) {
    m_nvtx.readSchemas(block.bytes, [this](std::uint32_t number) { return textOf(number); });
}

void ProcessReader::readLoss(const spool::Loss& l) {
    const std::string_view what = textOf(l.what);
    m_session.noteLost(m_pid, l.records, what.empty() ? MessageCode::DiskFull : messageOfPhrase(what));
}

void ProcessReader::readThread(const spool::Thread& t) {
    TrackKey key;
    key.pid = m_key;
    key.tid = t.thread;
    m_session.threadNames[key] = textOf(t.name);
}

void ProcessReader::readNvtx(const spool::NvtxEvent& e) {
    if (e.op == spool::NvtxOp::NameStream)
        m_session.givenStreamNames[{m_key, static_cast<std::int64_t>(e.id)}] = textOf(e.name);
    else if (e.op == spool::NvtxOp::NameDevice)
        m_session.givenDeviceNames[deviceOf(static_cast<std::uint32_t>(e.id))] = textOf(e.name);
    else m_nvtx.read(e, text(e.name));
}

void Session::noteLost(std::int64_t pid, std::uint64_t records, const model::Message& why) {
    dropped = saturated(dropped, records);
    std::uint64_t& sum = m_lost[{pid, why}];
    sum = saturated(sum, records);
}

void Session::reportLost() {
    for (const auto& [what, records] : m_lost)
        addNote({MessageCode::RecordsDropped, {Argument::process(what.first), Argument::count(records), what.second}},
                records);
}

void Session::reportUntraced(std::int64_t pid, const Message& what, const Message& why) {
    untraced.emplace_back(what);
    addNote({MessageCode::NotTracedInProcess, {Argument::process(pid), what, why}});
}

void Session::reportMessage(const Message& message) {
    if (message.code == MessageCode::NotTraced && !message.arguments.empty()) {
        if (isUntraced(message.arguments.front())) return;
        untraced.push_back(message.arguments.front());
    }
    addNote(message);
}

void Session::reportReplaced() {
    const std::set<std::string>& files = known.symbols.replaced();
    if (files.size() == 1) addNote({MessageCode::FileReplaced, {Argument::file(*files.begin())}});
    else if (!files.empty())
        addNote({MessageCode::FilesReplaced, {Argument::count(files.size()), Argument::file(*files.begin())}});
}

void Session::reportKilled() {
    if (killed.size() == 1) addNote({MessageCode::ProcessKilled, {Argument::process(killed.front())}});
    else if (!killed.empty()) addNote({MessageCode::ProcessesKilled, {Argument::count(killed.size())}});
}

void Session::reportSessionKilled() {
    const auto after = [this](TimeNs until) { return Argument::time(std::max<TimeNs>(0, until - orphaned.since)); };
    if (orphaned.since == 0) addNote(MessageCode::SessionKilled);
    else if (orphaned.outside == 0) addNote({MessageCode::NotedAfterSession, {after(orphaned.program)}});
    else addNote({MessageCode::SampledAfterSession, {after(orphaned.program), after(orphaned.outside)}});
}

void ProcessReader::handleFacts(const SpoolBlock& block) {
    std::vector<std::string_view> words;
    std::string_view rest(reinterpret_cast<const char*>(block.bytes.data()), block.bytes.size());
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('\0'), rest.size());
        words.push_back(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    for (std::size_t i = 0; i + 1 < words.size(); i += 2) {
        const std::string_view key = words[i], value = words[i + 1];
        if (key == "name") readName(value);
        else if (key == "host") m_session.host = value;
        else if (key == "collector") m_session.collector = value;
        else if (key == "finished")
            m_finished = value == "1";  // "0": another program was to take its place, and could not
        else if (key == "direct") m_direct = true;
        else if (key == "boot") m_outside.setRun(value);
        else if (key == "tracing.begin" || key == "tracing.end")
            waitForTurn(key == "tracing.begin", timeOf(std::strtoull(std::string(value).c_str(), nullptr, 10)));
        else if (key.starts_with("untraced."))
            m_session.reportUntraced(m_pid, messageOfPhrase(key.substr(9)), messageOfPhrase(value));
        else if (key.starts_with("ranged.")) m_session.ranged.emplace(key.substr(7));
        else if (key.starts_with("unranged.")) m_session.unranged.emplace(key.substr(9), messageOfPhrase(value));
        else if (key.starts_with("refused."))
            m_session.addNote(
                {MessageCode::CountersRefused,
                 {deviceOf(static_cast<std::uint32_t>(std::strtoul(std::string(key.substr(8)).c_str(), nullptr, 10))),
                  value}});
        else if (key == "kernel.passes")
            m_session.addNote({MessageCode::KernelsMeasured, {std::strtoll(std::string(value).c_str(), nullptr, 10)}});
        else if (key == "sampler") m_isSampler = true;
        else if (key == "orphaned") readOrphaned(timeOf(std::strtoull(std::string(value).c_str(), nullptr, 10)));
        else if (key == "sampler.cpu") m_session.facts.emplace_back("sampler processor time [ns]", value);
        else if (key == "sampler.memory") m_session.facts.emplace_back("sampler most memory [bytes]", value);
        else if (key == "cupti" || key == "cupti.version")  // which library, not where somebody keeps it
            m_session.facts.emplace_back(fmt::format("{} ({})", key, m_pid),
                                         std::string(value.substr(value.rfind('/') + 1)));
    }
}

void ProcessReader::readOrphaned(TimeNs time) {
    TimeNs& since = m_session.orphaned.since;
    since = since ? std::min(since, time) : time;
}

/// Until when a process noted anything: nothing that it was to note before is missing.
void ProcessReader::noteUntil() {
    TimeNs& until = m_isSampler ? m_session.orphaned.outside : m_session.orphaned.program;
    until = std::max(until, m_until);
}

void ProcessReader::waitForTurn(bool begins, TimeNs time) {
    m_until = std::max(m_until, time);
    if (begins && !m_begin) m_begin = time;
    m_outside.traced(begins, time);
}

void ProcessReader::readStrings(const SpoolBlock& block) {
    std::span<const unsigned char> bytes = block.bytes;
    while (bytes.size() >= 8) {
        std::uint32_t head[2];
        std::memcpy(head, bytes.data(), sizeof head);
        bytes = bytes.subspan(8);
        if (head[1] > bytes.size() || head[0] >= kMostNumbers) return;
        if (head[0] >= m_strings.size()) m_strings.resize(head[0] + 1);
        m_strings[head[0]] = word({reinterpret_cast<const char*>(bytes.data()), head[1]});
        bytes = bytes.subspan(std::min<std::size_t>(bytes.size(), (std::size_t{head[1]} + 3) / 4 * 4));
    }
}

void ProcessReader::readShape(const spool::KernelShape& s) {
    if (s.number >= kMostNumbers || s.number > m_shapes.size() + 4096) return;
    if (s.number >= m_shapes.size()) m_shapes.resize(s.number + 1);
    Shape& shape = m_shapes[s.number];
    const std::string mangled(textOf(s.name)), name = demangled(mangled);
    shape.key = streamKey(s.device, s.context, s.stream);
    shape.name = word(name);
    shape.collective = model::isCommunicationKernel(name);
    Arguments& a = m_session.args;
    a.addText("shortName", model::kernelBaseName(name));
    if (mangled != name) a.addText("mangledName", mangled);
    a.addInt("launchType", s.launchType), a.addInt("cacheConfig", s.cache), a.addInt("registersPerThread", s.registers);
    a.addInt("gridX", s.grid[0]), a.addInt("gridY", s.grid[1]), a.addInt("gridZ", s.grid[2]);
    a.addInt("blockX", s.block[0]), a.addInt("blockY", s.block[1]), a.addInt("blockZ", s.block[2]);
    a.addInt("staticSharedMemory", s.staticShared), a.addInt("dynamicSharedMemory", s.dynamicShared);
    a.addInt("localMemoryPerThread", s.localPerThread),
        a.addInt("localMemoryTotal", static_cast<std::int64_t>(s.localTotal)),
        a.addInt("sharedMemoryExecuted", s.executedShared);
    if (s.cluster[0])
        a.addInt("clusterX", s.cluster[0]), a.addInt("clusterY", s.cluster[1]), a.addInt("clusterZ", s.cluster[2]);
    shape.args = a.intern();
}

void ProcessReader::addKernel(TimeNs start, TimeNs end, std::uint32_t correlation, std::uint32_t number,
                              std::uint64_t node, std::uint32_t graph) {
    if (number == 0 || number >= m_shapes.size()) return void(++m_dangling);
    const Shape& shape = m_shapes[number];
    if (shape.collective && !node) return m_collectives.push_back({start, correlation, number, end});
    model::ArgsId args = shape.args;
    if (node) {
        for (const model::Arg& a : m_session.store.args().at(shape.args)) m_session.args.addArgument(a);
        m_session.args.addInt("graphNodeId", static_cast<std::int64_t>(node)), m_session.args.addInt("graphId", graph);
        args = m_session.args.intern();
    }
    m_session.add(EventKind::Kernel, TrackKind::StreamKernels, shape.key,
                  {start, end, shape.name, args, correlation, 0});
}

void ProcessReader::readCopy(const spool::Copy& c) {
    Arguments& a = m_session.args;
    a.addInt("bytes", static_cast<std::int64_t>(c.bytes)), a.addInt("copyKind", c.kind),
        a.addInt("srcKind", memoryKind(c.from)), a.addInt("dstKind", memoryKind(c.to));
    if (c.toDevice != c.device)
        a.addInt("srcDeviceId", deviceOf(c.device)), a.addInt("dstDeviceId", deviceOf(c.toDevice));
    if (c.node) a.addInt("graphNodeId", static_cast<std::int64_t>(c.node));
    if (c.count > 1) a.addInt("copyCount", c.count);
    m_session.add(EventKind::Memcpy, TrackKind::StreamMemory, streamKey(c.device, c.context, c.stream),
                  {timeOf(c.start), timeOf(c.end), word(nameAt(kCopyNames, c.kind)), a.intern(), c.correlation, 0});
}

void ProcessReader::readSet(const spool::Set& s) {
    Arguments& a = m_session.args;
    a.addInt("value", s.value), a.addInt("bytes", static_cast<std::int64_t>(s.bytes)),
        a.addInt("memKind", memoryKind(s.memory));
    if (s.node) a.addInt("graphNodeId", static_cast<std::int64_t>(s.node));
    m_session.add(EventKind::Memset, TrackKind::StreamMemory, streamKey(s.device, s.context, s.stream),
                  {timeOf(s.start), timeOf(s.end), word("Memset"), a.intern(), s.correlation, 0});
}

void ProcessReader::readCall(const spool::Call& c) {
    model::ArgsId& args = m_results[c.result];
    if (!args) {
        m_session.args.addInt("returnValue", c.result);
        args = m_session.args.intern();
    }
    TrackKey key;
    key.pid = m_key;
    key.tid = c.thread;
    m_session.add(EventKind::CudaApi, TrackKind::CudaApi, key,
                  {timeOf(c.start), timeOf(c.end), text(c.name), args, c.correlation, 0});
    const std::string_view name = textOf(c.name);
    if (name.find("EventRecord") != name.npos) m_callOf[c.correlation] = timeOf(c.start);
    if (name.find("Launch") != name.npos) m_launches[c.correlation] = {c.thread, timeOf(c.start)};
}

void ProcessReader::readSync(const spool::Sync& s) {
    if (!m_contexts.contains(s.context) && !m_complete) return m_syncs.push_back(s);  // the context may come later
    m_session.args.addInt("syncType", s.type);
    if (s.event && s.event != 0xffffffff) m_session.args.addInt("eventId", s.event);
    const auto device = m_contexts.find(s.context);
    m_session.add(
        EventKind::Synchronization, TrackKind::StreamSync,
        streamKey(device == m_contexts.end() ? 0 : device->second, s.context, s.stream),
        {timeOf(s.start), timeOf(s.end), word(nameAt(kSyncNames, s.type)), m_session.args.intern(), s.correlation, 0});
}

void ProcessReader::readMemory(const spool::Memory& m) {
    const bool taken = m.operation == 1;
    TrackKey key;
    key.pid = m_key;
    key.device = deviceOf(m.device);
    Arguments& a = m_session.args;
    a.addInt("bytes", static_cast<std::int64_t>(m.bytes)),
        a.addInt("virtualAddress", static_cast<std::int64_t>(m.address)),
        a.addInt("memoryOperationType", taken ? 0 : 1), a.addInt("memKind", memoryKind(m.kind));
    m_session.add(
        EventKind::MemoryUsage, TrackKind::MemoryEvents, key,
        {timeOf(m.time), timeOf(m.time), word(taken ? "Allocation" : "Deallocation"), a.intern(), m.correlation, 0});
    std::int64_t bytes = static_cast<std::int64_t>(std::min<std::uint64_t>(m.bytes, std::uint64_t{1} << 50));
    if (taken) {
        m_allocated[m.address] = bytes;
    } else if (const auto was = m_allocated.find(m.address); was != m_allocated.end()) {
        bytes = was->second;  // what is given back is what was taken
        m_allocated.erase(was);
    }
    m_memory[{key.device, memoryKind(m.kind)}].push_back({timeOf(m.time), taken ? bytes : -bytes});
}

void ProcessReader::readUnified(const spool::Unified& u) {
    // CUPTI: 1 and 2 = bytes moved to and from a device, 3 = a fault of the CPU, 4 = of a GPU.
    TrackKey key;
    key.pid = m_key;
    Arguments& a = m_session.args;
    if (u.kind == 1 || u.kind == 2) {
        a.addInt("virtualAddress", static_cast<std::int64_t>(u.address)), a.addInt("migrationCause", u.flags);
        a.addInt("bytes", static_cast<std::int64_t>(u.value)), a.addInt("copyKind", u.kind == 1 ? 11 : 12);
        // On the row of the device's context: CUPTI knows no stream of theirs.
        const std::uint32_t device = u.kind == 1 ? u.target : u.source;
        key.device = deviceOf(device);
        key.stream = -1;
        key.context = 0;
        if (const auto of = m_contextOf.find(device); of != m_contextOf.end()) key.context = of->second;
        return m_session.add(
            EventKind::Memcpy, TrackKind::StreamMemory, key,
            {timeOf(u.start), timeOf(u.end), word(nameAt(kCopyNames, u.kind == 1 ? 11 : 12)), a.intern(), 0, 0});
    }
    const bool gpu = u.kind == 4;
    key.device = gpu ? deviceOf(u.source) : TrackKey::kNone;
    a.addInt("address", static_cast<std::int64_t>(u.address));
    if (gpu) a.addInt("numberOfPageFaults", static_cast<std::int64_t>(u.value)), a.addInt("faultAccessType", u.flags);
    else a.addInt("originalFaultPc", static_cast<std::int64_t>(u.value));  // CUPTI gives the instruction there
    m_session.add(gpu ? EventKind::UmGpuFault : EventKind::UmCpuFault, TrackKind::UnifiedMemory, key,
                  {timeOf(u.start), timeOf(std::max(u.start, u.end)), word(gpu ? "GPU page fault" : "CPU page fault"),
                   a.intern(), 0, 0});
}

void ProcessReader::numberDevice(const spool::Device& d) { m_devices[d.number] = m_session.deviceOf(d); }

void ProcessReader::readDevice(const spool::Device& d) {
    const std::int64_t number = m_devices[d.number] = m_session.deviceOf(d);
    if (d.multiprocessors || !m_session.devices.contains(number))
        m_session.devices[number] = d;  // who looks from outside knows less
    if (const std::string_view name = textOf(d.name); !name.empty()) m_session.deviceNames[number] = name;
}

// Kernels of NCCL get the size and the communicator that the range around their launch says.
void ProcessReader::linkCollectives() {
    const auto ranges = m_nvtx.collectives(std::max(m_begin, m_session.window.begin));
    for (const Collective& c : m_collectives) {
        const Shape& shape = m_shapes[c.shape];
        model::ArgsId args = shape.args;
        const auto launch = m_launches.find(c.correlation);
        if (launch != m_launches.end()) {
            const auto& [thread, time] = launch->second;
            auto after = std::partition_point(ranges.begin(), ranges.end(), [&](const NvtxReader::Collective& r) {
                return std::pair(r.thread, r.start) <= launch->second;
            });
            // The innermost range with a size that holds the launch; groups of NCCL lie a few deep.
            for (int back = 0; after != ranges.begin() && back < 8; ++back) {
                --after;
                if (after->thread != thread || after->end < time || after->bytes < 0) continue;
                for (const model::Arg& a : m_session.store.args().at(shape.args)) m_session.args.addArgument(a);
                m_session.args.addText("Collective name", m_session.store.strings().at(after->name));
                m_session.args.addInt("Message size [bytes]", after->bytes),
                    m_session.args.addInt("NCCL communicator ID", after->communicator);
                // As reports of PyTorch call what ranks have in common, by which collectives of several ranks are
                // brought together.
                m_session.args.addText("Process Group Name",
                                       fmt::format("{:x}", static_cast<std::uint64_t>(after->communicator)));
                if (after->number) m_session.args.addInt("Seq", after->number);
                if (const std::int64_t ranks = m_nvtx.ranksOf(after->communicator))
                    m_session.args.addInt("Group size", ranks);
                if (after->reduction)
                    m_session.args.addText("Reduction operation", m_session.store.strings().at(after->reduction));
                args = m_session.args.intern();
                break;
            }
        }
        m_session.add(EventKind::Kernel, TrackKind::StreamKernels, shape.key,
                      {c.start, c.end, shape.name, args, c.correlation, 0});
    }
}

// What was taken before the window is part of what is taken in it.
void ProcessReader::addUsage(const TrackKey& key, const std::vector<Change>& changes) {
    std::int64_t used = 0;
    bool before = false;
    for (const Change& c : changes) {
        if (before && c.time >= m_session.window.begin)
            m_session.addValue(TrackKind::MemoryUsage, key, m_session.window.begin,
                               static_cast<double>(std::max<std::int64_t>(0, used)));
        before = c.time < m_session.window.begin;
        used = model::saturatingAdd(used, c.bytes);
        m_session.addValue(TrackKind::MemoryUsage, key, c.time, static_cast<double>(std::max<std::int64_t>(0, used)));
    }
}

void ProcessReader::finish() {
    m_complete = true;
    noteUntil();
    for (const spool::Sync& s : m_syncs) readSync(s);
    // What is still open lasts to the end of the capture, where that is known.
    m_nvtx.finish(m_session.end == model::kTimeMax ? m_session.last : std::max(m_session.last, m_session.end),
                  std::max(m_begin, m_session.window.begin));
    for (const spool::CudaEvent& e : m_untimed) {
        const auto call = m_callOf.find(e.correlation);
        const TimeNs time = e.time ? timeOf(e.time) : call == m_callOf.end() ? model::kTimeMax : call->second;
        if (time == model::kTimeMax) continue;
        m_session.args.addInt("eventId", e.event);
        if (e.sync) m_session.args.addInt("eventSyncId", static_cast<std::int64_t>(e.sync));
        const auto device = m_contexts.find(e.context);
        m_session.add(EventKind::CudaEvent, TrackKind::StreamEvents,
                      streamKey(device == m_contexts.end() ? e.device : device->second, e.context, e.stream),
                      {time, time, word("CUDA event"), m_session.args.intern(), e.correlation, 0});
    }
    for (auto& [where, changes] : m_memory) {
        std::stable_sort(changes.begin(), changes.end(),
                         [](const Change& a, const Change& b) { return a.time < b.time; });
        TrackKey key;
        key.pid = m_key;
        key.device = where.first;
        key.domain = where.second;
        addUsage(key, changes);
    }
    linkCollectives();
    m_outside.finish();
    if (m_dangling)
        m_session.store.diagnostics().add(model::Note::DanglingReference, MessageCode::UnknownKernelShape, m_dangling);
    if (m_unknownBlocks)
        m_session.store.diagnostics().add(model::Note::NewerMinorVersion, MessageCode::BlocksOfSpool, m_unknownBlocks);
    // A forked child that ends by _exit() is nothing to speak of: what it noted is there.
    if (!m_finished && !m_session.isRunning && !m_session.flushed.contains(m_pid) &&
        !(m_direct && m_shapes.size() == 1))
        m_session.killed.push_back(m_pid);
}

}  // namespace importers::capture
