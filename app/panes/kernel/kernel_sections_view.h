// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QTreeWidget>

#include "app/panes/kernel/kernel_view.h"
#include "model/kernels/kernel_sections.h"

namespace app {

/// The sections of the profiler: their numbers, what throughputs are made of, and their charts as bars; with a baseline
/// what differs.
class KernelSectionsView : public QTreeWidget, public KernelView {
    Q_OBJECT

public:
    enum Column { Label, Value, Baseline, Delta, Bar, Metric, ColumnCount };

    explicit KernelSectionsView(QWidget* parent = nullptr);
    void setKernel(const ShownKernel& shown) override;
    QString whyEmpty() const override { return m_isEmpty ? topLevelItem(0)->text(0) : QString(); }
    /// Scrolls to a section by its id; false if it is not there.
    bool showSection(const QString& id);
    /// Chosen lines, or all of them, as tab-separated text with raw values: label, value, that of the baseline if there
    /// is one, metric.
    QString asTsv() const;

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fill();
    QTreeWidgetItem* makeSection(const model::SectionGroup& group) const;
    QTreeWidgetItem* addChart(QTreeWidgetItem* section, const model::SectionBars& chart) const;
    QTreeWidgetItem* addLine(QTreeWidgetItem* parent, const model::SectionLine& line, double scale) const;
    void unfold(QTreeWidgetItem* item);

    ShownKernel m_shown;
    bool m_isEmpty = false;  ///< it says why there are no sections
    QHash<QString, bool>
        m_folds;  ///< what was opened or closed by hand, by section and label; kept from kernel to kernel
};

}  // namespace app
