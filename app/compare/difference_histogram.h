// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "model/base/time.h"

class QCPBars;
class QCPGraph;
class QCPItemStraightLine;
class QCustomPlot;
class QLabel;

namespace app {

class ElidedLabel;
class SpokenPoints;

/// How the durations of one name are spread in both reports, over each other: A filled, B as a line. Shares of all, so
/// that a longer report has no higher bars; durations on a logarithmic scale. Keys lead from bar to bar.
class DifferenceHistogram : public QWidget {
    Q_OBJECT

public:
    explicit DifferenceHistogram(QWidget* parent = nullptr);

    /// Durations in ns, in any order; `name` says of what. Both empty: nothing.
    void show(const QString& name, std::vector<model::TimeNs> a, std::vector<model::TimeNs> b);
    /// Shares of the bars, from left to right.
    const std::vector<double>& sharesA() const { return m_a.shares; }
    const std::vector<double>& sharesB() const { return m_b.shares; }
    QSize sizeHint() const override { return {320, 160}; }

protected:
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Side {
        std::vector<model::TimeNs> each;
        std::vector<double> shares;
        model::TimeNs median = 0;
    };
    void fill(Side& side, std::vector<model::TimeNs> each);
    void draw();
    void makeSpoken();
    QString barText(std::size_t bar) const;
    QRect areaOf(std::size_t bar) const;  ///< px of the plot, of what is higher
    void colour();
    void retranslate();
    double coordinateOf(std::size_t edge) const;  ///< of a bar, from 0 to their number
    QString legend(const Side& side, const QString& report) const;

    QString m_name;
    Side m_a, m_b;
    double m_low = 0, m_high = 1;  ///< log10 of ns
    ElidedLabel* m_title;
    QLabel* m_hint;
    QCustomPlot* m_plot;
    QCPBars* m_bars;   // of A
    QCPGraph* m_line;  // of B
    QCPItemStraightLine *m_medianA, *m_medianB;
    std::vector<std::size_t> m_filled;  ///< bars that have something, from left to right
    SpokenPoints* m_spoken = nullptr;
};

}  // namespace app
