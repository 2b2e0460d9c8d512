// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/align.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <numeric>

#include "importers/merge.h"
#include "model/store/file_facts.h"
#include "model/workload/collective.h"
#include "model/workload/collectives.h"

namespace importers {

using model::saturatingAdd;
using model::saturatingSub;
using model::TimeNs;
using model::TrackKind;

namespace {

constexpr std::array<std::string_view, 6> kKeys{"auto", "collectives", "wall", "start", "clock", "given"};

/// More of them say nothing new about a clock.
constexpr std::size_t kMostEnds = 200'000;

std::uint64_t mixed(std::uint64_t hash, std::string_view text) {
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ull;
    return (hash ^ 0xff) * 0x100000001b3ull;  // an end, so that ("a", "bc") is not ("ab", "c")
}
std::uint64_t mixed(std::uint64_t hash, std::int64_t number) {
    return mixed(hash, std::string_view(reinterpret_cast<const char*>(&number), sizeof number));
}

/// Finds collectives and what tells them apart.
class EndReader {
public:
    explicit EndReader(const model::Snapshot& s) : m_s(s), m_communication(s) {
        const model::StringTable& strings = s.store().strings();
        m_collective = strings.find("Collective name");
        m_group = strings.find("Process Group Name");
        m_ranks = strings.find("Process Group Ranks");
        m_seq = strings.find("Seq");
        m_size = strings.find("In msg nelems");
    }

    std::vector<ClockFacts::End> read() {
        read({TrackKind::StreamKernels}, true);
        if (m_ends.empty()) read({TrackKind::Nccl, TrackKind::Annotations}, false);
        std::sort(m_ends.begin(), m_ends.end());
        return std::move(m_ends);
    }

private:
    void read(std::initializer_list<TrackKind> kinds, bool kernels) {
        // GPUs of one report are numbered in their order: those of another report have other ids.
        std::map<std::array<std::int64_t, 3>, std::int64_t> ordinals;
        const auto places = [&](const model::Track& t) {
            return std::array{t.key.host, t.key.pid, kernels ? t.key.device : t.key.tid};
        };
        const auto wanted = [&](const model::Track& t) {
            return std::find(kinds.begin(), kinds.end(), t.kind) != kinds.end();
        };
        for (const model::Track& t : m_s.tree().tracks)
            if (wanted(t) && holdsAny(t, kernels)) ordinals.emplace(places(t), 0);
        std::int64_t n = 0;
        for (auto& [place, ordinal] : ordinals) ordinal = n++;
        for (const model::Track& t : m_s.tree().tracks) {
            if (!wanted(t)) continue;
            const auto at = ordinals.find(places(t));
            if (at == ordinals.end()) continue;
            for (const auto* lanes : {&t.lanes, &t.overflow})
                for (const model::LaneId l : *lanes) readLane(m_s.lane(l), kernels, at->second);
        }
    }

    bool holdsAny(const model::Track& t, bool kernels) {
        for (const auto* lanes : {&t.lanes, &t.overflow})
            for (const model::LaneId l : *lanes) {
                const model::LaneView lane = m_s.lane(l);
                for (std::size_t i = 0; i < lane.rows; ++i)
                    if (isCommunication(lane, i, kernels)) return true;
            }
        return false;
    }

    void readLane(const model::LaneView& lane, bool kernels, std::int64_t ordinal) {
        for (std::size_t i = 0; i < lane.rows && m_ends.size() < kMostEnds; ++i) {
            if (!isCommunication(lane, i, kernels)) continue;
            const model::ArgsId args = model::reports::argsAt(lane, i);
            const model::reports::Collective said =
                kernels ? m_communication.collective(lane, i) : model::reports::Collective();
            if (const auto what = hashOf(m_s.text(lane.name(i)), args, said, ordinal))
                m_ends.push_back({*what, lane.end(i)});
        }
    }

    bool isCommunication(const model::LaneView& lane, std::size_t row, bool kernels) {
        if (kernels) return m_communication(lane, row);
        // Remembered by name: calls are many, names few.
        const model::StringId name = lane.name(row);
        if (name >= m_known.size()) m_known.resize(name + std::size_t{1}, 0);
        if (m_known[name] == 0) m_known[name] = model::isCommunicationCall(m_s.text(name)) ? 1 : 2;
        return m_known[name] == 1;
    }

    std::optional<std::uint64_t> hashOf(std::string_view name, model::ArgsId args,
                                        const model::reports::Collective& said, std::int64_t ordinal) const {
        const auto find = [&](model::StringId key) {
            return args && key ? m_s.store().args().find(args, key) : std::nullopt;
        };
        const auto text = [&](const std::optional<model::Arg>& a) {
            return a && a->type == model::Arg::Type::String ? m_s.text(static_cast<model::StringId>(a->value))
                                                            : std::string_view();
        };
        std::string_view kind = said.which;
        if (kind.empty()) kind = model::collectiveOf(text(find(m_collective)));
        if (kind.empty()) kind = model::collectiveOf(name);
        if (kind.empty()) return {};
        std::uint64_t hash = mixed(0xcbf29ce484222325ull, ordinal);
        hash = mixed(hash, kind);
        const auto group = find(m_group);
        hash = mixed(hash, !said.group.empty()                             ? said.group
                           : group && group->type == model::Arg::Type::Int ? std::to_string(group->value)
                                                                           : std::string(text(group)));
        hash = mixed(hash, text(find(m_ranks)));
        // A sequence number alone is enough; without one size and order tell collectives of a kind apart.
        if (const auto seq = find(m_seq); seq && seq->type == model::Arg::Type::Int)
            return mixed(mixed(hash, "seq"), seq->value);
        if (const auto size = find(m_size); size && size->type == model::Arg::Type::Int)
            return mixed(hash, size->value);
        if (said.bytes) return mixed(hash, *said.bytes);
        return mixed(hash, name.substr(0, name.find('(')));
    }

    const model::Snapshot& m_s;
    model::StringId m_collective = 0, m_group = 0, m_ranks = 0, m_seq = 0, m_size = 0;
    model::reports::Communication m_communication;
    std::vector<std::uint8_t> m_known;
    std::vector<ClockFacts::End> m_ends;
};

TimeNs distance(TimeNs a, TimeNs b) { return saturatingSub(std::max(a, b), std::min(a, b)); }

TimeNs median(std::vector<TimeNs>& values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    if (values.size() % 2) return *middle;
    return std::midpoint(*std::max_element(values.begin(), middle), *middle);
}

/// How far the own time of `b` is ahead of that of `a`, by their collectives.
struct Fit {
    std::size_t matches = 0;
    TimeNs ahead = 0;
    TimeNs residual = 0;
};

Fit fitOf(std::vector<TimeNs> differences) {
    Fit fit;
    fit.matches = differences.size();
    if (differences.empty()) return fit;
    fit.ahead = median(differences);
    for (TimeNs& d : differences) d = distance(d, fit.ahead);
    fit.residual = median(differences);
    return fit;
}

/// `expected`: what the wall clocks say.
Fit match(const ClockFacts& a, const ClockFacts& b, TimeNs expected) {
    std::vector<TimeNs> fromFront, fromBack;
    for (std::size_t i = 0, j = 0; i < a.ends.size() && j < b.ends.size();) {
        const std::uint64_t what = std::min(a.ends[i].what, b.ends[j].what);
        std::size_t n = 0, m = 0;
        while (i + n < a.ends.size() && a.ends[i + n].what == what) ++n;
        while (j + m < b.ends.size() && b.ends[j + m].what == what) ++m;
        for (std::size_t k = 0; k < std::min(n, m); ++k) {
            fromFront.push_back(saturatingSub(b.ends[j + k].time, a.ends[i + k].time));
            fromBack.push_back(saturatingSub(b.ends[j + m - 1 - k].time, a.ends[i + n - 1 - k].time));
        }
        i += n;
        j += m;
    }
    const Fit front = fitOf(std::move(fromFront)), back = fitOf(std::move(fromBack));
    if (front.matches == 0 || front.ahead == back.ahead) return front;
    // One of the reports begins or ends earlier. The better fit is the right one; where steps repeat so evenly that
    // both fit, the one that the wall clocks are nearer to.
    constexpr TimeNs kNoise = 1000;
    const TimeNs least = std::min(front.residual, back.residual), most = std::max(front.residual, back.residual);
    if (most / 2 > least + kNoise) return front.residual < back.residual ? front : back;
    return distance(back.ahead, expected) < distance(front.ahead, expected) ? back : front;
}

bool shareClock(const ClockFacts& a, const ClockFacts& b) { return !a.machine.empty() && a.machine == b.machine; }
bool knowWallClocks(const ClockFacts& a, const ClockFacts& b) { return a.utcEpochNs && b.utcEpochNs; }

/// By the clock that both have in common, or else the wall clock: time 0 of `report` minus that of `first`; 0 where one
/// is not known.
TimeNs epochDifference(const ClockFacts& first, const ClockFacts& report) {
    if (shareClock(first, report)) return saturatingSub(report.clockNs, first.clockNs);
    return knowWallClocks(first, report) ? saturatingSub(report.utcEpochNs, first.utcEpochNs) : 0;
}

/// Whether both were there at once, by the clock that they share. Two machines may have one name: their clocks then
/// differ by days.
bool lieSideBySide(const ClockFacts& a, const ClockFacts& b) {
    const TimeNs shift = epochDifference(a, b);
    return shareClock(a, b) && saturatingAdd(b.range.begin, shift) < a.range.end &&
           saturatingAdd(b.range.end, shift) > a.range.begin;
}

/// Whether a fit says less than the wall clocks do: what was compared did not belong together, as in traces that were
/// thinned out.
bool isVague(const Fit& fit, TimeNs expected) {
    constexpr TimeNs kPlausible = 1'000'000;  // ranks leave a collective within that time
    return fit.residual > kPlausible && fit.residual > distance(fit.ahead, expected) / 2;
}

bool staysInRange(const ClockFacts& report, TimeNs shift) {
    return saturatingAdd(report.range.begin, shift) >= -model::kTimeLimit &&
           saturatingAdd(report.range.end, shift) <= model::kTimeLimit;
}

Alignment byShift(const ClockFacts& first, const ClockFacts& report, Align method, TimeNs shift) {
    if (!staysInRange(report, shift)) {
        method = Align::Start;
        shift = saturatingSub(first.range.begin, report.range.begin);
        if (!staysInRange(report, shift)) shift = 0;
    }
    Alignment out;
    out.method = method;
    out.shift = shift;
    out.offset = saturatingSub(epochDifference(first, report), shift);
    return out;
}

Alignment withoutCollectives(const ClockFacts& first, const ClockFacts& report, Align wanted) {
    const bool clock = wanted == Align::WallClock && shareClock(first, report);
    const bool wall =
        wanted != Align::Start && (clock || (knowWallClocks(first, report) && !shareClock(first, report)));
    const TimeNs shift = wall ? epochDifference(first, report) : saturatingSub(first.range.begin, report.range.begin);
    return byShift(first, report, clock ? Align::Clock : wall ? Align::WallClock : Align::Start, shift);
}

}  // namespace

std::string_view alignKey(Align align) { return kKeys[static_cast<std::size_t>(align)]; }

std::optional<Align> alignFromKey(std::string_view key) {
    for (std::size_t i = 0; i < kKeys.size(); ++i)
        if (kKeys[i] == key) return static_cast<Align>(i);
    return {};
}

ClockFacts clockFacts(const model::Snapshot& report) {
    ClockFacts facts;
    facts.utcEpochNs = report.info().utcEpochNs;
    if (const auto clock = model::clockAtZero(report.info().session_facts); clock) {
        // Formats differ in which of a machine's clocks they count by.
        if (const std::string host = hostNameOf(report); !host.empty())
            facts.machine = host + '/' + report.info().formatKey, facts.clockNs = *clock;
    }
    facts.range = report.range();
    facts.ends = EndReader(report).read();
    return facts;
}

Alignment alignmentOf(const ClockFacts& first, const ClockFacts& report, TimeNs offset) {
    return byShift(first, report, Align::Given, saturatingSub(epochDifference(first, report), offset));
}

std::vector<Alignment> align(std::span<const ClockFacts> reports, Align wanted,
                             std::span<const std::optional<TimeNs>> given) {
    std::vector<Alignment> out(reports.size());
    if (reports.empty()) return out;
    const ClockFacts& first = reports[0];
    const bool collectives = wanted == Align::Auto || wanted == Align::Collectives;
    const auto byClock = [&](std::size_t a, std::size_t b) {
        return wanted == Align::WallClock ? shareClock(reports[a], reports[b])
                                          : wanted == Align::Auto && lieSideBySide(reports[a], reports[b]);
    };
    out[0].method = wanted == Align::Auto
                        ? (first.ends.empty() ? withoutCollectives(first, first, wanted).method : Align::Collectives)
                        : wanted;
    std::vector<bool> done(reports.size(), false);
    for (std::size_t seed = 0; seed < reports.size(); ++seed) {
        if (done[seed]) continue;
        if (seed > 0) out[seed] = withoutCollectives(first, reports[seed], wanted);
        done[seed] = true;
        // Breadth first: each that is aligned can align others, so that files that share collectives keep together even
        // if the first report has none of them.
        std::vector<std::size_t> anchors{seed};
        for (std::size_t a = 0; wanted != Align::Start && a < anchors.size(); ++a) {
            const std::size_t at = anchors[a];
            for (std::size_t i = 1; i < reports.size(); ++i) {
                if (done[i]) continue;
                if (byClock(at, i)) {
                    out[i] = byShift(first, reports[i], Align::Clock,
                                     saturatingAdd(out[at].shift, epochDifference(reports[at], reports[i])));
                    done[i] = true;
                    anchors.push_back(i);
                    continue;
                }
                if (!collectives) continue;
                const TimeNs expected = saturatingSub(0, epochDifference(reports[at], reports[i]));
                const Fit fit = match(reports[at], reports[i], expected);
                if (fit.matches == 0) continue;
                if (wanted == Align::Auto && reports[at].utcEpochNs && reports[i].utcEpochNs && isVague(fit, expected))
                    continue;
                out[i] = byShift(first, reports[i], Align::Collectives, saturatingSub(out[at].shift, fit.ahead));
                out[i].matches = fit.matches;
                out[i].residual = saturatingAdd(out[at].residual, fit.residual);
                done[i] = true;
                anchors.push_back(i);
            }
        }
    }
    for (std::size_t i = 1; i < reports.size(); ++i)
        if (i < given.size() && given[i]) out[i] = alignmentOf(first, reports[i], *given[i]);
    return out;
}

}  // namespace importers
