// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/rules/checklist.h"

#include <array>

#include "model/base/messages.h"
#include "model/query/health.h"
#include "model/reports/trace.h"
#include "model/rules/rule.h"
#include "model/workload/calls.h"
#include "model/workload/intervals.h"
#include "model/workload/steps.h"
#include "model/workload/summary.h"

namespace model::checklist {
namespace {

using namespace reports;

constexpr double kBusyPercent = 80;
constexpr double kCopiesPercent = 2;
constexpr double kCommunicationPercent = 5;  // as of the rule “exposed_communication”
constexpr double kSyncPercent = 1;
constexpr TimeNs kShortKernel = 10'000;
constexpr double kShortPercent = 50;
constexpr double kWarmPercent = 120;
constexpr std::int64_t kEnoughSteps = 5;

constexpr MessageCode kNoWork = MessageCode::NoGpuWorkInTime;
constexpr MessageCode kNoSteps = MessageCode::NoStepRanges;

double percent(TimeNs part, TimeNs whole) {
    return static_cast<double>(part) * 100 / static_cast<double>(std::max<TimeNs>(1, whole));
}
Answer unknown(MessageCode why) { return {Verdict::Unknown, {}, {}, {}, why}; }
Verdict verdictOf(bool good) { return good ? Verdict::Yes : Verdict::No; }

TimeRange longestOf(const Intervals& all) {
    const auto longest = std::max_element(
        all.begin(), all.end(), [](const TimeRange& a, const TimeRange& b) { return a.length() < b.length(); });
    return longest == all.end() ? TimeRange() : *longest;
}

/// The GPU with the greatest share of its time, from the first to the last work, in such stretches.
template <class Stretches>
Answer worstDevice(const Request& r, Stretches&& stretches) {
    Answer worst = unknown(kNoWork);
    double most = -1;
    for (const auto& [id, work] : deviceWork(r)) {
        const TimeRange window = work.window.intersected(r.range);
        const std::optional<Intervals> all = window.isEmpty() ? std::nullopt : stretches(work, window);
        const double share = all ? percent(lengthOf(*all), window.length()) : -1;
        if (share <= most) continue;
        most = share;
        worst = {Verdict::Yes, share, deviceText(r.report, id.host, id.device), {{}, longestOf(*all)}};
    }
    return worst;
}

Intervals kernelsOf(const DeviceWork& work) {
    std::vector<TimeRange> all(work.compute);
    all.insert(all.end(), work.communication.begin(), work.communication.end());
    return united(std::move(all));
}

Answer gpuBusy(const Request& r) {
    Answer out = worstDevice(r, [](const DeviceWork& work, TimeRange window) {
        return std::optional(without(without({window}, kernelsOf(work)), work.memory));
    });
    if (out.verdict == Verdict::Unknown) return out;
    const double busy = 100 - std::get<double>(out.number);
    out.verdict = verdictOf(busy >= kBusyPercent);
    out.number = busy;
    return out;
}

/// How much of the time some work ran beside nothing that hides it.
Answer exposed(const Request& r, Intervals DeviceWork::*what, Intervals (*behind)(const DeviceWork&), double most,
               MessageCode why) {
    Answer out = worstDevice(r, [&](const DeviceWork& work, TimeRange window) {
        return (work.*what).empty() ? std::nullopt : std::optional(without(clipped(work.*what, window), behind(work)));
    });
    if (out.verdict == Verdict::Unknown) return unknown(why);
    out.verdict = verdictOf(std::get<double>(out.number) <= most);
    return out;
}

Answer copiesHidden(const Request& r) {
    return exposed(r, &DeviceWork::memory, kernelsOf, kCopiesPercent, MessageCode::NoCopiesInTime);
}

Answer communicationHidden(const Request& r) {
    return exposed(
        r, &DeviceWork::communication, [](const DeviceWork& work) { return work.compute; }, kCommunicationPercent,
        MessageCode::NoCommunicationInTime);
}

/// By the rule of the same name; its first column is the time that each wait cost.
Answer noNeedlessSync(const Request& r) {
    Request defaults = r;
    defaults.limit = 0;
    const rules::Rule& rule = *rules::find("needless_sync");
    const Table found = rule.table.make(defaults);
    if (found.rows == 0 && !found.why.empty()) {
        const bool work = !deviceWork(r).empty();
        return unknown(work ? MessageCode::NoCallsOfCudaInTime : kNoWork);
    }
    TimeNs lost = 0, whole = 0;
    for (std::size_t i = 0; i < found.rows; ++i) lost = saturatingAdd(lost, std::get<std::int64_t>(found.cell(i, 0)));
    for (const auto& [id, work] : deviceWork(r)) whole = saturatingAdd(whole, work.window.length());
    Answer out{verdictOf(percent(lost, whole) < kSyncPercent), percent(lost, whole), {}, {}};
    if (found.rows > 0) {
        out.evidence = found.evidence(0);
        out.about = {MessageCode::TimesName,
                     {Argument::count(found.rows), Argument::name(std::get<std::string>(found.cell(0, 6)))}};
    }
    return out;
}

Answer kernelsLong(const Request& r) {
    std::int64_t count = 0, small = 0;
    std::vector<EventRef> events;
    const CallIndex calls(r.report);
    rules::NameTest launchesGraph(r.report, rules::isGraphLaunch);
    forEvents(r, {TrackKind::StreamKernels}, [&](const Track& t, EventRef e, const LaneView& lane) {
        ++count;
        if (durationAt(lane, e.row) >= kShortKernel) return;
        const std::uint32_t correlation = lane.lane->correlation(e.row);
        const EventRef call = correlation ? calls.find(t.key, correlation) : EventRef{};
        if (call.isValid() && launchesGraph(r.report.lane(call.lane).name(call.row))) return;
        ++small;
        if (events.size() < kMostEvidence) events.push_back(e);
    });
    if (count == 0) return unknown(MessageCode::NoKernelsInTime);
    const double share = percent(small, count);
    return {verdictOf(share <= kShortPercent),
            share,
            {MessageCode::CountOf,
             {Argument::count(static_cast<std::uint64_t>(small)), Argument::count(static_cast<std::uint64_t>(count))}},
            evidenceOf(r.report, std::move(events))};
}

/// Steps by process; of those that lie in another (a batch in a step) the outer one.
std::map<std::pair<std::int64_t, std::int64_t>, std::vector<Step>> stepsByProcess(const Request& r) {
    std::map<std::pair<std::int64_t, std::int64_t>, std::vector<Step>> out;
    for (const Step& s : stepsOf(r)) {
        auto& list = out[{s.host, s.pid}];
        if (list.empty() || s.range.begin >= list.back().range.end) list.push_back(s);
    }
    return out;
}

/// What each step of the report took: its pace, on the GPU where that is longest; of one that fills an empty queue no
/// more than the CPU range.
std::map<std::pair<LaneId, std::uint32_t>, TimeNs> stepTimes(const Snapshot& s, const std::stop_token& stop) {
    std::map<std::pair<LaneId, std::uint32_t>, TimeNs> out;
    const StepFigures figures = stepFigures(s, stop);
    for (std::size_t i = 0; i < figures.steps.size(); ++i)
        for (const DeviceStep& d : figures.onDevices[i]) {
            TimeNs& time = out[{figures.steps[i].event.lane, figures.steps[i].event.row}];
            time =
                std::max(time, d.fills ? std::min(d.pace.length(), figures.steps[i].range.length()) : d.pace.length());
        }
    return out;
}

Answer warmupExcluded(const Request& r) {
    Answer worst = unknown(kNoSteps);
    const auto times = stepTimes(r.report, r.stop);
    const auto timeOf = [&](const Step& s) {
        const auto at = times.find({s.event.lane, s.event.row});
        return at == times.end() ? s.range.length() : at->second;  // it was stopped
    };
    for (const auto& [process, steps] : stepsByProcess(r)) {
        if (steps.size() < 2) {
            if (worst.verdict == Verdict::Unknown) worst.why = MessageCode::OnlyOneStep;
            continue;
        }
        std::vector<std::int64_t> others;
        for (std::size_t i = 1; i < steps.size(); ++i) others.push_back(timeOf(steps[i]));
        const double median = summarise(others).median;
        const double first = static_cast<double>(timeOf(steps[0])) * 100 / std::max(1.0, median);
        if (worst.verdict != Verdict::Unknown && std::get<double>(worst.number) >= first) continue;
        worst = {verdictOf(first <= kWarmPercent), first, std::string(steps[0].name),
                 evidenceOf(r.report, {steps[0].event})};
    }
    return worst;
}

Answer enoughSteps(const Request& r) {
    const auto all = stepsByProcess(r);
    if (all.empty()) return unknown(kNoSteps);
    const auto fewest = std::min_element(
        all.begin(), all.end(), [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
    const auto count = static_cast<std::int64_t>(fewest->second.size());
    std::vector<EventRef> events;
    for (const Step& s : fewest->second)
        if (events.size() < kMostEvidence) events.push_back(s.event);
    return {verdictOf(count >= kEnoughSteps), count, std::string(fewest->second.front().name),
            evidenceOf(r.report, std::move(events))};
}

Answer captureComplete(const Request& r) {
    if (r.report.eventCount() == 0) return unknown(MessageCode::NoEvents);
    const Health health = captureHealth(r.report, r.stop);
    const auto bad = std::count_if(health.findings.begin(), health.findings.end(),
                                   [](const HealthFinding& f) { return f.severity != Severity::Info; });
    // A profiler's messages may have many lines; the first says what it is about.
    Message about = bad ? health.findings.front().subject : Message();
    rewriteTexts(about, [](std::string& text) { text.resize(std::min(text.size(), text.find_first_of("\r\n"))); });
    return {verdictOf(bad == 0), static_cast<std::int64_t>(bad), std::move(about), {}};
}

constexpr std::array kChecks{
    Check{"complete", MessageCode::CheckCompleteQuestion, Unit::Count, MessageCode::CheckCompleteNumber,
          MessageCode::CheckCompleteAdvice, captureComplete, false},
    Check{"gpu_busy", MessageCode::CheckGpuBusyQuestion, Unit::Percent, MessageCode::CheckGpuBusyNumber,
          MessageCode::CheckGpuBusyAdvice, gpuBusy},
    Check{"copies_hidden", MessageCode::CheckCopiesHiddenQuestion, Unit::Percent, MessageCode::CheckCopiesHiddenNumber,
          MessageCode::CheckCopiesHiddenAdvice, copiesHidden},
    Check{"communication_hidden", MessageCode::CheckCommunicationHiddenQuestion, Unit::Percent,
          MessageCode::CheckCommunicationHiddenNumber, MessageCode::CheckCommunicationHiddenAdvice,
          communicationHidden},
    Check{"no_needless_sync", MessageCode::CheckNoNeedlessSyncQuestion, Unit::Percent,
          MessageCode::CheckNoNeedlessSyncNumber, MessageCode::CheckNoNeedlessSyncAdvice, noNeedlessSync},
    Check{"kernels_long", MessageCode::CheckKernelsLongQuestion, Unit::Percent, MessageCode::CheckKernelsLongNumber,
          MessageCode::CheckKernelsLongAdvice, kernelsLong, false},
    Check{"warmup_excluded", MessageCode::CheckWarmupExcludedQuestion, Unit::Percent,
          MessageCode::CheckWarmupExcludedNumber, MessageCode::CheckWarmupExcludedAdvice, warmupExcluded},
    Check{"enough_steps", MessageCode::CheckEnoughStepsQuestion, Unit::Count, MessageCode::CheckEnoughStepsNumber,
          MessageCode::CheckEnoughStepsAdvice, enoughSteps},
};

}  // namespace

Answer answer(const Check& check, const Request& request) {
    if (check.needsTimes && request.report.store().diagnostics().total(Note::OrderOnly))
        return unknown(MessageCode::NoStartTimes);
    Answer out = check.ask(request);
    out.why = whyOf(request, std::move(out.why));
    return out;
}

std::span<const Check> all() { return kChecks; }

std::string_view verdictKey(Verdict verdict) {
    constexpr std::array<std::string_view, 3> kKeys{"yes", "no", "unknown"};
    return kKeys[static_cast<std::size_t>(verdict)];
}

}  // namespace model::checklist
