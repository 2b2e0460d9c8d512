// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/selection_pane.h"

#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/icons.h"
#include "app/table.h"
#include "timeline/format.h"

namespace app {

SelectionPane::SelectionPane(QWidget* parent)
    : Pane(parent), m_copy(new QToolButton), m_zoom(new QToolButton), m_clear(new QToolButton) {
    setObjectName(QStringLiteral("selectionPane"));
    auto* content = new QWidget;
    auto* form = new QFormLayout;
    form->setContentsMargins(12, 10, 12, 4);
    form->setHorizontalSpacing(24);
    form->setVerticalSpacing(5);
    form->setLabelAlignment(Qt::AlignLeft);
    for (int i = 0; i < LineCount; ++i) {
        m_names[i] = new QLabel;
        m_names[i]->setForegroundRole(QPalette::PlaceholderText);
        m_values[i] = new QLabel;
        m_values[i]->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        form->addRow(m_names[i], m_values[i]);
    }
    auto* buttons = new QHBoxLayout;
    buttons->setContentsMargins(8, 4, 8, 8);
    m_copy->setIcon(icon(QStringLiteral("copy")));
    m_zoom->setIcon(icon(QStringLiteral("zoom-selection")));
    m_clear->setIcon(icon(QStringLiteral("close")));
    for (QToolButton* button : {m_zoom, m_copy, m_clear}) {
        button->setAutoRaise(true);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        buttons->addWidget(button);
    }
    buttons->addStretch();
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->addLayout(form);
    column->addLayout(buttons);
    column->addStretch();
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidget(content);
    setContent(scroll);
    connect(m_copy, &QToolButton::clicked, this, [this] { copyText(asTsv()); });
    connect(m_zoom, &QToolButton::clicked, this, [this] {
        if (page()) page()->view()->run(timeline::Command::ZoomToSelection);
    });
    connect(m_clear, &QToolButton::clicked, this, [this] {
        if (page()) page()->view()->setSelection(std::nullopt);
    });
    m_soon.setSingleShot(true);
    m_soon.setInterval(50);
    connect(&m_soon, &QTimer::timeout, this, &SelectionPane::refresh);
    retranslate();
}

void SelectionPane::pageChanged() {
    if (page()) {
        // Counting takes a search in every lane on screen: once per pause, not for each pixel of a drag.
        connect(page()->view(), &timeline::TimelineView::viewStateChanged, pageContext(), [this] { m_soon.start(); });
        connect(page()->document(), &Document::snapshotChanged, pageContext(), [this] { m_soon.start(); });
    }
    refresh();
}

void SelectionPane::refresh() {
    if (!page()) return setEmptyText(tr("Open a report to measure in it."));
    const auto selection = page()->view()->viewState().selection;
    if (!selection) return setEmptyText(tr("Drag with the left button across the timeline to select a span of time."));
    const model::TimeNs length = selection->length();
    m_values[Start]->setText(timeline::formatExactTime(selection->begin));
    m_values[End]->setText(timeline::formatExactTime(selection->end));
    m_values[Length]->setText(timeline::formatDuration(length));
    m_values[Length]->setToolTip(timeline::formatExactTime(length));
    m_values[Rate]->setText(
        tr("%1 per second", "a frequency")
            .arg(timeline::formatValue(1e9 / static_cast<double>(std::max<model::TimeNs>(1, length)))));
    const model::SnapshotPtr snapshot = page()->document()->snapshot();
    std::uint64_t events = 0;
    const auto lanes = page()->visibleLanes();
    for (const model::LaneId id : lanes)
        if (id < snapshot->laneCount()) events += model::rowsOverlapping(snapshot->lane(id), *selection).count();
    m_values[Rows]->setText(timeline::formatCount(static_cast<std::uint64_t>(page()->visibleRowCount())));
    m_values[Events]->setText(timeline::formatCount(events));
    setEmptyText({});
}

QString SelectionPane::asTsv() const {
    const auto selection = page() ? page()->view()->viewState().selection : std::nullopt;
    if (!selection) return {};
    return QStringLiteral("start_ns\tend_ns\tlength_ns\n%1\t%2\t%3\n")
        .arg(selection->begin)
        .arg(selection->end)
        .arg(selection->length());
}

void SelectionPane::retranslate() {
    m_names[Start]->setText(tr("Start"));
    m_names[End]->setText(tr("End"));
    m_names[Length]->setText(tr("Length"));
    m_names[Rate]->setText(tr("If repeated"));
    m_names[Rows]->setText(tr("Visible rows"));
    m_names[Events]->setText(tr("Events of the rows on screen"));
    m_copy->setText(tr("Copy ns"));
    m_copy->setToolTip(tr("Copy start, end and length in nanoseconds"));
    m_zoom->setText(tr("Zoom To"));
    m_clear->setText(tr("Clear"));
    refresh();
}

}  // namespace app
