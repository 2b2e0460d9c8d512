// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widget_painter.h"

#include <qcustomplot.h>

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QSplitter>

#include "app/flame_view.h"
#include "app/forward_device.h"
#include "app/uniform_table.h"
#include "timeline/timeline_picture.h"

namespace app {
namespace {

bool isControl(const QWidget& w) {
    return qobject_cast<const QAbstractButton*>(&w) || qobject_cast<const QComboBox*>(&w) || qobject_cast<const QLineEdit*>(&w) || qobject_cast<const QScrollBar*>(&w) ||
           qobject_cast<const QSplitterHandle*>(&w) || w.inherits("QAbstractScrollAreaScrollBarContainer") || w.property(kLeadsToContent).toBool();
}

/// Of a table or a view into something higher: without what is empty below the last row.
QRect filledPart(const QAbstractScrollArea& area) {
    const QRect viewport = area.viewport()->rect().translated(area.viewport()->mapTo(&area, QPoint()));
    QRect out(QPoint(), viewport.bottomRight());  // headings lie above, scroll bars below and beside
    const int top = viewport.top();
    int bottom = -1;
    if (const auto* scroll = qobject_cast<const QScrollArea*>(&area); scroll && qobject_cast<const FlameView*>(scroll->widget())) {
        bottom = top + scroll->widget()->minimumHeight();
    } else if (const auto* view = qobject_cast<const QAbstractItemView*>(&area); view && view->model() && view->model()->rowCount() > 0) {
        // The last row that is shown, which of a tree may be deep down.
        QModelIndex last = view->model()->index(view->model()->rowCount() - 1, 0);
        const auto* tree = qobject_cast<const QTreeView*>(view);
        while (tree && tree->isExpanded(last) && view->model()->rowCount(last) > 0) last = view->model()->index(view->model()->rowCount(last) - 1, 0, last);
        const QRect rect = view->visualRect(last);
        if (rect.isValid()) bottom = top + rect.bottom() + 2;
        // A row that is cut would look like a mistake.
        if (const QRect cut = view->visualRect(view->indexAt({1, viewport.height() - 1})); cut.isValid() && cut.bottom() >= viewport.height() && cut.top() > 0) bottom = top + cut.top() - 1;
    }
    // A flame graph is shown down to its end; of a table what is on screen.
    const bool whole = qobject_cast<const QScrollArea*>(&area) && bottom > 0;
    if (bottom > 0 && (whole || bottom < out.bottom())) out.setBottom(bottom);
    return out;
}

void collect(const QWidget& w, const QPoint& at, QRect& out) {
    if (const auto* area = qobject_cast<const QAbstractScrollArea*>(&w)) {
        out |= filledPart(*area).translated(at);
        return;
    }
    if (qobject_cast<const QCustomPlot*>(&w) || qobject_cast<const timeline::TimelineView*>(&w)) {
        out |= w.rect().translated(at);
        return;
    }
    for (const QObject* child : w.children())
        if (const auto* c = qobject_cast<const QWidget*>(child); c && c->isVisible() && !c->isWindow() && !isControl(*c)) collect(*c, at + c->pos(), out);
}

bool isInScrollArea(const QWidget& w, const QWidget& root) {
    for (const QWidget* p = w.parentWidget(); p && p != &root; p = p->parentWidget())
        if (qobject_cast<const QAbstractScrollArea*>(p)) return true;
    return false;
}

class WidgetPainter {
public:
    WidgetPainter(QCPPainter& p, WidgetPart part, bool asShapes) : m_p(p), m_part(part), m_asShapes(asShapes) {}

    /// `clip`: what of the parents shows it, in px of the painter.
    void paint(QWidget& w, const QPoint& at, const QRect& clip) {
        const QRect rect(at, w.size());
        const QRect seen = rect & clip;  // a flame graph is higher than what shows it
        if (seen.isEmpty() || (m_part == WidgetPart::Content && isControl(w))) return;
        m_p.save();
        m_p.setClipRect(seen);
        m_p.translate(at);
        if (auto* plot = qobject_cast<QCustomPlot*>(&w)) plot->toPainter(&m_p, w.width(), w.height());
        else if (const auto* view = qobject_cast<const timeline::TimelineView*>(&w)) paintTimeline(*view);
        else render(w, seen.translated(-at));
        m_p.restore();
        if (qobject_cast<QCustomPlot*>(&w)) return;
        const bool flame = qobject_cast<QScrollArea*>(&w) && qobject_cast<FlameView*>(static_cast<QScrollArea&>(w).widget());
        for (QObject* child : w.children()) {
            auto* c = qobject_cast<QWidget*>(child);
            if (!c || !c->isVisible() || c->isWindow()) continue;
            if (flame && m_part == WidgetPart::Content) {
                if (auto* view = static_cast<QScrollArea&>(w).widget(); view->parentWidget() == c) paint(*view, at + c->pos(), QRect(at, QSize(w.width(), view->height())));
            } else {
                paint(*c, at + c->pos(), seen);
            }
        }
    }

private:
    void render(QWidget& w, const QRect& seen) {
        ForwardDevice device(m_p, w.size(), seen);
        w.render(&device, QPoint(), QRegion(), w.isWindow() || w.autoFillBackground() ? QWidget::DrawWindowBackground : QWidget::RenderFlags());
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

void paintWidget(QCPPainter& painter, QWidget& widget, WidgetPart part, bool asShapes) {
    const QRect all = part == WidgetPart::All ? widget.rect() : contentRect(widget);
    painter.save();
    painter.translate(-all.topLeft());
    WidgetPainter(painter, part, asShapes).paint(widget, QPoint(), all);
    painter.restore();
}

}  // namespace app
