// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/html/html_view.h"

#include "importers/export/selection.h"
#include "model/store/added_rows.h"

namespace app {

using importers::exporting::Scrubber;
using model::EventRef;
using model::LaneView;
using model::Snapshot;
using model::Track;
using model::TrackId;
using model::TrackKind;
using model::look::Note;

namespace {

/// Finds again in a part what belongs to it.
class Parting {
public:
    Parting(const Snapshot& whole, const importers::ExportOptions& options) : m_options(options) {
        if (options.scrub) m_scrub.emplace(whole, options.scrub, options.standIns);
    }

    /// The part with the rows that were added to the whole.
    model::SnapshotPtr withRows(const Snapshot& shown, const model::SnapshotPtr& part, model::StringTable& strings) {
        model::AddedRows rows;
        for (TrackId id = 0; id < shown.trackCount(); ++id) {
            const Track& t = shown.track(id);
            if (t.kind != TrackKind::Query) continue;
            std::vector<model::Event> events;
            for (const model::LaneId lane : t.lanes) addEvents(shown, shown.lane(lane), strings, events);
            const model::StringId name = strings.intern(named("row", shown.text(t.name)));
            auto row = model::AddedRow::of(rows.nextTrack(*part), name, std::move(events), m_options.stop);
            if (!row) return {};
            rows.add(std::move(*row));
        }
        return rows.on(part);
    }

    std::optional<Note> note(const Snapshot& shown, const Note& note, const Snapshot& part) {
        Note out = note;
        out.text = named("note", note.text);
        if (out.of == Note::Of::Event) {
            if (const auto event = eventIn(shown, note.event, part)) out.event = *event;
            else out.of = Note::Of::Moment;
        }
        if (out.of == Note::Of::Row) {
            out.track = note.track < shown.trackCount() ? trackIn(shown.track(note.track), part) : model::kNoTrack;
            if (out.track == model::kNoTrack) out.of = Note::Of::Moment;
        }
        const model::TimeRange whole = part.whole();
        if (out.of == Note::Of::Moment && (out.time < whole.begin || out.time >= whole.end)) return {};
        return out;
    }

private:
    std::string named(std::string_view noun, std::string_view text) {
        return m_scrub ? m_scrub->named(noun, text) : std::string(text);
    }

    void addEvents(const Snapshot& shown, const LaneView& lane, model::StringTable& strings,
                   std::vector<model::Event>& out) {
        const model::RowRange rows =
            m_options.times ? model::rowsOverlapping(lane, *m_options.times) : model::RowRange{0, lane.rows};
        for (std::size_t i = rows.first; i < rows.last; ++i) {
            const model::StringId name = strings.intern(named("event", shown.text(lane.name(i))));
            out.push_back({lane.start(i), lane.end(i), name, 0, 0, 0});
        }
    }

    TrackId trackIn(const Track& t, const Snapshot& part) {
        const model::TrackKey key = m_scrub ? m_scrub->key(t.key) : t.key;
        for (TrackId id = 0; id < part.trackCount(); ++id)
            if (part.track(id).kind == t.kind && part.track(id).key == key) return id;
        return model::kNoTrack;
    }

    /// Of several with the same times, the one that is as deep.
    std::optional<EventRef> eventIn(const Snapshot& shown, EventRef event, const Snapshot& part) {
        if (event.lane >= shown.laneCount() || event.row >= shown.lane(event.lane).rows) return {};
        const LaneView from = shown.lane(event.lane);
        const Track& t = shown.track(from.lane->track());
        const TrackId track = trackIn(t, part);
        if (track == model::kNoTrack) return {};
        std::optional<EventRef> found;
        const Track& there = part.track(track);
        for (const auto& [lanes, before] : {std::pair(&there.lanes, &t.lanes), std::pair(&there.overflow, &t.overflow)})
            for (std::size_t depth = 0; depth < lanes->size(); ++depth) {
                const LaneView lane = part.lane((*lanes)[depth]);
                const std::size_t row = lane.lane->start().lowerBound(0, lane.rows, from.start(event.row));
                if (row >= lane.rows || lane.start(row) != from.start(event.row) ||
                    lane.end(row) != from.end(event.row))
                    continue;
                const EventRef ref{(*lanes)[depth], static_cast<std::uint32_t>(row)};
                if (!found) found = ref;
                if (depth < before->size() && (*before)[depth] == event.lane) return ref;
            }
        return found;
    }

    const importers::ExportOptions& m_options;
    std::optional<Scrubber> m_scrub;
};

}  // namespace

std::optional<HtmlPart> htmlPart(const model::SnapshotPtr& report, const HtmlView& view,
                                 importers::ExportOptions options) {
    if (!options.standIns) options.standIns = std::make_shared<importers::exporting::StandIns>();
    std::shared_ptr<model::EventStore> owner;
    HtmlPart out{importers::exporting::selected(report, options, owner), {view.colours}};
    if (!out.report) return {};
    if (out.report == report) return HtmlPart{report, view};
    const Snapshot& shown = view.shown ? *view.shown : *report;
    Parting parting(*report, options);
    if (view.shown) {
        out.view.shown = parting.withRows(shown, out.report, owner->strings());
        if (!out.view.shown) return {};
    }
    const Snapshot& part = out.view.shown ? *out.view.shown : *out.report;
    for (const Note& note : view.notes)
        if (auto one = parting.note(shown, note, part)) out.view.notes.push_back(std::move(*one));
    return out;
}

}  // namespace app
