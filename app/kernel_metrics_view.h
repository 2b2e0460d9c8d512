// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "app/kernel_view.h"

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
    void setKernel(const ShownKernel& shown) override;
    KernelMetricsModel* metrics() const { return m_metrics; }
    QLineEdit* filter() const { return m_filter; }

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    void updateCount();

    KernelMetricsModel* m_metrics;
    Table* m_table;
    QLineEdit* m_filter;
    QLabel* m_count;
};

}  // namespace app
