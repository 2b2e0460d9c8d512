// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/diff/repetitions.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <unordered_map>

#include "model/diff/spread.h"
#include "model/query/ranges.h"
#include "model/workload/names.h"
#include "model/workload/steps.h"

namespace model::diff {
namespace {

using reports::forEvents;
using reports::Request;

constexpr double kWarm = 1.2;       // as the checklist has it
constexpr double kCutShare = 0.8;   // of the calls of a median step
constexpr std::size_t kFewest = 3;  // that make a repetition
constexpr double kLeastCover = 0.5;
constexpr double kEven = 0.5;  // spread of the periods, of their median
constexpr double kAlike = 1.25;

using Process = std::pair<std::int64_t, std::int64_t>;
using ByThread = std::map<ThreadId, std::vector<Repetition>>;

Request everything(const Snapshot& s) { return {s, {-kTimeLimit, kTimeLimit}}; }

void sortByTime(std::vector<Repetition>& all) {
    std::stable_sort(all.begin(), all.end(), [](const Repetition& a, const Repetition& b) {
        return a.when.begin != b.when.begin ? a.when.begin < b.when.begin : a.when.end > b.when.end;
    });
}

/// Of ranges that lie in each other the outer ones.
std::vector<Repetition> outermost(std::vector<Repetition> all) {
    sortByTime(all);
    std::vector<Repetition> out;
    for (const Repetition& r : all)
        if (out.empty() || r.when.begin >= out.back().when.end) out.push_back(r);
    return out;
}

TimeNs timeOf(const std::vector<Repetition>& all) {
    TimeNs out = 0;
    for (const Repetition& r : all) out = saturatingAdd(out, r.when.length());
    return out;
}

double median(const std::vector<Repetition>& all, auto&& of) {
    std::vector<double> values;
    for (const Repetition& r : all) values.push_back(of(r));
    return medianOf(std::move(values));
}

/// One series a process: the thread that has most repetitions.
std::vector<Series> seriesOf(const ByThread& threads) {
    std::map<Process, Series> out;
    for (const auto& [thread, list] : threads) {
        const auto [at, fresh] = out.try_emplace({thread[0], thread[1]});
        Series& s = at->second;
        s.host = thread[0], s.pid = thread[1];
        if (list.size() > s.whole.size() || (list.size() == s.whole.size() && timeOf(list) > timeOf(s.whole)))
            s.whole = list;
    }
    std::vector<Series> all;
    for (auto& [process, series] : out) all.push_back(std::move(series));
    return all;
}

/// Adds what the repetitions are on the GPU that they use most, and their pace.
void addPace(const Snapshot& s, Series& series) {
    const bool byName = series.pid != TrackKey::kNone;
    std::vector<reports::Step> steps;
    for (const Repetition& r : series.whole)
        steps.push_back({r.event, r.when, byName ? s.text(eventAt(s, r.event).name) : std::string_view(), series.host,
                         series.pid, byName ? s.track(trackOf(s, r.event)).key.tid : TrackKey::kNone});
    const auto onDevices = reports::deviceSteps(s, steps);
    std::map<reports::DeviceId, std::size_t> use;
    for (const auto& step : onDevices)
        for (const reports::DeviceStep& d : step) use[d.device] += d.work;
    const auto most =
        std::max_element(use.begin(), use.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    if (most == use.end()) return;
    series.device = most->first;
    for (std::size_t i = 0; i < steps.size(); ++i)
        for (const reports::DeviceStep& d : onDevices[i])
            if (d.device == series.device)
                series.whole[i].gpu = d.gpu, series.whole[i].pace = d.pace, series.whole[i].fills = d.fills;
}

/// Takes away the first and last step where it has clearly fewer calls than the others: an end of the report lies in
/// it.
void leaveOutCut(const Snapshot& s, Series& series) {
    auto& all = series.whole;
    if (all.size() < kFewest) return;
    std::vector<double> calls(all.size());
    for (const Track& t : s.tree().tracks) {
        if (t.kind != TrackKind::CudaApi || t.key.host != series.host || t.key.pid != series.pid) continue;
        for (const LaneId id : t.lanes)
            for (std::size_t i = 0; i < all.size(); ++i)
                calls[i] += static_cast<double>(countStarting(s.lane(id), all[i].when));
    }
    const double least = kCutShare * medianOf(calls);
    const bool first = calls.front() < least, last = calls.back() < least;
    series.cut = static_cast<std::size_t>(first) + static_cast<std::size_t>(last);
    if (last) all.pop_back();
    if (first) all.erase(all.begin());
}

/// What it took, so far as that can be compared with the others.
double timeTaken(const Repetition& r) {
    return static_cast<double>(r.fills ? std::min(r.when.length(), r.pace.length()) : r.pace.length());
}

/// How many of the first ones take clearly longer than the median.
std::size_t slowFirst(const std::vector<Repetition>& all) {
    const double most = kWarm * median(all, timeTaken);
    std::size_t slow = 0;
    while (all.size() - slow > kFewest && timeTaken(all[slow]) > most) ++slow;
    return slow;
}

Repetitions bySteps(const Snapshot& s) {
    Repetitions out{Unit::Step, {}, {}};
    ByThread threads;
    for (const reports::Step& step : reports::stepsOf(everything(s))) {
        if (out.name.empty()) out.name = generalName(step.name);
        threads[threadOf(s.track(trackOf(s, step.event)).key)].push_back({step.range, step.event});
    }
    for (auto& [thread, list] : threads) list = outermost(std::move(list));
    out.series = seriesOf(threads);
    for (Series& series : out.series) {
        addPace(s, series);  // before any is left out: a pace begins where the former one ends
        leaveOutCut(s, series);
    }
    return out;
}

/// Decides from both reports which of their first steps are warm-up. What is left out of one alone would move the
/// greatest and the mean step of it.
class WarmUp {
public:
    void look(const Snapshot& s, Repetitions& all) {
        std::set<std::string_view> names;
        for (const Series& series : all.series) {
            std::set<std::string_view> own;
            for (const Repetition& r : series.whole) own.insert(nameOf(s, r));
            m_unique &= own.size() == series.whole.size();
            names.merge(own);
            const std::size_t slow = slowFirst(series.whole);
            for (std::size_t i = 0; i < slow; ++i) m_slow.insert(nameOf(s, series.whole[i]));
            all.slowFirst = std::max(all.slowFirst, slow);
        }
        m_most = std::max(m_most, all.slowFirst);
        m_shared |=
            std::any_of(names.begin(), names.end(), [&](std::string_view name) { return m_names.contains(name); });
        m_names.merge(names);
    }
    bool leavesEnough(const Snapshot& s, const Repetitions& all) const {
        return std::any_of(all.series.begin(), all.series.end(),
                           [&](const Series& series) { return series.whole.size() >= countIn(s, series) + kFewest; });
    }
    void leaveOut(const Snapshot& s, Repetitions& all) const {
        for (Series& series : all.series) {
            const std::size_t most = series.whole.size() - std::min(kFewest, series.whole.size());
            const auto end = series.whole.begin() + static_cast<std::ptrdiff_t>(std::min(countIn(s, series), most));
            series.warmUp.assign(series.whole.begin(), end);
            series.whole.erase(series.whole.begin(), end);
        }
    }

private:
    static std::string_view nameOf(const Snapshot& s, const Repetition& r) { return s.text(eventAt(s, r.event).name); }
    std::size_t countIn(const Snapshot& s, const Series& series) const {
        if (!m_unique || !m_shared) return m_most;
        std::size_t out = 0;
        for (std::size_t i = 0; i < series.whole.size(); ++i)
            if (m_slow.contains(nameOf(s, series.whole[i]))) out = i + 1;
        return out;
    }
    std::set<std::string_view> m_names, m_slow;
    std::size_t m_most = 0;
    bool m_unique = true, m_shared = false;  // names tell steps apart; one is in both reports
};

void leaveOutWarmUp(const Snapshot& a, const Snapshot& b, BothRepetitions& steps) {
    WarmUp warmUp;
    warmUp.look(a, steps.a);
    warmUp.look(b, steps.b);
    if (!warmUp.leavesEnough(a, steps.a) || !warmUp.leavesEnough(b, steps.b)) return;
    warmUp.leaveOut(a, steps.a);
    warmUp.leaveOut(b, steps.b);
}

/// An empty report has no length, and none that anything could be compared with.
Repetitions asWhole(const Snapshot& s) {
    if (s.eventCount() == 0) return {Unit::Whole, {}, {Series()}};
    Series series;
    series.whole.push_back({s.whole(), {}});
    addPace(s, series);
    return {Unit::Whole, {}, {std::move(series)}};
}

/// A range by its general name, over all threads that it divides evenly.
struct Candidate {
    std::size_t count = 0;
    TimeNs time = 0;
    ByThread threads;
};

bool dividesEvenly(const std::vector<Repetition>& all, TimeRange window) {
    if (all.size() < kFewest) return false;
    const TimeNs covered = all.back().when.begin - all.front().when.begin;
    if (static_cast<double>(covered) < kLeastCover * static_cast<double>(window.length())) return false;
    std::vector<double> periods;
    for (std::size_t i = 1; i < all.size(); ++i)
        periods.push_back(static_cast<double>(all[i].when.begin - all[i - 1].when.begin));
    return spreadOf(periods) <= kEven * medianOf(periods);
}

std::unordered_map<std::string, Candidate> candidatesOf(const Snapshot& s) {
    std::unordered_map<StringId, std::string> general;
    std::unordered_map<std::string, ByThread> found;
    forEvents(everything(s), kRangeRows, [&](const Track& t, EventRef e, const LaneView& lane) {
        std::string& name = general[lane.name(e.row)];
        if (name.empty()) name = generalName(s.text(lane.name(e.row)));
        found[name][threadOf(t.key)].push_back({{lane.start(e.row), lane.end(e.row)}, e});
    });
    std::unordered_map<std::string, Candidate> out;
    for (auto& [name, threads] : found)
        for (auto& [thread, list] : threads) {
            list = outermost(std::move(list));
            if (!dividesEvenly(list, s.range())) continue;
            Candidate& c = out[name];
            c.count += list.size();
            c.time = saturatingAdd(c.time, timeOf(list));
            c.threads.emplace(thread, std::move(list));
        }
    return out;
}

/// From one begin to the next: the last one's end is not known.
Repetitions byRange(const Snapshot& s, const std::string& name, const ByThread& threads) {
    Repetitions out{Unit::Range, name, seriesOf(threads)};
    for (Series& series : out.series) {
        for (std::size_t i = 0; i + 1 < series.whole.size(); ++i)
            series.whole[i].when.end = series.whole[i + 1].when.begin;
        series.whole.pop_back();
        series.cut = 1;
        addPace(s, series);
    }
    return out;
}

BothRepetitions byCommonRange(const Snapshot& a, const Snapshot& b) {
    auto inA = candidatesOf(a), inB = candidatesOf(b);
    std::size_t fewest = SIZE_MAX;
    for (const auto& [name, c] : inA)
        if (const auto other = inB.find(name); other != inB.end())
            fewest = std::min(fewest, c.count + other->second.count);
    const std::string* best = nullptr;
    TimeNs longest = -1;
    for (const auto& [name, c] : inA) {
        const auto other = inB.find(name);
        if (other == inB.end() ||
            static_cast<double>(c.count + other->second.count) > kAlike * static_cast<double>(fewest))
            continue;
        const TimeNs time = saturatingAdd(c.time, other->second.time);
        if (time > longest || (time == longest && name < *best)) longest = time, best = &name;
    }
    if (!best) return {asWhole(a), asWhole(b)};
    return {byRange(a, *best, inA.at(*best).threads), byRange(b, *best, inB.at(*best).threads)};
}

}  // namespace

std::size_t Repetitions::count() const {
    std::size_t out = 0;
    for (const Series& s : series) out += s.whole.size();
    return out;
}

BothRepetitions repetitionsOf(const Snapshot& a, const Snapshot& b, bool wholeReports) {
    if (wholeReports) return {asWhole(a), asWhole(b)};
    BothRepetitions steps{bySteps(a), bySteps(b)};
    if (steps.a.count() > 0 && steps.b.count() > 0) {
        leaveOutWarmUp(a, b, steps);
        return steps;
    }
    return byCommonRange(a, b);
}

std::vector<Repetition> stepsIn(const Snapshot& s) {
    std::vector<Repetition> out;
    for (const reports::Step& step : reports::stepsOf(everything(s))) out.push_back({step.range, step.event});
    return outermost(std::move(out));
}

}  // namespace model::diff
