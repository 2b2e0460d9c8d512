// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "app/panes/kernel/kernel_view.h"

class QLabel;
class QLineEdit;

namespace app {

class KernelMetricsModel;
class Table;

/// Every metric of a kernel, with a box to find some.
class KernelMetricsView : public QWidget, public KernelView {
    Q_OBJECT

public:
    KernelMetricsView();
    ~KernelMetricsView() override;
    void setKernel(const ShownKernel& shown) override;
    KernelMetricsModel* metrics() const { return m_metrics; }
    QLineEdit* filter() const { return m_filter; }

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void retranslate();
    void updateCount();
    void fitNames();

    KernelMetricsModel* m_metrics;
    Table* m_table;
    QLineEdit* m_filter;
    QLabel* m_count;
    bool m_isCompared = false;
    int m_nameWidth = 0;  ///< of names before they gave way; 0 = they did not
};

}  // namespace app
