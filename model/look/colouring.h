// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/look/palette.h"
#include "model/look/track_title.h"
#include "model/query/query.h"

namespace model::look {

/// What decides the colours of bars.
enum class ColourBy : std::uint8_t {
    Kind,  ///< the hue of the kind, a shade of it for each name
    Name,
    Stream,
    Duration,
    Process,
    Category,
    Count
};
/// Stable name for files; nothing for an unknown one.
std::string_view colourById(ColourBy by);
std::optional<ColourBy> colourByFromId(std::string_view id);

/// English name of a family ("Kernels"), in the context "timeline".
const char* familyText(Family family);

/// Puts events into groups of one colour: by stream, by process, by how long they take, or by category. Groups and
/// colours are the same in every run. For one thread; the snapshot must outlive it.
class Colouring {
public:
    using Group = std::uint16_t;  ///< 0: none, the colour of its kind and name stays

    Colouring() = default;
    /// `snapshot`: not null where colours are those of groups.
    Colouring(ColourBy by, const Snapshot* snapshot, Words words);

    /// Whether colours are those of groups. Kinds and names have theirs without.
    bool isGrouped() const { return isGrouped(m_by); }
    static bool isGrouped(ColourBy by) { return by != ColourBy::Kind && by != ColourBy::Name; }
    ColourBy by() const { return m_by; }

    /// The group of an event of the snapshot, and of what has no event but a duration.
    Group groupOf(EventRef event, TimeNs duration);
    /// `group` is not 0.
    const Look& look(Group group, Theme theme) const {
        return m_groups[group - std::size_t{1}].looks[static_cast<std::size_t>(theme)];
    }
    /// For legends; empty where there is no such group.
    const std::string& text(Group group) const;

private:
    struct Entry {
        std::array<Look, 2> looks;  ///< by Theme
        std::string text;
    };
    struct Category {
        std::string key;  ///< decides the colour, in every language
        std::string text;
    };
    template <class LookIn>
    void addGroup(LookIn lookIn, std::string text) {
        m_groups.push_back({{lookIn(Theme::Light), lookIn(Theme::Dark)}, std::move(text)});
    }
    void groupByDuration();
    void groupTracks();
    std::string gpuText(std::int64_t host, std::int64_t device) const;
    std::string streamText(const TrackKey& key) const;
    std::string processText(std::int64_t host, std::int64_t pid) const;
    Group groupOfCategory(EventRef event);
    Category categoryOf(EventRef event) const;

    ColourBy m_by = ColourBy::Kind;
    const Snapshot* m_snapshot = nullptr;
    Words m_words;
    std::vector<Entry> m_groups;           ///< by group − 1
    std::vector<Group> m_ofTrack;          ///< by stream and process
    std::map<std::string, Group> m_named;  ///< by category
};

}  // namespace model::look
