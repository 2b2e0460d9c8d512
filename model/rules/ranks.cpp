// SPDX-License-Identifier: GPL-3.0-or-later
// Several GPUs: communication that nothing hides, and the rank that the others wait for.
#include "model/rules/ranks.h"

#include <set>

#include "model/base/messages.h"
#include "model/base/translate_noop.h"
#include "model/reports/gpu.h"
#include "model/reports/trace.h"
#include "model/rules/needs.h"
#include "model/store/rank.h"
#include "model/workload/collectives.h"
#include "model/workload/intervals.h"
#include "model/workload/summary.h"

namespace model::rules {
namespace {

using namespace reports;

constexpr std::int64_t kExposedPercent = 5;
constexpr std::int64_t kSlowPercent = 1;
/// How far the clocks of two aligned reports may still be apart.
constexpr TimeNs kClockError = 10'000;

constexpr MessageCode kNoCollectives = MessageCode::NoCommunicationInTime;

/// Communication kernels of each GPU that ran, at least in part, without another kernel.
std::map<DeviceId, std::vector<EventRef>> exposedKernels(const Request& r,
                                                         const std::map<DeviceId, Intervals>& exposed) {
    std::map<DeviceId, std::vector<EventRef>> out;
    Communication isCommunication(r.report);
    forEvents(r, {TrackKind::StreamKernels}, [&](const Track& t, EventRef e, const LaneView& lane) {
        if (!isCommunication(lane, e.row)) return;
        const auto of = exposed.find({t.key.host, t.key.device});
        if (of == exposed.end() || out[of->first].size() >= kMostEvidence) return;
        const auto at = std::lower_bound(of->second.begin(), of->second.end(), lane.start(e.row),
                                         [](const TimeRange& i, TimeNs time) { return i.end <= time; });
        if (at != of->second.end() && at->begin < lane.end(e.row)) out[of->first].push_back(e);
    });
    return out;
}

Table exposedCommunication(const Request& r) {
    const double least = static_cast<double>(r.limit > 0 ? r.limit : kExposedPercent);
    struct Row {
        DeviceId device;
        Breakdown time;
        TimeRange window;
    };
    std::vector<Row> found;
    std::map<DeviceId, Intervals> exposed;
    bool communicates = false;
    for (const auto& [device, work] : deviceWork(r)) {
        communicates |= !work.communication.empty();
        const TimeRange window = work.window.intersected(r.range);
        const Breakdown b = breakdownOf(work, window);
        if (b.whole <= 0 || static_cast<double>(b.communicationOnly) * 100 < least * static_cast<double>(b.whole))
            continue;
        found.push_back({device, b, window});
        exposed[device] = without(work.communication, work.compute);
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const Row& a, const Row& b) { return a.time.communicationOnly > b.time.communicationOnly; });
    auto kernels = exposedKernels(r, exposed);
    std::vector<std::vector<Cell>> rows;
    std::vector<Evidence> evidence;
    const auto percent = [](TimeNs part, TimeNs whole) {
        return static_cast<double>(part) * 100 / static_cast<double>(whole);
    };
    for (const Row& f : found) {
        const Breakdown& b = f.time;
        rows.push_back({b.communicationOnly, percent(b.communicationOnly, b.whole), b.communication(),
                        percent(b.overlapped, b.communication()),
                        deviceText(r.report, f.device.host, f.device.device)});
        evidence.push_back({std::move(kernels[f.device]), f.window});
    }
    Message why = whyNoWork(r);
    return listTable(std::move(rows), std::move(evidence),
                     !why.empty() || communicates ? why : Message(kNoCollectives));
}

/// Who takes part in a collective: a process with a GPU of a machine (or of a merged report).
struct Rank {
    std::int64_t host, pid, device;
    auto operator<=>(const Rank&) const = default;
};
struct Entered {
    EventRef event;
    TimeRange when;
};
using CollectiveKey = std::pair<std::string_view, std::string>;  // which, process group

/// Whether no rank can leave such a collective before all have entered; the root of a broadcast can.
bool synchronises(std::string_view collective) {
    for (const char* s : {"allreduce", "reducescatter", "allgather", "alltoall", "barrier"})
        if (collective == s) return true;
    return false;
}

struct Collectives {
    std::map<CollectiveKey, std::map<Rank, std::vector<Entered>>> all;
    bool communicates = false;  // whether there is any communication, of whatever kind
};

Collectives collectivesOf(const Request& r) {
    Collectives found;
    auto& out = found.all;
    Communication communication(r.report);
    forEvents(r, {TrackKind::StreamKernels}, [&](const Track& t, EventRef e, const LaneView& lane) {
        if (!communication(lane, e.row)) return;
        found.communicates = true;
        Collective c = communication.collective(lane, e.row);
        if (synchronises(c.which))
            out[{c.which, std::move(c.group)}][{t.key.host, t.key.pid, t.key.device}].push_back(
                {e, {lane.start(e.row), lane.end(e.row)}});
    });
    for (auto& [key, ranks] : out)
        for (auto& [rank, list] : ranks)
            std::stable_sort(list.begin(), list.end(),
                             [](const Entered& a, const Entered& b) { return a.when.begin < b.when.begin; });
    return found;
}

/// What the others lost by one rank.
struct Late {
    std::int64_t last = 0;  // collectives that it entered last
    TimeNs gain = 0;        // by how much, compared with the last but one
    TimeNs waited = 0;      // mean wait of the others
    std::vector<EventRef> events;
};
struct Lateness {
    std::map<Rank, Late> ranks;
    std::int64_t collectives = 0;  // that were matched
    TimeRange range{kTimeMax, kTimeMin};
};

/// Adds one collective, the one that is next of each rank. All end together, so the shortest entered last, and how much
/// longer each other took is its wait: durations are compared, as clocks may be off by a little.
void addCollective(const std::map<Rank, std::span<const Entered>>& next, Lateness& out) {
    TimeNs first = kTimeMax, second = kTimeMax, sum = 0;
    const Rank* last = nullptr;
    for (const auto& [rank, list] : next) {
        const TimeNs length = list.front().when.length();
        out.range = out.range.united(list.front().when);
        sum = saturatingAdd(sum, length);
        if (length < first) second = first, first = length, last = &rank;
        else second = std::min(second, length);
    }
    ++out.collectives;
    Late& late = out.ranks[*last];
    ++late.last;
    late.gain = saturatingAdd(late.gain, second - first);
    late.waited = saturatingAdd(late.waited, (sum - first) / static_cast<TimeNs>(next.size() - 1) - first);
    if (late.events.size() < kMostEvidence) late.events.push_back(next.at(*last).front().event);
}

/// Of collectives of one kind those belong together that run at the same time on all ranks. One of which a rank's
/// report lacks the partner is passed over. O(n · ranks).
void addLateness(const std::map<Rank, std::vector<Entered>>& ranks, Lateness& out) {
    if (ranks.size() < 2) return;
    std::map<Rank, std::span<const Entered>> next(ranks.begin(), ranks.end());
    while (std::none_of(next.begin(), next.end(), [](const auto& n) { return n.second.empty(); })) {
        TimeRange both{kTimeMin, kTimeMax};
        std::span<const Entered>* earliest = nullptr;
        for (auto& [rank, list] : next) {
            const TimeRange& when = list.front().when;
            if (when.end < both.end) earliest = &list;
            both = {std::max(both.begin, when.begin), std::min(both.end, when.end)};
        }
        if (both.begin < both.end + kClockError) {
            addCollective(next, out);
            for (auto& [rank, list] : next) list = list.subspan(1);
        } else {
            *earliest = earliest->subspan(1);
        }
    }
}

/// Its number; where the report has none, the machine.
std::string rankText(const Snapshot& s, const Rank& rank) {
    if (const auto number = rankOf(s.info(), rank.host, rank.pid)) return std::to_string(*number);
    for (const Track& t : s.tree().tracks)
        if (t.kind == TrackKind::Host && t.key.host == rank.host && t.name) return std::string(s.text(t.name));
    return {};
}

/// How long the GPU of a rank computes within a range, in percent of the mean of the other ranks' GPUs.
Cell computeShare(const std::map<DeviceId, DeviceWork>& work, const std::set<DeviceId>& ranks, const Rank& rank,
                  TimeRange range) {
    double own = 0, others = 0;
    for (const DeviceId& d : ranks) {
        const auto time = static_cast<double>(lengthOf(clipped(work.at(d).compute, range)));
        (d == DeviceId{rank.host, rank.device} ? own : others) += time;
    }
    return others > 0 ? Cell(own * 100 * static_cast<double>(ranks.size() - 1) / others) : Cell();
}

Table slowRank(const Request& r) {
    const double least = static_cast<double>(r.limit > 0 ? r.limit : kSlowPercent);
    const auto [collectives, communicates] = collectivesOf(r);
    Lateness all;
    std::set<DeviceId> devices;
    for (const auto& [key, ranks] : collectives) {
        addLateness(ranks, all);
        for (const auto& [rank, list] : ranks) devices.insert({rank.host, rank.device});
    }
    const auto work = all.collectives > 0 ? deviceWork(r) : std::map<DeviceId, DeviceWork>();
    std::vector<std::pair<TimeNs, std::pair<std::vector<Cell>, Evidence>>> found;
    for (auto& [rank, late] : all.ranks) {
        const double percent =
            static_cast<double>(late.gain) * 100 / static_cast<double>(std::max<TimeNs>(1, all.range.length()));
        if (percent < least) continue;
        found.push_back({late.gain,
                         {{late.gain, percent, late.last, all.collectives, late.waited,
                           computeShare(work, devices, rank, all.range), rankText(r.report, rank),
                           cellOfProcess(r.report, rank), deviceText(r.report, rank.host, rank.device)},
                          evidenceOf(r.report, std::move(late.events))}});
    }
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<std::vector<Cell>> rows;
    std::vector<Evidence> evidence;
    for (auto& f : found) rows.push_back(std::move(f.second.first)), evidence.push_back(std::move(f.second.second));
    Message why = whyNoWork(r);
    if (why.empty() && !communicates) why = kNoCollectives;
    else if (why.empty() && collectives.empty()) why = MessageCode::NoKnownCollectives;
    else if (why.empty() && all.collectives == 0) why = MessageCode::NoMatchedCollectives;
    return listTable(std::move(rows), std::move(evidence), std::move(why));
}

constexpr ColumnInfo kExposedColumns[] = {
    {QT_TRANSLATE_NOOP("Reports", "Gain at Most (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "Time in which a communication kernel ran and no other kernel"), Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "Gain (%)"), Unit::Percent,
     QT_TRANSLATE_NOOP("Reports", "The same as a share of the time from the first to the last work of the GPU")},
    {QT_TRANSLATE_NOOP("Reports", "Communication (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "Wall clock time in which communication kernels ran")},
    {QT_TRANSLATE_NOOP("Reports", "Comm Hidden (%)"), Unit::Percent,
     QT_TRANSLATE_NOOP("Reports", "Share of the communication time in which another kernel ran, too")},
    {QT_TRANSLATE_NOOP("Reports", "Device"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Name and number of the GPU")},
};
constexpr ColumnInfo kSlowColumns[] = {
    {QT_TRANSLATE_NOOP("Reports", "Gain at Most (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "By how much this rank entered collectives later than any other"), Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "Gain (%)"), Unit::Percent,
     QT_TRANSLATE_NOOP("Reports", "The same as a share of the time from the first to the last collective")},
    {QT_TRANSLATE_NOOP("Reports", "Last In"), Unit::Count,
     QT_TRANSLATE_NOOP("Reports", "Collectives that this rank entered last")},
    {QT_TRANSLATE_NOOP("Reports", "Collectives"), Unit::Count,
     QT_TRANSLATE_NOOP("Reports", "Collectives that all ranks have, matched by kind, process group and time")},
    {QT_TRANSLATE_NOOP("Reports", "Others Waited (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "Sum over these collectives of the mean wait of the other ranks")},
    {QT_TRANSLATE_NOOP("Reports", "Compute (%)"), Unit::Percent,
     QT_TRANSLATE_NOOP(
         "Reports",
         "How long its GPU computed, in percent of the mean of the other ranks: far above 100, the GPU is slower or has more to do; if not, the CPU came late")},
    {QT_TRANSLATE_NOOP("Reports", "Rank"), Unit::Text,
     QT_TRANSLATE_NOOP(
         "Reports",
         "Number of the rank; where the report has none its machine, or its report where several were opened as one")},
    {QT_TRANSLATE_NOOP("Reports", "PID"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Process")},
    {QT_TRANSLATE_NOOP("Reports", "Device"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Name and number of the GPU")},
};

}  // namespace

constinit const Rule kExposedCommunication{
    {"exposed_communication", QT_TRANSLATE_NOOP("Reports", "Communication That Nothing Hides"),
     QT_TRANSLATE_NOOP(
         "Reports",
         "GPUs that for 5 % of their time or more ran a communication kernel (of NCCL, RCCL, NVSHMEM, DeepEP …) and no other kernel."),
     kExposedColumns, exposedCommunication},
    MessageCode::ExposedCommunicationAdvice,
    MessageCode::ExposedCommunicationNothing,
    MessageCode::ExposedCommunicationFormula};
constinit const Rule kSlowRank{
    {"slow_rank", QT_TRANSLATE_NOOP("Reports", "A Rank That Others Wait For"),
     QT_TRANSLATE_NOOP("Reports",
                       "Ranks that enter collectives later than all others, by 1 % of the time or more in sum."),
     kSlowColumns, slowRank},
    MessageCode::SlowRankAdvice,
    MessageCode::SlowRankNothing,
    MessageCode::SlowRankFormula};

}  // namespace model::rules
