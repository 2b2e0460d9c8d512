// SPDX-License-Identifier: GPL-3.0-or-later
// GPUs that wait for a thread: after a synchronization, while it runs Python, while it loads data.
#include "model/rules/waiting.h"

#include <cctype>
#include <set>

#include "model/base/api_name.h"
#include "model/base/messages.h"
#include "model/base/translate_noop.h"
#include "model/query/nesting.h"
#include "model/reports/gpu.h"
#include "model/reports/trace.h"
#include "model/rules/copies.h"
#include "model/rules/gaps.h"
#include "model/rules/needs.h"
#include "model/workload/calls.h"
#include "model/workload/steps.h"
#include "model/workload/summary.h"

namespace model::rules {
namespace {

using namespace reports;

constexpr TimeNs kUs = 1000;
constexpr std::int64_t kIdleUs = 10;
constexpr std::int64_t kLoadingUs = 100;
constexpr std::int64_t kHostPercent = 5;

/// Rows of findings by how much could be gained, which is their first cell.
Table byGain(std::vector<std::pair<std::vector<Cell>, Evidence>> found, Message why) {
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
        return std::get<std::int64_t>(a.first[0]) > std::get<std::int64_t>(b.first[0]);
    });
    std::vector<std::vector<Cell>> rows;
    std::vector<Evidence> evidence;
    for (auto& f : found) rows.push_back(std::move(f.first)), evidence.push_back(std::move(f.second));
    return listTable(std::move(rows), std::move(evidence), std::move(why));
}

/// Calls that wait, by thread and in order; of nested ones the outermost.
std::map<ThreadId, std::vector<EventRef>> waitsByThread(const Request& r) {
    std::map<ThreadId, std::vector<EventRef>> out;
    NameTest waits(r.report, isSynchronization);
    forEvents(r, {TrackKind::CudaApi}, [&](const Track& t, EventRef e, const LaneView& lane) {
        if (waits(lane.name(e.row))) out[threadOf(t.key)].push_back(e);
    });
    for (auto& [thread, list] : out) {
        std::stable_sort(list.begin(), list.end(), [&](EventRef a, EventRef b) {
            return eventAt(r.report, a).start < eventAt(r.report, b).start;
        });
        TimeNs until = kTimeMin;
        std::erase_if(list, [&](EventRef e) {
            const Event call = eventAt(r.report, e);
            const bool inside = call.start < until;
            until = std::max(until, call.end);
            return inside;
        });
    }
    return out;
}

/// Of calls in order the one that ran at a time.
EventRef callAt(const Snapshot& s, const std::vector<EventRef>& calls, TimeNs t) {
    const auto after = std::upper_bound(calls.begin(), calls.end(), t,
                                        [&](TimeNs at, EventRef e) { return at < eventAt(s, e).start; });
    if (after == calls.begin() || eventAt(s, *std::prev(after)).end < t) return {};
    return *std::prev(after);
}

/// The call that launched the work behind a gap, and its thread.
struct Launcher {
    EventRef event;
    TimeNs start = 0;
    const Track* track = nullptr;
};
Launcher launcherOf(const Snapshot& s, const CallIndex& calls, EventRef work) {
    const std::uint32_t correlation = s.lane(work.lane).lane->correlation(work.row);
    const EventRef call = correlation ? calls.find(s.track(trackOf(s, work)).key, correlation) : EventRef{};
    return call.isValid() ? Launcher{call, eventAt(s, call).start, &s.track(trackOf(s, call))} : Launcher{};
}

Table needlessSync(const Request& r) {
    const TimeNs least = threshold(r, kIdleUs, kUs);
    const CallIndex calls(r.report);
    const ThreadCode code(r.report);
    const auto waits = waitsByThread(r);
    std::vector<std::pair<std::vector<Cell>, Evidence>> found;
    for (const auto& [device, gaps] : gapsOf(r))
        for (const Gap& gap : gaps) {
            if (gap.lost() < least) continue;
            const Launcher next = launcherOf(r.report, calls, gap.next);
            const auto own = next.track ? waits.find(threadOf(next.track->key)) : waits.end();
            const EventRef wait = own != waits.end() ? callAt(r.report, own->second, gap.range.begin) : EventRef{};
            if (!wait.isValid() || next.start < eventAt(r.report, wait).end) continue;
            const Event call = eventAt(r.report, wait);
            found.push_back({{gap.lost(), call.start, call.duration(), cellOfProcess(r.report, next.track->key),
                              cellOfKey(next.track->key.tid), deviceText(r.report, device.host, device.device),
                              std::string(withoutApiVersion(r.report.text(call.name))),
                              std::string(code.at(next.track->key, call.start))},
                             {{wait, gap.next}, {call.start, gap.range.end}}});
        }
    return byGain(std::move(found), whyNoLaunches(r));
}

/// What the program of one thread did while a GPU waited for its next launch.
struct HostTime {
    const Track* thread = nullptr;  // some row of it
    std::vector<TimeRange> parts;   // from the begin of a gap to the launch that ended it
    std::vector<EventRef> launches;
    std::int64_t count = 0;  // of gaps
};

Intervals timeOf(const Request& r, const ThreadId& thread, std::initializer_list<TrackKind> kinds) {
    std::vector<TimeRange> all;
    for (const Track& t : r.report.tree().tracks) {
        if (std::find(kinds.begin(), kinds.end(), t.kind) == kinds.end() || threadOf(t.key) != thread ||
            t.lanes.empty())
            continue;
        const LaneView lane = r.report.lane(t.lanes[0]);  // the outermost ones hold the others
        const RowRange rows = rowsOverlapping(lane, r.range);
        for (std::size_t i = rows.first; i < rows.last; ++i) all.push_back({lane.start(i), lane.end(i)});
    }
    return united(std::move(all));
}

/// The name in which the program was for most of these stretches, by the middle of each.
std::string mostlyIn(const ThreadCode& code, const TrackKey& thread, const Intervals& parts) {
    std::map<std::string_view, TimeNs> times;
    for (const TimeRange& p : parts) times[code.at(thread, p.begin + p.length() / 2)] += p.length();
    const auto most =
        std::max_element(times.begin(), times.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    return most == times.end() ? std::string() : std::string(most->first);
}

/// By thread that launched: what came before each launch that was late.
std::map<ThreadId, HostTime> lateLaunches(const Request& r, const CallIndex& calls, const std::vector<Gap>& gaps) {
    std::map<ThreadId, HostTime> out;
    for (const Gap& gap : gaps) {
        const Launcher next = launcherOf(r.report, calls, gap.next);
        if (!next.track || next.start <= gap.range.begin || gap.overhead > 0) continue;
        HostTime& h = out[threadOf(next.track->key)];
        h.thread = next.track;
        h.parts.push_back({gap.range.begin, std::min(next.start, gap.range.end)});
        ++h.count;
        if (h.launches.size() < kMostEvidence) h.launches.push_back(next.event);
    }
    return out;
}

Table hostBound(const Request& r) {
    if (Message why = whyNoLaunches(r); !why.empty()) return listTable({}, {}, std::move(why));
    if (!holdsEvents(r, {TrackKind::PythonFunctions, TrackKind::Operators}))
        return listTable({}, {}, MessageCode::NoOperatorsNorPythonInTime);
    const double least = static_cast<double>(r.limit > 0 ? r.limit : kHostPercent);
    const CallIndex calls(r.report);
    const ThreadCode code(r.report);
    const auto work = deviceWork(r);
    std::vector<std::pair<std::vector<Cell>, Evidence>> found;
    for (const auto& [device, gaps] : gapsOf(r))
        for (auto& [id, h] : lateLaunches(r, calls, gaps)) {
            const Intervals python = timeOf(r, id, {TrackKind::PythonFunctions}),
                            operators = timeOf(r, id, {TrackKind::Operators});
            const Intervals program = without(timeOf(r, id, {TrackKind::PythonFunctions, TrackKind::Operators}),
                                              timeOf(r, id, {TrackKind::CudaApi}));
            const Intervals parts = common(united(std::move(h.parts)), program);
            const TimeNs lost = lengthOf(parts);
            const double percent = static_cast<double>(lost) * 100 /
                                   static_cast<double>(std::max<TimeNs>(1, work.at(device).window.length()));
            if (lost == 0 || percent < least) continue;
            found.push_back(
                {{lost, percent, lengthOf(common(parts, without(python, operators))),
                  lengthOf(common(parts, operators)), h.count, deviceText(r.report, device.host, device.device),
                  cellOfKey(id[1]), cellOfKey(id[2]), mostlyIn(code, h.thread->key, parts)},
                 {std::move(h.launches), {parts.front().begin, parts.back().end}}});
        }
    return byGain(std::move(found), {});
}

/// Whether a range says that data is loaded: PyTorch's "enumerate(DataLoader)#…", its source file, or common names of
/// NVTX ranges.
bool isDataLoading(std::string_view name) {
    std::string word;
    for (const char c : name)
        if (c != '_' && c != ' ' && c != '-') word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    for (const char* s : {"dataloader", "dataloading", "loaddata", "loadbatch", "nextbatch", "getbatch", "fetchdata",
                          "fetchbatch", "inputpipeline"})
        if (word.find(s) != word.npos) return true;
    return false;
}

struct Waiting {
    ThreadId thread;
    EventRef event;
    TimeRange range;
    std::string_view name;
};

std::set<ThreadId> launchingThreads(const Request& r) {
    std::set<ThreadId> out;
    TrackId last = kNoTrack;
    for (const Launched& l :
         launchedWork(r, {TrackKind::StreamKernels, TrackKind::StreamMemory, TrackKind::StreamGraphs}))
        if (const TrackId t = trackOf(r.report, l.call); t != last) out.insert(threadOf(r.report.track(last = t).key));
    return out;
}

/// Ranges in which a thread that launches work loads data; of nested ones the outermost.
std::vector<Waiting> loadingRanges(const Request& r) {
    std::vector<Waiting> all;
    NameTest loads(r.report, isDataLoading);
    forEvents(r, {TrackKind::Annotations, TrackKind::Operators, TrackKind::Nvtx, TrackKind::PythonFunctions},
              [&](const Track& t, EventRef e, const LaneView& lane) {
                  if (loads(lane.name(e.row)))
                      all.push_back(
                          {threadOf(t.key), e, {lane.start(e.row), lane.end(e.row)}, r.report.text(lane.name(e.row))});
              });
    if (all.empty()) return all;
    const std::set<ThreadId> launching = launchingThreads(r);
    std::stable_sort(all.begin(), all.end(), [](const Waiting& a, const Waiting& b) {
        return a.range.begin != b.range.begin ? a.range.begin < b.range.begin : a.range.end > b.range.end;
    });
    std::map<ThreadId, TimeNs> until;
    std::erase_if(all, [&](const Waiting& w) {
        if (!launching.contains(w.thread)) return true;
        const auto [at, fresh] = until.try_emplace(w.thread, w.range.end);
        if (fresh) return false;
        const bool inside = w.range.begin < at->second;
        at->second = std::max(at->second, w.range.end);
        return inside;
    });
    return all;
}

/// Smaller copies are settings, not batches.
constexpr std::int64_t kLeastBatch = 4096;

/// Where no range says that data is loaded: each step up to its first launch, if that brings data from the host. Other
/// steps may wait for anything.
std::vector<Waiting> stepHeads(const Request& r) {
    const std::vector<Step> steps = stepsOf(r);
    if (steps.empty()) return {};
    const CopyFacts read(r.report);
    std::map<ProcessId, std::vector<std::pair<TimeNs, EventRef>>> launches;  // when, and the work
    for (const Launched& l :
         launchedWork(r, {TrackKind::StreamKernels, TrackKind::StreamMemory, TrackKind::StreamGraphs})) {
        const TrackKey& key = r.report.track(trackOf(r.report, l.call)).key;
        launches[{key.host, key.pid}].emplace_back(eventAt(r.report, l.call).start, l.work);
    }
    const auto byTime = [](const auto& a, const auto& b) { return a.first < b.first; };
    for (auto& [id, list] : launches) std::stable_sort(list.begin(), list.end(), byTime);
    std::vector<Waiting> out;
    for (const Step& s : steps) {
        const auto& list = launches[{s.host, s.pid}];
        const auto first = std::lower_bound(list.begin(), list.end(), std::pair(s.range.begin, EventRef{}), byTime);
        if (first == list.end() || first->first >= s.range.end) continue;
        const Event work = eventAt(r.report, first->second);
        const bool isBatch = read.bytes.number(work.args).value_or(kLeastBatch) >= kLeastBatch;
        if (!isBatch || !read.is(CopyFacts::kHostToDevice, "HtoD", work.args, r.report.text(work.name))) continue;
        out.push_back({{s.host, s.pid, r.report.track(trackOf(r.report, s.event)).key.tid},
                       s.event,
                       {s.range.begin, first->first},
                       s.name});
    }
    return out;
}

Table dataLoading(const Request& r) {
    if (Message why = whyNoWork(r); !why.empty()) return listTable({}, {}, std::move(why));
    const TimeNs least = threshold(r, kLoadingUs, kUs);
    std::vector<Waiting> waits = loadingRanges(r);
    if (waits.empty()) waits = stepHeads(r);
    if (waits.empty()) return listTable({}, {}, MessageCode::NoLoadingOfData);
    std::map<ProcessId, std::pair<Measure, TimeRange>> busy;
    for (auto& [id, work] : processWork(r)) busy.emplace(id, std::pair(Measure(std::move(work.busy)), work.window));
    std::vector<std::pair<std::vector<Cell>, Evidence>> found;
    for (const Waiting& w : waits) {
        const auto of = busy.find({w.thread[0], w.thread[1]});
        if (of == busy.end()) continue;
        const TimeRange range = w.range.intersected(of->second.second);
        const TimeNs idle = range.length() - of->second.first.inside(range);
        if (idle < least) continue;
        found.push_back({{idle, w.range.begin, w.range.length(), cellOfKey(w.thread[1]), cellOfKey(w.thread[2]),
                          std::string(w.name)},
                         {{w.event}, w.range}});
    }
    return byGain(std::move(found), {});
}

constexpr ColumnInfo kNeedlessSyncColumns[] = {
    {QT_TRANSLATE_NOOP("Reports", "Gain at Most (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "How long the GPU did nothing after the work that was waited for"), Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "Start (ns)"), Unit::Instant, QT_TRANSLATE_NOOP("Reports", "When the call began")},
    {QT_TRANSLATE_NOOP("Reports", "Duration (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "How long it took on the CPU")},
    {QT_TRANSLATE_NOOP("Reports", "PID"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Process")},
    {QT_TRANSLATE_NOOP("Reports", "TID"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Thread")},
    {QT_TRANSLATE_NOOP("Reports", "Device"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Name and number of the GPU")},
    {QT_TRANSLATE_NOOP("Reports", "API Name"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "The function")},
    {QT_TRANSLATE_NOOP("Reports", "In"), Unit::Text,
     QT_TRANSLATE_NOOP("Reports", "Innermost operator, Python function or range around the call")},
};
constexpr ColumnInfo kHostColumns[] = {
    {QT_TRANSLATE_NOOP("Reports", "Gain at Most (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP(
         "Reports", "Time in which the GPU did nothing and the thread that launched next was in Python or operators"),
     Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "Gain (%)"), Unit::Percent,
     QT_TRANSLATE_NOOP("Reports", "The same as a share of the time from the first to the last work of the GPU")},
    {QT_TRANSLATE_NOOP("Reports", "Python (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "Of it, in Python outside of operators")},
    {QT_TRANSLATE_NOOP("Reports", "Operators (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "Of it, in operators of the framework")},
    {QT_TRANSLATE_NOOP("Reports", "Gaps"), Unit::Count,
     QT_TRANSLATE_NOOP("Reports", "Gaps of the GPU before work of this thread that came too late")},
    {QT_TRANSLATE_NOOP("Reports", "Device"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Name and number of the GPU")},
    {QT_TRANSLATE_NOOP("Reports", "PID"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Process")},
    {QT_TRANSLATE_NOOP("Reports", "TID"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Thread")},
    {QT_TRANSLATE_NOOP("Reports", "Mostly In"), Unit::Text,
     QT_TRANSLATE_NOOP("Reports", "Function or operator in which the thread was in the middle of most of that time")},
};
constexpr ColumnInfo kLoadingColumns[] = {
    {QT_TRANSLATE_NOOP("Reports", "Gain at Most (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "Time of it in which no GPU of the process did anything"), Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "Start (ns)"), Unit::Instant, QT_TRANSLATE_NOOP("Reports", "When it began")},
    {QT_TRANSLATE_NOOP("Reports", "Duration (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "How long data was loaded, or how long the step took until its first launch")},
    {QT_TRANSLATE_NOOP("Reports", "PID"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Process")},
    {QT_TRANSLATE_NOOP("Reports", "TID"), Unit::Number, QT_TRANSLATE_NOOP("Reports", "Thread")},
    {QT_TRANSLATE_NOOP("Reports", "Range"), Unit::Text,
     QT_TRANSLATE_NOOP("Reports", "Range in which data is loaded, or the step")},
};

}  // namespace

constinit const Rule kNeedlessSync{
    {"needless_sync", QT_TRANSLATE_NOOP("Reports", "Synchronization Before an Idle GPU"),
     QT_TRANSLATE_NOOP(
         "Reports",
         "Calls that waited for the GPU, after which the same thread gave it new work only when it had been idle for 10 µs or more."),
     kNeedlessSyncColumns, needlessSync},
    MessageCode::NeedlessSyncAdvice,
    MessageCode::NeedlessSyncNothing,
    MessageCode::NeedlessSyncFormula};
constinit const Rule kHostBound{
    {"host_bound", QT_TRANSLATE_NOOP("Reports", "Launches Late Because of Python"),
     QT_TRANSLATE_NOOP(
         "Reports",
         "GPUs that did nothing for 5 % of the time or more while the thread that launched next was in Python or operators, and in no CUDA call."),
     kHostColumns, hostBound},
    MessageCode::HostBoundAdvice,
    MessageCode::HostBoundNothing,
    MessageCode::HostBoundFormula};
constinit const Rule kDataLoading{
    {"data_loading", QT_TRANSLATE_NOOP("Reports", "GPU Waits for Data"),
     QT_TRANSLATE_NOOP(
         "Reports",
         "Loading of data by a thread that launches (ranges named like DataLoader, load_data or next_batch) during which the GPUs of the process did nothing for 100 µs or more; without such "
         "ranges, steps up to their first launch where that copies data from the host."),
     kLoadingColumns, dataLoading},
    MessageCode::DataLoadingAdvice,
    MessageCode::DataLoadingNothing,
    MessageCode::DataLoadingFormula};

}  // namespace model::rules
