// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/state/view_history.h"

#include <QCoreApplication>

#include <iterator>

namespace timeline {
namespace {

struct Steps {
    Q_DECLARE_TR_FUNCTIONS(timeline::Steps)
public:
    // In the order of ViewChange.
    static constexpr const char* kTexts[] = {QT_TR_NOOP("Zoom"),
                                             QT_TR_NOOP("Move"),
                                             QT_TR_NOOP("Select a span"),
                                             QT_TR_NOOP("Select an event"),
                                             QT_TR_NOOP("Expand or collapse"),
                                             QT_TR_NOOP("Change the row height"),
                                             QT_TR_NOOP("Reorder rows"),
                                             QT_TR_NOOP("Pin or unpin"),
                                             QT_TR_NOOP("Hide or show rows"),
                                             QT_TR_NOOP("Filter rows"),
                                             QT_TR_NOOP("Filter"),
                                             QT_TR_NOOP("Change marks"),
                                             QT_TR_NOOP("Change notes"),
                                             QT_TR_NOOP("Change the colours"),
                                             QT_TR_NOOP("Change the row density"),
                                             QT_TR_NOOP("Change the time zero"),
                                             QT_TR_NOOP("Change the view")};
    static_assert(std::size(kTexts) == static_cast<std::size_t>(ViewChange::Everything) + 1);
};

template <class T>
void assignOne(T& target, const T& wanted, const T& other) {
    if (!(wanted == other)) target = wanted;
}

}  // namespace

QString viewChangeText(ViewChange change) { return Steps::tr(Steps::kTexts[static_cast<std::size_t>(change)]); }

QString stepText(const QUndoCommand* step) {
    if (const auto* view = dynamic_cast<const ViewStep*>(step)) return viewChangeText(view->change());
    return step ? step->text() : QString();
}

void assignDifferences(ViewState& target, const ViewState& wanted, const ViewState& other) {
    assignOne(target.range, wanted.range, other.range);
    assignOne(target.selection, wanted.selection, other.selection);
    assignOne(target.selected, wanted.selected, other.selected);
    assignOne(target.onlyName, wanted.onlyName, other.onlyName);
    assignOne(target.marks, wanted.marks, other.marks);
    assignOne(target.notes, wanted.notes, other.notes);
    assignOne(target.colours, wanted.colours, other.colours);
    assignOne(target.zero, wanted.zero, other.zero);
    assignOne(target.follow, wanted.follow, other.follow);
    RowLayout& t = target.layout;
    const RowLayout &w = wanted.layout, &o = other.layout;
    assignOne(t.open, w.open, o.open);
    assignOne(t.expanded, w.expanded, o.expanded);
    assignOne(t.pinned, w.pinned, o.pinned);
    assignOne(t.hidden, w.hidden, o.hidden);
    assignOne(t.heights, w.heights, o.heights);
    assignOne(t.order, w.order, o.order);
    assignOne(t.density, w.density, o.density);
    assignOne(t.nameFilter, w.nameFilter, o.nameFilter);
    assignOne(t.onlyThread, w.onlyThread, o.onlyThread);
    // Where the rows were scrolled to is only of use together with the rows of that time.
    if (!(w == o)) target.scrollY = wanted.scrollY;
}

ViewStep::ViewStep(ViewChange change, bool continuous, ViewState before, ViewState after, qint64 nowMs, Apply apply)
    : m_change(change), m_continuous(continuous), m_before(std::move(before)), m_after(std::move(after)), m_at(nowMs),
      m_apply(std::move(apply)) {
    setText(viewChangeText(change));
}

bool ViewStep::mergeWith(const QUndoCommand* other) {
    const auto& next = static_cast<const ViewStep&>(*other);
    if (!m_continuous || !next.m_continuous || next.m_at - m_at > kMergeMs) return false;
    m_after = next.m_after;
    m_at = next.m_at;
    return true;
}

void ViewStep::redo() {
    if (m_done) m_done = false;
    else m_apply(m_after, m_before);
}

void RangeHistory::visit(const VisibleRange& range, bool continuous, qint64 nowMs) {
    if (!m_ranges.empty() && m_ranges[m_at] == range) return;
    const bool replaces = continuous && m_lastWasContinuous && m_at + 1 == m_ranges.size() && m_at > 0 &&
                          nowMs - m_lastMs <= ViewStep::kMergeMs;
    m_lastWasContinuous = continuous;
    m_lastMs = nowMs;
    if (replaces) {
        m_ranges[m_at] = range;
        return;
    }
    if (!m_ranges.empty()) m_ranges.resize(m_at + 1);
    if (m_ranges.size() == kMost) m_ranges.erase(m_ranges.begin());
    m_ranges.push_back(range);
    m_at = m_ranges.size() - 1;
}

std::optional<VisibleRange> RangeHistory::back() {
    if (!canGoBack()) return std::nullopt;
    m_lastWasContinuous = false;
    return m_ranges[--m_at];
}

std::optional<VisibleRange> RangeHistory::forward() {
    if (!canGoForward()) return std::nullopt;
    m_lastWasContinuous = false;
    return m_ranges[++m_at];
}

void RangeHistory::clear() {
    m_ranges.clear();
    m_at = 0;
    m_lastWasContinuous = false;
}

}  // namespace timeline
