// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pictures/picture_room.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QSplitter>
#include <algorithm>
#include <cmath>

#include "app/kit/tables/sentence_table.h"
#include "app/pictures/widget_painter.h"
#include "timeline/look/format.h"

namespace app {
namespace {

constexpr int kTries = 8;         // a table that gets half of what is added needs two
constexpr int kCellPadding = 16;  // px beside a text
constexpr int kLeastText = 120;   // px that a text keeps where it gives way

struct PictureTexts {
    Q_DECLARE_TR_FUNCTIONS(app::Picture)
};

QItemSelectionModel* selectionOf(const QAbstractScrollArea& area) {
    const auto* view = qobject_cast<const QAbstractItemView*>(&area);
    return view ? view->selectionModel() : nullptr;
}

/// Rows that are on screen to their end, and all.
std::pair<int, int> rowsOf(const QAbstractItemView& view) {
    if (const auto* table = qobject_cast<const UniformTable*>(&view)) {
        auto [first, last] = table->visibleRows();
        const int column = std::max(0, headerOf(view)->logicalIndexAt(0));
        while (last > first &&
               table->visualRect(table->model()->index(last - 1, column)).bottom() >= table->viewport()->height())
            --last;
        return {last - first, table->model() ? table->model()->rowCount() : 0};
    }
    const QScrollBar* bar = view.verticalScrollBar();
    const int row =
        view.verticalScrollMode() == QAbstractItemView::ScrollPerPixel ? std::max(1, view.sizeHintForRow(0)) : 1;
    return {std::max(0, bar->pageStep() / row), std::max(0, (bar->maximum() - bar->minimum() + bar->pageStep()) / row)};
}

/// What the texts of a column take that are on screen, and its heading.
int widthHint(const QAbstractItemView& view, const QHeaderView& header, int column) {
    int width = header.isHidden() ? 0 : header.sectionSizeHint(column);
    const auto* table = qobject_cast<const UniformTable*>(&view);
    if (!table) return std::max(width, view.sizeHintForColumn(column));
    if (const auto* sentences = qobject_cast<const SentenceTable*>(table);
        sentences && sentences->holdsSentences(column))
        return width;  // rows are as high as they need
    const int first = table->visibleRows().first;
    for (int row = first; row < first + rowsOf(view).first; ++row) {
        const QModelIndex index = view.model()->index(row, column);
        const QVariant font = index.data(Qt::FontRole);
        const QFontMetrics metrics(font.isValid() ? qvariant_cast<QFont>(font) : view.font());
        width = std::max(width, metrics.horizontalAdvance(index.data().toString()) + kCellPadding);
    }
    return width;
}

/// What a column does not go below: its numbers and its heading, and a part of its texts. Without texts it is all.
int leastWidth(const UniformTable& table, int column) {
    const QHeaderView& header = *headerOf(table);
    int numbers = header.sectionSizeHint(column);
    bool hasTexts = false;
    const int first = table.visibleRows().first;
    for (int row = first; row < first + rowsOf(table).first; ++row) {
        const QModelIndex index = table.model()->index(row, column);
        const bool isNumber = index.data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight;
        if (isNumber)
            numbers = std::max(numbers, table.fontMetrics().horizontalAdvance(index.data().toString()) + kCellPadding);
        else hasTexts |= !index.data().toString().isEmpty();
    }
    return hasTexts ? std::max(numbers, kLeastText) : header.sectionSize(column);
}

/// px of a step of its vertical scroll bar.
int stepOf(const QAbstractScrollArea& area) {
    if (const auto* text = qobject_cast<const QPlainTextEdit*>(&area)) return text->fontMetrics().lineSpacing();
    const auto* view = qobject_cast<const QAbstractItemView*>(&area);
    if (!view || view->verticalScrollMode() == QAbstractItemView::ScrollPerPixel) return 1;
    const auto* table = qobject_cast<const UniformTable*>(view);
    return table ? table->rowHeight() : std::max(1, view->sizeHintForRow(0));
}

int stepsBeyond(const QAbstractScrollArea& area) {
    return area.verticalScrollBar()->maximum() - area.verticalScrollBar()->minimum();
}

/// Others follow their texts or what is left themselves.
bool isWidened(const QHeaderView& header, int column) {
    const auto mode = header.sectionResizeMode(column);
    return mode == QHeaderView::Interactive || mode == QHeaderView::Fixed;
}

/// A text may take that much, which a picture makes of a column.
int textWidth(const QAbstractItemView& view, const QHeaderView& header, int column) {
    return std::min(PictureRoom::kWidestColumn, widthHint(view, header, column));
}

/// px that the last column lacks, where it takes what the others leave it.
int lastLacks(const QAbstractScrollArea& area, const QHeaderView& header) {
    const auto* view = qobject_cast<const QAbstractItemView*>(&area);
    if (!view || !view->model() || !header.stretchLastSection()) return 0;
    int last = header.count() - 1;
    while (last >= 0 && header.isSectionHidden(header.logicalIndex(last))) --last;
    if (last < 0) return 0;
    const int column = header.logicalIndex(last);
    return std::max(0, textWidth(*view, header, column) - header.sectionSize(column));
}

int pixelsBeside(const QAbstractScrollArea& area) {
    const QHeaderView* header = headerOf(area);
    return header ? std::max({0, header->length() - area.viewport()->width(), lastLacks(area, *header)})
                  : area.horizontalScrollBar()->maximum() - area.horizontalScrollBar()->minimum();
}

bool cutAtRight(const QAbstractScrollArea& area) {
    const QHeaderView* header = headerOf(area);
    return header ? header->length() > area.viewport()->width() : pixelsBeside(area) > 0;
}

/// Whether a text that is on screen has less room than it takes.
bool hasCutTexts(const QAbstractScrollArea& area) {
    const QHeaderView* header = headerOf(area);
    const auto* view = qobject_cast<const QAbstractItemView*>(&area);
    if (!header || !view || !view->model()) return false;
    for (int c = 0; c < header->count(); ++c)
        if (!header->isSectionHidden(c) && widthHint(*view, *header, c) > header->sectionSize(c)) return true;
    return false;
}

int times(int a, int b) {
    return static_cast<int>(std::min<qint64>(static_cast<qint64>(a) * b, PictureRoom::kHighest));
}

/// So much more that `missing` is there, given that `added` gained some of it; 0 where adding does not help.
int nextStep(int missing, int missed, int added) {
    if (missing <= 0 || (added > 0 && missing >= missed)) return 0;
    return added > 0 ? static_cast<int>(std::ceil(static_cast<double>(missing) * added / (missed - missing))) : missing;
}

}  // namespace

PictureRoom::PictureRoom(QWidget& pane, bool allRows) : m_pane(pane), m_allRows(allRows), m_before(pane.size()) {
    // What has just been shown or hidden beside a table takes its room before anything is measured.
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
    for (QAbstractScrollArea* area : contentAreas(pane)) {
        Area kept{area, area->horizontalScrollBar()->value(), area->verticalScrollBar()->value(), {}, {}};
        if (QItemSelectionModel* rows = selectionOf(*area)) {
            const QSignalBlocker quiet(rows);  // nobody has chosen anything else
            kept.selected = rows->selection();
            rows->clearSelection();
        }
        if (const QHeaderView* header = headerOf(*area))
            for (int c = 0; c < header->count(); ++c) kept.widths.push_back(header->sectionSize(c));
        m_areas.push_back(std::move(kept));
    }
    for (QSplitter* splitter : pane.findChildren<QSplitter*>())
        if (splitter->isVisibleTo(&pane)) m_splitters.push_back({splitter, splitter->sizes()});
    // Rows first: those that were not on screen may have wider texts.
    for (const Qt::Orientation along : {Qt::Vertical, Qt::Horizontal})
        for (const Area& a : m_areas) grow(*a.area, along);
    for (const Area& a : m_areas) narrowTexts(*a.area);
}

PictureRoom::~PictureRoom() {
    for (const Area& a : m_areas) {
        QHeaderView* header = a.area ? headerOf(*a.area) : nullptr;
        for (int c = 0; header && c < std::min(header->count(), static_cast<int>(a.widths.size())); ++c)
            if (isWidened(*header, c)) header->resizeSection(c, a.widths[static_cast<std::size_t>(c)]);
    }
    m_pane.resize(m_before);
    for (const auto& [splitter, sizes] : m_splitters)
        if (splitter) splitter->setSizes(sizes);
    for (const Area& a : m_areas) {
        if (!a.area) continue;
        if (QItemSelectionModel* rows = selectionOf(*a.area)) {
            const QSignalBlocker quiet(rows);
            rows->select(a.selected, QItemSelectionModel::ClearAndSelect);
        }
        a.area->horizontalScrollBar()->setValue(a.x);
        a.area->verticalScrollBar()->setValue(a.y);
    }
}

void PictureRoom::grow(QAbstractScrollArea& area, Qt::Orientation along) {
    if (along == Qt::Horizontal && area.property(kKeepsWidth).toBool()) return widenColumns(area);
    for (int i = 0, missed = 0, added = 0; i < kTries; ++i) {
        if (along == Qt::Horizontal) widenColumns(area);
        const int now = missing(area, along), step = nextStep(now, missed, added);
        QSize wanted = m_pane.size();
        if (along == Qt::Horizontal)
            wanted.setWidth(std::max(wanted.width(), std::min(wanted.width() + step, kWidest)));
        else wanted.setHeight(std::max(wanted.height(), std::min(wanted.height() + step, kHighest)));
        if (wanted == m_pane.size()) return;
        missed = now;
        added = along == Qt::Horizontal ? wanted.width() - m_pane.width() : wanted.height() - m_pane.height();
        resizeFor(area, along, wanted, added);
    }
}

/// What lies beside it behind a handle stays as it is.
void PictureRoom::resizeFor(const QAbstractScrollArea& area, Qt::Orientation along, const QSize& wanted, int added) {
    std::vector<std::pair<QSplitter*, QList<int>>> shares;
    for (const auto& [splitter, before] : m_splitters) {
        if (!splitter || splitter->orientation() != along || !splitter->isAncestorOf(&area)) continue;
        QList<int> sizes = splitter->sizes();
        for (int part = 0; part < splitter->count(); ++part)
            if (splitter->widget(part) == &area || splitter->widget(part)->isAncestorOf(&area)) sizes[part] += added;
        shares.emplace_back(splitter, sizes);
    }
    m_pane.resize(wanted);
    for (const auto& [splitter, sizes] : shares) splitter->setSizes(sizes);
}

void PictureRoom::widenColumns(QAbstractScrollArea& area) const {
    QHeaderView* header = headerOf(area);
    const auto* view = qobject_cast<const QAbstractItemView*>(&area);
    if (!header || !view->model()) return;
    for (int c = 0; c < header->count(); ++c)
        if (!header->isSectionHidden(c) && isWidened(*header, c))
            header->resizeSection(c, std::max(header->sectionSize(c), textWidth(*view, *header, c)));
}

/// Where a table is wider than the picture, the longest texts give way, all to one width; numbers do not. Columns that
/// are left out all the same leave their room to the others.
void PictureRoom::narrowTexts(QAbstractScrollArea& area) const {
    const auto* table = qobject_cast<const UniformTable*>(&area);
    QHeaderView* header = table && table->model() ? headerOf(area) : nullptr;
    const int room = area.viewport()->width();
    if (!header || header->length() <= room) return;
    struct Column {
        int index, width, least;
    };
    std::vector<Column> columns;  // from left to right
    for (int place = 0; place < header->count(); ++place) {
        const int c = header->logicalIndex(place), width = header->sectionSize(c);
        if (!header->isSectionHidden(c))
            columns.push_back({c, width, isWidened(*header, c) ? std::min(width, leastWidth(*table, c)) : width});
    }
    const auto widthAt = [](const Column& c, int limit) { return std::min(c.width, std::max(c.least, limit)); };
    const auto fit = [&](std::size_t count, int limit) {
        int length = 0;
        for (std::size_t i = 0; i < count; ++i) length += widthAt(columns[i], limit);
        return length <= room;
    };
    std::size_t count = columns.size();
    while (count > 1 && !fit(count, kLeastText)) --count;
    int limit = kWidestColumn;
    while (limit > kLeastText && !fit(count, limit)) --limit;
    for (const Column& c : columns) header->resizeSection(c.index, widthAt(c, limit));
}

/// px
int PictureRoom::missing(const QAbstractScrollArea& area, Qt::Orientation along) const {
    if (along == Qt::Horizontal) return pixelsBeside(area);
    const auto* view = qobject_cast<const QAbstractItemView*>(&area);
    return view && !m_allRows && rowsOf(*view).second > kAlwaysWhole ? 0 : times(stepsBeyond(area), stepOf(area));
}

QStringList PictureRoom::leftOut() const {
    QStringList out;
    const auto add = [&out](const QString& text) {
        if (!out.contains(text)) out.append(text);
    };
    for (const Area& a : m_areas) {
        const auto* view = qobject_cast<const QAbstractItemView*>(a.area.data());
        if (hasCutTexts(*a.area)) add(PictureTexts::tr("texts that are too long are shortened"));
        if (cutAtRight(*a.area))
            add(view ? PictureTexts::tr("columns at the right are left out")
                     : PictureTexts::tr("the right is left out"));
        if (stepsBeyond(*a.area) <= 0) continue;
        if (!view) {
            add(PictureTexts::tr("the end is left out"));
            continue;
        }
        const auto [shown, all] = rowsOf(*view);
        const auto text = [](int rows) { return timeline::formatCount(static_cast<std::uint64_t>(rows)); };
        add(PictureTexts::tr("%1 of %2 rows", "that a picture shows").arg(text(shown), text(all)));
    }
    return out;
}

}  // namespace app
