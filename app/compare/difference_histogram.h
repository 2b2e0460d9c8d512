// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "model/base/time.h"

namespace app {

/// How the durations of one name are spread in both reports, over each other: A filled, B as a line. Shares of all, so
/// that a longer report has no higher bars; durations on a logarithmic scale.
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
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Side {
        std::vector<model::TimeNs> each;
        std::vector<double> shares;
        model::TimeNs median = 0;
    };
    QRectF plot() const;
    double positionOf(double ns) const;    ///< px
    double edgeOf(std::size_t bar) const;  ///< ns
    void fill(Side& side, std::vector<model::TimeNs> each);
    QString legend(const Side& side, const QString& report) const;
    void describe();

    QString m_name;
    Side m_a, m_b;
    double m_least = 1, m_most = 1;  ///< ns
};

}  // namespace app
