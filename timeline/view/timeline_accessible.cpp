// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/view/timeline_accessible.h"

#include <QAccessible>
#include <QAccessibleWidget>

#include "timeline/rows/row_list.h"
#include "timeline/text/event_text.h"
#include "timeline/view/timeline_view.h"

namespace timeline {
namespace {

QString valueOf(const TimelineView& view) {
    const model::EventRef e = view.viewState().selected;
    if (!view.snapshot() || !e.isValid()) return TimelineView::tr("Nothing is selected");
    const model::Snapshot& s = *view.snapshot();
    return QStringLiteral("%1. %2").arg(trackTitle(s, s.track(model::trackOf(s, e))),
                                        eventSentence(s, e, view.timeFormat()));
}

class TimelineAccessible : public QAccessibleWidget {
public:
    explicit TimelineAccessible(TimelineView* view) : QAccessibleWidget(view, QAccessible::Chart) {}

    QString text(QAccessible::Text t) const override {
        if (t == QAccessible::Value) return valueOf(*static_cast<TimelineView*>(widget()));
        return QAccessibleWidget::text(t);
    }
};

QAccessibleInterface* make(const QString&, QObject* object) {
    auto* view = qobject_cast<TimelineView*>(object);
    return view ? new TimelineAccessible(view) : nullptr;
}

}  // namespace

void installAccessibility() { QAccessible::installFactory(make); }

void announce(TimelineView& view) {
    if (!QAccessible::isActive()) return;
    QAccessibleValueChangeEvent event(&view, valueOf(view));
    QAccessible::updateAccessibility(&event);
}

}  // namespace timeline
