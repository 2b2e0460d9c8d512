// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of our own over everything that a report holds, and those of Nsight Systems that are no lanes: metrics and
// call chains.
#include <algorithm>
#include <array>
#include <cmath>

#include "importers/sql/event_source.h"
#include "model/query/drawn.h"

namespace importers::sql {

using model::Arg;
using model::LaneView;
using model::StringId;
using model::Track;
using model::TrackKey;
using model::TrackKind;

namespace {

const TrackKey& trackKeyOf(const RowAt& at) { return at.part.track->key; }
Cell realOrInt(double v) {
    const bool whole = std::abs(v) < 9e15 && v == std::trunc(v);
    return std::isnan(v) ? Cell() : whole ? Cell::ofInt(static_cast<std::int64_t>(v)) : Cell::ofReal(v);
}

// -------------------------------------------------------------------------------------------------- events

EventColumn generic(std::string_view name, Cell (*get)(const RowAt&), Type type = Type::Int, Use use = Use::Plain) {
    return {{name, type, use}, get};
}

std::vector<EventColumn> genericColumns() {
    const auto id = [](const RowAt& at) {
        return Cell::ofInt(static_cast<std::int64_t>(std::uint64_t{at.part.id} << 32 | at.row));
    };
    return {
        generic("id", id),
        generic(
            "start", [](const RowAt& at) { return Cell::ofInt(at.part.lane.start(at.row)); }, Type::Int, Use::Start),
        generic(
            "end", [](const RowAt& at) { return Cell::ofInt(at.part.lane.end(at.row)); }, Type::Int, Use::End),
        generic("dur",
                [](const RowAt& at) { return Cell::ofInt(at.part.lane.end(at.row) - at.part.lane.start(at.row)); }),
        generic(
            "name", [](const RowAt& at) { return textCell(at.s, at.part.lane.name(at.row)); }, Type::Text),
        {{"nameId", Type::Int, Use::Plain, true},
         [](const RowAt& at) { return nameIdCell(at.part.lane.name(at.row)); }},
        // As `--kinds` and filters name them; that of the row is tracks.kind.
        generic(
            "kind",
            [](const RowAt& at) {
                const model::EventKind kind = at.part.lane.lane->kind();
                const bool set =
                    kind == model::EventKind::Memcpy && model::isMemset(at.s.text(at.part.lane.name(at.row)));
                return Cell::ofText(model::kindInfo(set ? model::EventKind::Memset : kind).key);
            },
            Type::Text),
        generic(
            "track", [](const RowAt& at) { return Cell::ofInt(at.part.track->id); }, Type::Int, Use::OfPart),
        generic(
            "lane", [](const RowAt& at) { return Cell::ofInt(at.part.id); }, Type::Int, Use::OfPart),
        generic(
            "pid", [](const RowAt& at) { return pidCell(at.s, trackKeyOf(at)); }, Type::Int, Use::OfPart),
        generic(
            "tid", [](const RowAt& at) { return keyCell(trackKeyOf(at).tid); }, Type::Int, Use::OfPart),
        generic(
            "device", [](const RowAt& at) { return keyCell(trackKeyOf(at).device); }, Type::Int, Use::OfPart),
        generic(
            "stream", [](const RowAt& at) { return keyCell(trackKeyOf(at).stream); }, Type::Int, Use::OfPart),
        generic("correlation",
                [](const RowAt& at) {
                    const std::uint32_t c = at.part.lane.lane->correlation(at.row);
                    return c ? Cell::ofInt(c) : Cell();
                }),
    };
}

// -------------------------------------------------------------------------------------------------- args

/// One row for each argument of each event: row = row of the lane << 8 | argument.
class ArgsSource : public Source {
public:
    ArgsSource(const model::Snapshot& s, std::vector<LanePart> parts)
        : Source("args"), m_s(s), m_parts(std::move(parts)) {
        std::erase_if(m_parts, [](const LanePart& p) { return !(p.lane.lane->columns() & model::kArgsColumn); });
        std::sort(m_parts.begin(), m_parts.end(), [](const LanePart& a, const LanePart& b) { return a.id < b.id; });
    }
    bool isTimeline() const override { return true; }
    std::span<const Column> columns() const override { return kColumns; }
    std::size_t parts() const override { return m_parts.size(); }
    std::uint64_t rows(std::size_t part) const override { return std::uint64_t{m_parts[part].lane.rows} << 8; }
    bool hasGaps() const override { return true; }
    std::uint64_t settle(std::size_t part, std::uint64_t row, std::uint64_t end) const override {
        while (row < end && (row & 0xff) >= argCount(part, row >> 8)) row = ((row >> 8) + 1) << 8;
        return std::min(row, end);
    }
    std::uint64_t count() const override {
        std::uint64_t n = 0;
        for (std::size_t p = 0; p < m_parts.size(); ++p)
            for (std::size_t i = 0; i < m_parts[p].lane.rows; ++i) n += argCount(p, i);
        return n;
    }
    std::optional<Place> find(std::int64_t event) const override {
        const auto part = partOf(event >> 32);
        return part ? placeOf(*part, (static_cast<std::uint64_t>(event) & 0xffffffff) << 8, 256) : std::nullopt;
    }
    Cell cell(std::size_t part, std::uint64_t row, std::size_t column, Scratch& scratch) const override {
        if (column == 0)
            return Cell::ofInt(static_cast<std::int64_t>(std::uint64_t{m_parts[part].id} << 32 | row >> 8));
        const Arg& a = scratch.args(m_s, idAt(part, row >> 8))[row & 0xff];
        if (column == 1) return textCell(m_s, a.key);
        return a.type == Arg::Type::Int    ? Cell::ofInt(a.value)
               : a.type == Arg::Type::Real ? Cell::ofReal(a.real())
                                           : textCell(m_s, static_cast<StringId>(a.value));
    }
    std::int64_t rowid(std::size_t part, std::uint64_t row) const override {
        return static_cast<std::int64_t>(std::uint64_t{m_parts[part].id} << 40 | row);
    }
    std::optional<Place> findRowid(std::int64_t id) const override {
        const auto part = partOf(id >> 40);
        return part ? placeOf(*part, static_cast<std::uint64_t>(id) & 0xff'ffff'ffff) : std::nullopt;
    }

private:
    static constexpr Column kColumns[] = {{"event", Type::Int, Use::Key}, {"key", Type::Text}, {"value", Type::Any}};

    model::ArgsId idAt(std::size_t part, std::uint64_t row) const { return m_parts[part].lane.lane->argsColumn()[row]; }
    std::size_t argCount(std::size_t part, std::uint64_t row) const {
        return m_counting.args(m_s, idAt(part, row)).size();
    }
    std::optional<std::size_t> partOf(std::int64_t lane) const {
        const auto at = std::lower_bound(m_parts.begin(), m_parts.end(), lane,
                                         [](const LanePart& p, std::int64_t l) { return p.id < l; });
        return at == m_parts.end() || at->id != lane ? std::nullopt
                                                     : std::optional(static_cast<std::size_t>(at - m_parts.begin()));
    }

    const model::Snapshot& m_s;
    std::vector<LanePart> m_parts;
    mutable Scratch m_counting;
};

// -------------------------------------------------------------------------------------------------- counters

/// A gap at the end only says how long the last value held.
model::CounterView withoutEnd(model::CounterView c) {
    if (c.rows > 0 && std::isnan(c.series->value()[c.rows - 1])) --c.rows, --c.gaps;
    return c;
}

/// Values over time. As GPU_METRICS with the ids of Nsight Systems, as `counters` with tracks; gaps have no value.
class CounterSource : public Source {
public:
    using Wanted = std::function<bool(TrackKind)>;
    CounterSource(std::string_view name, const model::Snapshot& s, std::span<const Column> columns,
                  Cell (*idOf)(const Track&, std::size_t column), const Wanted& wanted)
        : Source(name), m_columns(columns), m_idOf(idOf) {
        for (const Track& t : s.tree().tracks)
            if (t.counter != model::kNoCounter && wanted(t.kind))
                m_parts.push_back({&t, withoutEnd(s.counter(t.counter))});
    }
    bool isTimeline() const override { return true; }
    std::span<const Column> columns() const override { return m_columns; }
    std::size_t parts() const override { return m_parts.size(); }
    std::uint64_t rows(std::size_t part) const override { return m_parts[part].counter.rows; }
    Span narrowed(std::size_t part, const TimeBounds& b) const override {
        const auto& time = m_parts[part].counter.series->time();
        std::uint64_t first = 0, last = rows(part);
        for (std::uint64_t end = last; first < end;) {
            const std::uint64_t middle = first + (end - first) / 2;
            if (time[middle] < b.startMin) first = middle + 1;
            else end = middle;
        }
        for (std::uint64_t begin = first; begin < last;) {
            const std::uint64_t middle = begin + (last - begin) / 2;
            if (time[middle] <= b.startMax) begin = middle + 1;
            else last = middle;
        }
        return {first, last};
    }
    Cell cell(std::size_t part, std::uint64_t row, std::size_t column, Scratch&) const override {
        const Part& p = m_parts[part];
        if (column == 0) return Cell::ofInt(p.counter.series->time()[row]);
        if (column == 1) return realOrInt(p.counter.series->value()[row]);
        return m_idOf(*p.track, column);
    }

private:
    struct Part {
        const Track* track;
        model::CounterView counter;
    };
    std::span<const Column> m_columns;
    Cell (*m_idOf)(const Track&, std::size_t);
    std::vector<Part> m_parts;
};

constexpr Column kMetricColumns[] = {{"timestamp", Type::Int, Use::Start},
                                     {"value", Type::Any},
                                     {"typeId", Type::Int, Use::OfPart},
                                     {"metricId", Type::Int, Use::OfPart}};
constexpr Column kCounterColumns[] = {
    {"time", Type::Int, Use::Start}, {"value", Type::Any}, {"track", Type::Int, Use::OfPart}};

// -------------------------------------------------------------------------------------------------- call chains

/// Frames of the chains that events of one kind of row name: row = chain << 16 | depth, 0 = innermost.
class ChainSource : public Source {
public:
    ChainSource(std::string_view name, const model::Snapshot& s, TrackKind kind) : Source(name), m_s(s) {
        for (const LanePart& p : lanesOf(s, {kind})) {
            if (!(p.lane.lane->columns() & model::kPayloadColumn)) continue;
            for (std::size_t i = 0; i < p.lane.rows;) {
                const auto run = p.lane.lane->payloadColumn().run(i, p.lane.rows);
                for (const std::uint32_t chain : run) {
                    if (chain >= m_used.size())
                        m_used.resize(std::max<std::size_t>(chain + std::size_t{1}, 2 * m_used.size()));
                    m_used[chain] = chain != 0;
                }
                i += run.size();
            }
        }
    }
    std::span<const Column> columns() const override { return kColumns; }
    std::uint64_t rows(std::size_t) const override { return std::uint64_t{m_used.size()} << 16; }
    bool hasGaps() const override { return true; }
    std::uint64_t settle(std::size_t, std::uint64_t row, std::uint64_t end) const override {
        while (row < end && (!m_used[row >> 16] || (row & 0xffff) >= framesOf(row >> 16, m_counting).size()))
            row = ((row >> 16) + 1) << 16;
        return std::min(row, end);
    }
    std::optional<Place> find(std::int64_t chain) const override {
        return chain < 0 || chain > UINT32_MAX ? std::nullopt
                                               : placeOf(0, static_cast<std::uint64_t>(chain) << 16, 65536);
    }
    std::int64_t rowid(std::size_t, std::uint64_t row) const override { return static_cast<std::int64_t>(row); }
    std::optional<Place> findRowid(std::int64_t id) const override {
        return id < 0 ? std::nullopt : placeOf(0, static_cast<std::uint64_t>(id));
    }
    Cell cell(std::size_t, std::uint64_t row, std::size_t column, Scratch& scratch) const override {
        const std::uint64_t depth = row & 0xffff;
        if (column == 0) return Cell::ofInt(static_cast<std::int64_t>(row >> 16));
        if (column == 1) return Cell::ofInt(static_cast<std::int64_t>(depth));
        const model::Frame& f = framesOf(row >> 16, scratch)[depth];
        switch (column) {
        case 2: return nameIdCell(f.symbol);
        case 3: return nameIdCell(f.module);
        case 8: return f.ip ? Cell::ofInt(static_cast<std::int64_t>(f.ip)) : Cell();
        case 9: return Cell::ofInt(f.unwind);
        default: return Cell::ofInt(f.flags >> (column - 4) & 1);
        }
    }

private:
    static constexpr Column kColumns[] = {{"id", Type::Int, Use::Key},
                                          {"stackDepth"},
                                          {"symbol", Type::Int, Use::Plain, true},
                                          {"module", Type::Int, Use::Plain, true},
                                          {"kernelMode"},
                                          {"thumbCode"},
                                          {"unresolved"},
                                          {"specialEntry"},
                                          {"originalIP"},
                                          {"unwindMethod"}};

    const std::vector<model::Frame>& framesOf(std::uint64_t chain, Scratch& scratch) const {
        return scratch.frames(m_s, static_cast<model::ChainId>(chain));
    }

    const model::Snapshot& m_s;
    std::vector<bool> m_used;
    mutable Scratch m_counting;
};

// -------------------------------------------------------------------------------------------------- names, tracks,
// flows

/// A table of `count` rows that are computed from their number.
class NumberedSource : public Source {
public:
    using Get = Cell (*)(const model::Snapshot&, std::uint64_t row, std::size_t column);
    /// `base` = the key of row 0.
    NumberedSource(std::string_view name, const model::Snapshot& s, std::span<const Column> columns,
                   std::uint64_t count, std::int64_t base, Get get)
        : Source(name), m_s(s), m_columns(columns), m_count(count), m_base(base), m_get(get) {}
    std::span<const Column> columns() const override { return m_columns; }
    std::uint64_t rows(std::size_t) const override { return m_count; }
    std::optional<Place> find(std::int64_t key) const override {
        return key < m_base ? std::nullopt : placeOf(0, static_cast<std::uint64_t>(key - m_base));
    }
    std::int64_t rowid(std::size_t, std::uint64_t row) const override {
        return static_cast<std::int64_t>(row) + m_base;
    }
    std::optional<Place> findRowid(std::int64_t id) const override { return find(id); }
    Cell cell(std::size_t, std::uint64_t row, std::size_t column, Scratch&) const override {
        return m_get(m_s, row, column);
    }

private:
    const model::Snapshot& m_s;
    std::span<const Column> m_columns;
    std::uint64_t m_count;
    std::int64_t m_base;
    Get m_get;
};

constexpr Column kNameColumns[] = {{"id", Type::Int, Use::Key}, {"value", Type::Text}};
Cell nameCell(const model::Snapshot& s, std::uint64_t row, std::size_t column) {
    return column == 0 ? Cell::ofInt(static_cast<std::int64_t>(row) + 1)
                       : Cell::ofText(s.text(static_cast<StringId>(row + 1)));
}

constexpr Column kTrackColumns[] = {{"id", Type::Int, Use::Key},
                                    {"parent"},
                                    {"kind", Type::Text},
                                    {"name", Type::Text},
                                    {"host"},
                                    {"pid"},
                                    {"tid"},
                                    {"device"},
                                    {"context"},
                                    {"stream"},
                                    {"domain"},
                                    {"lanes"},
                                    {"rows"}};
Cell trackCell(const model::Snapshot& s, std::uint64_t row, std::size_t column) {
    const Track& t = s.track(static_cast<model::TrackId>(row));
    switch (column) {
    case 0: return Cell::ofInt(t.id);
    case 1: return t.parent == model::kNoTrack ? Cell() : Cell::ofInt(t.parent);
    case 2: return Cell::ofText(model::trackKindInfo(t.kind).key);
    case 3: return textCell(s, t.name);
    case 4: return keyCell(t.key.host);
    case 5: return pidCell(s, t.key);
    case 6: return keyCell(t.key.tid);
    case 7: return keyCell(t.key.device);
    case 8: return keyCell(t.key.context);
    case 9: return keyCell(t.key.stream);
    case 10: return keyCell(t.key.domain);
    case 11: return Cell::ofInt(static_cast<std::int64_t>(t.lanes.size() + t.overflow.size()));
    default: break;
    }
    std::size_t rows = t.counter == model::kNoCounter ? 0 : withoutEnd(s.counter(t.counter)).rows;
    for (const auto* lanes : {&t.lanes, &t.overflow})
        for (const model::LaneId id : *lanes) rows += s.lane(id).rows;
    return Cell::ofInt(static_cast<std::int64_t>(rows));
}

constexpr Column kFlowColumns[] = {{"fromEvent"}, {"toEvent"}, {"name", Type::Text}};
Cell flowCell(const model::Snapshot& s, std::uint64_t row, std::size_t column) {
    const model::Flow& f = s.flows().all()[row];
    if (column == 2) return textCell(s, f.name);
    return Cell::ofInt(static_cast<std::int64_t>(column ? std::uint64_t{f.toLane} << 32 | f.toRow
                                                        : std::uint64_t{f.fromLane} << 32 | f.fromRow));
}

}  // namespace

void addGenericTables(const model::Snapshot& s, Cover cover, Sources& out) {
    const bool all = cover == Cover::All;
    std::vector<LanePart> lanes = lanesOf(s, {});
    if (!all) std::erase_if(lanes, [&](const LanePart& p) { return hasEventTable(s, p); });
    const auto isMetric = [](TrackKind k) { return k == TrackKind::GpuMetric; };
    // Curves of memory that are sums over a table of events are in that table.
    const bool summed = !lanesOf(s, {TrackKind::MemoryEvents}).empty();
    const auto isWanted = [&](TrackKind k) {
        return all || !(k == TrackKind::GpuMetric || (summed && k == TrackKind::MemoryUsage));
    };
    const auto metricId = [](const Track& t, std::size_t column) {
        // The type is machine 16 bits, source 16, type 32, its low byte the GPU; see nsys::RowCollector::metricKey().
        const auto domain = static_cast<std::uint64_t>(t.key.domain);
        if (column == 3) return Cell::ofInt(static_cast<std::int64_t>(domain & 0xffff));
        return Cell::ofInt(globalVid(t.key.host) | static_cast<std::int64_t>((domain >> 16 & 0xffffffffff) << 8) |
                           (t.key.device & 0xff));
    };
    const auto trackId = [](const Track& t, std::size_t) { return Cell::ofInt(t.id); };
    out.push_back(
        std::make_unique<NumberedSource>("StringIds", s, kNameColumns, s.store().strings().count(), 1, nameCell));
    out.push_back(std::make_unique<CounterSource>("GPU_METRICS", s, kMetricColumns, metricId, isMetric));
    out.push_back(std::make_unique<ChainSource>("CUDA_CALLCHAINS", s, TrackKind::CudaApi));
    out.push_back(std::make_unique<ChainSource>("OSRT_CALLCHAINS", s, TrackKind::OsRuntime));
    out.push_back(std::make_unique<ChainSource>("SAMPLING_CALLCHAINS", s, TrackKind::CpuSamples));
    out.push_back(std::make_unique<NumberedSource>("tracks", s, kTrackColumns, s.trackCount(), 0, trackCell));
    out.push_back(std::make_unique<EventSource>("events", s, genericColumns(), lanes, EventSource::Options{}));
    out.push_back(std::make_unique<ArgsSource>(s, std::move(lanes)));
    out.push_back(std::make_unique<CounterSource>("counters", s, kCounterColumns, trackId, isWanted));
    out.push_back(std::make_unique<NumberedSource>("flows", s, kFlowColumns, s.flows().all().size(), 0, flowCell));
}

}  // namespace importers::sql
