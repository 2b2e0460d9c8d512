// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <QCoreApplication>

#include "timeline/rows/row_list.h"
#include "timeline/rows/row_ranking.h"

namespace timeline {

using model::kNoTrack;
using model::LaneId;
using model::Shape;
using model::Track;
using model::TrackId;
using model::TrackKind;
using T = model::TrackKind;

namespace {

/// More ranks than that have one line each, without their ranges.
constexpr std::size_t kRanksWithRanges = 16;
/// Of a curve that stands for others, as a part of its usual height.
constexpr double kCurveInBrief = 0.6;

/// Children that are drawn inside the row of their parent.
bool isInside(TrackKind kind) { return kind == T::ThreadState || kind == T::CpuSamples || kind == T::PythonSamples; }

/// Whether a row of `summary` kind overlays the lanes of tracks of `kind` below it.
bool overlays(TrackKind summary, TrackKind kind) {
    switch (summary) {
    case T::Thread: return !isInside(kind);
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
           title.contains(QLatin1String("sms active")) || title.contains(QLatin1String("gpu utilization")) ||
           title.contains(QLatin1String("device busy"));
}
bool isMetricOfMemory(QString title) {
    title = title.toLower();
    return (title.contains(QLatin1String("dram")) || title.contains(QLatin1String("memory"))) &&
           title.contains(QLatin1Char('%'));
}
bool isRanges(TrackKind kind) { return kind == T::Nvtx || kind == T::Annotations || kind == T::ProcessNvtx; }

}  // namespace

class RowBuilder {
public:
    RowBuilder(const RowSource& source, const RowLayout& layout)
        : m_source(source), m_s(*source.snapshot), m_layout(layout), m_sizes(lineSizes(layout)), m_ranking(m_s),
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

    /// As a person wants it, else as it is usual.
    bool isExpanded(const RowKey& key, bool usual) const {
        const auto found = m_layout.expanded.find(key);
        if (found != m_layout.expanded.end()) return found->second;
        return m_layout.open == OpenRows::Usual ? usual : m_layout.open == OpenRows::All;
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
            if (!m_content[c] || isInside(child.kind)) continue;
            if (child.kind == T::Context && contexts == 1) {
                const auto inner = childrenOf(child);
                out.insert(out.end(), inner.begin(), inner.end());
            } else {
                out.push_back(c);
            }
        }
        const auto rank = [&](TrackId c) { return rankBelow(t, m_s.track(c), contexts == 1); };
        std::stable_sort(out.begin(), out.end(), [&](TrackId a, TrackId b) { return rank(a) < rank(b); });
        orderByHand(t, out);
        return out;
    }

    /// What matters stands first: work of GPUs, ranges and collectives, then calls, then curves and messages.
    int rankBelow(const Track& parent, const Track& child, bool loneContext) const {
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
            return child.kind == T::Stream ? 1 : child.kind == T::Kernels || child.kind == T::Memory ? 0 : 2;
        default: return usual;
        }
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
        const RowRanking::Folded folded = foldedOf(t, children);
        std::map<TrackKind, TrackId> last;  // of a kind; what stands behind one row stands there
        for (const TrackId c : children) last[m_s.track(c).kind] = c;
        for (const TrackId c : children) {
            const auto fold = folded.find(m_s.track(c).kind);
            if (fold == folded.end() || !fold->second.contains(c)) addTrack(c, parent, depth);
            if (fold != folded.end() && last[fold->first] == c)
                addFolded(fold->first, children, fold->second, parent, depth);
        }
    }

    /// What a filter finds, and what somebody has put in its place, stands behind no other row.
    RowRanking::Folded foldedOf(const Track& t, const std::vector<TrackId>& children) const {
        if (m_layout.isFiltered()) return {};
        const auto byHand = m_layout.order.find(rowKey(t));
        if (byHand == m_layout.order.end()) return m_ranking.folded(children);
        const auto& keys = byHand->second;
        std::vector<TrackId> others;
        std::copy_if(children.begin(), children.end(), std::back_inserter(others), [&](TrackId c) {
            return std::find(keys.begin(), keys.end(), rowKey(m_s.track(c))) == keys.end();
        });
        return m_ranking.folded(others);
    }

    void addFolded(TrackKind kind, const std::vector<TrackId>& siblings, const std::set<TrackId>& folded,
                   std::uint32_t parent, int depth) {
        std::vector<TrackId> tracks;
        std::copy_if(siblings.begin(), siblings.end(), std::back_inserter(tracks),
                     [&](TrackId c) { return folded.contains(c); });
        const Track& above = m_s.track(m_s.track(tracks[0]).parent);
        const RowKey key = foldedKey(above, kind);
        if (isHidden(key)) {
            ++m_list->m_hiddenRows;
            return;
        }
        const FoldedAs as = foldedAs(kind, tracks);
        Row row;
        row.role = RowRole::Folded;
        row.track = above.id;
        row.folds = kind;
        row.folded = tracks;
        row.parent = parent;
        row.depth = depth;
        row.title = foldedTitle(m_s, kind, tracks, as);
        row.expandable = true;
        row.expanded = isExpanded(key, false);
        row.utilisation = kind == T::Stream && as == FoldedAs::Mixed;
        begin(row, key);
        if (!row.expanded) setFoldedLines(row, as);
        const std::uint32_t at = push(row, key);
        if (!row.expanded) return;
        for (const TrackId c : tracks) addTrack(c, at, depth + 1);
    }

    FoldedAs foldedAs(TrackKind kind, const std::vector<TrackId>& tracks) const {
        const auto all = [&](auto is) {
            return std::all_of(tracks.begin(), tracks.end(), [&](TrackId c) { return is(m_s.track(c)); });
        };
        if (kind != T::Thread)
            return all([&](const Track& t) { return m_ranking.use(t.id).gpu == 0; }) ? FoldedAs::Idle : FoldedAs::Mixed;
        if (all([&](const Track& t) { return m_ranking.isIdle(t); })) return FoldedAs::Idle;
        return all([&](const Track& t) { return m_ranking.onlyWaits(t); }) ? FoldedAs::Waiting : FoldedAs::Mixed;
    }

    /// Closed, it shows what is worth a look of those that it stands for.
    void setFoldedLines(Row& row, FoldedAs as) {
        if (row.folds == T::Gpu) return addCurvesInBrief(row, row.folded);
        if (as != FoldedAs::Mixed) return;
        if (row.folds == T::Thread) return setThreadLines(row, row.folded);
        std::vector<LaneId> lanes;
        for (const TrackId c : row.folded) collectLanes(row.folds, m_s.track(c), lanes);
        if (!lanes.empty()) addLine(row, LineStyle::Summary, row.folds, lanes);
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
        row.expanded = row.expandable && isExpanded(key, info.expanded && !m_ranking.isClosedAtFirst(t, children));
        row.pinned = std::find(m_layout.pinned.begin(), m_layout.pinned.end(), key) != m_layout.pinned.end();
        switch (t.kind) {
        case T::Host:
        case T::Process: row.utilisation = !row.expanded && m_ranking.use(t.id).gpu > 0; break;
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
                 const Track* counter = nullptr, double factor = 1) {
        Line line;
        line.style = style;
        line.look = look;
        line.height = scaled(style == LineStyle::State     ? m_sizes.state
                             : style == LineStyle::Ticks   ? m_sizes.ticks
                             : style == LineStyle::Counter ? static_cast<int>(std::lround(m_sizes.counter * factor))
                                                           : m_sizes.bar);
        line.firstLane = static_cast<std::uint32_t>(m_list->m_lanes.size());
        line.laneCount = static_cast<std::uint32_t>(lanes.size());
        if (counter) {
            line.counter = counter->counter;
            line.counterTrack = counter->id;
            line.named = counter->id != row.track;
        }
        m_list->m_lanes.insert(m_list->m_lanes.end(), lanes.begin(), lanes.end());
        m_list->m_lines.push_back(line);
        ++row.lineCount;
    }

    /// Stacks the lines and gives the row its place.
    void finish(Row& row, const RowKey& key, int y) {
        m_factor = heightFactor(key);
        row.y = y;
        row.textScale = m_layout.textScale;
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
        case T::Gpu:
            if (!row.expanded) addCurvesInBrief(row, {&t.id, 1});
            return;
        case T::Thread: return setThreadLines(row, {&t.id, 1});
        case T::Host:
        case T::Process:
            if (row.expanded) return;
            addOverlay(row, t);
            if (m_ranking.ranks() <= kRanksWithRanges) addRangesInBrief(row, t);
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

    /// Closed, a process shows the outermost of its ranges that tell most: of the thread that spends most time in them.
    void addRangesInBrief(Row& row, const Track& t) {
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
        look(t, look);
        if (most && m_ranking.use(most->id).work > 0)
            addLine(row, LineStyle::Bars, most->kind, {most->lanes.data(), 1});
    }

    /// Closed, GPUs show the two curves that tell most: how busy the busiest was, and its memory.
    void addCurvesInBrief(Row& row, std::span<const TrackId> gpus) {
        const Track *use = nullptr, *memory = nullptr;
        double most = 0;
        for (const TrackId id : gpus) {
            const Track* const own = metricOf(m_s.track(id), isMetricOfUse);
            if (!own) continue;
            const model::CounterView counter = m_s.counter(own->counter);
            // A single value holds for no time.
            const double mean = counter.series->mean(m_s.range(), counter.rows);
            if (use && !(mean > most)) continue;
            most = std::isnan(mean) ? 0 : mean;
            use = own;
            memory = metricOf(m_s.track(id), isMetricOfMemory);
        }
        for (const Track* const curve : {use, memory})
            if (curve) addLine(row, LineStyle::Counter, curve->kind, {}, curve, kCurveInBrief);
    }

    const Track* metricOf(const Track& gpu, bool (*is)(QString)) const {
        for (const TrackId c : gpu.children) {
            const Track& metric = m_s.track(c);
            if (m_content[c] && metric.counter != model::kNoCounter && is(trackTitle(m_s, metric))) return &metric;
        }
        return nullptr;
    }

    /// Of a thread, or of several that one row stands for: then without the calls in which they wait.
    void setThreadLines(Row& row, std::span<const TrackId> threads) {
        std::vector<LaneId> lanes;
        if (!row.expanded)
            for (const TrackId id : threads) collectLanes(T::Thread, m_s.track(id), lanes);
        if (row.role == RowRole::Folded)
            std::erase_if(lanes, [&](LaneId l) { return m_s.track(m_s.lane(l).lane->track()).kind == T::OsRuntime; });
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
    RowRanking m_ranking;
    std::shared_ptr<RowList> m_list;
    std::vector<bool> m_content;
    std::vector<bool> m_shown;  // empty = no filter
    std::vector<bool> m_leads;  // matches the name filter, or something below does
    double m_factor = 1;
};

RowListPtr buildRows(const RowSource& source, const RowLayout& layout) { return RowBuilder(source, layout).build(); }

}  // namespace timeline
