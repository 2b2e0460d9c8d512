// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "model/memory_flow.h"

namespace app {

/// Boxes for the places of a kernel's data and arrows for what went between them, wider and stronger the nearer they are to their peak.
class MemoryChartWidget : public QWidget {
    Q_OBJECT

public:
    explicit MemoryChartWidget(QWidget* parent = nullptr);
    /// With what it is compared with, if anything.
    void setChart(model::MemoryChart chart, std::optional<model::MemoryChart> baseline);

    /// What stands at an arrow, for tests: "255 MiB · 2.3 %".
    QString labelOf(const model::MemoryFlow& flow) const;
    QSize minimumSizeHint() const override { return {540, 190}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Arrow {
        QPointF from, to;
        QRectF label;  ///< above its line
        bool isRoomy;  ///< there is room for another one below
        const model::MemoryFlow* flow;
    };
    QRectF boxOf(model::MemoryPlace place) const;
    std::vector<Arrow> arrows() const;
    void paintBox(QPainter& p, model::MemoryPlace place) const;
    void paintArrow(QPainter& p, const Arrow& arrow) const;
    QString deltaOf(const model::MemoryFlow& flow) const;

    model::MemoryChart m_chart;
    std::optional<model::MemoryChart> m_baseline;
};

}  // namespace app
