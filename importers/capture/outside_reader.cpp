// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/capture/outside_reader.h"

#include <algorithm>
#include <cmath>

#include "importers/capture/process_reader.h"

namespace importers::capture {

using model::EventKind;
using model::TimeNs;
using model::TrackKey;
using model::TrackKind;
namespace spool = collectors::spool;
using Block = spool::Block;

namespace {

constexpr std::string_view kOsRuntime = "OS runtime", kCublas = "cuBLAS", kCudnn = "cuDNN";

TrackKey threadKey(std::int64_t pid, std::uint32_t thread) {
    TrackKey key;
    key.pid = pid;
    key.tid = thread;
    return key;
}

}  // namespace

OutsideReader::OutsideReader(Session& session, std::int64_t key, const std::vector<model::StringId>& strings, const std::map<std::uint32_t, std::int64_t>& devices)
    : m_session(session), m_key(key), m_strings(strings), m_devices(devices), m_stacks(session.store, session.symbols) {}

model::StringId OutsideReader::word(std::string_view s) { return m_session.store.strings().intern(s); }

std::int64_t OutsideReader::keyOf(std::uint32_t pid) const { return pid == 0 ? m_key : static_cast<std::int64_t>(pid); }

bool OutsideReader::take(const SpoolBlock& block) {
    switch (block.type) {
    case Block::Stacks: m_stacks.take(block.bytes); return true;
    case Block::Mappings: return eachRecord<spool::Mapping>(block, [this](const auto& m) { m_stacks.takeMapping(m, m_session.store.strings().at(text(m.path))); });
    case Block::Processes: return eachRecord<spool::ProcessChange>(block, [this](const auto& c) { takeChange(c); });
    case Block::Samples: return eachRecord<spool::Sample>(block, [this](const auto& s) { m_samples.push_back(s); });
    case Block::Switches: return eachRecord<spool::Switch>(block, [this](const auto& s) { takeSwitch(s); });
    case Block::LibraryCalls: return eachRecord<spool::LibraryCall>(block, [this](const auto& c) { m_calls.push_back(c); });
    case Block::CallStacks: return eachRecord<spool::CallStack>(block, [this](const auto& c) { m_callStacks.push_back(c); });
    case Block::Meters: return eachRecord<spool::Meter>(block, [this](const auto& m) { takeMeter(m); });
    case Block::Readings: return eachRecord<spool::Reading>(block, [this](const auto& r) { takeReading(r); });
    case Block::Marks: return eachRecord<spool::Mark>(block, [this](const auto& m) { takeMark(m); });
    default: return false;
    }
}

void OutsideReader::takeChange(const spool::ProcessChange& c) {
    const std::string_view name = m_session.store.strings().at(text(c.name));
    if (name.empty()) return;
    if (c.op == spool::ProcessChange::Exec) m_session.processNames.try_emplace(keyOf(c.pid), name);
    if (c.op == spool::ProcessChange::ThreadName) m_session.threadNames.try_emplace(threadKey(keyOf(c.pid), c.thread), name);
}

void OutsideReader::takeSwitch(const spool::Switch& s) {
    const auto id = std::pair(s.pid, s.thread);
    const TimeNs time = spoolTime(s.time);
    if (s.op == spool::Switch::In) {
        if (m_running.contains(id)) ran(s.pid, s.thread, time, false);  // its end is unknown
        m_running[id] = {time, s.cpu};
    } else if (m_running.contains(id)) {
        ran(s.pid, s.thread, time, s.op == spool::Switch::Preempted);
    }
}

void OutsideReader::ran(std::uint32_t pid, std::uint32_t thread, TimeNs end, bool preempted) {
    const auto at = m_running.find({pid, thread});
    m_session.args.addInt("cpu", at->second.cpu);
    if (preempted) m_session.args.addInt("preempted", 1);
    m_session.add(EventKind::Sched, TrackKind::ThreadState, threadKey(keyOf(pid), thread), {at->second.since, end, word("Running"), m_session.args.intern(), 0, 0});
    m_running.erase(at);
}

void OutsideReader::takeMeter(const spool::Meter& m) {
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

void OutsideReader::takeReading(const spool::Reading& r) {
    const auto meter = m_meters.find(r.meter);
    if (meter == m_meters.end()) return void(++m_dangling);
    if (std::isinf(r.value)) return;
    if (m_session.addValue(meter->second.kind, meter->second.key, spoolTime(r.time), r.value)) ++m_session.store.info().eventsInFile[static_cast<std::size_t>(model::trackKindInfo(meter->second.kind).event)];
}

void OutsideReader::takeMark(const spool::Mark& m) {
    if (m.of == spool::Meter::Device) {
        const auto device = m_devices.find(m.device);
        m_session.args.addInt("deviceId", device == m_devices.end() ? static_cast<std::int64_t>(m.device) : device->second);
    }
    if (const auto detail = text(m.detail)) m_session.args.addText("detail", m_session.store.strings().at(detail));
    if (m.end > m.start) m_session.args.addInt("duration [ns]", static_cast<std::int64_t>(m.end - m.start));
    m_session.add(EventKind::Instant, TrackKind::GlobalInstants, TrackKey(), {spoolTime(m.start), spoolTime(m.start), text(m.text), m_session.args.intern(), 0, 0});
}

std::int64_t OutsideReader::libraryOf(model::StringId name) {
    return m_session.libraries.try_emplace(name, static_cast<std::int64_t>(m_session.libraries.size()) + 1).first->second;
}

void OutsideReader::addLibraryCalls() {
    for (const spool::LibraryCall& c : m_calls) {
        const std::string_view library = m_session.store.strings().at(text(c.library));
        TrackKey key = threadKey(m_key, c.thread);
        const bool os = library == kOsRuntime, blas = library == kCublas, dnn = library == kCudnn;
        const TrackKind kind = os ? TrackKind::OsRuntime : blas ? TrackKind::Cublas : dnn ? TrackKind::Cudnn : TrackKind::Library;
        if (kind == TrackKind::Library) key.domain = libraryOf(text(c.library));
        if (const auto detail = text(c.detail)) m_session.args.addText("detail", m_session.store.strings().at(detail));
        if (c.result) m_session.args.addInt("returnValue", c.result);
        m_session.add(model::trackKindInfo(kind).event, kind, key, {spoolTime(c.start), spoolTime(c.end), text(c.name), m_session.args.intern(), 0, m_stacks.chain(c.stack, m_strings)});
    }
}

void OutsideReader::addSamples() {
    for (const spool::Sample& s : m_samples) {
        const model::ChainId chain = m_stacks.chain(s.stack, m_strings);
        const bool python = (s.flags & 2) != 0;
        const model::StringId name = chain ? m_session.store.callchains().leaf(chain).symbol : word("[unknown]");
        if (!python) m_session.args.addInt("cpu", s.cpu);
        const TimeNs time = spoolTime(s.time);
        m_session.add(python ? EventKind::PythonSample : EventKind::CpuSample, python ? TrackKind::PythonSamples : TrackKind::CpuSamples, threadKey(keyOf(s.pid), s.thread),
                      {time, time, name, m_session.args.intern(), 0, chain});
    }
}

/// Stacks of CUDA calls go to the calls of their number.
void OutsideReader::addStacksOfCalls() {
    std::map<std::uint32_t, std::unordered_map<std::uint32_t, std::uint32_t>> stacks;  // by thread and correlation
    for (const spool::CallStack& c : m_callStacks)
        if (c.correlation) stacks[c.thread][c.correlation] = c.stack;
    for (const auto& [thread, ofThread] : stacks)
        for (model::Event& e : m_session.groups.group(TrackKind::CudaApi, threadKey(m_key, thread)).events)
            if (const auto at = ofThread.find(e.correlation); at != ofThread.end()) e.payload = m_stacks.chain(at->second, m_strings);
}

void OutsideReader::finish() {
    const TimeNs end = m_session.end == model::kTimeMax ? m_session.last : m_session.end;
    while (!m_running.empty()) {
        const auto [id, running] = *m_running.begin();
        ran(id.first, id.second, std::max(running.since, end), false);
    }
    addSamples();
    addLibraryCalls();
    addStacksOfCalls();
    if (m_dangling) m_session.store.diagnostics().add(model::Note::DanglingReference, "readings of a meter that is not in the spool", m_dangling);
}

}  // namespace importers::capture
