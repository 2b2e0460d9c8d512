// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "app/panes/kernel/kernel_view.h"

class QLabel;
class QStackedLayout;
class QTreeWidget;

namespace app {

class MemoryChartWidget;
class SideBySide;

/// Where the data of a kernel went: a chart, and tables by cache and kind of access.
class KernelMemoryView : public QWidget, public KernelView {
    Q_OBJECT

public:
    KernelMemoryView();
    void setKernel(const ShownKernel& shown) override;
    QString whyEmpty() const override;
    QString note() const override { return m_note; }
    MemoryChartWidget* chart() const { return m_chart; }
    QTreeWidget* tables() const { return m_tables; }

protected:
    void changeEvent(QEvent* event) override;

private:
    void fill();
    void fillTables();

    ShownKernel m_shown;
    MemoryChartWidget* m_chart;
    QTreeWidget* m_tables;
    QLabel* m_why;
    QLabel* m_noteLabel;
    QString m_note;
    SideBySide* m_parts;
    bool m_isCompared = false;  ///< at least one number
    QStackedLayout* m_stack;
};

}  // namespace app
