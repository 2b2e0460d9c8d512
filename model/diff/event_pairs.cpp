// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/diff/event_pairs.h"

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <unordered_map>

#include "model/base/work_names.h"
#include "model/diff/alignment.h"
#include "model/store/kernel_profiles.h"
#include "model/workload/launches.h"

namespace model::diff {
namespace {

constexpr std::uint32_t kNone = UINT32_MAX;
constexpr std::uint32_t kNoRank = UINT32_MAX;  // of a process that is not compared

/// An event of the row's category. The rest is in its lane.
struct One {
    std::uint32_t rank;       // as it is numbered in A
    std::int32_t repetition;  // as EventPair has it
    std::uint32_t line;       // stream or thread
    std::uint32_t name;       // index of Side::names
    TimeNs start;
    EventRef event;
};

/// The series of a process, and what its numbers are in the order of both reports.
struct Numbered {
    const Series* series = nullptr;
    std::uint32_t rank = kNoRank;
    std::vector<std::int32_t> repetitions;
};

/// One report's events in order of rank, repetition, line and start.
struct Side {
    std::vector<Numbered> series;
    std::vector<Token> names;
    std::vector<NameId> compared;  // by index of names: what rows of the comparison are called
    NameId wanted = 0;
    std::vector<std::int64_t> lines;  // their own number
    std::vector<One> events;

    bool isWanted(const One& e) const { return compared[e.name] == wanted; }
};

std::vector<Numbered> numbered(const Figures& f) {
    std::vector<Numbered> out;
    for (const Series& s : f.repetitions.series) {
        Numbered& n = out.emplace_back(Numbered{&s, kNoRank, {}});
        for (std::size_t i = 0; i < s.whole.size(); ++i) n.repetitions.push_back(static_cast<std::int32_t>(i));
    }
    return out;
}

/// Ranks that belong together get one number, and so do their repetitions: one that only B has comes behind the one of
/// A before it.
void tie(const Comparison& c, std::vector<Numbered>& a, std::vector<Numbered>& b) {
    for (const PartRow& part : c.parts) {
        if (part.part != Part::Time) continue;
        Numbered &inA = a[part.rankA], &inB = b[part.rankB];
        inA.rank = inB.rank = static_cast<std::uint32_t>(part.rankA);
        std::int32_t next = 0;
        std::size_t i = 0, j = 0;
        const auto until = [&](std::size_t endA, std::size_t endB) {
            while (i < endA) inA.repetitions[i++] = next++;
            while (j < endB) inB.repetitions[j++] = next++;
        };
        for (const auto& [sameA, sameB] : matchedRepetitions(c, part.rankA, part.rankB)) {
            until(sameA, sameB);
            inA.repetitions[i++] = inB.repetitions[j++] = next++;
        }
        until(inA.repetitions.size(), inB.repetitions.size());
    }
}

/// What is compared of a name, as two reports may spell it differently.
struct Comparable {
    Category category;
    bool tellsMemory;
    std::string operator()(std::string_view name) const {
        if (category == Category::Kernel) return canonicalKernelName(name);
        return std::string(category == Category::Memory && !tellsMemory ? canonicalCopyName(name) : name);
    }
};

/// Fills a side.
class Gatherer {
public:
    Gatherer(const Snapshot& s, const Figures& f, const Comparable& comparable, Names& names,
             const std::stop_token& stop, Side& to)
        : m_s(s), m_category(comparable.category), m_comparable(comparable),
          m_isWhole(f.repetitions.unit == Unit::Whole), m_names(names), m_stop(stop), m_side(to) {
        if (m_category == Category::Kernel || m_category == Category::Memory) m_calls.emplace(s);
        if (m_category != Category::Api) return;
        for (const auto& [call, work] :
             reports::launchedWork({s, {-kTimeLimit, kTimeLimit}, {}, 0, stop},
                                   {TrackKind::StreamKernels, TrackKind::StreamGraphs, TrackKind::StreamMemory})) {
            std::vector<StringId>& of = m_launched[call.lane];
            of.resize(s.lane(call.lane).rows);
            of[call.row] = s.lane(work.lane).name(work.row);
        }
    }

    void gather() {
        std::size_t count = 0;
        for (const Track& t : m_s.tree().tracks)
            if (categoryOf(t.kind) == m_category)
                for (const auto* lanes : {&t.lanes, &t.overflow})
                    for (const LaneId id : *lanes) count += m_s.lane(id).rows;
        m_side.events.reserve(count);
        for (const Track& t : m_s.tree().tracks) {
            if (categoryOf(t.kind) != m_category) continue;
            if (t.kind != m_kind) m_known.clear();
            m_kind = t.kind;
            for (const auto* lanes : {&t.lanes, &t.overflow})
                for (const LaneId id : *lanes) addLane(t, id);
        }
        std::sort(m_side.events.begin(), m_side.events.end(), [](const One& x, const One& y) {
            return std::tie(x.rank, x.repetition, x.line, x.start, x.event.lane, x.event.row) <
                   std::tie(y.rank, y.repetition, y.line, y.start, y.event.lane, y.event.row);
        });
    }

private:
    void addLane(const Track& t, LaneId id) {
        const TrackKey& k = t.key;
        const auto own = std::find_if(m_side.series.begin(), m_side.series.end(), [&](const Numbered& n) {
            return m_isWhole || (n.series->host == k.host && n.series->pid == k.pid);
        });
        const Numbered* of = own == m_side.series.end() ? nullptr : &*own;
        const auto [line, isNew] = m_lines.try_emplace({k.host, k.pid, k.tid, k.device, k.context, k.stream},
                                                       static_cast<std::uint32_t>(m_side.lines.size()));
        if (isNew) m_side.lines.push_back(k.stream != TrackKey::kNone ? k.stream : k.tid);
        const auto launched = m_launched.find(id);
        const LaneView lane = m_s.lane(id);
        for (std::uint32_t i = 0; i < lane.rows && !(i % 65536 == 0 && m_stop.stop_requested()); ++i)
            m_side.events.push_back({of ? of->rank : kNoRank,
                                     of ? repetitionAt(*of, launchedAt(k, lane, i)) : EventPair::kBefore,
                                     line->second,
                                     nameOf(lane.name(i), launched == m_launched.end() ? 0 : launched->second[i]),
                                     lane.start(i),
                                     {id, i}});
    }
    /// When the CPU asked for it, where that is known.
    TimeNs launchedAt(const TrackKey& key, const LaneView& lane, std::uint32_t row) const {
        const std::uint32_t correlation = m_calls ? lane.lane->correlation(row) : 0;
        const EventRef call = correlation ? m_calls->find(key, correlation) : EventRef{};
        return call.isValid() ? m_s.lane(call.lane).start(call.row) : lane.start(row);
    }
    std::int32_t repetitionAt(const Numbered& of, TimeNs at) const {
        if (m_isWhole) return 0;
        const auto& all = of.series->whole;
        const auto after = std::upper_bound(all.begin(), all.end(), at,
                                            [](TimeNs time, const Repetition& r) { return time < r.when.begin; });
        return after == all.begin() ? EventPair::kBefore
                                    : of.repetitions[static_cast<std::size_t>(after - all.begin() - 1)];
    }
    std::uint32_t nameOf(StringId id, StringId launched) {
        const auto [at, isNew] =
            m_known.try_emplace(std::uint64_t{id} << 32 | launched, static_cast<std::uint32_t>(m_side.names.size()));
        if (!isNew) return at->second;
        const std::string_view text = m_s.text(id);
        const std::string name = m_comparable(comparedName(m_kind, text));
        Token token{m_names.id(name), 0, 0};
        m_side.compared.push_back(token.name);
        token.base = m_category == Category::Kernel ? m_names.id(kernelBaseName(text)) : token.name;
        if (launched)
            token.name =
                m_names.id(name + '\n' + canonicalKernelName(m_s.text(launched)));  // all launches have one name
        m_side.names.push_back(token);
        return at->second;
    }

    const Snapshot& m_s;
    const Category m_category;
    const Comparable m_comparable;
    const bool m_isWhole;
    Names& m_names;
    const std::stop_token& m_stop;
    Side& m_side;
    std::optional<reports::CallIndex> m_calls;
    TrackKind m_kind = TrackKind::Host;
    std::unordered_map<std::uint64_t, std::uint32_t> m_known;  // of that kind, by name and by that of what it launched
    std::unordered_map<LaneId, std::vector<StringId>> m_launched;  // by lane of calls, by row
    std::map<std::array<std::int64_t, 6>, std::uint32_t> m_lines;
};

using Events = std::span<const One>;

/// What one place of both reports has, a rank's repetition: finds the partners, and lists the wanted ones.
class Place {
public:
    Place(const Side& a, Events inA, const Side& b, Events inB)
        : m_a(a), m_b(b), m_inA(inA), m_inB(inB), m_partner(inA.size(), kNone), m_taken(inB.size()) {}

    void list(std::vector<EventPair>& out) {
        const auto wantedA = wanted(m_a, m_inA), wantedB = wanted(m_b, m_inB);
        if (!wantedA.empty() && !wantedB.empty()) match(wantedA, wantedB);
        auto next = wantedB.begin();
        const auto alone = [&](std::uint32_t until) {  // those of B that begin before
            for (; next != wantedB.end() && (until == kNone || begins(m_inB, *next, until)); ++next)
                if (!m_taken[*next]) out.push_back(pairOf(kNone, *next));
        };
        for (const std::uint32_t i : wantedA) {
            if (m_partner[i] != kNone) alone(m_partner[i]);
            out.push_back(pairOf(i, m_partner[i]));
        }
        alone(kNone);
    }

private:
    struct Line {
        std::uint32_t begin, end;
    };
    static bool begins(Events all, std::uint32_t x, std::uint32_t y) {
        return std::tie(all[x].start, x) < std::tie(all[y].start, y);
    }
    /// In the order in which they begin.
    static std::vector<std::uint32_t> wanted(const Side& side, Events all) {
        std::vector<std::uint32_t> out;
        for (std::uint32_t i = 0; i < all.size(); ++i)
            if (side.isWanted(all[i])) out.push_back(i);
        std::sort(out.begin(), out.end(), [all](std::uint32_t x, std::uint32_t y) { return begins(all, x, y); });
        return out;
    }
    /// In the order in which they begin.
    static std::vector<Line> lines(Events all) {
        std::vector<Line> out;
        for (std::uint32_t i = 0; i < all.size(); ++i) {
            if (i == 0 || all[i].line != all[i - 1].line) out.push_back({i, i});
            out.back().end = i + 1;
        }
        std::stable_sort(out.begin(), out.end(),
                         [all](const Line& x, const Line& y) { return all[x.begin].start < all[y.begin].start; });
        return out;
    }
    static std::vector<Token> tokens(const Side& side, Events all, const Line& line) {
        std::vector<Token> out;
        for (std::uint32_t i = line.begin; i < line.end; ++i) out.push_back(side.names[all[i].name]);
        return out;
    }
    void match(const std::vector<std::uint32_t>& wantedA, const std::vector<std::uint32_t>& wantedB) {
        const auto numbers = [](const Side& side, Events all, const std::vector<Line>& of) {
            std::vector<std::int64_t> out;
            for (const Line& l : of) out.push_back(side.lines[all[l.begin].line]);
            return out;
        };
        const std::vector<Line> linesA = lines(m_inA), linesB = lines(m_inB);
        std::map<std::uint32_t, std::uint32_t> otherLine;  // of A's line: B's
        for (const auto& [i, j] : matchedLines(numbers(m_a, m_inA, linesA), numbers(m_b, m_inB, linesB))) {
            otherLine[m_inA[linesA[i].begin].line] = m_inB[linesB[j].begin].line;
            for (const auto& [x, y] : matched(tokens(m_a, m_inA, linesA[i]), tokens(m_b, m_inB, linesB[j])))
                if (m_a.isWanted(m_inA[linesA[i].begin + x]) && m_b.isWanted(m_inB[linesB[j].begin + y]))
                    pair(linesA[i].begin + x, linesB[j].begin + y);
        }
        matchMoved(wantedA, wantedB, otherLine);
    }
    /// What ran on another stream than in A: those that are left of the name, in order.
    void matchMoved(const std::vector<std::uint32_t>& wantedA, const std::vector<std::uint32_t>& wantedB,
                    const std::map<std::uint32_t, std::uint32_t>& otherLine) {
        std::map<std::uint32_t, std::deque<std::uint32_t>> left;  // of B, by line
        for (const std::uint32_t j : wantedB)
            if (!m_taken[j]) left[m_inB[j].line].push_back(j);
        for (const std::uint32_t i : wantedA) {
            if (m_partner[i] != kNone) continue;
            const auto same = otherLine.find(m_inA[i].line);
            std::deque<std::uint32_t>* first = nullptr;
            for (auto& [line, events] : left)
                if (!events.empty() && (same == otherLine.end() || line != same->second) &&
                    (!first || begins(m_inB, events.front(), first->front())))
                    first = &events;
            if (!first) continue;
            pair(i, first->front());
            first->pop_front();
        }
    }
    void pair(std::uint32_t i, std::uint32_t j) { m_partner[i] = j, m_taken[j] = true; }
    EventPair pairOf(std::uint32_t i, std::uint32_t j) const {
        EventPair out;
        if (i != kNone) out.a = m_inA[i].event, out.startA = m_inA[i].start, out.repetition = m_inA[i].repetition;
        if (j != kNone) out.b = m_inB[j].event, out.startB = m_inB[j].start, out.repetition = m_inB[j].repetition;
        return out;
    }

    const Side &m_a, &m_b;
    const Events m_inA, m_inB;
    std::vector<std::uint32_t> m_partner;  // by event of A
    std::vector<bool> m_taken;             // by event of B
};

auto placeOf(const One& e) { return std::pair(e.rank, e.repetition); }

/// The events of the first place that is left; they are taken off.
Events settlePlace(Events& left, std::pair<std::uint32_t, std::int32_t> place) {
    std::size_t n = 0;
    while (n < left.size() && placeOf(left[n]) == place) ++n;
    const Events out = left.first(n);
    left = left.subspan(n);
    return out;
}

}  // namespace

std::vector<EventPair> eventPairs(const Comparison& c, const Row& row, std::stop_token stop) {
    Names names;
    Side a, b;
    a.series = numbered(c.figuresA), b.series = numbered(c.figuresB);
    tie(c, a.series, b.series);
    const Comparable comparable{row.category, c.tellsMemory};
    Gatherer(*c.a, c.figuresA, comparable, names, stop, a).gather();
    Gatherer(*c.b, c.figuresB, comparable, names, stop, b).gather();
    const auto id = [&](NameId name) { return names.id(comparable(c.names.text(name))); };
    a.wanted = b.wanted = id(row.name);
    // What the compiler calls otherwise in B is the same kernel.
    std::unordered_map<NameId, NameId> renamed;
    for (const Row& r : c.rows)
        if (r.category == row.category && r.name != r.nameB) renamed.emplace(id(r.nameB), id(r.name));
    for (std::size_t i = 0; i < b.names.size(); ++i)
        if (const auto as = renamed.find(b.compared[i]); as != renamed.end())
            b.compared[i] = b.names[i].name = as->second;

    std::vector<EventPair> out;
    for (Events leftA = a.events, leftB = b.events; (!leftA.empty() || !leftB.empty()) && !stop.stop_requested();) {
        const auto place = leftA.empty()   ? placeOf(leftB[0])
                           : leftB.empty() ? placeOf(leftA[0])
                                           : std::min(placeOf(leftA[0]), placeOf(leftB[0]));
        const Events inA = settlePlace(leftA, place), inB = settlePlace(leftB, place);
        Place(a, inA, b, inB).list(out);
    }
    for (EventPair& p : out) {
        if (p.a.isValid()) p.lengthA = c.a->lane(p.a.lane).end(p.a.row) - p.startA;
        if (p.b.isValid()) p.lengthB = c.b->lane(p.b.lane).end(p.b.row) - p.startB;
    }
    return out;
}

}  // namespace model::diff
