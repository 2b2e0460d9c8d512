// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/capture/address_spaces.h"

#include <algorithm>

#include "importers/capture/spool_file.h"

namespace importers::capture {
namespace spool = collectors::spool;

namespace {

constexpr std::size_t kMostSteps = 1u << 24, kMostPlaces = 1u << 22, kMostSpaces = 1u << 20;

}  // namespace

void AddressSpaces::take(const spool::Mapping& m, std::string_view path) {
    const std::uint64_t end = m.address + m.size;
    if (m.size == 0 || end < m.address || m_steps.size() >= kMostSteps) return;
    auto number = m_pathNumbers.find(path);
    if (number == m_pathNumbers.end()) {
        number = m_pathNumbers.emplace(path, static_cast<std::uint32_t>(m_paths.size())).first;
        m_paths.emplace_back(path);
    }
    m_steps.push_back({spoolTime(m.time), m.pid, 0, Step::Map, {m.address, end, m.offset, number->second}});
}

void AddressSpaces::take(const spool::ProcessChange& c) {
    if (m_steps.size() >= kMostSteps || (c.op != spool::ProcessChange::Fork && c.op != spool::ProcessChange::Exec)) return;
    m_steps.push_back({spoolTime(c.time), c.pid, c.parent, c.op == spool::ProcessChange::Fork ? Step::Fork : Step::Exec, {}});
}

std::uint32_t AddressSpaces::begin(std::uint32_t pid, model::TimeNs time) {
    if (m_spaces.size() >= kMostSpaces) return 0;
    m_spaces.push_back(std::make_shared<Places>());
    const auto space = static_cast<std::uint32_t>(m_spaces.size() - 1);
    m_lives[pid].push_back({time, space});
    return space;
}

void AddressSpaces::map(std::uint32_t pid, model::TimeNs time, const Place& place) {
    std::uint32_t space = at(pid, time);
    if (space == 0 && (space = begin(pid, time)) == 0) return;
    std::shared_ptr<Places>& places = m_spaces[space];
    if (m_places >= kMostPlaces) return;
    if (places.use_count() > 1) {
        places = std::make_shared<Places>(*places);
        m_places += places->size();
    }
    // What only in part lay there keeps the rest.
    for (auto at = places->upper_bound(place.begin); at != places->end() && at->second.begin < place.end;) {
        const Place old = at->second;
        at = places->erase(at);
        if (old.begin < place.begin) places->emplace(place.begin, Place{old.begin, place.begin, old.offset, old.path});
        if (old.end > place.end) at = places->emplace(old.end, Place{place.end, old.end, old.offset + (place.end - old.begin), old.path}).first;
    }
    (*places)[place.end] = place;
    ++m_places;
}

void AddressSpaces::build() {
    std::stable_sort(m_steps.begin(), m_steps.end(), [](const Step& a, const Step& b) { return a.time < b.time; });
    for (const Step& s : m_steps) {
        if (s.what == Step::Map) map(s.pid, s.time, s.place);
        else if (const std::uint32_t space = begin(s.pid, s.time); space && s.what == Step::Fork)
            if (const std::uint32_t parent = at(s.parent, s.time); parent && parent != space) m_spaces[space] = m_spaces[parent];
    }
    m_steps = {};
}

std::uint32_t AddressSpaces::at(std::uint32_t pid, model::TimeNs time) const {
    const auto lives = m_lives.find(pid);
    if (lives == m_lives.end()) return 0;
    const auto after = std::partition_point(lives->second.begin(), lives->second.end(), [time](const Life& l) { return l.since <= time; });
    return after == lives->second.begin() ? after->space : std::prev(after)->space;
}

const AddressSpaces::Place* AddressSpaces::find(std::uint32_t space, std::uint64_t address) const {
    if (space == 0 || space >= m_spaces.size()) return nullptr;
    const auto at = m_spaces[space]->upper_bound(address);
    return at != m_spaces[space]->end() && at->second.begin <= address ? &at->second : nullptr;
}

}  // namespace importers::capture
