// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <QString>

#include "timeline/look/palette.h"
#include "timeline/rows/derived_rows.h"

namespace timeline {

/// Puts events into groups of one colour: by stream, by process, by how long they take, or by category. Groups and
/// colours are the same in every run. For one snapshot, theme and thread.
class Colouring {
public:
    using Group = std::uint16_t;  ///< 0: none, the colour of its kind and name stays

    Colouring() = default;
    Colouring(ColourBy by, Theme theme, model::SnapshotPtr snapshot);

    /// Whether colours are those of groups. Kinds and names have theirs without.
    bool isGrouped() const { return isGrouped(m_by); }
    static bool isGrouped(ColourBy by) { return by != ColourBy::Kind && by != ColourBy::Name; }
    ColourBy by() const { return m_by; }
    Theme theme() const { return m_theme; }
    const model::SnapshotPtr& snapshot() const { return m_snapshot; }

    /// The group of an event of the report, and of what has no event but a duration.
    Group groupOf(model::EventRef event, model::TimeNs duration);
    const Look& look(Group group) const { return m_groups[group - std::size_t{1}].look; }
    /// For legends.
    QString text(Group group) const;

private:
    struct Entry {
        Look look;
        QString text;
    };
    void groupByDuration();
    void groupTracks();
    struct Category {
        std::string key;  ///< decides the colour, in every language
        QString text;
    };
    Group groupOfCategory(model::EventRef event);
    Category categoryOf(model::EventRef event) const;

    ColourBy m_by = ColourBy::Kind;
    Theme m_theme = Theme::Light;
    model::SnapshotPtr m_snapshot;
    std::vector<Entry> m_groups;           ///< by group − 1
    std::vector<Group> m_ofTrack;          ///< by stream and process
    std::map<std::string, Group> m_named;  ///< by category
};

}  // namespace timeline
