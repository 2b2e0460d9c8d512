// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/chrome/event_reader.h"

#include <fmt/format.h>
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "importers/common/blits.h"
#include "model/base/messages.h"
#include "model/store/packer.h"

namespace importers::chrome {

using json::Status;
using json::Value;
using model::Event;
using model::EventKind;
using model::Note;
using model::StringId;
using model::TimeNs;
using model::TrackKey;
using model::TrackKind;

namespace {

constexpr std::int64_t kNone = TrackKey::kNone;

/// Arrows that PyTorch's profiler draws from a launch to its kernel, over the years.
constexpr std::string_view kLaunchFlows[] = {"ac2g", "async_cpu_to_gpu", "async_gpu"};

std::uint64_t hashOf(TrackKind kind, const TrackKey& key) {
    std::uint64_t h = static_cast<std::uint64_t>(kind);
    for (const std::int64_t v : {key.pid, key.tid, key.device, key.context, key.stream})
        h = std::rotl((h ^ static_cast<std::uint64_t>(v)) * 0x9e3779b97f4a7c15ull, 31);
    return h;
}

model::MessageCode nameOfPhase(char phase) {
    switch (phase) {
    case 'v':
    case 'V': return model::MessageCode::MemoryDumps;
    case 'c': return model::MessageCode::ClockSynchronization;
    case '(':
    case ')': return model::MessageCode::ContextEvents;
    case '=': return model::MessageCode::LinkedIds;
    default: return model::MessageCode::Nothing;
    }
}

}  // namespace

EventReader::EventReader(model::EventStore& store) : m_store(store), m_strings(store.strings()), m_shapes(1024) {
    for (const ArgName& a : kArgNames) {
        const StringId id = m_strings.id(a.key);
        if (id >= m_roles.size()) m_roles.resize(id + std::size_t{1});
        m_roles[id] = {a.role, a.stored.empty() ? id : m_strings.id(a.stored)};
    }
    const char axis[] = {'X', 'Y', 'Z'};
    for (int i = 0; i < 3; ++i) {
        m_grid[i] = m_strings.id(fmt::format("grid{}", axis[i]));
        m_block[i] = m_strings.id(fmt::format("block{}", axis[i]));
        m_launchNames[i] = m_strings.id(kLaunchFlows[i]);
    }
    m_sourceKind = m_strings.id("srcKind");
    m_targetKind = m_strings.id("dstKind");
    m_memoryKind = m_strings.id("memKind");
    m_unnamed = m_strings.id(kUnnamed);
    m_unfinished = m_strings.id(kUnfinished);
    m_memory = m_strings.id("[memory]");
}

void EventReader::odd(Note note, model::Message subject, const char* where) {
    Oddity& o = m_out->oddities[{note, std::move(subject)}];
    ++o.count;
    if (where && o.offsets.size() < Oddity::kOffsets)
        o.offsets.push_back(static_cast<std::int64_t>(m_offset + static_cast<std::uint64_t>(where - m_text)));
}

void EventReader::decimalCommas(json::Scanner& scanner) {
    const char* where = scanner.firstComma;
    for (; scanner.commas; --scanner.commas, where = nullptr)
        odd(Note::NotANumber, model::MessageCode::DecimalComma, where);
}

StretchEnd EventReader::read(std::string_view text, std::size_t begin, std::uint64_t offset, Records& out) {
    const StretchEnd end = readEvents(text, begin, offset, out);
    for (Group& g : out.groups) model::sortForLanes(g.events);  // here and now they are near, and few
    return end;
}

namespace {

/// From where the next event is looked for, when reading failed at `at`: the event that was read may lack its last
/// brace, and what failed be the first brace of the next one.
const char* behindDamage(const char* at, const char* earliest) {
    const auto between = [](char c) { return json::detail::isSpace(c) || c == ','; };
    while (at > earliest && between(at[-1])) --at;
    if (at > earliest && at[-1] == '}') --at;
    return std::max(at, earliest);
}

}  // namespace

StretchEnd EventReader::readEvents(std::string_view text, std::size_t begin, std::uint64_t offset, Records& out) {
    m_out = &out;
    m_text = text.data();
    m_offset = offset;
    indexGroups();
    json::Scanner scanner(text.data() + begin, text.data() + text.size());
    const auto at = [&](const char* p) { return static_cast<std::size_t>(p - text.data()); };
    for (;;) {
        const char c = scanner.peek();
        if (scanner.at >= scanner.end) return {StretchEnd::How::Between, text.size()};
        if (c == ',') {
            ++scanner.at;
            continue;
        }
        if (c == ']') {
            m_begin = scanner.at++;
            const char* next = scanner.at;
            while (next < scanner.end && (json::detail::isSpace(*next) || *next == ',')) ++next;
            if (next >= scanner.end || *next != '{' || !looksLikeEvent(next + 1, scanner.end))
                return {StretchEnd::How::Closed, at(scanner.at)};
            odd(Note::DamagedPart, model::MessageCode::BracketsBetweenEvents, m_begin);
            continue;
        }
        m_begin = scanner.at;
        Status status = Status::Ok;
        if (c == '{') {
            status = m_event.read(scanner);
            if (status != Status::End && scanner.commas) [[unlikely]]
                decimalCommas(scanner);
        } else {
            Value other;
            status = scanner.value(other);
            if (status == Status::Ok) odd(Note::SkippedUnknown, kNotEvents, m_begin);
        }
        if (status == Status::End) return {StretchEnd::How::Inside, at(m_begin)};
        if (status == Status::Error) {
            odd(Note::DamagedPart, model::MessageCode::EventsNotJson, scanner.at);
            const char* next = nextEventStart(behindDamage(scanner.at, c == '{' ? m_begin + 1 : m_begin), scanner.end);
            if (!next) {
                // Nothing more in this stretch, except the end of the array.
                const std::size_t close = text.find_last_of(']');
                const bool closes = close != text.npos && close > at(scanner.at) &&
                                    text.find_first_not_of("}] \r\n\t", close) == text.npos;
                if (closes) return {StretchEnd::How::Closed, close + 1};
                return {StretchEnd::How::Between, text.size()};
            }
            scanner.at = next;
            continue;
        }
        if (c == '{') event();
    }
}

void EventReader::event() {
    if (!m_event.ph.is(Value::Type::String) || m_event.ph.size == 0) {
        const bool empty = !m_event.name && !m_event.ts && m_event.arguments.empty();
        if (!empty) odd(Note::SkippedUnknown, model::MessageCode::EventsWithoutPhase, m_begin);
        return;
    }
    const char phase = m_event.ph.begin[0];  // of words the first letter counts
    if (phase == 'M') return metadata();
    if (const auto known = nameOfPhase(phase); known != model::MessageCode::Nothing)
        return odd(Note::NotShown, known, m_begin);
    if (std::string_view("BEXiIRCbneSTpFstfPNOD").find(phase) == std::string_view::npos) {
        m_scratch.clear();
        json::appendText(m_event.ph.raw().substr(0, 16), m_event.ph.escaped, m_scratch);
        return odd(Note::SkippedUnknown, {model::MessageCode::EventsOfPhase, {m_scratch}}, m_begin);
    }
    bool clamped = false;
    auto time = json::microseconds(m_event.ts, &clamped);
    if (!time) return odd(Note::NoTime, model::MessageCode::EventsWithoutTime, m_begin);
    // Drawn at the edge of time, one such event would make all others too small to be seen.
    if (clamped || std::abs(*time) > model::kTimeLimit)
        return odd(Note::NoTime, model::MessageCode::EventsBeyondTime, m_begin);
    switch (phase) {
    case 'X': return slice(*time);
    case 'B':
    case 'E': {
        ArgFacts facts;
        BeginEnd r;
        r.pid = pid();
        r.tid = tid();
        r.time = *time;
        r.end = phase == 'E';
        r.name = r.end && name() == m_unnamed ? 0 : name();
        r.args = args(facts);
        r.stack = stackOfSlice();
        if (!r.end) flowsOfSlice(*time, r.pid, r.tid, r.name);
        colour(r.name);
        m_out->beginEnds.push_back(r);
        return;
    }
    case 'i':
    case 'I':
    case 'R':
    case 'P': return instant(*time);
    case 'C': return counter(*time);
    case 'b':
    case 'n':
    case 'e': return asyncEvent(*time, phase);
    case 'S': return asyncEvent(*time, 'b');
    case 'F': return asyncEvent(*time, 'e');
    case 'p': return asyncEvent(*time, 'n');
    case 'T':
        if (!m_event.dur) return asyncEvent(*time, 'n');
        return threadState(*time, model::saturatingAdd(*time, duration()));
    case 's':
    case 't':
    case 'f': return flow(*time, phase);
    default: return object(*time, phase);
    }
}

TimeNs EventReader::duration() {
    // 0 with a note when it is missing or unreadable; kTimeMax for one that never ended (-1 µs, as the format's makers
    // write it). Time of the thread stands in where no other is said.
    bool clamped = false;
    const auto d = json::microseconds(m_event.dur ? m_event.dur : m_event.tdur, &clamped);
    if (!d) {
        odd(Note::NoDuration,
            m_event.dur ? model::MessageCode::DurationNotANumber : model::MessageCode::DurationMissing, m_begin);
        return 0;
    }
    if (*d == -1000) return model::kTimeMax;
    if (*d < 0) {
        odd(Note::EndBeforeStart, model::MessageCode::NegativeDuration, m_begin);
        return 0;
    }
    if (clamped) odd(Note::TimeOutOfRange, "dur", m_begin);
    return *d;
}

StringId EventReader::name() {
    const Value& v = m_event.name;
    if (!v || (v.is(Value::Type::String) && v.size == 0) || v.raw() == "null") return m_unnamed;
    return m_strings.id(v);
}

std::int64_t EventReader::processOrThread(const Value& v) {
    if (!v || v.raw() == "null") return kNone;
    if (const auto number = json::integer(v.raw()); number && !model::isTextId(*number)) return *number;
    return model::textId(m_strings.id(v));
}

std::int64_t EventReader::tid() {
    const std::int64_t t = processOrThread(m_event.tid);
    return t == kNone ? pid() : t;
}

ScopedId EventReader::scopedId(const Value& plain) {
    ScopedId id;
    id.category = m_event.cat ? m_strings.id(m_event.cat) : 0;
    if (m_event.scope) id.category = m_strings.id(fmt::format("{}/{}", m_event.cat.raw(), m_event.scope.raw()));
    const Value* v = &plain;
    if (m_event.idLocal) {
        v = &m_event.idLocal;
        id.pid = pid();
    } else if (m_event.idGlobal) {
        v = &m_event.idGlobal;
    }
    if (v->is(Value::Type::Number))
        if (const auto number = json::integer(v->raw())) {
            id.value = *number;
            return id;
        }
    id.text = true;
    id.value = m_strings.id(*v);
    return id;
}

const EventReader::KnownCategory& EventReader::categoryOf(const Value& v) {
    static constexpr KnownCategory kNoCategory;
    if (!v.is(Value::Type::String)) return kNoCategory;
    const StringId id = m_strings.id(v, v.size + 512);
    if (id >= m_categories.size()) {
        m_categories.resize(id + std::size_t{1});
        m_categoryKnown.resize(id + std::size_t{1}, 0);
    }
    if (!m_categoryKnown[id]) {
        m_categoryKnown[id] = 1;
        m_categories[id].meaning = category(v.raw());
        m_categories[id].mayBeRange = mayBeRange(v.raw());
        m_categories[id].isLaunchFlow =
            std::find(std::begin(kLaunchFlows), std::end(kLaunchFlows), v.raw()) != std::end(kLaunchFlows);
    }
    return m_categories[id];
}

void EventReader::indexGroups() {
    // Groups of an earlier stretch are kept for their memory, and found again.
    m_groupIndex.clear();
    m_lastGroup = 0;
    if (m_out->groups.size() > 4096) m_out->groups.clear();
    for (std::size_t g = 0; g < m_out->groups.size(); ++g)
        m_groupIndex[hashOf(m_out->groups[g].kind, m_out->groups[g].key)].push_back(static_cast<std::uint32_t>(g));
}

void EventReader::stage(TrackKind kind, const TrackKey& key, const Event& e) {
    if (m_lastGroup < m_out->groups.size()) {
        Group& last = m_out->groups[m_lastGroup];
        if (last.kind == kind && last.key == key) {
            last.events.push_back(e);
            return;
        }
    }
    auto& candidates = m_groupIndex[hashOf(kind, key)];
    for (const std::uint32_t g : candidates)
        if (m_out->groups[g].kind == kind && m_out->groups[g].key == key) {
            m_lastGroup = g;
            m_out->groups[g].events.push_back(e);
            return;
        }
    m_lastGroup = static_cast<std::uint32_t>(m_out->groups.size());
    candidates.push_back(m_lastGroup);
    m_out->groups.push_back({kind, key, {e}});
}

void EventReader::slice(TimeNs start) {
    const KnownCategory& known = categoryOf(m_event.cat);
    const Category* meaning = known.meaning;
    if (meaning && !meaning->platform.empty()) m_out->platform = meaning->platform;
    const TimeNs length = duration();
    const bool open = length == model::kTimeMax;
    ArgFacts facts;
    Event e;
    e.start = start;
    e.end = open ? model::kTimeMax : std::min(model::saturatingAdd(start, length), model::kTimeLimit);
    e.name = name();
    if (meaning && meaning->track == TrackKind::Operators && isDriverCall(m_store.strings().at(e.name)))
        meaning = category("xpu_driver");
    if (meaning && meaning->track == TrackKind::StreamKernels && meaning->platform == "XPU")
        if (const auto command = categoryOfCommand(m_store.strings().at(e.name)); !command.empty())
            meaning = category(command);
    if (meaning && meaning->track == TrackKind::StreamKernels) {
        const std::string_view given = m_store.strings().at(e.name), kernel = withoutDescriptor(given);
        if (const auto blit = blitKind(kernel))
            meaning = category(*blit == EventKind::Memcpy ? "gpu_memcpy" : "gpu_memset");
        if (kernel.size() < given.size()) e.name = m_strings.id(kernel);
    }
    if (meaning && meaning->track == TrackKind::StreamMemory)
        facts.memory = memoryKindsIn(m_store.strings().at(e.name));
    e.args = args(facts, open);
    if (known.mayBeRange && !facts.inSequence && isRangeName(m_store.strings().at(e.name)))
        meaning = category("user_annotation");
    TrackKey key;
    key.pid = pid();
    const TrackKind kind = meaning ? meaning->track : TrackKind::Slices;
    const auto small = [](std::int64_t v) { return v > 0 && v <= UINT32_MAX ? static_cast<std::uint32_t>(v) : 0; };
    if (meaning && meaning->onStream) {
        m_out->isKineto = true;
        if (start == 0 && e.end == 0 && meaning->kind == EventKind::Kernel)
            return odd(Note::NoTime, model::MessageCode::EmptyKernels, m_begin);
        key.device = facts.device != kNone ? facts.device : key.pid;
        key.context = facts.context;  // unknown ones are found at the end
        key.stream = facts.stream != kNone ? facts.stream : tid();
        e.correlation = small(facts.correlation);
        m_out->correlates |= e.correlation != 0;
        if (kind == TrackKind::StreamEvents) e.end = e.start;
    } else {
        key.tid = tid();
        if (meaning) m_out->isKineto = true;
        if (kind == TrackKind::CudaApi || kind == TrackKind::ProfilerOverhead) e.correlation = small(facts.correlation);
        if (kind == TrackKind::Operators) {
            e.correlation = small(facts.externalId);
            e.payload = facts.chain;
        }
        if (kind == TrackKind::Slices) e.payload = stackOfSlice();
        if (m_event.bindId) flowsOfSlice(start, key.pid, key.tid, e.name);
    }
    if (facts.unfinished && !open) odd(Note::NeverClosed, model::MessageCode::RunningOperators, m_begin);
    ++m_out->counts[static_cast<std::size_t>(meaning ? meaning->kind : EventKind::Slice)];
    if (m_event.colour) colour(e.name);
    stage(kind, key, e);
}

void EventReader::colour(StringId name) {
    if (!m_event.colour || !name) return;
    if (const std::uint32_t argb = reservedColour(m_event.colour.raw())) m_store.setNameColour(name, argb);
}

void EventReader::threadState(TimeNs start, TimeNs end) {
    ArgFacts facts;
    TrackKey key;
    key.pid = pid();
    key.tid = tid();
    ++m_out->counts[static_cast<std::size_t>(EventKind::Sched)];
    stage(TrackKind::ThreadState, key, {start, std::min(end, model::kTimeLimit), name(), args(facts), 0, 0});
}

void EventReader::asyncEvent(TimeNs time, char phase) {
    ArgFacts facts;
    Async r;
    r.id = scopedId(m_event.id);
    r.pid = pid();
    r.tid = tid();
    r.time = time;
    r.name = phase == 'e' && name() == m_unnamed ? 0 : name();
    r.args = args(facts);
    r.phase = phase;
    if (phase == 'b') colour(r.name);
    m_out->asyncs.push_back(r);
}

void EventReader::object(TimeNs time, char phase) {
    ArgFacts facts;
    m_out->objects.push_back({scopedId(m_event.id), pid(), time, name(), args(facts), phase});
}

void EventReader::instant(TimeNs time) {
    ArgFacts facts;
    TrackKey key;
    key.pid = pid();
    key.tid = tid();
    Event e{time, time, name(), 0, 0, 0};
    if (e.name == m_memory) memory(time);
    e.args = args(facts);
    const char scope = m_event.instantScope.size ? m_event.instantScope.begin[0] : 't';
    TrackKind kind = scope == 'g'   ? TrackKind::GlobalInstants
                     : scope == 'p' ? TrackKind::ProcessInstants
                                    : TrackKind::ThreadInstants;
    if (m_event.ph.begin[0] == 'P') {
        e.payload = stackOfSlice();
        if (e.payload) kind = TrackKind::CpuSamples;
    }
    if (kind == TrackKind::GlobalInstants) key.pid = kNone;
    if (kind != TrackKind::ThreadInstants && kind != TrackKind::CpuSamples) key.tid = kNone;
    ++m_out
          ->counts[static_cast<std::size_t>(kind == TrackKind::CpuSamples ? EventKind::CpuSample : EventKind::Instant)];
    colour(e.name);
    stage(kind, key, e);
}

void EventReader::memory(TimeNs time) {
    MemoryPoint m;
    m.pid = pid();
    m.time = time;
    bool totals = false;
    for (const auto& [k, v] : m_event.arguments) {
        const auto number = json::integer(v.raw());
        if (!number) continue;
        if (k.raw() == "Device Type") m.onGpu = *number != 0;
        else if (k.raw() == "Device Id") m.device = *number;
        else if (k.raw() == "Total Allocated") m.allocated = *number, totals = true;
        else if (k.raw() == "Total Reserved") m.reserved = *number;
    }
    if (totals) m_out->memory.push_back(m);
}

void EventReader::counter(TimeNs time) {
    CounterValue c;
    c.pid = pid();
    c.time = time;
    c.counter = name();
    if (m_event.id) {
        m_scratch.assign(m_store.strings().at(c.counter));
        m_scratch += '[';
        json::appendText(m_event.id.raw(), m_event.id.escaped, m_scratch);
        m_scratch += ']';
        c.counter = m_strings.id(m_scratch);
    }
    for (const auto& [k, v] : m_event.arguments) {
        c.series = k.size ? m_strings.id(k) : 0;
        if (v.is(Value::Type::Object) || v.is(Value::Type::Array)) {
            odd(Note::NotShown, model::MessageCode::CounterValuesNotPlain, v.begin);
            continue;
        }
        const std::optional<double> value = json::real(v);
        if (!value) odd(Note::NotANumber, model::MessageCode::CounterValues, v.begin);
        c.value = value.value_or(std::numeric_limits<double>::quiet_NaN());
        ++m_out->counts[static_cast<std::size_t>(EventKind::Counter)];
        m_out->counters.push_back(c);
    }
    if (m_event.arguments.empty()) odd(Note::SkippedUnknown, model::MessageCode::CountersWithoutValue, m_begin);
}

void EventReader::metadata() {
    Metadata m;
    m.pid = pid();
    m.tid = tid();
    m.what = m_event.name ? m_strings.id(m_event.name) : 0;
    // The known ones have one argument each; whatever else is there, it does not count.
    const auto isTheOne = [](const auto& a) {
        return a.first.raw() == "name" || a.first.raw() == "labels" || a.first.raw() == "sort_index";
    };
    auto found = std::find_if(m_event.arguments.begin(), m_event.arguments.end(), isTheOne);
    if (found == m_event.arguments.end()) found = m_event.arguments.begin();
    if (found == m_event.arguments.end()) return;
    const Value& v = found->second;
    const auto number = json::integer(v.raw());
    m.isNumber = number.has_value();
    m.number = number.value_or(0);
    m.text = m_strings.id(v);
    m_out->metadata.push_back(m);
}

void EventReader::flow(TimeNs time, char phase) {
    ++m_out->counts[static_cast<std::size_t>(EventKind::Flow)];
    FlowPoint f;
    f.id = scopedId(m_event.id);
    f.pid = pid();
    f.tid = tid();
    f.time = time;
    f.name = name();
    f.phase = phase;
    // An arrow begins in what encloses it; where it ends the next event is meant unless the binding point says
    // otherwise.
    f.enclosing = phase != 'f' || m_event.bindingPoint.raw() == "e";
    f.launch = categoryOf(m_event.cat).isLaunchFlow;
    m_out->flows.push_back(f);
}

void EventReader::flowsOfSlice(TimeNs start, std::int64_t pid, std::int64_t tid, StringId sliceName) {
    if (!m_event.bindId || (!m_event.flowIn && !m_event.flowOut)) return;
    FlowPoint f;
    f.id = scopedId(m_event.bindId);
    f.id.category = 0;  // these arrows are told apart by their id alone
    f.pid = pid;
    f.tid = tid;
    f.time = start;
    f.name = sliceName;
    f.slice = sliceName;
    f.phase = !m_event.flowIn ? 's' : m_event.flowOut ? 't' : 'f';
    ++m_out->counts[static_cast<std::size_t>(EventKind::Flow)];
    m_out->flows.push_back(f);
}

}  // namespace importers::chrome
