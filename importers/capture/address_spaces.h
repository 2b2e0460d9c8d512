// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "collectors/spool.h"
#include "model/time.h"

namespace importers::capture {

/// Which files the processes of a spool ran code of. A process has another space when it has become another program; a forked one begins with a copy of its
/// parent's. What was unmapped, or replaced within a space, is not known any more: the last file at a place stands for all of its time.
class AddressSpaces {
public:
    struct Place {
        std::uint64_t begin, end, offset;  ///< offset: of `begin` in the file
        std::uint32_t path;
    };
    void take(const collectors::spool::Mapping& mapping, std::string_view path);
    void take(const collectors::spool::ProcessChange& change);
    /// After the last of them, whatever their order was.
    void build();

    /// The space of a process at a time; 0 = it has none.
    std::uint32_t at(std::uint32_t pid, model::TimeNs time) const;
    /// Null: nothing is known to be there.
    const Place* find(std::uint32_t space, std::uint64_t address) const;
    const std::string& path(const Place& place) const { return m_paths[place.path]; }

private:
    using Places = std::map<std::uint64_t, Place>;  // by end
    struct Step {
        model::TimeNs time;
        std::uint32_t pid, parent;
        enum { Map, Fork, Exec } what;
        Place place;
    };
    struct Life {
        model::TimeNs since;
        std::uint32_t space;
    };
    void map(std::uint32_t pid, model::TimeNs time, const Place& place);
    std::uint32_t begin(std::uint32_t pid, model::TimeNs time);

    std::vector<Step> m_steps;
    std::vector<std::shared_ptr<Places>> m_spaces{nullptr};  // a copy shares them until one changes
    std::unordered_map<std::uint32_t, std::vector<Life>> m_lives;
    std::vector<std::string> m_paths;
    std::map<std::string, std::uint32_t, std::less<>> m_pathNumbers;
    std::size_t m_places = 0;
};

}  // namespace importers::capture
