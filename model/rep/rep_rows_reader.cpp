// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/rep/rep_rows_reader.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <unordered_map>

#include "model/rep/rep_records.h"

namespace model::rep {
namespace {

std::optional<TrackKind> kindOf(std::string_view key) {
    for (const TrackKindInfo& k : trackKinds())
        if (k.key == key) return k.kind;
    return std::nullopt;
}

/// Tracks or lanes that one frame holds at most; more cannot be missing between two frames either.
constexpr std::size_t kMaxRecords = 65536;

}  // namespace

bool RowsReader::tracks(const PlannedFrame& frame, std::span<const std::uint8_t> payload, Scratch& scratch) {
    std::span<const std::uint8_t> raw;
    if (!rawPayload(frame, payload, scratch, raw) || raw.size() != std::size_t{frame.header.rows} * kTrackBytes)
        return false;
    if (frame.header.rows > kMaxRecords || frame.header.subject < m_tracks.size() ||
        frame.header.subject - m_tracks.size() > kMaxRecords)
        return false;
    m_tracks.resize(frame.header.subject, kNoTrack);
    ByteReader in(raw);
    for (std::uint32_t i = 0; i < frame.header.rows; ++i) {
        in.u32();  // parent: follows from the kind and the key
        const std::uint32_t name = in.u32();
        TrackKey key;
        for (std::int64_t* v : {&key.host, &key.pid, &key.tid, &key.device, &key.context, &key.stream, &key.domain})
            *v = in.i64();
        const std::string_view padded = in.bytes(kKindBytes);
        const auto kind = kindOf(padded.substr(0, padded.find('\0')));
        if (!kind) {
            ++m_unknown;
            m_tracks.push_back(kNoTrack);
            continue;
        }
        const TrackId id = m_store.track(*kind, key);
        if (const StringId given = resolve(name, Reference::String, frame)) m_store.setTrackName(id, given);
        m_tracks.push_back(id);
    }
    m_laneCounts.resize(m_tracks.size() * 2, 0);
    return true;
}

bool RowsReader::lanes(const PlannedFrame& frame, std::span<const std::uint8_t> payload, Scratch& scratch) {
    std::span<const std::uint8_t> raw;
    if (!rawPayload(frame, payload, scratch, raw) || raw.size() != std::size_t{frame.header.rows} * kLaneBytes)
        return false;
    if (frame.header.rows > kMaxRecords || frame.header.subject < m_slots.size() ||
        frame.header.subject - m_slots.size() > kMaxRecords)
        return false;
    m_slots.resize(frame.header.subject);
    ByteReader in(raw);
    bool all = true;
    for (std::uint32_t i = 0; i < frame.header.rows; ++i) {
        const std::uint32_t track = in.u32(), index = in.u32();
        const std::uint8_t role = in.u8();
        in.u8();  // columns: stated again by each frame of rows
        in.u16();
        Slot slot;
        if (track >= m_tracks.size() || role > static_cast<std::uint8_t>(LaneRole::Counter)) {
            all = false;
        } else if (m_tracks[track] == kNoTrack) {
            slot.unknown = true;
        } else if (!m_wanted.has(m_store.trackKind(m_tracks[track]))) {
            slot.unwanted = true;
        } else if (role == static_cast<std::uint8_t>(LaneRole::Counter)) {
            slot.series = &m_store.counter(m_tracks[track]);
        } else {
            // Lanes of a track come in their order, so that a wrong number cannot make very many.
            std::uint32_t& count = m_laneCounts[track * std::size_t{2} + role];
            if (index == count) {
                ++count;
                slot.lane = role == static_cast<std::uint8_t>(LaneRole::Lane)
                                ? &m_store.lane(m_tracks[track], index)
                                : &m_store.overflowLane(m_tracks[track], index);
            } else {
                all = false;
            }
        }
        m_slots.push_back(slot);
    }
    // Two numbers for one lane would be two threads in it.
    std::vector<const void*> seen;
    for (const Slot& s : m_slots)
        if (s.lane || s.series) seen.push_back(s.lane ? static_cast<const void*>(s.lane) : s.series);
    std::sort(seen.begin(), seen.end());
    for (Slot& s : m_slots) {
        const void* p = s.lane ? static_cast<const void*>(s.lane) : s.series;
        if (!p || std::upper_bound(seen.begin(), seen.end(), p) - std::lower_bound(seen.begin(), seen.end(), p) == 1)
            continue;
        s = {};
        all = false;
    }
    return all;
}

bool RowsReader::trackOrder(const PlannedFrame& frame, std::span<const std::uint8_t> payload, Scratch& scratch) {
    std::span<const std::uint8_t> raw;
    if (!rawPayload(frame, payload, scratch, raw) || raw.size() != std::size_t{frame.header.rows} * kTrackOrderBytes)
        return false;
    ByteReader in(raw);
    for (std::uint32_t i = 0; i < frame.header.rows; ++i) {
        const std::uint32_t track = in.u32();
        const std::int64_t order = in.i64();
        if (track >= m_tracks.size()) return false;
        if (m_tracks[track] != kNoTrack) m_store.setTrackOrder(m_tracks[track], order);
    }
    return true;
}

bool RowsReader::flows(const PlannedFrame& frame, std::span<const std::uint8_t> payload, Scratch& scratch) {
    std::span<const std::uint8_t> raw;
    if (!rawPayload(frame, payload, scratch, raw) || raw.size() != std::size_t{frame.header.rows} * kFlowBytes)
        return false;
    ByteReader in(raw);
    for (std::uint32_t i = 0; i < frame.header.rows; ++i) {
        Flow f;
        f.fromLane = in.u32();
        f.fromRow = in.u32();
        f.toLane = in.u32();
        f.toRow = in.u32();
        f.name = resolve(in.u32(), Reference::String, frame);
        m_flows.push_back(f);
    }
    return true;
}

void RowsReader::showFlows() {
    if (m_flows.empty()) return;
    std::unordered_map<const Lane*, LaneId> ids;
    for (LaneId l = 0; l < m_store.laneCount(); ++l) ids.emplace(&m_store.laneAt(l), l);
    std::vector<Flow> there;
    const auto place = [&](LaneId& lane, std::uint32_t row) {
        if (lane >= m_slots.size() || !m_slots[lane].lane || row >= m_slots[lane].lane->rows()) return false;
        lane = ids.at(m_slots[lane].lane);
        return true;
    };
    for (Flow f : m_flows)
        if (place(f.fromLane, f.fromRow) && place(f.toLane, f.toRow)) there.push_back(f);
    m_lostFlows = m_flows.size() - there.size();
    m_store.setFlows(std::move(there));
}

RowsReader::Slot* RowsReader::claim(std::uint32_t number, std::uint32_t unit) {
    if (number >= m_slots.size()) return nullptr;
    Slot& slot = m_slots[number];
    std::uint32_t owner = 0;
    if (!std::atomic_ref(slot.unit).compare_exchange_strong(owner, unit) && owner != unit) return nullptr;
    return &slot;
}

bool RowsReader::rows(const PlannedFrame& frame, std::span<const std::uint8_t> payload, Scratch& s,
                      std::uint32_t unit) {
    const bool values = frame.header.type == FrameType::Values;
    if (frame.header.rows > kMaxRows) return false;
    if (frame.header.codec == Codec::Columns) {
        if (!s.table.open(payload, frame.header.rawBytes, s.unpacker)) return false;
        return values ? packedValues(frame, s, unit) : packedRows(frame, s, unit);
    }
    std::span<const std::uint8_t> raw;
    if (!rawPayload(frame, payload, s, raw)) return false;
    return values ? rawValues(frame, raw, unit) : rawRows(frame, raw, unit);
}

/// Reads the table of parts and checks that all columns have the rows that it announces.
bool RowsReader::readParts(const PlannedFrame& frame, Scratch& s) const {
    const bool values = frame.header.type == FrameType::Values;
    if (s.table.columns() != (values ? std::size_t{kValuesColumns} : std::size_t{kRowsColumns})) return false;
    const std::size_t parts = s.table.column(kPartLane).rows();
    const auto take = [&](std::size_t c, auto& out) {
        if (s.table.column(c).rows() != parts) return false;
        out.resize(parts);
        s.table.column(c).read(out.data(), parts);
        return true;
    };
    if (!take(kPartLane, s.partLane) || !take(kPartRows, s.partRows) || !take(kPartColumns, s.partColumns) ||
        !take(kPartFirst, s.partFirst))
        return false;
    std::uint64_t rows[5] = {};  // in all; with column 1, 2, 4 of RowColumn; of form 1
    for (std::size_t p = 0; p < parts; ++p) {
        const std::uint64_t n = s.partRows[p];
        rows[0] += n;
        for (unsigned bit = 0; bit < 3; ++bit)
            if (s.partColumns[p] >> bit & 1) rows[bit + 1] += n;
        if (s.partColumns[p] == 1) rows[4] += n;
    }
    const auto has = [&](std::size_t c, std::uint64_t n) { return s.table.column(c).rows() == n; };
    if (rows[0] != frame.header.rows) return false;
    if (values) return has(kValuesGap, rows[0]) && has(kValuesInteger, rows[4]) && has(kValuesBits, rows[0] - rows[4]);
    return has(kGap, rows[0]) && has(kDuration, rows[0]) && has(kName, rows[0]) && has(kArgs, rows[1]) &&
           has(kCorrelation, rows[2]) && has(kPayload, rows[3]);
}

bool RowsReader::packedRows(const PlannedFrame& frame, Scratch& s, std::uint32_t unit) {
    if (!readParts(frame, s)) return false;
    bool all = true;
    for (std::size_t p = 0; p < s.partLane.size(); ++p) {
        Slot* slot = claim(s.partLane[p], unit);
        if (slot && slot->unknown) m_unknown += s.partRows[p];
        const bool done = slot && slot->lane && part(slot, frame, p, s);
        if (done) continue;
        all &= slot && slot->isPassedOver();
        for (const RowsColumn c : {kGap, kDuration, kName}) s.table.column(c).skip(s.partRows[p]);
        for (unsigned bit = 0; bit < 3; ++bit)
            if (s.partColumns[p] >> bit & 1) s.table.column(kArgs + bit).skip(s.partRows[p]);
    }
    return all;
}

/// Adds the rows of one part; false, with no column touched, if they do not fit into the lane.
bool RowsReader::part(Slot* slot, const PlannedFrame& frame, std::size_t index, Scratch& s) {
    Lane& lane = *slot->lane;
    const std::size_t n = s.partRows[index];
    const std::uint32_t columns = s.partColumns[index];
    const auto first = static_cast<TimeNs>(s.partFirst[index]);
    if (n == 0) return true;
    if (lane.rows() && first < lane.lastEnd()) return false;
    if (lane.rows() + n >= Column<TimeNs>::kMaxRows || !addTimes(lane, s, n, first)) return false;
    const auto to = lane.columnsForLoading();
    const auto column = [&](unsigned bit) { return columns >> bit & 1 ? &s.table.column(kArgs + bit) : nullptr; };
    const bool chains = columns & kRowPayloadIsChain;
    addColumn(to.name, &s.table.column(kName), n, Reference::String, frame);
    struct Optional {
        Column<std::uint32_t>& to;
        Reference what;
    };
    const Optional optional[] = {{to.args, Reference::Args},
                                 {to.correlation, Reference::None},
                                 {to.payload, chains ? Reference::Chain : Reference::None}};
    for (unsigned bit = 0; bit < 3; ++bit) {
        if (lane.columns() >> bit & 1) addColumn(optional[bit].to, column(bit), n, optional[bit].what, frame);
        else if (column(bit)) column(bit)->skip(n);
    }
    lane.indexLoaded();  // cannot fail: gaps and durations have no sign, and addTimes() looked at the limits
    return true;
}

bool RowsReader::addTimes(Lane& lane, Scratch& s, std::size_t rows, TimeNs first) {
    PackedColumn &gap = s.table.column(kGap), &duration = s.table.column(kDuration);
    const auto to = lane.columnsForLoading();
    if (timesFit(gap, duration, rows, first, kTimeLimit)) {
        for (TimeNs t = first; rows > 0;) {
            const auto start = to.start.grow(rows), end = to.end.grow(rows);
            readTimes(gap, duration, start.size(), t, start.data(), end.data());
            rows -= start.size();
        }
        return true;
    }
    // Very long times: add with care, and only then touch the lane.
    PackedColumn g = gap, d = duration;
    s.wide.resize(rows);
    s.wide2.resize(std::max(s.wide2.size(), rows));
    g.read(s.wide.data(), rows);
    d.read(s.wide2.data(), rows);
    TimeNs t = first;
    bool fits = first >= -kTimeLimit && first <= kTimeLimit;
    constexpr auto kSpan = static_cast<std::uint64_t>(kTimeLimit) * 2;
    const auto advance = [&](std::uint64_t by) {
        fits = fits && by <= kSpan && t + static_cast<TimeNs>(by) <= kTimeLimit;
        if (fits) t += static_cast<TimeNs>(by);
        return t;
    };
    std::vector<TimeNs> start(rows), end(rows);
    for (std::size_t i = 0; i < rows; ++i) {
        start[i] = advance(s.wide[i]);
        end[i] = advance(s.wide2[i]);
    }
    if (!fits) return false;
    gap = g;
    duration = d;
    to.start.append(start);
    to.end.append(end);
    return true;
}

void RowsReader::seeString(std::uint32_t number) {
    std::uint32_t before = m_mostString;
    while (before < number && !m_mostString.compare_exchange_weak(before, number)) {}
}

std::uint32_t RowsReader::resolve(std::uint32_t number, Reference what, const PlannedFrame& frame) {
    if (m_dictionary.isDirect()) {
        const std::uint32_t most = what == Reference::String ? frame.strings
                                   : what == Reference::Args ? frame.args
                                                             : frame.chains;
        if (number <= most) return number;
    } else {
        const std::uint32_t id = what == Reference::String ? m_dictionary.string(number)
                                 : what == Reference::Args ? m_dictionary.argsId(number)
                                                           : m_dictionary.chain(number);
        if (id || number == 0) return id;
    }
    ++m_dangling;
    return 0;
}

void RowsReader::addColumn(Column<std::uint32_t>& to, PackedColumn* from, std::size_t rows, Reference what,
                           const PlannedFrame& frame) {
    const std::uint32_t most = what == Reference::String ? frame.strings
                               : what == Reference::Args ? frame.args
                                                         : frame.chains;
    std::uint32_t greatest = 0;
    while (rows > 0) {
        const auto out = to.grow(rows);
        rows -= out.size();
        if (!from) {
            std::fill(out.begin(), out.end(), 0);
        } else if (what == Reference::None) {
            from->read(out.data(), out.size());
        } else {
            greatest = std::max(greatest, from->readMax(out.data(), out.size()));
            if (greatest > most || !m_dictionary.isDirect())
                for (std::uint32_t& v : out) v = resolve(v, what, frame);
        }
    }
    if (what == Reference::String) seeString(std::min(greatest, most));
}

bool RowsReader::packedValues(const PlannedFrame& frame, Scratch& s, std::uint32_t unit) {
    if (!readParts(frame, s)) return false;
    bool all = true;
    for (std::size_t p = 0; p < s.partLane.size(); ++p) {
        const std::size_t n = s.partRows[p];
        const bool integers = s.partColumns[p] == 1;
        s.wide.resize(n);
        s.wide2.resize(std::max(s.wide2.size(), n));
        s.table.column(kValuesGap).read(s.wide.data(), n);
        s.table.column(integers ? kValuesInteger : kValuesBits).read(s.wide2.data(), n);
        Slot* slot = claim(s.partLane[p], unit);
        if (slot && slot->unknown) m_unknown += n;
        if (!slot || !slot->series) {
            all &= slot && slot->isPassedOver();
            continue;
        }
        auto t = static_cast<TimeNs>(s.partFirst[p]);
        if (t < std::max(slot->series->lastTime(), -kTimeLimit) || t > kTimeLimit) {
            all = false;
            continue;
        }
        for (std::size_t i = 0; i < n; ++i) {
            if (s.wide[i] > static_cast<std::uint64_t>(kTimeLimit - t)) {
                all = false;
                break;
            }
            t += static_cast<TimeNs>(s.wide[i]);
            const std::uint64_t v = s.wide2[i];
            slot->series->append(
                t, integers ? static_cast<double>(static_cast<std::int64_t>(v)) : std::bit_cast<double>(v));
        }
    }
    return all;
}

bool RowsReader::rawRows(const PlannedFrame& frame, std::span<const std::uint8_t> raw, std::uint32_t unit) {
    // Columns end to end, those of the lane as its flags in the frame say: start, end, name, args, correlation,
    // payload.
    ByteReader in(raw);
    const std::uint8_t columns = in.u8();
    const std::size_t n = frame.header.rows;
    for (int i = 0; i < 7; ++i) in.u8();
    const std::size_t width = 20 + 4 * static_cast<std::size_t>(std::popcount(columns & 7u));
    if (!in.ok() || in.rest().size() != n * width) return false;
    Slot* slot = claim(frame.header.subject, unit);
    if (slot && slot->unknown) m_unknown += n;
    if (!slot || !slot->lane) return slot && slot->isPassedOver();
    Lane& lane = *slot->lane;
    const std::uint8_t* at = in.rest().data();
    const auto next = [&](bool there, std::size_t size) {
        const std::uint8_t* p = there ? at : nullptr;
        if (there) at += n * size;
        return p;
    };
    const std::uint8_t *start = next(true, 8), *end = next(true, 8), *name = next(true, 4),
                       *args = next(columns & kRowArgs, 4), *correlation = next(columns & kRowCorrelation, 4),
                       *payload = next(columns & kRowPayload, 4);
    const auto number = [](const std::uint8_t* column, std::size_t i) { return column ? get32(column + i * 4) : 0; };
    for (std::size_t i = 0; i < n; ++i) {
        Event e;
        e.start = static_cast<TimeNs>(get64(start + i * 8));
        e.end = static_cast<TimeNs>(get64(end + i * 8));
        if (e.start < std::max(lane.lastEnd(), -kTimeLimit) || e.end < e.start || e.end > kTimeLimit) return false;
        e.name = resolve(number(name, i), Reference::String, frame);
        if (lane.columns() & kArgsColumn) e.args = resolve(number(args, i), Reference::Args, frame);
        e.correlation = number(correlation, i);
        if (lane.columns() & kPayloadColumn)
            e.payload = columns & kRowPayloadIsChain ? resolve(number(payload, i), Reference::Chain, frame)
                                                     : number(payload, i);
        seeString(e.name);
        lane.append(e);
    }
    return true;
}

bool RowsReader::rawValues(const PlannedFrame& frame, std::span<const std::uint8_t> raw, std::uint32_t unit) {
    const std::size_t n = frame.header.rows;
    if (raw.size() != n * 16) return false;
    Slot* slot = claim(frame.header.subject, unit);
    if (slot && slot->unknown) m_unknown += n;
    if (!slot || !slot->series) return slot && slot->isPassedOver();
    for (std::size_t i = 0; i < n; ++i) {
        const auto t = static_cast<TimeNs>(get64(raw.data() + i * 8));
        if (t < std::max(slot->series->lastTime(), -kTimeLimit) || t > kTimeLimit) return false;
        slot->series->append(t, std::bit_cast<double>(get64(raw.data() + (n + i) * 8)));
    }
    return true;
}

}  // namespace model::rep
