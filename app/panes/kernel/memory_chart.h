// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "model/kernels/memory_flow.h"

namespace app {

class SpokenPoints;

/// Boxes for the places of a kernel's data and arrows for what went between them, wider and stronger the nearer they
/// are to their peak.
class MemoryChartWidget : public QWidget {
    Q_OBJECT

public:
    explicit MemoryChartWidget(QWidget* parent = nullptr);
    /// With what it is compared with, if anything.
    void setChart(model::MemoryChart chart, std::optional<model::MemoryChart> baseline);

    /// What stands at an arrow, for tests: "255 MiB · 2.3 %".
    QString labelOf(const model::MemoryFlow& flow) const;
    struct Text {
        QRectF area;
        QString text;
        bool isMain;  ///< an amount that is not 0
    };
    /// Texts that are drawn at arrows.
    std::vector<Text> texts() const;
    QSize minimumSizeHint() const override;

    QSize sizeHint() const override { return {kLeastWidth, kGood}; }

    static constexpr int kLeastWidth = 540, kLeast = 190, kLeastCompared = 320,
                         kGood = 400;  ///< px; with differences there is more to write

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Arrow {
        QPointF from, to;
        QRectF room;               ///< of its texts
        QStringList above, below;  ///< its line
        const model::MemoryFlow* flow;
    };
    void addTexts(Arrow& arrow, int lines) const;
    QRectF boxOf(model::MemoryPlace place) const;
    std::vector<Arrow> arrows() const;
    void paintBox(QPainter& p, model::MemoryPlace place) const;
    void paintArrow(QPainter& p, const Arrow& arrow) const;
    /// In the baseline; null where there is none.
    const model::MemoryFlow* before(const model::MemoryFlow& flow) const;

    QStringList linesOf(const model::MemoryFlow& flow) const;
    QRectF hotAreaOf(const Arrow& arrow) const;

    SpokenPoints* m_spoken;
    model::MemoryChart m_chart;
    std::optional<model::MemoryChart> m_baseline;
};

}  // namespace app
