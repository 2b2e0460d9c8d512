// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/lane_area.h"

#include <cmath>

#include "timeline/format.h"

namespace timeline {
namespace {

/// Grid lines are as far apart as labels of the ruler, logical px.
constexpr double kGridSpacing = 90;
constexpr std::size_t kMaxKeptRows = 2000, kMaxSpare = 100;

/// Whether draw lists made for `a` are good for `b`.
bool sameContent(const AreaView& a, const AreaView& b) {
    return a.source.snapshot == b.source.snapshot && a.source.derived == b.source.derived && a.rows == b.rows && a.range == b.range &&
           a.onlyName == b.onlyName && a.width == b.width && a.dpr == b.dpr && a.theme == b.theme && a.font == b.font && a.labels == b.labels;
}

}  // namespace

void LaneArea::clear() {
    m_lists.clear();
    m_looks = {};
    m_labels.clear();
}

std::uint64_t LaneArea::cacheKey(const Row& row) const {
    const auto rows = m_view.rows->rows(), pinned = m_view.rows->pinned();
    const bool isPinned = !pinned.empty() && &row >= pinned.data() && &row < pinned.data() + pinned.size();
    return isPinned ? std::uint64_t{1} << 32 | static_cast<std::uint64_t>(&row - pinned.data()) : static_cast<std::uint64_t>(&row - rows.data());
}

const DrawList& LaneArea::drawList(const Row& row) {
    const std::uint64_t key = cacheKey(row);
    const auto found = m_lists.find(key);
    if (found != m_lists.end()) return found->second;
    const GeometryContext context{m_view.source, *m_view.rows, m_scale, m_view.dpr, m_looks, m_labels, m_view.onlyName, m_view.labels};
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

const QImage& LaneArea::render(const AreaView& view) {
    if (!sameContent(view, m_view) || m_lists.size() > kMaxKeptRows) retireLists();
    if (!(view.font == m_labels.font())) m_labels = LabelCache(view.font);
    const model::EventStore* store = &view.source.snapshot->store();
    if (m_looks.theme() != view.theme || m_looks.store() != store) m_looks = LookTable(view.theme, store);
    m_raster.setFont(view.font);
    m_view = view;
    m_scale = TimeScale(view.range, view.width);
    m_grid = gridLines(m_scale, kGridSpacing * view.dpr);
    const QSize size(std::max(1, view.width), std::max(1, view.height));
    if (m_image.size() != size) m_image = QImage(size, QImage::Format_RGB32);
    m_image.setDevicePixelRatio(view.dpr);

    m_painted.clear();
    const int limit = view.pinnedHeight < 0 ? view.rows->pinnedHeight() : std::min(view.pinnedHeight, view.rows->pinnedHeight());
    const int pinned = std::min(size.height(), static_cast<int>(std::lround(limit * view.dpr)));
    paintRows(view.rows->pinned(), -std::round(view.pinnedScrollY * view.dpr), 0, pinned);
    paintRows(view.rows->rows(), pinned - std::round(view.scrollY * view.dpr), pinned, size.height());

    QPainter painter(&m_image);
    m_labelCount = 0;
    for (const auto& [list, y, clipTop, clipBottom] : m_painted) {
        // A row that is scrolled half behind the pinned ones must not write over them.
        if (y < clipTop || y + list->height > clipBottom)
            painter.setClipRect(QRectF(0, clipTop / view.dpr, view.width / view.dpr, (clipBottom - clipTop) / view.dpr));
        else
            painter.setClipping(false);
        m_raster.paintLabels(painter, 0, y, *list, view.dpr);
        m_labelCount += static_cast<int>(list->labels.size());
    }
    return m_image;
}

void LaneArea::paintRows(std::span<const Row> rows, double offset, int clipTop, int clipBottom) {
    const double dpr = m_view.dpr;
    const Tokens& t = tokens(m_view.theme);
    const auto yOf = [&](const Row& r) { return static_cast<int>(offset + std::lround(r.y * dpr)); };
    // The first row that reaches into the visible part.
    auto row = std::partition_point(rows.begin(), rows.end(), [&](const Row& r) { return offset + std::lround((r.y + r.height) * dpr) <= clipTop; });
    int bottom = clipTop;
    for (; row != rows.end() && yOf(*row) < clipBottom; ++row) {
        const DrawList& list = drawList(*row);
        const bool odd = (row - rows.begin()) % 2 != 0;
        m_raster.paintRow(m_image, 0, yOf(*row), clipTop, clipBottom, list, {odd ? t.alternateRow : t.canvas, t.grid, m_grid});
        m_painted.push_back({&list, yOf(*row), clipTop, clipBottom});
        bottom = yOf(*row) + list.height;
    }
    DrawList rest;
    rest.width = m_view.width;
    rest.height = std::max(0, clipBottom - bottom);
    m_raster.paintRow(m_image, 0, bottom, clipTop, clipBottom, rest, {t.canvas, t.grid, m_grid});
}

}  // namespace timeline
