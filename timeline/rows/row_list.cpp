// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/rows/row_list.h"

#include <algorithm>

#include "model/query/statistics.h"
#include "timeline/rows/row_geometry.h"

namespace timeline {

std::uint32_t RowList::rowAt(double y) const {
    const auto after =
        std::upper_bound(m_rows.begin(), m_rows.end(), y, [](double v, const Row& r) { return v < r.y; });
    if (after == m_rows.begin()) return kNoRow;
    const auto row = after - 1;
    return y < row->y + row->height ? static_cast<std::uint32_t>(row - m_rows.begin()) : kNoRow;
}

std::uint32_t RowList::rowOf(model::TrackId track) const {
    return track < m_rowOfTrack.size() ? m_rowOfTrack[track] : kNoRow;
}

RowList::Spot RowList::spotOf(model::LaneId lane) const {
    if (isDerived(lane)) return spotIn(m_rows, lane);
    return lane < m_spotOfLane.size() ? m_spotOfLane[lane] : Spot{};
}

RowList::Spot RowList::pinnedSpotOf(model::LaneId lane) const { return spotIn(m_pinned, lane); }

RowList::Spot RowList::spotIn(std::span<const Row> rows, model::LaneId lane) const {
    for (std::uint32_t r = 0; r < rows.size(); ++r) {
        const auto all = lines(rows[r]);
        for (std::uint32_t l = 0; l < all.size(); ++l) {
            const auto ids = lanes(all[l]);
            if (std::find(ids.begin(), ids.end(), lane) != ids.end()) return {r, l};
        }
    }
    return {};
}

RowKey RowList::key(const model::Snapshot& s, const Row& row) const {
    RowKey k = rowKey(s.track(row.track));
    k.role = row.role;
    if (row.role == RowRole::Derived) k.name = m_derivedKeys[row.derived];
    if (row.role == RowRole::Folded) k.name = model::trackKindInfo(row.folds).key;
    return k;
}

RowList::Place RowList::find(const model::Snapshot& s, const RowKey& wanted) const {
    for (const bool pinned : {false, true}) {
        const std::span<const Row> list = pinned ? m_pinned : m_rows;
        for (std::uint32_t i = 0; i < list.size(); ++i) {
            // Most rows differ in what costs no texts to compare.
            if (s.track(list[i].track).kind != wanted.kind || list[i].role != wanted.role) continue;
            if (key(s, list[i]) == wanted) return {i, pinned};
        }
    }
    return {};
}

RowListPtr RowCache::rows(const RowSource& source, const RowLayout& layout) {
    const std::uint64_t revision = source.derived ? source.derived->revision() : 0;
    if (m_rows && source.snapshot == m_snapshot && revision == m_derivedRevision && layout == m_layout) return m_rows;
    RowListPtr built = buildRows(source, layout);
    if (!m_rows || !(*built == *m_rows)) m_rows = std::move(built);
    m_layout = layout;
    m_derivedRevision = revision;
    m_snapshot = source.snapshot;
    return m_rows;
}

Utilisation utilisation(const RowSource& source, const RowList& list, const Row& row, model::TimeRange range) {
    Utilisation out;
    if (range.isEmpty()) return out;
    std::vector<model::LaneView> busy;
    std::vector<model::LaneId> ids;
    std::size_t rows = 0;
    const auto lines = list.lines(row);
    const bool sums =
        std::any_of(lines.begin(), lines.end(), [](const Line& l) { return l.style == LineStyle::Summary; });
    for (const Line& line : lines) {
        // Ranges beside a summary say what was going on, not how busy it was.
        const bool counts = sums ? line.style == LineStyle::Summary : line.style == LineStyle::Bars;
        if (!counts && line.style != LineStyle::State) continue;
        // The state of a thread says it all; its calls are no use of the CPU.
        if (line.style == LineStyle::State) {
            busy.clear();
            ids.clear();
            rows = 0;
        }
        for (const model::LaneId id : list.lanes(line)) {
            const model::LaneView lane = source.lane(id);
            const std::size_t n = lane.isEmpty() ? 0 : model::rowsOverlapping(lane, range).count();
            if (n == 0) continue;
            busy.push_back(lane);
            ids.push_back(id);
            rows += n;
        }
        if (line.style == LineStyle::State) break;
    }
    const double length = static_cast<double>(range.length());
    if (busy.size() == 1) {
        out.fraction = static_cast<double>(model::busyTime(busy[0], range)) / length;
        return out;
    }
    constexpr std::size_t kScan = 20000;
    if (rows <= kScan) {
        out.fraction = busy.empty() ? 0 : static_cast<double>(model::unionTime(busy, range)) / length;
        return out;
    }
    constexpr int kBusyBuckets = 512;
    std::vector<LaneInk> ink;
    const TimeScale scale(range, kBusyBuckets);
    overlaidInk(source, ids, scale, ink);
    double sum = 0;
    for (const LaneInk& i : ink) sum += i.busy;
    out.exact = false;
    out.fraction = std::min(1.0, sum / 255 * static_cast<double>(TimeNs{1} << scale.bucketShift()) / length);
    return out;
}

LineSizes lineSizes(const RowLayout& layout) {
    static constexpr LineSizes kSizes[] = {{11, 3, 5, 5, 26}, {16, 4, 8, 8, 40}, {24, 4, 10, 10, 60}};
    LineSizes out = kSizes[static_cast<int>(layout.density)];
    for (int* px : {&out.bar, &out.gap, &out.state, &out.ticks, &out.counter})
        *px = static_cast<int>(std::lround(*px * layout.textScale));
    return out;
}

}  // namespace timeline
