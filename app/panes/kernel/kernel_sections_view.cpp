// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panes/kernel/kernel_sections_view.h"

#include <QEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QScrollBar>
#include <cmath>

#include "app/kit/metric_text.h"
#include "app/kit/std_text.h"
#include "app/kit/tables/bar_delegate.h"
#include "app/kit/tables/row_text.h"

namespace app {
namespace {

constexpr int kSectionRawRole = Qt::UserRole, kIdRole = Qt::UserRole + 1;
constexpr int kOpenRole = Qt::UserRole + 2;  // of what spans the row or has rows below it: whether it is open at first
constexpr int kSampledSectionRows = 100;     // decide on the width of columns
constexpr int kBarWidth = 180, kNarrowSections = 480;  // px, of the bars, of a narrow view

constexpr QSize kCellRoom(12, 4);  // px, beside and above what a cell shows

QString foldKey(const QTreeWidgetItem* item) {
    return (item->parent() ? item->parent()->text(0) + u'\n' : QString()) + item->text(0);
}

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
    for (const int column : {Label, Value, Baseline, Delta})
        header()->setSectionResizeMode(column, QHeaderView::ResizeToContents);
    header()->setSectionResizeMode(Bar, QHeaderView::Fixed);
    header()->resizeSection(Bar, kBarWidth);
    header()->setResizeContentsPrecision(kSampledSectionRows);
    header()->setStretchLastSection(true);
    const auto remember = [this](bool open) {
        return [this, open](const QTreeWidgetItem* item) { m_folds[foldKey(item)] = open; };
    };
    connect(this, &QTreeWidget::itemExpanded, this, remember(true));
    connect(this, &QTreeWidget::itemCollapsed, this, remember(false));
}

void KernelSectionsView::setKernel(const ShownKernel& shown) {
    m_shown = shown;
    fill();
}

void KernelSectionsView::fill() {
    const QSignalBlocker quiet(this);  // what opens here was not opened by hand
    const int scroll = verticalScrollBar()->value();
    clear();
    setColumnHidden(Baseline, !m_shown.baseline);
    setColumnHidden(Delta, !m_shown.baseline);
    setHeaderHidden(!m_shown.baseline);
    setHeaderLabels({QString(), tr("Value"), tr("Baseline"), tr("Difference"), QString(), tr("Metric")});
    for (const int column : {Value, Baseline, Delta})
        headerItem()->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    const model::KernelProfile* p = m_shown.kernel();
    m_isEmpty = false;
    if (!p) return;
    // All at once: a view that is seen lays itself out with each item that is added to it.
    QList<QTreeWidgetItem*> sections;
    for (const model::SectionGroup& group : model::sectionGroups(*m_shown.snapshot, *p)) sections << makeSection(group);
    addTopLevelItems(sections);
    for (QTreeWidgetItem* section : std::as_const(sections)) unfold(section);
    // Pages of CSV have labels only.
    bool hasMetrics = false;
    for (QTreeWidgetItemIterator it(this); *it && !hasMetrics; ++it) hasMetrics = !(*it)->text(Metric).isEmpty();
    setColumnHidden(Metric, !hasMetrics);
    m_isEmpty = sections.isEmpty();
    if (m_isEmpty) {
        auto* why = new QTreeWidgetItem(
            this, {tr("The report has no sections for this kernel; its numbers are under “All metrics”.")});
        why->setFirstColumnSpanned(true);
    }
    verticalScrollBar()->setValue(scroll);
}

/// Opens what is open at first or was opened by hand, in an item and those below it.
void KernelSectionsView::unfold(QTreeWidgetItem* item) {
    const QVariant open = item->data(Label, kOpenRole);
    if (!open.isValid()) return;
    if (item->text(Value).isEmpty()) item->setFirstColumnSpanned(true);
    item->setExpanded(m_folds.value(foldKey(item), open.toBool()));
    for (int i = 0; i < item->childCount(); ++i) unfold(item->child(i));
}

QTreeWidgetItem* KernelSectionsView::makeSection(const model::SectionGroup& group) const {
    const model::ProfileSection& section = *group.section;
    auto* item = new QTreeWidgetItem({utf8(m_shown.snapshot->text(section.title))});
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    item->setFont(Label, bold);
    item->setToolTip(Label, utf8(m_shown.snapshot->text(section.description)));
    item->setData(Label, kIdRole, utf8(m_shown.snapshot->text(section.id)));
    item->setData(Label, kOpenRole, true);
    for (const model::SectionLine& line : group.numbers) {
        QTreeWidgetItem* number = addLine(item, line, 100);
        for (const model::SectionLine& part : line.parts) addLine(number, part, 100);
        if (line.parts.empty()) continue;
        number->setData(Label, kOpenRole, false);
        number->setText(Metric, tr("its greatest part: %1").arg(QString::fromStdString(line.parts.front().label)));
        number->setToolTip(Metric, utf8(m_shown.snapshot->text(line.metric)));
    }
    for (const model::SectionBars& chart : group.charts)
        addChart(item, chart)->setData(Label, kOpenRole, &chart == &group.charts.front());
    return item;
}

QTreeWidgetItem* KernelSectionsView::addChart(QTreeWidgetItem* section, const model::SectionBars& chart) const {
    auto* item = new QTreeWidgetItem(section, {QString::fromStdString(chart.title)});
    item->setForeground(Label, palette().color(QPalette::PlaceholderText));
    // Length of a bar by its value; the baseline's marks have the same scale.
    double scale = 0;
    for (const model::SectionLine& line : chart.lines)
        if (line.share > 0) scale = std::max(scale, line.value.number() / line.share);
    for (const model::SectionLine& line : chart.lines) addLine(item, line, scale);
    return item;
}

QTreeWidgetItem* KernelSectionsView::addLine(QTreeWidgetItem* parent, const model::SectionLine& line,
                                             double scale) const {
    const model::Snapshot& s = *m_shown.snapshot;
    const QString label = QString::fromStdString(line.label), metric = utf8(s.text(line.metric));
    auto* item = new QTreeWidgetItem(parent, {label, metricText(s, line.value, line.unit)});
    // Where two sections of a page of CSV have one label, the section is part of the metric's name.
    item->setText(Metric, metric == label || metric.endsWith(QStringLiteral(" / ") + label) || line.instance ? QString()
                                                                                                             : metric);
    item->setForeground(Metric, palette().color(QPalette::PlaceholderText));
    item->setTextAlignment(Value, Qt::AlignRight | Qt::AlignVCenter);
    item->setData(Value, kSectionRawRole, metricRaw(s, line.value));
    if (!std::isnan(line.share)) item->setData(Bar, BarDelegate::kShare, line.share);
    if (!m_shown.baseline) return item;
    const model::Snapshot& other = *m_shown.baseline.snapshot;
    const model::MetricValue base = model::valueOfLine(s, line, other, m_shown.baseline.kernel());
    item->setText(Baseline, metricText(other, base, line.unit));
    item->setData(Baseline, kSectionRawRole, metricRaw(other, base));
    item->setText(Delta, deltaText(line.value.number(), base.number(), line.unit));
    for (const int column : {Baseline, Delta}) item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    item->setForeground(Baseline, palette().color(QPalette::PlaceholderText));
    if (!std::isnan(line.share) && base.number() >= 0 && scale > 0)
        item->setData(Bar, BarDelegate::kMark, base.number() / scale);
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
        if ((!all && !item->isSelected()) || !item->data(Value, kSectionRawRole).isValid()) continue;
        QStringList cells{item->text(Label), item->data(Value, kSectionRawRole).toString()};
        if (m_shown.baseline) cells << item->data(Baseline, kSectionRawRole).toString();
        out += (cells << item->text(Metric)).join(u'\t') + u'\n';
    }
    return out;
}

void KernelSectionsView::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy)) return copyText(asTsv());
    QTreeWidget::keyPressEvent(event);
}

// A long label must not push the numbers out of a narrow view.
void KernelSectionsView::resizeEvent(QResizeEvent* event) {
    QTreeWidget::resizeEvent(event);
    const int width = viewport()->width();
    header()->setSectionResizeMode(Label, width < kNarrowSections ? QHeaderView::Fixed : QHeaderView::ResizeToContents);
    if (width < kNarrowSections) header()->resizeSection(Label, width * 6 / 10);
}

void KernelSectionsView::changeEvent(QEvent* event) {
    QTreeWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange) fill();
}

}  // namespace app
