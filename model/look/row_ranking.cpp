// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/look/row_ranking.h"

#include <algorithm>
#include <tuple>

#include "model/query/query.h"

namespace model::look {

using T = TrackKind;

namespace {

/// Of more machines, or files that were merged, the rows are closed at first.
constexpr std::size_t kOpenHosts = 4;
/// More processes with GPU work, and more GPUs of one process, are closed at first: each is a line or two.
constexpr std::size_t kOpenRanks = 2;
/// A GPU with more metrics than that is closed at first.
constexpr std::size_t kFewMetrics = 6;
/// Of a process with more threads or streams, that many of the busiest have rows of their own …
constexpr std::size_t kThreadRows = 20;
constexpr std::size_t kStreamRows = 8;
/// … and that many threads are open beside GPU work.
constexpr std::size_t kOpenThreads = 4;
/// What worked for a smaller part of what the busiest one did does not count as work.
constexpr TimeNs kNegligible = 100;
/// Who was on a CPU for more than the n-th part of the report is not idle, however few times.
constexpr TimeNs kBusyPart = 4;

bool isGpuWork(TrackKind kind) {
    return kind == T::StreamKernels || kind == T::StreamMemory || kind == T::StreamGraphs;
}
bool isWaiting(TrackKind kind) { return kind == T::OsRuntime || kind == T::ProfilerOverhead; }

/// Inner calls lie inside the outermost ones.
TimeNs busyOf(const Snapshot& s, const Track& t) {
    const bool nested = trackKindInfo(t.kind).shape == Shape::Nested;
    TimeNs out = 0;
    for (const LaneId id : t.lanes) {
        out += busyTime(s.lane(id), s.whole());
        if (nested) break;
    }
    for (const LaneId id : t.overflow) out += busyTime(s.lane(id), s.whole());
    return out;
}

std::size_t rowsOf(const Snapshot& s, const Track& t) {
    std::size_t out = 0;
    for (const LaneId id : t.lanes) out += s.lane(id).rows;
    return out;
}

/// What happens on the track itself.
TrackUse ownUse(const Snapshot& s, const Track& t) {
    TrackUse use;
    const Shape shape = trackKindInfo(t.kind).shape;
    if (shape == Shape::Group || shape == Shape::Counter || t.kind == T::StreamSync || t.kind == T::StreamEvents ||
        t.kind == T::Diagnostics)
        return use;
    const std::size_t rows = rowsOf(s, t);
    const bool takesTime = shape != Shape::Instant;
    // What takes no time matters, too.
    const TimeNs busy = std::max(takesTime ? busyOf(s, t) : 0, static_cast<TimeNs>(rows));
    if (isGpuWork(t.kind)) use.gpu = busy;
    else if (isWaiting(t.kind)) use.waiting = busy;
    else if (t.kind == T::ThreadState) use.running = busy, use.states = rows;
    else if (t.kind == T::CpuSamples || t.kind == T::PythonSamples) use.samples = rows;
    else use.work = busy;
    return use;
}

}  // namespace

TrackUse& TrackUse::operator+=(const TrackUse& o) {
    gpu += o.gpu;
    work += o.work;
    waiting += o.waiting;
    running += o.running;
    states += o.states;
    samples += o.samples;
    return *this;
}

RowRanking::RowRanking(const Snapshot& s) : m_s(s) {
    addUse();
    countGpus();
    placeThreads();
}

/// Children have greater ids than their parents, so one pass from the back is enough.
void RowRanking::addUse() {
    m_use.resize(m_s.trackCount());
    for (TrackId i = static_cast<TrackId>(m_s.trackCount()); i-- > 0;) {
        const Track& t = m_s.track(i);
        m_use[i] += ownUse(m_s, t);
        if (t.parent != kNoTrack) m_use[t.parent] += m_use[i];
    }
}

void RowRanking::countGpus() {
    m_gpus.assign(m_s.trackCount(), 0);
    for (const Track& t : m_s.tree().tracks)
        if (t.kind == T::CudaHw && t.parent != kNoTrack && m_use[t.id].gpu > 0) ++m_gpus[t.parent];
    for (const Track& t : m_s.tree().tracks) {
        if (t.kind != T::Process) continue;
        m_ranks += m_gpus[t.id] > 0;
        m_mostWork = std::max(m_mostWork, m_use[t.id].work);
    }
}

/// By being the main thread, by work, then by being scheduled and waiting.
void RowRanking::placeThreads() {
    m_place.assign(m_s.trackCount(), 0);
    const auto rank = [&](TrackId id) {
        const TrackUse& use = m_use[id];
        const TrackKey& key = m_s.track(id).key;
        return std::tuple(key.tid == key.pid, use.work, use.running + use.waiting);
    };
    for (const Track& process : m_s.tree().tracks) {
        if (process.kind != T::Process) continue;
        std::vector<TrackId> threads;
        for (const TrackId c : process.children)
            if (m_s.track(c).kind == T::Thread) threads.push_back(c);
        std::stable_sort(threads.begin(), threads.end(), [&](TrackId a, TrackId b) { return rank(a) > rank(b); });
        for (std::size_t i = 0; i < threads.size(); ++i) m_place[threads[i]] = static_cast<std::uint32_t>(i);
    }
}

// --- closed at first

bool RowRanking::isClosedAtFirst(const Track& t, std::span<const TrackId> children) const {
    switch (t.kind) {
    case T::Host: return isClosedHost(t);
    case T::Gpu: return children.size() > kFewMetrics;
    case T::Process: return m_ranks > kOpenRanks;
    case T::CudaHw: return t.parent != kNoTrack && m_gpus[t.parent] > kOpenRanks;
    case T::Thread:
        return (m_ranks > 0 && m_place[t.id] >= kOpenThreads) ||
               std::all_of(children.begin(), children.end(), [&](TrackId c) { return isWaiting(m_s.track(c).kind); });
    default: return false;
    }
}

/// A machine with one rank is that rank; one with several stays open, as its ranks are closed.
bool RowRanking::isClosedHost(const Track& host) const {
    const auto ranks = std::count_if(host.children.begin(), host.children.end(), [&](TrackId c) { return usesGpu(c); });
    if (ranks == 1) return m_ranks > kOpenRanks;
    const auto& roots = m_s.tree().roots;
    // A merged file can bring a second host with it that only holds messages.
    const auto counts = [&](TrackId r) {
        return m_s.track(r).kind == T::Host &&
               std::any_of(m_s.track(r).children.begin(), m_s.track(r).children.end(),
                           [&](TrackId c) { return m_s.track(c).kind != T::Diagnostics; });
    };
    const auto self = std::find(roots.begin(), roots.end(), host.id);
    return static_cast<std::size_t>(std::count_if(roots.begin(), self, counts)) >= kOpenHosts;
}

// --- behind one row

bool RowRanking::isIdle(const Track& thread) const {
    const TrackUse& use = m_use[thread.id];
    return use.work == 0 && use.states + use.samples <= kIdleEvents &&
           use.running <= m_s.range().length() / kBusyPart &&
           std::none_of(thread.children.begin(), thread.children.end(),
                        [&](TrackId c) { return m_s.track(c).kind == T::OsRuntime && m_use[c].waiting > 0; });
}

bool RowRanking::onlyWaits(const Track& thread) const { return m_use[thread.id].work == 0; }

/// As good as never on a CPU, as far as the report says.
bool RowRanking::isQuiet(const Track& t) const {
    const TrackUse& use = m_use[t.id];
    const std::size_t all = t.parent == kNoTrack ? 0 : m_use[t.parent].samples;
    return use.running * kNegligible <= m_s.range().length() &&
           (use.samples <= kIdleEvents || use.samples * kNegligible <= all);
}

/// Beside what is busy nobody looks for it.
bool RowRanking::isNegligible(const Track& t) const {
    const TrackUse& use = m_use[t.id];
    switch (t.kind) {
    case T::Gpu: return true;  // the curves of a machine are one group
    case T::Stream:
    case T::Context: return use.gpu == 0;
    case T::CudaHw: return use.gpu == 0 && m_ranks > 0;  // where no GPU works, its curves are what there is
    case T::Process: return m_ranks > 0 && !usesGpu(t.id) && use.work * kNegligible <= m_mostWork && isQuiet(t);
    case T::Thread: {
        if (t.key.tid == t.key.pid) return false;
        if (isIdle(t)) return true;
        if (use.work == 0) return isQuiet(t);
        const TimeNs most = t.parent == kNoTrack ? 0 : m_use[t.parent].work;
        return m_ranks > 0 && use.work * kNegligible <= most && isQuiet(t);
    }
    default: return false;
    }
}

std::size_t RowRanking::limitOf(TrackKind kind) const {
    return kind == T::Thread ? kThreadRows : kind == T::Stream ? kStreamRows : SIZE_MAX;
}

RowRanking::Folded RowRanking::folded(std::span<const TrackId> siblings) const {
    Folded out;
    std::map<TrackKind, std::vector<TrackId>> busy;
    for (const TrackId c : siblings) {
        const Track& t = m_s.track(c);
        if (isNegligible(t)) out[t.kind].insert(c);
        else busy[t.kind].push_back(c);
    }
    for (auto& [kind, tracks] : busy) {
        if (tracks.size() <= limitOf(kind)) continue;
        std::stable_sort(tracks.begin(), tracks.end(), [&](TrackId a, TrackId b) {
            return m_use[a].gpu != m_use[b].gpu ? m_use[a].gpu > m_use[b].gpu : m_place[a] < m_place[b];
        });
        out[kind].insert(tracks.begin() + static_cast<std::ptrdiff_t>(limitOf(kind)), tracks.end());
    }
    // A row that stands for one saves nothing.
    std::erase_if(out, [](const auto& entry) { return entry.second.size() < 2; });
    return out;
}

}  // namespace model::look
