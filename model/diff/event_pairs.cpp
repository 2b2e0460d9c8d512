// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/diff/event_pairs.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

#include "model/query.h"

namespace model::diff {
namespace {

struct One {
    std::size_t rank;
    std::int32_t repetition;
    TimeNs start, end;
    EventRef event;
};

constexpr std::size_t kNoRank = SIZE_MAX;

/// The events of one report, by rank (as it is numbered in A), repetition and start.
std::vector<One> eventsOf(const Snapshot& s, const Figures& f, const Names& names, Category category, NameId name, const std::map<std::size_t, std::size_t>& rankInA,
                          const std::stop_token& stop) {
    std::map<std::pair<std::int64_t, std::int64_t>, std::size_t> series;
    for (std::size_t i = 0; i < f.repetitions.series.size(); ++i) series[{f.repetitions.series[i].host, f.repetitions.series[i].pid}] = i;
    // Of a kernel the name is written as in A, B's may have other blanks.
    const auto comparable = [category](std::string text) { return category == Category::Kernel ? withoutIdleBlanks(text) : text; };
    const std::string wanted = comparable(std::string(names.text(name)));
    std::unordered_map<StringId, bool> isWanted;
    std::vector<One> out;
    for (const Track& t : s.tree().tracks) {
        if (categoryOf(t.kind) != category) continue;
        const auto own = f.repetitions.unit == Unit::Whole ? series.begin() : series.find({t.key.host, t.key.pid});
        const Series* of = own == series.end() ? nullptr : &f.repetitions.series[own->second];
        const auto rank = of ? rankInA.find(own->second) : rankInA.end();
        isWanted.clear();
        for (const auto* lanes : {&t.lanes, &t.overflow})
            for (const LaneId id : *lanes) {
                const LaneView lane = s.lane(id);
                for (std::uint32_t i = 0; i < lane.rows && !(i % 65536 == 0 && stop.stop_requested()); ++i) {
                    const auto [at, fresh] = isWanted.try_emplace(lane.name(i));
                    if (fresh) at->second = comparable(comparedName(t.kind, s.text(lane.name(i)))) == wanted;
                    if (!at->second) continue;
                    std::int32_t repetition = EventPair::kBefore;
                    if (of && f.repetitions.unit == Unit::Whole) repetition = 0;
                    else if (of)
                        repetition = static_cast<std::int32_t>(std::upper_bound(of->whole.begin(), of->whole.end(), lane.start(i), [](TimeNs time, const Repetition& r) { return time < r.when.begin; }) - of->whole.begin()) - 1;
                    out.push_back({rank == rankInA.end() ? kNoRank : rank->second, repetition, lane.start(i), lane.end(i), EventRef{id, i}});
                }
            }
    }
    std::sort(out.begin(), out.end(), [](const One& x, const One& y) {
        return std::tie(x.rank, x.repetition, x.start, x.event.lane, x.event.row) < std::tie(y.rank, y.repetition, y.start, y.event.lane, y.event.row);
    });
    return out;
}

}  // namespace

std::vector<EventPair> eventPairs(const Comparison& c, const Row& row, std::stop_token stop) {
    std::map<std::size_t, std::size_t> ranksA, ranksB;
    for (const PartRow& part : c.parts) ranksA[part.rankA] = part.rankA, ranksB[part.rankB] = part.rankA;
    const auto a = eventsOf(*c.a, c.figuresA, c.names, row.category, row.name, ranksA, stop), b = eventsOf(*c.b, c.figuresB, c.names, row.category, row.nameB, ranksB, stop);
    std::vector<EventPair> out;
    out.reserve(std::max(a.size(), b.size()));
    const auto place = [](const One& e) { return std::pair(e.rank, e.repetition); };
    for (std::size_t i = 0, j = 0, number = 0; i < a.size() || j < b.size();) {
        // The same place in both, or the earlier one, which has nothing beside it.
        const bool inA = i < a.size() && (j == b.size() || place(a[i]) <= place(b[j])), inB = j < b.size() && (i == a.size() || place(b[j]) <= place(a[i]));
        EventPair pair;
        if (inA) pair.a = a[i].event, pair.startA = a[i].start, pair.lengthA = a[i].end - a[i].start, pair.repetition = a[i].repetition, ++i;
        if (inB) pair.b = b[j].event, pair.startB = b[j].start, pair.lengthB = b[j].end - b[j].start, pair.repetition = b[j].repetition, ++j;
        out.push_back(pair);
        if (++number % 65536 == 0 && stop.stop_requested()) break;
    }
    return out;
}

}  // namespace model::diff
