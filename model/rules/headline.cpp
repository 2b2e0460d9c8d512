// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/rules/headline.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "model/base/messages.h"
#include "model/reports/contents.h"
#include "model/rules/measurement.h"

namespace model::rules {
namespace {

using reports::Contents;
using enum MessageCode;
using T = TrackKind;

constexpr std::size_t kLongestName = 60;  // bytes

using ProcessKey = std::pair<std::int64_t, std::int64_t>;  // machine and number

std::uint64_t eventsOf(const Snapshot& s, const Track& t) {
    std::uint64_t out = 0;
    for (const auto* lanes : {&t.lanes, &t.overflow})
        for (const LaneId id : *lanes) out += s.lane(id).rows;
    return out;
}

/// The process with most events, and how many others have any.
Argument programOf(const Snapshot& s) {
    std::map<ProcessKey, std::uint64_t> events;
    std::map<ProcessKey, std::string_view> names;
    for (const Track& t : s.tree().tracks) {
        if (t.key.pid == TrackKey::kNone) continue;
        const ProcessKey id{t.key.host, t.key.pid};
        if (t.kind == T::Process && t.name) names[id] = s.text(t.name);
        if (const std::uint64_t n = eventsOf(s, t)) events[id] += n;
    }
    const auto most = std::max_element(events.begin(), events.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    if (most == events.end() || !names.contains(most->first)) return SomeProgram;
    std::string_view name = names[most->first];
    if (name.size() > kLongestName) name = name.substr(name.rfind('/', name.find(' ')) + 1);  // without its folder
    if (name.empty() || name.size() > kLongestName) return SomeProgram;
    if (events.size() == 1) return Argument::name(name);
    return Message(ProgramAndOthers, {Argument::count(events.size() - 1), Argument::name(name)});
}

std::string_view gpuName(const Snapshot& s, std::int64_t host, std::int64_t device) {
    for (const Entity& e : s.info().entities)
        if (e.type == Entity::Type::Device && e.key.host == host && e.key.device == device) return e.name;
    return {};
}

/// The GPUs that worked, those of one name together.
std::vector<Argument> gpusOf(const Snapshot& s) {
    std::set<std::pair<std::int64_t, std::int64_t>> gpus;
    for (const Track& t : s.tree().tracks)
        if ((t.kind == T::StreamKernels || t.kind == T::StreamMemory || t.kind == T::StreamGraphs) && eventsOf(s, t))
            gpus.emplace(t.key.host, t.key.device);
    std::map<std::string_view, std::size_t> byName;
    for (const auto& [host, device] : gpus) ++byName[gpuName(s, host, device)];
    std::vector<Argument> out;
    for (const auto& [name, count] : byName) {
        const Argument one = name.empty() ? Argument(SomeGpu) : Argument::name(name);
        out.push_back(count == 1 ? one : Argument(Message(GpusOfOneName, {Argument::count(count), one})));
    }
    return out;
}

std::vector<Argument> recordedIn(const Contents& c) {
    const std::pair<bool, MessageCode> parts[] = {
        {c.has(T::StreamKernels) || c.has(T::StreamGraphs), HoldsKernels},
        {c.has(T::StreamMemory), HoldsCopies},
        {c.has(T::StreamKernels) && c.hasCommunication(), HoldsCommunication},
        {c.has(T::CudaApi), HoldsCudaCalls},
        {c.hasRanges(), HoldsRanges},
        {c.has(T::Operators), HoldsOperators},
        {c.has(T::PythonFunctions), HoldsPythonFunctions},
        {c.has(T::CpuSamples), HoldsCpuSamples},
        {c.has(T::PythonSamples), HoldsPythonSamples},
        {c.has(T::OsRuntime), HoldsOsCalls},
        {c.has(T::Cublas) || c.has(T::Cudnn) || c.has(T::Library), HoldsLibraryCalls},
        {c.has(T::Slices), HoldsSlices},
        {c.has(T::GpuMetric), HoldsGpuMetrics},
        {c.has(T::MemoryUsage), HoldsMemoryCurves},
    };
    std::vector<Argument> out;
    for (const auto& [there, what] : parts)
        if (there) out.emplace_back(what);
    if (out.empty()) out.emplace_back(HoldsOtherEvents);
    return out;
}

/// Doubts about the measurement tell of no cost: any other finding comes before them.
auto weightOf(const Headline& h) { return std::tuple(h.rule != nullptr, h.rule != &kMeasurement, h.gain); }

}  // namespace

Message whatItIs(const Snapshot& s) {
    const Contents contents(s);
    const Argument program = programOf(s);
    std::vector<Argument> gpus = gpusOf(s);
    if (contents.hasProfiles() && contents.isOrderOnly())
        return {
            HeadlineOfKernels,
            {Argument::count(s.profileCount()), program, gpus.empty() ? Argument(SomeGpu) : listOf(std::move(gpus))}};
    const Argument time = Argument::duration(static_cast<double>(s.range().length()));
    Argument recorded = listOf(recordedIn(contents));
    if (gpus.empty()) return {HeadlineOfProgram, {program, time, std::move(recorded)}};
    return {HeadlineOnGpus, {program, listOf(std::move(gpus)), time, std::move(recorded)}};
}

Message Headline::finding(std::string_view title) const {
    if (cannotTell) return CannotTellWhatStandsOut;
    if (!rule) return NothingStandsOut;
    if (gain <= 0) return {FirstFinding, {Argument::name(title)}};
    return {GreatestGain,
            {Argument::name(title), Argument::duration(gain),
             Argument::percent(100 * gain / static_cast<double>(std::max<TimeNs>(1, whole)))}};
}

Headline headlineOf(const reports::Request& whole) {
    Headline best;
    bool applied = false;
    for (const Rule* rule : all()) {
        if (whole.stop.stop_requested()) return {};
        const reports::Table found = makeTable(rule->table, whole);
        applied |= rule != &kMeasurement && found.why.empty();
        if (found.rows == 0) continue;
        Headline h;
        h.rule = rule;
        h.gain = gainOf(*rule, found);
        if (weightOf(h) <= weightOf(best)) continue;
        if (found.evidence) h.evidence = found.evidence(0);
        best = std::move(h);
    }
    best.whole = whole.range.length();
    best.cannotTell = !best.rule && !applied;
    best.what = whatItIs(whole.report);
    return best;
}

}  // namespace model::rules
