// SPDX-License-Identifier: GPL-3.0-or-later
// Is the measurement plausible? What is wrong with it makes other advice wrong, too.
#include "model/rules/measurement.h"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cmath>

#include "model/base/messages.h"
#include "model/base/translate_noop.h"
#include "model/query/health.h"
#include "model/reports/gpu.h"
#include "model/reports/trace.h"
#include "model/rules/clocks.h"
#include "model/rules/gaps.h"
#include "model/workload/launches.h"
#include "model/workload/steps.h"
#include "model/workload/summary.h"

namespace model::rules {
namespace {

using namespace reports;

constexpr double kGiantPercent = 20;      // of all GPU time
constexpr double kGiantTimes = 10;        // its median
constexpr std::size_t kFewInstances = 3;  // fewer have no median worth the name
constexpr double kLowClockPercent = 60;   // of the highest that is known
constexpr double kOverheadPercent = 10;
constexpr double kCoveragePercent = 50;  // as health has it
constexpr double kWarmPercent = 120;     // as the checklist has it
constexpr double kClocksPercent = 90;    // the slowest GPU of the fastest
constexpr std::size_t kFewSteps = 5;
constexpr double kOddStepsPercent = 10;

enum class Doubt : std::uint8_t { Giant, LowClock, Overhead, Coverage, WarmUp, MixedGpus, MixedClocks, OddSteps };
struct DoubtInfo {
    MessageCode what;
    MessageCode next;             ///< what to do about it
    std::string_view dependents;  ///< keys of rules and questions that say less then, with a blank around each
};
/// By Doubt.
constexpr std::array<DoubtInfo, 8> kDoubts{{
    {MessageCode::DoubtGiant, MessageCode::DoubtGiantNext,
     " gpu_time_util gpu_gaps exposed_communication slow_rank kernel_overlap host_bound data_loading gpu_busy communication_hidden copies_hidden kernels_long "},
    {MessageCode::DoubtLowClock, MessageCode::DoubtLowClockNext,
     " clock_throttling fp32_products host_bound small_kernels slow_rank gpu_busy kernels_long "},
    {MessageCode::DoubtOverhead, MessageCode::DoubtOverheadNext,
     " gpu_gaps gpu_time_util host_bound small_kernels needless_sync cuda_api_sync data_loading allocator_churn gpu_busy no_needless_sync "},
    {MessageCode::DoubtCoverage, MessageCode::DoubtCoverageNext,
     " gpu_gaps gpu_time_util host_bound data_loading gpu_busy "},
    {MessageCode::DoubtWarmUp, MessageCode::DoubtWarmUpNext,
     " gpu_gaps gpu_time_util host_bound data_loading needless_sync allocator_churn small_kernels gpu_busy no_needless_sync "},
    {MessageCode::DoubtMixedGpus, MessageCode::DoubtMixedGpusNext,
     " slow_rank exposed_communication fp32_products communication_hidden "},
    {MessageCode::DoubtMixedClocks, MessageCode::DoubtMixedClocksNext,
     " slow_rank exposed_communication clock_throttling communication_hidden "},
    {MessageCode::DoubtOddSteps, MessageCode::DoubtOddStepsNext,
     " gpu_time_util host_bound data_loading slow_rank warmup_excluded enough_steps "},
}};

struct Row {
    Doubt doubt;
    Cell share, value, usual;
    Cell about;
    Evidence evidence;
};

double percent(double part, double whole) { return whole > 0 ? part * 100 / whole : 0; }

/// A name whose longest instance is many times its median, and much of all kernels' time.
void askGiant(const Request& r, std::vector<Row>& out) {
    struct Longest {
        TimeNs length = -1;
        EventRef event;
    };
    std::map<StringId, std::pair<std::vector<std::int64_t>, Longest>> names;
    double all = 0;
    forEvents(r, {TrackKind::StreamKernels}, [&](const Track&, EventRef e, const LaneView& lane) {
        const TimeNs length = durationAt(lane, e.row);
        auto& [lengths, longest] = names[lane.name(e.row)];
        lengths.push_back(length);
        if (length > longest.length) longest = {length, e};
        all += static_cast<double>(length);
    });
    for (auto& [name, of] : names) {
        auto& [lengths, longest] = of;
        const double share = percent(static_cast<double>(longest.length), all);
        if (lengths.size() < kFewInstances || share < kGiantPercent) continue;
        const double median = summarise(lengths).median;
        if (static_cast<double>(longest.length) < kGiantTimes * median) continue;
        out.push_back({Doubt::Giant, share, longest.length, std::llround(median), std::string(r.report.text(name)),
                       evidenceOf(r.report, {longest.event})});
    }
}

void askClocks(const Request& r, std::vector<Row>& out) {
    const std::vector<ClockWhileBusy> clocks = clocksWhileBusy(r);
    for (const ClockWhileBusy& c : clocks)
        if (const double share = percent(c.mean, c.highest); share < kLowClockPercent) {
            const auto megahertz = [](double value) { return Argument(std::llround(value)); };
            const Message about(MessageCode::ClockOfMetric,
                                {Argument::name(c.device), Argument::name(c.metric),
                                 megahertz(c.megahertz * c.mean / c.highest), megahertz(c.megahertz)});
            out.push_back({Doubt::LowClock, share, {}, {}, about, {{}, c.range}});
        }
    const auto byMean = [](const ClockWhileBusy& a, const ClockWhileBusy& b) { return a.mean < b.mean; };
    const auto [slow, fast] = std::minmax_element(clocks.begin(), clocks.end(), byMean);
    const bool comparable = clocks.size() > 1 && slow->metric == fast->metric && slow->device != fast->device;
    if (comparable && percent(slow->mean, fast->mean) < kClocksPercent)
        out.push_back({Doubt::MixedClocks,
                       percent(slow->mean, fast->mean),
                       {},
                       {},
                       Message(MessageCode::InAAndB, {Argument::name(slow->device), Argument::name(fast->device)}),
                       {{}, slow->range}});
}

void askOverhead(const Request& r, std::vector<Row>& out) {
    std::map<ProcessId, std::vector<TimeRange>> overheads;
    forEvents(r, {TrackKind::ProfilerOverhead}, [&](const Track& t, EventRef e, const LaneView& lane) {
        overheads[{t.key.host, t.key.pid}].push_back({lane.start(e.row), lane.end(e.row)});
    });
    if (overheads.empty()) return;
    for (const auto& [id, work] : processWork(r)) {
        const Intervals own = clipped(united(std::move(overheads[id])), work.window);
        const double share = percent(static_cast<double>(lengthOf(own)), static_cast<double>(work.window.length()));
        if (share < kOverheadPercent) continue;
        const auto longest = std::max_element(
            own.begin(), own.end(), [](const TimeRange& a, const TimeRange& b) { return a.length() < b.length(); });
        const std::int64_t pid = processNumber(r.report.info(), id.first, id.second);
        out.push_back({Doubt::Overhead,
                       share,
                       lengthOf(own),
                       {},
                       isTextId(pid) ? Cell(std::string()) : Message(MessageCode::ProcessId, {Argument::process(pid)}),
                       {{}, *longest}});
    }
}

/// Of the whole report only: a part may be as empty as one likes.
void askCoverage(const Request& r, std::vector<Row>& out) {
    const TimeRange all = r.report.range();
    if (r.range.begin > all.begin || r.range.end < all.end ||
        !holdsEvents(r, {TrackKind::StreamKernels, TrackKind::StreamMemory, TrackKind::StreamGraphs}))
        return;
    const auto coverage = captureHealth(r.report, r.stop).coverage;
    if (coverage && *coverage * 100 < kCoveragePercent)
        out.push_back({Doubt::Coverage, *coverage * 100, {}, {}, std::string(), {{}, all}});
}

void askGpus(const Request& r, std::vector<Row>& out) {
    std::map<std::string, TimeRange> kinds;  // names of GPUs that worked
    for (const auto& [id, work] : deviceWork(r))
        for (const Entity& e : r.report.info().entities)
            if (e.type == Entity::Type::Device && e.key.device == id.device &&
                (e.key.host == id.host || e.key.host == TrackKey::kNone) && !e.name.empty())
                kinds.try_emplace(e.name, work.window);
    if (kinds.size() < 2) return;
    Message names;
    for (const auto& [name, window] : kinds)
        names = names.empty() ? Message(name) : Message(MessageCode::InAAndB, {std::move(names), Argument::name(name)});
    out.push_back({Doubt::MixedGpus, {}, {}, {}, std::move(names), {{}, kinds.begin()->second}});
}

/// Steps of each process; of those that lie in another (a batch in a step) the outer one.
std::map<ProcessId, std::vector<Step>> outerSteps(const Request& r) {
    std::map<ProcessId, std::vector<Step>> out;
    for (const Step& s : stepsOf(r)) {
        auto& list = out[{s.host, s.pid}];
        if (list.empty() || s.range.begin >= list.back().range.end) list.push_back(s);
    }
    return out;
}

void askWarmUp(const Request& r, const std::map<ProcessId, std::vector<Step>>& all, std::vector<Row>& out) {
    for (const auto& [id, steps] : all) {
        if (steps.size() < kFewInstances) continue;
        std::vector<std::int64_t> others;
        for (std::size_t i = 1; i < steps.size(); ++i) others.push_back(steps[i].range.length());
        const double median = summarise(others).median, first = static_cast<double>(steps[0].range.length());
        if (percent(first, median) > kWarmPercent)
            out.push_back({Doubt::WarmUp, percent(first, median), steps[0].range.length(), std::llround(median),
                           std::string(steps[0].name), evidenceOf(r.report, {steps[0].event})});
    }
}

/// Steps whose number of launched kernels is less than half or more than twice the median.
void askSteps(const Request& r, const std::map<ProcessId, std::vector<Step>>& all, std::vector<Row>& out) {
    if (std::none_of(all.begin(), all.end(), [](const auto& p) { return p.second.size() >= kFewSteps; })) return;
    std::map<ProcessId, std::vector<TimeNs>> launches;
    for (const Launched& l : launchedWork(r, {TrackKind::StreamKernels})) {
        const TrackKey& key = r.report.track(trackOf(r.report, l.call)).key;
        launches[{key.host, key.pid}].push_back(eventAt(r.report, l.call).start);
    }
    for (const auto& [id, steps] : all) {
        auto& times = launches[id];
        if (steps.size() < kFewSteps || times.empty()) continue;
        std::sort(times.begin(), times.end());
        std::vector<std::int64_t> counts;
        for (const Step& s : steps)
            counts.push_back(std::lower_bound(times.begin(), times.end(), s.range.end) -
                             std::lower_bound(times.begin(), times.end(), s.range.begin));
        std::vector<std::int64_t> sorted(counts);
        const double median = summarise(sorted).median;
        if (median < 1) continue;  // what steps launch is not in the report
        std::vector<EventRef> odd;
        std::size_t first = 0;
        for (std::size_t i = 1; i < steps.size(); ++i) {  // the first one may warm up
            const auto n = static_cast<double>(counts[i]);
            if (n >= median / 2 && n <= median * 2) continue;
            if (odd.empty()) first = i;
            odd.push_back(steps[i].event);
        }
        const double share = percent(static_cast<double>(odd.size()), static_cast<double>(steps.size()));
        if (odd.size() < 2 || share < kOddStepsPercent) continue;
        if (odd.size() > kMostEvidence) odd.resize(kMostEvidence);
        out.push_back(
            {Doubt::OddSteps,
             share,
             {},
             {},
             Message(MessageCode::StepLaunches,
                     {Argument::name(steps[first].name), Argument::count(static_cast<std::uint64_t>(counts[first])),
                      Argument::count(static_cast<std::uint64_t>(std::llround(median)))}),
             evidenceOf(r.report, std::move(odd))});
    }
}

Table measurement(const Request& r) {
    std::vector<Row> found;
    askGiant(r, found);
    askClocks(r, found);
    askOverhead(r, found);
    askCoverage(r, found);
    const auto steps = outerSteps(r);
    askWarmUp(r, steps, found);
    askGpus(r, found);
    askSteps(r, steps, found);
    std::vector<std::vector<Cell>> rows;
    std::vector<Evidence> evidence;
    for (Row& row : found) {
        const DoubtInfo& info = kDoubts[static_cast<std::size_t>(row.doubt)];
        rows.push_back({Message(info.what), std::move(row.share), std::move(row.value), std::move(row.usual),
                        std::move(row.about), Message(info.next)});
        evidence.push_back(std::move(row.evidence));
    }
    return listTable(std::move(rows), std::move(evidence),
                     r.report.eventCount() == 0 ? Message(MessageCode::NoEvents) : Message());
}

constexpr ColumnInfo kMeasurementColumns[] = {
    {QT_TRANSLATE_NOOP("Reports", "Doubt"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "What makes the numbers doubtful"),
     Role::Words},
    {QT_TRANSLATE_NOOP("Reports", "Amount (%)"), Unit::Percent,
     QT_TRANSLATE_NOOP(
         "Reports",
         "Of an instance: its share of the time of all kernels. Of clocks: the mean while kernels ran, of the highest, or of the fastest GPU. Of the profiler and of events: share of the time. Of warm-up: the first step by the "
         "median of the others. Of steps: the share of those that differ")},
    {QT_TRANSLATE_NOOP("Reports", "Time (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "Of the instance, the first step, or the profiler")},
    {QT_TRANSLATE_NOOP("Reports", "Usual (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "Median of the other instances or steps"), Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "About"), Unit::Text,
     QT_TRANSLATE_NOOP("Reports",
                       "Kernel, GPU, process or step; of a step how many kernels it launched, and how many are usual")},
    {QT_TRANSLATE_NOOP("Reports", "Next Step"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "What to do about it"),
     Role::Words},
};

}  // namespace

std::vector<Message> doubtsAbout(const Table& found, std::string_view key) {
    std::vector<Message> out;
    const std::string word = fmt::format(" {} ", key);
    for (const DoubtInfo& info : kDoubts) {
        if (info.dependents.find(word) == info.dependents.npos) continue;
        for (std::size_t row = 0; row < found.rows; ++row)
            if (found.cell(row, 0) == Cell(Message(info.what))) {
                out.emplace_back(info.what);
                break;
            }
    }
    return out;
}

Message careOf(const std::vector<Message>& doubts) {
    if (doubts.empty()) return {};
    return {MessageCode::TakeWithCare, {listOf({doubts.begin(), doubts.end()})}};
}

constinit const Rule kMeasurement{
    {"measurement", QT_TRANSLATE_NOOP("Reports", "Doubts About the Measurement"),
     QT_TRANSLATE_NOOP(
         "Reports",
         "What makes the numbers of a report doubtful before anything is read from them: one instance that holds 20 % of all GPU time and ten times its median, clocks below 60 % of the highest, a profiler "
         "that took 10 % of the time, less than half of the time with events, a first step 20 % longer than the others, GPUs or clocks that differ, steps that launch twice or half as many kernels."),
     kMeasurementColumns, measurement},
    MessageCode::MeasurementAdvice,
    MessageCode::MeasurementNothing};

}  // namespace model::rules
