// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/diff/alignment.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <map>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "model/base/messages.h"
#include "model/base/work_names.h"
#include "model/query/autograd.h"
#include "model/query/ranges.h"
#include "model/workload/events.h"

namespace model::diff {
namespace {

using enum MessageCode;

constexpr std::initializer_list<TrackKind> kAnyEvents{
    TrackKind::Annotations,   TrackKind::Nvtx,         TrackKind::Nccl,
    TrackKind::ProcessNvtx,   TrackKind::Operators,    TrackKind::CudaApi,
    TrackKind::StreamKernels, TrackKind::StreamGraphs, TrackKind::StreamMemory};

using RankPair = std::pair<std::size_t, std::size_t>;  // indices of the series in A and B
using Anchors = std::pair<TimeRange, TimeRange>;

std::vector<RankPair> rankPairs(const Comparison& c) {
    std::vector<RankPair> out;
    for (const PartRow& row : c.parts)
        if (const RankPair pair(row.rankA, row.rankB); out.empty() || out.back() != pair) out.push_back(pair);
    if (out.empty() && !c.figuresA.repetitions.series.empty() && !c.figuresB.repetitions.series.empty())
        out.emplace_back(0, 0);
    return out;
}

/// Of a step its own one; else that of the range as it is compared.
std::string nameOf(const Snapshot& s, const Repetition& r, const Repetitions& all) {
    return all.unit == Unit::Step && r.event.isValid() ? std::string(s.text(eventAt(s, r.event).name)) : all.name;
}

/// Those that may have been warm-up, too, in order.
std::vector<Repetition> inOrder(const Series& series) {
    std::vector<Repetition> out = series.warmUp;
    out.insert(out.end(), series.whole.begin(), series.whole.end());
    std::sort(out.begin(), out.end(),
              [](const Repetition& x, const Repetition& y) { return x.when.begin < y.when.begin; });
    return out;
}

/// Steps of one name, of several that have it the n-th of both; both indices ascend. Ranges are not numbered by their
/// names.
std::vector<IndexPair> namedAlike(const Comparison& c, const std::vector<Repetition>& a,
                                  const std::vector<Repetition>& b) {
    std::vector<IndexPair> out;
    const Repetitions &inA = c.figuresA.repetitions, &inB = c.figuresB.repetitions;
    if (inA.unit != Unit::Step || inB.unit != Unit::Step) return out;
    std::unordered_map<std::string, std::deque<std::uint32_t>> named;
    for (std::uint32_t j = 0; j < b.size(); ++j) named[nameOf(*c.b, b[j], inB)].push_back(j);
    for (std::uint32_t i = 0; i < a.size(); ++i) {
        const auto same = named.find(nameOf(*c.a, a[i], inA));
        if (same == named.end() || same->second.empty()) continue;
        if (out.empty() || out.back().second < same->second.front()) out.push_back({i, same->second.front()});
        same->second.pop_front();
    }
    return out;
}

std::optional<TimeRange> firstKernel(const Snapshot& s) {
    std::optional<TimeRange> out;
    for (const Track& t : s.tree().tracks) {
        if (t.kind != TrackKind::StreamKernels) continue;
        for (const auto* lanes : {&t.lanes, &t.overflow})
            for (const LaneId id : *lanes)
                if (const LaneView lane = s.lane(id); !lane.isEmpty() && (!out || lane.start(0) < out->begin))
                    out = TimeRange{lane.start(0), lane.end(0)};
    }
    return out;
}

/// Rows of the process, and of the GPU that it uses most, where a report does not say whose work that is.
bool isOfRank(const TrackKey& key, const Figures& f, std::size_t rank) {
    const Series& series = f.repetitions.series[rank];
    if (series.pid == TrackKey::kNone || (key.host == series.host && key.pid == series.pid)) return true;
    return key.device != TrackKey::kNone && key.host == f.ranks[rank].host && key.device == f.ranks[rank].device;
}

const std::initializer_list<TrackKind>& kindsFor(AlignBy by) { return by == AlignBy::Range ? kRangeRows : kAnyEvents; }

enum class Named : std::uint8_t { So, Alike, Otherwise };
Named isNamed(TrackKind kind, std::string_view text, const std::string& wanted) {
    if (text == wanted || operatorNameIn(text) == wanted) return Named::So;
    const auto category = categoryOf(kind);
    const auto comparable = [&](std::string_view name) {
        const std::string compared = comparedName(kind, name);
        return category == Category::Kernel   ? canonicalKernelName(compared)
               : category == Category::Memory ? std::string(canonicalCopyName(compared))
                                              : compared;
    };
    return comparable(text) == comparable(wanted) ? Named::Alike : Named::Otherwise;
}

/// Events of the name, whatever numbers frameworks write behind it, or if there is none of that general name, of the
/// rank's thread or stream that has most of them, in order.
std::vector<Repetition> namedOf(const Snapshot& s, const Figures& f, std::size_t rank, const AlignRequest& request) {
    using Place = std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t, std::int64_t>;
    std::map<Place, std::vector<Repetition>> exact, alike;
    std::unordered_map<StringId, decltype(&exact)> rowsOf;  // by name; of the kind of row below
    std::optional<TrackKind> kind;
    const auto rowsFor = [&](std::string_view text) -> decltype(&exact) {
        const Named how = isNamed(*kind, text, request.name);
        return how == Named::So ? &exact : how == Named::Alike ? &alike : nullptr;
    };
    const auto use = [&](const Track& t, EventRef e, const LaneView& lane) {
        if (!isOfRank(t.key, f, rank)) return;
        if (kind != t.kind) rowsOf.clear();
        kind = t.kind;
        const auto [at, fresh] = rowsOf.try_emplace(lane.name(e.row));
        if (fresh) at->second = rowsFor(s.text(lane.name(e.row)));
        if (at->second)
            (*at->second)[{t.key.host, t.key.pid, t.key.tid, t.key.device, t.key.stream}].push_back(
                {{lane.start(e.row), lane.end(e.row)}, e});
    };
    reports::forEvents({s, {-kTimeLimit, kTimeLimit}}, kindsFor(request.by), use);
    auto& rows = exact.empty() ? alike : exact;
    const auto most = std::max_element(rows.begin(), rows.end(),
                                       [](const auto& x, const auto& y) { return x.second.size() < y.second.size(); });
    if (most == rows.end()) return {};
    std::stable_sort(most->second.begin(), most->second.end(), [](const Repetition& x, const Repetition& y) {
        return x.when.begin != y.when.begin ? x.when.begin < y.when.begin : x.when.end > y.when.end;
    });
    return std::move(most->second);
}

/// The repetition that begins with the event, if one does.
const Repetition* repetitionOf(const Series& series, EventRef event) {
    const auto at =
        std::find_if(series.whole.begin(), series.whole.end(), [&](const Repetition& r) { return r.event == event; });
    return at == series.whole.end() ? nullptr : &*at;
}

Result<Anchors> namedAnchors(const Comparison& c, const AlignRequest& request) {
    if (request.by == AlignBy::Range && request.name == c.figuresA.repetitions.name)
        if (const auto pairs = repetitionPairs(c); request.nth < pairs.size())
            return Anchors{extentOf(pairs[request.nth].a), extentOf(pairs[request.nth].b)};
    bool inA = false;
    for (const auto& [rankA, rankB] : rankPairs(c)) {
        const auto a = namedOf(*c.a, c.figuresA, rankA, request), b = namedOf(*c.b, c.figuresB, rankB, request);
        inA |= request.nth < a.size();
        if (request.nth >= std::min(a.size(), b.size())) continue;
        const Repetition &left = a[request.nth], &right = b[request.nth];
        // From one begin to the next where that is what is compared.
        const Repetition *wholeA = repetitionOf(c.figuresA.repetitions.series[rankA], left.event),
                         *wholeB = repetitionOf(c.figuresB.repetitions.series[rankB], right.event);
        return wholeA && wholeB ? Anchors{extentOf(*wholeA), extentOf(*wholeB)} : Anchors{left.when, right.when};
    }
    return refused({request.by == AlignBy::Range ? NoRangeNumber : NoEventNumber,
                    {Argument::file((inA ? c.b : c.a)->info().path), request.nth + 1, Argument::name(request.name)}});
}

Result<Anchors> stepAnchors(const Comparison& c, std::size_t nth) {
    for (const SnapshotPtr& s : {c.a, c.b})
        if (stepsIn(*s).empty()) return refused({HoldsNoSteps, {Argument::file(s->info().path)}});
    const auto pairs = c.figuresA.repetitions.unit == Unit::Step ? repetitionPairs(c) : std::vector<RepetitionPair>();
    if (nth < pairs.size()) return Anchors{extentOf(pairs[nth].a), extentOf(pairs[nth].b)};
    return refused({NoStepNumber, {nth + 1, Argument::count(pairs.size())}});
}

/// Where both begin, by what is there once in a report.
Result<Anchors> onlyAnchors(const Comparison& c, AlignBy by) {
    const MessageCode lacks = by == AlignBy::Wall     ? NoWallClock
                              : by == AlignBy::Kernel ? HoldsNoKernels
                                                      : HoldsNoEvents;
    std::vector<TimeRange> found;
    for (const SnapshotPtr& s : {c.a, c.b}) {
        std::optional<TimeRange> one;
        if (by == AlignBy::Kernel) one = firstKernel(*s);
        else if (by == AlignBy::Wall ? s->info().utcEpochNs != 0 : s->eventCount() > 0)
            one = by == AlignBy::Wall ? TimeRange{} : s->range();
        if (!one) return refused({lacks, {Argument::file(s->info().path)}});
        found.push_back(*one);
    }
    if (by == AlignBy::Wall) found[1].begin = saturatingSub(c.a->info().utcEpochNs, c.b->info().utcEpochNs);
    return Anchors{found[0], found[1]};
}

TimeNs scaled(TimeNs distance, double by) {
    if (by == 1) return distance;
    const double out = static_cast<double>(distance) * by;
    return std::abs(out) < static_cast<double>(kTimeLimit) ? static_cast<TimeNs>(std::llround(out))
           : out < 0                                       ? -kTimeLimit
                                                           : kTimeLimit;
}

}  // namespace

TimeNs Alignment::toA(TimeNs b) const { return saturatingAdd(anchorA, scaled(saturatingSub(b, anchorB), stretch)); }
TimeNs Alignment::toB(TimeNs a) const { return saturatingAdd(anchorB, scaled(saturatingSub(a, anchorA), 1 / stretch)); }

TimeRange extentOf(const Repetition& r) {
    return r.pace.isEmpty() ? r.when : TimeRange{r.when.begin, saturatingAdd(r.when.begin, r.pace.length())};
}

std::vector<RepetitionPair> repetitionPairs(const Comparison& c, std::size_t most) {
    const Repetitions &a = c.figuresA.repetitions, &b = c.figuresB.repetitions;
    const auto ranks = rankPairs(c);
    std::vector<RepetitionPair> out;
    if (ranks.empty() || a.unit == Unit::Whole) return out;
    const std::vector<Repetition> inA = inOrder(a.series[ranks[0].first]), inB = inOrder(b.series[ranks[0].second]);
    for (const auto& [i, j] : namedAlike(c, inA, inB))
        if (out.size() < most) out.push_back({inA[i], inB[j], nameOf(*c.a, inA[i], a)});
    if (out.size() > 1) return out;
    out.clear();
    const std::vector<Repetition>&wholeA = a.series[ranks[0].first].whole, &wholeB = b.series[ranks[0].second].whole;
    for (std::size_t i = 0; i < std::min({wholeA.size(), wholeB.size(), most}); ++i)
        out.push_back({wholeA[i], wholeB[i], nameOf(*c.a, wholeA[i], a)});
    return out;
}

std::vector<IndexPair> matchedRepetitions(const Comparison& c, std::size_t rankA, std::size_t rankB) {
    const std::vector<Repetition>&a = c.figuresA.repetitions.series[rankA].whole,
          &b = c.figuresB.repetitions.series[rankB].whole;
    std::vector<IndexPair> out = namedAlike(c, a, b);
    if (out.size() > 1) return out;
    out.clear();
    for (std::uint32_t i = 0; i < std::min(a.size(), b.size()); ++i) out.push_back({i, i});
    return out;
}

Result<Alignment> align(const Comparison& c, const AlignRequest& request) {
    const auto anchors = request.by == AlignBy::Step ? stepAnchors(c, request.nth)
                         : hasLength(request.by)     ? namedAnchors(c, request)
                                                     : onlyAnchors(c, request.by);
    if (!anchors) return tl::unexpected(anchors.error());
    const auto& [inA, inB] = *anchors;
    Alignment out{inA.begin, inB.begin};
    if (request.stretch && hasLength(request.by) && inA.length() > 0 && inB.length() > 0)
        out.stretch = static_cast<double>(inA.length()) / static_cast<double>(inB.length());
    return out;
}

std::vector<std::string_view> alignNames(const Snapshot& s, AlignBy by) {
    std::unordered_set<StringId> names;
    const auto use = [&](const Track&, EventRef e, const LaneView& lane) { names.insert(lane.name(e.row)); };
    reports::forEvents({s, {-kTimeLimit, kTimeLimit}}, kindsFor(by), use);
    std::vector<std::string_view> out;
    for (const StringId name : names) out.push_back(s.text(name));
    return out;
}

bool canAlignOn(const Snapshot& s, const AlignRequest& request) {
    bool found = false;
    std::unordered_set<StringId> seen;  // of the kind of row below
    std::optional<TrackKind> kind;
    const auto use = [&](const Track& t, EventRef e, const LaneView& lane) {
        if (kind != t.kind) seen.clear();
        kind = t.kind;
        if (!found && seen.insert(lane.name(e.row)).second)
            found = isNamed(t.kind, s.text(lane.name(e.row)), request.name) != Named::Otherwise;
    };
    reports::forEvents({s, {-kTimeLimit, kTimeLimit}}, kindsFor(request.by), use);
    return found;
}

std::optional<Alignment> alignOn(const Snapshot& a, EventRef eventA, const Snapshot& b, EventRef eventB) {
    if (!holds(a, eventA) || !holds(b, eventB)) return {};
    return Alignment{a.lane(eventA.lane).start(eventA.row), b.lane(eventB.lane).start(eventB.row)};
}

}  // namespace model::diff
