// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QVector>
#include <QWidget>

class QCPBars;
class QCPGraph;
class QCustomPlot;
class QLabel;

namespace app {

struct ChartPoints;
class SpokenPoints;

/// The first two columns of a query's result as a picture: numbers over numbers as a line, numbers by text as bars.
class ResultChart : public QWidget {
    Q_OBJECT

public:
    explicit ResultChart(QWidget* parent = nullptr);
    void setPoints(const ChartPoints& points);
    /// What is drawn: points or bars; 0 where the result has nothing to draw.
    int drawn() const { return m_drawn; }

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitAxes();
    void drawLine(const ChartPoints& points);
    void drawBars(const ChartPoints& points);
    void makeSpoken();
    void colour();
    void retranslate();

    QCustomPlot* m_plot;
    QCPGraph* m_graph;
    QCPBars* m_bars;
    QLabel* m_hint;
    QVector<double> m_places;  ///< of bars
    QStringList m_labels;
    int m_drawn = 0;
    SpokenPoints* m_spoken = nullptr;
};

}  // namespace app
