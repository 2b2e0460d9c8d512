// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pictures/widget_painter.h"

#include <qcustomplot.h>

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QScrollArea>
#include <QSizeGrip>
#include <QSpinBox>
#include <QSplitter>
#include <QTabBar>
#include <QToolBar>
#include <QTreeView>
#include <algorithm>

#include "app/kit/tables/choice_list.h"
#include "app/kit/tables/uniform_table.h"
#include "app/pictures/forward_device.h"
#include "timeline/look/format.h"
#include "timeline/view/timeline_picture.h"

namespace app {
namespace {

bool isControl(const QWidget& w) {
    return qobject_cast<const QAbstractButton*>(&w) || qobject_cast<const QComboBox*>(&w) ||
           qobject_cast<const QLineEdit*>(&w) || qobject_cast<const QAbstractSpinBox*>(&w) ||
           qobject_cast<const QAbstractSlider*>(&w) || qobject_cast<const QTabBar*>(&w) ||
           qobject_cast<const QToolBar*>(&w) || qobject_cast<const QSplitterHandle*>(&w) ||
           qobject_cast<const QSizeGrip*>(&w) || w.inherits("QAbstractScrollAreaScrollBarContainer") ||
           w.property(kLeadsToContent).toBool();
}

/// Whether it paints something itself, with its children left out: all of a bare frame for others has one colour.
bool paintsItself(const QWidget& w) {
    if (qobject_cast<const QCustomPlot*>(&w) || qobject_cast<const timeline::TimelineView*>(&w)) return true;
    const auto* frame = qobject_cast<const QFrame*>(&w);
    if (w.size().isEmpty() || (frame && (frame->frameShape() == QFrame::HLine || frame->frameShape() == QFrame::VLine)))
        return false;
    QImage image(w.size(), QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    const_cast<QWidget&>(w).render(&image, QPoint(), QRegion(), QWidget::RenderFlags());
    const QRgb first = image.pixel(0, 0);
    for (int y = 0; y < image.height(); ++y) {
        const auto* line = reinterpret_cast<const QRgb*>(image.constScanLine(y));
        if (std::any_of(line, line + image.width(), [first](QRgb c) { return c != first; })) return true;
    }
    return false;
}

/// Of a table or a view into something higher: without what is empty below the last row.
QRect filledPart(const QAbstractScrollArea& area) {
    const QRect viewport = area.viewport()->rect().translated(area.viewport()->mapTo(&area, QPoint()));
    QRect out(QPoint(), viewport.bottomRight());  // headings lie above, scroll bars below and beside
    const int top = viewport.top();
    int bottom = -1;
    if (const auto* scroll = qobject_cast<const QScrollArea*>(&area);
        scroll && scroll->widget() && scroll->widget()->property(kHangsFromTop).toBool()) {
        bottom = top + scroll->widget()->minimumHeight();
    } else if (const auto* view = qobject_cast<const QAbstractItemView*>(&area);
               view && view->model() && view->model()->rowCount() > 0) {
        // The last row that is shown, which of a tree may be deep down.
        QModelIndex last = view->model()->index(view->model()->rowCount() - 1, 0);
        const auto* tree = qobject_cast<const QTreeView*>(view);
        while (tree && tree->isExpanded(last) && view->model()->rowCount(last) > 0)
            last = view->model()->index(view->model()->rowCount(last) - 1, 0, last);
        const QRect rect = view->visualRect(last);
        if (rect.isValid()) bottom = top + rect.bottom() + 2;
        // A row that is cut would look like a mistake.
        if (const QRect cut = view->visualRect(view->indexAt({1, viewport.height() - 1}));
            cut.isValid() && cut.bottom() >= viewport.height() && cut.top() > 0)
            bottom = top + cut.top() - 1;
    }
    if (bottom > 0 && bottom < out.bottom()) out.setBottom(bottom);
    // Nor is a column cut at the right.
    if (const QHeaderView* header = headerOf(area); header && header->length() - header->offset() > viewport.width()) {
        const int cut = header->logicalIndexAt(viewport.width());
        if (const int left = cut < 0 ? 0 : header->sectionViewportPosition(cut); left > 0)
            out.setRight(viewport.left() + left - 1);
    }
    return out;
}

bool isShown(const QWidget* w) { return w && w->isVisible() && !w->isWindow() && !isControl(*w); }

void collect(const QWidget& w, const QPoint& at, QRect& out) {
    if (const auto* area = qobject_cast<const QAbstractScrollArea*>(&w)) {
        out |= filledPart(*area).translated(at);
        return;
    }
    // Labels say what content is, and are none.
    if (qobject_cast<const QLabel*>(&w)) return;
    if (w.property(kSettingsAreContent).toBool() || paintsItself(w)) out |= w.rect().translated(at);
    if (qobject_cast<const QCustomPlot*>(&w)) return;
    for (const QObject* child : w.children())
        if (const auto* c = qobject_cast<const QWidget*>(child); isShown(c)) collect(*c, at + c->pos(), out);
}

void collectAreas(QWidget& w, std::vector<QAbstractScrollArea*>& out) {
    if (auto* area = qobject_cast<QAbstractScrollArea*>(&w)) {
        if (!qobject_cast<timeline::TimelineView*>(&w)) out.push_back(area);
        // A table in something that scrolls is cut by its own edge.
        if (auto* scroll = qobject_cast<QScrollArea*>(area); scroll && scroll->widget())
            collectAreas(*scroll->widget(), out);
        return;
    }
    for (QObject* child : w.children())
        if (auto* c = qobject_cast<QWidget*>(child); isShown(c)) collectAreas(*c, out);
}

bool isInScrollArea(const QWidget& w, const QWidget& root) {
    for (const QWidget* p = w.parentWidget(); p && p != &root; p = p->parentWidget())
        if (qobject_cast<const QAbstractScrollArea*>(p)) return true;
    return false;
}

class WidgetPainter {
public:
    WidgetPainter(QCPPainter& p, WidgetPart part, bool asShapes) : m_p(p), m_part(part), m_asShapes(asShapes) {}

    /// `clip`: the part that its parents leave visible, in px of the painter.
    void paint(QWidget& w, const QPoint& at, const QRect& clip) {
        const QRect rect(at, w.size());
        const auto* area = m_part == WidgetPart::Content ? qobject_cast<const QAbstractScrollArea*>(&w) : nullptr;
        const QRect seen =
            rect & clip & (area ? filledPart(*area).translated(at) : rect);  // without the corner of its scroll bars
        if (seen.isEmpty()) return;
        if (m_part == WidgetPart::Content && isControl(w)) return paintValue(w, rect, clip);
        m_p.save();
        m_p.setClipRect(seen);
        m_p.translate(at);
        if (auto* plot = qobject_cast<QCustomPlot*>(&w)) plot->toPainter(&m_p, w.width(), w.height());
        else if (const auto* view = qobject_cast<const timeline::TimelineView*>(&w)) paintTimeline(*view);
        else render(w, seen.translated(-at));
        m_p.restore();
        if (qobject_cast<QCustomPlot*>(&w)) return;
        for (QObject* child : w.children())
            if (auto* c = qobject_cast<QWidget*>(child); c && c->isVisible() && !c->isWindow())
                paint(*c, at + c->pos(), seen);
    }

private:
    void render(QWidget& w, const QRect& seen) {
        ForwardDevice device(m_p, w.size(), seen);
        w.render(&device, QPoint(), QRegion(),
                 w.isWindow() || w.autoFillBackground() ? QWidget::DrawWindowBackground : QWidget::RenderFlags());
    }

    /// A setting is part of the picture, the field that it was typed into is not.
    void paintValue(const QWidget& control, const QRect& rect, const QRect& clip) {
        const QString value = valueOf(control);
        const bool leads = qobject_cast<const QTabBar*>(&control) ||
                           qobject_cast<const QAbstractScrollArea*>(&control);  // where one is, is said below
        if (value.isEmpty() || leads || !clip.contains(rect)) return;
        m_p.save();
        m_p.setFont(control.font());
        m_p.setPen(control.palette().color(QPalette::Text));
        m_p.drawText(rect, Qt::AlignLeft | Qt::AlignVCenter, value);
        m_p.restore();
    }

    void paintTimeline(const timeline::TimelineView& view) {
        timeline::PictureOptions options;
        options.size = view.size();
        options.dpr = 2;
        options.font = view.font();
        view.picture(options)->paint(m_p, m_asShapes);
    }

    QCPPainter& m_p;
    const WidgetPart m_part;
    const bool m_asShapes;
};

}  // namespace

QRect contentRect(const QWidget& widget) {
    QRect out;
    collect(widget, QPoint(), out);
    // A text that begins above is not cut.
    for (const QLabel* label : widget.findChildren<QLabel*>()) {
        const QRect rect(label->mapTo(&widget, QPoint()), label->size());
        if (label->isVisibleTo(&widget) && rect.intersects(out) && !isInScrollArea(*label, widget)) out |= rect;
    }
    return out.isEmpty() ? widget.rect() : out;
}

QHeaderView* headerOf(const QAbstractScrollArea& area) {
    if (const auto* table = qobject_cast<const UniformTable*>(&area)) return table->horizontalHeader();
    if (const auto* tree = qobject_cast<const QTreeView*>(&area)) return tree->header();
    return nullptr;
}

QString valueOf(const QWidget& control) {
    if (const auto* box = qobject_cast<const QSpinBox*>(&control);
        box && box->isGroupSeparatorShown() && box->value() >= 0)
        return box->prefix() + timeline::formatCount(static_cast<std::uint64_t>(box->value())) +
               box->suffix();  // as in texts
    if (const auto* box = qobject_cast<const QAbstractSpinBox*>(&control)) return box->text();
    if (const auto* box = qobject_cast<const QComboBox*>(&control)) return box->currentText();
    if (const auto* tabs = qobject_cast<const QTabBar*>(&control)) return tabs->tabText(tabs->currentIndex());
    if (const auto* list = qobject_cast<const QListWidget*>(&control))
        return list->currentItem() ? list->currentItem()->text() : QString();
    if (const auto* choices = qobject_cast<const ChoiceList*>(&control)) return choices->currentTitle();
    const auto* line = qobject_cast<const QLineEdit*>(&control);
    return line ? line->displayText().trimmed() : QString();
}

QList<QWidget*> settingsOutside(const QWidget& widget) {
    const QRect content = contentRect(widget);
    QList<QWidget*> out;
    for (QWidget* w : widget.findChildren<QWidget*>()) {
        const bool isPart =
            w->parentWidget() && (isControl(*w->parentWidget()) ||
                                  qobject_cast<QAbstractItemView*>(w->parentWidget()));  // the line in a box
        const QRect place(w->mapTo(&widget, QPoint()), w->size());
        const bool isPainted = content.contains(place) && !qobject_cast<QTabBar*>(w) && !qobject_cast<QListWidget*>(w);
        if (isControl(*w) && w->isVisibleTo(&widget) && !isPart && !isPainted && !valueOf(*w).isEmpty()) out.append(w);
    }
    return out;
}

std::vector<QAbstractScrollArea*> contentAreas(QWidget& widget) {
    std::vector<QAbstractScrollArea*> out;
    collectAreas(widget, out);
    return out;
}

void paintWidget(QCPPainter& painter, QWidget& widget, WidgetPart part, bool asShapes) {
    const QRect all = part == WidgetPart::All ? widget.rect() : contentRect(widget);
    painter.save();
    painter.translate(-all.topLeft());
    WidgetPainter(painter, part, asShapes).paint(widget, QPoint(), all);
    painter.restore();
}

}  // namespace app
