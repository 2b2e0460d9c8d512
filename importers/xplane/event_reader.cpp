// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/xplane/event_reader.h"

#include <fmt/format.h>
#include <algorithm>
#include <cstring>

#include "importers/common/xla_names.h"
#include "model/base/ascii.h"
#include "model/base/messages.h"
#include "model/workload/collectives.h"
#include "model/workload/steps.h"

namespace importers::xplane {

using model::Arg;
using model::Event;
using model::EventKind;
using model::Note;
using model::StringId;
using model::TimeNs;
using model::TrackKey;
using model::TrackKind;

namespace {

constexpr std::string_view kCounters = "_counters_", kCalls = "Host Threads/", kStream = "Stream #";

bool isStepLine(std::string_view name) { return name == "Steps" || name == "Sparse Core Steps"; }

/// Picoseconds in whole nanoseconds, towards the past: so what nests still nests.
TimeNs wholeNs(std::int64_t ps) { return ps / 1000 - (ps % 1000 < 0 ? 1 : 0); }

}  // namespace

void EventReader::beginPlane(Plane& plane) {
    m_plane = &plane;
    m_planeKind = planeKind(plane.name);
    m_process = m_rows.process(m_planeKind, plane.name);
    m_device =
        m_planeKind == PlaneKind::Gpu ? xla::numberAfter(plane.name, "/device:GPU:").value_or(0) : TrackKey::kNone;
}

void EventReader::beginLine() {
    m_id = 0;
    m_begin = 0;
    m_name.clear();
    m_shownName.clear();
    m_hasRow = false;
    m_groupOf.fill(nullptr);
    m_touched.clear();
    m_firstArrow = m_arrows.size();
}

void EventReader::lineNumber(std::uint32_t field, std::uint64_t value) {
    const auto number = static_cast<std::int64_t>(value);
    switch (field) {
    case 1: m_id = number; break;
    case 3:
        if (m_hasRow) moveLine(model::saturatingSub(number, m_begin));
        m_begin = number;
        break;
    case 9:          // its length: that of its events
    case 10: break;  // its place in a viewer
    default: m_plane->odd.unknown("XLine", field); break;
    }
}

void EventReader::lineText(std::uint32_t field, std::string_view text) {
    if (field == 2) m_name = text;
    else if (field == 11) m_shownName = text;
    else m_plane->odd.unknown("XLine", field);
}

/// A line whose time comes behind its events, as no writer known writes it.
void EventReader::moveLine(TimeNs by) {
    for (const auto& [group, first] : m_touched)
        for (std::size_t i = first; i < group->events.size(); ++i)
            for (TimeNs* t : {&group->events[i].start, &group->events[i].end}) *t = model::saturatingAdd(*t, by);
    m_arrows.shift(m_firstArrow, by);
}

void EventReader::chooseRow() {
    m_hasRow = true;
    if (m_name == kCounters) {
        m_kind = LineKind::Counters;
    } else if (m_planeKind != PlaneKind::Gpu) {
        m_kind = m_name.starts_with(kCalls) ? LineKind::Calls : isStepLine(m_name) ? LineKind::Steps : LineKind::Thread;
        m_key = m_rows.thread(m_planeKind, m_process, m_id, m_name);
    } else if (const auto number = xla::numberAfter(m_name, kStream); number || m_name.empty()) {
        m_kind = LineKind::Stream;
        m_key = m_rows.stream(m_device, number.value_or(m_id));
    } else {
        m_kind = LineKind::DeviceRow;
        m_key = m_rows.deviceRow(m_device, m_name);
    }
}

EventGroup& EventReader::groupOf(TrackKind kind) {
    EventGroup*& group = m_groupOf[static_cast<std::size_t>(kind)];
    if (group) return *group;
    TrackKey key = m_key;
    if (kind == TrackKind::Nvtx) key.domain = 0;
    if (kind == TrackKind::MemoryEvents) key.context = key.stream = TrackKey::kNone;  // one row for all streams
    group = &m_groups.group(kind, key);
    if (std::none_of(m_touched.begin(), m_touched.end(), [&](const auto& t) { return t.first == group; }))
        m_touched.emplace_back(group, group->events.size());
    if (kind == TrackKind::CudaApi && group->events.empty()) m_operators.addThread(*group);
    return *group;
}

void EventReader::event(std::string_view message, const char* readableEnd, std::int64_t offset) {
    if (!m_hasRow) chooseRow();
    std::int64_t id = 0, begin = 0, duration = 0;
    bool isTotal = false;
    m_stats.clear();
    WireReader in(message, readableEnd);
    for (WireField f; in.next(f);) {
        switch (f.number) {
        case 1: id = f.asInt(); break;
        case 2: begin = f.asInt(), isTotal = false; break;
        case 3: duration = f.asInt(); break;
        case 4:
            if (f.isBytes()) m_stats.push_back(f.bytes);
            break;
        case 5: isTotal = true; break;
        default: m_plane->odd.unknown("XEvent", f.number); break;
        }
    }
    if (in.failed()) {
        if (++m_damaged == 1) m_firstDamage = offset;
        return;
    }
    if (isTotal) {
        ++m_totals;
        return;
    }
    EventName& name = m_plane->eventName(id, m_store);
    m_args.clear();
    if (m_stats.empty()) return place(name, name.facts, eventOf(name, begin, duration));
    readStats(name, readableEnd);
    place(name, m_facts, eventOf(name, begin, duration));
}

/// Reads m_stats into m_args and m_facts.
void EventReader::readStats(EventName& name, const char* readableEnd) {
    EventName::Last& last = name.last;
    m_running.clear();
    std::size_t same = 0, at = 0;
    for (const std::string_view stat : m_stats) {
        if (m_plane->isRunning(stat, m_store)) {
            m_running.push_back(stat);
            continue;
        }
        const bool isSame = same < last.ends.size() && at + stat.size() == last.ends[same] &&
                            std::memcmp(last.bytes.data() + at, stat.data(), stat.size()) == 0;
        at += stat.size();
        if (isSame) ++same;
        else same = SIZE_MAX;
    }
    if (last.isKnown && same == last.ends.size()) {
        m_args = last.args;
        m_facts = last.facts;
    } else {
        readOtherStats(name, readableEnd);
    }
    for (const std::string_view stat : m_running) m_plane->readStat(stat, readableEnd, m_store, m_args, m_facts);
}

/// Reads those that do not run on, and keeps them for the next event unless there is something to be counted in them.
void EventReader::readOtherStats(EventName& name, const char* readableEnd) {
    EventName::Last& last = name.last;
    const std::uint64_t oddities = m_plane->odd.count();
    m_facts = name.facts;
    last.bytes.clear();
    last.ends.clear();
    for (const std::string_view stat : m_stats) {
        if (m_plane->isRunning(stat, m_store)) continue;
        m_plane->readStat(stat, readableEnd, m_store, m_args, m_facts);
        last.bytes += stat;
        last.ends.push_back(last.bytes.size());
    }
    constexpr std::size_t kLongest = 4096;
    last.isKnown = m_plane->odd.count() == oddities && last.bytes.size() <= kLongest;
    if (last.bytes.size() > kLongest) last.bytes = {};
    last.args = m_args;
    last.facts = m_facts;
    last.tuple = 0;
}

Event EventReader::eventOf(const EventName& name, std::int64_t offset, std::int64_t duration) {
    std::int64_t end = 0;
    if (__builtin_add_overflow(offset, duration, &end)) end = duration < 0 ? INT64_MIN : INT64_MAX;
    // What is finer than a nanosecond stays with the event.
    if (offset % 1000 != 0 || duration % 1000 != 0) {
        if (!m_durationKey) m_durationKey = m_store.strings().intern("duration_ps");
        m_args.push_back({m_durationKey, Arg::Type::Int, duration});
    }
    return {model::saturatingAdd(m_begin, wholeNs(offset)),
            model::saturatingAdd(m_begin, wholeNs(end)),
            name.name,
            0,
            0,
            0};
}

void EventReader::finishArgs(EventName& name, Event& event) {
    if (m_args.empty()) {
        event.args = name.args;
        return;
    }
    // Arguments are added to those of the statistics, never changed.
    EventName::Last& last = name.last;
    const bool isOfStats = !m_stats.empty() && m_args.size() == last.args.size();
    if (isOfStats && last.tuple) {
        event.args = last.tuple;
        return;
    }
    m_args.insert(m_args.end(), name.shared.begin(), name.shared.end());
    event.args = m_tuples(m_args);
    if (isOfStats) last.tuple = event.args;
}

std::uint32_t EventReader::correlationOf(const Facts& facts) {
    if (!facts.has(StatRole::Correlation)) return 0;
    if (facts.correlation <= UINT32_MAX) return static_cast<std::uint32_t>(facts.correlation);
    // Numbers that do not fit get those that no profiler reaches.
    return m_largeCorrelations
        .try_emplace(facts.correlation, UINT32_MAX - static_cast<std::uint32_t>(m_largeCorrelations.size()))
        .first->second;
}

void EventReader::place(EventName& name, const Facts& facts, Event event) {
    if (m_kind == LineKind::Counters) return counterValue(name, event.start);
    if (m_planeKind == PlaneKind::Host && name.isAllocator) allocation(facts, event.start);
    Placed placed{};
    if (m_planeKind == PlaneKind::Gpu) placed = gpuWork(name, facts, event);
    else placed = hostEvent(name, facts, event);
    finishArgs(name, event);
    EventGroup& group = groupOf(placed.kind);
    group.events.push(event);
    ++m_store.info().eventsInFile[static_cast<std::size_t>(placed.counted)];
    if (facts.isLinked()) m_arrows.add(facts, group, event);
}

EventReader::Placed EventReader::gpuWork(const EventName& name, const Facts& facts, Event& event) {
    const bool isWork = m_kind == LineKind::Stream || facts.has(StatRole::Launch) || facts.has(StatRole::Copy) ||
                        facts.has(StatRole::Fill) || facts.has(StatRole::Correlation);
    if (!isWork) {
        if (isStepLine(m_name)) event.name = stepName(event.name, nullptr);
        return {TrackKind::StreamAnnotations, EventKind::Annotation};
    }
    if (facts.has(StatRole::Context) && facts.context != m_key.context) {
        m_key.context = facts.context;
        m_rows.setContext(m_device, facts.context);
        m_groupOf.fill(nullptr);
    }
    event.correlation = correlationOf(facts);
    const std::uint32_t number = m_operators.numberOf(facts);
    if (event.correlation && number != Operators::kNone) m_operators.addWork(event.correlation, number, event.name);
    if (const StringId collective = m_operators.collectiveOf(number)) {
        if (!m_collectiveKey) m_collectiveKey = m_store.strings().intern(model::reports::kCollectiveName);
        m_args.push_back({m_collectiveKey, Arg::Type::String, collective});
    }
    // Descriptions tell more than a name that says nothing.
    const xla::Described by{facts.has(StatRole::Launch), facts.has(StatRole::Copy), facts.has(StatRole::Fill),
                            facts.has(StatRole::Allocation), facts.has(StatRole::Graph)};
    const bool isNamed = name.work.row != TrackKind::StreamKernels;
    const xla::Work work = isNamed ? name.work : xla::workOf({}, by);
    return {work.row, work.kind};
}

EventReader::Placed EventReader::hostEvent(const EventName& name, const Facts& facts, Event& event) {
    if (m_planeKind == PlaneKind::Host) {
        const bool isCall = m_kind == LineKind::Calls || (name.isApi && facts.has(StatRole::Correlation));
        if (name.isNvtx) return {TrackKind::Nvtx, EventKind::Nvtx};
        if (isCall) {
            event.correlation = correlationOf(facts);
            const std::uint32_t number = m_operators.numberOf(facts);
            if (event.correlation && number != Operators::kNone) m_operators.addCall(event.correlation, number);
            if (m_store.strings().at(name.name).starts_with("hip")) m_rows.setHip();
            return {TrackKind::CudaApi, EventKind::CudaApi};
        }
        if (name.isPython) return {TrackKind::PythonFunctions, EventKind::PythonFunction};
        if (name.isFrameworkOp) return {TrackKind::Operators, EventKind::Operator};
    }
    if (m_kind == LineKind::Steps || facts.has(StatRole::Step)) {
        event.name = stepName(event.name, facts.has(StatRole::Step) ? &facts : nullptr);
        return {TrackKind::Annotations, EventKind::Annotation};
    }
    if (event.end == event.start) return {TrackKind::ThreadInstants, EventKind::Instant};
    return {TrackKind::Slices, EventKind::Slice};
}

/// Steps have one name and a number beside it, or a number alone: here a name of which the number is a part.
StringId EventReader::stepName(StringId name, const Facts* facts) {
    const std::string text(m_store.strings().at(name));
    const bool isNumber = !text.empty() && std::all_of(text.begin(), text.end(), model::isDigit);
    if (!facts) return isNumber ? m_store.strings().intern("step " + text) : name;
    for (const std::string_view between : {" ", " step "})
        if (std::string full = fmt::format("{}{}{}", text, between, facts->step); model::reports::isStep(full))
            return m_store.strings().intern(full);
    m_args.push_back({m_store.strings().intern("name"), Arg::Type::String, name});
    return m_store.strings().intern(fmt::format("step {}", facts->step));
}

void EventReader::counterValue(const EventName& name, TimeNs time) {
    const auto value = std::find_if(m_args.begin(), m_args.end(), [&](const Arg& a) {
        return a.type != Arg::Type::String && a.key != m_durationKey;
    });
    if (value == m_args.end()) {
        ++m_countersWithoutValue;
        return;
    }
    const bool ofGpu = m_planeKind == PlaneKind::Gpu;
    const TrackKey key = m_rows.counter(m_process, m_device, m_store.strings().at(name.name));
    m_groups.addValue(ofGpu ? TrackKind::GpuMetric : TrackKind::ProcessCounter, key, time,
                      value->type == Arg::Type::Real ? value->real() : static_cast<double>(value->value));
    ++m_store.info().eventsInFile[static_cast<std::size_t>(ofGpu ? EventKind::GpuMetric : EventKind::Counter)];
}

/// An allocator tells with each allocation how much is in use.
void EventReader::allocation(const Facts& facts, TimeNs time) {
    if (!facts.has(StatRole::Allocated) || !facts.allocator) return;
    const std::string_view name = m_store.strings().at(facts.allocator);
    constexpr std::string_view kOfGpu = "GPU_";
    std::int64_t device = TrackKey::kNone;
    if (name.starts_with(kOfGpu)) {
        const std::string_view rest = name.substr(kOfGpu.size());
        device = xla::numberAfter(rest.substr(0, rest.find('_')), "").value_or(TrackKey::kNone);
    }
    const bool ofGpu = device != TrackKey::kNone;
    const TrackKey key = m_rows.counter(m_process, device, fmt::format("{} allocated", name), true);
    m_groups.addValue(ofGpu ? TrackKind::MemoryUsage : TrackKind::ProcessCounter, key, time,
                      static_cast<double>(facts.allocated));
}

void EventReader::endLine() {
    if (m_hasRow && !m_shownName.empty() && m_kind != LineKind::Counters && m_planeKind != PlaneKind::Gpu &&
        !m_shownName.starts_with(kCalls)) {
        TrackKey key;
        key.pid = m_key.pid;
        key.tid = m_key.tid;
        m_rows.setName(TrackKind::Thread, key, m_shownName);
    }
}

void EventReader::noteOddities() {
    auto& notes = m_store.diagnostics();
    if (m_damaged) {
        notes.add(Note::DamagedPart, model::MessageCode::DamagedEvent, m_damaged, {}, m_firstDamage);
        m_store.info().partial = true;
    }
    if (m_totals) notes.add(Note::NotShown, "XEvent.num_occurrences", m_totals);
    if (m_countersWithoutValue)
        notes.add(Note::NotANumber, model::MessageCode::CounterEventsEmpty, m_countersWithoutValue);
}

}  // namespace importers::xplane
