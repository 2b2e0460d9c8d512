// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/export/selection.h"

#include <algorithm>
#include <unordered_map>

#include "model/drawn.h"
#include "model/query.h"

namespace importers::exporting {

using model::EventKind;
using model::LaneId;
using model::StringId;
using model::Track;
using model::TrackKind;

namespace {

class Copier {
public:
    Copier(const model::Snapshot& from, model::EventStore& to, const ExportOptions& options)
        : m_from(from), m_to(to), m_options(options), m_range(options.times.value_or(model::TimeRange{model::kTimeMin, model::kTimeMax})) {}

    /// False when stopped.
    bool copy() {
        for (const Track& t : m_from.tree().tracks) {
            if (m_options.stop.stop_requested()) return false;
            for (std::size_t depth = 0; depth < t.lanes.size(); ++depth)
                lane(t, t.lanes[depth], [&](model::TrackId id) -> model::Lane& { return m_to.lane(id, depth); });
            for (std::size_t i = 0; i < t.overflow.size(); ++i)
                lane(t, t.overflow[i], [&](model::TrackId id) -> model::Lane& { return m_to.overflowLane(id, i); });
            if (t.counter != model::kNoCounter) counter(t);
        }
        flows();
        facts();
        return true;
    }

private:
    bool wants(EventKind kind) const {
        return m_options.kinds.empty() || std::find(m_options.kinds.begin(), m_options.kinds.end(), kind) != m_options.kinds.end();
    }

    StringId string(StringId id) {
        if (!id) return 0;
        const auto [at, fresh] = m_strings.try_emplace(id, 0);
        if (!fresh) return at->second;
        at->second = m_to.strings().intern(m_from.text(id));
        if (const std::uint32_t colour = m_from.store().nameColour(id)) m_to.setNameColour(at->second, colour);
        return at->second;
    }
    model::ArgsId args(model::ArgsId id) {
        if (!id) return 0;
        const auto [at, fresh] = m_args.try_emplace(id, 0);
        if (!fresh) return at->second;
        std::vector<model::Arg> tuple = m_from.store().args().at(id);
        for (model::Arg& a : tuple) {
            a.key = string(a.key);
            if (a.type == model::Arg::Type::String) a.value = string(static_cast<StringId>(a.value));
        }
        return at->second = m_to.args().intern(tuple);
    }
    model::ChainId chain(model::ChainId id) {
        if (!id) return 0;
        const auto [at, fresh] = m_chains.try_emplace(id, 0);
        if (!fresh) return at->second;
        std::vector<model::Frame> frames = m_from.store().callchains().at(id);
        for (model::Frame& f : frames) {
            f.symbol = string(f.symbol);
            f.module = string(f.module);
        }
        return at->second = m_to.callchains().intern(frames);
    }

    /// The row of the timeline in the copy, with the names of those around it.
    model::TrackId track(const Track& t) {
        const model::TrackId id = m_to.track(t.kind, t.key);
        for (const Track* up = &t; up; up = up->parent == model::kNoTrack ? nullptr : &m_from.track(up->parent)) {
            const model::TrackId made = m_to.track(up->kind, up->key);
            if (up->name) m_to.setTrackName(made, string(up->name));
            if (up->order) m_to.setTrackOrder(made, up->order);
        }
        // Rows that gather the work of a context.
        if (t.kind == TrackKind::StreamKernels) m_to.track(TrackKind::Kernels, t.key);
        if (t.kind == TrackKind::StreamMemory) m_to.track(TrackKind::Memory, t.key);
        return id;
    }

    template <class Target>
    void lane(const Track& t, LaneId id, Target&& target) {
        const model::LaneView from = m_from.lane(id);
        if (from.isEmpty()) return;
        const bool mixed = from.lane->kind() == EventKind::Memcpy;  // copies and memsets share a row
        if (mixed ? !wants(EventKind::Memcpy) && !wants(EventKind::Memset) : !wants(from.lane->kind())) return;
        const model::RowRange rows = model::rowsOverlapping(from, m_range);
        const bool chains = (from.lane->columns() & model::kPayloadColumn) && model::payloadIsChain(from.lane->kind());
        model::Lane* to = nullptr;
        std::vector<std::uint32_t>* moved = nullptr;  // by row of the source, from rows.first on
        for (std::size_t i = rows.first; i < rows.last; ++i) {
            if (i % 65536 == 0 && m_options.stop.stop_requested()) return;
            const bool wanted = !mixed || wants(model::isMemset(m_from.text(from.name(i))) ? EventKind::Memset : EventKind::Memcpy);
            if (wanted && !to) {
                to = &target(track(t));
                Moved& m = m_moved[id];
                m.lane = to;
                m.first = rows.first;
                m.rows.assign(m_from.flows().all().empty() ? 0 : rows.count(), kNoRow);
                moved = &m.rows;
            }
            if (!wanted) continue;
            if (!moved->empty()) (*moved)[i - rows.first] = static_cast<std::uint32_t>(to->rows());
            model::Event e = from.lane->row(i);
            e.name = string(e.name);
            e.args = args(e.args);
            if (chains) e.payload = chain(e.payload);
            to->append(e);
        }
        if (to) to->finishBatch();
    }

    void counter(const Track& t) {
        if (!wants(model::trackKindInfo(t.kind).event)) return;
        const model::CounterView from = m_from.counter(t.counter);
        model::CounterSeries* to = nullptr;
        for (std::size_t i = 0; i < from.rows; ++i) {
            const model::TimeNs time = from.series->time()[i];
            if (!m_range.contains(time)) continue;
            if (!to) to = &m_to.counter(track(t));
            to->append(time, from.series->value()[i]);
        }
    }

    void flows() {
        if (m_from.flows().all().empty()) return;
        std::unordered_map<const model::Lane*, LaneId> ids;
        for (std::size_t l = 0; l < m_to.laneCount(); ++l) ids.emplace(&m_to.laneAt(static_cast<LaneId>(l)), static_cast<LaneId>(l));
        const auto find = [&](LaneId lane, std::uint32_t row) -> model::EventRef {
            const auto moved = m_moved.find(lane);
            if (moved == m_moved.end() || row < moved->second.first || row - moved->second.first >= moved->second.rows.size()) return {};
            const std::uint32_t now = moved->second.rows[row - moved->second.first];
            return now == kNoRow ? model::EventRef{} : model::EventRef{ids.at(moved->second.lane), now};
        };
        std::vector<model::Flow> kept;
        for (const model::Flow& f : m_from.flows().all()) {
            const model::EventRef from = find(f.fromLane, f.fromRow), to = find(f.toLane, f.toRow);
            if (from.isValid() && to.isValid()) kept.push_back({from.lane, from.row, to.lane, to.row, string(f.name)});
        }
        m_to.setFlows(std::move(kept));
    }

    void facts() {
        m_to.info() = m_from.info();
        m_to.info().skipped.clear();
        m_to.info().eventsInFile = {};
        // Names of categories are texts of NVTX_EVENTS.
        for (const model::ReportInfo::Category& c : m_from.info().categories) m_to.strings().intern(c.name);
        m_to.info().eventsInFile = model::drawnOf(*m_to.publish(true)).byKind;
    }

    static constexpr std::uint32_t kNoRow = 0xffffffff;
    struct Moved {
        const model::Lane* lane = nullptr;
        std::size_t first = 0;
        std::vector<std::uint32_t> rows;
    };

    const model::Snapshot& m_from;
    model::EventStore& m_to;
    const ExportOptions& m_options;
    model::TimeRange m_range;
    std::unordered_map<StringId, StringId> m_strings;
    std::unordered_map<model::ArgsId, model::ArgsId> m_args;
    std::unordered_map<model::ChainId, model::ChainId> m_chains;
    std::unordered_map<LaneId, Moved> m_moved;
};

}  // namespace

model::SnapshotPtr selected(const model::SnapshotPtr& report, const ExportOptions& options, std::shared_ptr<model::EventStore>& owner) {
    if (!options.times && options.kinds.empty()) return report;
    owner = model::EventStore::create();
    return Copier(*report, *owner, options).copy() ? owner->publish(true) : nullptr;
}

}  // namespace importers::exporting
