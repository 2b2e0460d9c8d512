// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/torch/allocator.h"

#include <fmt/format.h>
#include <algorithm>
#include <array>

#include "model/base/messages.h"

namespace importers::torch {

using model::EventKind;
using model::Note;
using model::TimeNs;
using model::TrackKind;
using Action = TraceEntry::Action;

namespace {

/// Curves of a device, by TrackKey::domain.
enum Curve : std::int64_t { Allocated, Reserved, Waiting };

std::int64_t requestedOf(const Block& b) { return b.requested >= 0 ? b.requested : b.size; }

/// By how much an entry changes what is reserved.
std::int64_t reservedChange(const TraceEntry& e) {
    switch (e.action) {
    case Action::SegmentAlloc:
    case Action::SegmentMap: return e.size;
    case Action::SegmentFree:
    case Action::SegmentUnmap: return -e.size;
    default: return 0;
    }
}

}  // namespace

AllocatorRows::AllocatorRows(model::EventStore& store, EventGroups& groups, const SnapshotReader& reader,
                             std::int64_t device, model::TimeRange times, const OpenOptions& options)
    : m_store(store), m_groups(groups), m_reader(reader), m_device(device), m_times(times),
      m_check(options.stopBuilding), m_args(store) {
    std::vector<model::ArgsTable::Key> keys;
    for (const char* name : {"bytes", "address", "streamId", "Total Allocated", "Total Reserved"})
        keys.emplace_back(word(name), model::Arg::Type::Int);
    m_allocationShape = m_store.args().shape(keys);
}

void AllocatorRows::add(std::span<const TraceEntry> trace, std::span<const Segment* const> segments) {
    findBefore(trace, segments);
    findReservedBefore(trace, segments);
    addBefore();
    for (const TraceEntry& e : trace) {
        m_check();
        addEntry(e);
    }
    addSegments(segments);
    addWaiting();
    addFacts(segments);
    noteBefore();
}

/// What the trace frees without having allocated it was there before, and so was what the snapshot holds of which the
/// trace tells nothing.
void AllocatorRows::findBefore(std::span<const TraceEntry> trace, std::span<const Segment* const> segments) {
    std::unordered_set<std::int64_t> live, pending;
    for (const TraceEntry& e : trace) {
        m_check();
        if (e.action == Action::Alloc) live.insert(e.address);
        const bool completed = e.action == Action::FreeCompleted && !pending.erase(e.address);
        if (e.action != Action::FreeRequested && !completed) continue;
        if (!live.erase(e.address)) m_before.push_back({e.address, e.size, 0});
        if (!completed) pending.insert(e.address);
    }
    // Of a part of a trace nobody knows whether the rest tells of a block.
    if (m_store.info().partial && !trace.empty()) return;
    std::size_t held = 0;
    for (const Segment* s : segments)
        for (const Block& b : s->blocks) {
            m_check();
            if (b.state != Block::State::Allocated) continue;
            ++held;
            if (live.contains(b.address)) continue;
            m_before.push_back({b.address, requestedOf(b), b.chain});
            m_recordedBefore += b.chain != 0 && !trace.empty();
            live.insert(b.address);
        }
    if (!segments.empty() && live.size() > held) m_unmatched += live.size() - held;
}

void AllocatorRows::findReservedBefore(std::span<const TraceEntry> trace, std::span<const Segment* const> segments) {
    std::int64_t sum = 0, least = 0, atEnd = 0;
    for (const TraceEntry& e : trace) {
        sum = model::saturatingAdd(sum, reservedChange(e));
        least = std::min(least, sum);
    }
    for (const Segment* s : segments) atEnd = model::saturatingAdd(atEnd, s->size);
    m_reserved = std::max(model::saturatingSub(0, least), model::saturatingSub(atEnd, sum));
}

model::TrackKey AllocatorRows::key() const {
    model::TrackKey key;
    key.pid = kProcess;
    key.device = m_device;
    return key;
}

void AllocatorRows::curve(TimeNs time, std::int64_t which, std::int64_t bytes) {
    model::TrackKey k = key();
    k.domain = which;
    m_groups.addValue(TrackKind::MemoryUsage, k, time, static_cast<double>(bytes));
}

void AllocatorRows::allocation(TimeNs time, const char* name, std::int64_t address, std::int64_t bytes,
                               std::int64_t stream, model::ChainId chain) {
    const std::array<std::int64_t, 5> values{bytes, address, stream, m_allocated, m_reserved};
    m_groups.add(TrackKind::MemoryEvents, key(),
                 {time, time, word(name), m_store.args().append(m_allocationShape, values), 0, chain});
    curve(time, Allocated, m_allocated);
}

void AllocatorRows::addBefore() {
    const TimeNs begin = m_times.begin;
    curve(begin, Reserved, m_reserved);
    if (m_before.empty()) curve(begin, Allocated, 0);
    for (const Before& b : m_before) {
        m_check();
        m_allocated = model::saturatingAdd(m_allocated, b.size);
        m_live[b.address] = b.size;
        allocation(begin, "Allocated before the trace", b.address, b.size, 0, b.chain);
    }
    m_store.info().eventsInFile[static_cast<std::size_t>(EventKind::MemoryUsage)] += m_before.size();
}

void AllocatorRows::addEntry(const TraceEntry& e) {
    switch (e.action) {
    case Action::Alloc:
        ++m_store.info().eventsInFile[static_cast<std::size_t>(EventKind::MemoryUsage)];
        m_allocated = model::saturatingAdd(m_allocated, e.size);
        m_live[e.address] = e.size;
        return allocation(e.time, "Allocation", e.address, e.size, e.stream, e.chain);
    case Action::FreeRequested:
    case Action::FreeCompleted: return addFree(e);
    case Action::SegmentAlloc:
    case Action::SegmentFree:
    case Action::SegmentMap:
    case Action::SegmentUnmap: return addSegmentEntry(e);
    default: return addOther(e);
    }
}

/// The program no longer has the memory once it has asked for its release. A stream may still use it for a while.
void AllocatorRows::addFree(const TraceEntry& e) {
    if (e.action == Action::FreeCompleted)
        if (const auto requested = m_pending.find(e.address); requested != m_pending.end()) {
            waiting(e.time, -requested->second);
            m_pending.erase(requested);
            return;
        }
    ++m_store.info().eventsInFile[static_cast<std::size_t>(EventKind::MemoryUsage)];
    const auto live = m_live.find(e.address);
    const std::int64_t bytes = live == m_live.end() ? e.size : live->second;  // what is given back is what was taken
    if (live != m_live.end()) m_live.erase(live);
    m_allocated = std::max<std::int64_t>(0, model::saturatingSub(m_allocated, bytes));
    allocation(e.time, "Deallocation", e.address, bytes, e.stream, e.chain);
    if (e.action == Action::FreeCompleted) return;
    m_pending[e.address] = bytes;
    waiting(e.time, bytes);
}

void AllocatorRows::waiting(TimeNs time, std::int64_t change) {
    m_waiting = std::max<std::int64_t>(0, model::saturatingAdd(m_waiting, change));
    if (m_waitingCurve.empty() || m_waitingCurve.back().first != time) m_waitingCurve.emplace_back(time, 0);
    m_waitingCurve.back().second = m_waiting;
}

/// Only where a release ever took time: else the curve would be nothing but zeros.
void AllocatorRows::addWaiting() {
    if (std::all_of(m_waitingCurve.begin(), m_waitingCurve.end(), [](const auto& v) { return v.second == 0; })) return;
    for (const auto& [time, bytes] : m_waitingCurve) curve(time, Waiting, bytes);
}

void AllocatorRows::addSegmentEntry(const TraceEntry& e) {
    ++m_store.info().eventsInFile[static_cast<std::size_t>(EventKind::MemoryPool)];
    m_reserved = std::max<std::int64_t>(0, model::saturatingAdd(m_reserved, reservedChange(e)));
    m_args.addInt("address", e.address), m_args.addInt("bytes", e.size), m_args.addInt("streamId", e.stream);
    m_args.addInt("Total Reserved", m_reserved);
    const char* name = e.action == Action::SegmentAlloc  ? "Segment allocated"
                       : e.action == Action::SegmentFree ? "Segment freed"
                       : e.action == Action::SegmentMap  ? "Segment mapped"
                                                         : "Segment unmapped";
    m_groups.add(TrackKind::MemoryPool, key(), {e.time, e.time, word(name), m_args.intern(), 0, e.chain});
    curve(e.time, Reserved, m_reserved);
    if (e.action == Action::SegmentAlloc) m_openSegments[e.address] = e;
    if (e.action == Action::SegmentMap) m_openSegments.try_emplace(e.address, e);
    if (e.action != Action::SegmentFree) return;
    Segment s;
    s.address = e.address, s.size = e.size, s.stream = e.stream;
    const auto open = m_openSegments.find(e.address);
    addSegmentRow(s, {open == m_openSegments.end() ? m_times.begin : open->second.time, e.time});
    if (open != m_openSegments.end()) m_openSegments.erase(open);
}

void AllocatorRows::addSegments(std::span<const Segment* const> segments) {
    for (const Segment* s : segments) {
        m_check();
        const auto open = m_openSegments.find(s->address);
        addSegmentRow(*s, {open == m_openSegments.end() ? m_times.begin : open->second.time, m_times.end});
    }
}

void AllocatorRows::addSegmentRow(const Segment& s, model::TimeRange when) {
    std::int64_t allocated = 0, pending = 0, free = 0, largest = 0;
    for (const Block& b : s.blocks) {
        const bool isFree = b.state == Block::State::Free;
        std::int64_t& sum = isFree ? free : b.state == Block::State::Allocated ? allocated : pending;
        sum = model::saturatingAdd(sum, b.size);
        if (isFree) largest = std::max(largest, b.size);
    }
    m_args.addInt("segment device", m_device), m_args.addInt("address", s.address);
    m_args.addInt("segment bytes", s.size), m_args.addInt("streamId", s.stream);
    if (!s.pool.empty()) m_args.addText("pool", s.pool);
    if (!s.blocks.empty()) {  // a segment that is gone has no blocks any more
        m_args.addInt("blocks", static_cast<std::int64_t>(s.blocks.size()));
        m_args.addInt("allocated bytes", allocated), m_args.addInt("pending bytes", pending);
        m_args.addInt("free bytes", free), m_args.addInt("largest free bytes", largest);
    }
    if (s.chain) m_args.addText("stack", stackText(s.chain));
    const std::string name = s.isExpandable      ? "expandable segment"
                             : s.kind == "small" ? "small segment"
                             : s.kind == "large" ? "large segment"
                                                 : "segment";
    model::TrackKey k;
    k.pid = kProcess;
    k.domain = m_device;
    m_groups.add(TrackKind::Objects, k,
                 {when.begin, std::max(when.begin, when.end), word(name), m_args.intern(), 0, 0});
    ++m_store.info().eventsInFile[static_cast<std::size_t>(EventKind::Object)];
}

void AllocatorRows::addOther(const TraceEntry& e) {
    std::string_view name = "snapshot";
    if (e.action == Action::Unknown) {
        m_store.diagnostics().add(Note::SkippedUnknown, m_reader.text(e.text));
        return;
    }
    if (e.action == Action::UserDefined) name = m_reader.text(e.text);
    if (e.action == Action::OutOfMemory) {
        name = "CUDA out of memory";
        if (m_outOfMemory++ == 0) m_outOfMemoryBytes = e.size;
        m_args.addInt("requested bytes", e.size), m_args.addInt("free bytes", e.address);
        m_args.addInt("allocated bytes", m_allocated), m_args.addInt("reserved bytes", m_reserved);
    }
    m_args.addInt("device", m_device);
    if (e.chain) m_args.addText("stack", stackText(e.chain));
    model::TrackKey k;
    k.pid = kProcess;
    m_groups.add(TrackKind::ProcessInstants, k, {e.time, e.time, word(name), m_args.intern(), 0, 0});
    ++m_store.info().eventsInFile[static_cast<std::size_t>(EventKind::Instant)];
}

/// One frame a line, the innermost first.
std::string AllocatorRows::stackText(model::ChainId chain) const {
    constexpr std::size_t kMost = 16 << 10;
    std::string out;
    for (const model::Frame& f : m_store.callchains().at(chain)) {
        if (out.size() > kMost) break;
        const std::string_view name = m_store.strings().at(f.symbol), place = m_store.strings().at(f.module);
        out += fmt::format("{}{}{}{}{}", out.empty() ? "" : "\n", name, place.empty() ? "" : " (", place,
                           place.empty() ? "" : ")");
    }
    return out;
}

void AllocatorRows::addFacts(std::span<const Segment* const> segments) const {
    if (segments.empty()) return;
    std::int64_t reserved = 0, allocated = 0, rounded = 0, free = 0, largest = 0;
    for (const Segment* s : segments) {
        reserved = model::saturatingAdd(reserved, s->size);
        for (const Block& b : s->blocks)
            if (b.state == Block::State::Free) {
                free = model::saturatingAdd(free, b.size), largest = std::max(largest, b.size);
            } else {
                allocated = model::saturatingAdd(allocated, b.size);
                rounded = model::saturatingAdd(rounded, b.size - std::min(b.size, requestedOf(b)));
            }
    }
    const auto fact = [&](std::string_view what, std::int64_t bytes) {
        m_store.info().session_facts.emplace_back(fmt::format("gpu.{}.{} [bytes]", m_device, what),
                                                  std::to_string(bytes));
    };
    fact("reserved", reserved), fact("allocated", allocated), fact("free", free);
    fact("largest free block", largest), fact("lost to rounding", rounded);
}

void AllocatorRows::noteBefore() {
    std::int64_t bytes = 0;
    for (const Before& b : m_before) bytes = model::saturatingAdd(bytes, b.size);
    const auto onGpu = [&](std::int64_t n) {
        return model::Message(model::MessageCode::BytesOnGpu,
                              {model::Argument::bytes(static_cast<std::uint64_t>(n)), m_device});
    };
    if (m_outOfMemory) m_store.diagnostics().add(Note::RanOutOfMemory, onGpu(m_outOfMemoryBytes), m_outOfMemory);
    if (!m_before.empty()) m_store.diagnostics().add(Note::HeldBefore, onGpu(bytes), m_before.size());
    if (m_store.info().partial) return;  // what the trace lacks is in the part that was not read
    if (m_recordedBefore)
        m_store.diagnostics().add(Note::EntriesLost, {model::MessageCode::OfGpu, {m_device}}, m_recordedBefore);
    if (m_unmatched)
        m_store.diagnostics().add(Note::CountMismatch, {model::MessageCode::BlocksUnlikeTrace, {m_device}},
                                  m_unmatched);
}

}  // namespace importers::torch
