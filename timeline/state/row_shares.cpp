// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/state/row_shares.h"

#include <QElapsedTimer>

namespace timeline {
namespace {

quint64 keyOf(const Row& r) {
    const std::uint32_t which = r.role == RowRole::Folded ? static_cast<std::uint32_t>(r.folds) : r.derived;
    return quint64{r.track} << 32 | quint64{static_cast<std::uint8_t>(r.role)} << 28 | (which & 0xfffffff);
}

}  // namespace

std::optional<Utilisation> RowShares::of(const Row& row) const {
    if (!row.utilisation) return std::nullopt;
    const auto known = m_known.constFind(keyOf(row));
    return known == m_known.constEnd() ? std::nullopt : std::optional(known->value);
}

RowShares::Slice RowShares::compute(const ViewGeometry& g, int ms) {
    const VisibleRange& visible = g.scale.range();
    const model::Snapshot& s = *g.source.snapshot;
    const TimeRange range = visible.outer().intersected(s.range());
    QElapsedTimer spent;
    spent.start();
    Slice out;
    for (const bool pinned : {true, false}) {
        const QRect area = pinned ? g.pinnedArea() : g.scrollArea();
        for (const Row& r : pinned ? g.rows->pinned() : g.rows->rows()) {
            if (!r.utilisation) continue;
            const QRect rect = g.rowRect(r, pinned);
            if (rect.bottom() < area.top()) continue;
            if (rect.top() > area.bottom()) break;
            const auto known = m_known.constFind(keyOf(r));
            if (known != m_known.constEnd() && known->range == visible && known->version == s.version()) continue;
            m_known.insert(keyOf(r), {visible, s.version(), utilisation(g.source, *g.rows, r, range)});
            out.changed = true;
            if (spent.elapsed() >= ms) {
                out.done = false;
                return out;
            }
        }
    }
    return out;
}

}  // namespace timeline
