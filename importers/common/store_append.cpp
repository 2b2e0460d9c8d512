// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/common/store_append.h"

#include <algorithm>
#include <map>

#include "importers/common/parallel.h"
#include "model/rep/rep_profiles.h"

namespace importers {
namespace {

using model::ArgsId;
using model::ChainId;
using model::StringId;
using model::TimeNs;

/// Ids of the source → ids of the target.
class IdMap {
public:
    IdMap(model::EventStore& target, const model::Snapshot& source) : m_target(target), m_source(source) {
        const model::StringTable& strings = source.store().strings();
        m_firstProfile = target.kernelProfiles().count();
        const StringId n = strings.count();
        m_strings.resize(n + std::size_t{1});
        for (StringId id = 1; id <= n; ++id) m_strings[id] = target.strings().intern(strings.at(id));
        mapArgs();
        mapChains();
    }

    StringId string(StringId id) const { return id < m_strings.size() ? m_strings[id] : 0; }
    ArgsId args(ArgsId id) const { return id < m_args.size() ? m_args[id] : 0; }
    ChainId chain(ChainId id) const { return id < m_chains.size() ? m_chains[id] : 0; }

private:
    struct Shape {
        std::uint32_t target = 0;
        std::vector<bool> text;          // by position: the value is the id of a string
        std::size_t profile = SIZE_MAX;  // position of the number of a profile
    };

    void mapArgs() {
        const model::ArgsTable& table = m_source.store().args();
        std::vector<Shape> shapes(table.shapeCount());
        std::vector<bool> known(shapes.size(), false);
        std::vector<std::int64_t> values;
        table.forEachId([&](ArgsId id) {
            const std::uint32_t from = table.shapeOf(id);
            if (from >= shapes.size()) return;
            Shape& shape = shapes[from];
            if (!known[from]) shape = mapShape(table.shapeKeys(from));
            known[from] = true;
            values.resize(shape.text.size());
            table.values(id, values);
            for (std::size_t i = 0; i < values.size(); ++i)
                if (shape.text[i]) values[i] = string(static_cast<StringId>(values[i]));
                else if (i == shape.profile) values[i] += static_cast<std::int64_t>(m_firstProfile);
            if (id >= m_args.size()) m_args.resize(std::max<std::size_t>(id + std::size_t{1}, m_args.size() * 2), 0);
            m_args[id] = m_target.args().intern(shape.target, values);
        });
    }

    Shape mapShape(std::vector<model::ArgsTable::Key> keys) {
        Shape shape;
        for (auto& [key, type] : keys) {
            if (m_source.text(key) == model::kProfileArg && type == model::Arg::Type::Int)
                shape.profile = shape.text.size();
            key = string(key);
            shape.text.push_back(type == model::Arg::Type::String);
        }
        shape.target = m_target.args().shape(keys);
        return shape;
    }

    void mapChains() {
        const model::CallchainTable& table = m_source.store().callchains();
        const std::size_t n = table.nodeCount();
        m_chains.resize(n + 1, 0);
        for (std::size_t i = 0; i < n; ++i) {
            const model::CallchainTable::Node node = table.nodes()[i];
            model::Frame frame = table.frames()[node.frame];
            frame.symbol = string(frame.symbol);
            frame.module = string(frame.module);
            m_chains[i + 1] = m_target.callchains().intern(m_chains[node.parent], frame);
        }
    }

    model::EventStore& m_target;
    const model::Snapshot& m_source;
    std::vector<StringId> m_strings;
    std::vector<ArgsId> m_args;
    std::vector<ChainId> m_chains;
    std::size_t m_firstProfile = 0;  // of the source, in the target
};

TimeNs moved(TimeNs t, TimeNs shift) {
    return std::clamp(model::saturatingAdd(t, shift), -model::kTimeLimit, model::kTimeLimit);
}

void copyLane(model::Lane& to, const model::LaneView& from, const IdMap& ids, TimeNs shift,
              const AppendOptions& options) {
    const bool asked = options.operatorArgs && from.lane->kind() == model::EventKind::Operator;
    const bool chain = (from.lane->columns() & model::kPayloadColumn) && model::payloadIsChain(from.lane->kind());
    for (std::size_t i = 0; i < from.rows; ++i) {
        const model::Event source = from.lane->row(i);
        model::Event e = source;
        e.start = moved(e.start, shift);
        e.end = moved(e.end, shift);
        e.name = ids.string(e.name);
        e.args = ids.args(e.args);
        if (asked) e.args = options.operatorArgs(source, e.args);
        if (chain) e.payload = ids.chain(e.payload);
        to.append(e);
    }
    to.finishBatch();
}

void copyCounter(model::CounterSeries& to, const model::CounterView& from, TimeNs shift) {
    for (std::size_t i = 0; i < from.rows; ++i)
        to.append(moved(from.series->time()[i], shift), from.series->value()[i]);
}

}  // namespace

void appendStore(model::EventStore& target, const model::Snapshot& source, const AppendOptions& options,
                 std::vector<model::Flow>& flows) {
    const IdMap ids(target, source);
    struct Copy {
        model::Lane* to = nullptr;
        model::LaneId from = 0;
        TimeNs shift = 0;
    };
    std::vector<Copy> copies;
    std::vector<model::LaneId> lanes(source.laneCount(), 0);
    std::map<std::int64_t, HostTarget> hosts;
    for (const model::Track& t : source.tree().tracks) {
        const auto [host, isNew] = hosts.try_emplace(t.key.host);
        if (isNew) host->second = options.target(t.key.host);
        model::TrackKey key = t.key;
        key.host = host->second.host;
        const model::TrackId id = target.track(t.kind, key);
        if (t.name) target.setTrackName(id, ids.string(t.name));
        if (t.order) target.setTrackOrder(id, t.order);
        const TimeNs shift = host->second.shift;
        // Lanes of a track that were made after the snapshot are not part of it.
        for (std::size_t i = 0; i < t.lanes.size(); ++i) copies.push_back({&target.lane(id, i), t.lanes[i], shift});
        for (std::size_t i = 0; i < t.overflow.size(); ++i)
            copies.push_back({&target.overflowLane(id, i), t.overflow[i], shift});
        if (t.counter != model::kNoCounter) copyCounter(target.counter(id), source.counter(t.counter), shift);
    }
    std::map<const model::Lane*, model::LaneId> made;
    for (model::LaneId l = static_cast<model::LaneId>(target.laneCount()); l-- > 0 && made.size() < copies.size();)
        made.emplace(&target.laneAt(l), l);
    for (const Copy& c : copies) lanes[c.from] = made.at(c.to);
    // Long ones first, so that no thread is left alone with one at the end.
    std::stable_sort(copies.begin(), copies.end(),
                     [&](const Copy& a, const Copy& b) { return source.lane(a.from).rows > source.lane(b.from).rows; });
    parallelFor(copies.size(), options.threads, [&](std::size_t i) {
        if (!options.stop.stop_requested())
            copyLane(*copies[i].to, source.lane(copies[i].from), ids, copies[i].shift, options);
    });
    model::rep::appendProfiles(target.kernelProfiles(), source, [&](StringId id) { return ids.string(id); });
    for (const auto& [name, argb] : source.store().nameColours()) target.setNameColour(ids.string(name), argb);
    for (const model::Flow& f : source.flows().all())
        if (f.fromLane < lanes.size() && f.toLane < lanes.size())
            flows.push_back({lanes[f.fromLane], f.fromRow, lanes[f.toLane], f.toRow, ids.string(f.name)});
}

}  // namespace importers
