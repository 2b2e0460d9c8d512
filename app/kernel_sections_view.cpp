// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kernel_sections_view.h"

#include <QEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <cmath>

#include "app/bar_delegate.h"
#include "app/metric_text.h"
#include "app/row_text.h"

namespace app {
namespace {

constexpr int kRawRole = Qt::UserRole, kIdRole = Qt::UserRole + 1;
constexpr int kBarWidth = 180;

constexpr QSize kCellRoom(12, 4);  // px, beside and above what a cell shows

QString utf8(std::string_view s) { return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size())); }

}  // namespace

KernelSectionsView::KernelSectionsView(QWidget* parent) : QTreeWidget(parent) {
    setColumnCount(ColumnCount);
    setHeaderHidden(true);
    setItemDelegate(new BarDelegate(this, kCellRoom));
    setIndentation(14);
    setUniformRowHeights(true);
    setFrameShape(NoFrame);
    setSelectionMode(ExtendedSelection);
    setTextElideMode(Qt::ElideMiddle);
    for (const int column : {Label, Value, Baseline, Delta}) header()->setSectionResizeMode(column, QHeaderView::ResizeToContents);
    header()->setSectionResizeMode(Bar, QHeaderView::Fixed);
    header()->resizeSection(Bar, kBarWidth);
    header()->setStretchLastSection(true);
}

void KernelSectionsView::setKernel(const ShownKernel& shown) {
    m_shown = shown;
    fill();
}

void KernelSectionsView::fill() {
    clear();
    setColumnHidden(Baseline, !m_shown.baseline);
    setColumnHidden(Delta, !m_shown.baseline);
    setHeaderHidden(!m_shown.baseline);
    setHeaderLabels({QString(), tr("Value"), tr("Baseline"), tr("Difference"), QString(), tr("Metric")});
    for (const int column : {Value, Baseline, Delta}) headerItem()->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    const model::KernelProfile* p = m_shown.kernel();
    if (!p) return;
    for (const model::SectionGroup& group : model::sectionGroups(*m_shown.snapshot, *p)) {
        QTreeWidgetItem* section = addSection(group);
        for (const model::SectionLine& line : group.numbers) {
            QTreeWidgetItem* item = addLine(section, line, 100);
            for (const model::SectionLine& part : line.parts) addLine(item, part, 100);
            if (line.parts.empty()) continue;
            item->setText(Metric, tr("its greatest part: %1").arg(QString::fromStdString(line.parts.front().label)));
            item->setToolTip(Metric, utf8(m_shown.snapshot->text(line.metric)));
        }
        for (const model::SectionBars& chart : group.charts) addChart(section, chart)->setExpanded(&chart == &group.charts.front());
    }
    if (topLevelItemCount() == 0) {
        auto* why = new QTreeWidgetItem(this, {tr("The report has no sections for this kernel; its numbers are under “All metrics”.")});
        why->setFirstColumnSpanned(true);
    }
}

QTreeWidgetItem* KernelSectionsView::addSection(const model::SectionGroup& group) {
    const model::ProfileSection& section = *group.section;
    auto* item = new QTreeWidgetItem(this, {utf8(m_shown.snapshot->text(section.title))});
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    item->setFont(Label, bold);
    item->setFirstColumnSpanned(true);
    item->setToolTip(Label, utf8(m_shown.snapshot->text(section.description)));
    item->setData(Label, kIdRole, utf8(m_shown.snapshot->text(section.id)));
    item->setExpanded(true);
    return item;
}

QTreeWidgetItem* KernelSectionsView::addChart(QTreeWidgetItem* section, const model::SectionBars& chart) {
    auto* item = new QTreeWidgetItem(section, {QString::fromStdString(chart.title)});
    item->setFirstColumnSpanned(true);
    item->setForeground(Label, palette().color(QPalette::PlaceholderText));
    // Length of a bar by its value; the baseline's marks have the same scale.
    double scale = 0;
    for (const model::SectionLine& line : chart.lines)
        if (line.share > 0) scale = std::max(scale, line.value.number() / line.share);
    for (const model::SectionLine& line : chart.lines) addLine(item, line, scale);
    return item;
}

QTreeWidgetItem* KernelSectionsView::addLine(QTreeWidgetItem* parent, const model::SectionLine& line, double scale) {
    const model::Snapshot& s = *m_shown.snapshot;
    const QString label = QString::fromStdString(line.label), metric = utf8(s.text(line.metric));
    auto* item = new QTreeWidgetItem(parent, {label, metricText(s, line.value, line.unit)});
    item->setText(Metric, metric == label || line.instance ? QString() : metric);
    item->setForeground(Metric, palette().color(QPalette::PlaceholderText));
    item->setTextAlignment(Value, Qt::AlignRight | Qt::AlignVCenter);
    item->setData(Value, kRawRole, metricRaw(s, line.value));
    if (!std::isnan(line.share)) item->setData(Bar, BarDelegate::kShare, line.share);
    if (!m_shown.baseline) return item;
    const model::Snapshot& other = *m_shown.baseline.snapshot;
    const model::MetricValue base = model::valueOfLine(s, line, other, m_shown.baseline.kernel());
    item->setText(Baseline, metricText(other, base, line.unit));
    item->setData(Baseline, kRawRole, metricRaw(other, base));
    item->setText(Delta, deltaText(line.value.number(), base.number(), line.unit));
    for (const int column : {Baseline, Delta}) item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    item->setForeground(Baseline, palette().color(QPalette::PlaceholderText));
    if (!std::isnan(line.share) && base.number() >= 0 && scale > 0) item->setData(Bar, BarDelegate::kMark, base.number() / scale);
    return item;
}

bool KernelSectionsView::showSection(const QString& id) {
    for (int i = 0; i < topLevelItemCount(); ++i) {
        QTreeWidgetItem* group = topLevelItem(i);
        if (group->data(Label, kIdRole).toString() != id) continue;
        scrollToItem(group, PositionAtTop);
        setCurrentItem(group);
        return true;
    }
    return false;
}

QString KernelSectionsView::asTsv() const {
    const bool all = selectedItems().isEmpty();
    QString out;
    for (QTreeWidgetItemIterator it(const_cast<KernelSectionsView*>(this)); *it; ++it) {
        const QTreeWidgetItem* item = *it;
        if ((!all && !item->isSelected()) || !item->data(Value, kRawRole).isValid()) continue;
        QStringList cells{item->text(Label), item->data(Value, kRawRole).toString()};
        if (m_shown.baseline) cells << item->data(Baseline, kRawRole).toString();
        out += (cells << item->text(Metric)).join(u'\t') + u'\n';
    }
    return out;
}

void KernelSectionsView::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy)) return copyText(asTsv());
    QTreeWidget::keyPressEvent(event);
}

void KernelSectionsView::changeEvent(QEvent* event) {
    QTreeWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange) fill();
}

}  // namespace app
