// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QRect>
#include <QString>
#include <functional>

class QKeyEvent;
class QWidget;

namespace app {

/// The points of a chart for those who do not point at them: the arrow keys lead from one to the next, which is ringed,
/// told in a tip and to assistive technologies: "3 of 71: gemm, 1.2 TFLOP/s". Home and End lead to the first and the
/// last, Page Up and Page Down ten further. It belongs to the widget, which gets the focus by Tab, the role of a chart,
/// and one part for each point. The widget keeps its own name.
class SpokenPoints : public QObject {
    Q_OBJECT

public:
    struct Source {
        std::function<int()> count;
        std::function<QString(int)> text;          ///< of a point, in one line
        std::function<QRect(int)> area;            ///< logical px of the widget; empty: it is not on screen
        std::function<void(int)> choose = {};      ///< Enter; none: it does nothing
        std::function<int(int, int)> beside = {};  ///< which point a Qt::Key leads to, -1: none; none: a row of points
    };
    SpokenPoints(QWidget* widget, Source source);
    ~SpokenPoints() override;

    /// The chart shows something else: no point is the current one.
    void reset();
    /// From 0; -1 = none.
    int current() const { return m_current; }
    void setCurrent(int point);
    int count() const { return m_source.count(); }
    QString text(int point) const { return m_source.text(point); }
    QRect area(int point) const { return m_source.area(point); }
    void choose(int point) const;
    /// With its place: "3 of 71: …".
    QString sentence(int point) const;
    QWidget* widget() const { return m_widget; }
    /// That of a widget; null where it has none.
    static SpokenPoints* of(const QWidget* widget);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool press(const QKeyEvent& event);
    int next(int key) const;
    void reveal() const;
    void placeMark();

    QWidget* const m_widget;
    const Source m_source;
    QWidget* m_mark;
    int m_current = -1;
};

/// Lets Qt ask for what charts say. More than once does no harm; the first SpokenPoints does it.
void installChartAccessibility();

}  // namespace app
