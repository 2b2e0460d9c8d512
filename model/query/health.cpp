// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/health.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

#include "model/base/messages.h"
#include "model/query/statistics.h"

namespace model {
namespace {

constexpr std::array<std::string_view, static_cast<std::size_t>(HealthCode::Count)> kHealthKeys{"launches_without_work",
                                                                                                "work_without_launch",
                                                                                                "work_before_launch",
                                                                                                "unfinished_ranges",
                                                                                                "dropped_records",
                                                                                                "unread_parts",
                                                                                                "unknown_parts",
                                                                                                "too_deep",
                                                                                                "missing_permission",
                                                                                                "collector_failed",
                                                                                                "nothing_collected",
                                                                                                "low_coverage",
                                                                                                "idle_unreliable",
                                                                                                "cut",
                                                                                                "cut_stacks",
                                                                                                "nothing_understood",
                                                                                                "captured_launches"};

// Calls that put work on a GPU; a suffix ("_v7000", "_ptsz", "ExC") may follow.
constexpr std::array<std::string_view, 10> kLaunchCalls{
    "cudaLaunch",   "cuLaunch",        "cudaGraphLaunch",    "cuGraphLaunch",  "hipLaunch",
    "hipExtLaunch", "hipModuleLaunch", "hipExtModuleLaunch", "hipGraphLaunch", "hipHccModuleLaunch"};

// What other profilers write when something was wrong, by parts of their sentences.
struct Words {
    std::string_view part;
    HealthCode code;
    Severity severity;
};
constexpr std::array kWords{
    Words{"paranoid level", HealthCode::MissingPermission, Severity::Warning},
    Words{"perf_event_paranoid", HealthCode::MissingPermission, Severity::Warning},
    Words{"ermission", HealthCode::MissingPermission, Severity::Warning},
    Words{"nsufficient privilege", HealthCode::MissingPermission, Severity::Warning},
    Words{"root privileges", HealthCode::MissingPermission, Severity::Warning},
    Words{"ERR_NVGPUCTRPERM", HealthCode::MissingPermission, Severity::Warning},
    Words{"CAP_SYS_ADMIN", HealthCode::MissingPermission, Severity::Warning},
    Words{"events dropped", HealthCode::DroppedRecords, Severity::DataLoss},
    Words{"events were dropped", HealthCode::DroppedRecords, Severity::DataLoss},
    Words{"records were dropped", HealthCode::DroppedRecords, Severity::DataLoss},
    Words{"record was dropped", HealthCode::DroppedRecords, Severity::DataLoss},
    Words{"records dropped", HealthCode::DroppedRecords, Severity::DataLoss},
    Words{"events were lost", HealthCode::DroppedRecords, Severity::DataLoss},
    Words{"lost events", HealthCode::DroppedRecords, Severity::DataLoss},
    Words{"events have been lost", HealthCode::DroppedRecords, Severity::DataLoss},
    Words{"buffer overflow", HealthCode::DroppedRecords, Severity::DataLoss},
    Words{"buffer was full", HealthCode::DroppedRecords, Severity::DataLoss},
    Words{"Not all CUDA events might have been collected", HealthCode::DroppedRecords, Severity::Warning},
    Words{"Not all NVTX events might have been collected", HealthCode::DroppedRecords, Severity::Warning},
    Words{"Not all OS runtime libraries events might have been collected", HealthCode::DroppedRecords,
          Severity::Warning},
    Words{"might have not been started correctly", HealthCode::CollectorFailed, Severity::Warning},
    Words{"failed to initialize", HealthCode::CollectorFailed, Severity::Warning},
    Words{"No CUDA events collected", HealthCode::NothingCollected, Severity::Warning},
    Words{"No NVTX events collected", HealthCode::NothingCollected, Severity::Info},
    Words{"No GPU metrics", HealthCode::NothingCollected, Severity::Warning},
};

const Words* wordsIn(std::string_view text) {
    const auto known =
        std::find_if(kWords.begin(), kWords.end(), [&](const Words& w) { return text.find(w.part) != text.npos; });
    return known == kWords.end() ? nullptr : &*known;
}

/// What our own captures say.
struct Known {
    MessageCode message;
    HealthCode code;
    Severity severity;
};
constexpr Known kKnown[] = {
    {MessageCode::RecordsDropped, HealthCode::DroppedRecords, Severity::DataLoss},
    {MessageCode::RecorderOverflow, HealthCode::DroppedRecords, Severity::DataLoss},
    {MessageCode::ProcessKilled, HealthCode::DroppedRecords, Severity::Warning},
    {MessageCode::ProcessesKilled, HealthCode::DroppedRecords, Severity::Warning},
    {MessageCode::SessionKilled, HealthCode::DroppedRecords, Severity::Warning},
    {MessageCode::NotedAfterSession, HealthCode::DroppedRecords, Severity::Warning},
    {MessageCode::SampledAfterSession, HealthCode::DroppedRecords, Severity::Warning},
    {MessageCode::NotTraced, HealthCode::CollectorFailed, Severity::Warning},
    {MessageCode::NotTracedInProcess, HealthCode::CollectorFailed, Severity::Warning},
    {MessageCode::NoPythonRanges, HealthCode::NothingCollected, Severity::Warning},
    {MessageCode::NothingTraced, HealthCode::NothingCollected, Severity::Warning},
    {MessageCode::NothingCaptured, HealthCode::NothingCollected, Severity::Warning},
    {MessageCode::OuterFramesLeftOut, HealthCode::CutStacks, Severity::Info},
};

/// Whether a reason is that somebody may not look.
bool isPermission(const Message& reason) {
    switch (reason.code) {
    case MessageCode::Paranoid:
    case MessageCode::ParanoidOwnOnly:
    case MessageCode::CountersForAdministrators: return true;
    default: break;
    }
    const Words* words = wordsIn(reason.othersText());
    return words && words->code == HealthCode::MissingPermission;
}

constexpr double kLowCoverage = 0.5;       // below it most of the report is empty
constexpr double kIdleCoverage = 0.25;     // below it an idle GPU says nothing
constexpr double kMissingLaunches = 0.05;  // more launches than that without work: idle time cannot be trusted
constexpr std::uint64_t kFewLaunches = 3;  // at the end of every capture some launches have not run yet

/// How a call is part of the capture of a stream into a graph. A suffix ("_v2", "_ptsz", "ToGraph") may follow.
enum class CaptureCall : std::uint8_t { None, Begin, End };
CaptureCall captureCallOf(std::string_view name) {
    for (const std::string_view api : {"cuda", "cu", "hip"}) {
        if (!name.starts_with(api)) continue;
        const std::string_view rest = name.substr(api.size());
        if (rest.starts_with("StreamBeginCapture")) return CaptureCall::Begin;
        if (rest.starts_with("StreamEndCapture")) return CaptureCall::End;
    }
    return CaptureCall::None;
}

/// Launches and work of one process.
struct Process {
    struct Item {
        std::uint32_t correlation = 0;
        StringId name = 0;
        TimeNs start = 0;
        bool operator<(const Item& o) const { return std::tie(correlation, start) < std::tie(o.correlation, o.start); }
    };
    std::vector<Item> launches;        // calls that put work on a GPU
    std::vector<std::uint32_t> calls;  // correlation ids of all other calls
    std::vector<Item> kernels;
    std::vector<std::uint32_t> otherWork;  // of graphs; copies are not what launches are for

    // Between these calls a thread's launches become nodes of a graph; its work is that of the graph's launches.
    struct Turn {
        TimeNs time = 0;
        bool begins = false;
        bool operator<(const Turn& o) const { return time < o.time; }
    };
    std::map<std::int64_t, std::vector<Turn>> captureCalls;  // by thread
    std::vector<TimeRange> captures;                         // see capturesOf()
};

/// When streams of a process were captured, in order and apart. Who begins also ends, in the same thread, whichever
/// threads launch meanwhile. A begin that was never ended is of a call that failed; an end without a begin is of a
/// capture that is older than the report.
std::vector<TimeRange> capturesOf(std::map<std::int64_t, std::vector<Process::Turn>>& threads) {
    std::vector<TimeRange> all;
    for (auto& [thread, turns] : threads) {
        std::stable_sort(turns.begin(), turns.end());
        std::vector<TimeNs> open;
        for (const Process::Turn& t : turns) {
            if (t.begins) {
                open.push_back(t.time);
            } else {
                all.push_back({open.empty() ? kTimeMin : open.back(), t.time});
                if (!open.empty()) open.pop_back();
            }
        }
    }
    std::sort(all.begin(), all.end(), [](const TimeRange& a, const TimeRange& b) { return a.begin < b.begin; });
    std::vector<TimeRange> apart;
    for (const TimeRange& one : all) {
        if (!apart.empty() && one.begin <= apart.back().end) apart.back().end = std::max(apart.back().end, one.end);
        else apart.push_back(one);
    }
    return apart;
}

/// Counts names and says the most frequent one.
class Most {
public:
    void add(StringId name) { ++m_count[name]; }
    StringId name() const {
        const auto most = std::max_element(m_count.begin(), m_count.end(), [](const auto& a, const auto& b) {
            return std::tie(a.second, b.first) < std::tie(b.second, a.first);
        });
        return most == m_count.end() ? 0 : most->first;
    }

private:
    std::unordered_map<StringId, std::uint64_t> m_count;
};

class Examiner {
public:
    Examiner(const Snapshot& s, std::stop_token stop) : m_s(s), m_stop(std::move(stop)) {}

    Health run() {
        gather();
        for (auto& [key, process] : m_processes) {
            if (m_stop.stop_requested()) break;
            compare(process);
        }
        reportComparison();
        readCut();
        readNotes();
        if (!m_stop.stop_requested()) measureCoverage();
        std::stable_sort(m_health.findings.begin(), m_health.findings.end(),
                         [](const HealthFinding& a, const HealthFinding& b) {
                             return static_cast<int>(a.severity) > static_cast<int>(b.severity);
                         });
        return std::move(m_health);
    }

private:
    HealthFinding& add(HealthCode code, Severity severity) {
        HealthFinding& f = m_health.findings.emplace_back();
        f.code = code;
        f.severity = severity;
        return f;
    }

    // --- launches and work

    void gather() {
        for (const Track& t : m_s.tree().tracks) {
            if (m_stop.stop_requested()) return;
            if (t.kind != TrackKind::CudaApi && t.kind != TrackKind::StreamKernels && t.kind != TrackKind::StreamGraphs)
                continue;
            Process& p = m_processes[{t.key.host, t.key.pid}];
            for (const auto* lanes : {&t.lanes, &t.overflow})
                for (const LaneId l : *lanes) gather(p, t, m_s.lane(l));
        }
    }

    void gather(Process& p, const Track& track, const LaneView& lane) {
        const TrackKind kind = track.kind;
        const auto& correlations = lane.lane->correlationColumn();
        for (std::size_t i = 0; i < lane.rows; ++i) {
            const std::uint32_t id = correlations[i];
            if (kind == TrackKind::StreamKernels) ++m_kernels;
            if (kind == TrackKind::CudaApi && role(lane.name(i)) >= kBegins)
                p.captureCalls[track.key.tid].push_back({lane.start(i), role(lane.name(i)) == kBegins});
            if (id == 0) continue;
            if (kind == TrackKind::StreamKernels) p.kernels.push_back({id, lane.name(i), lane.start(i)});
            else if (kind == TrackKind::StreamGraphs) p.otherWork.push_back(id);
            else if (role(lane.name(i)) == kLaunches) p.launches.push_back({id, lane.name(i), lane.start(i)});
            else p.calls.push_back(id);
        }
    }

    /// What a call does for this.
    enum Role : std::uint8_t { kUnknown, kNothing, kLaunches, kBegins, kEnds };

    Role role(StringId name) {
        if (name >= m_roles.size()) m_roles.resize(name + std::size_t{1}, kUnknown);
        if (m_roles[name] == kUnknown) {
            const std::string_view text = m_s.text(name);
            const CaptureCall capture = captureCallOf(text);
            m_roles[name] = capture == CaptureCall::Begin ? kBegins
                            : capture == CaptureCall::End ? kEnds
                            : isLaunchCall(text)          ? kLaunches
                                                          : kNothing;
        }
        return m_roles[name];
    }

    static bool isCaptured(const Process& p, TimeNs time) {
        const auto after = std::upper_bound(p.captures.begin(), p.captures.end(), time,
                                            [](TimeNs t, const TimeRange& r) { return t < r.begin; });
        return after != p.captures.begin() && time < std::prev(after)->end;
    }

    void compare(Process& p) {
        // Only one side is traced: nothing can be said.
        p.captures = capturesOf(p.captureCalls);
        if (p.launches.empty() || (p.kernels.empty() && p.otherWork.empty())) return;
        std::sort(p.launches.begin(), p.launches.end());
        std::sort(p.kernels.begin(), p.kernels.end());
        std::sort(p.calls.begin(), p.calls.end());
        std::sort(p.otherWork.begin(), p.otherWork.end());
        const auto before = [](const Process::Item& item, std::uint32_t id) { return item.correlation < id; };
        for (const Process::Item& launch : p.launches) {
            const auto work = std::lower_bound(p.kernels.begin(), p.kernels.end(), launch.correlation, before);
            const bool found = work != p.kernels.end() && work->correlation == launch.correlation;
            if (found || std::binary_search(p.otherWork.begin(), p.otherWork.end(), launch.correlation)) continue;
            if (isCaptured(p, launch.start)) {
                ++m_captured;
                continue;
            }
            ++m_lonelyLaunches;
            m_lonelyLaunch.add(launch.name);
        }
        m_launches += p.launches.size();
        for (const Process::Item& kernel : p.kernels) {
            const auto launch = std::lower_bound(p.launches.begin(), p.launches.end(), kernel.correlation, before);
            if (launch == p.launches.end() || launch->correlation != kernel.correlation) {
                if (std::binary_search(p.calls.begin(), p.calls.end(), kernel.correlation)) continue;
                ++m_lonelyKernels;
                m_lonelyKernel.add(kernel.name);
                continue;
            }
            ++m_launched;
            if (kernel.start >= launch->start) continue;
            ++m_early;
            m_earliest = std::max(m_earliest, saturatingSub(launch->start, kernel.start));
        }
    }

    void reportComparison() {
        if (m_lonelyLaunches > 0) {
            const bool many = !isCut() && m_lonelyLaunches > kFewLaunches && missingShare() > kMissingLaunches;
            HealthFinding& f = add(HealthCode::LaunchesWithoutWork, many ? Severity::DataLoss : Severity::Info);
            f.count = m_lonelyLaunches;
            f.total = m_launches - m_captured;
            f.subject = m_s.text(m_lonelyLaunch.name());
        }
        if (m_captured > 0) {
            HealthFinding& f = add(HealthCode::CapturedLaunches, Severity::Info);
            f.count = m_captured;
            f.total = m_launches;
        }
        if (m_lonelyKernels > 0) {
            HealthFinding& f = add(HealthCode::WorkWithoutLaunch,
                                   m_lonelyKernels > kFewLaunches && !isCut() ? Severity::Warning : Severity::Info);
            f.count = m_lonelyKernels;
            f.total = m_kernels;
            f.subject = m_s.text(m_lonelyKernel.name());
        }
        if (m_early > 0) {
            HealthFinding& f = add(HealthCode::WorkBeforeLaunch, Severity::Warning);
            f.count = m_early;
            f.total = m_launched;
            f.nanoseconds = m_earliest;
        }
    }

    double missingShare() const {
        const std::uint64_t wanted = m_launches - m_captured;
        return wanted ? static_cast<double>(m_lonelyLaunches) / static_cast<double>(wanted) : 0;
    }

    // --- what the importer and the profiler say

    // A cut has all work of its time; only what launched it, or what it launched, may lie outside.
    bool isCut() const { return !m_s.info().cut.times.isEmpty(); }

    void readCut() {
        if (!isCut()) return;
        HealthFinding& f = add(HealthCode::Cut, Severity::Info);
        f.count = 1;
        f.times = m_s.info().cut.times;
        f.subject = m_s.info().cut.of;
    }

    void readNotes() {
        std::uint64_t open = 0, damaged = 0, unknown = 0, tooDeep = 0;
        for (const Diagnostic& d : m_s.store().diagnostics().list()) {
            switch (d.note) {
            case Note::NeverClosed: open += d.count; break;
            case Note::Incomplete:
            case Note::DamagedPart:
            case Note::ChecksumMismatch: damaged += d.count; break;
            case Note::SkippedUnknown:
            case Note::NewerMinorVersion: unknown += d.count; break;
            case Note::DepthLimit: tooDeep += d.count; break;
            case Note::ReportMessage: readMessage(d.subject); break;
            default: break;
            }
        }
        std::uint64_t leftOut = 0;
        for (const auto& [what, count] : m_s.info().skipped) leftOut += count;
        if (leftOut && m_s.eventCount() == 0 && m_s.counterCount() == 0)
            add(HealthCode::NothingUnderstood, Severity::DataLoss).count = leftOut;
        if (open) add(HealthCode::UnfinishedRanges, Severity::Info).count = open;
        if (damaged) add(HealthCode::UnreadParts, Severity::DataLoss).count = damaged;
        if (unknown) add(HealthCode::UnknownParts, Severity::DataLoss).count = unknown;
        if (tooDeep) add(HealthCode::TooDeep, Severity::DataLoss).count = tooDeep;
    }

    void readMessage(const Message& message) {
        for (const Known& k : kKnown)
            if (k.message == message.code)
                return addMessage(message, isPermission(lastOf(message)) ? HealthCode::MissingPermission : k.code,
                                  k.severity);
        const std::string_view text = message.othersText();
        const Words* words = wordsIn(text);
        if (!words) return;
        // A profiler may say that nothing was lost.
        const bool isNone = text.starts_with("No ") || text.find(" 0 ") != text.npos;
        if (words->code != HealthCode::DroppedRecords || !isNone) addMessage(message, words->code, words->severity);
    }

    void addMessage(const Message& message, HealthCode code, Severity severity) {
        HealthFinding& f = add(code, severity);
        f.count = 1;
        f.subject = message;
    }

    // --- the time

    void measureCoverage() {
        if (m_s.store().diagnostics().total(Note::OrderOnly)) return;  // the times between its events are made up
        std::vector<LaneView> lanes;
        bool gpuWork = false, sampled = false;
        for (const Track& t : m_s.tree().tracks) {
            sampled = sampled ||
                      ((t.kind == TrackKind::CpuSamples || t.kind == TrackKind::PythonSamples) && !t.lanes.empty());
            gpuWork = gpuWork ||
                      ((t.kind == TrackKind::StreamKernels || t.kind == TrackKind::StreamGraphs) && !t.lanes.empty());
            if (t.kind == TrackKind::ThreadState || t.kind == TrackKind::Diagnostics ||
                t.kind == TrackKind::ProfilerOverhead)
                continue;
            const Shape shape = trackKindInfo(t.kind).shape;
            if (shape != Shape::Nested && shape != Shape::Packed) continue;
            // What is nested lies inside of the outermost lane.
            const std::size_t n = shape == Shape::Nested ? std::min<std::size_t>(1, t.lanes.size()) : t.lanes.size();
            for (std::size_t i = 0; i < n; ++i) lanes.push_back(m_s.lane(t.lanes[i]));
            for (const LaneId l : t.overflow) lanes.push_back(m_s.lane(l));
        }
        std::erase_if(lanes, [](const LaneView& lane) { return lane.isEmpty(); });
        const TimeRange range = m_s.range();
        if (lanes.empty() || range.isEmpty()) return;
        const double coverage = static_cast<double>(unionTime(lanes, range)) / static_cast<double>(range.length());
        m_health.coverage = coverage;
        // Samples have no length: what they saw is no event, and nothing is missing between.
        if (coverage < kLowCoverage && (gpuWork || !sampled))
            add(HealthCode::LowCoverage, Severity::Warning).percent = coverage * 100;
        const bool dropped =
            std::any_of(m_health.findings.begin(), m_health.findings.end(), [](const HealthFinding& f) {
                return f.code == HealthCode::DroppedRecords && f.severity == Severity::DataLoss;
            });
        const bool missing = !isCut() && m_lonelyLaunches > kFewLaunches && missingShare() > kMissingLaunches;
        if (!gpuWork || (coverage >= kIdleCoverage && !missing && !dropped)) return;
        m_health.idleReliable = false;
        add(HealthCode::IdleUnreliable, Severity::Warning);
    }

    const Snapshot& m_s;
    std::stop_token m_stop;
    Health m_health;
    std::map<std::pair<std::int64_t, std::int64_t>, Process> m_processes;
    std::vector<Role> m_roles;  // by StringId
    std::uint64_t m_launches = 0, m_lonelyLaunches = 0, m_captured = 0, m_kernels = 0, m_lonelyKernels = 0,
                  m_launched = 0, m_early = 0;
    TimeNs m_earliest = 0;
    Most m_lonelyLaunch, m_lonelyKernel;
};

}  // namespace

std::string_view healthKey(HealthCode code) { return kHealthKeys[static_cast<std::size_t>(code)]; }

std::string_view knownMessage(std::string_view text) {
    const Words* words = wordsIn(text);
    return words ? words->part : std::string_view();
}

bool isLaunchCall(std::string_view name) {
    return std::any_of(kLaunchCalls.begin(), kLaunchCalls.end(),
                       [&](std::string_view call) { return name.starts_with(call); }) &&
           name.find("HostFunc") == std::string_view::npos;
}

Health captureHealth(const Snapshot& report, std::stop_token stop) { return Examiner(report, std::move(stop)).run(); }

}  // namespace model
