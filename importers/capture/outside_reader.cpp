// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/capture/outside_reader.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <set>
#include <utility>

#include "importers/capture/process_reader.h"
#include "importers/capture/traced_kinds.h"
#include "model/base/messages.h"

namespace importers::capture {

using model::EventKind;
using model::TimeNs;
using model::TrackKey;
using model::TrackKind;
namespace spool = collectors::spool;

namespace {

TrackKey threadKey(std::int64_t pid, std::uint32_t thread) {
    TrackKey key;
    key.pid = pid;
    key.tid = thread;
    return key;
}

}  // namespace

OutsideReader::OutsideReader(Session& session, std::int64_t key, const std::vector<model::StringId>& strings,
                             const std::map<std::uint32_t, std::int64_t>& devices)
    : m_session(session), m_key(key), m_strings(strings), m_devices(devices),
      m_stacks(session.store, session.known.symbols, session.known.spools[session.spool]) {}

model::StringId OutsideReader::word(std::string_view s) { return m_session.store.strings().intern(s); }

std::int64_t OutsideReader::keyOf(std::uint32_t pid) const { return pid == 0 ? m_key : static_cast<std::int64_t>(pid); }

void OutsideReader::readMapping(const spool::Mapping& m) {
    m_stacks.read(m, m_session.store.strings().at(text(m.path)));
}

void OutsideReader::readChange(const spool::ProcessChange& c) {
    m_stacks.read(c);
    m_changes.push_back(c);
}

void OutsideReader::finishFirst() {
    m_stacks.build();
    std::stable_sort(m_changes.begin(), m_changes.end(), [](const auto& a, const auto& b) { return a.time < b.time; });
}

void OutsideReader::readRawStacks(const SpoolBlock& block) {
    const model::TimeRange everything{model::kTimeMin, model::kTimeMax};
    m_stacks.readRaw(block.bytes, m_session.known.isKept ? everything : m_session.window);
}

/// What processes and threads were called last. A new one is called like who started it until it says else.
void OutsideReader::addNames() {
    std::map<std::pair<std::uint32_t, std::uint32_t>, model::StringId> threads;  // by process and thread
    std::map<std::uint32_t, model::StringId> processes;
    const auto nameOfStarter = [&](const spool::ProcessChange& c) {
        const auto thread = threads.find({c.parent, c.by ? c.by : c.parent});
        if (thread != threads.end() && thread->second) return thread->second;
        const auto process = processes.find(c.parent);
        return process == processes.end() ? model::StringId{0} : process->second;
    };
    for (const spool::ProcessChange& c : m_changes) {
        const model::StringId name = text(c.name);
        switch (c.op) {
        case spool::ProcessChange::Fork:
            m_session.parents.try_emplace(keyOf(c.pid), keyOf(c.parent));
            if (const auto parent = processes.find(c.parent); parent != processes.end())
                processes[c.pid] = parent->second;
            threads[{c.pid, c.pid}] = nameOfStarter(c);
            break;
        case spool::ProcessChange::ThreadStart: threads[{c.pid, c.thread}] = nameOfStarter(c); break;
        case spool::ProcessChange::Exec: processes[c.pid] = threads[{c.pid, c.pid}] = name; break;
        case spool::ProcessChange::ThreadName: threads[{c.pid, c.thread}] = name; break;
        case spool::ProcessChange::Exit: break;
        }
    }
    const auto at = [&](model::StringId name) { return std::string(m_session.store.strings().at(name)); };
    for (const auto& [pid, name] : processes)
        if (name) m_session.processNames.try_emplace(keyOf(pid), at(name));
    for (const auto& [id, name] : threads)
        if (name) m_session.threadNames.try_emplace(threadKey(keyOf(id.first), id.second), at(name));
}

namespace {

/// When threads run, from what happened in the order of time.
class States {
public:
    struct Ran {
        std::uint32_t pid, thread, cpu;
        TimeNs start, end;
        bool preempted;
    };
    using Use = std::function<void(const Ran&)>;
    explicit States(Use use) : m_use(std::move(use)) {}

    void turn(TimeNs time, bool begins) {
        while (!m_running.empty()) end(m_running.begin()->first, time, false);
        m_seen.clear();
        m_begin = begins ? time : -1;
    }
    void change(const spool::Switch& s, TimeNs time) {
        const Id id{s.pid, s.thread};
        // Who leaves a CPU first of all was on it when tracing began.
        if (s.op != spool::Switch::In && m_seen.insert(id).second && m_begin >= 0) m_running[id] = {m_begin, s.cpu};
        m_seen.insert(id);
        end(id, time, s.op == spool::Switch::Preempted);
        if (s.op == spool::Switch::In) m_running[id] = {time, s.cpu};
    }
    void exit(std::uint32_t pid, std::uint32_t thread, TimeNs time) {
        end({pid, thread}, time, false);
        m_seen.erase({pid, thread});
    }

private:
    using Id = std::pair<std::uint32_t, std::uint32_t>;
    struct Running {
        TimeNs since;
        std::uint32_t cpu;
    };
    void end(Id id, TimeNs time, bool preempted) {
        const auto at = m_running.find(id);
        if (at == m_running.end()) return;
        m_use({id.first, id.second, at->second.cpu, at->second.since, std::max(at->second.since, time), preempted});
        m_running.erase(at);
    }
    Use m_use;
    TimeNs m_begin = -1;  // of the stretch of tracing
    std::map<Id, Running> m_running;
    std::set<Id> m_seen;
};

}  // namespace

void OutsideReader::addStates() {
    std::stable_sort(m_switches.begin(), m_switches.end(),
                     [](const auto& a, const auto& b) { return a.time < b.time; });
    const model::StringId running = word("Running");
    States states([&](const States::Ran& r) {
        if (isOver(r.start)) return;
        m_session.args.addInt("cpu", r.cpu);
        if (r.preempted) m_session.args.addInt("preempted", 1);
        m_session.add(EventKind::Sched, TrackKind::ThreadState, threadKey(keyOf(r.pid), r.thread),
                      {r.start, std::min(r.end, m_session.end), running, m_session.args.intern(), 0, 0});
    });
    auto turn = m_turns.begin();
    auto change = m_changes.begin();
    const auto before = [&](TimeNs time) {
        for (;;) {
            const bool turns = turn != m_turns.end() && turn->time <= time,
                       changes = change != m_changes.end() && spoolTime(change->time) < time;
            if (turns && (!changes || turn->time <= spoolTime(change->time)))
                states.turn(turn->time, turn->begins), ++turn;
            else if (!changes) return;
            else {
                if (change->op == spool::ProcessChange::Exit)
                    states.exit(change->pid, change->thread, spoolTime(change->time));
                ++change;
            }
        }
    };
    for (const spool::Switch& s : m_switches) {
        before(spoolTime(s.time));
        states.change(s, spoolTime(s.time));
    }
    TimeNs end = m_session.end;
    if (end == model::kTimeMax) {  // it is not known, or this is one of many
        end = m_switches.empty() ? m_session.last : std::max(m_session.last, spoolTime(m_switches.back().time));
        if (!m_turns.empty()) end = std::max(end, m_turns.back().time);
    }
    before(end);
    states.turn(end, false);
}

/// Whether it happened after the capture.
bool OutsideReader::isOver(TimeNs time) const { return time >= m_session.end; }

void OutsideReader::readMeter(const spool::Meter& m) {
    TrackKey key;
    key.domain = m.order;
    const bool ofDevice = m.of == spool::Meter::Device;
    if (ofDevice) {
        const auto device = m_devices.find(m.device);
        key.device = device == m_devices.end() ? static_cast<std::int64_t>(m.device) : device->second;
    }
    const TrackKind kind = ofDevice ? TrackKind::GpuMetric : TrackKind::HostCounter;
    m_meters[m.number] = {kind, key};
    m_session.meterNames[{kind, key}] = text(m.name);
}

void OutsideReader::readReading(const spool::Reading& r) {
    const auto meter = m_meters.find(r.meter);
    if (meter == m_meters.end()) return void(++m_dangling);
    if (std::isinf(r.value)) return;
    // The sampler hears later than others that the capture is over: curves end with it.
    const bool over = isOver(spoolTime(r.time));
    if (over && std::exchange(meter->second.isOver, true)) return;
    const double value = over ? std::numeric_limits<double>::quiet_NaN() : r.value;
    if (m_session.addValue(meter->second.kind, meter->second.key, over ? m_session.end : spoolTime(r.time), value))
        ++m_session.store.info().eventsInFile[static_cast<std::size_t>(model::trackKindInfo(meter->second.kind).event)];
}

void OutsideReader::readMark(const spool::Mark& m) {
    if (isOver(spoolTime(m.start))) return;
    if (m.of == spool::Meter::Device) {
        const auto device = m_devices.find(m.device);
        m_session.args.addInt("deviceId",
                              device == m_devices.end() ? static_cast<std::int64_t>(m.device) : device->second);
    }
    if (const auto detail = text(m.detail)) m_session.args.addText("detail", m_session.store.strings().at(detail));
    if (m.end > m.start) m_session.args.addInt("duration [ns]", static_cast<std::int64_t>(m.end - m.start));
    m_session.add(EventKind::Instant, TrackKind::GlobalInstants, TrackKey(),
                  {spoolTime(m.start), spoolTime(m.start), text(m.text), m_session.args.intern(), 0, 0});
}

std::int64_t OutsideReader::libraryOf(model::StringId name) {
    return m_session.libraries.try_emplace(name, static_cast<std::int64_t>(m_session.libraries.size()) + 1)
        .first->second;
}

void OutsideReader::addLibraryCalls() {
    std::unordered_map<model::StringId, TrackKind> rows;
    for (const spool::LibraryCall& c : m_calls) {
        TrackKey key = threadKey(m_key, c.thread);
        const auto [row, isNew] = rows.try_emplace(text(c.library), TrackKind::Library);
        if (isNew)
            if (const TracedKind* known = tracedKindNamed(m_session.store.strings().at(row->first)))
                row->second = known->row;
        const TrackKind kind = row->second;
        if (m_session.isWanted(spoolTime(c.start))) m_session.called.insert(text(c.library));
        if (kind == TrackKind::Library) key.domain = libraryOf(text(c.library));
        if (const auto detail = text(c.detail)) m_session.args.addText("detail", m_session.store.strings().at(detail));
        if (c.result) m_session.args.addInt("returnValue", c.result);
        m_session.add(model::trackKindInfo(kind).event, kind, key,
                      {spoolTime(c.start), spoolTime(c.end), text(c.name), m_session.args.intern(), 0,
                       m_stacks.chain(c.stack, m_strings, spoolTime(c.start))});
    }
}

void OutsideReader::countCut(TimeNs time, model::ChainId chain) {
    using enum model::MessageCode;
    if (const auto why = m_session.isWanted(time) ? m_stacks.whyCut(chain) : Nothing; why != Nothing) ++m_cut[why];
}

void OutsideReader::addSamples() {
    for (const spool::Sample& s : m_samples) {
        if (isOver(spoolTime(s.time))) continue;
        const model::ChainId chain = m_stacks.chain(s.stack, m_strings, spoolTime(s.time));
        const bool python = (s.flags & 2) != 0;
        countCut(spoolTime(s.time), chain);
        const model::StringId name = chain ? m_session.store.callchains().leaf(chain).symbol : word("[unknown]");
        if (!python) m_session.args.addInt("cpu", s.cpu);
        if (s.flags & 4) m_session.args.addInt("waits", 1);  // from here on
        const TimeNs time = spoolTime(s.time);
        m_session.add(python ? EventKind::PythonSample : EventKind::CpuSample,
                      python ? TrackKind::PythonSamples : TrackKind::CpuSamples, threadKey(keyOf(s.pid), s.thread),
                      {time, time, name, m_session.args.intern(), 0, chain});
    }
}

/// Stacks of CUDA calls go to the calls of their number.
void OutsideReader::addStacksOfCalls() {
    struct Both {
        std::uint32_t native = 0, python = 0;
    };
    std::map<std::uint32_t, std::unordered_map<std::uint32_t, Both>> stacks;  // by thread and correlation
    for (const spool::CallStack& c : m_callStacks) {
        if (!c.correlation) continue;
        Both& both = stacks[c.thread][c.correlation];
        (c.flags & spool::CallStack::Native ? both.native : both.python) = c.stack;
    }
    for (const auto& of : stacks)
        m_session.groups.group(TrackKind::CudaApi, threadKey(m_key, of.first)).events.forEach([&](model::Event& e) {
            if (const auto at = of.second.find(e.correlation); at != of.second.end())
                countCut(e.start, e.payload = m_stacks.mixed(m_stacks.chain(at->second.native, m_strings, e.start),
                                                             m_stacks.chain(at->second.python, m_strings, e.start)));
        });
}

void OutsideReader::finish() {
    addNames();
    addStates();
    addSamples();
    addLibraryCalls();
    addStacksOfCalls();
    if (const std::uint64_t n = m_stacks.shortened())
        m_session.store.diagnostics().add(model::Note::Incomplete, model::MessageCode::StacksOfSamples, n,
                                          model::MessageCode::NoTimeForFrames);
    for (const auto& [why, n] : m_cut)
        m_session.addNote({model::MessageCode::OuterFramesLeftOut, {model::Argument::count(n), why}}, n);
    if (m_dangling)
        m_session.store.diagnostics().add(model::Note::DanglingReference, model::MessageCode::UnknownMeter, m_dangling);
}

}  // namespace importers::capture
