// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/perfetto/system.h"

#include <fmt/format.h>
#include <algorithm>
#include <charconv>

#include "model/base/messages.h"

namespace importers::perfetto {

using model::EventKind;
using model::Note;
using model::TrackKey;
using model::TrackKind;

namespace {

std::string_view nameOfFtraceEvent(std::uint32_t field) {
    switch (field) {
    case 4: return "sched_switch";
    case 11: return "cpu_frequency";
    case 13: return "cpu_idle";
    case 17: return "sched_wakeup";
    case 19: return "sched_cpu_hotplug";
    case 20: return "sched_waking";
    case 114: return "sched_wakeup_new";
    default: return {};
    }
}

/// Messages of the kernel about the clock of a GPU, and the numbers of their fields.
struct FrequencyFields {
    std::uint32_t event, gpu, frequency;
};
constexpr FrequencyFields kFrequencies[] = {{332, 1, 2}, {509, 2, 1}};  // gpu_frequency, kgsl_gpu_frequency

std::int64_t numberOf(std::string_view digits) {
    std::int64_t value = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return value;
}

}  // namespace

void SystemReader::processTree(std::string_view message, std::int64_t host) {
    WireReader in(message);
    for (WireField f; in.next(f);) {
        if (!f.isBytes()) continue;
        std::int64_t id = 0, process = 0;
        std::string name;
        WireReader parts(f.bytes);
        if (f.number == 1) {
            for (WireField p; parts.next(p);) {
                if (p.number == 1) id = static_cast<std::int32_t>(p.value);
                if (p.number == 3 && name.empty()) name = programOf(p.bytes);
            }
            if (!name.empty()) m_data.names.processes.try_emplace({host, id}, name);
        } else if (f.number == 2) {
            for (WireField p; parts.next(p);) {
                if (p.number == 1) id = static_cast<std::int32_t>(p.value);
                if (p.number == 2) name = p.bytes;
                if (p.number == 3) process = static_cast<std::int32_t>(p.value);
            }
            m_data.names.processOfThread[{host, id}] = process;
            if (!name.empty()) m_data.names.threads.try_emplace({host, process, id}, name);
        }
    }
}

void SystemReader::processDescriptor(std::string_view message, std::int64_t host) {
    std::int64_t pid = 0;
    std::string name;
    WireReader in(message);
    for (WireField f; in.next(f);) {
        if (f.number == 1) pid = static_cast<std::int32_t>(f.value);
        if (f.number == 6 || (f.number == 2 && name.empty()))
            name = f.number == 6 ? std::string(f.bytes) : programOf(f.bytes);
    }
    if (!name.empty()) m_data.names.processes[{host, pid}] = name;
}

void SystemReader::threadDescriptor(std::string_view message, std::int64_t host, Sequence& sequence) {
    sequence.hasThread = true;
    sequence.pid = sequence.tid = 0;
    std::string_view name;
    WireReader in(message);
    for (WireField f; in.next(f);) {
        switch (f.number) {
        case 1: sequence.pid = static_cast<std::int32_t>(f.value); break;
        case 2: sequence.tid = static_cast<std::int32_t>(f.value); break;
        case 5: name = f.bytes; break;
        case 6: sequence.timeUs = f.asInt(); break;
        default: break;
        }
    }
    m_data.names.processOfThread[{host, sequence.tid}] = sequence.pid;
    if (!name.empty()) m_data.names.threads[{host, sequence.pid, sequence.tid}] = name;
}

void SystemReader::systemInfo(std::string_view message) {
    constexpr std::pair<std::uint32_t, std::string_view> kFacts[] = {{1, "sysname"}, {3, "release"}, {4, "machine"}};
    WireReader in(message);
    for (WireField f; in.next(f);) {
        if (f.number != 1 || !f.isBytes()) continue;
        WireReader parts(f.bytes);
        for (WireField p; parts.next(p);)
            for (const auto& [number, key] : kFacts)
                if (p.number == number && p.isBytes()) m_data.fact(key, std::string(p.bytes));
    }
}

void SystemReader::ftrace(std::string_view message, std::int64_t host, std::int64_t offset) {
    std::uint64_t compact = 0;
    // Clocks of the kernel's buffer: unset = from the boot, 2 = since some moment, 3 = realtime … only the first two
    // are common.
    std::uint32_t clock = m_data.clocks.index(host, 0, kBoottime);
    WireReader clocks(message);
    for (WireField f; clocks.next(f);)
        if (f.number == 5 && f.value == 4) clock = m_data.clocks.index(host, 0, kMonotonic);
    WireReader in(message);
    for (WireField f; in.next(f);) {
        if (f.number == 2 && f.isBytes()) ftraceEvent(f.bytes, host, clock, offset);
        if (f.number == 4 && f.isBytes()) {  // many in one message; times are one field of it
            WireReader parts(f.bytes);
            for (WireField p; parts.next(p);)
                if (p.number == 1) forEachNumber(p, [&](std::uint64_t) { ++compact; });
        }
    }
    if (compact) {
        m_data.count(EventKind::Sched, compact);
        m_data.notShown({model::MessageCode::FtraceEvent, {model::Argument::name("sched_switch")}}, compact);
    }
}

void SystemReader::ftraceEvent(std::string_view message, std::int64_t host, std::uint32_t clock, std::int64_t offset) {
    Print print{{clock, 0}, host, 0, {}};
    std::uint32_t kind = 0;
    std::string_view content;
    WireReader in(message);
    for (WireField f; in.next(f);) {
        if (f.number == 1) print.stamp.time = f.asInt();
        else if (f.number == 2) print.tid = static_cast<std::int32_t>(f.value);
        else if (f.number == 3 && f.isBytes()) {
            kind = 3;
            WireReader parts(f.bytes);
            for (WireField p; parts.next(p);)
                if (p.number == 2 && p.isBytes()) print.text = p.bytes;
        } else if (f.isBytes()) kind = f.number, content = f.bytes;
    }
    if (gpuFrequency(kind, content, host, print.stamp)) return;
    if (kind == 4) m_data.count(EventKind::Sched);
    if (kind == 3 && print.text.size() > 1) {
        m_prints.push_back(std::move(print));
    } else if (kind) {
        const std::string_view name = nameOfFtraceEvent(kind);
        m_data.notShown(name.empty() ? m_data.numbered(model::MessageCode::FtraceEventOfNumber, kind)
                                     : model::Message(model::MessageCode::FtraceEvent, {model::Argument::name(name)}));
    } else {
        m_data.store.diagnostics().add(Note::SkippedUnknown, model::MessageCode::EmptyFtraceEvents, 1, {}, offset);
    }
}

bool SystemReader::gpuFrequency(std::uint32_t event, std::string_view message, std::int64_t host, Stamp stamp) {
    const auto* const fields = std::find_if(std::begin(kFrequencies), std::end(kFrequencies),
                                            [&](const FrequencyFields& f) { return f.event == event; });
    if (fields == std::end(kFrequencies)) return false;
    std::uint32_t gpu = 0, frequency = 0;  // a field that is 0 need not be written
    WireReader in(message);
    for (WireField f; in.next(f);) {
        if (f.number == fields->gpu) gpu = static_cast<std::uint32_t>(f.value);
        if (f.number == fields->frequency) frequency = static_cast<std::uint32_t>(f.value);
    }
    m_gpu.frequency(host, gpu, stamp, frequency);
    return true;
}

void SystemReader::finish(model::TimeNs end) {
    std::stable_sort(m_prints.begin(), m_prints.end(),
                     [](const Print& a, const Print& b) { return a.stamp.time < b.stamp.time; });
    std::map<ThreadId, std::vector<Open>> open;
    std::map<AsyncId, Open> async;
    for (const Print& p : m_prints) atrace(p, open, async);
    std::uint64_t never = 0;
    for (const auto& [id, stack] : open)
        for (const Open& o : stack) {
            TrackKey key;
            std::tie(key.host, key.pid, key.tid) = id;
            m_data.groups.add(TrackKind::Annotations, key, {o.start, std::max(end, o.start), o.name, 0, 0, 0});
            ++never;
        }
    for (const auto& [id, o] : async) {
        TrackKey key;
        key.host = std::get<0>(id);
        key.pid = std::get<1>(id);
        m_data.groups.add(TrackKind::Async, key, {o.start, std::max(end, o.start), o.name, 0, 0, 0});
        ++never;
    }
    if (never) m_data.store.diagnostics().add(Note::NeverClosed, "atrace", never);
    m_prints.clear();
}

/// A line as programs write it: B|process|name, E|process, C|process|name|value, S|process|name|id, F|process|name|id,
/// I|process|name.
void SystemReader::atrace(const Print& p, std::map<ThreadId, std::vector<Open>>& open, std::map<AsyncId, Open>& async) {
    std::string_view text = p.text;
    while (!text.empty() && (text.back() == '\n' || text.back() == '\0')) text.remove_suffix(1);
    if (text.empty()) return;
    std::vector<std::string_view> parts;
    for (std::string_view rest = text; parts.size() < 8;) {
        const std::size_t bar = rest.find('|');
        parts.push_back(rest.substr(0, bar));
        if (bar == std::string_view::npos) break;
        rest.remove_prefix(bar + 1);
    }
    const bool known = parts[0].size() == 1 && std::string_view("BECSFI").find(parts[0][0]) != std::string_view::npos;
    const char what = known ? parts[0][0] : '?';
    if (!known || (what != 'E' && parts.size() < 3))
        return m_data.notShown({model::MessageCode::FtraceEvent, {model::Argument::name("print")}});
    TrackKey key;
    key.host = p.host;
    key.tid = p.tid;
    const auto process = m_data.names.processOfThread.find({p.host, p.tid});
    key.pid = parts.size() > 1 && !parts[1].empty()           ? numberOf(parts[1])
              : process != m_data.names.processOfThread.end() ? process->second
                                                              : p.tid;
    const auto name = [&] { return m_data.store.strings().intern(parts[2]); };
    switch (what) {
    case 'B':
        m_data.count(EventKind::Annotation);
        open[{key.host, key.pid, key.tid}].push_back({p.stamp.time, name()});
        break;
    case 'E': {
        auto& stack = open[{key.host, key.pid, key.tid}];
        if (stack.empty()) return m_data.store.diagnostics().add(Note::UnmatchedEnd, "atrace");
        m_data.groups.add(TrackKind::Annotations, key, {stack.back().start, p.stamp.time, stack.back().name, 0, 0, 0});
        stack.pop_back();
        break;
    }
    case 'I':
        m_data.count(EventKind::Instant);
        m_data.groups.add(TrackKind::ThreadInstants, key, {p.stamp.time, p.stamp.time, name(), 0, 0, 0});
        break;
    case 'C': {
        m_data.count(EventKind::Counter);
        const TrackIndex counter = m_data.tracks.named(p.host, key.pid, "atrace counter\n" + std::string(parts[2]));
        m_data.tracks.at(counter).name = parts[2];
        m_data.tracks.at(counter).named = true;
        TrackKey row = m_data.tracks.counterRow(counter).key;
        m_data.groups.addValue(TrackKind::ProcessCounter, row, p.stamp.time,
                               parts.size() > 3 ? static_cast<double>(numberOf(parts[3])) : 0);
        break;
    }
    case 'S':
    case 'F': atraceAsync(p, key, parts, async); break;
    default: break;
    }
}

/// One that begins (S) or ends (F), on whatever thread.
void SystemReader::atraceAsync(const Print& p, TrackKey key, std::span<const std::string_view> parts,
                               std::map<AsyncId, Open>& async) {
    AsyncId id{p.host, key.pid, std::string(parts[2]) + "|" + std::string(parts.size() > 3 ? parts[3] : "")};
    key.tid = TrackKey::kNone;
    if (parts[0] == "S") {
        m_data.count(EventKind::AsyncSlice);
        async[std::move(id)] = {p.stamp.time, m_data.store.strings().intern(parts[2])};
    } else if (const auto begun = async.find(id); begun != async.end()) {
        m_data.groups.add(TrackKind::Async, key, {begun->second.start, p.stamp.time, begun->second.name, 0, 0, 0});
        async.erase(begun);
    } else {
        m_data.store.diagnostics().add(Note::UnmatchedEnd, "atrace");
    }
}

}  // namespace importers::perfetto
