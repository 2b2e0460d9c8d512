// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>

#include "model/query/query.h"
#include "timeline/look/time_format.h"

class QCPGraph;
class QCPItemTracer;
class QCPItemRect;
class QCustomPlot;

namespace app {

class SpokenPoints;

/// A curve of memory over time: the most that was in use within each pixel, with its peak marked. Dragging across it
/// selects that span.
class MemoryCurve : public QWidget {
    Q_OBJECT

public:
    explicit MemoryCurve(QWidget* parent = nullptr);
    /// What is drawn: values of a counter within a span, in bytes. O(pixels · log rows).
    void setCurve(model::SnapshotPtr report, std::uint32_t counter, model::TimeRange span);
    void clear();
    /// How its times are written.
    void setTimes(const timeline::TimeFormat& times);
    /// The selected span of the timeline, drawn as a band.
    void setSelection(std::optional<model::TimeRange> selection);
    /// The greatest value within the span, and when it was first so.
    std::optional<std::pair<model::TimeNs, double>> peak() const { return m_peak; }
    int points() const;

signals:
    /// Somebody dragged across a span.
    void spanSelected(model::TimeRange span);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fill();
    void colour();
    void retranslate();
    QString sentence(int point) const;
    double key(model::TimeNs t) const { return static_cast<double>(t - m_span.begin); }

    QCustomPlot* m_plot;
    QCPGraph* m_graph;
    QCPItemTracer* m_mark;
    QCPItemRect* m_band;
    SpokenPoints* m_spoken;
    model::SnapshotPtr m_report;
    std::uint32_t m_counter = model::kNoCounter;
    model::TimeRange m_span;
    timeline::TimeFormat m_times;
    std::optional<model::TimeRange> m_selection;
    std::optional<std::pair<model::TimeNs, double>> m_peak;
};

}  // namespace app
