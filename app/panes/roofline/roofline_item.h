// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

#include "app/panes/roofline/roofline_view.h"

namespace app {

/// Draws roofs, ridge points, points and their legend into a plot with two logarithmic axes: FLOP/byte and FLOP/s.
class RooflineItem : public QCPAbstractItem {
    Q_OBJECT

public:
    explicit RooflineItem(QCustomPlot* plot) : QCPAbstractItem(plot) { setSelectable(false); }
    void setView(RooflineView view);
    const RooflineView& view() const { return m_view; }
    RooflineView& edit() { return m_view; }

    /// A point at one level: a mark.
    struct Mark {
        std::size_t point = 0;
        model::roofline::Level level = model::roofline::Level::Dram;
        QPointF at;         ///< x FLOP/byte, y FLOP/s
        double radius = 0;  ///< logical px
    };
    /// All marks, the largest first. O(points).
    const std::vector<Mark>& marks() const { return m_marks; }
    /// Marks that are not drawn: the shortest, beyond kMostMarks.
    std::size_t hidden() const { return m_hidden; }
    static constexpr std::size_t kMostMarks = 20'000;
    /// Where a mark is, in px of the plot.
    QPointF pixelOf(const Mark& mark) const;
    /// The smallest mark under that place; nullptr where there is none. O(marks).
    const Mark* markAt(const QPointF& pixel) const;
    /// What is written in the picture beside points, and where, after it was drawn: the largest have their names, those
    /// of the selected kernel too.
    struct Name {
        std::size_t point = 0;
        QRectF area;  ///< px of the plot
        QString text;
    };
    const std::vector<Name>& names() const { return m_names; }
    /// Texts that were written, those of the legend, too; marks, also of the baseline; lines of roofs and arrows. px of
    /// the plot, after it was drawn.
    const std::vector<QPolygonF>& labels() const { return m_labels; }
    const std::vector<QRectF>& obstacles() const { return m_obstacles; }
    const std::vector<QLineF>& lines() const { return m_lines; }
    /// Why arrows may say more of the profilers than of the kernels; empty where nothing is to be said.
    QString cachesNote() const;
    /// Where the kernel of a mark was in the baseline, x FLOP/byte, y FLOP/s.
    std::optional<QPointF> before(const Mark& mark) const;
    static constexpr double kRoom = 2;  ///< px around each text
    static constexpr std::size_t kMostNames = 8;
    static QColor colourOf(model::roofline::Precision precision);
    /// Roofs that are drawn: of the chip, of the levels, of kinds of arithmetic that its points do.
    const std::vector<model::roofline::Roof>& roofs() const { return m_roofs; }

    double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }

protected:
    void draw(QCPPainter* painter) override;

private:
    void collectMarks();
    void collectRoofs();
    QPointF pixel(double x, double y) const;
    void drawRoofs(QCPPainter* p);
    void labelRoofs(QCPPainter* p);
    void drawRidges(QCPPainter* p);
    void drawBaseline(QCPPainter* p);
    void drawMark(QCPPainter* p, const Mark& mark) const;
    void drawLegend(QCPPainter* p);
    struct LegendEntry;
    std::vector<LegendEntry> legend(const QFontMetrics& metrics) const;
    QString baselineText(const QFontMetrics& metrics) const;
    std::vector<QPointF> ridges() const;
    void drawNames(QCPPainter* p);
    bool drawName(QCPPainter* p, const Mark& mark, const QString& name);
    void collectObstacles();
    /// A text there would lie upon no other one, no mark and no line.
    bool isFree(const QTransform& turn, const QRectF& box) const;
    bool label(QCPPainter* p, const QPointF& at, double angle, const QString& text);
    void labelRoof(QCPPainter* p, const model::roofline::Roof& roof);
    QLineF lineOf(const model::roofline::Roof& roof) const;
    int classOf(const model::roofline::Point& point) const;
    QString classText(int c) const;

    RooflineView m_view;
    std::vector<Mark> m_marks;
    std::size_t m_hidden = 0;
    std::vector<model::roofline::Roof> m_roofs;
    // Of this picture:
    std::vector<QPolygonF> m_labels;
    std::vector<Name> m_names;
    std::vector<QRectF> m_obstacles;
    std::vector<QLineF> m_lines;
};

}  // namespace app
