// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <QCoreApplication>

#include "model/look/row_tree.h"
#include "timeline/rows/row_list.h"

namespace timeline {

using model::kNoTrack;
using model::LaneId;
using model::Shape;
using model::Track;
using model::TrackId;
using model::TrackKind;
using T = model::TrackKind;
using model::look::RowRanking;
using model::look::RowTree;

namespace {

/// Of a curve that stands for others, as a part of its usual height.
constexpr double kCurveInBrief = 0.6;

}  // namespace

class RowBuilder {
public:
    RowBuilder(const RowSource& source, const RowLayout& layout)
        : m_source(source), m_s(*source.snapshot), m_layout(layout), m_sizes(lineSizes(layout)), m_tree(m_s),
          m_ranking(m_tree.ranking()), m_list(std::make_shared<RowList>()) {}

    RowListPtr build() {
        findMatches();
        m_list->m_rowOfTrack.assign(m_s.trackCount(), kNoRow);
        m_list->m_rows.reserve(std::min<std::size_t>(m_s.trackCount(), 4096));
        for (const TrackId host : m_s.tree().roots) {
            if (m_tree.showsHosts() || m_s.track(host).kind != T::Host) addTrack(host, kNoRow, 0);
            else addChildren(m_s.track(host), kNoRow, 0);
        }
        addPinned();
        findSpots();
        return m_list;
    }

private:
    // --- filters

    void findMatches() {
        if (m_layout.nameFilter.isEmpty() && !m_layout.onlyThread) return;
        m_shown.assign(m_s.trackCount(), true);
        if (m_layout.onlyThread) keepThread();
        if (m_layout.nameFilter.isEmpty()) return;
        std::vector<bool> below(m_s.trackCount(), false), above(m_s.trackCount(), false);
        for (TrackId i = static_cast<TrackId>(m_s.trackCount()); i-- > 0;) {
            const Track& t = m_s.track(i);
            if (!m_tree.hasContent(i)) continue;
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

    std::vector<TrackId> childrenOf(const Track& t) const {
        return m_tree.children(
            t, [this](const Track& parent, std::vector<TrackId>& children) { orderByHand(parent, children); });
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
        const FoldedAs as = m_tree.foldedAs(kind, tracks);
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

    /// Closed, it shows what is worth a look of those that it stands for.
    void setFoldedLines(Row& row, FoldedAs as) {
        if (row.folds == T::Gpu) return addCurvesInBrief(row, row.folded);
        if (as != FoldedAs::Mixed) return;
        if (row.folds == T::Thread) return setThreadLines(row, row.folded);
        std::vector<LaneId> lanes;
        for (const TrackId c : row.folded) m_tree.collectLanes(row.folds, m_s.track(c), lanes);
        if (!lanes.empty()) addLine(row, LineStyle::Summary, row.folds, lanes);
    }

    void addTrack(TrackId id, std::uint32_t parent, int depth) {
        const Track& t = m_s.track(id);
        if (!m_tree.hasContent(id)) return;
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
        row.expandable = derived || m_tree.isExpandable(t, children);
        row.expanded = row.expandable && isExpanded(key, info.expanded && !m_ranking.isClosedAtFirst(t, children));
        row.pinned = std::find(m_layout.pinned.begin(), m_layout.pinned.end(), key) != m_layout.pinned.end();
        switch (t.kind) {
        case T::Host:
        case T::Process: row.utilisation = !row.expanded && m_ranking.use(t.id).gpu > 0; break;
        case T::CudaHw:
        case T::Context:
        case T::Kernels:
        case T::Memory:
        case T::Queues:
        case T::Stream:
        case T::StreamKernels:
        case T::StreamMemory:
        case T::StreamGraphs: row.utilisation = true; break;
        case T::Thread:
            row.utilisation = std::any_of(t.children.begin(), t.children.end(), [&](TrackId c) {
                return m_s.track(c).kind == T::ThreadState && m_tree.hasContent(c);
            });
            break;
        default: break;
        }
        return row;
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
            if (const Track* const ranges = m_tree.rangesInBrief(t))
                addLine(row, LineStyle::Bars, ranges->kind, {ranges->lanes.data(), 1});
            return;
        default: break;
        }
        const Shape shape = model::trackKindInfo(t.kind).shape;
        if (shape == Shape::Group) addOverlay(row, t);
        else if (shape == Shape::Instant) addLine(row, LineStyle::Ticks, t.kind, t.lanes);
        else setLaneLines(row, t);
    }

    void addOverlay(Row& row, const Track& t) {
        const auto lanes = m_tree.overlaidLanes(t);
        if (!lanes.empty()) addLine(row, LineStyle::Summary, t.kind, lanes);
    }

    void addCurvesInBrief(Row& row, std::span<const TrackId> gpus) {
        for (const Track* const curve : m_tree.curvesInBrief(gpus))
            addLine(row, LineStyle::Counter, curve->kind, {}, curve, kCurveInBrief);
    }

    /// Of a thread, or of several that one row stands for: then without the calls in which they wait.
    void setThreadLines(Row& row, std::span<const TrackId> threads) {
        std::vector<LaneId> lanes;
        if (row.role == RowRole::Folded) lanes = m_tree.foldedThreadLanes(threads);
        else if (!row.expanded) m_tree.collectLanes(T::Thread, m_s.track(threads[0]), lanes);
        if (!lanes.empty()) addLine(row, LineStyle::Summary, T::Thread, lanes);
        for (const TrackKind kind : {T::ThreadState, T::CpuSamples, T::PythonSamples})
            if (lanes = m_tree.insideLanes(threads, kind); !lanes.empty())
                addLine(row, kind == T::ThreadState ? LineStyle::State : LineStyle::Ticks, kind, lanes);
    }

    void setLaneLines(Row& row, const Track& t) {
        const bool nested = model::trackKindInfo(t.kind).shape == Shape::Nested;
        const std::vector<LaneId> all = m_tree.lanesOf(t);
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
            if (m_tree.hasContent(i)) byKey.emplace(rowKey(m_s.track(i)), i);
        for (const RowKey& key : m_layout.pinned) {
            RowKey own = key;
            own.role = RowRole::Track;
            own.name.clear();
            const auto found = byKey.find(own);
            if (found == byKey.end()) continue;
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
    /// Some rows of a context overlay what the streams show: the stream is where an event is.
    bool isMoreExact(std::uint32_t a, std::uint32_t b) const {
        const auto isGathering = [&](std::uint32_t r) {
            const TrackKind k = m_s.track(m_list->m_rows[r].track).kind;
            return k == T::Kernels || k == T::Memory || k == T::Queues;
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
    RowTree m_tree;
    const RowRanking& m_ranking;
    std::shared_ptr<RowList> m_list;
    std::vector<bool> m_shown;  // empty = no filter
    std::vector<bool> m_leads;  // matches the name filter, or something below does
    double m_factor = 1;
};

RowListPtr buildRows(const RowSource& source, const RowLayout& layout) { return RowBuilder(source, layout).build(); }

}  // namespace timeline
