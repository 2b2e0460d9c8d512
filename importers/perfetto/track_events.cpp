// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/perfetto/track_events.h"

#include <fmt/format.h>
#include <algorithm>
#include <bit>
#include <functional>

#include "model/base/messages.h"

namespace importers::perfetto {

using model::EventKind;
using model::TimeNs;
using model::TrackKey;
using Type = TrackRecord::Type;

namespace {

TimeNs fromUs(std::int64_t us) {
    TimeNs ns;
    return __builtin_mul_overflow(us, std::int64_t{1000}, &ns) ? (us < 0 ? model::kTimeMin : model::kTimeMax) : ns;
}

/// Arrows of old events have a numbering of their own.
std::uint64_t legacyFlowId(std::uint64_t id, std::string_view category) {
    return (id * 0x9e3779b97f4a7c15ull) ^ std::hash<std::string_view>()(category) ^ 0x5bd1e995u;
}

/// Arguments of events that only the maker's own programs write; their fields are not named in the trace.
model::MessageCode nameOfArgument(std::uint32_t field) {
    switch (field) {
    case 2:
    case 17: return model::MessageCode::ThreadTimeOfTrackEvents;
    case 8:
    case 20: return model::MessageCode::InstructionsOfTrackEvents;
    case 21: return model::MessageCode::LogsOfTrackEvents;
    case 50: return model::MessageCode::ScreenshotsOfTrackEvents;
    default: return model::MessageCode::Nothing;
    }
}

}  // namespace

void TrackEventReader::read(std::string_view message, const Packet& packet, Sequence& sequence) {
    Event e;
    Stamp stamp = packet.stamp;
    WireReader in(message);
    for (WireField f; in.next(f);) field(f, e, stamp, packet, sequence);
    if (in.failed())
        m_data.store.diagnostics().add(model::Note::DamagedPart, model::MessageCode::TrackEvents, 1, {}, packet.offset);
    if (!e.name && e.legacy.nameIid) e.name = sequence.text(kEventNames, e.legacy.nameIid, m_data.store);
    if (!e.categories.empty()) m_data.args.addText("category", e.categories);
    const TrackIndex track = trackOf(e, packet, sequence);
    extraCounters(e, stamp, sequence);

    TrackRecord r;
    r.stamp = stamp;
    r.track = track;
    r.name = e.name;
    r.chain = e.chain;
    switch (e.type) {
    case 1: r.type = Type::Begin; break;
    case 2: r.type = Type::End; break;
    case 3: r.type = Type::Instant; break;
    case 4:
        m_data.args.intern();
        if (e.hasValue) counterValue(e.hasTrack ? e.track : sequence.track, e.value, stamp, sequence);
        else
            m_data.store.diagnostics().add(model::Note::NotANumber, model::MessageCode::CounterEventsEmpty, 1, {},
                                           packet.offset);
        return;
    case 5: r.type = Type::State; break;
    default:
        if (e.legacy.phase) return legacyPhase(e, r, track);
        m_data.args.intern();
        m_data.store.diagnostics().add(model::Note::SkippedUnknown,
                                       m_data.numbered(model::MessageCode::TrackEventOfType, e.type), 1, {},
                                       packet.offset);
        return;
    }
    add(e, r);
}

void TrackEventReader::add(Event& e, TrackRecord r) {
    r.args = m_data.args.intern();
    const EventExtra& x = e.extra;
    if (!x.flows.empty() || !x.submits.empty() || !x.waits.empty() || x.gpuApi) {
        r.extra = static_cast<std::uint32_t>(m_data.extras.size());
        m_data.extras.push_back(std::move(e.extra));
    }
    TrackTree::Track& t = m_data.tracks.at(r.track);
    if (!t.firstEvent && r.type != Type::End && r.type != Type::State) t.firstEvent = r.name;
    t.firstTime = std::min(t.firstTime, r.stamp.time);
    m_data.records.push_back(r);
}

void TrackEventReader::field(const WireField& f, Event& e, Stamp& stamp, const Packet& packet, Sequence& sequence) {
    const auto category = [&](std::string_view text) {
        if (!text.empty()) e.categories += (e.categories.empty() ? "" : ",") + std::string(text);
    };
    switch (f.number) {
    case 1:  // microseconds since the event before
        sequence.timeUs = model::saturatingAdd(sequence.timeUs, f.asInt());
        stamp.time = fromUs(sequence.timeUs);
        stamp.clock = m_data.clocks.index(packet.host, 0, kMonotonic);
        break;
    case 16:
        stamp.time = fromUs(f.asInt());
        stamp.clock = m_data.clocks.index(packet.host, 0, kMonotonic);
        break;
    case 3:
        forEachNumber(f, [&](std::uint64_t iid) {
            category(m_data.store.strings().at(sequence.text(kEventCategories, iid, m_data.store)));
        });
        break;
    case 22: category(f.bytes); break;
    case 6: legacyEvent(f.bytes, e.legacy); break;
    case 9: e.type = f.value; break;
    case 10: e.name = sequence.text(kEventNames, f.value, m_data.store); break;
    case 23: e.name = m_data.store.strings().intern(f.bytes); break;
    case 11:
        e.track = f.value;
        e.hasTrack = true;
        break;
    case 30:
        e.value = static_cast<double>(f.asInt());
        e.hasValue = true;
        break;
    case 44:
        e.value = f.asDouble();
        e.hasValue = true;
        break;
    case 31: forEachNumber(f, [&](std::uint64_t t) { e.counterTracks.push_back(t); }); break;
    case 12:
        forEachNumber(
            f, [&](std::uint64_t v) { e.extraValues.push_back(static_cast<double>(static_cast<std::int64_t>(v))); });
        break;
    case 45: forEachNumber(f, [&](std::uint64_t t) { e.doubleCounterTracks.push_back(t); }); break;
    case 46: forEachFixed64(f, [&](std::uint64_t v) { e.extraDoubles.push_back(std::bit_cast<double>(v)); }); break;
    case 36: forEachNumber(f, [&](std::uint64_t id) { e.extra.flows.push_back({id, FlowUse::Role::Step}); }); break;
    case 42: forEachNumber(f, [&](std::uint64_t id) { e.extra.flows.push_back({id, FlowUse::Role::Last}); }); break;
    case 47: forEachFixed64(f, [&](std::uint64_t id) { e.extra.flows.push_back({id, FlowUse::Role::Step}); }); break;
    case 48: forEachFixed64(f, [&](std::uint64_t id) { e.extra.flows.push_back({id, FlowUse::Role::Last}); }); break;
    case 55: e.chain = inlineCallstack(f.bytes); break;
    case 56: e.chain = internedCallstack(f.value, sequence); break;
    case 3000: gpuCorrelation(f.bytes, e.extra); break;
    case 3001: e.extra.gpuApi = static_cast<std::uint32_t>(f.value); break;
    default: argument(f, e, sequence);
    }
}

void TrackEventReader::argument(const WireField& f, Event&, Sequence& sequence) {
    switch (f.number) {
    case 4: return m_data.args.addAnnotation(f.bytes, sequence);
    case 28: return histogram(f.bytes, sequence);
    case 33: return sourceLocation(f.bytes);
    case 34:
        if (const std::string* location = sequence.find(kSourceLocations, f.value)) sourceLocation(*location);
        return;
    case 52: return m_data.args.addInt("correlation_id", f.asInt());
    case 53: return m_data.args.addText("correlation_id", f.bytes);
    case 54: return m_data.args.addText("correlation_id", sequence.text(kCorrelationTexts, f.value, m_data.store));
    default: break;
    }
    const model::MessageCode known = nameOfArgument(f.number);
    m_data.notShown(
        known == model::MessageCode::Nothing ? m_data.numbered(model::MessageCode::TrackEventField, f.number) : known);
}

void TrackEventReader::legacyEvent(std::string_view message, Legacy& l) {
    l.present = true;
    WireReader in(message);
    for (WireField f; in.next(f);) {
        const auto id = [&](Legacy::Id type) {
            l.id = f.value;
            l.idType = type;
        };
        switch (f.number) {
        case 1: l.nameIid = f.value; break;
        case 2: l.phase = f.value > 0 && f.value < 127 ? static_cast<char>(f.value) : '?'; break;
        case 3: l.durationUs = f.asInt(); break;
        case 6: id(Legacy::Id::Unscoped); break;
        case 10: id(Legacy::Id::Local); break;
        case 11: id(Legacy::Id::Global); break;
        case 7: l.scope = f.bytes; break;
        case 8:
            l.bindId = f.value;
            l.hasBindId = true;
            break;
        case 12: l.enclosing = f.value != 0; break;
        case 13: l.direction = f.value; break;
        case 14: l.instantScope = f.value; break;
        case 18: l.pid = static_cast<std::int32_t>(f.value); break;
        case 19: l.tid = static_cast<std::int32_t>(f.value); break;
        default: break;
        }
    }
}

void TrackEventReader::gpuCorrelation(std::string_view message, EventExtra& extra) {
    WireReader in(message);
    for (WireField f; in.next(f);)
        if (f.number == 1 || f.number == 2)
            forEachNumber(f, [&](std::uint64_t id) { (f.number == 1 ? extra.submits : extra.waits).push_back(id); });
}

void TrackEventReader::histogram(std::string_view message, Sequence& sequence) {
    std::string_view name;
    std::uint64_t iid = 0;
    WireReader in(message);
    for (WireField f; in.next(f);) {
        switch (f.number) {
        case 1: m_data.args.addInt("chrome_histogram_sample.name_hash", f.asInt()); break;
        case 2: name = f.bytes; break;
        case 3: m_data.args.addInt("chrome_histogram_sample.sample", f.asInt()); break;
        case 4: iid = f.value; break;
        default: break;
        }
    }
    if (name.empty() && iid) name = m_data.store.strings().at(sequence.text(kHistogramNames, iid, m_data.store));
    if (!name.empty()) m_data.args.addText("chrome_histogram_sample.name", name);
}

void TrackEventReader::sourceLocation(std::string_view message) {
    WireReader in(message);
    for (WireField f; in.next(f);) {
        if (f.number == 2 && f.isBytes()) m_data.args.addText("source.file", f.bytes);
        if (f.number == 3 && f.isBytes()) m_data.args.addText("source.function", f.bytes);
        if (f.number == 4 && !f.isBytes()) m_data.args.addInt("source.line", f.asInt());
    }
}

model::ChainId TrackEventReader::inlineCallstack(std::string_view message) {
    model::ChainId chain = 0;  // the outermost frame comes first
    WireReader in(message);
    for (WireField f; in.next(f);) {
        if (f.number != 1 || !f.isBytes()) continue;
        model::Frame frame;
        std::string_view file;
        std::uint64_t line = 0;
        WireReader parts(f.bytes);
        for (WireField p; parts.next(p);) {
            if (p.number == 1) frame.symbol = m_data.store.strings().intern(p.bytes);
            if (p.number == 2) file = p.bytes;
            if (p.number == 3) line = p.value;
        }
        if (!file.empty())
            frame.module = m_data.store.strings().intern(line ? fmt::format("{}:{}", file, line) : std::string(file));
        chain = m_data.store.callchains().intern(chain, frame);
    }
    return chain;
}

model::ChainId TrackEventReader::internedCallstack(std::uint64_t iid, Sequence& sequence) {
    const std::string* stack = sequence.find(kCallstacks, iid);
    if (!stack) {
        m_data.store.diagnostics().add(model::Note::DanglingReference, model::MessageCode::TrackEventStacks);
        return 0;
    }
    model::ChainId chain = 0;
    WireReader in(*stack);
    for (WireField f; in.next(f);)
        if (f.number == 2)
            forEachNumber(
                f, [&](std::uint64_t id) { chain = m_data.store.callchains().intern(chain, frame(id, sequence)); });
    return chain;
}

model::Frame TrackEventReader::frame(std::uint64_t iid, Sequence& sequence) {
    model::Frame out;
    const std::string* message = sequence.find(kFrames, iid);
    if (!message) return out;
    WireReader in(*message);
    for (WireField f; in.next(f);) {
        if (f.number == 2) out.symbol = sequence.text(kFunctionNames, f.value, m_data.store);
        if (f.number == 4) out.ip = f.value;
        if (f.number != 3) continue;
        const std::string* mapping = sequence.find(kMappings, f.value);
        if (!mapping) continue;
        std::string path;
        WireReader parts(*mapping);
        for (WireField p; parts.next(p);)
            if (p.number == 7)
                forEachNumber(p, [&](std::uint64_t part) {
                    path +=
                        "/" + std::string(m_data.store.strings().at(sequence.text(kMappingPaths, part, m_data.store)));
                });
        if (!path.empty()) out.module = m_data.store.strings().intern(path);
    }
    return out;
}

TrackIndex TrackEventReader::trackOf(const Event& e, const Packet& packet, const Sequence& sequence) {
    if (e.legacy.pid != TrackKey::kNone || e.legacy.tid != TrackKey::kNone) {
        const std::int64_t pid = e.legacy.pid != TrackKey::kNone ? e.legacy.pid : sequence.pid;
        return m_data.tracks.thread(packet.host, pid, e.legacy.tid != TrackKey::kNone ? e.legacy.tid : sequence.tid);
    }
    if (e.hasTrack) return m_data.tracks.byId(e.track);
    if (sequence.hasTrack) return m_data.tracks.byId(sequence.track);
    if (sequence.hasThread) return m_data.tracks.thread(packet.host, sequence.pid, sequence.tid);
    return m_data.tracks.global();
}

/// Old asynchronous events say by an id to which of them they belong.
TrackIndex TrackEventReader::asyncTrack(const Event& e, TrackIndex thread) {
    const TrackTree::Track& t = m_data.tracks.at(thread);
    const bool local = e.legacy.idType == Legacy::Id::Local;
    // Others hold in the whole trace; they are shown with the process that they begin in.
    const std::string key =
        fmt::format("{}\n{}\n{}\n{:x}", local ? t.pid : 0, e.categories, e.legacy.scope, e.legacy.id);
    const std::int64_t pid = t.pid;
    const TrackIndex index = m_data.tracks.named(t.host, local ? pid : TrackKey::kNone, key);
    TrackTree::Track& async = m_data.tracks.at(index);
    if (async.pid == TrackKey::kNone) async.pid = pid;
    return index;
}

void TrackEventReader::extraCounters(const Event& e, Stamp stamp, const Sequence& sequence) {
    std::size_t lost = 0;
    const auto add = [&](const std::vector<double>& values, const std::vector<std::uint64_t>& own,
                         const std::vector<std::uint64_t>& byDefault) {
        const std::vector<std::uint64_t>& tracks = own.empty() ? byDefault : own;
        for (std::size_t i = 0; i < values.size() && i < tracks.size(); ++i)
            counterValue(tracks[i], values[i], stamp, sequence);
        lost += values.size() - std::min(values.size(), tracks.size());
    };
    add(e.extraValues, e.counterTracks, sequence.counterTracks);
    add(e.extraDoubles, e.doubleCounterTracks, sequence.doubleCounterTracks);
    if (lost)
        m_data.store.diagnostics().add(model::Note::DanglingReference, model::MessageCode::CounterValuesAlone, lost);
}

void TrackEventReader::counterValue(std::uint64_t track, double value, Stamp stamp, const Sequence& sequence) {
    m_data.count(EventKind::Counter);
    m_data.counters.push_back({stamp, m_data.tracks.byId(track), sequence.run, value});
}

void TrackEventReader::legacyPhase(Event& e, TrackRecord r, TrackIndex thread) {
    if (e.legacy.hasBindId && e.legacy.direction) {
        const std::uint64_t id = legacyFlowId(e.legacy.bindId, {});
        e.extra.flows.push_back({id, e.legacy.direction == 2 ? FlowUse::Role::First : FlowUse::Role::Step});
    }
    switch (e.legacy.phase) {
    case 'B': r.type = Type::Begin; break;
    case 'E': r.type = Type::End; break;
    case 'X':
        r.type = Type::Complete;
        r.duration = fromUs(e.legacy.durationUs);
        break;
    case 'i':
    case 'I':
    case 'R':
        r.type = Type::Instant;
        if (e.legacy.instantScope == 1) r.track = m_data.tracks.global();
        if (e.legacy.instantScope == 2) {
            const TrackTree::Track& t = m_data.tracks.at(thread);
            r.track = m_data.tracks.process(t.host, t.pid);
        }
        break;
    case 'b':
    case 'S':
    case 'e':
    case 'F':
    case 'n':
    case 'T':
    case 'p':
        r.type = e.legacy.phase == 'b' || e.legacy.phase == 'S'   ? Type::Begin
                 : e.legacy.phase == 'e' || e.legacy.phase == 'F' ? Type::End
                                                                  : Type::Instant;
        r.track = asyncTrack(e, thread);
        break;
    case 's':
    case 't':
    case 'f': m_data.args.intern(); return flowEvent(e, r.stamp, thread);
    default:
        m_data.args.intern();
        m_data.notShown({model::MessageCode::TrackEventsOfPhase, {std::string(1, e.legacy.phase)}});
        return;
    }
    add(e, r);
}

void TrackEventReader::flowEvent(const Event& e, Stamp stamp, TrackIndex track) {
    m_data.count(EventKind::Flow);
    FlowRecord f;
    f.stamp = stamp;
    f.track = track;
    f.id = legacyFlowId(e.legacy.hasBindId ? e.legacy.bindId : e.legacy.id, e.categories);
    f.role = e.legacy.phase == 's'   ? FlowUse::Role::First
             : e.legacy.phase == 't' ? FlowUse::Role::Step
                                     : FlowUse::Role::Last;
    f.next = e.legacy.phase == 'f' && !e.legacy.enclosing;
    f.name = e.name;
    f.order = m_data.records.size();
    m_data.flows.push_back(f);
}

}  // namespace importers::perfetto
