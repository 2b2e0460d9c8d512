// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>

#include "app/panes/roofline/roofline_item.h"

namespace app {

class SpokenPoints;

/// Kernels by operations per byte and per second, below the roofs of their chip. The wheel zooms, dragging with Ctrl or
/// the middle button moves, dragging marks the points inside, a click or Enter chooses a point.
class RooflineChart : public QWidget {
    Q_OBJECT

public:
    explicit RooflineChart(QWidget* parent = nullptr);
    /// Shows that; fits the axes to it where the points are others than before.
    void setView(RooflineView view);
    const RooflineView& view() const { return m_item->view(); }
    const RooflineItem& item() const { return *m_item; }
    /// Points of the selected kernel.
    void setChosen(std::set<std::size_t> points);
    void setMarked(std::set<std::size_t> points);
    /// The axes show all marks and the roofs above them.
    void fit();
    QCustomPlot* plot() const { return m_plot; }

signals:
    void pointClicked(std::size_t point);
    /// Somebody dragged around points; none: nothing is marked any more.
    void pointsMarked(std::set<std::size_t> points);

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void colour();
    void retranslate();
    bool press(const QMouseEvent& event);
    bool move(const QMouseEvent& event);
    void zoom(const QWheelEvent& event);
    void mark(const QRect& area);
    void replot();
    void fitLabels();
    QString sentence(const RooflineItem::Mark& mark) const;
    QCPRange withRoomForMarks(QCPRange range) const;

    QCustomPlot* m_plot;
    RooflineItem* m_item;
    SpokenPoints* m_spoken;
    QString m_xTitle, m_yTitle;
    bool m_isFitted = true;          ///< nobody has zoomed or moved since
    std::optional<QPoint> m_moving;  ///< where the pointer was, while the axes are dragged
};

}  // namespace app
