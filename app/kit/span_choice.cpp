// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kit/span_choice.h"

#include "timeline/look/format.h"
#include "timeline/view/timeline_view.h"

namespace app {

SpanChoice::SpanChoice(QWidget* parent) : QComboBox(parent) {
    setObjectName(QStringLiteral("span"));
    setSizeAdjustPolicy(QComboBox::AdjustToContents);
    addItems({{}, {}, {}});
    connect(this, &QComboBox::activated, this, &SpanChoice::chosen);
    retranslate();
}

void SpanChoice::setTimeline(timeline::TimelineView* view) {
    if (m_view) m_view->disconnect(this);
    m_view = view;
    if (view) {
        connect(view, &timeline::TimelineView::selectionChanged, this, [this] {
            updateTexts();
            if (span() == Span::Selection) emit rangeMoved();
        });
        connect(view, &timeline::TimelineView::visibleRangeChanged, this, [this] {
            if (span() != Span::View) return;
            updateTexts();
            emit rangeMoved();
        });
    }
    updateTexts();
}

void SpanChoice::setSpan(Span span) {
    if (span == this->span()) return;
    setCurrentIndex(static_cast<int>(span));
    emit chosen();
}

std::optional<model::TimeRange> SpanChoice::range() const {
    if (!m_view || span() == Span::Whole) return std::nullopt;
    return span() == Span::View ? std::optional(m_view->viewState().range.outer()) : m_view->viewState().selection;
}

void SpanChoice::updateTexts() {
    const auto selection = m_view ? m_view->viewState().selection : std::nullopt;
    const auto length = [](model::TimeRange r) { return timeline::formatDuration(r.length()); };
    setItemText(static_cast<int>(Span::Selection),
                selection ? tr("Selected span (%1)").arg(length(*selection)) : tr("Whole report (no span selected)"));
    setItemText(static_cast<int>(Span::View),
                m_view ? tr("Visible span (%1)").arg(length(m_view->viewState().range.outer())) : tr("Visible span"));
    setItemText(static_cast<int>(Span::Whole), tr("Whole report"));
}

void SpanChoice::retranslate() {
    setToolTip(tr("Which time is looked at: the selected span, what is on screen, or everything"));
    setAccessibleName(toolTip());
    updateTexts();
}

}  // namespace app
