// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <QCoreApplication>

#include "timeline/rows/row_list.h"

namespace timeline {

using model::kNoTrack;
using model::LaneId;
using model::Shape;
using model::Track;
using model::TrackId;
using model::TrackKind;
using T = model::TrackKind;

namespace {

/// Of more machines, or files that were merged, only so many are open at first.
constexpr std::size_t kOpenHosts = 4;
/// A GPU with more metrics than that is closed at first.
constexpr std::size_t kFewMetrics = 6;
/// Of a process with more threads, that many of the busiest have rows of their own.
constexpr std::size_t kThreadRows = 20;

/// Children that are drawn inside the row of their parent.
bool isFolded(TrackKind kind) { return kind == T::ThreadState || kind == T::CpuSamples || kind == T::PythonSamples; }

/// Whether a row of `summary` kind overlays the lanes of tracks of `kind` below it.
bool overlays(TrackKind summary, TrackKind kind) {
    switch (summary) {
    case T::Thread: return !isFolded(kind);
    case T::Stream:
    case T::Context:
    case T::CudaHw:
    case T::Process:
    case T::Host: return kind == T::StreamKernels || kind == T::StreamMemory || kind == T::StreamGraphs;
    case T::Kernels: return kind == T::StreamKernels;
    case T::Memory: return kind == T::StreamMemory;
    default: return false;
    }
}

bool isMetricOfUse(QString title) {
    title = title.toLower();
    return title.contains(QLatin1String("gr active")) || title.contains(QLatin1String("sm active")) ||
           title.contains(QLatin1String("sms active")) || title.contains(QLatin1String("gpu utilization"));
}

}  // namespace

class RowBuilder {
public:
    RowBuilder(const RowSource& source, const RowLayout& layout)
        : m_source(source), m_s(*source.snapshot), m_layout(layout), m_sizes(lineSizes(layout.density)),
          m_list(std::make_shared<RowList>()) {}

    RowListPtr build() {
        findContent();
        findMatches();
        m_list->m_rowOfTrack.assign(m_s.trackCount(), kNoRow);
        m_list->m_rows.reserve(std::min<std::size_t>(m_s.trackCount(), 4096));
        const auto& roots = m_s.tree().roots;
        // A host of which there are only the profiler's own messages is not worth a level of the tree.
        const auto hosts = std::count_if(roots.begin(), roots.end(), [&](TrackId r) {
            if (m_s.track(r).kind != T::Host) return false;
            const auto& below = m_s.track(r).children;
            return std::any_of(below.begin(), below.end(),
                               [&](TrackId c) { return m_content[c] && m_s.track(c).kind != T::Diagnostics; });
        });
        for (const TrackId host : roots) {
            if (hosts > 1 || m_s.track(host).kind != T::Host) addTrack(host, kNoRow, 0);
            else addChildren(m_s.track(host), kNoRow, 0);
        }
        addPinned();
        findSpots();
        return m_list;
    }

private:
    // --- what the tracks hold

    bool holdsRows(const Track& t) const {
        const auto full = [&](LaneId id) { return m_s.lane(id).rows > 0; };
        return std::any_of(t.lanes.begin(), t.lanes.end(), full) ||
               std::any_of(t.overflow.begin(), t.overflow.end(), full) ||
               (t.counter != model::kNoCounter && m_s.counter(t.counter).rows > 0);
    }

    /// Children have greater ids than their parents, so one pass from the back is enough.
    void findContent() {
        m_content.assign(m_s.trackCount(), false);
        for (TrackId i = static_cast<TrackId>(m_s.trackCount()); i-- > 0;) {
            const Track& t = m_s.track(i);
            if (!m_content[i] && holdsRows(t)) m_content[i] = true;
            if (m_content[i] && t.parent != kNoTrack) m_content[t.parent] = true;
        }
        // Kernels and Memory overlay lanes that hang on the streams beside them.
        for (TrackId i = 0; i < m_s.trackCount(); ++i) {
            const Track& t = m_s.track(i);
            if ((t.kind == T::Kernels || t.kind == T::Memory) && !m_content[i])
                m_content[i] = !overlaidLanes(t).empty();
        }
    }

    bool isIdleThread(const Track& t) const {
        std::size_t few = 0;
        for (const TrackId c : t.children) {
            const Track& child = m_s.track(c);
            if (child.kind == T::ProfilerOverhead)
                continue;  // threads of the profiler are of no interest by themselves
            if (!isFolded(child.kind)) {
                if (m_content[c]) return false;
                continue;
            }
            for (const LaneId l : child.lanes) few += m_s.lane(l).rows;
        }
        return few <= kIdleEvents;
    }

    /// Lanes that the row of `t` overlays, with the tracks' own order.
    std::vector<LaneId> overlaidLanes(const Track& t) const {
        std::vector<LaneId> out;
        const bool beside = t.kind == T::Kernels || t.kind == T::Memory;
        collectLanes(t.kind, beside && t.parent != kNoTrack ? m_s.track(t.parent) : t, out);
        return out;
    }
    void collectLanes(TrackKind summary, const Track& t, std::vector<LaneId>& out) const {
        for (const TrackId c : t.children) {
            const Track& child = m_s.track(c);
            if (overlays(summary, child.kind)) {
                for (const auto* lanes : {&child.lanes, &child.overflow})
                    for (const LaneId l : *lanes)
                        if (m_s.lane(l).rows > 0) out.push_back(l);
            }
            collectLanes(summary, child, out);
        }
    }

    // --- filters

    void findMatches() {
        if (m_layout.nameFilter.isEmpty() && !m_layout.onlyThread) return;
        m_shown.assign(m_s.trackCount(), true);
        if (m_layout.onlyThread) keepThread();
        if (m_layout.nameFilter.isEmpty()) return;
        std::vector<bool> below(m_s.trackCount(), false), above(m_s.trackCount(), false);
        for (TrackId i = static_cast<TrackId>(m_s.trackCount()); i-- > 0;) {
            const Track& t = m_s.track(i);
            if (!m_content[i]) continue;
            if (trackTitle(m_s, t).contains(m_layout.nameFilter, Qt::CaseInsensitive)) above[i] = below[i] = true;
            if (below[i] && t.parent != kNoTrack) below[t.parent] = true;
        }
        m_leads = below;
        for (TrackId i = 0; i < m_s.trackCount(); ++i) {
            const TrackId p = m_s.track(i).parent;
            if (p != kNoTrack && above[p]) above[i] = true;
            m_shown[i] = m_shown[i] && (above[i] || below[i]);
        }
    }

    /// The thread with what is above and below it, and the GPU rows of its process.
    void keepThread() {
        const RowKey& only = *m_layout.onlyThread;
        for (TrackId i = 0; i < m_s.trackCount(); ++i) {
            const Track& t = m_s.track(i);
            const bool parentShown = t.parent == kNoTrack || m_shown[t.parent];
            bool keep = parentShown;
            if (t.kind == T::Process) keep = t.key.host == only.key.host && t.key.pid == only.key.pid;
            else if (t.kind == T::Thread) keep = parentShown && t.key.tid == only.key.tid;
            else if (t.kind == T::ProcessNvtx || t.kind == T::GenericGroup || t.kind == T::Diagnostics) keep = false;
            m_shown[i] = keep;
        }
    }

    bool passes(TrackId id) const { return m_shown.empty() || m_shown[id]; }
    bool isHidden(const RowKey& key) const { return !m_layout.hidden.empty() && m_layout.hidden.contains(key); }

    bool isExpanded(const RowKey& key, bool usual) const {
        if (m_layout.expanded.empty()) return usual;
        const auto found = m_layout.expanded.find(key);
        return found == m_layout.expanded.end() ? usual : found->second;
    }

    double heightFactor(const RowKey& key) const {
        if (m_layout.heights.empty()) return 1;
        const auto found = m_layout.heights.find(key);
        return found == m_layout.heights.end() ? 1 : found->second;
    }

    // --- the tree

    /// Children in the order shown, without those that the row draws itself; a lone context is left out and its
    /// children take its place.
    std::vector<TrackId> childrenOf(const Track& t) const {
        std::vector<TrackId> out;
        const auto contexts = std::count_if(t.children.begin(), t.children.end(),
                                            [&](TrackId c) { return m_s.track(c).kind == T::Context && m_content[c]; });
        for (const TrackId c : t.children) {
            const Track& child = m_s.track(c);
            if (!m_content[c] || isFolded(child.kind)) continue;
            if (child.kind == T::Context && contexts == 1) {
                const auto inner = childrenOf(child);
                out.insert(out.end(), inner.begin(), inner.end());
            } else {
                out.push_back(c);
            }
        }
        // Below a lone context stand streams, then what belongs to the device.
        const auto rank = [&](TrackId c) {
            const Track& x = m_s.track(c);
            if (t.kind == T::Process)
                return x.kind == T::Thread && x.key.tid == x.key.pid ? static_cast<int>(T::Thread) * 2 - 1
                                                                     : static_cast<int>(x.kind) * 2;
            if (t.kind == T::CudaHw && contexts == 1)
                return x.kind == T::Stream ? 1 : x.kind == T::Kernels || x.kind == T::Memory ? 0 : 2;
            if (t.kind == T::Host && x.kind == T::Process)
                return static_cast<int>(T::Process) * 2 + (usesGpu(x) ? 0 : 1);
            return static_cast<int>(x.kind) * 2;
        };
        std::stable_sort(out.begin(), out.end(), [&](TrackId a, TrackId b) { return rank(a) < rank(b); });
        orderByHand(t, out);
        return out;
    }

    bool usesGpu(const Track& process) const {
        return std::any_of(process.children.begin(), process.children.end(),
                           [&](TrackId c) { return m_s.track(c).kind == T::CudaHw && m_content[c]; });
    }

    void orderByHand(const Track& parent, std::vector<TrackId>& children) const {
        if (m_layout.order.empty()) return;
        const auto found = m_layout.order.find(rowKey(parent));
        if (found == m_layout.order.end()) return;
        const auto& keys = found->second;
        std::stable_sort(children.begin(), children.end(), [&](TrackId a, TrackId b) {
            const auto place = [&](TrackId c) {
                return std::find(keys.begin(), keys.end(), rowKey(m_s.track(c))) - keys.begin();
            };
            return place(a) < place(b);
        });
    }

    void addChildren(const Track& t, std::uint32_t parent, int depth) {
        const std::vector<TrackId> children = childrenOf(t);
        std::set<TrackId> folded;
        if (t.kind == T::Process && m_layout.nameFilter.isEmpty() && !m_layout.onlyThread)
            folded = foldedThreads(children);
        if (folded.size() < 2) folded.clear();  // a row that stands for one thread saves nothing
        std::vector<TrackId> threads;
        for (const TrackId c : children) {
            if (folded.contains(c)) threads.push_back(c);
            else addTrack(c, parent, depth);
        }
        if (!threads.empty()) addFolded(t, threads, parent, depth);
    }

    /// Idle threads, and those beyond the busiest.
    std::set<TrackId> foldedThreads(const std::vector<TrackId>& children) const {
        std::set<TrackId> out;
        std::vector<std::pair<Work, TrackId>> busy;
        for (const TrackId c : children) {
            const Track& child = m_s.track(c);
            if (child.kind != T::Thread) continue;
            if (isIdleThread(child)) out.insert(c);
            else busy.emplace_back(workOf(child), c);
        }
        std::stable_sort(busy.begin(), busy.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
        for (std::size_t i = kThreadRows; i < busy.size(); ++i) out.insert(busy[i].second);
        return out;
    }

    /// What puts a thread before others: being the main one, events of work, then waiting in the system and being
    /// scheduled.
    struct Work {
        bool main = false;
        std::size_t events = 0, waits = 0;
        auto operator<=>(const Work&) const = default;
    };
    Work workOf(const Track& thread) const {
        Work out;
        out.main = thread.key.tid == thread.key.pid;
        addWork(thread, out);
        return out;
    }
    void addWork(const Track& t, Work& out) const {
        const bool waits = t.kind == T::OsRuntime || t.kind == T::ProfilerOverhead || t.kind == T::ThreadState;
        for (const auto* lanes : {&t.lanes, &t.overflow})
            for (const LaneId l : *lanes) (waits ? out.waits : out.events) += m_s.lane(l).rows;
        for (const TrackId c : t.children) addWork(m_s.track(c), out);
    }

    void addFolded(const Track& process, const std::vector<TrackId>& threads, std::uint32_t parent, int depth) {
        RowKey key = rowKey(process);
        key.role = RowRole::HiddenThreads;
        if (isHidden(key)) {
            ++m_list->m_hiddenRows;
            return;
        }
        const bool idle =
            std::all_of(threads.begin(), threads.end(), [&](TrackId c) { return isIdleThread(m_s.track(c)); });
        Row row;
        row.role = RowRole::HiddenThreads;
        row.track = process.id;
        row.parent = parent;
        row.depth = depth;
        row.title = (idle ? QCoreApplication::translate("timeline", "Idle threads (%1)")
                          : QCoreApplication::translate("timeline", "%1 more threads"))
                        .arg(threads.size());
        row.expandable = true;
        row.expanded = isExpanded(key, false);
        begin(row, key);
        if (!idle && !row.expanded) setThreadLines(row, threads);
        const std::uint32_t at = push(row, key);
        if (!row.expanded) return;
        for (const TrackId c : threads) addTrack(c, at, depth + 1);
    }

    void addTrack(TrackId id, std::uint32_t parent, int depth) {
        const Track& t = m_s.track(id);
        if (!m_content[id]) return;
        const RowKey key = rowKey(t);
        if (!passes(id) || isHidden(key)) {
            ++m_list->m_hiddenRows;
            return;
        }
        Row row = makeRow(t, key);
        row.parent = parent;
        row.depth = depth;
        // While a filter is typed, the way to what it finds is open.
        if (!m_leads.empty() && row.expandable && hasMatchBelow(t)) row.expanded = true;
        setLines(row, t, key);
        const std::uint32_t at = push(row, key);
        m_list->m_rowOfTrack[id] = at;
        if (!row.expanded) return;
        addChildren(t, at, depth + 1);
        addDerived(t, at, depth + 1);
    }

    bool hasMatchBelow(const Track& t) const {
        return std::any_of(t.children.begin(), t.children.end(), [&](TrackId c) { return m_leads[c]; });
    }

    void addDerived(const Track& t, std::uint32_t parent, int depth) {
        if (!m_source.derived || !m_source.derived->has(m_s, t.id)) return;
        for (const DerivedTrack& d : m_source.derived->children(m_source.snapshot, t.id)) {
            RowKey key = rowKey(t);
            key.role = RowRole::Derived;
            key.name = d.key;
            if (isHidden(key)) {
                ++m_list->m_hiddenRows;
                continue;
            }
            Row row = makeDerived(t, d, key);
            row.parent = parent;
            row.depth = depth;
            push(row, key);
        }
    }

    std::uint32_t push(Row row, const RowKey& key) {
        finish(row, key, m_list->m_height);
        m_list->m_height += row.height;
        m_list->m_rows.push_back(std::move(row));
        return static_cast<std::uint32_t>(m_list->m_rows.size() - 1);
    }

    // --- one row

    Row makeRow(const Track& t, const RowKey& key) {
        const model::TrackKindInfo& info = model::trackKindInfo(t.kind);
        Row row;
        row.track = t.id;
        row.title = trackTitle(m_s, t);
        const auto children = childrenOf(t);
        const bool derived = m_source.derived && m_source.derived->has(m_s, t.id);
        const bool stacked =
            t.lanes.size() + t.overflow.size() > 1 && (info.shape == Shape::Nested || info.shape == Shape::Packed);
        row.expandable = derived || stacked || (!children.empty() && !(t.kind == T::Stream && isPlainStream(children)));
        row.expanded = row.expandable && isExpanded(key, info.expanded && !isClosedAtFirst(t, children));
        row.pinned = std::find(m_layout.pinned.begin(), m_layout.pinned.end(), key) != m_layout.pinned.end();
        switch (t.kind) {
        case T::CudaHw:
        case T::Context:
        case T::Kernels:
        case T::Memory:
        case T::Stream:
        case T::StreamKernels:
        case T::StreamMemory:
        case T::StreamGraphs: row.utilisation = true; break;
        case T::Thread:
            row.utilisation = std::any_of(t.children.begin(), t.children.end(), [&](TrackId c) {
                return m_s.track(c).kind == T::ThreadState && m_content[c];
            });
            break;
        default: break;
        }
        return row;
    }

    /// Dozens of metrics, and threads that only wait in the system, must not push the work out of the window.
    bool isClosedAtFirst(const Track& t, const std::vector<TrackId>& children) const {
        if (t.kind == T::Host) return isLateHost(t);
        if (t.kind == T::Gpu) return children.size() > kFewMetrics;
        return t.kind == T::Thread && std::all_of(children.begin(), children.end(), [&](TrackId c) {
                   const TrackKind k = m_s.track(c).kind;
                   return k == T::OsRuntime || k == T::ProfilerOverhead;
               });
    }

    bool isLateHost(const Track& host) const {
        const auto& roots = m_s.tree().roots;
        const auto at = static_cast<std::size_t>(std::find(roots.begin(), roots.end(), host.id) - roots.begin());
        // A merged file can bring a second host with it that only holds messages.
        return static_cast<std::size_t>(std::count_if(
                   roots.begin(), roots.begin() + static_cast<std::ptrdiff_t>(at),
                   [&](TrackId r) { return m_content[r] && m_s.track(r).kind == T::Host; })) >= kOpenHosts;
    }

    /// A stream with one kind of work on one lane: a row below it would show the same again.
    bool isPlainStream(const std::vector<TrackId>& children) const {
        if (children.size() != 1) return false;
        const Track& c = m_s.track(children[0]);
        const bool derived = m_source.derived && m_source.derived->has(m_s, c.id);
        return !derived && overlays(T::Stream, c.kind) && c.lanes.size() + c.overflow.size() == 1;
    }

    Row makeDerived(const Track& t, const DerivedTrack& d, const RowKey& key) {
        Row row;
        row.role = RowRole::Derived;
        row.track = t.id;
        row.derived = static_cast<std::uint32_t>(m_list->m_derivedKeys.size());
        m_list->m_derivedKeys.push_back(d.key);
        row.title = d.title;
        row.utilisation = d.look != T::Nvtx;
        row.pinned = std::find(m_layout.pinned.begin(), m_layout.pinned.end(), key) != m_layout.pinned.end();
        begin(row, key);
        for (const LaneId l : d.lanes) addLine(row, LineStyle::Bars, d.look, {&l, 1});
        return row;
    }

    void begin(Row& row, const RowKey& key) {
        row.firstLine = static_cast<std::uint32_t>(m_list->m_lines.size());
        m_factor = heightFactor(key);
    }

    int scaled(int height) const { return std::max(3, static_cast<int>(std::lround(height * m_factor))); }

    void addLine(Row& row, LineStyle style, TrackKind look, std::span<const LaneId> lanes,
                 const Track* counter = nullptr) {
        Line line;
        line.style = style;
        line.look = look;
        line.height = scaled(style == LineStyle::State     ? m_sizes.state
                             : style == LineStyle::Ticks   ? m_sizes.ticks
                             : style == LineStyle::Counter ? m_sizes.counter
                                                           : m_sizes.bar);
        line.firstLane = static_cast<std::uint32_t>(m_list->m_lanes.size());
        line.laneCount = static_cast<std::uint32_t>(lanes.size());
        if (counter) {
            line.counter = counter->counter;
            line.counterTrack = counter->id;
        }
        m_list->m_lanes.insert(m_list->m_lanes.end(), lanes.begin(), lanes.end());
        m_list->m_lines.push_back(line);
        ++row.lineCount;
    }

    /// Stacks the lines and gives the row its place.
    void finish(Row& row, const RowKey& key, int y) {
        m_factor = heightFactor(key);
        row.y = y;
        int at = m_sizes.gap / 2;
        for (std::uint32_t i = 0; i < row.lineCount; ++i) {
            Line& line = m_list->m_lines[row.firstLine + i];
            line.top = at;
            at += line.height + (line.style == LineStyle::State || line.style == LineStyle::Ticks
                                     ? std::min(2, m_sizes.gap)
                                     : m_sizes.gap);
        }
        row.height = row.lineCount > 0 ? std::max(at - m_sizes.gap / 2, m_sizes.bar + m_sizes.gap)
                                       : scaled(m_sizes.bar) + m_sizes.gap;
        // A single thin line stands in the middle, where the title is.
        if (row.lineCount == 1) {
            Line& line = m_list->m_lines[row.firstLine];
            line.top = (row.height - line.height) / 2;
        }
    }

    void setLines(Row& row, const Track& t, const RowKey& key) {
        begin(row, key);
        if (t.counter != model::kNoCounter) {
            addLine(row, LineStyle::Counter, t.kind, {}, &t);
            return;
        }
        switch (t.kind) {
        case T::Gpu: return setGpuLines(row, t);
        case T::Thread: return setThreadLines(row, {&t.id, 1});
        case T::Host:
        case T::Process:
            if (!row.expanded) addOverlay(row, t);
            return;
        default: break;
        }
        const Shape shape = model::trackKindInfo(t.kind).shape;
        if (shape == Shape::Group) addOverlay(row, t);
        else if (shape == Shape::Instant) addLine(row, LineStyle::Ticks, t.kind, t.lanes);
        else setLaneLines(row, t);
    }

    void addOverlay(Row& row, const Track& t) {
        const auto lanes = overlaidLanes(t);
        if (!lanes.empty()) addLine(row, LineStyle::Summary, t.kind, lanes);
    }

    /// Closed, a GPU shows how busy it was.
    void setGpuLines(Row& row, const Track& t) {
        if (row.expanded) return;
        for (const TrackId c : t.children) {
            const Track& metric = m_s.track(c);
            if (m_content[c] && metric.counter != model::kNoCounter && isMetricOfUse(trackTitle(m_s, metric)))
                return addLine(row, LineStyle::Counter, metric.kind, {}, &metric);
        }
    }

    /// Of a thread, or of several that one row stands for.
    void setThreadLines(Row& row, std::span<const TrackId> threads) {
        std::vector<LaneId> lanes;
        if (!row.expanded)
            for (const TrackId id : threads) collectLanes(T::Thread, m_s.track(id), lanes);
        if (!lanes.empty()) addLine(row, LineStyle::Summary, T::Thread, lanes);
        for (const TrackKind kind : {T::ThreadState, T::CpuSamples, T::PythonSamples}) {
            lanes.clear();
            for (const TrackId id : threads)
                for (const TrackId c : m_s.track(id).children) {
                    const Track& child = m_s.track(c);
                    if (child.kind == kind && m_content[c])
                        lanes.insert(lanes.end(), child.lanes.begin(), child.lanes.end());
                }
            if (!lanes.empty()) addLine(row, kind == T::ThreadState ? LineStyle::State : LineStyle::Ticks, kind, lanes);
        }
    }

    void setLaneLines(Row& row, const Track& t) {
        const bool nested = model::trackKindInfo(t.kind).shape == Shape::Nested;
        std::vector<LaneId> all = t.lanes;
        all.insert(all.end(), t.overflow.begin(), t.overflow.end());
        std::erase_if(all, [&](LaneId l) { return m_s.lane(l).rows == 0; });
        if (row.expandable && !row.expanded && all.size() > 1) {
            // Closed: what is outermost of calls and ranges, all together of what merely happens at the same time.
            if (nested) addLine(row, LineStyle::Bars, t.kind, {all.data(), 1});
            else addLine(row, LineStyle::Summary, t.kind, all);
            return;
        }
        for (const LaneId& l : all) addLine(row, LineStyle::Bars, t.kind, {&l, 1});
    }

    // --- pinned rows and where lanes are

    void addPinned() {
        if (m_layout.pinned.empty()) return;
        std::map<RowKey, TrackId> byKey;
        for (TrackId i = 0; i < m_s.trackCount(); ++i)
            if (m_content[i]) byKey.emplace(rowKey(m_s.track(i)), i);
        for (const RowKey& key : m_layout.pinned) {
            RowKey own = key;
            own.role = RowRole::Track;
            own.name.clear();
            const auto found = byKey.find(own);
            if (found == byKey.end() || isHidden(key)) continue;
            const Track& t = m_s.track(found->second);
            if (key.role == RowRole::Track) {
                Row row = makeRow(t, key);
                setLines(row, t, key);
                pushPinned(std::move(row), key, t, false);
            } else if (key.role == RowRole::Derived && m_source.derived && m_source.derived->has(m_s, t.id)) {
                for (const DerivedTrack& d : m_source.derived->children(m_source.snapshot, t.id))
                    if (d.key == key.name) pushPinned(makeDerived(t, d, key), key, t, true);
            }
        }
    }

    void pushPinned(Row row, const RowKey& key, const Track& t, bool withSelf) {
        row.breadcrumb = breadcrumb(t, withSelf);
        finish(row, key, m_list->m_pinnedHeight);
        m_list->m_pinnedHeight += row.height;
        m_list->m_pinned.push_back(std::move(row));
    }

    QString breadcrumb(const Track& t, bool withSelf) const {
        QStringList parts;
        for (TrackId i = withSelf ? t.id : t.parent; i != kNoTrack; i = m_s.track(i).parent) {
            const Track& x = m_s.track(i);
            if (x.kind != T::Host && x.kind != T::Context && x.kind != T::GenericGroup)
                parts.prepend(trackTitle(m_s, x));
        }
        return parts.join(QStringLiteral(" › "));
    }

    void findSpots() {
        auto& spots = m_list->m_spotOfLane;
        spots.assign(m_s.laneCount(), {});
        // Rows further down are more exact: children come after the rows that overlay them.
        for (std::uint32_t r = 0; r < m_list->m_rows.size(); ++r) {
            const Row& row = m_list->m_rows[r];
            for (std::uint32_t l = 0; l < row.lineCount; ++l)
                for (const LaneId id : m_list->lanes(m_list->m_lines[row.firstLine + l]))
                    if (id < spots.size() && (spots[id].row == kNoRow || isMoreExact(r, spots[id].row)))
                        spots[id] = {r, l};
        }
        for (LaneId id = 0; id < spots.size(); ++id)
            if (spots[id].row == kNoRow) spots[id] = spotOfClosed(id);
    }
    /// Kernels and Memory of a context overlay what the streams show: the stream is where an event is.
    bool isMoreExact(std::uint32_t a, std::uint32_t b) const {
        const auto isGathering = [&](std::uint32_t r) {
            const TrackKind k = m_s.track(m_list->m_rows[r].track).kind;
            return k == T::Kernels || k == T::Memory;
        };
        return !isGathering(a) || isGathering(b);
    }
    /// An inner lane of a closed track: the track's row, if it is shown.
    RowList::Spot spotOfClosed(LaneId id) const {
        const model::LaneView lane = m_s.lane(id);
        if (!lane.lane) return {};
        const std::uint32_t r = m_list->rowOf(lane.lane->track());
        return r != kNoRow && m_list->m_rows[r].lineCount > 0 ? RowList::Spot{r, 0} : RowList::Spot{};
    }

    const RowSource& m_source;
    const model::Snapshot& m_s;
    const RowLayout& m_layout;
    LineSizes m_sizes;
    std::shared_ptr<RowList> m_list;
    std::vector<bool> m_content;
    std::vector<bool> m_shown;  // empty = no filter
    std::vector<bool> m_leads;  // matches the name filter, or something below does
    double m_factor = 1;
};

RowListPtr buildRows(const RowSource& source, const RowLayout& layout) { return RowBuilder(source, layout).build(); }

}  // namespace timeline
