// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/html/html_notes.h"

#include <fmt/format.h>
#include <algorithm>

#include "model/base/places.h"
#include "model/base/translate_noop.h"
#include "model/look/display_name.h"

namespace app {

using model::LaneId;
using model::look::Note;

HtmlNotes::HtmlNotes(const model::Snapshot& shown, const std::vector<HtmlRow>& rows, const std::vector<Note>& notes,
                     const HtmlWords& words)
    : m_s(shown), m_rows(rows), m_words(words) {
    if (notes.empty()) return;
    const std::map<LaneId, std::size_t> rowOfLane = rowsOfLanes();
    std::size_t bytes = 0;
    for (const Note& note : notes) {
        Entry entry{&note, note.of, note.time, note.time, kNoRow, htmlText(note.text, Note::kLongestText)};
        bytes += entry.text.size();
        if (m_entries.size() >= Note::kMost || bytes > kHtmlNoteBytes) {
            m_leftOut = notes.size() - m_entries.size();
            break;
        }
        place(entry, rowOfLane);
        m_entries.push_back(std::move(entry));
    }
    std::stable_sort(m_entries.begin(), m_entries.end(),
                     [](const Entry& a, const Entry& b) { return a.begin < b.begin; });
}

/// Of several rows that show a lane, the one that shows the fewest with it.
std::map<LaneId, std::size_t> HtmlNotes::rowsOfLanes() const {
    std::map<LaneId, std::pair<std::size_t, std::size_t>> best;  // how many lanes there are, and the row
    for (std::size_t row = 0; row < m_rows.size(); ++row)
        for (const auto* lines : {&m_rows[row].open, &m_rows[row].closed})
            for (const HtmlLine& line : *lines)
                for (const LaneId lane : line.lanes) {
                    const auto [at, isNew] = best.try_emplace(lane, line.lanes.size(), row);
                    if (!isNew && line.lanes.size() < at->second.first) at->second = {line.lanes.size(), row};
                }
    std::map<LaneId, std::size_t> out;
    for (const auto& [lane, where] : best) out.emplace(lane, where.second);
    return out;
}

/// An event or a row that the page does not show leaves a note about its time.
void HtmlNotes::place(Entry& entry, const std::map<LaneId, std::size_t>& rowOfLane) const {
    const Note& note = *entry.note;
    if (note.of == Note::Of::Event) {
        const auto row = rowOfLane.find(note.event.lane);
        const bool isThere = note.event.lane < m_s.laneCount() && note.event.row < m_s.lane(note.event.lane).rows;
        if (isThere) {
            entry.begin = m_s.lane(note.event.lane).start(note.event.row);
            entry.end = m_s.lane(note.event.lane).end(note.event.row);
        }
        if (isThere && row != rowOfLane.end()) entry.row = row->second;
        else entry.of = Note::Of::Moment;
    } else if (note.of == Note::Of::Row) {
        for (std::size_t i = 0; i < m_rows.size() && entry.row == kNoRow; ++i)
            if (m_rows[i].track == note.track && m_rows[i].folded == note.folded) entry.row = i;
        if (entry.row == kNoRow) entry.of = Note::Of::Moment;
    }
}

std::string HtmlNotes::pathOf(std::size_t row) const {
    std::string out = m_rows[row].title;
    int depth = m_rows[row].depth;
    for (std::size_t i = row; i-- > 0 && depth > 0;)
        if (m_rows[i].depth < depth) {
            out = m_rows[i].title + " › " + out;
            depth = m_rows[i].depth;
        }
    return out;
}

std::string HtmlNotes::list() const {
    if (m_entries.empty()) return {};
    std::string out = fmt::format("<h3 id=\"notes\">{}</h3>\n<ol class=\"notes\">\n",
                                  htmlText(m_words("Html", QT_TRANSLATE_NOOP("Html", "Notes"))));
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        const Entry& entry = m_entries[i];
        std::string where;
        if (entry.of == Note::Of::Event) {
            const model::LaneView lane = m_s.lane(entry.note->event.lane);
            const model::TrackKind kind = m_s.track(lane.lane->track()).kind;
            where = htmlText(model::look::displayName(kind, m_s.text(lane.name(entry.note->event.row))), 160) + " · ";
        }
        if (entry.row != kNoRow) where += htmlText(pathOf(entry.row)) + (entry.of == Note::Of::Row ? "" : " · ");
        if (entry.of != Note::Of::Row) where += htmlDuration(static_cast<double>(entry.begin));
        out +=
            fmt::format("<li data-note=\"{}\"><b>{}</b> <span class=\"note\">{}</span></li>\n", i, entry.text, where);
    }
    out += "</ol>\n";
    if (m_leftOut > 0)
        out += fmt::format(
            "<p class=\"note\">{}</p>\n",
            htmlText(model::withValues(m_words("Html", QT_TRANSLATE_NOOP("Html", "%1 more notes were left out.")),
                                       {htmlCount(m_leftOut)})));
    return out;
}

void HtmlNotes::write(model::JsonWriter& json, const std::map<LaneId, std::size_t>& laneNumbers) const {
    json.beginArray();
    const model::TimeNs begin = m_s.range().begin;
    for (const Entry& entry : m_entries) {
        const auto lane = entry.of == Note::Of::Event ? laneNumbers.find(entry.note->event.lane) : laneNumbers.end();
        json.beginArray().value(static_cast<std::int64_t>(entry.of)).value(entry.begin - begin);
        json.value(entry.end - begin);
        json.value(entry.row == kNoRow ? std::int64_t{-1} : static_cast<std::int64_t>(entry.row));
        json.value(lane == laneNumbers.end() ? std::int64_t{-1} : static_cast<std::int64_t>(lane->second)).endArray();
    }
    json.endArray();
}

}  // namespace app
