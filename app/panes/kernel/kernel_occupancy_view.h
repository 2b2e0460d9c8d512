// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <array>
#include <optional>

#include "app/panes/kernel/kernel_view.h"
#include "model/kernels/occupancy.h"

class QComboBox;
class QCPGraph;
class QCPItemTracer;
class QCustomPlot;
class QLabel;
class QSpinBox;
class QToolButton;
class QTreeWidget;

namespace app {

/// How full a kernel's multiprocessors are: what limits it, what other sizes would do, and the curve over one of them.
class KernelOccupancyView : public QWidget, public KernelView {
    Q_OBJECT

public:
    KernelOccupancyView();
    void setKernel(const ShownKernel& shown) override;

    /// What is computed with: the launch of the kernel, or what was typed.
    model::LaunchShape shape() const;
    QSpinBox* threads() const { return m_threads; }
    QSpinBox* registers() const { return m_registers; }
    QSpinBox* sharedMemory() const { return m_shared; }
    QTreeWidget* limits() const { return m_limits; }
    QToolButton* resetButton() const { return m_reset; }
    QComboBox* chips() const { return m_chip; }

protected:
    void changeEvent(QEvent* event) override;

private:
    QWidget* makeFields();
    QWidget* makePlot();
    void retranslate();
    void fillChips();
    void fillCarveOuts();
    void reset();
    void compute();
    /// The baseline's launch, where its report says it.
    struct Before {
        const model::ChipLimits* chip;
        model::LaunchShape launch;
        model::Occupancy occupancy;
    };
    std::optional<Before> baselineLaunch() const;
    void reportMeasured(bool asLaunched);
    void reportDifferences(const model::ChipLimits& chip);
    void fillLimits(const model::ChipLimits& chip, const model::Occupancy& now);
    void fillCurve(const model::ChipLimits& chip, const model::Occupancy& now);
    void style();

    ShownKernel m_shown;
    model::LaunchShape m_launch;  ///< of the kernel
    std::optional<Before> m_before;
    bool m_filling = false;

    QComboBox* m_chip;
    QSpinBox* m_threads;
    QSpinBox* m_registers;
    QSpinBox* m_shared;
    QComboBox* m_carveOut;
    QToolButton* m_reset;
    std::array<QLabel*, 5> m_labels, m_differences;
    QLabel* m_result;
    QLabel* m_measured;
    QTreeWidget* m_limits;
    QComboBox* m_axis;
    QLabel* m_axisLabel;
    QCustomPlot* m_plot;
    QCPGraph* m_curve;
    QCPItemTracer* m_point;
};

}  // namespace app
