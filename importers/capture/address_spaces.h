// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "collectors/protocol/spool.h"
#include "model/base/time.h"

namespace importers::capture {

/// Which files the processes of a spool ran code of. A process has another space when it has become another program; a
/// forked one begins with a copy of its parent's. What was unmapped is not known: a file stands at its place until
/// another one does. What was before the first one, the first one stands for.
class AddressSpaces {
public:
    struct File {
        std::string path;
        collectors::spool::FileIdentity identity;
        auto operator<=>(const File&) const = default;
    };
    struct Place {
        std::uint64_t begin, end, offset;  ///< offset: of `begin` in the file
        std::uint32_t file;
        model::TimeNs since;
    };
    /// What is at an address, null = nothing, and between which times that does not change.
    struct Found {
        const Place* place = nullptr;
        model::TimeRange during{model::kTimeMin, model::kTimeMax};
    };
    void read(const collectors::spool::Mapping& mapping, std::string_view path);
    void read(const collectors::spool::ProcessChange& change);
    /// After the last of them, whatever their order was.
    void build();

    /// The space of a process at a time; 0 = it has none.
    std::uint32_t at(std::uint32_t pid, model::TimeNs time) const;
    Found find(std::uint32_t space, std::uint64_t address, model::TimeNs time) const;
    const File& file(const Place& place) const { return m_files[place.file]; }

private:
    using Places = std::map<std::uint64_t, std::vector<Place>>;  // by end: what was there one after the other
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
    void map(std::uint32_t pid, const Place& place);
    void split(Places& places, std::uint64_t address);
    std::uint32_t begin(std::uint32_t pid, model::TimeNs time);

    std::vector<Step> m_steps;
    std::vector<std::shared_ptr<Places>> m_spaces{nullptr};  // a copy shares them until one changes
    std::unordered_map<std::uint32_t, std::vector<Life>> m_lives;
    std::vector<File> m_files;
    std::map<File, std::uint32_t> m_fileNumbers;
    std::size_t m_places = 0, m_visits = 0;
};

}  // namespace importers::capture
