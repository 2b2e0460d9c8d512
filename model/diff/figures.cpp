// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/diff/figures.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

#include "model/base/api_name.h"
#include "model/query/autograd.h"
#include "model/query/nesting.h"
#include "model/rules/gaps.h"
#include "model/store/kernel_profiles.h"
#include "model/store/rank.h"
#include "model/workload/calls.h"
#include "model/workload/collectives.h"
#include "model/workload/intervals.h"
#include "model/workload/launches.h"

namespace model::diff {
namespace {

using reports::DeviceWork;
using reports::forEvents;
using reports::Intervals;
using rules::Measure;

/// Rows of a thread whose events lie in each other, from the outer to the inner.
constexpr std::initializer_list<TrackKind> kThreadRows{TrackKind::Annotations, TrackKind::Nvtx, TrackKind::Nccl,
                                                       TrackKind::Operators, TrackKind::CudaApi};

/// Graphs that are traced as a whole count as kernels.
constexpr std::initializer_list<TrackKind> kGpuRows{TrackKind::StreamKernels, TrackKind::StreamGraphs,
                                                    TrackKind::StreamMemory};

/// Finds the repetition of a process at a time.
class RepetitionIndex {
public:
    explicit RepetitionIndex(const Repetitions& all) {
        std::uint32_t first = 0;
        for (const Series& s : all.series) {
            m_anywhere |= s.pid == TrackKey::kNone;
            m_series[{s.host, s.pid}] = {&s.whole, first};
            first += static_cast<std::uint32_t>(s.whole.size());
        }
    }
    std::optional<std::uint32_t> at(const TrackKey& key, TimeNs t) const {
        if (m_anywhere) return 0;
        const auto of = m_series.find({key.host, key.pid});
        if (of == m_series.end()) return {};
        const auto& [all, first] = of->second;
        const auto after = std::upper_bound(all->begin(), all->end(), t,
                                            [](TimeNs time, const Repetition& r) { return time < r.when.begin; });
        if (after == all->begin() || !std::prev(after)->when.contains(t)) return {};
        return first + static_cast<std::uint32_t>(after - all->begin() - 1);
    }

private:
    bool m_anywhere = false;
    std::map<std::pair<std::int64_t, std::int64_t>, std::pair<const std::vector<Repetition>*, std::uint32_t>> m_series;
};

/// One for each repetition.
void mergeShares(std::vector<Share>& all) {
    std::stable_sort(all.begin(), all.end(),
                     [](const Share& a, const Share& b) { return a.repetition < b.repetition; });
    std::size_t kept = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (kept > 0 && all[kept - 1].repetition == all[i].repetition) {
            Share& to = all[kept - 1];
            to.count += all[i].count;
            to.time = saturatingAdd(to.time, all[i].time);
            to.self = saturatingAdd(to.self, all[i].self);
        } else {
            all[kept++] = all[i];
        }
    }
    all.resize(kept);
}

class Collector {
public:
    Collector(const Snapshot& s, Repetitions repetitions, Names& names, std::stop_token stop)
        : m_s(s), m_names(names), m_request{s, {-kTimeLimit, kTimeLimit}, {}, 0, std::move(stop)},
          m_isCommunication(s) {
        m_out.repetitions = std::move(repetitions);
        std::uint32_t first = 0;
        for (const Series& series : m_out.repetitions.series) {
            m_out.firstOf.push_back(first);
            first += static_cast<std::uint32_t>(series.whole.size());
        }
        m_out.firstOf.push_back(first);
        m_index.emplace(m_out.repetitions);
    }

    Figures take() {
        addThreads();
        addProcessRanges();
        addWork();
        addRanks();
        for (auto& names : m_out.names)
            for (auto& [name, figure] : names) mergeShares(figure.shares);
        return std::move(m_out);
    }

private:
    NameId nameOf(StringId name, TrackKind kind) {
        std::vector<NameId>& of = m_known[static_cast<std::size_t>(*categoryOf(kind))];
        if (of.size() <= name) of.resize(std::max<std::size_t>(name + std::size_t{1}, 2 * of.size()));
        NameId& known = of[name];
        return known ? known : known = m_names.id(comparedName(kind, m_s.text(name)));
    }
    NameId baseOf(StringId name) {
        NameId& known = m_bases[name];
        return known ? known : known = m_names.id(kernelBaseName(m_s.text(name)));
    }
    void add(Category category, NameId name, std::uint32_t repetition, EventRef event, TimeNs duration, TimeNs self) {
        Figure& f = m_out.names[static_cast<std::size_t>(category)][name];
        if (f.shares.empty() || f.shares.back().repetition != repetition) f.shares.push_back({repetition});
        Share& share = f.shares.back();
        ++share.count;
        share.time = saturatingAdd(share.time, duration);
        share.self = saturatingAdd(share.self, self);
        f.each.push_back(duration);
        if (f.events.size() < kMostProof) f.events.push_back(event);
    }
    void addThreads() {
        for (const auto& [thread, rows] : rowsByThread(m_s, kThreadRows)) addThread(rows);
        // Slices of other programs stand for themselves: they take nothing from the ranges and operators around them.
        for (const auto& [thread, rows] : rowsByThread(m_s, {TrackKind::Slices})) addThread(rows);
    }
    void addThread(const std::vector<const Track*>& rows) {
        const Nesting nesting(m_s, rows, m_request.range, {}, m_request.stop);
        rules::NameTest waits(m_s, rules::isSynchronization);
        for (const Nesting::Item& item : nesting.items()) {
            const Track& track = m_s.track(trackOf(m_s, item.event));
            const Category category = *categoryOf(track.kind);
            m_out.traced[static_cast<std::size_t>(category)] = true;
            if (category == Category::Api && m_s.lane(item.event.lane).lane->correlation(item.event.row))
                m_rangeOf[item.event.lane].emplace_back(item.event.row, rangeAround(nesting, item));
            if (const auto repetition = m_index->at(track.key, item.when.begin))
                add(category, nameOf(item.name, track.kind), *repetition, item.event, item.when.length(),
                    category == Category::Api && waits(item.name) ? 0 : item.self());
        }
    }
    /// Name of the innermost range or operator that holds a call.
    NameId rangeAround(const Nesting& nesting, const Nesting::Item& call) {
        for (std::uint32_t i = call.parent; i != Nesting::kNone; i = nesting.items()[i].parent) {
            const Nesting::Item& around = nesting.items()[i];
            const TrackKind kind = m_s.track(trackOf(m_s, around.event)).kind;
            if (categoryOf(kind) != Category::Api) return nameOf(around.name, kind);
        }
        return 0;
    }
    NameId rangeOf(EventRef call) const {
        const auto lane = m_rangeOf.find(call.lane);
        if (lane == m_rangeOf.end()) return 0;
        const auto at =
            std::lower_bound(lane->second.begin(), lane->second.end(), std::pair<std::uint32_t, NameId>{call.row, 0});
        return at != lane->second.end() && at->first == call.row ? at->second : 0;
    }

    void addProcessRanges() {
        forEvents(m_request, {TrackKind::ProcessNvtx}, [&](const Track& t, EventRef e, const LaneView& lane) {
            m_out.traced[static_cast<std::size_t>(Category::Range)] = true;
            if (const auto repetition = m_index->at(t.key, lane.start(e.row)))
                add(Category::Range, nameOf(lane.name(e.row), t.kind), *repetition, e,
                    lane.end(e.row) - lane.start(e.row), 0);
        });
    }

    void addWork() {
        const reports::CallIndex calls(m_s);
        std::int64_t work = 0, launched = 0;
        forEvents(m_request, kGpuRows, [&](const Track& t, EventRef e, const LaneView& lane) {
            ++work;
            m_out.kernelsInReport += t.kind == TrackKind::StreamKernels;
            launched += callOf(calls, t, e, lane).isValid();
        });
        m_out.kernels.reserve(static_cast<std::size_t>(m_out.kernelsInReport));
        const bool byLaunch = 2 * launched >= work;  // else calls were hardly traced: the GPU's own time has to do
        forEvents(m_request, kGpuRows, [&](const Track& t, EventRef e, const LaneView& lane) {
            m_out.traced[static_cast<std::size_t>(*categoryOf(t.kind))] = true;
            const EventRef call = callOf(calls, t, e, lane);
            if (!call.isValid() && byLaunch) {
                const bool kernel = t.kind == TrackKind::StreamKernels;
                m_out.withoutLaunch += kernel;
                if (kernel && m_out.incomplete.size() < kMostProof) m_out.incomplete.push_back(e);
                if (m_out.repetitions.unit != Unit::Whole) return;
            }
            const TimeNs at = call.isValid() ? m_s.lane(call.lane).start(call.row) : lane.start(e.row);
            if (const auto repetition = m_index->at(t.key, at))
                addPiece(t, e, lane, *repetition, call.isValid() ? rangeOf(call) : 0);
        });
        std::stable_sort(m_out.kernels.begin(), m_out.kernels.end(), [](const Work& a, const Work& b) {
            return std::tie(a.repetition, a.stream, a.when.begin) < std::tie(b.repetition, b.stream, b.when.begin);
        });
    }
    static EventRef callOf(const reports::CallIndex& calls, const Track& t, EventRef e, const LaneView& lane) {
        const std::uint32_t correlation = lane.lane->correlation(e.row);
        return correlation ? calls.find(t.key, correlation) : EventRef{};
    }
    void addPiece(const Track& t, EventRef e, const LaneView& lane, std::uint32_t repetition, NameId range) {
        const Category category = *categoryOf(t.kind);
        const TimeRange when{lane.start(e.row), lane.end(e.row)};
        const StringId text = lane.name(e.row);
        const NameId name =
            t.kind == TrackKind::StreamGraphs ? m_names.id(comparedName(t.kind, m_s.text(text))) : nameOf(text, t.kind);
        add(category, name, repetition, e, when.length(), when.length());
        if (category != Category::Kernel) return;
        m_out.kernels.push_back(
            {{name, baseOf(text), range}, e, when, t.key.stream, repetition, m_isCommunication(lane, e.row)});
    }

    void addRanks() {
        const auto work = reports::deviceWork(m_request);
        for (std::size_t i = 0; i < m_out.repetitions.series.size(); ++i) {
            const Series& series = m_out.repetitions.series[i];
            Rank rank;
            rank.host = series.device.device == TrackKey::kNone ? series.host : series.device.host;
            rank.device = series.device.device;
            if (series.pid != TrackKey::kNone) rank.number = rankOf(m_s.info(), series.host, series.pid);
            addTimes(series, rank);
            rank.communication.resize(series.whole.size());
            rank.work.resize(series.whole.size());
            if (const auto of = work.find(series.device); of != work.end()) addParts(of->second, series, rank);
            m_out.ranks.push_back(std::move(rank));
        }
        for (const Work& w : m_out.kernels) {
            const auto series = m_out.seriesOf(w.repetition);
            Rank& rank = m_out.ranks[series];
            ++rank.work[w.repetition - m_out.firstOf[series]];
            if (w.communication)
                rank.communication[w.repetition - m_out.firstOf[series]] += static_cast<double>(w.when.length());
        }
    }
    /// Of few repetitions none is left out: three show a spread, and their median is no extreme one.
    static bool hasPace(const Series& series, const Repetition& r) { return !r.fills || series.whole.size() <= 3; }
    void addTimes(const Series& series, Rank& rank) const {
        const auto to = [&rank](Part part) -> std::vector<double>& {
            return rank.parts[static_cast<std::size_t>(part)];
        };
        for (const Repetition& r : series.whole) {
            if (hasPace(series, r)) to(Part::Time).push_back(static_cast<double>(r.pace.length()));
            if (m_out.repetitions.unit == Unit::Whole) continue;
            to(Part::Cpu).push_back(static_cast<double>(r.when.length()));
            if (rank.device != TrackKey::kNone) to(Part::Gpu).push_back(static_cast<double>(r.gpu.length()));
        }
    }
    /// What the GPU did in the pace of each repetition, of whatever repetition.
    static void addParts(const DeviceWork& work, const Series& series, Rank& rank) {
        const Intervals kernels = joined(work.compute, work.communication);
        const Measure compute(work.compute), exposed(reports::without(work.communication, work.compute)),
            copies(reports::without(work.memory, kernels)), busy(joined(kernels, work.memory));
        for (const Repetition& r : series.whole) {
            if (!hasPace(series, r)) continue;
            const TimeRange when = series.pid == TrackKey::kNone ? work.window : r.pace;
            const TimeNs values[] = {compute.inside(when), exposed.inside(when), copies.inside(when),
                                     when.length() - busy.inside(when)};
            for (std::size_t p = 0; p < std::size(values); ++p)
                rank.parts[static_cast<std::size_t>(Part::Compute) + p].push_back(static_cast<double>(values[p]));
        }
    }
    static Intervals joined(const Intervals& a, const Intervals& b) {
        std::vector<TimeRange> all(a);
        all.insert(all.end(), b.begin(), b.end());
        return reports::united(std::move(all));
    }

    const Snapshot& m_s;
    Names& m_names;
    const reports::Request m_request;
    reports::Communication m_isCommunication;
    Figures m_out;
    std::optional<RepetitionIndex> m_index;
    std::array<std::vector<NameId>, kCategories> m_known;  // by StringId
    std::unordered_map<StringId, NameId> m_bases;
    std::unordered_map<LaneId, std::vector<std::pair<std::uint32_t, NameId>>>
        m_rangeOf;  // by lane of calls: row and range around, by row
};

}  // namespace

std::optional<Category> categoryOf(TrackKind kind) {
    switch (kind) {
    case TrackKind::StreamKernels:
    case TrackKind::StreamGraphs: return Category::Kernel;
    case TrackKind::StreamMemory: return Category::Memory;
    case TrackKind::CudaApi: return Category::Api;
    case TrackKind::Annotations:
    case TrackKind::Nvtx:
    case TrackKind::Nccl:
    case TrackKind::ProcessNvtx: return Category::Range;
    case TrackKind::Operators: return Category::Operator;
    case TrackKind::Slices: return Category::Slice;
    default: return {};
    }
}

std::string comparedName(TrackKind kind, std::string_view name) {
    if (kind == TrackKind::StreamGraphs) return generalName(name);
    switch (categoryOf(kind).value_or(Category::Kernel)) {
    case Category::Api: return std::string(withoutApiVersion(name));
    case Category::Range: return generalName(name);
    case Category::Operator: return std::string(operatorNameIn(name));
    default: return std::string(name);
    }
}

void Figure::add(Figure other) {
    shares.insert(shares.end(), other.shares.begin(), other.shares.end());
    mergeShares(shares);
    each.insert(each.end(), other.each.begin(), other.each.end());
    events.insert(events.end(), other.events.begin(), other.events.end());
    events.resize(std::min(events.size(), kMostProof));
}

std::size_t Figures::seriesOf(std::uint32_t repetition) const {
    return static_cast<std::size_t>(std::upper_bound(firstOf.begin(), firstOf.end(), repetition) - firstOf.begin() - 1);
}

Figures figuresOf(const Snapshot& s, Repetitions repetitions, Names& names, std::stop_token stop) {
    return Collector(s, std::move(repetitions), names, std::move(stop)).take();
}

}  // namespace model::diff
