// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panes/details/chain_view.h"

#include <QHeaderView>
#include <algorithm>

#include "timeline/look/format.h"
#include "timeline/rows/row_list.h"
#include "timeline/text/event_text.h"

namespace app {
namespace {
constexpr int kEventRole = Qt::UserRole;  // lane << 32 | row
constexpr std::size_t kMostCalls = 100;
constexpr int kNameWidth = 340;
}  // namespace

ChainView::ChainView(QWidget* parent) : QTreeWidget(parent) {
    setObjectName(QStringLiteral("chain"));
    setColumnCount(3);
    setUniformRowHeights(true);
    setFrameShape(QFrame::NoFrame);
    setIndentation(14);
    setTextElideMode(Qt::ElideMiddle);
    header()->setStretchLastSection(true);
    setColumnWidth(0, kNameWidth);
    setColumnWidth(1, 90);
    connect(this, &QTreeWidget::itemActivated, this, [this](const QTreeWidgetItem* item) {
        if (const model::EventRef event = eventOf(item); event.isValid()) emit eventActivated(event);
    });
    retranslate();
    hide();
}

model::EventRef ChainView::eventOf(const QTreeWidgetItem* item) {
    const QVariant v = item ? item->data(0, kEventRole) : QVariant();
    if (!v.isValid()) return {};
    return {static_cast<model::LaneId>(v.toULongLong() >> 32), static_cast<std::uint32_t>(v.toULongLong())};
}

void ChainView::setEvent(model::SnapshotPtr report, model::EventRef event) {
    if (report == m_report && event == m_event) return;
    m_report = std::move(report);
    m_event = event;
    if (!m_report || !event.isValid()) {
        m_work.forget();
        clear();
        return hide();
    }
    m_work.run([s = m_report,
                event](const std::stop_token& stop) { return model::correlationChain(*s, event, kMostCalls, stop); },
               [this](const model::CorrelationChain& chain) { setResult(chain); });
}

QTreeWidgetItem* ChainView::line(QTreeWidgetItem* above, model::EventRef event) {
    const model::Snapshot& s = *m_report;
    const model::LaneView lane = s.lane(event.lane);
    auto* item = above ? new QTreeWidgetItem(above) : new QTreeWidgetItem(this);
    item->setText(0, timeline::eventName(s, event));
    item->setText(1, timeline::formatDuration(lane.end(event.row) - lane.start(event.row)));
    item->setText(2, timeline::trackTitle(s, s.track(model::trackOf(s, event))));
    item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
    item->setToolTip(0, item->text(0));
    item->setData(0, kEventRole, QVariant::fromValue(std::uint64_t{event.lane} << 32 | event.row));
    if (event == m_event) {
        QFont bold = font();
        bold.setWeight(QFont::DemiBold);
        item->setFont(0, bold);
        setCurrentItem(item);
    }
    return item;
}

void ChainView::addCount(QTreeWidgetItem* above, std::size_t listed, std::size_t all) {
    if (listed >= all) return;
    auto* item = above ? new QTreeWidgetItem(above) : new QTreeWidgetItem(this);
    item->setText(0, tr("%1 more").arg(timeline::formatCount(all - listed)));
    item->setForeground(0, palette().color(QPalette::PlaceholderText));
}

void ChainView::addWork(QTreeWidgetItem* above, const model::ChainCall& call) {
    for (const model::EventRef& work : call.work) line(above, work);
    addCount(above, call.work.size(), call.workCount);
}

void ChainView::setResult(const model::CorrelationChain& chain) {
    clear();
    QTreeWidgetItem* above = nullptr;
    for (const model::EventRef& around : chain.around) above = line(above, around);
    // The event itself holds its calls where it is one of a thread.
    const bool isCall = !chain.calls.empty() && chain.calls.front().call == m_event;
    const bool isWork =
        !isCall && chain.calls.size() == 1 &&
        std::find(chain.calls[0].work.begin(), chain.calls[0].work.end(), m_event) != chain.calls[0].work.end();
    if (!isCall && !isWork && !chain.calls.empty()) above = line(above, m_event);
    for (const model::ChainCall& call : chain.calls)
        addWork(call.call.isValid() ? line(above, call.call) : above, call);
    addCount(above, chain.calls.size(), chain.callCount);
    expandAll();
    const bool onlyItself =
        topLevelItemCount() == 0 || (topLevelItemCount() == 1 && topLevelItem(0)->childCount() == 0);
    setVisible(!onlyItself);
    if (currentItem()) scrollToItem(currentItem());
    emit settled();
}

void ChainView::retranslate() {
    setHeaderLabels({tr("Chain"), tr("Duration"), tr("Row")});
    setToolTip(tr(
        "From the operators and ranges around, through the calls, to the work on the GPU. Double-click to go there"));
    setAccessibleName(tr("Chain"));
}

}  // namespace app
