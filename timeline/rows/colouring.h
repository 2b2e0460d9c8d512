// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "model/look/colouring.h"
#include "timeline/look/palette.h"

namespace timeline {

/// Groups of events that have one colour, as the model makes them, in one theme and in the language of the window. For
/// one snapshot, theme and thread.
class Colouring {
public:
    using Group = model::look::Colouring::Group;  ///< 0: none, the colour of its kind and name stays

    Colouring() = default;
    Colouring(ColourBy by, Theme theme, model::SnapshotPtr snapshot);

    /// Whether colours are those of groups. Kinds and names have theirs without.
    bool isGrouped() const { return m_groups.isGrouped(); }
    ColourBy by() const { return m_groups.by(); }
    Theme theme() const { return m_theme; }
    const model::SnapshotPtr& snapshot() const { return m_snapshot; }

    /// The group of an event of the report, and of what has no event but a duration.
    Group groupOf(model::EventRef event, model::TimeNs duration) { return m_groups.groupOf(event, duration); }
    const Look& look(Group group) const { return m_groups.look(group, m_theme); }
    /// For legends.
    QString text(Group group) const { return QString::fromStdString(m_groups.text(group)); }

private:
    Theme m_theme = Theme::Light;
    model::SnapshotPtr m_snapshot;
    model::look::Colouring m_groups;
};

}  // namespace timeline
