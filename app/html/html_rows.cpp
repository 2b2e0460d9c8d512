// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/html/html_rows.h"

#include <algorithm>
#include <map>

#include "model/look/row_tree.h"

namespace app {

using model::LaneId;
using model::Track;
using model::TrackId;
using model::TrackKind;
using model::look::FoldedAs;
using model::look::RowRanking;
using Style = HtmlLineStyle;
using T = model::TrackKind;

namespace {

class Rows {
public:
    Rows(const model::Snapshot& s, const HtmlWords& words)
        : m_s(s), m_tree(s), m_words([&words](const char* english) { return words("timeline", english); }) {}

    std::vector<HtmlRow> build() {
        for (const TrackId root : m_s.tree().roots) {
            if (m_tree.showsHosts() || m_s.track(root).kind != T::Host) addTrack(root, 0);
            else addChildren(m_s.track(root), 0);
        }
        return std::move(m_rows);
    }

private:
    void addChildren(const Track& t, int depth) {
        const std::vector<TrackId> children = m_tree.children(t);
        const RowRanking::Folded folded = m_tree.ranking().folded(children);
        std::map<TrackKind, TrackId> last;  // of a kind; what stands behind one row stands there
        for (const TrackId c : children) last[m_s.track(c).kind] = c;
        for (const TrackId c : children) {
            const auto fold = folded.find(m_s.track(c).kind);
            if (fold == folded.end() || !fold->second.contains(c)) addTrack(c, depth);
            if (fold == folded.end() || last[fold->first] != c) continue;
            std::vector<TrackId> tracks;
            std::copy_if(children.begin(), children.end(), std::back_inserter(tracks),
                         [&](TrackId id) { return fold->second.contains(id); });
            addFolded(t, fold->first, tracks, depth);
        }
    }

    void addTrack(TrackId id, int depth) {
        const Track& t = m_s.track(id);
        if (!m_tree.hasContent(id)) return;
        const std::vector<TrackId> children = m_tree.children(t);
        HtmlRow row{model::look::trackTitle(m_s, t, m_words), depth};
        row.track = id;
        row.expandable = m_tree.isExpandable(t, children);
        row.expanded =
            row.expandable && model::trackKindInfo(t.kind).expanded && !m_tree.ranking().isClosedAtFirst(t, children);
        row.open = linesOf(t, row.expandable, true);
        row.closed = row.expandable ? linesOf(t, true, false) : row.open;
        m_rows.push_back(row);
        if (row.expandable) addChildren(t, depth + 1);
    }

    void addFolded(const Track& parent, TrackKind kind, const std::vector<TrackId>& tracks, int depth) {
        const FoldedAs as = m_tree.foldedAs(kind, tracks);
        HtmlRow row{model::look::foldedTitle(m_s, kind, tracks, as, m_words), depth, true};
        row.track = parent.id;
        row.folded = kind;
        if (kind == T::Gpu) {
            row.closed = curvesInBrief(tracks);
        } else if (as == FoldedAs::Mixed && kind == T::Thread) {
            row.closed = threadLines(tracks, m_tree.foldedThreadLanes(tracks));
        } else if (as == FoldedAs::Mixed) {
            std::vector<LaneId> lanes;
            for (const TrackId c : tracks) m_tree.collectLanes(kind, m_s.track(c), lanes);
            addLanes(row.closed, Style::Summary, std::move(lanes));
        }
        m_rows.push_back(std::move(row));
        for (const TrackId c : tracks) addTrack(c, depth + 1);
    }

    // --- what a row draws

    static void addLanes(std::vector<HtmlLine>& lines, Style style, std::vector<LaneId> lanes) {
        if (!lanes.empty()) lines.push_back({style, std::move(lanes)});
    }

    std::vector<HtmlLine> linesOf(const Track& t, bool expandable, bool open) const {
        std::vector<HtmlLine> out;
        if (t.counter != model::kNoCounter) return {{Style::Counter, {}, t.id}};
        switch (t.kind) {
        case T::Gpu: return open && expandable ? out : curvesInBrief({&t.id, 1});
        case T::Thread: {
            std::vector<LaneId> lanes;
            if (!open || !expandable) m_tree.collectLanes(T::Thread, t, lanes);
            return threadLines({&t.id, 1}, std::move(lanes));
        }
        case T::Host:
        case T::Process:
            if (open && expandable) return out;
            addLanes(out, Style::Summary, m_tree.overlaidLanes(t));
            if (const Track* const ranges = m_tree.rangesInBrief(t)) addLanes(out, Style::Bars, {ranges->lanes[0]});
            return out;
        default: break;
        }
        const model::Shape shape = model::trackKindInfo(t.kind).shape;
        if (shape == model::Shape::Group) addLanes(out, Style::Summary, m_tree.overlaidLanes(t));
        else if (shape == model::Shape::Instant) addLanes(out, Style::Ticks, t.lanes);
        else out = laneLines(t, expandable && !open);
        return out;
    }

    /// Closed: what is outermost of calls and ranges, all together of what merely happens at the same time.
    std::vector<HtmlLine> laneLines(const Track& t, bool closed) const {
        std::vector<HtmlLine> out;
        const std::vector<LaneId> all = m_tree.lanesOf(t);
        const bool nested = model::trackKindInfo(t.kind).shape == model::Shape::Nested;
        if (closed && all.size() > 1)
            addLanes(out, nested ? Style::Bars : Style::Summary, nested ? std::vector{all[0]} : all);
        else
            for (const LaneId lane : all) addLanes(out, Style::Bars, {lane});
        return out;
    }

    std::vector<HtmlLine> threadLines(std::span<const TrackId> threads, std::vector<LaneId> lanes) const {
        std::vector<HtmlLine> out;
        addLanes(out, Style::Summary, std::move(lanes));
        for (const TrackKind kind : {T::ThreadState, T::CpuSamples, T::PythonSamples})
            addLanes(out, kind == T::ThreadState ? Style::State : Style::Ticks, m_tree.insideLanes(threads, kind));
        return out;
    }

    std::vector<HtmlLine> curvesInBrief(std::span<const TrackId> gpus) const {
        std::vector<HtmlLine> out;
        for (const Track* const curve : m_tree.curvesInBrief(gpus))
            out.push_back({Style::Counter, {}, curve->id, true});
        return out;
    }

    const model::Snapshot& m_s;
    model::look::RowTree m_tree;
    model::look::Words m_words;
    std::vector<HtmlRow> m_rows;
};

/// Which rows are seen before anybody opened or closed one.
std::vector<bool> seenAtFirst(const std::vector<HtmlRow>& rows) {
    std::vector<bool> out(rows.size(), true);
    int closed = INT32_MAX;  // depth of the row above that is closed
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i].depth <= closed) closed = INT32_MAX;
        out[i] = closed == INT32_MAX;
        if (out[i] && rows[i].expandable && !rows[i].expanded) closed = rows[i].depth;
    }
    return out;
}

}  // namespace

std::vector<HtmlRow> htmlRows(const model::Snapshot& report, std::size_t most, const HtmlWords& words,
                              std::size_t& leftOut) {
    std::vector<HtmlRow> rows = Rows(report, words).build();
    leftOut = rows.size() > most ? rows.size() - most : 0;
    if (leftOut == 0) return rows;
    // First what is seen, then what is not, from the top; a row stays only below one that stays.
    std::vector<bool> keep = seenAtFirst(rows);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) keep[i] = keep[i] && kept++ < most;
    for (std::size_t i = 0; i < rows.size() && kept < most; ++i)
        if (!keep[i]) keep[i] = true, ++kept;
    std::vector<HtmlRow> out;
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (keep[i]) out.push_back(std::move(rows[i]));
    return out;
}

}  // namespace app
