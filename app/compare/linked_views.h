// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <array>
#include <optional>
#include <utility>

#include "app/compare/like_rows.h"
#include "model/diff/alignment.h"
#include "timeline/rows/view_state.h"

class QUndoStack;

namespace timeline {
class TimelineView;
}

namespace app {

/// Two timelines that show the same time: zooming, scrolling, the selected span and the pointer of one are those of the
/// other, and so are its colours and the height of its rows; rows that belong together lie at one height where the
/// other report has them. Unlinked, each moves by itself, and linking them again keeps the places where they are.
/// Changes of the alignment are steps of undoStack().
class LinkedViews : public QObject {
    Q_OBJECT

public:
    /// Both outlive this.
    LinkedViews(timeline::TimelineView* first, timeline::TimelineView* second, QObject* parent);

    const model::diff::Alignment& alignment() const { return m_alignment; }
    /// As a step that can be taken back, with that text.
    void setAlignment(const model::diff::Alignment& alignment, const QString& text);
    bool isLinked() const { return m_linked; }
    void setLinked(bool linked);
    QUndoStack* undoStack() const { return m_undo; }
    /// Makes the first view the second one, as a step that can be taken back: each keeps what it shows, and swapped()
    /// tells everyone else.
    void swap(const QString& text);
    /// A report is another one, or has grown: how far the views reach is worked out again.
    void reportsChanged();

signals:
    void alignmentChanged();
    void linkedChanged(bool linked);
    void swapped();

private:
    friend class AlignmentStep;
    friend class SwapStep;
    void apply(const model::diff::Alignment& alignment);
    void applySwap();
    void followLook(std::size_t leader);
    std::size_t sideOf(const timeline::TimelineView* view) const { return view == m_views[0] ? 0 : 1; }
    void follow(std::size_t leader);
    void followSelection(std::size_t leader, std::optional<model::TimeRange> span);
    const LikeRows& rowsOf(std::size_t side);
    double scrollBeside(std::size_t leader);
    model::TimeNs map(std::size_t from, model::TimeNs t) const {
        return from == 0 ? m_alignment.toB(t) : m_alignment.toA(t);
    }
    timeline::VisibleRange map(std::size_t from, const timeline::VisibleRange& r) const;

    std::array<timeline::TimelineView*, 2> m_views;
    std::array<timeline::VisibleRange, 2> m_seen;  ///< ranges that both sides know of
    std::array<double, 2> m_scroll{};
    std::array<std::pair<timeline::ColourBy, timeline::Density>, 2> m_look;  ///< as both sides know it
    std::array<LikeRows, 2> m_rows;                                          ///< of the lists that the views had last
    QUndoStack* m_undo;
    model::diff::Alignment m_alignment;
    bool m_linked = true, m_following = false;
};

}  // namespace app
