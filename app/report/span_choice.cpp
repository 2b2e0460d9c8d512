// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/span_choice.h"

#include "timeline/look/format.h"

namespace app {

SpanChoice::SpanChoice(QWidget* parent) : QComboBox(parent) {
    setObjectName(QStringLiteral("span"));
    setSizeAdjustPolicy(QComboBox::AdjustToContents);
    addItems({{}, {}, {}});
    connect(this, &QComboBox::activated, this, &SpanChoice::chosen);
    retranslate();
}

void SpanChoice::setHost(PaneHost* host) {
    if (m_host) m_host->disconnect(this);
    m_host = host;
    if (host) {
        connect(host, &PaneHost::selectionChanged, this, [this] {
            updateTexts();
            if (span() == Span::Selection) emit rangeMoved();
        });
        connect(host, &PaneHost::visibleSpanChanged, this, [this] {
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
    if (!m_host || span() == Span::Whole) return std::nullopt;
    return span() == Span::View ? std::optional(m_host->visibleSpan()) : m_host->selection();
}

void SpanChoice::updateTexts() {
    const auto selection = m_host ? m_host->selection() : std::nullopt;
    const auto length = [](model::TimeRange r) { return timeline::formatDuration(r.length()); };
    setItemText(static_cast<int>(Span::Selection),
                selection ? tr("Selected span (%1)").arg(length(*selection)) : tr("Whole report (no span selected)"));
    setItemText(static_cast<int>(Span::View),
                m_host ? tr("Visible span (%1)").arg(length(m_host->visibleSpan())) : tr("Visible span"));
    setItemText(static_cast<int>(Span::Whole), tr("Whole report"));
}

void SpanChoice::retranslate() {
    setToolTip(tr("Which time is analyzed: the selected span, what is on screen, or everything"));
    setAccessibleName(toolTip());
    updateTexts();
}

}  // namespace app
