// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/capture/address_spaces.h"

#include <algorithm>

#include "importers/capture/spool_file.h"

namespace importers::capture {
namespace spool = collectors::spool;

namespace {

constexpr std::size_t kMostSteps = 1u << 24, kMostPlaces = 1u << 22, kMostSpaces = 1u << 20, kMostVisits = 1u << 27;

}  // namespace

void AddressSpaces::read(const spool::Mapping& m, std::string_view path) {
    const std::uint64_t end = m.address + m.size;
    if (m.size == 0 || end < m.address || m_steps.size() >= kMostSteps) return;
    const auto [number, fresh] =
        m_fileNumbers.try_emplace({std::string(path), m.file}, static_cast<std::uint32_t>(m_files.size()));
    if (fresh) m_files.push_back(number->first);
    m_steps.push_back(
        {spoolTime(m.time), m.pid, 0, Step::Map, {m.address, end, m.offset, number->second, spoolTime(m.time)}});
}

void AddressSpaces::read(const spool::ProcessChange& c) {
    if (m_steps.size() >= kMostSteps || (c.op != spool::ProcessChange::Fork && c.op != spool::ProcessChange::Exec))
        return;
    m_steps.push_back(
        {spoolTime(c.time), c.pid, c.parent, c.op == spool::ProcessChange::Fork ? Step::Fork : Step::Exec, {}});
}

std::uint32_t AddressSpaces::begin(std::uint32_t pid, model::TimeNs time) {
    if (m_spaces.size() >= kMostSpaces) return 0;
    m_spaces.push_back(std::make_shared<Places>());
    const auto space = static_cast<std::uint32_t>(m_spaces.size() - 1);
    m_lives[pid].push_back({time, space});
    return space;
}

/// So that no place lies on both sides of an address.
void AddressSpaces::split(Places& places, std::uint64_t address) {
    const auto at = places.upper_bound(address);
    if (at == places.end() || at->second.front().begin >= address) return;
    std::vector<Place> lower = at->second;
    for (Place& p : lower) p.end = address;
    for (Place& p : at->second) p.offset += address - p.begin, p.begin = address;
    m_places += lower.size();
    places.emplace_hint(at, address, std::move(lower));
}

void AddressSpaces::map(std::uint32_t pid, const Place& place) {
    std::uint32_t space = at(pid, place.since);
    if (space == 0 && (space = begin(pid, place.since)) == 0) return;
    std::shared_ptr<Places>& places = m_spaces[space];
    if (m_places >= kMostPlaces || m_visits >= kMostVisits) return;
    if (places.use_count() > 1) {
        places = std::make_shared<Places>(*places);
        for (const auto& [end, ones] : *places) m_places += ones.size();
    }
    split(*places, place.begin);
    split(*places, place.end);
    Place rest = place;
    const auto upTo = [&](std::uint64_t end) {  // of what nothing was known to be at
        Place gap = rest;
        gap.end = end;
        places->emplace(end, std::vector<Place>{gap});
        ++m_places;
    };
    for (auto at = places->upper_bound(place.begin); at != places->end() && at->second.front().begin < place.end;
         ++at) {
        std::vector<Place>& here = at->second;
        ++m_visits;
        if (here.front().begin > rest.begin) upTo(here.front().begin);
        Place part = place;
        part.begin = here.front().begin, part.end = at->first, part.offset += part.begin - place.begin;
        // Where something was added, all are told again; that is nothing new of the others.
        if (here.back().file != part.file || here.back().offset != part.offset) here.push_back(part), ++m_places;
        rest.offset += at->first - rest.begin;
        rest.begin = at->first;
    }
    if (rest.begin < rest.end) upTo(rest.end);
}

void AddressSpaces::build() {
    std::stable_sort(m_steps.begin(), m_steps.end(), [](const Step& a, const Step& b) { return a.time < b.time; });
    for (const Step& s : m_steps) {
        if (s.what == Step::Map) map(s.pid, s.place);
        else if (const std::uint32_t space = begin(s.pid, s.time); space && s.what == Step::Fork)
            if (const std::uint32_t parent = at(s.parent, s.time); parent && parent != space)
                m_spaces[space] = m_spaces[parent];
    }
    m_steps = {};
}

std::uint32_t AddressSpaces::at(std::uint32_t pid, model::TimeNs time) const {
    const auto lives = m_lives.find(pid);
    if (lives == m_lives.end()) return 0;
    const auto after = std::partition_point(lives->second.begin(), lives->second.end(),
                                            [time](const Life& l) { return l.since <= time; });
    return after == lives->second.begin() ? after->space : std::prev(after)->space;
}

AddressSpaces::Found AddressSpaces::find(std::uint32_t space, std::uint64_t address, model::TimeNs time) const {
    if (space == 0 || space >= m_spaces.size()) return {};
    const auto at = m_spaces[space]->upper_bound(address);
    if (at == m_spaces[space]->end() || at->second.front().begin > address) return {};
    const std::vector<Place>& here = at->second;
    auto after = std::partition_point(here.begin(), here.end(), [time](const Place& p) { return p.since <= time; });
    if (after == here.begin()) ++after;
    const auto found = std::prev(after);
    return {
        &*found,
        {found == here.begin() ? model::kTimeMin : found->since, after == here.end() ? model::kTimeMax : after->since}};
}

}  // namespace importers::capture
