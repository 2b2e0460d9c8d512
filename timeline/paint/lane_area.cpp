// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/paint/lane_area.h"

#include <cmath>

#include "timeline/look/ruler_ticks.h"
#include "timeline/paint/shapes.h"

namespace timeline {
namespace {

/// Grid lines are as far apart as labels of the ruler, logical px.
constexpr std::size_t kMaxKeptRows = 2000, kMaxSpare = 100;

}  // namespace

bool sameContent(const AreaView& a, const AreaView& b) {
    return a.source.snapshot == b.source.snapshot && a.source.derived == b.source.derived && a.rows == b.rows &&
           a.range == b.range && a.onlyName == b.onlyName && a.width == b.width && a.dpr == b.dpr &&
           a.theme == b.theme && a.font == b.font && a.labels == b.labels && a.communication == b.communication &&
           a.colours == b.colours;
}

void LaneArea::clear() {
    m_lists.clear();
    m_looks = {};
    m_colouring = {};
    m_labels.clear();
}

std::uint64_t LaneArea::cacheKey(const Row& row) const {
    const auto rows = m_view.rows->rows(), pinned = m_view.rows->pinned();
    const bool isPinned = !pinned.empty() && &row >= pinned.data() && &row < pinned.data() + pinned.size();
    return isPinned ? std::uint64_t{1} << 32 | static_cast<std::uint64_t>(&row - pinned.data())
                    : static_cast<std::uint64_t>(&row - rows.data());
}

const DrawList& LaneArea::drawList(const Row& row) {
    const std::uint64_t key = cacheKey(row);
    const auto found = m_lists.find(key);
    if (found != m_lists.end()) return found->second;
    const GeometryContext context{m_view.source, *m_view.rows,    m_scale,       m_view.dpr,           m_looks,
                                  m_labels,      m_view.onlyName, m_view.labels, m_view.communication, &m_colouring};
    DrawList& list = m_lists[key];
    if (!m_spare.empty()) {
        list = std::move(m_spare.back());
        m_spare.pop_back();
    }
    rowGeometry(context, row, list);
    return list;
}

void LaneArea::retireLists() {
    for (auto& [key, list] : m_lists)
        if (m_spare.size() < kMaxSpare) m_spare.push_back(std::move(list));
    m_lists.clear();
}

void LaneArea::prepare(const AreaView& view) {
    if (!sameContent(view, m_view) || m_lists.size() > kMaxKeptRows) retireLists();
    if (!(view.font == m_labels.font())) m_labels = LabelCache(view.font);
    const model::EventStore* store = &view.source.snapshot->store();
    const bool byName = view.colours == ColourBy::Name;
    if (!m_looks.isFor(view.theme, store, byName)) m_looks = LookTable(view.theme, store, byName);
    if (m_colouring.by() != view.colours || m_colouring.theme() != view.theme ||
        (m_colouring.isGrouped() && m_colouring.snapshot() != view.source.snapshot))
        m_colouring = Colouring(view.colours, view.theme, view.source.snapshot);
    m_raster.setFont(view.font);
    m_view = view;
    m_view.width = std::max(1, view.width);
    m_view.height = std::max(1, view.height);
    m_scale = TimeScale(view.range, view.width);
    m_grid = gridLines(m_scale, view.gridSpacing * view.dpr, view.gridOrigin);
    m_shown.clear();
    const int limit =
        view.pinnedHeight < 0 ? view.rows->pinnedHeight() : std::min(view.pinnedHeight, view.rows->pinnedHeight());
    m_pinned = std::min(m_view.height, static_cast<int>(std::lround(limit * view.dpr)));
    placeRows(view.rows->pinned(), -std::round(view.pinnedScrollY * view.dpr), 0, m_pinned);
    placeRows(view.rows->rows(), m_pinned - std::round(view.scrollY * view.dpr), m_pinned, m_view.height);
}

void LaneArea::placeRows(std::span<const Row> rows, double offset, int clipTop, int clipBottom) {
    const double dpr = m_view.dpr;
    const auto yOf = [&](const Row& r) { return static_cast<int>(offset + std::lround(r.y * dpr)); };
    // The first row that reaches into the visible part.
    auto row = std::partition_point(rows.begin(), rows.end(), [&](const Row& r) {
        return offset + std::lround((r.y + r.height) * dpr) <= clipTop;
    });
    for (; row != rows.end() && yOf(*row) < clipBottom; ++row)
        m_shown.push_back({&drawList(*row), yOf(*row), clipTop, clipBottom, (row - rows.begin()) % 2 != 0});
}

const QImage& LaneArea::render(const AreaView& view) {
    prepare(view);
    rasterise();
    QPainter painter(&m_image);
    paintLabels(painter);
    return m_image;
}

void LaneArea::paint(QPainter& painter, const AreaView& view, bool asShapes) {
    prepare(view);
    painter.save();
    if (asShapes) {
        const Tokens& t = tokens(view.theme);
        painter.scale(1 / view.dpr, 1 / view.dpr);
        painter.fillRect(QRect(0, 0, m_view.width, m_view.height), QColor::fromRgb(t.canvas));
        for (const Shown& row : m_shown) {
            const int top = std::max(row.y, row.clipTop), bottom = std::min(row.y + row.list->height, row.clipBottom);
            if (row.odd) painter.fillRect(QRect(0, top, m_view.width, bottom - top), QColor::fromRgb(t.alternateRow));
        }
        for (const int x : m_grid) painter.fillRect(QRect(x, 0, 1, m_view.height), QColor::fromRgb(t.grid));
        for (const Shown& row : m_shown) {
            const bool cut = row.y < row.clipTop || row.y + row.list->height > row.clipBottom;
            if (cut) {
                painter.save();
                painter.setClipRect(QRect(0, row.clipTop, m_view.width, row.clipBottom - row.clipTop));
            }
            paintShapes(painter, row.y, *row.list);
            if (cut) painter.restore();
        }
    } else {
        rasterise();
        painter.drawImage(QPoint(), m_image);
    }
    painter.restore();
    painter.save();
    paintLabels(painter);
    painter.restore();
}

void LaneArea::rasterise() {
    const QSize size(m_view.width, m_view.height);
    if (m_image.size() != size) m_image = QImage(size, QImage::Format_RGB32);
    m_image.setDevicePixelRatio(m_view.dpr);
    const Tokens& t = tokens(m_view.theme);
    int pinnedEnd = 0, end = m_pinned;
    for (const Shown& row : m_shown) {
        m_raster.paintRow(m_image, 0, row.y, row.clipTop, row.clipBottom, *row.list,
                          {row.odd ? t.alternateRow : t.canvas, t.grid, m_grid});
        (row.clipTop < m_pinned ? pinnedEnd : end) = row.y + row.list->height;
    }
    const auto paintRest = [&](int from, int to) {
        DrawList rest;
        rest.width = m_view.width;
        rest.height = std::max(0, to - from);
        m_raster.paintRow(m_image, 0, from, from, to, rest, {t.canvas, t.grid, m_grid});
    };
    paintRest(pinnedEnd, m_pinned);
    paintRest(end, m_view.height);
}

void LaneArea::paintLabels(QPainter& painter) {
    m_labelCount = 0;
    const double dpr = m_view.dpr;
    for (const auto& [list, y, clipTop, clipBottom, odd] : m_shown) {
        // A row that is scrolled half behind the pinned ones must not write over them.
        const bool cut = y < clipTop || y + list->height > clipBottom;
        if (cut) {
            painter.save();
            painter.setClipRect(QRectF(0, clipTop / dpr, m_view.width / dpr, (clipBottom - clipTop) / dpr));
        }
        m_raster.paintLabels(painter, 0, y, *list, dpr);
        if (cut) painter.restore();
        m_labelCount += static_cast<int>(list->labels.size());
    }
}

}  // namespace timeline
