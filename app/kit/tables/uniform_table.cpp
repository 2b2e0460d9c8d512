// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kit/tables/uniform_table.h"

#include <QEvent>
#include <QHeaderView>
#include <QPainter>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <algorithm>

namespace app {
namespace {
constexpr int kUniformRowPadding = 6;  // logical px beside the text's height
constexpr int kCellPadding = 16;       // beside the text's width
constexpr int kMostPasses = 3;         // until the bars have what they need: one that comes may make the other one come

/// A heading stands where the cells below it stand: numbers at the right.
class Header : public QHeaderView {
public:
    using QHeaderView::QHeaderView;

protected:
    void initStyleOptionForIndex(QStyleOptionHeader* option, int section) const override {
        QHeaderView::initStyleOptionForIndex(option, section);
        if (!model() || model()->headerData(section, orientation(), Qt::TextAlignmentRole).isValid()) return;
        const QVariant cell = model()->index(0, section).data(Qt::TextAlignmentRole);
        if (!cell.isValid()) return;
        option->textAlignment =
            cell.userType() == qMetaTypeId<Qt::Alignment>() ? cell.value<Qt::Alignment>() : Qt::Alignment(cell.toInt());
    }
};
}  // namespace

UniformTable::UniformTable(QWidget* parent) : QAbstractItemView(parent), m_header(new Header(Qt::Horizontal, this)) {
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setEditTriggers(NoEditTriggers);
    setHorizontalScrollMode(ScrollPerPixel);
    setVerticalScrollMode(ScrollPerItem);  // the value of the scroll bar is the first row
    m_header->setSectionsClickable(true);
    m_header->setHighlightSections(false);
    m_header->setSectionsMovable(true);
    m_header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    const auto changed = [this] {
        updateGeometries();
        viewport()->update();
    };
    connect(m_header, &QHeaderView::sectionResized, this, changed);
    connect(m_header, &QHeaderView::sectionMoved, this, changed);
    connect(m_header, &QHeaderView::sectionCountChanged, this, changed);
    connect(m_header, &QHeaderView::geometriesChanged, this, changed);
    connect(m_header, &QHeaderView::sortIndicatorChanged, this, [this](int column, Qt::SortOrder order) {
        if (m_sorting && model()) model()->sort(column, order);
    });
    m_rowHeight = fontMetrics().height() + kUniformRowPadding;
}

void UniformTable::setModel(QAbstractItemModel* model) {
    m_header->setModel(model);
    QAbstractItemView::setModel(model);
}

int UniformTable::rows() const { return model() ? model()->rowCount(rootIndex()) : 0; }
int UniformTable::rowsThatFit() const { return std::max(1, viewport()->height() / m_rowHeight); }

void UniformTable::setColumnWidth(int column, int width) { m_header->resizeSection(column, width); }
int UniformTable::columnWidth(int column) const { return m_header->sectionSize(column); }
void UniformTable::setColumnHidden(int column, bool hidden) { m_header->setSectionHidden(column, hidden); }
bool UniformTable::isColumnHidden(int column) const { return m_header->isSectionHidden(column); }

void UniformTable::resizeColumnsToContents() {
    if (!model()) return;
    const int n = std::min(rows(), kSampledRows);
    for (int c = 0; c < model()->columnCount(); ++c) {
        int width = m_header->sectionSizeHint(c);
        for (int r = 0; r < n; ++r)
            width =
                std::max(width, fontMetrics().horizontalAdvance(model()->index(r, c).data().toString()) + kCellPadding);
        setColumnWidth(c, width);
    }
}

void UniformTable::setSortingEnabled(bool on) {
    m_sorting = on;
    m_header->setSortIndicatorShown(on);
}

void UniformTable::sortByColumn(int column, Qt::SortOrder order) {
    if (m_header->sortIndicatorSection() == column && m_header->sortIndicatorOrder() == order) {
        if (m_sorting && model()) model()->sort(column, order);
        return;
    }
    m_header->setSortIndicator(column, order);  // says so
}

void UniformTable::selectRow(int row) {
    if (row < 0 || row >= rows()) return;
    setCurrentIndex(model()->index(row, std::max(0, m_header->logicalIndex(0))));
}

std::pair<int, int> UniformTable::visibleRows() const {
    const int first = verticalScrollBar()->value();
    return {first, std::min(rows(), first + viewport()->height() / m_rowHeight + 1)};
}

QList<int> UniformTable::shownColumns() const {
    QList<int> out;
    for (int visual = 0; visual < m_header->count(); ++visual)
        if (const int c = m_header->logicalIndex(visual); !m_header->isSectionHidden(c)) out.append(c);
    return out;
}

QRect UniformTable::visualRect(const QModelIndex& index) const {
    if (!index.isValid() || m_header->isSectionHidden(index.column())) return {};
    // Far away rows would leave the range of int.
    const qint64 y = (static_cast<qint64>(index.row()) - verticalScrollBar()->value()) * m_rowHeight;
    const int clamped = static_cast<int>(std::clamp<qint64>(y, -1'000'000, 1'000'000));
    return {m_header->sectionViewportPosition(index.column()), clamped, m_header->sectionSize(index.column()),
            m_rowHeight};
}

void UniformTable::scrollTo(const QModelIndex& index, ScrollHint hint) {
    if (!index.isValid()) return;
    const int first = verticalScrollBar()->value(), fit = rowsThatFit(), row = index.row();
    if (hint == PositionAtTop || (hint == EnsureVisible && row < first)) verticalScrollBar()->setValue(row);
    else if (hint == PositionAtBottom || (hint == EnsureVisible && row >= first + fit))
        verticalScrollBar()->setValue(row - fit + 1);
    else if (hint == PositionAtCenter) verticalScrollBar()->setValue(row - fit / 2);
    const QRect r = visualRect(index);
    if (r.left() < 0) horizontalScrollBar()->setValue(horizontalScrollBar()->value() + r.left());
    else if (r.right() > viewport()->width() && r.width() < viewport()->width())
        horizontalScrollBar()->setValue(horizontalScrollBar()->value() + r.right() - viewport()->width());
}

QModelIndex UniformTable::indexAt(const QPoint& point) const {
    const qint64 row = static_cast<qint64>(verticalScrollBar()->value()) + point.y() / m_rowHeight;
    const int column = m_header->logicalIndexAt(point.x());
    if (point.y() < 0 || row >= rows() || column < 0) return {};
    return model()->index(static_cast<int>(row), column, rootIndex());
}

void UniformTable::reset() {
    QAbstractItemView::reset();
    updateGeometries();
}

QModelIndex UniformTable::moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) {
    const int n = rows();
    const QList<int> columns = shownColumns();
    if (n == 0 || columns.isEmpty()) return {};
    if (!currentIndex().isValid()) return model()->index(0, columns.first());
    int row = currentIndex().row();
    qsizetype column = std::max<qsizetype>(0, columns.indexOf(currentIndex().column()));
    const bool far = modifiers & Qt::ControlModifier;
    switch (action) {
    case MoveUp: row = far ? 0 : row - 1; break;
    case MoveDown: row = far ? n - 1 : row + 1; break;
    case MovePageUp: row -= rowsThatFit(); break;
    case MovePageDown: row += rowsThatFit(); break;
    case MoveHome: row = 0; break;
    case MoveEnd: row = n - 1; break;
    case MoveLeft:
    case MovePrevious: --column; break;
    case MoveRight:
    case MoveNext: ++column; break;
    }
    return model()->index(std::clamp(row, 0, n - 1), columns[std::clamp<qsizetype>(column, 0, columns.size() - 1)]);
}

int UniformTable::horizontalOffset() const { return m_header->offset(); }
int UniformTable::verticalOffset() const { return verticalScrollBar()->value(); }
bool UniformTable::isIndexHidden(const QModelIndex& index) const { return m_header->isSectionHidden(index.column()); }

void UniformTable::setSelection(const QRect& rect, QItemSelectionModel::SelectionFlags flags) {
    if (!selectionModel() || rows() == 0 || m_header->count() == 0) return;
    const int top = verticalScrollBar()->value();
    const int first = std::clamp(
        top + static_cast<int>(std::floor(static_cast<double>(rect.normalized().top()) / m_rowHeight)), 0, rows() - 1);
    const int last =
        std::clamp(top + static_cast<int>(std::floor(static_cast<double>(rect.normalized().bottom()) / m_rowHeight)), 0,
                   rows() - 1);
    selectionModel()->select(QItemSelection(model()->index(first, 0), model()->index(last, model()->columnCount() - 1)),
                             flags);
}

QRegion UniformTable::visualRegionForSelection(const QItemSelection& selection) const {
    return selection.isEmpty() ? QRegion() : QRegion(viewport()->rect());
}

void UniformTable::scrollContentsBy(int dx, int dy) {
    if (dx) m_header->setOffset(horizontalScrollBar()->value());
    if (dx || dy) viewport()->update();
}

void UniformTable::updateGeometries() {
    // What is set there may say that something has changed: a bar that comes takes room, and one that goes gives it
    // back.
    m_changed = true;
    if (m_updating) return;
    const QScopedValueRollback updating(m_updating, true);
    for (int pass = 0; m_changed && pass < kMostPasses; ++pass) {
        m_changed = false;
        setGeometries();
    }
    QAbstractItemView::updateGeometries();
}

void UniformTable::setGeometries() {
    const int headerHeight = m_header->isHidden() ? 0 : m_header->sizeHint().height();
    setViewportMargins(0, headerHeight, 0, 0);
    QSize room = viewport()->size();
    // Where all has room without bars none comes, whichever there is now.
    if (const QSize most = maximumViewportSize();
        most.width() >= m_header->length() && most.height() / m_rowHeight >= rows())
        room = most;
    const int fit = std::max(1, room.height() / m_rowHeight);
    verticalScrollBar()->setRange(0, std::max(0, rows() - fit));
    verticalScrollBar()->setPageStep(fit);
    verticalScrollBar()->setSingleStep(1);
    horizontalScrollBar()->setRange(0, std::max(0, m_header->length() - room.width()));
    horizontalScrollBar()->setPageStep(room.width());
    horizontalScrollBar()->setSingleStep(20);
    const QRect view = viewport()->geometry();  // by now
    m_header->setGeometry(view.left(), view.top() - headerHeight, view.width(), headerHeight);
}

void UniformTable::paintRow(QPainter& p, const QStyleOptionViewItem& base, int row) {
    const int top = (row - verticalScrollBar()->value()) * m_rowHeight;
    QStyleOptionViewItem whole = base;
    whole.rect = QRect(0, top, viewport()->width(), m_rowHeight);
    whole.features.setFlag(QStyleOptionViewItem::Alternate, alternatingRowColors() && row % 2);
    const bool selected = selectionModel() && selectionModel()->isRowSelected(row, rootIndex());
    whole.state.setFlag(QStyle::State_Selected, selected);
    style()->drawPrimitive(QStyle::PE_PanelItemViewRow, &whole, &p, this);
    for (int visual = 0; visual < m_header->count(); ++visual) {
        const int column = m_header->logicalIndex(visual);
        const int x = m_header->sectionViewportPosition(column), width = m_header->sectionSize(column);
        if (m_header->isSectionHidden(column) || x + width < 0 || x > viewport()->width()) continue;
        const QModelIndex index = model()->index(row, column, rootIndex());
        QStyleOptionViewItem cell = whole;
        cell.rect = QRect(x, top, width, m_rowHeight);
        cell.state.setFlag(QStyle::State_HasFocus, hasFocus() && index == currentIndex());
        cell.state.setFlag(QStyle::State_Enabled, isEnabled() && model()->flags(index) & Qt::ItemIsEnabled);
        itemDelegateForIndex(index)->paint(&p, cell, index);
    }
}

void UniformTable::paintEvent(QPaintEvent*) {
    if (!model()) return;
    QPainter p(viewport());
    QStyleOptionViewItem base;
    initViewItemOption(&base);
    base.showDecorationSelected = true;
    const auto [first, last] = visibleRows();
    for (int row = first; row < last; ++row) paintRow(p, base, row);
}

void UniformTable::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange) m_rowHeight = fontMetrics().height() + kUniformRowPadding;
    QAbstractItemView::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) updateGeometries();
}

}  // namespace app
