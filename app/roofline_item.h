// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

#include "app/roofline_view.h"

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
        QPointF at;       ///< x FLOP/byte, y FLOP/s
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
    /// What is written in the picture beside points, and where, after it was drawn: the largest have their names, those of the selected kernel too.
    struct Name {
        std::size_t point = 0;
        QRectF area;  ///< px of the plot
        QString text;
    };
    const std::vector<Name>& names() const { return m_names; }
    /// Texts of roofs and ridges that were written, px of the plot.
    const std::vector<QPolygonF>& labels() const { return m_labels; }
    static constexpr std::size_t kMostNames = 8;
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
    void drawNames(QCPPainter* p);
    bool drawName(QCPPainter* p, const Mark& mark, const QString& name);
    void collectObstacles();
    enum class Avoid { All, Marks, Labels, Nothing };  ///< what a text may not lie upon: each has what follows it, All the lines of roofs, too
    bool isFree(const QPolygonF& area, Avoid avoid, const Mark* own = nullptr) const;
    bool label(QCPPainter* p, const QPointF& at, double angle, const QString& text, Avoid avoid);
    std::pair<QPointF, QPointF> lineOf(const model::roofline::Roof& roof) const;
    int classOf(const model::roofline::Point& point) const;
    QString classText(int c) const;

    RooflineView m_view;
    std::vector<Mark> m_marks;
    std::size_t m_hidden = 0;
    std::vector<model::roofline::Roof> m_roofs;
    // Of this picture:
    std::vector<QPolygonF> m_labels;
    std::vector<Name> m_names;
    std::vector<std::pair<QRectF, std::size_t>> m_obstacles;  // marks, by their place in m_marks
    std::vector<std::pair<QPointF, QPointF>> m_lines;         // roofs
};

}  // namespace app
