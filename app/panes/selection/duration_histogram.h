// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "model/base/time.h"

class QCPBars;
class QCPItemRect;
class QCustomPlot;
class QToolButton;

namespace app {

class ElidedLabel;
class SpokenPoints;

/// How the durations of some events are spread. Dragging across it marks a part of them.
class DurationHistogram : public QWidget {
    Q_OBJECT

public:
    explicit DurationHistogram(QWidget* parent = nullptr);

    /// Durations in ns, shortest first; `title` says of what. Nothing is marked afterwards.
    void setDurations(const QString& title, std::vector<model::TimeNs> durations);
    const std::vector<model::TimeNs>& durations() const { return m_durations; }
    /// Counts of the bars, from left to right.
    const std::vector<std::uint64_t>& counts() const { return m_counts; }
    /// Marks the durations from `first` to `last`, both included; nothing: none.
    void brush(std::optional<std::pair<model::TimeNs, model::TimeNs>> range);
    bool isLogarithmic() const;
    void setLogarithmic(bool on);
    /// Pixel in this widget of a duration; for tests.
    QPoint positionOf(model::TimeNs duration) const;

signals:
    void brushed(std::optional<std::pair<model::TimeNs, model::TimeNs>> range);

protected:
    void changeEvent(QEvent* event) override;

private:
    void fill();
    void colour();
    void retranslate();
    void showBrush();
    void makeSpoken();
    std::pair<model::TimeNs, model::TimeNs> boundsOf(int bar) const;
    QRect areaOf(int bar) const;
    double coordinate(double ns) const;
    double duration(double coordinate) const;

    ElidedLabel* m_title;
    QToolButton* m_log;
    QToolButton* m_clear;
    QCustomPlot* m_plot;
    QCPBars* m_bars;
    QCPItemRect* m_brushItem;
    QString m_name;
    std::vector<model::TimeNs> m_durations;
    std::vector<std::uint64_t> m_counts;
    std::vector<int> m_filled;  ///< bars that have something, from left to right
    SpokenPoints* m_spoken = nullptr;
    std::optional<std::pair<model::TimeNs, model::TimeNs>> m_brush;
};

}  // namespace app
