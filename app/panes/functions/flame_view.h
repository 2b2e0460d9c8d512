// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRgb>
#include <QWidget>
#include <functional>
#include <memory>
#include <vector>

#include "model/workload/call_tree.h"
#include "timeline/look/communication.h"

namespace app {

class SpokenPoints;

/// A call tree as a flame graph that hangs from the top: width = share of the time or samples, one line a depth. A
/// click or Enter makes a bar as wide as the view; a click on what is above it, or Escape, goes back. The arrow keys
/// lead to callers, callees and their neighbours.
class FlameView : public QWidget {
    Q_OBJECT

public:
    explicit FlameView(QWidget* parent = nullptr);

    /// `communication`: which of its work is, where its bars are work and their names do not say it.
    void setTree(model::SnapshotPtr report, std::shared_ptr<const model::CallTree> tree, model::TrackKind look,
                 timeline::CommunicationPtr communication = {});
    /// Another way to paint and to speak of nodes; all of them or none.
    struct Paint {
        std::function<QRgb(std::uint32_t node)> fill;
        std::function<QString(std::uint32_t node)> sentence;
        std::function<QString(std::uint32_t node)> mark;  ///< stands in the bar before its name
    };
    void setPaint(Paint paint) { m_paint = std::move(paint); }
    /// Bars whose name holds the text stand out; empty: none.
    void setSearch(const QString& text);
    /// Share of everything that lies under bars that stand out.
    double found() const { return m_found; }
    void zoomTo(std::uint32_t node);
    std::uint32_t zoomed() const { return m_zoomed; }
    std::uint32_t nodeAt(const QPoint& point) const;
    /// Where a node is drawn; empty if it is too narrow or elsewhere.
    QRect rectOf(std::uint32_t node) const;
    /// Why no bar is drawn of a tree that has something; empty where one is.
    QString whyBlank() const;
    static constexpr int kLine = 19;  ///< logical px

signals:
    /// What is under the pointer, in one line; empty: nothing.
    void hovered(const QString& text);
    void zoomedTo(std::uint32_t node);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Bar {
        std::uint32_t node;
        int depth;
        double x, width;
    };
    void makeSpoken();
    void layOut();
    int barBeside(int bar, int key) const;
    void clickOn(std::uint32_t node);
    void search();
    void addBars(std::uint32_t node, int depth, double x, double perUnit);
    QString sentence(std::uint32_t node) const;
    QString label(std::uint32_t node, double width, const QFontMetricsF& metrics) const;

    model::SnapshotPtr m_report;
    std::shared_ptr<const model::CallTree> m_tree;
    model::TrackKind m_look = model::TrackKind::CpuSamples;
    timeline::CommunicationPtr m_communication;
    std::uint32_t m_zoomed = model::CallTree::kNone;
    std::uint32_t m_hovered = model::CallTree::kNone;
    std::vector<Bar> m_bars;             // by depth, from left to right within one
    std::vector<std::size_t> m_firstOf;  // by depth, into m_bars
    QString m_text;
    std::vector<std::uint8_t> m_matches;  // by node
    double m_found = 0;
    Paint m_paint;
    SpokenPoints* m_spoken = nullptr;
};

}  // namespace app
