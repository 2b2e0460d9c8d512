// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/workload/steps.h"

#include <array>
#include <cctype>
#include <map>
#include <set>
#include <unordered_map>

#include "model/workload/launches.h"
#include "model/workload/summary.h"

namespace model::reports {
namespace {

constexpr std::initializer_list<TrackKind> kWork{TrackKind::StreamKernels, TrackKind::StreamGraphs,
                                                 TrackKind::StreamMemory};

/// Steps of a thread that follow each other, in order.
struct Line {
    std::int64_t host = 0, pid = 0, tid = 0;
    std::vector<std::size_t> steps;
    std::set<DeviceId> devices;
};

class Collector {
public:
    Collector(const Snapshot& s, std::span<const Step> steps, const std::stop_token& stop)
        : m_steps(steps), m_request{s, {-kTimeLimit, kTimeLimit}, {}, 0, stop}, m_spans(steps.size()) {}

    std::vector<std::vector<DeviceStep>> take() {
        if (m_steps.empty()) return {};
        addLines();
        addWork();
        addRows();
        std::vector<std::vector<DeviceStep>> out(m_steps.size());
        for (const Line& line : m_lines) addPace(line, out);
        return out;
    }

private:
    using LinesOf = std::map<std::array<std::int64_t, 3>, std::vector<Line*>>;  // by process and launching thread
    struct Span {
        std::size_t work = 0;
        bool any = false;
        TimeRange when;
    };

    void addLines() {
        std::map<std::array<std::int64_t, 3>, std::vector<std::size_t>> open;  // by thread: the steps around
        std::map<std::array<std::int64_t, 4>, std::size_t> lines;              // by thread and depth
        for (std::size_t i = 0; i < m_steps.size(); ++i) {
            const Step& s = m_steps[i];
            auto& around = open[{s.host, s.pid, s.tid}];
            while (!around.empty() && m_steps[around.back()].range.end <= s.range.begin) around.pop_back();
            const auto [at, fresh] =
                lines.try_emplace({s.host, s.pid, s.tid, static_cast<std::int64_t>(around.size())}, m_lines.size());
            if (fresh) m_lines.push_back({s.host, s.pid, s.tid, {}, {}});
            m_lines[at->second].steps.push_back(i);
            around.push_back(i);
        }
    }

    /// The lines that work of a process counts for; those of the thread that launched it where it has some. Work that
    /// follows other work was mostly launched by the same thread.
    const std::vector<Line*>& linesOf(const TrackKey& work, std::int64_t tid) {
        const std::array key{work.host, work.pid, tid};
        if (m_last == m_linesOf.end() || m_last->first != key) m_last = findLines(work, key);
        return m_last->second;
    }
    LinesOf::iterator findLines(const TrackKey& work, const std::array<std::int64_t, 3>& key) {
        const auto [at, fresh] = m_linesOf.try_emplace(key);
        if (!fresh) return at;
        const std::int64_t tid = key[2];
        const auto has = [&](const Line& l) {
            return l.pid == TrackKey::kNone || (l.host == work.host && l.pid == work.pid);
        };
        const bool own = tid != TrackKey::kNone && std::any_of(m_lines.begin(), m_lines.end(),
                                                               [&](const Line& l) { return has(l) && l.tid == tid; });
        for (Line& l : m_lines)
            if (has(l) && (!own || l.tid == tid)) at->second.push_back(&l);
        return at;
    }

    void addWork() {
        const Snapshot& s = m_request.report;
        const CallIndex calls(s);
        const auto callOf = [&](const Track& t, EventRef e, const LaneView& lane) {
            const std::uint32_t correlation = lane.lane->correlation(e.row);
            return correlation ? calls.find(t.key, correlation) : EventRef{};
        };
        std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t>
            surplus;  // by process: work with a launch in the report less work without
        forEvents(m_request, kWork, [&](const Track& t, EventRef e, const LaneView& lane) {
            surplus[{t.key.host, t.key.pid}] += callOf(t, e, lane).isValid() ? 1 : -1;
        });
        const bool ofAll = m_steps[0].pid == TrackKey::kNone;
        forEvents(m_request, kWork, [&](const Track& t, EventRef e, const LaneView& lane) {
            const EventRef call = callOf(t, e, lane);
            if (!call.isValid() && !ofAll && surplus[{t.key.host, t.key.pid}] >= 0) return;
            const std::int64_t tid = call.isValid() ? s.track(trackOf(s, call)).key.tid : TrackKey::kNone;
            const TimeNs at = call.isValid() ? s.lane(call.lane).start(call.row) : lane.start(e.row);
            for (Line* line : linesOf(t.key, tid))
                add(*line, at, {t.key.host, t.key.device}, {lane.start(e.row), lane.end(e.row)});
        });
    }
    void add(Line& line, TimeNs launch, DeviceId device, TimeRange when) {
        const auto after = std::upper_bound(line.steps.begin(), line.steps.end(), launch,
                                            [&](TimeNs t, std::size_t step) { return t < m_steps[step].range.begin; });
        if (after == line.steps.begin() || !m_steps[*std::prev(after)].range.contains(launch)) return;
        Span& span = m_spans[*std::prev(after)][device];
        ++span.work;
        extend(line, span, device, when);
    }
    static void extend(Line& line, Span& span, DeviceId device, TimeRange when) {
        span.when = span.any ? span.when.united(when) : when;
        if (!span.any) line.devices.insert(device);
        span.any = true;
    }

    /// Rows of streams that the file itself calls like a step. A name that several steps have says nothing.
    void addRows() {
        std::map<std::tuple<std::int64_t, std::int64_t, std::string_view>, std::pair<Line*, std::size_t>> named;
        for (Line& line : m_lines)
            for (const std::size_t i : line.steps) {
                const auto [at, fresh] = named.try_emplace({line.host, line.pid, m_steps[i].name}, &line, i);
                if (!fresh) at->second.first = nullptr;
            }
        forEvents(m_request, {TrackKind::StreamAnnotations}, [&](const Track& t, EventRef e, const LaneView& lane) {
            const auto at = named.find({t.key.host, t.key.pid, m_request.report.text(lane.name(e.row))});
            if (at == named.end() || !at->second.first) return;
            const auto [line, step] = at->second;
            const DeviceId device{t.key.host, t.key.device};
            extend(*line, m_spans[step][device], device, {lane.start(e.row), lane.end(e.row)});
        });
    }

    void addPace(const Line& line, std::vector<std::vector<DeviceStep>>& out) const {
        std::vector<DeviceId> devices(line.devices.begin(), line.devices.end());
        if (devices.empty()) devices.push_back({line.host, TrackKey::kNone});
        for (const DeviceId& device : devices) {
            TimeNs before = kTimeMin;
            for (const std::size_t i : line.steps) {
                const auto span = m_spans[i].find(device);
                const TimeRange cpu = m_steps[i].range;
                DeviceStep& to = out[i].emplace_back(DeviceStep{device, 0, {cpu.end, cpu.end}, {}});
                if (span != m_spans[i].end()) to.work = span->second.work, to.gpu = span->second.when;
                const TimeNs begin = std::max(before, cpu.begin);
                before = std::max({begin, cpu.end, to.gpu.end});
                to.pace = {begin, before};
            }
            if (line.steps.size() > 1)
                out[line.steps[0]].back().fills =
                    out[line.steps[0]].back().pace.end > m_steps[line.steps[1]].range.begin;
        }
    }

    const std::span<const Step> m_steps;
    const Request m_request;
    std::vector<std::map<DeviceId, Span>> m_spans;  // by step
    std::vector<Line> m_lines;
    LinesOf m_linesOf;
    LinesOf::iterator m_last = m_linesOf.end();
};

}  // namespace

bool isStep(std::string_view name) {
    constexpr std::size_t kLongestWord = 13;  // of kWords
    while (!name.empty() && std::isdigit(static_cast<unsigned char>(name.back()))) name.remove_suffix(1);
    while (!name.empty() && std::string_view(" _#:=-").find(name.back()) != std::string_view::npos)
        name.remove_suffix(1);
    if (name.empty() || name.size() > kLongestWord) return false;  // nearly all names, without copying them
    std::string word(name);
    std::transform(word.begin(), word.end(), word.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    constexpr std::array kWords{"profilerstep", "step",        "iteration",     "iter",
                                "batch",        "train_step",  "training_step", "training step",
                                "train step",   "global_step", "global step",   "epoch step"};
    static_assert(
        std::all_of(kWords.begin(), kWords.end(), [](std::string_view w) { return w.size() <= kLongestWord; }));
    return std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

std::vector<Step> stepsOf(const Request& r) {
    std::vector<Step> out;
    forEvents(r, {TrackKind::Annotations, TrackKind::Nvtx, TrackKind::ProcessNvtx},
              [&](const Track& t, EventRef e, const LaneView& lane) {
                  const std::string_view name = r.report.text(lane.name(e.row));
                  if (lane.end(e.row) > lane.start(e.row) && isStep(name))
                      out.push_back({e, {lane.start(e.row), lane.end(e.row)}, name, t.key.host, t.key.pid, t.key.tid});
              });
    std::stable_sort(out.begin(), out.end(), [](const Step& a, const Step& b) {
        return a.range.begin != b.range.begin ? a.range.begin < b.range.begin : a.range.end > b.range.end;
    });
    return out;
}

std::vector<std::vector<DeviceStep>> deviceSteps(const Snapshot& s, std::span<const Step> steps,
                                                 const std::stop_token& stop) {
    return Collector(s, steps, stop).take();
}

StepMedians StepFigures::medians(TimeRange range) const {
    std::vector<std::int64_t> cpu, gpu, pace;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (!range.overlaps(steps[i].range.begin, steps[i].range.end)) continue;
        cpu.push_back(steps[i].range.length());
        for (const DeviceStep& d : onDevices[i]) {
            if (!d.gpu.isEmpty()) gpu.push_back(d.gpu.length());
            if (!d.fills) pace.push_back(d.pace.length());
        }
    }
    const auto median = [](std::vector<std::int64_t>& of) {
        return of.empty() ? std::nullopt : std::optional(summarise(of).median);
    };
    return {cpu.size(), median(cpu).value_or(0), median(gpu), median(pace)};
}

StepFigures stepFigures(const Snapshot& s, const std::stop_token& stop) {
    StepFigures out;
    out.steps = stepsOf({s, {-kTimeLimit, kTimeLimit}, {}, 0, stop});
    out.onDevices = deviceSteps(s, out.steps, stop);
    return out;
}

}  // namespace model::reports
