// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/workload/events.h"

#include <fmt/format.h>
#include <array>
#include <utility>

#include "model/store/kernel_profiles.h"
#include "model/store/vendor_words.h"
#include "model/workload/base_name.h"
#include "model/workload/range_names.h"

namespace model::reports {

bool holdsEvents(const Request& r, std::initializer_list<TrackKind> kinds) {
    for (const Track& t : r.report.tree().tracks) {
        if (std::find(kinds.begin(), kinds.end(), t.kind) == kinds.end()) continue;
        for (const auto* lanes : {&t.lanes, &t.overflow})
            for (const LaneId id : *lanes)
                if (rowsOverlapping(r.report.lane(id), r.range).count() > 0) return true;
    }
    return false;
}

std::string dim3Text(std::int64_t x, std::int64_t y, std::int64_t z) {
    return fmt::format("{:>4} {:>4} {:>4}", x, y, z);
}

std::string memoryOperation(std::string_view name, bool inHip) {
    static constexpr std::array<std::array<std::string_view, 2>, 14> kOperations{{
        {"Memcpy HtoD", "[CUDA memcpy Host-to-Device]"},
        {"Memcpy DtoH", "[CUDA memcpy Device-to-Host]"},
        {"Memcpy DtoD", "[CUDA memcpy Device-to-Device]"},
        {"Memcpy PtoP", "[CUDA memcpy Peer-to-Peer]"},
        {"Memcpy HtoH", "[CUDA memcpy Host-to-Host]"},
        {"Memcpy HtoA", "[CUDA memcpy Host-to-Array]"},
        {"Memcpy AtoH", "[CUDA memcpy Array-to-Host]"},
        {"Memcpy AtoA", "[CUDA memcpy Array-to-Array]"},
        {"Memcpy AtoD", "[CUDA memcpy Array-to-Device]"},
        {"Memcpy DtoA", "[CUDA memcpy Device-to-Array]"},
        {"Unified memcpy HtoD", "[CUDA memcpy Unified Host-to-Device]"},
        {"Unified memcpy DtoH", "[CUDA memcpy Unified Device-to-Host]"},
        {"Unified memcpy DtoD", "[CUDA memcpy Unified Device-to-Device]"},
        {"Memset", "[CUDA memset]"},
    }};
    const std::string_view operation = name.substr(0, name.find(" ("));  // "Memcpy HtoD (Pageable -> Device)"
    for (const auto& [from, to] : kOperations)
        if (from == operation) return inHip ? inHipWords(std::string(to)) : std::string(to);
    return fmt::format("[{}]", name);
}

std::vector<TrackId> tracksOf(const Snapshot& s, std::initializer_list<TrackKind> kinds) {
    std::vector<TrackId> out;
    for (const Track& t : s.tree().tracks)
        if (std::find(kinds.begin(), kinds.end(), t.kind) != kinds.end()) out.push_back(t.id);
    return out;
}

DurationsByName::DurationsByName(const Request& r, std::span<const TrackId> tracks) {
    struct Part {
        LaneView lane;
        RowRange rows;
    };
    std::vector<Part> parts;
    for (const TrackId track : tracks)
        for (const auto* lanes : {&r.report.track(track).lanes, &r.report.track(track).overflow})
            for (const LaneId id : *lanes) {
                const LaneView lane = r.report.lane(id);
                if (const RowRange rows = rowsOverlapping(lane, r.range); rows.count() > 0)
                    parts.push_back({lane, rows});
            }
    // How many there are of each name, then each duration to its place.
    HugeVector<std::uint32_t> index;  // by name: its number + 1
    HugeVector<std::size_t> at;       // by number: how many, then the place of the next one
    std::size_t all = 0;
    for (const Part& p : parts) {
        for (std::size_t i = p.rows.first; i < p.rows.last && !r.stop.stop_requested();) {
            const std::span<const StringId> names = p.lane.lane->name().run(i, p.rows.last);
            for (const StringId name : names) {
                if (name >= index.size())
                    index.resize(std::max<std::size_t>(name + std::size_t{1}, 2 * index.size()), 0);
                if (index[name] == 0) {
                    m_names.push_back({name, {}});
                    at.push_back(0);
                    index[name] = static_cast<std::uint32_t>(m_names.size());
                }
                ++at[index[name] - 1];
            }
            i += names.size();
            all += names.size();
        }
    }
    m_values.resize(all);
    for (std::size_t n = 0, sum = 0; n < at.size(); ++n) {
        m_names[n].values = {m_values.data() + sum, at[n]};
        sum += std::exchange(at[n], sum);
    }
    for (const Part& p : parts) {
        for (std::size_t i = p.rows.first; i < p.rows.last && !r.stop.stop_requested();) {
            const std::span<const StringId> names = p.lane.lane->name().run(i, p.rows.last);
            const TimeNs* const start = p.lane.lane->start().run(i, p.rows.last).data();
            const TimeNs* const end = p.lane.lane->end().run(i, p.rows.last).data();
            for (std::size_t k = 0; k < names.size(); ++k) m_values[at[index[names[k]] - 1]++] = end[k] - start[k];
            i += names.size();
        }
    }
}

std::vector<EventRef> eventsNamed(const Request& r, std::span<const TrackId> tracks, std::vector<StringId> names) {
    std::vector<EventRef> out;
    std::sort(names.begin(), names.end());
    for (const TrackId track : tracks)
        for (const auto* lanes : {&r.report.track(track).lanes, &r.report.track(track).overflow})
            for (const LaneId id : *lanes) {
                const LaneView lane = r.report.lane(id);
                const RowRange rows = rowsOverlapping(lane, r.range);
                for (std::size_t i = rows.first; i < rows.last && out.size() < kMostEvidence; ++i)
                    if (std::binary_search(names.begin(), names.end(), lane.name(i)))
                        out.push_back({id, static_cast<std::uint32_t>(i)});
            }
    return out;
}

KernelNamer::KernelNamer(const Request& r)
    : m_s(r.report), m_names(r.names), m_short(r.report, "shortName"), m_mangled(r.report, "mangledName"),
      m_ranges(r.rangeNames ? std::make_unique<RangeNames>(r.report) : nullptr) {}

KernelNamer::~KernelNamer() = default;

StringId KernelNamer::firstWithBaseOf(StringId id) {
    const auto [at, fresh] = m_first.try_emplace(id, id);
    if (fresh) at->second = m_bases.try_emplace(kernelBaseName(withoutShape(m_s.text(id))), id).first->second;
    return at->second;
}

StringId KernelNamer::kernel(const LaneView& lane, std::size_t row) {
    if (m_names == KernelNames::Mangled)
        if (const StringId id = m_mangled.text(argsAt(lane, row))) return id;
    if (m_names != KernelNames::Base) return lane.name(row);
    const StringId id = m_short.text(argsAt(lane, row));
    return firstWithBaseOf(id ? id : lane.name(row));
}

std::uint32_t KernelNamer::id(const LaneView& lane, std::size_t row) {
    const StringId name = kernel(lane, row);
    if (!m_ranges) return name;
    const StringId range = m_ranges->around(lane, row);
    const auto [at, fresh] =
        m_numbers.try_emplace(std::uint64_t{range} << 32 | name, static_cast<std::uint32_t>(m_pairs.size()));
    if (fresh) m_pairs.emplace_back(range, name);
    return at->second;
}

std::string KernelNamer::kernelText(StringId id) const {
    const std::string_view text = m_s.text(id);
    return std::string(m_names == KernelNames::Base ? kernelBaseName(withoutShape(text)) : text);
}

std::string KernelNamer::text(std::uint32_t id) const {
    if (!m_ranges) return kernelText(id);
    const auto& [range, kernel] = m_pairs[id];
    return range ? std::string(m_s.text(range)) + '/' + kernelText(kernel) : kernelText(kernel);
}

}  // namespace model::reports
