// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/html/html_rows.h"
#include "model/base/json_writer.h"
#include "model/look/note.h"

namespace app {

/// Notes of a page: a list that everybody can read, and what the script of the timeline needs to put a flag at each. At
/// most model::look::Note::kMost, in the order of their times; texts are at most kHtmlNoteBytes together.
class HtmlNotes {
public:
    /// All must outlive it. `rows` are those of the page.
    HtmlNotes(const model::Snapshot& shown, const std::vector<HtmlRow>& rows,
              const std::vector<model::look::Note>& notes, const HtmlWords& words);

    /// The list as HTML; an entry has its number in data-note. Empty where there are no notes.
    std::string list() const;
    /// [0: moment, 1: event, 2: row; time and end, ns after the begin of the report; number of the row or -1; of the
    /// lane or -1] for each entry of the list.
    void write(model::JsonWriter& json, const std::map<model::LaneId, std::size_t>& laneNumbers) const;

private:
    static constexpr std::size_t kNoRow = static_cast<std::size_t>(-1);
    struct Entry {
        const model::look::Note* note;
        model::look::Note::Of of;
        model::TimeNs begin, end;
        std::size_t row;  ///< of the page; kNoRow: none
        std::string text;
    };
    void place(Entry& entry, const std::map<model::LaneId, std::size_t>& rowOfLane) const;
    std::map<model::LaneId, std::size_t> rowsOfLanes() const;
    std::string pathOf(std::size_t row) const;

    const model::Snapshot& m_s;
    const std::vector<HtmlRow>& m_rows;
    const HtmlWords& m_words;
    std::vector<Entry> m_entries;
    std::size_t m_leftOut = 0;
};

inline constexpr std::size_t kHtmlNoteBytes = 250'000;

}  // namespace app
