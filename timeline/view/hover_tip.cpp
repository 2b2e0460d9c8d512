// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/view/hover_tip.h"

#include "timeline/look/format.h"
#include "timeline/paint/note_flags.h"
#include "timeline/rows/counter_geometry.h"
#include "timeline/text/event_tooltip.h"
#include "timeline/view/timeline_view.h"

namespace timeline {
namespace {

HoverTip eventTip(const Frame& f, const Hover& hover) {
    DescribeOptions options;
    options.maxFrames = 8;
    options.times = f.model->timeFormat();
    QString html = tooltipHtml(describeEvent(*f.geometry.source.snapshot, hover.event(), options), f.theme);
    if (hover.hit->bucket) {
        const QString note =
            TimelineView::tr("Several events share this pixel; this is the longest. Zoom in to tell them apart.");
        html += QStringLiteral("<div style='color:%1; margin-top:5px'>%2</div>")
                    .arg(QColor::fromRgb(tokens(f.theme).secondaryText).name(), note.toHtmlEscaped());
    }
    return {html, hover.bar.toAlignedRect()};
}

HoverTip counterTip(const Frame& f, const Hover& hover) {
    const Pointing& at = *f.pointing;
    const model::Snapshot& s = *f.geometry.source.snapshot;
    const Row& row = f.geometry.row(hover.place);
    // A closed row shows curves of others.
    const model::TrackId id = f.geometry.rows->lines(row)[hover.hit->line].counterTrack;
    const model::Track& curve = s.track(id);
    const CurveTitle title = curveTitle(s, curve);
    std::vector<DetailRow> rows{{TimelineView::tr("Counter"), title.name, {}, {}}};
    if (id != row.track && curve.parent != model::kNoTrack)
        rows.push_back({TimelineView::tr("Of"), trackTitle(s, s.track(curve.parent)), {}, {}});
    rows.push_back({TimelineView::tr("Value"), counterValue(s, id, *hover.hit->value), {}, {}});
    if (!title.unit.isEmpty()) rows.push_back({TimelineView::tr("Unit"), title.unit, {}, {}});
    rows.push_back({TimelineView::tr("Time"), f.model->timeFormat().exact(*at.cursor), {}, {}});
    const int x = at.pointer ? at.pointer->toPoint().x() : 0;
    return {tooltipHtml(rows, f.theme), QRect(x - 2, hover.place.rect.top(), 4, hover.place.rect.height())};
}

/// What a row stands for, the first of many.
QString foldedText(const model::Snapshot& s, const Row& r) {
    constexpr std::size_t kMost = 12;
    QStringList lines{r.title};
    for (std::size_t i = 0; i < std::min(kMost, r.folded.size()); ++i)
        lines.append(trackTitle(s, s.track(r.folded[i])));
    if (r.folded.size() > kMost) lines.append(TimelineView::tr("… and %1 more").arg(r.folded.size() - kMost));
    return lines.join(QLatin1Char('\n'));
}

QString headerText(const Frame& f, const Row& r, HeaderPart part) {
    switch (part) {
    case HeaderPart::Pin: return r.pinned ? TimelineView::tr("Unpin") : TimelineView::tr("Pin to the top");
    case HeaderPart::Hide: return TimelineView::tr("Hide this row");
    case HeaderPart::More: return TimelineView::tr("More");
    case HeaderPart::BottomEdge: return {};
    case HeaderPart::Triangle: return r.expanded ? TimelineView::tr("Collapse") : TimelineView::tr("Expand");
    case HeaderPart::Title: break;
    }
    if (r.role == RowRole::Folded) return foldedText(*f.geometry.source.snapshot, r);
    const ViewLayout& layout = f.geometry.layout;
    if (!titleIsCut(r, QRect(0, 0, layout.header.width(), r.height), {f.theme, f.font, layout.dpr})) return {};
    return r.breadcrumb.isEmpty() ? r.title : QStringLiteral("%1 › %2").arg(r.breadcrumb, r.title);
}

}  // namespace

QString derivedSentence(const RowSource& source, const Hit& hit, const TimeFormat& times) {
    const model::LaneView lane = source.lane(hit.lane);
    const std::string_view name = source.snapshot->text(lane.name(hit.row));
    return TimelineView::tr("%1, %2, at %3", "name, duration, time")
        .arg(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())),
             formatDuration(lane.end(hit.row) - lane.start(hit.row)), times.exact(lane.start(hit.row)));
}

std::optional<HoverTip> hoverTip(const Frame& f) {
    const Pointing& at = *f.pointing;
    const Hover& hover = at.hover;
    if (const int note = at.pointer ? noteAt(f, *at.pointer) : -1; note >= 0) {
        const Note& n = f.model->state().notes[static_cast<std::size_t>(note)];
        return HoverTip{n.text.toHtmlEscaped(), noteFlag(f, n)->toAlignedRect()};
    }
    if (hover.event().isValid()) return eventTip(f, hover);
    if (hover.isDerivedBar())
        return HoverTip{derivedSentence(f.geometry.source, *hover.hit, f.model->timeFormat()).toHtmlEscaped(),
                        hover.bar.toAlignedRect()};
    if (hover.hit && hover.hit->value) return counterTip(f, hover);
    if (!at.header.isValid()) return std::nullopt;
    const QString text = headerText(f, f.geometry.row(at.header), at.headerPart.value_or(HeaderPart::Title));
    if (text.isEmpty()) return std::nullopt;
    return HoverTip{text.toHtmlEscaped().replace(QLatin1Char('\n'), QLatin1String("<br>")),
                    f.geometry.headerRect(at.header)};
}

}  // namespace timeline
