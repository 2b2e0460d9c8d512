// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/look/row_tree.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace model::look {
namespace {

using T = TrackKind;

/// More ranks than that have one line each, without their ranges.
constexpr std::size_t kRanksWithRanges = 16;

/// Children that are drawn inside the row of their parent.
bool isInside(TrackKind kind) { return kind == T::ThreadState || kind == T::CpuSamples || kind == T::PythonSamples; }

/// Rows beside the streams of a context that gather what is on them.
bool isGathering(TrackKind kind) { return kind == T::Kernels || kind == T::Memory || kind == T::Queues; }

/// Whether a row of `summary` kind overlays the lanes of tracks of `kind` below it.
bool overlays(TrackKind summary, TrackKind kind) {
    switch (summary) {
    case T::Thread: return !isInside(kind);
    case T::Stream:
    case T::Context:
    case T::Queues:
    case T::CudaHw:
    case T::Process:
    case T::Host: return kind == T::StreamKernels || kind == T::StreamMemory || kind == T::StreamGraphs;
    case T::Kernels: return kind == T::StreamKernels;
    case T::Memory: return kind == T::StreamMemory;
    default: return false;
    }
}

bool isRanges(TrackKind kind) { return kind == T::Nvtx || kind == T::Annotations || kind == T::ProcessNvtx; }

bool contains(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }
// Titles of metrics in lower case.
bool isMetricOfUse(std::string_view title) {
    for (const char* s : {"gr active", "sm active", "sms active", "gpu utilization", "device busy"})
        if (contains(title, s)) return true;
    return false;
}
bool isMetricOfMemory(std::string_view title) {
    return (contains(title, "dram") || contains(title, "memory")) && contains(title, "%");
}

/// In English, whatever the language is: its words decide.
std::string plainTitle(const Snapshot& s, const Track& t) {
    std::string title = trackTitle(s, t, [](const char* english) { return std::string(english); });
    for (char& c : title)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return title;
}

}  // namespace

RowTree::RowTree(const Snapshot& s) : m_s(s), m_ranking(s) { findContent(); }

bool RowTree::holdsRows(const Track& t) const {
    const auto full = [&](LaneId id) { return m_s.lane(id).rows > 0; };
    return std::any_of(t.lanes.begin(), t.lanes.end(), full) ||
           std::any_of(t.overflow.begin(), t.overflow.end(), full) ||
           (t.counter != kNoCounter && m_s.counter(t.counter).rows > 0);
}

/// Children have greater ids than their parents, so one pass from the back is enough.
void RowTree::findContent() {
    m_content.assign(m_s.trackCount(), false);
    for (TrackId i = static_cast<TrackId>(m_s.trackCount()); i-- > 0;) {
        const Track& t = m_s.track(i);
        if (!m_content[i] && holdsRows(t)) m_content[i] = true;
        if (m_content[i] && t.parent != kNoTrack) m_content[t.parent] = true;
    }
    // These overlay lanes that hang on the streams beside them.
    for (TrackId i = 0; i < m_s.trackCount(); ++i) {
        const Track& t = m_s.track(i);
        if (isGathering(t.kind) && !m_content[i]) m_content[i] = !overlaidLanes(t).empty();
    }
}

// --- the tree

bool RowTree::showsHosts() const {
    const auto& roots = m_s.tree().roots;
    // A host of which there are only the profiler's own messages is not worth a level of the tree.
    const auto hosts = std::count_if(roots.begin(), roots.end(), [&](TrackId r) {
        if (m_s.track(r).kind != T::Host) return false;
        const auto& below = m_s.track(r).children;
        return std::any_of(below.begin(), below.end(),
                           [&](TrackId c) { return m_content[c] && m_s.track(c).kind != T::Diagnostics; });
    });
    return hosts > 1;
}

std::vector<TrackId> RowTree::children(const Track& t, const Reorder& reorder) const {
    std::vector<TrackId> out;
    const auto contexts = std::count_if(t.children.begin(), t.children.end(),
                                        [&](TrackId c) { return m_s.track(c).kind == T::Context && m_content[c]; });
    for (const TrackId c : t.children) {
        const Track& child = m_s.track(c);
        if (!m_content[c] || isInside(child.kind)) continue;
        if (child.kind == T::Context && contexts == 1) {
            const auto inner = children(child, reorder);
            out.insert(out.end(), inner.begin(), inner.end());
        } else {
            out.push_back(c);
        }
    }
    const auto rank = [&](TrackId c) { return rankBelow(t, m_s.track(c), contexts == 1); };
    std::stable_sort(out.begin(), out.end(), [&](TrackId a, TrackId b) { return rank(a) < rank(b); });
    if (reorder) reorder(t, out);
    return out;
}

/// What matters stands first: work of GPUs, ranges and collectives, then calls, then curves and messages.
int RowTree::rankBelow(const Track& parent, const Track& child, bool loneContext) const {
    const int usual = static_cast<int>(child.kind) * 2;
    switch (parent.kind) {
    case T::Host: return child.kind == T::Process && m_ranking.usesGpu(child.id) ? -1 : usual;
    case T::Process:
        if (child.kind == T::CudaHw) return -2;
        if (child.kind == T::ProcessNvtx) return -1;
        return child.kind == T::Thread && child.key.tid == child.key.pid ? usual - 1 : usual;
    case T::Thread:
        if (isRanges(child.kind)) return -2;
        if (child.kind == T::Nccl) return -1;
        return child.kind == T::OsRuntime ? static_cast<int>(T::ProfilerOverhead) * 2 - 1 : usual;
    case T::CudaHw:
        // Below a lone context stand streams, then what belongs to the device.
        if (!loneContext) return usual;
        return child.kind == T::Stream ? 1 : isGathering(child.kind) ? 0 : 2;
    default: return usual;
    }
}

bool RowTree::isExpandable(const Track& t, std::span<const TrackId> children) const {
    const Shape shape = trackKindInfo(t.kind).shape;
    const bool stacked = t.lanes.size() + t.overflow.size() > 1 && (shape == Shape::Nested || shape == Shape::Packed);
    return stacked || (!children.empty() && !(t.kind == T::Stream && isPlainStream(children)));
}

bool RowTree::isPlainStream(std::span<const TrackId> children) const {
    if (children.size() != 1) return false;
    const Track& c = m_s.track(children[0]);
    return overlays(T::Stream, c.kind) && c.lanes.size() + c.overflow.size() == 1;
}

// --- lanes

std::vector<LaneId> RowTree::overlaidLanes(const Track& t) const {
    std::vector<LaneId> out;
    collectLanes(t.kind, isGathering(t.kind) && t.parent != kNoTrack ? m_s.track(t.parent) : t, out);
    return out;
}

void RowTree::collectLanes(TrackKind summary, const Track& t, std::vector<LaneId>& out) const {
    for (const TrackId c : t.children) {
        const Track& child = m_s.track(c);
        if (overlays(summary, child.kind)) {
            const auto lanes = lanesOf(child);
            out.insert(out.end(), lanes.begin(), lanes.end());
        }
        collectLanes(summary, child, out);
    }
}

std::vector<LaneId> RowTree::lanesOf(const Track& t) const {
    std::vector<LaneId> out = t.lanes;
    out.insert(out.end(), t.overflow.begin(), t.overflow.end());
    std::erase_if(out, [&](LaneId l) { return m_s.lane(l).rows == 0; });
    return out;
}

std::vector<LaneId> RowTree::insideLanes(std::span<const TrackId> threads, TrackKind kind) const {
    std::vector<LaneId> out;
    for (const TrackId id : threads)
        for (const TrackId c : m_s.track(id).children) {
            const Track& child = m_s.track(c);
            if (child.kind == kind && m_content[c]) out.insert(out.end(), child.lanes.begin(), child.lanes.end());
        }
    return out;
}

std::vector<LaneId> RowTree::foldedThreadLanes(std::span<const TrackId> threads) const {
    std::vector<LaneId> out;
    for (const TrackId id : threads) collectLanes(T::Thread, m_s.track(id), out);
    std::erase_if(out, [&](LaneId l) { return m_s.track(m_s.lane(l).lane->track()).kind == T::OsRuntime; });
    return out;
}

const Track* RowTree::rangesInBrief(const Track& process) const {
    if (m_ranking.ranks() > kRanksWithRanges) return nullptr;
    const Track* most = nullptr;
    const auto look = [&](const Track& above, auto& self) -> void {
        for (const TrackId c : above.children) {
            const Track& child = m_s.track(c);
            if (isRanges(child.kind) && !child.lanes.empty() &&
                (!most || m_ranking.use(c).work > m_ranking.use(most->id).work))
                most = &child;
            self(child, self);
        }
    };
    look(process, look);
    return most && m_ranking.use(most->id).work > 0 ? most : nullptr;
}

std::vector<const Track*> RowTree::curvesInBrief(std::span<const TrackId> gpus) const {
    const Track *use = nullptr, *memory = nullptr;
    double most = 0;
    for (const TrackId id : gpus) {
        const Track* const own = metricOf(m_s.track(id), isMetricOfUse);
        if (!own) continue;
        const CounterView counter = m_s.counter(own->counter);
        // A single value holds for no time.
        const double mean = counter.series->mean(m_s.range(), counter.rows);
        if (use && !(mean > most)) continue;
        most = std::isnan(mean) ? 0 : mean;
        use = own;
        memory = metricOf(m_s.track(id), isMetricOfMemory);
    }
    std::vector<const Track*> out{use, memory};
    std::erase(out, nullptr);
    return out;
}

const Track* RowTree::metricOf(const Track& gpu, bool (*is)(std::string_view)) const {
    for (const TrackId c : gpu.children) {
        const Track& metric = m_s.track(c);
        if (m_content[c] && metric.counter != kNoCounter && is(plainTitle(m_s, metric))) return &metric;
    }
    return nullptr;
}

FoldedAs RowTree::foldedAs(TrackKind kind, std::span<const TrackId> tracks) const {
    const auto all = [&](auto is) {
        return std::all_of(tracks.begin(), tracks.end(), [&](TrackId c) { return is(m_s.track(c)); });
    };
    if (kind != T::Thread)
        return all([&](const Track& t) { return m_ranking.use(t.id).gpu == 0; }) ? FoldedAs::Idle : FoldedAs::Mixed;
    if (all([&](const Track& t) { return m_ranking.isIdle(t); })) return FoldedAs::Idle;
    return all([&](const Track& t) { return m_ranking.onlyWaits(t); }) ? FoldedAs::Waiting : FoldedAs::Mixed;
}

}  // namespace model::look
